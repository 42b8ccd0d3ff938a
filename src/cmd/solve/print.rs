//! Puts what the workers say into input order and writes it.

use super::answer::{Answer, Question, at_least};
use super::batch::{Label, Notice, Others, Shared};
use super::gauge::Gauge;
use super::out::Out;
use super::work::{Message, Part};
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, feed, tell};
use crate::diagnostic::Diagnostic;
use crate::record::Status;
use crate::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_model::Choice;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// So many puzzles with equal clues are told of.
const CLASHES: usize = 3;
/// So many puzzles with several solutions, where one is asked for, and so many that end at a limit are told
/// of; the rest is counted.
pub(super) const TOLD: u64 = 20;

/// The form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Drawings with a line of statistics.
    Pretty,
    /// One line a puzzle.
    Line,
    /// One JSON object a puzzle.
    Json,
}

/// How and for whom results are written.
pub(super) struct Printer<'a, P, W: Write> {
    pub(super) form: Form,
    pub(super) question: Question,
    pub(super) strategy: String,
    /// The strategy that plain lines go to, if the one asked for chooses.
    pub(super) lines: Option<Choice>,
    /// Whether to say which strategies were taken.
    pub(super) verbose: bool,
    pub(super) terminal: &'a Terminal,
    /// The name of the input.
    pub(super) source: String,
    /// Whether there are other inputs, so that every puzzle is called by its name.
    pub(super) titled: bool,
    pub(super) shared: &'a Shared<P>,
    pub(super) bar: Bar,
    pub(super) searching: Searching<'a>,
    pub(super) out: Out<W>,
    pub(super) so_far: SoFar,
    pub(super) order: Order,
}

/// What there is to show of searches under way.
pub(super) struct Searching<'a> {
    pub(super) gauge: &'a Gauge,
    /// For a puzzle without others.
    pub(super) bar: Bar,
    pub(super) hint: &'static str,
}

/// What has come of the puzzles so far.
#[derive(Default)]
pub(super) struct SoFar {
    /// The worst end.
    pub(super) worst: Exit,
    /// Puzzles answered.
    pub(super) answered: u64,
    /// Puzzles with equal clues.
    pub(super) clashes: usize,
    /// Puzzles with several solutions, where one is asked for.
    pub(super) several: u64,
    /// Puzzles whose search ended at a limit.
    pub(super) limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
    /// Strategies that were taken, and for how many puzzles.
    pub(super) taken: Vec<(Choice, u64)>,
}

/// How far the messages have been put into order.
#[derive(Default)]
pub(super) struct Order {
    /// What came before its turn, by the number of its batch.
    early: BTreeMap<u64, Vec<Message>>,
    /// The batch whose turn it is.
    next: u64,
    /// How many bytes of the input hold all batches before.
    position: u64,
    /// Whether a search was cancelled: what lies behind it is not written, for an answer would be missing
    /// between.
    cancelled: bool,
}

