//! The table as CSV.
//!
//! Fields that are equal in many rows are formatted once, by the `csv` crate, which knows when to quote; the
//! others are numbers and need no quotes. A test holds the result against [`super::Trial`].

use super::COLUMNS;
use super::field::{Cell, thousandths};
use super::rows::Rows;
use super::table::Origin;
use std::fs::File;
use std::io::{self, Write};

/// A table as CSV.
pub(super) struct CsvRows {
    file: File,
    /// Rows that wait.
    text: Vec<u8>,
}

impl CsvRows {
    /// A table of no rows in `file`, which is empty.
    pub(super) fn new(file: File) -> CsvRows {
        CsvRows { file, text: (COLUMNS.join(",") + "\n").into_bytes() }
    }
}

impl Rows for CsvRows {
    /// Fields, each with a comma behind it.
    type Shared = Vec<u8>;

    fn share(cells: &[Cell<'_>], shared: &mut Vec<u8>) {
        shared.clear();
        cells.iter().for_each(|cell| append(*cell, shared));
    }

    #[inline]
    fn shared(&mut self, cells: &Vec<u8>) -> &mut Self {
        self.text.extend_from_slice(cells);
        self
    }

    #[inline(always)]
    fn cell(&mut self, cell: Cell<'_>) -> &mut Self {
        append(cell, &mut self.text);
        self
    }

    fn end(&mut self) {
        if let Some(last) = self.text.last_mut() {
            *last = b'\n';
        }
    }

    fn is_full(&self) -> bool {
        self.text.len() > 1 << 16
    }

    fn write(&mut self) -> io::Result<()> {
        let written = self.file.write_all(&self.text);
        self.text.clear();
        written
    }

    fn finish(mut self, _: &Origin) -> io::Result<File> {
        self.write()?;
        Ok(self.file)
    }
}

/// Appends a field and a comma.
#[inline(always)]
fn append(cell: Cell<'_>, text: &mut Vec<u8>) {
    match cell {
        Cell::Text(field) => append_text(field, text),
        Cell::Word(word) => text.extend_from_slice(word.as_bytes()),
        Cell::Number(number) | Cell::Optional(Some(number)) => append_number(number, text),
        Cell::Optional(None) | Cell::Hash(0) => {}
        Cell::Hash(hash) => {
            let digit = |k: usize| b"0123456789abcdef"[(hash >> (28 - 4 * k)) as usize & 15];
            text.extend_from_slice(&std::array::from_fn::<u8, 8, _>(digit));
        }
        Cell::Ratio(over, under) => {
            if let Some((whole, rest)) = thousandths(over, under) {
                append_number(whole, text);
                let digits = [rest / 100, rest / 10 % 10, rest % 10].map(|d| b'0' + d as u8);
                text.push(b'.');
                text.extend_from_slice(&digits);
            }
        }
    }
    text.push(b',');
}

#[inline]
fn append_number(number: u64, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends a field that may need quotes.
fn append_text(field: &[u8], text: &mut Vec<u8>) {
    // Not `any`: without an early end the bytes are looked at many at a time.
    let special = |found: bool, byte: &u8| found | matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !field.iter().fold(false, special) {
        text.extend_from_slice(field);
        return;
    }
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(text);
    writer.write_record([field]).expect("writing to memory");
    let Ok(text) = writer.into_inner() else { unreachable!("writing to memory") };
    text.pop();
}
