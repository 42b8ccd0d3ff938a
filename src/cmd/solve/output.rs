//! The output of one input: texts and messages, the progress, and the closing remarks.

use super::arguments::Question;
use super::context::Context;
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, feed, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::Choice;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Longest time that answers wait for others to be written with them, unless a search takes longer.
pub(super) const MAX_WAIT: Duration = Duration::from_millis(5);

const BUFFER_BYTES: usize = 1 << 16;

/// A part of the output: text, and then messages.
#[derive(Default)]
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    pub(super) tally: Tally,
    pub(super) notices: Vec<Notice>,
    /// The search was cancelled, so nothing is written behind this.
    pub(super) cancelled: bool,
    /// Nothing of the same batch follows.
    pub(super) ends_batch: bool,
}

/// A message for standard error.
#[derive(Debug)]
pub(super) struct Notice {
    pub(super) kind: NoticeKind,
    pub(super) diagnostic: Diagnostic,
}

/// The kinds of messages, each with a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeKind {
    Always,
    /// A puzzle has equal clues in a house.
    EqualClues,
    /// A puzzle has several solutions, where one is asked for.
    Several,
    /// A search ended at a limit.
    Limited,
}

impl NoticeKind {
    pub(super) const COUNT: usize = 4;

    /// Most messages of this kind that are shown.
    fn limit(self) -> u64 {
        match self {
            NoticeKind::Always => u64::MAX,
            NoticeKind::EqualClues => 3,
            NoticeKind::Several | NoticeKind::Limited => 20,
        }
    }

    /// Whether a worker is to make another message after `made` of them.
    pub(super) fn is_wanted(self, made: u64) -> bool {
        made < self.limit()
    }
}

/// Figures of some answers.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) worst: Exit,
    pub(super) answered: u64,
    /// Puzzles with several solutions, where one is asked for.
    pub(super) several: u64,
    /// Puzzles whose search ended at a limit.
    pub(super) limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
    /// Strategies that were chosen, and for how many puzzles.
    chosen: Vec<(Choice, u64)>,
}

impl Tally {
    /// Counts a puzzle with the answer that was wanted, or with several solutions where one was asked for.
    #[inline]
    pub(super) fn add_answer(&mut self, is_several: bool) {
        self.answered += 1;
        if is_several {
            self.several += 1;
            self.worst = self.worst.max(Exit::No);
        }
    }

    /// Counts `puzzles` puzzles that were handed to another strategy.
    pub(super) fn choose(&mut self, choice: Option<Choice>, puzzles: u64) {
        let Some(choice) = choice.filter(|_| puzzles > 0) else { return };
        match self.chosen.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, count)) => *count += puzzles,
            None => self.chosen.push((choice, puzzles)),
        }
    }

    /// Adds the figures of later answers.
    fn add(&mut self, later: &Tally) {
        self.worst = self.worst.max(later.worst);
        self.answered += later.answered;
        self.several += later.several;
        self.limited += later.limited;
        self.interrupted = later.interrupted.or(self.interrupted);
        later.chosen.iter().for_each(|&(choice, puzzles)| self.choose(Some(choice), puzzles));
    }
}

/// The output of one input so far.
pub(super) struct Page<'a> {
    context: &'a Context<'a>,
    /// For the puzzles of an input.
    bar: Bar,
    /// For the search of a single puzzle.
    search_bar: Bar,
    out: BufWriter<Box<dyn Write + Send>>,
    flushed: Instant,
    tally: Tally,
    /// Messages so far, by their kind.
    notices: [u64; NoticeKind::COUNT],
    /// Whether a search was cancelled. Later outputs are not written, because an answer would be missing between.
    cancelled: bool,
    /// Why nothing more can be written.
    pub(super) failure: Option<io::Error>,
}

