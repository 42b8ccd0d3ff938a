//! The state that the threads of a run share: the record, the order of execution, and the request to end.

use crate::error::Error;
use crate::plan::Design;
use crate::record::Appender;
use coverlab_model::Cancel;
use coverlab_model::pool::lock;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Maximum wall time of a streamed block. After that, it is ended and its instances are searched one by one, each under the
/// limits of a trial.
const MAX_BLOCK_TIME: Duration = Duration::from_secs(1);

/// Maximum time that rows are buffered.
const MAX_DELAY: Duration = Duration::from_millis(100);

/// The state that the threads of a run share.
pub(super) struct RunState<'a> {
    pub(super) design: &'a Design,
    /// The name of this machine in the record.
    pub(super) host: &'a str,
    record: &'a Mutex<Appender<File>>,
    /// The path of the table of trials.
    path: PathBuf,
    /// The `order_index` of the next trial.
    next_order: AtomicU64,
    /// The number of trials recorded so far.
    recorded: AtomicU64,
    /// The first error.
    failure: Mutex<Option<Error>>,
    /// Raised to end the run. Every search that is not in a watched block has it.
    pub(super) cancel: Cancel,
    /// By thread, the start of its watched block and what ends it.
    watched_blocks: Vec<Mutex<Option<(Instant, Cancel)>>>,
}

impl<'a> RunState<'a> {
    pub(super) fn new(
        design: &'a Design,
        host: &'a str,
        (record, path): (&'a Mutex<Appender<File>>, PathBuf),
        next_order: u64,
        threads: usize,
    ) -> Self {
        RunState {
            design,
            host,
            record,
            path,
            next_order: AtomicU64::new(next_order),
            recorded: AtomicU64::new(0),
            failure: Mutex::new(None),
            cancel: Cancel::default(),
            watched_blocks: (0..threads).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Reserves the `order_index` of the next `count` trials, and returns the first.
    pub(super) fn take_order(&self, count: usize) -> u64 {
        self.next_order.fetch_add(count as u64, Relaxed)
    }

    /// Appends `rows` rows, whose text is `text`.
    pub(super) fn append(&self, text: &[u8], rows: usize) {
        let written = lock(self.record).append(text, rows);
        if written.is_ok() {
            self.recorded.fetch_add(rows as u64, Relaxed);
        }
        self.fail_unless(written);
    }

    /// Ends the run if rows could not be written.
    fn fail_unless(&self, written: std::io::Result<()>) {
        if let Err(error) = written {
            self.fail(Error::file("write", &self.path, &error));
        }
    }

    /// Ends the run because of `error`. Only the first error is reported.
    pub(super) fn fail(&self, error: Error) {
        lock(&self.failure).get_or_insert(error);
        self.cancel_all();
    }

    /// The number of trials recorded so far.
    pub(super) fn recorded(&self) -> u64 {
        self.recorded.load(Relaxed)
    }

    /// Asks all searches to end.
    pub(super) fn cancel_all(&self) {
        self.cancel.raise();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_raised()
    }

    /// Registers that a thread begins a block that may take [`MAX_BLOCK_TIME`]. `cancel` ends it.
    pub(super) fn begin_watched_block(&self, thread: usize, cancel: &Cancel) {
        *lock(&self.watched_blocks[thread]) = Some((Instant::now(), cancel.clone()));
    }

    /// Registers that a thread has finished its block.
    pub(super) fn end_watched_block(&self, thread: usize) {
        *lock(&self.watched_blocks[thread]) = None;
    }

    /// Writes rows that were buffered for [`MAX_DELAY`]. Ends watched blocks that take too long, or all of them if the run
    /// is cancelled.
    pub(super) fn watch(&self) {
        let written = lock(self.record).flush_after(MAX_DELAY);
        self.fail_unless(written);
        for block in &self.watched_blocks {
            if let Some((since, cancel)) = &*lock(block)
                && (self.is_cancelled() || since.elapsed() > MAX_BLOCK_TIME)
            {
                cancel.raise();
            }
        }
    }

    /// Writes the buffered rows.
    ///
    /// # Errors
    /// The first error of the run.
    pub(super) fn finish(self) -> Result<(), Error> {
        let written = lock(self.record).flush();
        self.fail_unless(written);
        match self.failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
