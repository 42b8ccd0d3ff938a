//! The state that the workers of a run share: the record, the order of execution, and the request to stop.

use crate::error::Error;
use crate::plan::Plan;
use crate::record::{Appender, TRIALS};
use coverlab_model::Cancel;
use coverlab_model::pool::lock;
use std::fs::File;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A streamed block that runs longer is ended, and its instances are searched one by one, under the limits of a trial.
const MAX_BLOCK_TIME: Duration = Duration::from_secs(1);

/// Maximum delay before rows are written.
const MAX_DELAY: Duration = Duration::from_millis(100);

/// The state that the workers share.
pub(super) struct Shared<'a> {
    pub(super) plan: &'a Plan,
    /// The name of this machine in records.
    pub(super) host: &'a str,
    /// The number of the part of the run.
    part: usize,
    record: &'a Mutex<Appender<File>>,
    order: AtomicU64,
    recorded: AtomicU64,
    failure: Mutex<Option<Error>>,
    /// Raised when the run is to stop: every single search watches it.
    pub(super) halt: Cancel,
    /// Per worker, the streamed block it is in.
    streaming: Vec<Mutex<Option<(Instant, Cancel)>>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        part: usize,
        host: &'a str,
        record: &'a Mutex<Appender<File>>,
        order: u64,
        workers: usize,
    ) -> Self {
        Shared {
            plan,
            host,
            part,
            record,
            order: AtomicU64::new(order),
            recorded: AtomicU64::new(0),
            failure: Mutex::new(None),
            halt: Cancel::default(),
            streaming: (0..workers).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Takes the next `count` places in the order of execution; the first of them.
    pub(super) fn order(&self, count: usize) -> u64 {
        self.order.fetch_add(count as u64, Relaxed)
    }

    /// Appends `rows` rows, which are `text`.
    pub(super) fn append(&self, text: &[u8], rows: usize) {
        let written = lock(self.record).append(self.part, text, rows);
        if written.is_ok() {
            self.recorded.fetch_add(rows as u64, Relaxed);
        }
        self.stop_unless(written);
    }

    /// Stops the run if something could not be `written`.
    fn stop_unless(&self, written: std::io::Result<()>) {
        if let Err(error) = written {
            self.fail(unwritten(&error));
        }
    }

    /// Stops the run with `error`, unless it had failed before.
    pub(super) fn fail(&self, error: Error) {
        lock(&self.failure).get_or_insert(error);
        self.stop();
    }

    /// Trials recorded since the start.
    pub(super) fn recorded(&self) -> u64 {
        self.recorded.load(Relaxed)
    }

    /// Ends the run as soon as the searches at work notice.
    pub(super) fn stop(&self) {
        self.halt.raise();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.halt.is_raised()
    }

    /// A worker begins a streamed block, which `cancel` ends.
    pub(super) fn enter_stream(&self, worker: usize, cancel: &Cancel) {
        *lock(&self.streaming[worker]) = Some((Instant::now(), cancel.clone()));
    }

    /// A worker has finished its streamed block.
    pub(super) fn leave_stream(&self, worker: usize) {
        *lock(&self.streaming[worker]) = None;
    }

    /// Ends streamed blocks that take too long, or all of them when the run stops, and writes rows that have waited.
    pub(super) fn watch(&self) {
        let written = lock(self.record).flush_after(MAX_DELAY);
        self.stop_unless(written);
        for slot in &self.streaming {
            if let Some((since, cancel)) = &*lock(slot)
                && (self.is_stopping() || since.elapsed() > MAX_BLOCK_TIME)
            {
                cancel.raise();
            }
        }
    }

    /// Writes the rows that wait.
    ///
    /// # Errors
    /// The failure that stopped the run, if it was not asked to stop.
    pub(super) fn finish(self) -> Result<(), Error> {
        let written = lock(self.record).flush();
        self.stop_unless(written);
        match self.failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

fn unwritten(error: &std::io::Error) -> Error {
    let what = Error::new(format!("cannot write {TRIALS}: {error}"));
    what.help("free some space and run again; nothing recorded is lost")
}