impl<'a> Page<'a> {
    pub(super) fn new(context: &'a Context<'a>, bar: Bar, out: Box<dyn Write + Send>) -> Page<'a> {
        Page {
            context,
            bar,
            search_bar: Bar::of_search(context.terminal),
            out: BufWriter::with_capacity(BUFFER_BYTES, out),
            flushed: Instant::now(),
            tally: Tally::default(),
            notices: [0; NoticeKind::COUNT],
            cancelled: false,
            failure: None,
        }
    }

    /// Writes what comes next.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&mut self, output: &Output) -> io::Result<()> {
        let is_interactive = self.context.terminal.interactive;
        let bar = self.bar.shown().filter(|_| is_interactive);
        self.search_bar.hide();
        let mut write = || self.write_now(output);
        // The bar must not be in the way of what a terminal shows.
        match bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }?;
        self.show_progress();
        let is_due = is_interactive || output.ends_batch || self.flushed.elapsed() >= MAX_WAIT;
        if is_due { self.flush() } else { Ok(()) }
    }

    fn write_now(&mut self, Output { bytes, tally, notices, cancelled, .. }: &Output) -> io::Result<()> {
        if !self.cancelled {
            self.tally.add(tally);
            self.out.write_all(bytes)?;
            notices.iter().try_for_each(|notice| self.notice(notice))?;
        }
        if *cancelled {
            self.cancelled = true;
            self.tally.worst = Exit::Interrupted;
        }
        Ok(())
    }

    /// Shows a message, if not too many of its kind were shown before.
    fn notice(&mut self, Notice { kind, diagnostic }: &Notice) -> io::Result<()> {
        let count = &mut self.notices[*kind as usize];
        *count += 1;
        if *count <= kind.limit() {
            return self.show(diagnostic);
        }
        if *kind == NoticeKind::EqualClues && *count == kind.limit() + 1 {
            return self.show(&Diagnostic::note("more puzzles have equal clues in a house"));
        }
        Ok(())
    }

    /// Shows a message, on a terminal behind the text before it.
    fn show(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        let terminal = self.context.terminal;
        if terminal.interactive {
            // The bar is out of the way already.
            self.flush()?;
            show_diagnostic(diagnostic, terminal);
        } else {
            self.bar.suspend(|| show_diagnostic(diagnostic, terminal));
        }
        Ok(())
    }

    /// The work that is done while no output comes.
    ///
    /// # Errors
    /// Earlier output cannot be written.
    pub(super) fn pass_time(&mut self) -> io::Result<()> {
        self.show_progress();
        self.flush()
    }

    fn show_progress(&mut self) {
        let Context { state, searches, hint, question, terminal, .. } = self.context;
        let several = state.is_several();
        let words = || searches.as_ref()?.words(several, hint);
        if several {
            self.search_bar.hide();
            self.bar.puzzles_and(self.tally.answered, || state.position.load(Ordering::Relaxed), words);
        } else if *question != Question::All || !terminal.interactive {
            match words() {
                Some(words) => self.search_bar.show(|_| (0, words)),
                None => self.search_bar.hide(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        if self.out.buffer().is_empty() { Ok(()) } else { self.out.flush() }
    }

    /// Writes the rest and the closing remarks.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn end(mut self) -> io::Result<Tally> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        self.out.flush()?;
        let Context { strategy, arguments, terminal, .. } = self.context;
        let limits = [
            (self.tally.several, NoticeKind::Several, "have several solutions"),
            (self.tally.limited, NoticeKind::Limited, "ended at a limit"),
        ];
        for (count, kind, what) in limits {
            if count > kind.limit() && self.context.has_notes() {
                self.sum_up(&format!("{} {what}, {} were shown", feed::puzzles(count), kind.limit()));
            }
        }
        if arguments.verbose && !terminal.quiet {
            if self.tally.chosen.is_empty() {
                self.sum_up(&format!("searched by {strategy}, as asked for"));
            }
            for (Choice { taken, why }, puzzles) in &self.tally.chosen {
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

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::terminal::Terminal;
    use coverlab_model::pool::lock;
    use std::sync::{Arc, Mutex};

    /// Text that was written, and a reader of it.
    #[derive(Clone, Default)]
    struct Sheet(Arc<Mutex<Vec<u8>>>);

    impl Write for Sheet {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_is_written_behind_a_cancelled_search() {
        let (arguments, sheet) = (super::super::arguments::of_test(&["-"]), Sheet::default());
        let context = Context::of_test(&arguments);
        let mut page = Page::new(&context, Bar::of_bytes(None, &Terminal::SILENT), Box::new(sheet.clone()));
        let line = |line: &[u8], cancelled| {
            let tally = Tally { answered: 1, ..Tally::default() };
            Output { bytes: line.to_vec(), tally, cancelled, ends_batch: true, ..Output::default() }
        };
        // Later batches may have been solved before.
        page.write(&line(b"first\n", true)).unwrap();
        page.write(&line(b"never\n", false)).unwrap();
        let tally = page.end().unwrap();
        assert_eq!((tally.answered, tally.worst), (1, Exit::Interrupted));
        assert_eq!(*lock(&sheet.0), b"first\n");
    }

    #[test]
    fn a_batch_that_ends_is_written_at_once() {
        let (arguments, sheet) = (super::super::arguments::of_test(&["-"]), Sheet::default());
        let context = Context::of_test(&arguments);
        let mut page = Page::new(&context, Bar::of_bytes(None, &Terminal::SILENT), Box::new(sheet.clone()));
        page.flushed += Duration::from_secs(3600);
        for (ends_batch, written) in [(false, ""), (true, "one\none\n")] {
            let output = Output { bytes: b"one\n".to_vec(), ends_batch, ..Output::default() };
            page.write(&output).unwrap();
            assert_eq!(String::from_utf8_lossy(&lock(&sheet.0)), written);
        }
    }
}