impl<P, W: Write> Printer<'_, P, W> {
    /// Takes a message, and writes what is now in order.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn deliver(&mut self, message: Message) -> io::Result<()> {
        self.order.early.entry(message.number).or_default().push(message);
        while let Some(messages) = self.order.early.remove(&self.order.next) {
            let mut end = None;
            for message in messages {
                self.parts(message.parts)?;
                end = message.end;
            }
            let Some(reached) = end else { break };
            self.order.next += 1;
            self.order.position = reached;
            self.shared.queue.release();
        }
        self.show();
        // It may be long before there is more to write.
        self.out.pause()
    }

    /// What there is to do where nothing is delivered.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn pass_time(&mut self) -> io::Result<()> {
        self.show();
        self.out.rest()
    }

    /// Writes what is left, and what there is to say of all.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.out.flush()?;
        for (count, what) in
            [(self.so_far.several, "have several solutions"), (self.so_far.limited, "ended at a limit")]
        {
            if count > TOLD && self.tells() {
                let what = format!("{}: {} {what}, {TOLD} were shown", self.source, feed::puzzles(count));
                self.bar.aside(|| tell(&Diagnostic::note(what), self.terminal));
            }
        }
        if self.verbose && !self.terminal.quiet {
            if self.so_far.taken.is_empty() {
                let what = format!("{}: searched by {}, as asked for", self.source, self.strategy);
                self.bar.aside(|| tell(&Diagnostic::note(what), self.terminal));
            }
            for (choice, puzzles) in &self.so_far.taken {
                let (puzzles, Choice { taken, why }) = (feed::puzzles(*puzzles), choice);
                let what = format!("{}: {} took {taken} for {puzzles}: {why}", self.source, self.strategy);
                self.bar.aside(|| tell(&Diagnostic::note(what), self.terminal));
            }
        }
        Ok(())
    }

    /// Whether answers that may go unnoticed are told of.
    fn tells(&self) -> bool {
        self.form == Form::Line && !self.terminal.quiet
    }

    /// Shows how far this is.
    pub(super) fn show(&mut self) {
        let Searching { gauge, bar, hint } = &mut self.searching;
        let named = self.shared.company.has_come();
        let words = || gauge.words(named, hint);
        // One puzzle is not on its way anywhere, but its search may be.
        if named {
            bar.hide();
            self.bar.puzzles_and(self.so_far.answered, || self.order.position, words);
        } else if self.question != Question::All || !self.terminal.interactive {
            match bar.is_wanted().then(words).flatten() {
                Some(words) => bar.show(|_| (0, words)),
                None => bar.hide(),
            }
        }
    }

    fn parts(&mut self, parts: Vec<Part>) -> io::Result<()> {
        let bar = self.bar.shown().filter(|_| self.terminal.interactive);
        self.searching.bar.hide();
        let write = || {
            parts.into_iter().try_for_each(|part| self.part(part))?;
            if self.terminal.interactive { self.out.flush() } else { Ok(()) }
        };
        // The bar must not be in the way of what a terminal shows.
        match bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn part(&mut self, part: Part) -> io::Result<()> {
        if self.order.cancelled {
            return Ok(());
        }
        match part {
            Part::Notice(notice) => self.notice(notice),
            Part::Solutions(text) => self.out.write_all(text.as_bytes()),
            Part::Lines(text) => {
                self.so_far.answered += text.puzzles;
                self.so_far.several += text.several;
                self.took(self.lines, text.puzzles);
                if text.several > 0 {
                    self.so_far.worst = self.so_far.worst.max(Exit::No);
                }
                self.out.write_all(&text.bytes)
            }
            Part::Done(label, answer) => {
                match answer.status {
                    None => self.so_far.interrupted = Some(answer.solutions),
                    Some(_) => self.so_far.answered += 1,
                }
                self.took(answer.choice, 1);
                match self.form {
                    Form::Pretty => self.pretty(&label, &answer)?,
                    Form::Line => self.line(&answer)?,
                    Form::Json => {
                        writeln!(self.out, "{}", answer.json(&self.strategy, &self.source, &label))?;
                    }
                }
                self.so_far.worst = self.so_far.worst.max(answer.exit(self.question));
                self.complain(&label, &answer)
            }
            Part::Cancelled => {
                self.order.cancelled = true;
                self.so_far.worst = Exit::Interrupted;
                Ok(())
            }
        }
    }

    /// Notes that so many puzzles were handed to another strategy.
    fn took(&mut self, choice: Option<Choice>, puzzles: u64) {
        let Some(choice) = choice else { return };
        match self.so_far.taken.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, count)) => *count += puzzles,
            None => self.so_far.taken.push((choice, puzzles)),
        }
    }

    fn notice(&mut self, notice: Notice) -> io::Result<()> {
        match notice {
            Notice::Bad(diagnostic) => self.tell(&diagnostic),
            Notice::Clash(warning) => {
                self.so_far.clashes += 1;
                match self.so_far.clashes {
                    ..=CLASHES => self.tell(&warning),
                    n if n == CLASHES + 1 => {
                        self.tell(&Diagnostic::note("more puzzles have equal clues in a house"))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Tells of something, on a terminal behind the results that came before it.
    fn tell(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        if self.terminal.interactive {
            // The bar is out of the way already.
            self.out.flush()?;
            tell(diagnostic, self.terminal);
        } else {
            self.bar.aside(|| tell(diagnostic, self.terminal));
        }
        Ok(())
    }

    /// What the puzzle is called; the input's name alone if it has no other.
    fn name(&self, label: &Label) -> String {
        match self.shared.company.others() {
            Others::None if label.line > 0 => self.source.clone(),
            _ => label.name(&self.source),
        }
    }

    /// When solutions were streamed, only their absence is left to say.
    fn line(&mut self, answer: &Answer) -> io::Result<()> {
        if self.question == Question::All && answer.solutions > 0 {
            return Ok(());
        }
        writeln!(self.out, "{}", answer.plain(self.question))
    }

    fn pretty(&mut self, label: &Label, answer: &Answer) -> io::Result<()> {
        let color = self.terminal.color;
        if self.titled || self.shared.company.others() == Others::Puzzles {
            writeln!(self.out, "{}", paint(&label.name(&self.source), GIVEN, color))?;
        }
        write!(self.out, "{}", answer.drawing)?;
        if self.terminal.quiet {
            return writeln!(self.out, "{}", self.verdict(answer));
        }
        let time = duration(answer.cpu);
        let nodes = match answer.nodes {
            None => String::new(),
            Some(1) => " · 1 node".to_string(),
            Some(nodes) => format!(" · {nodes} nodes"),
        };
        let taken = answer.choice.map_or_else(String::new, |choice| format!(": {}", choice.taken));
        let facts = format!("{}{taken}{nodes} · {time}", self.strategy);
        writeln!(self.out, "{} {}\n", self.verdict(answer), paint(&format!("· {facts}"), FAINT, color))
    }

    /// The answer as a person would say it.
    fn verdict(&self, answer: &Answer) -> String {
        let count = answer.solutions;
        let remark = answer.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let Some(status) = answer.status else { return format!("interrupted, {}", at_least(count)) };
        let so_far = at_least(count);
        match status {
            Status::Solved => format!("solved{remark}"),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple if answer.stop.is_none() => format!("{count} solutions{remark}"),
            Status::Multiple => format!("{count} solutions or more{remark}"),
            Status::None => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            Status::Stuck => format!("stuck{remark}"),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => match &answer.remark {
                Some(why) => format!("there is not enough memory: {why}"),
                None => format!("memory limit reached, {so_far}"),
            },
            Status::Error | Status::Crash => status.word().to_string(),
        }
    }

    /// What must not go unnoticed in a pipe.
    fn complain(&mut self, label: &Label, answer: &Answer) -> io::Result<()> {
        if answer.failed() {
            let name = self.name(label);
            let what = format!("{name}: {}", answer.remark.as_deref().unwrap_or_default());
            let help = "this is a mistake in coverlab, not in your puzzle";
            return self.tell(&Diagnostic::error(what).help(help));
        }
        let noteworthy = match answer.status {
            Some(Status::None | Status::Solved) => answer.remark.is_some(),
            Some(Status::Multiple) if self.question == Question::Unique => {
                self.so_far.several += 1;
                self.so_far.several <= TOLD
            }
            _ if answer.exit(self.question) == Exit::Limit => {
                self.so_far.limited += 1;
                self.so_far.limited <= TOLD
            }
            _ => answer.exit(self.question) == Exit::No,
        };
        if self.tells() && noteworthy {
            let note = format!("{}: {}", self.name(label), self.verdict(answer));
            let refused = answer.status == Some(Status::Memout) && answer.remark.is_some();
            return self.tell(&Diagnostic::note(note).help(if refused { SMALLER } else { "" }));
        }
        Ok(())
    }
}

/// What to do where there is not enough memory.
const SMALLER: &str =
    "a smaller board takes less, and so may another strategy; in a formula, clues=reduced or amo=product";

/// A time for a person: three digits and a unit.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::super::lines::Text;
    use super::*;
    use coverlab_model::Sudoku;

    #[test]
    fn behind_a_cancelled_search_nothing_is_written() {
        let terminal = Terminal {
            interactive: false,
            interactive_errors: false,
            color: false,
            color_errors: false,
            quiet: true,
            width: None,
        };
        let (shared, mut written) = (Shared::<Sudoku>::new(2), Vec::new());
        let mut printer = Printer {
            form: Form::Line,
            question: Question::First,
            strategy: String::new(),
            lines: None,
            verbose: false,
            terminal: &terminal,
            source: String::new(),
            titled: false,
            shared: &shared,
            bar: Bar::of_bytes(None, &terminal),
            searching: Searching { gauge: &Gauge::default(), bar: Bar::of_search(&terminal), hint: "" },
            out: Out::new(&mut written, None),
            so_far: SoFar::default(),
            order: Order::default(),
        };
        let line = |line: &[u8]| Part::Lines(Text { bytes: line.to_vec(), puzzles: 1, several: 0 });
        // What comes later in the input may have been solved before.
        let batches = [
            (1, vec![line(b"behind\n")]),
            (0, vec![line(b"first\n"), Part::Cancelled, line(b"never\n")]),
            (2, vec![line(b"far behind\n")]),
        ];
        for (number, parts) in batches {
            assert!(shared.queue.admit());
            printer.deliver(Message { number, parts, end: Some(number) }).unwrap();
        }
        printer.end().unwrap();
        assert_eq!(
            (printer.so_far.answered, printer.so_far.worst, printer.order.next),
            (1, Exit::Interrupted, 3)
        );
        assert_eq!(written, b"first\n");
    }

    #[test]
    fn times_have_three_digits() {
        let shown: Vec<String> = [1_234, 12_345, 123_456, 1_234_567, 12_345_678_900]
            .into_iter()
            .map(|n| duration(Duration::from_nanos(n)))
            .collect();
        assert_eq!(shown, ["1.23 µs", "12.3 µs", "123 µs", "1.23 ms", "12.3 s"]);
    }
}
