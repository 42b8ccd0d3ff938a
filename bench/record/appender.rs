//! Appends blocks of rows to a table, and their checksums to the file beside it.

use super::checksums::{Block, Origin, SumsLine};
use super::{COLUMNS, Trial};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

/// Buffered rows are written once they have this size.
const BLOCK_BYTES: usize = 64 << 10;

/// The first line of a table.
pub(super) fn header() -> String {
    COLUMNS.join(",") + "\n"
}

/// Converts trials to rows of a table.
pub(crate) struct RowWriter(csv::Writer<Vec<u8>>);

impl RowWriter {
    /// A writer without rows.
    pub(crate) fn new() -> Self {
        RowWriter(csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new()))
    }

    /// Adds `trial` as a row.
    pub(crate) fn push(&mut self, trial: &Trial) {
        self.0.serialize(trial).expect("writing a flat struct to memory cannot fail");
    }

    /// Returns the text of the rows, and starts again without rows.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        let Ok(text) = std::mem::replace(self, RowWriter::new()).0.into_inner() else {
            unreachable!("flushing to memory cannot fail")
        };
        text
    }
}

/// Appends rows to a table, and checksums to `sums`.
pub(crate) struct Appender<S: Write> {
    table: File,
    sums: S,
    /// The length of the table in bytes, without buffered rows.
    table_bytes: u64,
    /// The number of the origin of the next rows.
    origin: usize,
    /// The text of rows that are not written yet.
    buffer: Vec<u8>,
    /// The number of buffered rows.
    buffered_rows: u64,
    /// When the first buffered row was added.
    buffered_since: Option<Instant>,
}

impl<S: Write> Appender<S> {
    /// Appends to `table`, whose length is `table_bytes`.
    pub(super) fn new(table: File, sums: S, table_bytes: u64) -> Appender<S> {
        let (buffer, buffered_rows, buffered_since) = (Vec::new(), 0, None);
        Appender { table, sums, table_bytes, origin: 0, buffer, buffered_rows, buffered_since }
    }

    /// Sets the origin of all following rows.
    pub(crate) fn set_origin(&mut self, origin: &Origin) -> io::Result<()> {
        self.flush()?;
        self.origin = origin.number;
        self.sums.write_all(SumsLine::Origin(Box::new(origin.clone())).encode().as_bytes())
    }

    /// Writes the header of an empty table.
    pub(super) fn write_header(&mut self) -> io::Result<()> {
        let header = header();
        self.table_bytes = header.len() as u64;
        self.table.write_all(header.as_bytes())
    }

    /// Appends `rows` rows, whose text is `text`.
    pub(crate) fn append(&mut self, text: &[u8], rows: usize) -> io::Result<()> {
        self.buffered_since.get_or_insert_with(Instant::now);
        self.buffer.extend_from_slice(text);
        self.buffered_rows += rows as u64;
        if self.buffer.len() < BLOCK_BYTES { Ok(()) } else { self.flush() }
    }

    /// Writes the buffered rows as a block. After an error, these rows are lost, and the caller has to end the run.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.buffered_since = None;
        if self.buffer.is_empty() {
            return Ok(());
        }
        let (text, rows) = (std::mem::take(&mut self.buffer), std::mem::take(&mut self.buffered_rows));
        // After the last block, even if an earlier attempt wrote half of this one.
        self.table.seek(SeekFrom::Start(self.table_bytes))?;
        self.table.write_all(&text)?;
        let (origin, at, bytes) = (self.origin, self.table_bytes, text.len() as u64);
        let block = Block { origin, at, bytes, rows, crc: crc32fast::hash(&text) };
        self.table_bytes += bytes;
        // Rows are written first: a kill in between leaves rows without a checksum, which the next start cuts off.
        self.sums.write_all(SumsLine::Block(block).encode().as_bytes())?;
        // The allocation is reused.
        self.buffer = text;
        self.buffer.clear();
        Ok(())
    }

    /// Writes the buffered rows if the first of them was added at least `max_delay` ago.
    pub(crate) fn flush_after(&mut self, max_delay: Duration) -> io::Result<()> {
        let is_due = self.buffered_since.is_some_and(|since| since.elapsed() >= max_delay);
        if is_due { self.flush() } else { Ok(()) }
    }

    /// Writes the buffered rows, and returns the table and the checksums.
    pub(super) fn finish(mut self) -> io::Result<(File, S)> {
        self.flush()?;
        Ok((self.table, self.sums))
    }
}
