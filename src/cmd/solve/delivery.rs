//! The way of results from the workers to the output.
//!
//! There is no thread for the output: a worker that has sent what comes next writes it, and what has come behind
//! it. Threads that hand all of it on to each other spend more time waking up.

use super::outbox::Results;
use super::print::{Printer, SoFar};
use super::text::Tally;
use coverlab_model::Cancel;
use coverlab_model::pool::{ChannelCapacity, lock};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Results in order, and the printer that writes them.
pub(super) struct Delivery<'a, W: Write> {
    pub(super) results: Results,
    printer: Mutex<Printer<'a, W>>,
    /// Why nothing more can be written.
    failure: Mutex<Option<io::Error>>,
    cancel: Cancel,
}

impl<'a, W: Write> Delivery<'a, W> {
    /// Delivers the results of this many workers. If they cannot be written, `cancel` is raised.
    pub(super) fn new(workers: usize, printer: Printer<'a, W>, cancel: &Cancel) -> Delivery<'a, W> {
        // Enough that no worker waits for one that holds up the order, for a while.
        let bounds = ChannelCapacity { items: 4 * workers as u64 + 4, results: usize::MAX };
        Delivery {
            results: Results::new(bounds),
            printer: Mutex::new(printer),
            failure: Mutex::new(None),
            cancel: cancel.clone(),
        }
    }

    /// Writes the results that have come to their turn.
    pub(super) fn write(&self) {
        if !self.results.is_ready() {
            return;
        }
        let mut printer = lock(&self.printer);
        while let Some(parts) = self.results.try_receive() {
            if lock(&self.failure).is_none() {
                self.note(printer.write(parts));
            }
        }
    }

    /// To be called now and then: ends the search if it is cancelled, and shows how far it is.
    pub(super) fn tick(&self) {
        if self.cancel.is_raised() {
            self.results.close();
        }
        // A worker that holds the printer shows the progress itself.
        if let Ok(mut printer) = self.printer.try_lock()
            && lock(&self.failure).is_none()
        {
            self.note(printer.pass_time());
        }
    }

    fn note(&self, written: io::Result<()>) {
        if let Err(error) = written {
            lock(&self.failure).get_or_insert(error);
            // Nothing more can be written: the searches may end.
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
        let mut printer = self.printer.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        printer.end()?;
        let SoFar { tally, .. } = std::mem::take(&mut printer.so_far);
        Ok(tally)
    }
}
