//! A table of trials on disk, with the checksums of its blocks. Opening it finds missing rows and damage of the header and of
//! the checksums; damaged rows are found when they are read. Appending to it first cuts off what a killed run left torn.

use super::appender::{Appender, header};
use super::checksums::{self, Block, Origin, SumsLine};
use super::{COLUMNS, Trial};
use crate::error::Error;
use crate::experiment::claims_checksum;
use crate::input::{self, Accept};
use csv::StringRecord;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// A column of earlier versions. Tables without checksums are read by the names of their columns, so there it has no effect.
const DROPPED_COLUMN: &str = "isomorph";

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowLocation {
    /// The number of the table.
    pub(crate) table: u16,
    /// The length of the row in bytes.
    pub(super) bytes: u32,
    /// The offset of the row in the table, in bytes. Never 0, because the header comes first.
    pub(super) at: NonZeroU64,
}

impl RowLocation {
    fn new(table: u16, at: u64, bytes: u32) -> RowLocation {
        RowLocation { table, bytes, at: NonZeroU64::new(at).unwrap_or(NonZeroU64::MIN) }
    }
}

/// A table and its checksums.
#[derive(Default)]
pub struct TrialFile {
    path: PathBuf,
    /// The path of the checksums.
    sums: PathBuf,
    /// The table; `None` if it is missing.
    file: Option<File>,
    /// Whether there is a file of checksums.
    pub has_sums: bool,
    /// Whether the table has a column that only earlier versions wrote.
    pub(crate) has_dropped_column: bool,
    /// The runs that wrote rows, or were started to do so.
    pub(crate) origins: Vec<Origin>,
    /// The blocks, in the order of their offsets.
    pub(super) blocks: Vec<Block>,
    /// The length of the intact part of the table, in bytes. The rest is torn, and is cut off before more is appended.
    table_end: u64,
    /// The length of the intact part of the checksums, in bytes.
    sums_end: u64,
    /// The smallest number above those of all origins.
    pub(crate) next_origin: usize,
    /// The number of rows that were visited and could be read.
    pub(crate) readable: u64,
    /// Messages about damage in the table or its checksums.
    pub damage: Vec<String>,
}

