//! The output of one input: writes results, shows the progress, and sums up at the end.

use super::answer::Context;
use super::arguments::Question;
use super::results::{Notice, NoticeKind, Output, Results, Tally};
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, feed, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output::{self, Safe};
use coverlab_model::Choice;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Longest time that answers wait for others to be written with them, unless a search takes longer.
pub(super) const MAX_WAIT: Duration = Duration::from_millis(5);

/// The output so far, and how it goes on.
pub(super) struct Page<'a> {
    context: &'a Context<'a>,
    /// For the puzzles of an input.
    bar: Bar,
    /// For the search of a single puzzle.
    search_bar: Bar,
    hint: &'static str,
    out: Destination,
    tally: Tally,
    /// Messages so far, by their kind.
    notices: [u64; NoticeKind::COUNT],
    /// Strategies that were chosen, and for how many puzzles.
    chosen: Vec<(Choice, u64)>,
    /// Whether a search was cancelled: later results are not written, because an answer would be missing between.
    cancelled: bool,
    /// Why nothing more can be written.
    pub(super) failure: Option<io::Error>,
}

impl<'a> Page<'a> {
    pub(super) fn new(context: &'a Context<'a>, bar: Bar, hint: &'static str) -> Page<'a> {
        Page {
            context,
            bar,
            search_bar: Bar::of_search(context.terminal),
            hint,
            out: Destination::standard_output(),
            tally: Tally::default(),
            notices: [0; NoticeKind::COUNT],
            chosen: Vec::new(),
            cancelled: false,
            failure: None,
        }
    }

    /// Writes what comes next.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&mut self, Results { outputs, ends_batch }: Results) -> io::Result<()> {
        let bar = self.bar.shown().filter(|_| self.context.terminal.interactive);
        self.search_bar.hide();
        let write = || {
            outputs.into_iter().try_for_each(|output| self.write_one(output))?;
            if self.context.terminal.interactive { self.out.flush() } else { Ok(()) }
        };
        // The bar must not be in the way of what a terminal shows.
        match bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }?;
        self.show_progress();
        self.out.pause(ends_batch)
    }

    /// The work that is done while no result comes.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn pass_time(&mut self) -> io::Result<()> {
        self.show_progress();
        self.out.flush_if_idle()
    }

    fn write_one(&mut self, output: Output) -> io::Result<()> {
        match output {
            _ if self.cancelled => {}
            Output::Notice(notice) => return self.notice(&notice),
            Output::Text(text) => {
                self.tally.add(&text.tally);
                self.count_choice(text.choice, text.tally.searched);
                return self.out.write(&text.bytes);
            }
            Output::Cancelled => {
                self.cancelled = true;
                self.tally.worst = Exit::Interrupted;
            }
        }
        Ok(())
    }

    /// Notes that `puzzles` puzzles were handed to another strategy.
    fn count_choice(&mut self, choice: Option<Choice>, puzzles: u64) {
        let Some(choice) = choice else { return };
        match self.chosen.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, count)) => *count += puzzles,
            None => self.chosen.push((choice, puzzles)),
        }
    }

    /// Shows a message, if not too many of its kind were shown before.
    fn notice(&mut self, Notice { kind, diagnostic }: &Notice) -> io::Result<()> {
        let count = &mut self.notices[*kind as usize];
        *count += 1;
        if *count <= kind.limit() {
            return self.show_diagnostic(diagnostic);
        }
        if *kind == NoticeKind::EqualClues && *count == kind.limit() + 1 {
            return self.show_diagnostic(&Diagnostic::note("more puzzles have equal clues in a house"));
        }
        Ok(())
    }

    /// Shows a message, on a terminal behind the results before it.
    fn show_diagnostic(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        let terminal = self.context.terminal;
        if terminal.interactive {
            // The bar is out of the way already.
            self.out.flush()?;
            show_diagnostic(diagnostic, terminal);
        } else {
            self.bar.suspend(|| show_diagnostic(diagnostic, terminal));
        }
        Ok(())
    }

    fn show_progress(&mut self) {
        let several = self.context.shared.input.is_known_several();
        let searches = self.context.searches.as_ref();
        let words = || searches?.words(several, self.hint);
        if several {
            self.search_bar.hide();
            self.bar.puzzles_and(
                self.tally.answered,
                || self.context.shared.position.load(Ordering::Relaxed),
                words,
            );
        } else if self.context.question != Question::All || !self.context.terminal.interactive {
            match words() {
                Some(words) => self.search_bar.show(|_| (0, words)),
                None => self.search_bar.hide(),
            }
        }
    }

    /// Writes the remaining results and the closing remarks.
    ///
    /// # Errors
    /// Results cannot be written.
    pub(super) fn end(mut self) -> io::Result<Tally> {
        self.out.flush()?;
        let limits = [
            (self.tally.several, NoticeKind::Several, "have several solutions"),
            (self.tally.limited, NoticeKind::Limited, "ended at a limit"),
        ];
        for (count, kind, what) in limits {
            if count > kind.limit() && self.context.has_notes() {
                self.sum_up(&format!("{} {what}, {} were shown", feed::puzzles(count), kind.limit()));
            }
        }
        if self.context.verbose && !self.context.terminal.quiet {
            let strategy = &self.context.strategy;
            if self.chosen.is_empty() {
                self.sum_up(&format!("searched by {strategy}, as asked for"));
            }
            for (Choice { taken, why }, puzzles) in &self.chosen {
                self.sum_up(&format!("{strategy} took {taken} for {}: {why}", feed::puzzles(*puzzles)));
            }
        }
        Ok(self.tally)
    }

    fn sum_up(&self, what: &str) {
        let note = Diagnostic::note(format!("{}: {what}", self.context.subject));
        self.bar.suspend(|| show_diagnostic(&note, self.context.terminal));
    }
}

