//! Puts what the workers say into input order and writes it.

use super::answer::{Answer, Question};
use super::work::{Message, Part};
use crate::cmd::{Exit, tell};
use crate::diagnostic::Diagnostic;
use crate::record::Status;
use crate::terminal::{FAINT, GIVEN, Terminal, paint};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

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
pub(super) struct Printer<'a, W: Write> {
    pub(super) form: Form,
    pub(super) question: Question,
    pub(super) strategy: String,
    pub(super) terminal: &'a Terminal,
    /// The names of the puzzles.
    pub(super) names: Vec<String>,
    pub(super) out: W,
}

impl<W: Write> Printer<'_, W> {
    /// Writes until nobody sends any more; returns the worst end and how many puzzles were
    /// answered.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn run(&mut self, messages: &Receiver<Message>) -> io::Result<(Exit, usize)> {
        let mut progress = Progress::new(self.names.len(), self.terminal);
        let mut early: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
        let (mut worst, mut next, mut answered) = (Exit::Answered, 0, 0);
        while let Some(message) = self.receive(messages)? {
            early.entry(message.index).or_default().push(message.part);
            while let Some(parts) = early.remove(&next) {
                let mut done = false;
                for part in parts {
                    done |= !matches!(part, Part::Solution(_));
                    answered += usize::from(matches!(part, Part::Done(_)));
                    worst = worst.max(progress.aside(|| self.part(next, &part))?);
                }
                if !done {
                    break;
                }
                next += 1;
                progress.advance(next);
            }
        }
        progress.end();
        self.out.flush()?;
        Ok((worst, answered))
    }

    /// The next message. Before waiting for it, what is written goes out.
    fn receive(&mut self, messages: &Receiver<Message>) -> io::Result<Option<Message>> {
        if let Ok(message) = messages.try_recv() {
            return Ok(Some(message));
        }
        self.out.flush()?;
        Ok(messages.recv().ok())
    }

    fn part(&mut self, index: usize, part: &Part) -> io::Result<Exit> {
        match part {
            Part::Solution(text) => {
                let gap = if self.form == Form::Pretty { "\n" } else { "" };
                write!(self.out, "{text}{gap}")?;
                Ok(Exit::Answered)
            }
            Part::Done(answer) => {
                match self.form {
                    Form::Pretty => self.pretty(index, answer)?,
                    Form::Line => self.line(answer)?,
                    Form::Json => writeln!(self.out, "{}", answer.json(&self.strategy))?,
                }
                self.complain(index, answer);
                Ok(answer.exit(self.question))
            }
            Part::Cancelled => Ok(Exit::Interrupted),
        }
    }

    /// When solutions were streamed, only their absence is left to say.
    fn line(&mut self, answer: &Answer) -> io::Result<()> {
        if self.question == Question::All && answer.solutions > 0 {
            return Ok(());
        }
        writeln!(self.out, "{}", answer.plain(self.question))
    }

    fn pretty(&mut self, index: usize, answer: &Answer) -> io::Result<()> {
        let color = self.terminal.color;
        if self.names.len() > 1 {
            writeln!(self.out, "{}", paint(&self.names[index], GIVEN, color))?;
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
        let facts = format!("{}{nodes} · {time}", self.strategy);
        writeln!(self.out, "{} {}\n", self.verdict(answer), paint(&format!("· {facts}"), FAINT, color))
    }

    /// The answer as a person would say it.
    fn verdict(&self, answer: &Answer) -> String {
        let count = answer.solutions;
        let remark = answer.remark.as_deref().map_or_else(String::new, |remark| format!(", {remark}"));
        let so_far = match count {
            0 => "none found so far".to_string(),
            1 => "one solution found so far".to_string(),
            _ => format!("{count} solutions found so far"),
        };
        match answer.status {
            Status::Solved => "solved".to_string(),
            Status::Unique => "the only solution".to_string(),
            Status::Multiple if answer.stop.is_none() => format!("{count} solutions{remark}"),
            Status::Multiple => format!("{count} solutions or more{remark}"),
            Status::None => format!("no solution{}", remark.replacen(", ", ": ", 1)),
            Status::Stuck => format!("stuck{remark}"),
            Status::Timeout => format!("time limit reached, {so_far}"),
            Status::NodeLimit => format!("node limit reached, {so_far}"),
            Status::Memout => format!("memory limit reached, {so_far}"),
            Status::Error | Status::Crash => answer.status.word().to_string(),
        }
    }

    /// What must not go unnoticed in a pipe.
    fn complain(&self, index: usize, answer: &Answer) {
        let name = &self.names[index];
        if matches!(answer.status, Status::Error | Status::Crash) {
            let what = format!("{name}: {}", answer.remark.as_deref().unwrap_or_default());
            let help = "this is a mistake in coverlab, not in your puzzle";
            tell(&Diagnostic::error(what).help(help), self.terminal);
        } else if self.form == Form::Line
            && !self.terminal.quiet
            && (answer.exit(self.question) == Exit::Limit || answer.exit(self.question) == Exit::No)
            && (answer.status != Status::None || answer.remark.is_some())
        {
            tell(&Diagnostic::note(format!("{name}: {}", self.verdict(answer))), self.terminal);
        }
    }
}

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

/// A bar on standard error, for more than one puzzle and past half a second.
struct Progress {
    bar: Option<ProgressBar>,
    shown: bool,
    started: Instant,
}

impl Progress {
    fn new(puzzles: usize, terminal: &Terminal) -> Progress {
        let wanted = puzzles > 1 && terminal.interactive_errors && !terminal.quiet;
        let bar = wanted.then(|| {
            let style = ProgressStyle::with_template("{bar:40} {pos}/{len} puzzles, {eta} left");
            let bar =
                ProgressBar::with_draw_target(Some(puzzles as u64), indicatif::ProgressDrawTarget::hidden());
            if let Ok(style) = style { bar.with_style(style) } else { bar }
        });
        Progress { bar, shown: false, started: Instant::now() }
    }

    fn advance(&mut self, done: usize) {
        let Some(bar) = &self.bar else { return };
        if !self.shown && self.started.elapsed() > Duration::from_millis(500) {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            self.shown = true;
        }
        bar.set_position(done as u64);
    }

    /// Does `work` with the bar out of the way.
    fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shown => bar.suspend(work),
            _ => work(),
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let shown: Vec<String> = [1_234, 12_345, 123_456, 1_234_567, 12_345_678_900]
            .into_iter()
            .map(|n| duration(Duration::from_nanos(n)))
            .collect();
        assert_eq!(shown, ["1.23 µs", "12.3 µs", "123 µs", "1.23 ms", "12.3 s"]);
    }
}