impl TrialFile {
    /// Opens the table at `path`, which may be missing.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn open(path: &Path) -> Result<TrialFile, Error> {
        match with_new_sums(path)? {
            Some(file) => Ok(file),
            None => TrialFile::with_sums(path, checksums::path_of(path)),
        }
    }

    /// Opens the table at `path` with the checksums in the file `sums`.
    fn with_sums(path: &Path, sums: PathBuf) -> Result<TrialFile, Error> {
        let mut table = TrialFile { path: path.to_path_buf(), sums, ..TrialFile::default() };
        table.read_sums()?;
        Ok(table)
    }

    /// Reads the checksums after those that were read before.
    pub(crate) fn read_sums(&mut self) -> Result<(), Error> {
        self.file = open_existing(&self.path)?;
        let (length, mut text) = (self.length()?, Vec::new());
        if let Some(mut sums) = open_existing(&self.sums)? {
            self.has_sums = true;
            let read = sums.seek(SeekFrom::Start(self.sums_end)).and_then(|_| sums.read_to_end(&mut text));
            read.map_err(|e| Error::file("read", &self.sums, &e))?;
        }
        let end = self.sums_end + text.len() as u64;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let next = self.sums_end + line.len() as u64;
            match SumsLine::decode(line) {
                // A kill may leave the last line torn. Its rows, if any, are cut off with it.
                None if !line.ends_with(b"\n") => break,
                Some(SumsLine::Block(block)) if block.end() > length => {
                    if next == end {
                        break;
                    }
                    self.add_damaged_rows(block.at, block.end(), "are missing");
                }
                Some(SumsLine::Block(block)) => {
                    self.next_origin = self.next_origin.max(block.origin + 1);
                    self.blocks.push(block);
                }
                Some(SumsLine::Origin(origin)) => {
                    self.next_origin = self.next_origin.max(origin.number + 1);
                    self.origins.push(*origin);
                }
                None => {
                    let (sums, from) = (self.sums.display(), self.sums_end);
                    let what = "is damaged; the trials that it covers must be run again";
                    self.damage.push(format!("{sums}: the line at byte {from} {what}"));
                }
            }
            self.sums_end = next;
        }
        self.blocks.sort_by_key(|block| (block.at, block.bytes));
        // A repeated line says nothing new.
        self.blocks.dedup();
        self.check_header().map_err(|e| Error::file("read", &self.path, &e))?;
        let header = header().len() as u64;
        let rows_end = self.blocks.iter().map(Block::end).max().unwrap_or(0);
        self.table_end = if length < header { 0 } else { rows_end.max(header) };
        Ok(())
    }

    /// Finds a header that this program does not write: of an earlier version, or damaged. No checksum covers it, and an exchange of
    /// two names would exchange their columns.
    fn check_header(&mut self) -> io::Result<()> {
        let (Some(file), Some(first)) = (&self.file, self.blocks.first()) else { return Ok(()) };
        let (mut line, mut names) = (String::new(), COLUMNS.iter());
        let read = BufReader::new(file.take(first.at)).read_line(&mut line);
        // Older tables lack the last column.
        let is_known = |name: &str| names.any(|column| *column == name);
        match read {
            Ok(_) if line.trim_end().split(',').all(is_known) => Ok(()),
            Err(e) if e.kind() != io::ErrorKind::InvalidData => Err(e),
            _ => {
                self.has_dropped_column = line.split(',').any(|name| name == DROPPED_COLUMN);
                let what = match self.has_dropped_column {
                    true => "an earlier version of coverlab wrote this table",
                    false => "the names of the columns are damaged",
                };
                self.add_damage(format!("{}: {what}", self.path.display()));
                Ok(())
            }
        }
    }

    /// The length of the table in bytes; 0 if it is missing.
    fn length(&self) -> Result<u64, Error> {
        let length = self.file.as_ref().map_or(Ok(0), |file| Ok(file.metadata()?.len()));
        length.map_err(|e| Error::file("read", &self.path, &e))
    }

    /// The path of the table.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Checksums of the claims of the experiment when trials were recorded.
    pub(crate) fn claims(&self) -> impl Iterator<Item = &String> {
        self.origins.iter().flat_map(|origin| &origin.claims)
    }

    /// Whether trials were recorded when the experiment had other claims than in `text`.
    pub fn has_other_claims(&self, text: &str) -> bool {
        let claims = claims_checksum(text);
        self.claims().any(|known| *known != claims)
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.blocks.iter().map(|block| block.rows).sum()
    }

    /// The blocks, in the order of their offsets.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Fills `bytes` from the table, beginning at the offset `at`.
    pub(super) fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), Error> {
        let Some(file) = &mut self.file else {
            return Err(Error::new(format!("{} is missing, but has checksums", self.path.display())));
        };
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes));
        read.map_err(|e| Error::file("read", &self.path, &e))
    }

    /// The bytes of `block`. If they differ from what was recorded, or the description of their run is damaged, adds this to
    /// [`damage`](Self::damage) and returns `None`.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn bytes_of(&mut self, block: &Block) -> Result<Option<Vec<u8>>, Error> {
        if self.origins.iter().all(|origin| origin.number != block.origin) {
            let (sums, number) = (self.sums.display(), block.origin);
            let what = "is damaged; its trials must be run again";
            self.add_damage(format!("{sums}: the description of run {number} {what}"));
            return Ok(None);
        }
        let mut bytes = vec![0; block.bytes as usize];
        self.read_at(block.at, &mut bytes)?;
        if crc32fast::hash(&bytes) == block.crc {
            return Ok(Some(bytes));
        }
        self.add_damaged_rows(block.at, block.end(), "are damaged");
        Ok(None)
    }

    /// Adds the damage of rows that belong to no block. Call it only for a run that has ended, because a killed run may
    /// leave a torn block.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn report_unchecked_rows(&mut self) -> Result<(), Error> {
        let length = self.length()?;
        let mut end = self.blocks.first().map_or(header().len() as u64, |block| block.at);
        let blocks = self.blocks.iter().map(|block| (block.at, block.end()));
        let blocks: Vec<_> = blocks.chain([(length, length)]).collect();
        for (at, next) in blocks {
            if at > end {
                self.add_damaged_rows(end, at, "have no checksum");
            }
            end = next;
        }
        Ok(())
    }

    /// Calls `visit` with each row of `block`, unless the block is damaged. `table` is the number of this table.
    pub(super) fn visit_rows(
        &mut self,
        table: u16,
        block: &Block,
        visit: &mut impl FnMut(&Origin, RowLocation, &Trial),
    ) -> Result<(), Error> {
        let Some(bytes) = self.bytes_of(block)? else { return Ok(()) };
        let origin = self.origins.iter().find(|origin| origin.number == block.origin);
        let Some(origin) = origin else { return Ok(()) };
        let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
        let (mut record, mut from) = (StringRecord::new(), 0);
        while rows.read_record(&mut record).unwrap_or(false) {
            let to = rows.position().byte();
            let Ok(trial) = record.deserialize(None) else { break };
            self.readable += 1;
            visit(origin, RowLocation::new(table, block.at + from, (to - from) as u32), &trial);
            from = to;
        }
        if from < block.bytes {
            self.add_damaged_rows(block.at + from, block.end(), "cannot be read");
        }
        Ok(())
    }

    /// Adds the damage of the rows from byte `from` to byte `to`.
    fn add_damaged_rows(&mut self, from: u64, to: u64, what: &str) {
        let rows = format!("{}: the rows from byte {from} to byte {to} {what}", self.path.display());
        self.add_damage(format!("{rows}; their trials must be run again"));
    }

    /// Adds a message about damage, unless it is there already.
    fn add_damage(&mut self, damage: String) {
        if !self.damage.contains(&damage) {
            self.damage.push(damage);
        }
    }

    /// Opens the table for appending, after cutting off what is torn.
    pub(crate) fn appender(&self) -> Result<Appender<File>, Error> {
        let open = |path: &Path, keep: u64| {
            let mut file = File::options().create(true).write(true).truncate(false).open(path)?;
            if file.metadata()?.len() > keep {
                file.set_len(keep)?;
            }
            file.seek(SeekFrom::Start(keep))?;
            io::Result::Ok(file)
        };
        let opened = || {
            // Checksums first: a table without them cannot be resumed.
            let sums = open(&checksums::path_of(&self.path), self.sums_end)?;
            let mut appender = Appender::new(open(&self.path, self.table_end)?, sums, self.table_end);
            if self.table_end == 0 {
                appender.write_header()?;
            }
            Ok(appender)
        };
        opened().map_err(|e| Error::file("write", &self.path, &e))
    }
}

