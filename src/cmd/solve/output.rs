//! Writes the answers of all workers in input order, with messages, the progress and closing remarks.
//!
//! There is no output thread. The worker that sends the next answers writes them, and then all later answers that are
//! ready. Handing every answer to another thread would cost more time in wake-ups.

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
    /// A puzzle has several solutions although the question is uniqueness.
    Several,
    /// A search ended at a limit.
    Limited,
}

impl NoticeKind {
    pub(super) const COUNT: usize = 4;

    /// Maximum number of messages of this kind that are shown.
    pub(super) fn limit(self) -> u64 {
        match self {
            NoticeKind::Always => u64::MAX,
            NoticeKind::EqualClues => 3,
            NoticeKind::Several | NoticeKind::Limited => 20,
        }
    }
}

/// Totals over a number of answers.
#[derive(Default)]
pub(super) struct AnswerCounts {
    pub(super) worst: Exit,
    pub(super) answered: u64,
    /// Puzzles with several solutions although the question is uniqueness.
    several: u64,
    /// Puzzles whose search ended at a limit.
    limited: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
    /// Strategies that were chosen, and for how many puzzles.
    chosen: Vec<(Choice, u64)>,
}

impl AnswerCounts {
    /// Counts an answer. With `is_several`, there are several solutions although the question is uniqueness.
    #[inline]
    pub(super) fn add_answer(&mut self, exit: Exit, is_several: bool) {
        self.answered += 1;
        self.several += u64::from(is_several);
        self.limited += u64::from(exit == Exit::Limit);
        self.worst = self.worst.max(exit);
    }

    /// Counts a puzzle whose count was interrupted after this many solutions.
    pub(super) fn interrupt(&mut self, solutions: u64) {
        self.interrupted = Some(solutions);
        self.worst = Exit::Interrupted;
    }

    /// Counts puzzles for which the strategy chose another one.
    pub(super) fn add_choice(&mut self, choice: Option<Choice>, puzzles: u64) {
        let Some(choice) = choice.filter(|_| puzzles > 0) else { return };
        match self.chosen.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, count)) => *count += puzzles,
            None => self.chosen.push((choice, puzzles)),
        }
    }

    /// Adds the totals of later answers.
    fn append(&mut self, later: &AnswerCounts) {
        self.worst = self.worst.max(later.worst);
        self.answered += later.answered;
        self.several += later.several;
        self.limited += later.limited;
        self.interrupted = later.interrupted.or(self.interrupted);
        later.chosen.iter().for_each(|&(choice, puzzles)| self.add_choice(Some(choice), puzzles));
    }
}

/// A part of the output: text, and then messages.
#[derive(Default)]
struct Output {
    text: Vec<u8>,
    counts: AnswerCounts,
    notices: Vec<Notice>,
    /// The search was cancelled, so nothing is written after this.
    is_cancelled: bool,
}

/// Writes the outputs of all workers in the order of the input.
pub(super) struct Writer<'a> {
    context: &'a Context<'a>,
    outputs: Ordered<Output>,
    sink: Mutex<Sink<'a>>,
}

