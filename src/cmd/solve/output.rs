//! Writes the answers of all threads in input order, with messages, the progress and closing remarks.
//!
//! There is no output thread. The thread that sends the next answers writes them, and then all later answers that are
//! ready. Handing every answer to another thread would cost more time in wake-ups.

use super::arguments::Question;
use super::job::InputContext;
use crate::support::progress_bar::Bar;
use crate::support::puzzle_input::counted_puzzles;
use crate::support::{Exit, show_diagnostic};
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

/// Maximum number of bytes of solutions that wait for the answers to earlier puzzles.
const MAX_WAITING_BYTES: usize = 1 << 20;

/// Maximum number of notes and warnings on standard error. Errors are always shown.
pub(super) const MAX_NOTES: u64 = 20;

/// Totals over a number of answers.
#[derive(Default)]
pub(super) struct AnswerCounts {
    pub(super) worst: Exit,
    pub(super) answered: u64,
    /// Notes and warnings, shown or not.
    pub(super) noted: u64,
    /// Solutions of the puzzle whose count was interrupted.
    pub(super) interrupted: Option<u64>,
    /// Strategies that were chosen, and for how many puzzles.
    chosen: Vec<(Choice, u64)>,
}

impl AnswerCounts {
    /// Counts an answer, which may have a note.
    #[inline]
    pub(super) fn add_answer(&mut self, exit: Exit, has_note: bool) {
        self.answered += 1;
        self.worst = self.worst.max(exit);
        self.noted += u64::from(has_note);
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
        self.noted += later.noted;
        self.interrupted = later.interrupted.or(self.interrupted);
        later.chosen.iter().for_each(|&(choice, puzzles)| self.add_choice(Some(choice), puzzles));
    }
}

/// A part of the output: answers, their totals, and perhaps a message after them.
struct OutputPart {
    text: Vec<u8>,
    counts: AnswerCounts,
    message: Option<Diagnostic>,
}

/// Writes the outputs of all threads in the order of the input.
pub(super) struct OrderedWriter<'a> {
    outputs: Ordered<OutputPart>,
    sink: Mutex<Sink<'a>>,
    context: &'a InputContext<'a>,
}

impl<'a> OrderedWriter<'a> {
    /// A writer for `threads` threads, with a progress bar for the input.
    pub(super) fn new(threads: usize, context: &'a InputContext<'a>, bar: Bar) -> OrderedWriter<'a> {
        // Enough that one slow search does not stop the other threads at once.
        let bounds = ChannelCapacity { items: 4 * threads as u64 + 4, results: usize::MAX };
        let out = BufWriter::with_capacity(BUFFER_BYTES, (context.command.output)());
        let sink = Sink { context, bar, out, counts: AnswerCounts::default(), written: Ok(()) };
        OrderedWriter { outputs: Ordered::new(bounds), sink: Mutex::new(sink), context }
    }

    /// The next batch, and where its output goes.
    pub(super) fn take<B: Iterator>(&self, batches: &Mutex<B>) -> Option<(BatchOutput<'_, 'a>, B::Item)> {
        let (ticket, batch) = self.outputs.take(batches)?;
        let (text, counts, sent) = (Vec::new(), AnswerCounts::default(), Instant::now());
        Some((BatchOutput { ticket, writer: self, text, counts, sent }, batch))
    }

    /// Writes the outputs whose turn has come, and flushes them if `flush`.
    fn write(&self, flush: bool) {
        if !self.outputs.is_ready() {
            return;
        }
        let mut sink = lock(&self.sink);
        while let Some(output) = self.outputs.try_receive() {
            sink.attempt(|sink| sink.write(&output));
        }
        if flush {
            sink.attempt(Sink::flush);
        }
    }

    /// Stops the threads if the search is cancelled, and shows the progress. Called at regular intervals.
    pub(super) fn tick(&self) {
        if self.context.unless_cancelled().is_none() {
            self.outputs.close();
        }
        // If a thread is writing, its output shows the progress.
        if let Ok(mut sink) = self.sink.try_lock() {
            sink.show_progress();
            sink.attempt(Sink::flush);
        }
    }

    /// Writes the remaining output after the threads have ended, and the closing remarks. Returns the totals of all
    /// answers, or of those up to a write that failed.
    pub(super) fn end(self) -> (AnswerCounts, io::Result<()>) {
        self.write(true);
        let mut sink = self.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = sink.end();
        (sink.counts, written)
    }
}

/// The output of one batch.
pub(super) struct BatchOutput<'w, 'a> {
    ticket: Ticket<'w, OutputPart>,
    writer: &'w OrderedWriter<'a>,
    /// The text of answers, and their totals.
    pub(super) text: Vec<u8>,
    pub(super) counts: AnswerCounts,
    /// When the output was last sent.
    sent: Instant,
}

impl BatchOutput<'_, '_> {
    /// Adds a message after the text. The caller counts notes and warnings first; [`MAX_NOTES`] of them are shown.
    pub(super) fn message(&mut self, message: Diagnostic) {
        self.pass_on(Some(message));
    }

