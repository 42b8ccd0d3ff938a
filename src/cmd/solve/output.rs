//! Writes the answers of all workers in input order, with messages, the progress and closing remarks.
//!
//! No thread is set apart for the output: the worker that sends the next answers writes them, and all that follow
//! them and are ready. Threads that hand all of it on to each other spend more time waking up.

use super::arguments::Question;
use super::job::Context;
use crate::cmd::bar::Bar;
use crate::cmd::{Exit, feed, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::Choice;
use coverlab_model::pool::{ChannelCapacity, Ordered, Ticket, lock};
use std::io::{self, BufWriter, Write};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest time that answers wait for others to be written with them, unless a search takes longer.
const MAX_WAIT: Duration = Duration::from_millis(5);

const BUFFER_BYTES: usize = 1 << 16;

/// A message for standard error.
pub(super) type Notice = (NoticeKind, Diagnostic);

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
    pub(super) fn limit(self) -> u64 {
        match self {
            NoticeKind::Always => u64::MAX,
            NoticeKind::EqualClues => 3,
            NoticeKind::Several | NoticeKind::Limited => 20,
        }
    }
}

/// Figures of some answers.
#[derive(Default)]
pub(super) struct AnswerCounts {
    pub(super) worst: Exit,
    pub(super) answered: u64,
    /// Puzzles with several solutions, where one is asked for.
    several: u64,
    /// Puzzles whose search ended at a limit.
    limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
    /// Strategies that were chosen, and for how many puzzles.
    chosen: Vec<(Choice, u64)>,
}

impl AnswerCounts {
    /// Counts an answer; `is_several`: there are several solutions, where one is asked for.
    #[inline]
    pub(super) fn add_answer(&mut self, exit: Exit, is_several: bool) {
        self.answered += 1;
        self.several += u64::from(is_several);
        self.limited += u64::from(exit == Exit::Limit);
        self.worst = self.worst.max(exit);
    }

    /// Counts a puzzle whose count was interrupted after so many solutions.
    pub(super) fn interrupt(&mut self, solutions: u64) {
        self.interrupted = Some(solutions);
        self.worst = Exit::Interrupted;
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
    fn append(&mut self, later: &AnswerCounts) {
        self.worst = self.worst.max(later.worst);
        self.answered += later.answered;
        self.several += later.several;
        self.limited += later.limited;
        self.interrupted = later.interrupted.or(self.interrupted);
        later.chosen.iter().for_each(|&(choice, puzzles)| self.choose(Some(choice), puzzles));
    }
}

/// A part of the output: text, and then messages.
#[derive(Default)]
struct Output {
    text: Vec<u8>,
    counts: AnswerCounts,
    notices: Vec<Notice>,
    /// The search was cancelled, so nothing is written behind this.
    is_cancelled: bool,
}

/// Writes the outputs of all workers in the order of the input.
pub(super) struct Writer<'a> {
    context: &'a Context<'a>,
    outputs: Ordered<Output>,
    page: Mutex<Page<'a>>,
}

impl<'a> Writer<'a> {
    /// A writer to `out` for so many workers, with a progress bar for the input. If it cannot write, it cancels the
    /// searches.
    pub(super) fn new(
        workers: usize,
        context: &'a Context<'a>,
        bar: Bar,
        out: Box<dyn Write + Send>,
    ) -> Writer<'a> {
        // Enough that no worker waits for one that holds up the order, for a while.
        let bounds = ChannelCapacity { items: 4 * workers as u64 + 4, results: usize::MAX };
        let page = Page {
            context,
            bar,
            out: BufWriter::with_capacity(BUFFER_BYTES, out),
            counts: AnswerCounts::default(),
            notices: [0; NoticeKind::COUNT],
            is_cancelled: false,
            failure: None,
        };
        Writer { context, outputs: Ordered::new(bounds), page: Mutex::new(page) }
    }

    /// The next batch, and where its output goes.
    pub(super) fn take<B: Iterator>(&self, batches: &Mutex<B>) -> Option<(BatchOutput<'_, 'a>, B::Item)> {
        let (ticket, batch) = self.outputs.take(batches)?;
        let (output, flushed) = (Output::default(), Instant::now());
        Some((BatchOutput { ticket, writer: self, output, flushed }, batch))
    }

    /// Writes the outputs whose turn has come; `flush`: at once.
    fn write(&self, flush: bool) {
        if !self.outputs.is_ready() {
            return;
        }
        let mut page = lock(&self.page);
        while let Some(output) = self.outputs.try_receive() {
            self.attempt(&mut page, |page| page.write(&output));
        }
        if flush {
            self.attempt(&mut page, Page::flush);
        }
    }

    /// To be called now and then: ends the search if it is cancelled, and shows the progress.
    pub(super) fn tick(&self) {
        if self.context.goes_on().is_none() {
            self.outputs.close();
        }
        // A worker that writes is progress enough.
        if let Ok(mut page) = self.page.try_lock() {
            page.show_progress();
            self.attempt(&mut page, Page::flush);
        }
    }

    /// Writes, unless that has failed before: then the searches may end.
    fn attempt(&self, page: &mut Page<'a>, write: impl FnOnce(&mut Page<'a>) -> io::Result<()>) {
        if page.failure.is_none()
            && let Err(error) = write(page)
        {
            page.failure = Some(error);
            self.context.task.cancel.raise();
            self.outputs.close();
        }
    }

    /// Writes what is left when the workers have ended, and the closing remarks.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn end(self) -> io::Result<AnswerCounts> {
        self.write(true);
        self.page.into_inner().unwrap_or_else(PoisonError::into_inner).end()
    }
}

