//! Appends blocks of trials to a table, and their checksums to the file beside it.

use super::sums::{Block, Line, Origin};
use super::{COLUMNS, Trial};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

/// Waiting rows of this size are written.
const BLOCK_BYTES: usize = 64 << 10;

/// The first line of a table.
pub(super) fn header() -> String {
    COLUMNS.join(",") + "\n"
}

/// Trials as rows of a table.
pub(crate) struct RowWriter(csv::Writer<Vec<u8>>);

impl RowWriter {
    /// A writer without rows.
    pub(crate) fn new() -> Self {
        RowWriter(csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new()))
    }

    /// Adds `trial`.
    pub(crate) fn push(&mut self, trial: &Trial) {
        self.0.serialize(trial).expect("a trial is a row, and memory takes it");
    }

    /// Takes the text of the rows.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        let Ok(text) = std::mem::replace(self, RowWriter::new()).0.into_inner() else {
            unreachable!("memory takes it")
        };
        text
    }
}

/// The end of a growing table.
pub(crate) struct Appender<S: Write> {
    table: File,
    sums: S,
    /// The length of the table.
    at: u64,
    /// The number of the origin of the next rows.
    origin: usize,
    /// The part of the run that waiting rows are of.
    part: usize,
    /// Rows that are not written yet, and how many.
    waiting: Vec<u8>,
    rows: u64,
    /// When the first of them came.
    since: Option<Instant>,
}

impl<S: Write> Appender<S> {
    /// Appends to `table`, of `at` bytes, and to its checksums.
    pub(super) fn new(table: File, sums: S, at: u64) -> Appender<S> {
        Appender { table, sums, at, origin: 0, part: 0, waiting: Vec::new(), rows: 0, since: None }
    }

    /// Rows from here on have this origin.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub(crate) fn origin(&mut self, origin: &Origin) -> io::Result<()> {
        self.flush()?;
        self.origin = origin.number;
        self.sums.write_all(Line::Origin(Box::new(origin.clone())).encode().as_bytes())
    }

    /// Begins an empty table.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub(super) fn header(&mut self) -> io::Result<()> {
        let header = header();
        self.at = header.len() as u64;
        self.table.write_all(header.as_bytes())
    }

    /// Appends `rows` rows of part `part` of the run, which are `text`.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub(crate) fn append(&mut self, part: usize, text: &[u8], rows: usize) -> io::Result<()> {
        if part != self.part {
            self.flush()?;
            self.part = part;
        }
        self.since.get_or_insert_with(Instant::now);
        self.waiting.extend_from_slice(text);
        self.rows += rows as u64;
        if self.waiting.len() < BLOCK_BYTES { Ok(()) } else { self.flush() }
    }

    /// Writes all waiting rows as a block. Rows that cannot be written are dropped: the run ends.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.since = None;
        if self.waiting.is_empty() {
            return Ok(());
        }
        let (text, rows) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.rows));
        // Behind the last block, even if an earlier attempt has written half of this one.
        self.table.seek(SeekFrom::Start(self.at))?;
        self.table.write_all(&text)?;
        let (origin, part, at, bytes) = (self.origin, self.part, self.at, text.len() as u64);
        let block = Block { origin, part, at, bytes, rows, crc: crc32fast::hash(&text) };
        self.at += bytes;
        // The rows first: a kill in between leaves rows without a checksum, which the next start cuts off.
        self.sums.write_all(Line::Block(block).encode().as_bytes())?;
        // Reuses its memory.
        self.waiting = text;
        self.waiting.clear();
        Ok(())
    }

    /// Writes everything if some of it has waited for `max_delay`.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub(crate) fn flush_after(&mut self, max_delay: Duration) -> io::Result<()> {
        if self.since.is_some_and(|since| since.elapsed() >= max_delay) { self.flush() } else { Ok(()) }
    }

    /// Writes everything, and gives the table and its checksums back.
    pub(super) fn finish(mut self) -> io::Result<(File, S)> {
        self.flush()?;
        Ok((self.table, self.sums))
    }
}

impl Appender<File> {
    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// A reason of the system.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.table.sync_data()?;
        self.sums.sync_data()
    }
}