/// A reader of the table at `path`, which is open as `table`. If the table has checksums, they are checked first: every row
/// must be as it was recorded.
///
/// # Errors
/// The table or its checksums are damaged, or cannot be read.
pub fn verified(path: &Path, table: File) -> Result<Box<dyn Read>, Error> {
    let mut checked = TrialFile::open(path)?;
    if let Some(damage) = checked.damage.first() {
        return Err(Error::new(damage.clone()));
    }
    if !checked.has_sums {
        return Ok(Box::new(table));
    }
    let mut end = checked.blocks.first().map_or(checked.table_end, |block| block.at);
    for block in checked.blocks.clone() {
        if block.at != end || checked.bytes_of(&block)?.is_none() {
            let (from, to) = (end.min(block.at), block.end());
            let rows = format!("{}: the rows from byte {from} to byte {to}", path.display());
            return Err(Error::new(format!("{rows} are not as they were recorded")));
        }
        end = block.end();
    }
    if checked.length()? != end {
        let rows = format!("{}: the rows from byte {end} on", path.display());
        return Err(Error::new(format!("{rows} have no checksum")));
    }
    let Some(mut file) = checked.file else { return Ok(Box::new(io::empty())) };
    file.rewind().map_err(|e| Error::file("read", path, &e))?;
    Ok(Box::new(file.take(end)))
}

/// Opens the regular file at `path`; `None` if it is missing.
fn open_existing(path: &Path) -> Result<Option<File>, Error> {
    match input::open(path, Accept::Files) {
        Ok(file) => Ok(Some(file)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Error::file("read", path, &e)),
    }
}

/// The path of the checksums of a sorted table until they replace those of the table at `path`.
pub(crate) fn new_sums(path: &Path) -> PathBuf {
    path.with_extension("sums.new")
}

/// The table at `path` with its new checksums, if the table was replaced and its checksums were not: the table is replaced
/// first, and a kill may come in between.
fn with_new_sums(path: &Path) -> Result<Option<TrialFile>, Error> {
    let new = new_sums(path);
    if !new.exists() {
        return Ok(None);
    }
    let mut table = TrialFile::with_sums(path, new)?;
    let is_replaced = table.has_sums
        && table.damage.is_empty()
        && table.length()? == table.table_end
        && table.blocks.clone().iter().all(|block| matches!(table.bytes_of(block), Ok(Some(_))));
    Ok(is_replaced.then_some(table))
}

/// Completes or undoes the replacement of the table at `path` that a kill interrupted: moves the new checksums into place
/// if the table was replaced, and removes them otherwise. Only the process that holds the lock of the folder may call this.
pub(crate) fn recover(path: &Path) -> Result<(), Error> {
    let new = new_sums(path);
    let recovered = match with_new_sums(path)? {
        Some(_) => fs::rename(&new, checksums::path_of(path)),
        None if new.exists() => fs::remove_file(&new),
        None => Ok(()),
    };
    recovered.map_err(|e| Error::file("recover", path, &e))
}