/// The output of one batch.
pub(super) struct BatchOutput<'w, 'a> {
    ticket: Ticket<'w, Output>,
    writer: &'w Writer<'a>,
    output: Output,
    flushed: Instant,
}

impl BatchOutput<'_, '_> {
    /// The text to be continued.
    pub(super) fn text(&mut self) -> &mut Vec<u8> {
        if !self.output.notices.is_empty() {
            // Text behind a message stays behind it.
            self.ticket.send(std::mem::take(&mut self.output));
        }
        &mut self.output.text
    }

    /// The figures of the answers in the text.
    pub(super) fn counts(&mut self) -> &mut AnswerCounts {
        &mut self.output.counts
    }

    /// Adds a message behind the text.
    pub(super) fn note(&mut self, notice: Notice) {
        self.output.notices.push(notice);
    }

    /// Sends the output, if the last flush is a while ago.
    pub(super) fn send_if_due(&mut self) {
        if self.flushed.elapsed() >= MAX_WAIT {
            self.send();
        }
    }

    /// Sends the output, and flushes it if the last flush is a while ago.
    pub(super) fn send(&mut self) {
        self.ticket.send(std::mem::take(&mut self.output));
        let is_due = self.flushed.elapsed() >= MAX_WAIT;
        self.writer.write(is_due);
        if is_due {
            self.flushed = Instant::now();
        }
    }

    /// Whether the outputs of all batches before this one are written.
    pub(super) fn is_next(&self) -> bool {
        self.ticket.is_next()
    }

    /// Waits until that is so. `false`: the search is over before.
    pub(super) fn wait(&self) -> bool {
        self.ticket.wait()
    }

    /// Sends the rest; `is_cancelled`: an answer is missing behind it.
    pub(super) fn end(self, is_cancelled: bool) {
        let BatchOutput { ticket, writer, output, .. } = self;
        ticket.send(Output { is_cancelled, ..output });
        drop(ticket);
        writer.write(true);
    }
}

/// The output of one input so far.
struct Page<'a> {
    context: &'a Context<'a>,
    bar: Bar,
    out: BufWriter<Box<dyn Write + Send>>,
    counts: AnswerCounts,
    /// Messages so far, by their kind.
    notices: [u64; NoticeKind::COUNT],
    /// Whether a search was cancelled. Later outputs are not written, because an answer would be missing between.
    is_cancelled: bool,
    /// Why nothing more can be written.
    failure: Option<io::Error>,
}

impl Page<'_> {
    /// Writes what comes next.
    fn write(&mut self, output: &Output) -> io::Result<()> {
        let is_interactive = self.context.terminal.interactive;
        if !self.context.state.is_several() {
            self.bar.hide();
        }
        // The bar must not be in the way of what a terminal shows.
        match self.bar.shown().filter(|_| is_interactive) {
            Some(bar) => bar.suspend(|| self.write_now(output)),
            None => self.write_now(output),
        }?;
        if is_interactive { self.flush() } else { Ok(()) }
    }

    fn write_now(&mut self, Output { text, counts, notices, is_cancelled }: &Output) -> io::Result<()> {
        if !self.is_cancelled {
            self.counts.append(counts);
            self.out.write_all(text)?;
            notices.iter().try_for_each(|notice| self.notice(notice))?;
        }
        if *is_cancelled {
            self.is_cancelled = true;
            self.counts.worst = Exit::Interrupted;
        }
        Ok(())
    }

    /// Shows a message, if not too many of its kind were shown before.
    fn notice(&mut self, (kind, diagnostic): &Notice) -> io::Result<()> {
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

    fn show_progress(&mut self) {
        let Context { state, searches, question, terminal, .. } = self.context;
        let is_several = state.is_several();
        let search = searches.as_ref().and_then(|searches| searches.words(is_several));
        match search {
            search if is_several => {
                let position = || state.position.load(Ordering::Relaxed);
                self.bar.puzzles_and(self.counts.answered, position, search);
            }
            // Solutions that appear on the terminal are progress enough.
            Some(words) if *question != Question::All || !terminal.interactive => self.bar.search(words),
            _ => self.bar.hide(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.out.buffer().is_empty() { Ok(()) } else { self.out.flush() }
    }

    /// Writes the rest and the closing remarks.
    fn end(mut self) -> io::Result<AnswerCounts> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        self.out.flush()?;
        let Context { strategy, arguments, terminal, .. } = self.context;
        let limits = [
            (self.counts.several, NoticeKind::Several, "have several solutions"),
            (self.counts.limited, NoticeKind::Limited, "ended at a limit"),
        ];
        for (count, kind, what) in limits {
            if count > kind.limit() && self.context.has_notes() {
                self.sum_up(&format!("{} {what}, {} were shown", feed::puzzles(count), kind.limit()));
            }
        }
        if arguments.verbose && !terminal.quiet {
            if self.counts.chosen.is_empty() {
                self.sum_up(&format!("searched by {strategy}, as asked for"));
            }
            for (Choice { taken, why }, puzzles) in &self.counts.chosen {
                self.sum_up(&format!("{strategy} took {taken} for {}: {why}", feed::puzzles(*puzzles)));
            }
        }
        Ok(self.counts)
    }

    fn sum_up(&self, what: &str) {
        let name = self.context.title.as_ref().unwrap_or(&self.context.source);
        let note = Diagnostic::note(format!("{name}: {what}"));
        self.bar.suspend(|| show_diagnostic(&note, self.context.terminal));
    }
}
