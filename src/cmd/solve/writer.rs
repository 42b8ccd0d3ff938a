//! Puts the outputs of all workers into input order.
//!
//! No thread is set apart for the output: the worker that sends the next answers writes them, and all that follow
//! them and are ready. Threads that hand all of it on to each other spend more time waking up.

use super::context::Context;
use super::page::{MAX_WAIT, Notice, NoticeKind, Output, Page, Tally};
use crate::cmd::bar::Bar;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::pool::{ChannelCapacity, Ordered, Ticket, lock};
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Writes the outputs of all workers in the order of the input.
pub(super) struct Writer<'a> {
    context: &'a Context<'a>,
    outputs: Ordered<Output>,
    page: Mutex<Page<'a>>,
}

impl<'a> Writer<'a> {
    /// A writer for so many workers, with a progress bar for the input. If it cannot write, it cancels the searches.
    pub(super) fn new(workers: usize, context: &'a Context<'a>, bar: Bar) -> Writer<'a> {
        // Enough that no worker waits for one that holds up the order, for a while.
        let bounds = ChannelCapacity { items: 4 * workers as u64 + 4, results: usize::MAX };
        let page = Page::new(context, bar, Box::new(coverlab_bench::output::stdout()));
        Writer { context, outputs: Ordered::new(bounds), page: Mutex::new(page) }
    }

    /// The next batch, and where its output goes.
    pub(super) fn take<B: Iterator>(&self, batches: &Mutex<B>) -> Option<(BatchOutput<'_, 'a>, B::Item)> {
        let (ticket, batch) = self.outputs.take(batches)?;
        Some((BatchOutput { ticket, writer: self, output: Output::default(), sent: Instant::now() }, batch))
    }

    /// Writes the outputs whose turn has come.
    fn write(&self) {
        if !self.outputs.is_ready() {
            return;
        }
        let mut page = lock(&self.page);
        while let Some(output) = self.outputs.try_receive() {
            self.attempt(&mut page, |page| page.write(&output));
        }
    }

    /// To be called now and then: ends the search if it is cancelled, and shows the progress.
    pub(super) fn tick(&self) {
        if self.context.goes_on().is_none() {
            self.outputs.close();
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
            self.context.task.cancel.raise();
            self.outputs.close();
        }
    }

    /// Writes what is left when the workers have ended, and the closing remarks.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn end(self) -> io::Result<Tally> {
        self.write();
        self.page.into_inner().unwrap_or_else(PoisonError::into_inner).end()
    }
}

/// The output of one batch.
pub(super) struct BatchOutput<'w, 'a> {
    ticket: Ticket<'w, Output>,
    writer: &'w Writer<'a>,
    output: Output,
    sent: Instant,
}

impl BatchOutput<'_, '_> {
    /// The text to be continued.
    pub(super) fn text(&mut self) -> &mut Vec<u8> {
        if !self.output.notices.is_empty() {
            // Text behind a message stays behind it.
            self.ticket.send(std::mem::take(&mut self.output));
        }
        &mut self.output.bytes
    }

    /// The figures of the answers in the text.
    pub(super) fn tally(&mut self) -> &mut Tally {
        &mut self.output.tally
    }

    /// Adds a message behind the text.
    pub(super) fn note(&mut self, kind: NoticeKind, diagnostic: Diagnostic) {
        self.output.notices.push(Notice { kind, diagnostic });
    }

    /// Sends the output, if the last time is a while ago.
    pub(super) fn send_if_due(&mut self) {
        if self.sent.elapsed() >= MAX_WAIT {
            self.send();
        }
    }

    /// Sends the output.
    pub(super) fn send(&mut self) {
        self.ticket.send(std::mem::take(&mut self.output));
        self.writer.write();
        self.sent = Instant::now();
    }

    /// Whether the outputs of all batches before this one are written.
    pub(super) fn is_next(&self) -> bool {
        self.ticket.is_next()
    }

    /// Waits until that is so. `false`: the search is over before.
    pub(super) fn wait(&self) -> bool {
        self.ticket.wait()
    }

    /// Sends the rest; `cancelled`: an answer is missing behind it.
    pub(super) fn end(self, cancelled: bool) {
        let BatchOutput { ticket, writer, output, .. } = self;
        ticket.send(Output { cancelled, ends_batch: true, ..output });
        drop(ticket);
        writer.write();
    }
}

#[cfg(test)]
impl BatchOutput<'_, '_> {
    /// All text, and the messages.
    pub(super) fn taken(self) -> (String, Vec<String>) {
        self.ticket.send(self.output);
        let outputs: Vec<Output> = std::iter::from_fn(|| self.writer.outputs.try_receive()).collect();
        let text = outputs.iter().map(|output| String::from_utf8_lossy(&output.bytes)).collect();
        let notices = outputs.iter().flat_map(|output| &output.notices);
        (text, notices.map(|notice| notice.diagnostic.render(false)).collect())
    }
}