    /// Counts a note or warning, and adds it after the text.
    pub(super) fn note(&mut self, note: Diagnostic) {
        self.counts.noted += 1;
        self.message(note);
    }

    /// Passes on the answers so far; they are written with later ones.
    fn pass_on(&mut self, message: Option<Diagnostic>) {
        let (text, counts) = (std::mem::take(&mut self.text), std::mem::take(&mut self.counts));
        self.ticket.send(OutputPart { text, counts, message });
    }

    /// Sends the output, to be flushed soon, if it was last sent at least [`MAX_WAIT`] ago.
    pub(super) fn send_if_due(&mut self) {
        if self.sent.elapsed() >= MAX_WAIT {
            self.pass_on(None);
            self.writer.write(false);
            self.sent = Instant::now();
        }
    }

    /// Sends the output as soon as those of all earlier batches are written. Until then it waits only if there is much
    /// text. Returns `None` if the search is cancelled.
    pub(super) fn send_in_turn(&mut self) -> Option<()> {
        if self.text.len() >= MAX_WAITING_BYTES || self.ticket.is_next() {
            self.ticket.wait().then(|| self.pass_on(None))?;
            self.writer.write(false);
        }
        self.writer.context.unless_cancelled()
    }

    /// Sends the rest. With `is_cancelled`, an answer is missing after it.
    pub(super) fn end(mut self, is_cancelled: bool) {
        if is_cancelled {
            self.counts.worst = Exit::Interrupted;
        }
        self.pass_on(None);
        drop(self.ticket);
        self.writer.write(true);
    }
}

/// Where the output of one input goes, and what has been written so far.
struct Sink<'a> {
    context: &'a InputContext<'a>,
    bar: Bar,
    out: BufWriter<Box<dyn Write + Send>>,
    counts: AnswerCounts,
    /// After an error, nothing more is written.
    written: io::Result<()>,
}

impl Sink<'_> {
    /// Calls `write`, unless a write failed before. If it fails, cancels the searches.
    fn attempt(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.written.is_ok() {
            self.written = write(self);
            if self.written.is_err() {
                self.context.task.cancel.raise();
            }
        }
    }

    /// Writes the next output.
    fn write(&mut self, part: &OutputPart) -> io::Result<()> {
        if !self.context.state.is_several() {
            self.bar.hide();
        }
        // The bar is cleared before anything is written to its terminal.
        let is_beside_bar = self.context.command.terminal.interactive || part.message.is_some();
        match self.bar.shown().filter(|_| is_beside_bar) {
            Some(bar) => bar.suspend(|| self.write_now(part)),
            None => self.write_now(part),
        }
    }

    fn write_now(&mut self, OutputPart { text, counts, message }: &OutputPart) -> io::Result<()> {
        // An answer before it is missing.
        if self.counts.worst == Exit::Interrupted {
            return Ok(());
        }
        self.counts.append(counts);
        self.out.write_all(text)?;
        let terminal = self.context.command.terminal;
        if terminal.interactive {
            self.flush()?;
        }
        let is_shown = |message: &Diagnostic| message.is_error() || self.counts.noted <= MAX_NOTES;
        message.iter().filter(|message| is_shown(message)).for_each(|shown| show_diagnostic(shown, terminal));
        Ok(())
    }

    fn show_progress(&mut self) {
        let InputContext { state, searches, command, .. } = self.context;
        let is_several = state.is_several();
        let search = searches.as_ref().and_then(|searches| searches.words(is_several));
        match search {
            search if is_several => {
                let position = || state.position.load(Ordering::Relaxed);
                self.bar.puzzles_and(self.counts.answered, position, search);
            }
            // Solutions that appear on the terminal show the progress.
            Some(words) if command.question != Question::All || !command.terminal.interactive => {
                self.bar.search(words);
            }
            _ => self.bar.hide(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.out.buffer().is_empty() { Ok(()) } else { self.out.flush() }
    }

    /// Writes the rest and the closing remarks.
    fn end(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))?;
        self.out.flush()?;
        let InputContext { strategy, command, .. } = self.context;
        if self.counts.noted > MAX_NOTES {
            self.sum_up(&format!("{} notes, {MAX_NOTES} of them shown", self.counts.noted));
        }
        if command.arguments.verbose {
            if self.counts.chosen.is_empty() && self.counts.answered > 0 {
                self.sum_up(&format!("searched by {strategy}, as requested"));
            }
            for (Choice { taken, why }, puzzles) in &self.counts.chosen {
                self.sum_up(&format!("{strategy} chose {taken} for {}: {why}", counted_puzzles(*puzzles)));
            }
        }
        Ok(())
    }

    fn sum_up(&self, what: &str) {
        let name = self.context.title.as_ref().unwrap_or(&self.context.source);
        let note = Diagnostic::note(format!("{name}: {what}"));
        self.bar.suspend(|| show_diagnostic(&note, self.context.command.terminal));
    }
}