impl<'a> Writer<'a> {
    /// A writer to `out` for `workers` workers, with a progress bar for the input. If a write fails, it cancels the
    /// searches.
    pub(super) fn new(
        workers: usize,
        context: &'a Context<'a>,
        bar: Bar,
        out: Box<dyn Write + Send>,
    ) -> Writer<'a> {
        // Enough that one slow search does not stop the other workers at once.
        let bounds = ChannelCapacity { items: 4 * workers as u64 + 4, results: usize::MAX };
        let sink = Sink {
            context,
            bar,
            out: BufWriter::with_capacity(BUFFER_BYTES, out),
            counts: AnswerCounts::default(),
            notices: [0; NoticeKind::COUNT],
            is_cancelled: false,
            failure: None,
        };
        Writer { context, outputs: Ordered::new(bounds), sink: Mutex::new(sink) }
    }

    /// The next batch, and where its output goes.
    pub(super) fn take<B: Iterator>(&self, batches: &Mutex<B>) -> Option<(BatchOutput<'_, 'a>, B::Item)> {
        let (ticket, batch) = self.outputs.take(batches)?;
        let (output, flushed) = (Output::default(), Instant::now());
        Some((BatchOutput { ticket, writer: self, output, flushed }, batch))
    }

    /// Writes the outputs whose turn has come, and flushes them if `flush`.
    fn write(&self, flush: bool) {
        if !self.outputs.is_ready() {
            return;
        }
        let mut sink = lock(&self.sink);
        while let Some(output) = self.outputs.try_receive() {
            self.attempt(&mut sink, |sink| sink.write(&output));
        }
        if flush {
            self.attempt(&mut sink, Sink::flush);
        }
    }

    /// Stops the workers if the search is cancelled, and shows the progress. Called at regular intervals.
    pub(super) fn tick(&self) {
        if self.context.unless_cancelled().is_none() {
            self.outputs.close();
        }
        // If a worker is writing, its output shows the progress.
        if let Ok(mut sink) = self.sink.try_lock() {
            sink.show_progress();
            self.attempt(&mut sink, Sink::flush);
        }
    }

    /// Calls `write`, unless a write failed before. If it fails, cancels the searches.
    fn attempt(&self, sink: &mut Sink<'a>, write: impl FnOnce(&mut Sink<'a>) -> io::Result<()>) {
        if sink.failure.is_none()
            && let Err(error) = write(sink)
        {
            sink.failure = Some(error);
            self.context.task.cancel.raise();
            self.outputs.close();
        }
    }

    /// Writes the remaining output after the workers have ended, and the closing remarks.
    ///
    /// # Errors
    /// A write failed.
    pub(super) fn end(self) -> io::Result<AnswerCounts> {
        self.write(true);
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner).end()
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
    /// The text to append to.
    pub(super) fn text(&mut self) -> &mut Vec<u8> {
        if !self.output.notices.is_empty() {
            // Text that follows a message must be written after it.
            self.ticket.send(std::mem::take(&mut self.output));
        }
        &mut self.output.text
    }

    /// The totals of the answers in the text.
    pub(super) fn counts(&mut self) -> &mut AnswerCounts {
        &mut self.output.counts
    }

    /// Adds a message after the text.
    pub(super) fn note(&mut self, notice: Notice) {
        self.output.notices.push(notice);
    }

    /// Sends the output if the last flush was at least [`MAX_WAIT`] ago.
    pub(super) fn send_if_due(&mut self) {
        if self.flushed.elapsed() >= MAX_WAIT {
            self.send();
        }
    }

    /// Sends the output, and flushes it if the last flush was at least [`MAX_WAIT`] ago.
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

    /// Waits until the outputs of all earlier batches are written. Returns `false` if the search is cancelled first.
    pub(super) fn wait(&self) -> bool {
        self.ticket.wait()
    }

    /// Sends the rest. With `is_cancelled`, an answer is missing after it.
    pub(super) fn end(self, is_cancelled: bool) {
        let BatchOutput { ticket, writer, output, .. } = self;
        ticket.send(Output { is_cancelled, ..output });
        drop(ticket);
        writer.write(true);
    }
}

/// Where the output of one input goes, and what has been written so far.
struct Sink<'a> {
    context: &'a Context<'a>,
    bar: Bar,
    out: BufWriter<Box<dyn Write + Send>>,
    counts: AnswerCounts,
    /// Messages so far, by their kind.
    notices: [u64; NoticeKind::COUNT],
    /// Whether a search was cancelled. Later outputs are not written, because an answer before them is missing.
    is_cancelled: bool,
    /// Why nothing more can be written.
    failure: Option<io::Error>,
}

impl Sink<'_> {
    /// Writes the next output.
    fn write(&mut self, output: &Output) -> io::Result<()> {
        let is_interactive = self.context.terminal.interactive;
        if !self.context.state.is_several() {
            self.bar.hide();
        }
        // On a terminal, the bar is cleared before text is written.
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

    /// Shows a message unless the limit for its kind is reached.
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

    /// Shows a message. On a terminal, the text before it is flushed first.
    fn show(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        let terminal = self.context.terminal;
        if terminal.interactive {
            // The caller has cleared the bar.
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
            // Solutions that appear on the terminal show the progress.
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
                self.sum_up(&format!("searched by {strategy}, as requested"));
            }
            for (Choice { taken, why }, puzzles) in &self.counts.chosen {
                self.sum_up(&format!("{strategy} chose {taken} for {}: {why}", feed::puzzles(*puzzles)));
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