/// Standard output. Answers may wait in its buffer while others follow soon; in a file also somewhat longer,
/// because nobody waits for output on its way into a file.
struct Destination {
    out: BufWriter<Box<dyn Write + Send>>,
    is_file: bool,
    flushed: Instant,
    /// Whether answers came since the last tick.
    is_fresh: bool,
}

impl Destination {
    const BUFFER_BYTES: usize = 1 << 16;

    fn standard_output() -> Destination {
        match file() {
            Some(file) => Destination::new(Box::new(Safe::new(file)), true),
            None => Destination::new(Box::new(output::stdout()), false),
        }
    }

    fn new(out: Box<dyn Write + Send>, is_file: bool) -> Destination {
        let out = BufWriter::with_capacity(Self::BUFFER_BYTES, out);
        Destination { out, is_file, flushed: Instant::now(), is_fresh: false }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Nothing follows for now; `ends_batch`: perhaps for long.
    fn pause(&mut self, ends_batch: bool) -> io::Result<()> {
        if self.is_file || !ends_batch && self.flushed.elapsed() < MAX_WAIT {
            self.is_fresh = true;
            return Ok(());
        }
        self.flush()
    }

    /// Writes what waits in the buffer, unless something came since the last call.
    fn flush_if_idle(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_fresh) || self.out.buffer().is_empty() { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.out.flush()
    }
}

/// Standard output if it is a file: without the buffer of the standard library, which looks for the ends of lines.
#[cfg(unix)]
fn file() -> Option<File> {
    use std::os::fd::AsFd;
    let file = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
    file.metadata().is_ok_and(|facts| facts.is_file()).then_some(file)
}

/// Other systems were not measured.
#[cfg(not(unix))]
fn file() -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use super::super::batch::Shared;
    use super::super::results::Text;
    use super::*;
    use coverlab_bench::terminal::Terminal;

    #[test]
    fn nothing_is_written_behind_a_cancelled_search() {
        let shared = Shared::default();
        let context = Context::of_test(&shared, &Terminal::SILENT, Question::First);
        let mut page = Page::new(&context, Bar::of_bytes(None, &Terminal::SILENT), "");
        // A file that is not flushed keeps its text in the buffer.
        page.out = Destination::new(Box::new(io::sink()), true);
        let line = |line: &[u8]| {
            let mut text = Text { bytes: line.to_vec(), ..Text::default() };
            text.tally.add_answer(false);
            Output::Text(text)
        };
        // Later batches may have been solved before.
        let outputs = vec![line(b"first\n"), Output::Cancelled, line(b"never\n")];
        page.write(Results { outputs, ends_batch: true }).unwrap();
        page.write(Results { outputs: vec![line(b"behind\n")], ends_batch: true }).unwrap();
        assert_eq!(page.out.out.buffer(), b"first\n");
        let tally = page.end().unwrap();
        assert_eq!((tally.answered, tally.worst), (1, Exit::Interrupted));
    }

    #[test]
    fn answers_wait_in_the_buffer_only_where_nobody_waits_for_them() {
        let waiting = |is_file: bool, ends_batch: bool| {
            let mut out = Destination::new(Box::new(io::sink()), is_file);
            out.write(b"one\n").unwrap();
            out.pause(ends_batch).unwrap();
            let paused = out.out.buffer().len();
            out.flush_if_idle().unwrap();
            let idle = out.out.buffer().len();
            out.flush_if_idle().unwrap();
            [paused, idle, out.out.buffer().len()]
        };
        assert_eq!(waiting(true, true), [4, 4, 0]);
        assert_eq!(waiting(false, true), [0, 0, 0]);
        assert_eq!(waiting(false, false), [4, 4, 0], "the search goes on");
    }
}
