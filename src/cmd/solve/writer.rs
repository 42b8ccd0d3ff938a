//! Puts the results of all workers into input order.
//!
//! No thread is set apart for the output: the worker that sends the next answers writes them, and all that follow
//! them and are ready. Threads that hand all of it on to each other spend more time waking up.

use super::batch::{Batch, Batches};
use super::page::{MAX_WAIT, Page};
use super::results::{Output, Results, Tally, Text};
use coverlab_model::pool::{ChannelCapacity, Ordered, Ticket, lock};
use coverlab_model::{Cancel, Choice};
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes the results of all workers in the order of the input.
pub(super) struct Writer<'a> {
    results: Ordered<Results>,
    page: Mutex<Page<'a>>,
    cancel: Cancel,
}

impl<'a> Writer<'a> {
    /// A writer for so many workers. If it cannot write, it raises `cancel`.
    pub(super) fn new(workers: usize, page: Page<'a>, cancel: &Cancel) -> Writer<'a> {
        // Enough that no worker waits for one that holds up the order, for a while.
        let bounds = ChannelCapacity { items: 4 * workers as u64 + 4, results: usize::MAX };
        Writer { results: Ordered::new(bounds), page: Mutex::new(page), cancel: cancel.clone() }
    }

    /// The next batch, and where its results go.
    pub(super) fn take<P>(
        &self,
        batches: &Mutex<Batches<'_, P>>,
    ) -> Option<(BatchResults<'_, 'a>, Batch<P>)> {
        let (ticket, batch) = self.results.take(batches)?;
        let results = BatchResults { ticket, writer: self, outputs: Vec::new(), sent: Instant::now() };
        Some((results, batch))
    }

    /// Writes the results whose turn has come.
    fn write(&self) {
        if !self.results.is_ready() {
            return;
        }
        let mut page = lock(&self.page);
        while let Some(results) = self.results.try_receive() {
            self.attempt(&mut page, |page| page.write(results));
        }
    }

    /// To be called now and then: ends the search if it is cancelled, and shows the progress.
    pub(super) fn tick(&self) {
        if self.cancel.is_raised() {
            self.results.close();
        }
        // A worker that writes shows the progress itself.
        if let Ok(mut page) = self.page.try_lock() {
            self.attempt(&mut page, Page::pass_time);
        }
    }

    /// Writes, unless that has failed before: then the searches may end.
    fn attempt(&self, page: &mut Page<'a>, write: impl FnOnce(&mut Page<'a>) -> io::Result<()>) {
        if page.failure.is_none()
            && let Err(error) = write(page)
        {
            page.failure = Some(error);
            self.cancel.raise();
            self.results.close();
        }
    }

    /// Writes what is left when the workers have ended.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn end(self) -> io::Result<Tally> {
        self.write();
        let mut page = self.page.into_inner().unwrap_or_else(PoisonError::into_inner);
        match page.failure.take() {
            Some(error) => Err(error),
            None => page.end(),
        }
    }
}

/// The results of one batch.
pub(super) struct BatchResults<'w, 'a> {
    ticket: Ticket<'w, Results>,
    writer: &'w Writer<'a>,
    outputs: Vec<Output>,
    sent: Instant,
}

impl BatchResults<'_, '_> {
    /// Adds an output, to be sent soon.
    pub(super) fn push(&mut self, output: Output) {
        self.outputs.push(output);
    }

    /// The text to be continued, of puzzles that were handed to `choice`.
    #[inline]
    pub(super) fn text(&mut self, choice: Option<Choice>) -> &mut Text {
        if !matches!(self.outputs.last(), Some(Output::Text(text)) if text.choice == choice) {
            self.outputs.push(Output::Text(Text { choice, ..Text::default() }));
        }
        match self.outputs.last_mut() {
            Some(Output::Text(text)) => text,
            _ => unreachable!("the text was pushed above"),
        }
    }

    /// Sends the outputs, if the last time is a while ago.
    pub(super) fn send_if_due(&mut self) {
        if self.sent.elapsed() >= MAX_WAIT {
            self.send();
        }
    }

    /// Sends the outputs.
    pub(super) fn send(&mut self) {
        self.ticket.send(Results { outputs: std::mem::take(&mut self.outputs), ends_batch: false });
        self.writer.write();
        self.sent = Instant::now();
    }

    /// Whether the results of all batches before this one are written.
    pub(super) fn is_next(&self) -> bool {
        self.ticket.is_next()
    }

    /// Waits until that is so. `false`: the search is over before.
    pub(super) fn wait(&self) -> bool {
        self.ticket.wait()
    }

    /// Sends the rest.
    pub(super) fn end(self) {
        let BatchResults { ticket, writer, outputs, .. } = self;
        ticket.send(Results { outputs, ends_batch: true });
        drop(ticket);
        writer.write();
    }
}
