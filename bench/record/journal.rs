//! The journal: the trials of a run, block by block, so that a killed run loses nothing it wrote.
//!
//! A folder `journal/` of files, one per host, only ever appended to. FORMAT.md describes the bytes. Blocks reach
//! the file in order, so a kill leaves at most one torn block, at the end. Such a tail is ignored on reading and
//! cut off before the next block is written; a bad block anywhere else is reported, and reading goes on behind it.

use super::block::{self, Block, Bytes, Head, Layout};
use super::row::{Column, Row, stop_words};
use super::{Machine, Status};
use crate::error::Error;
use crate::input;
use crate::plan::{CorpusPlan, InstanceList, Plan};
use coverlab_model::memory::available;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Every block begins with these bytes; the digit is the version of the format.
pub const MAGIC: [u8; 4] = *b"CLJ5";
/// The ending of the name of a journal.
pub const ENDING: &str = "journal";
/// The magic, the CRC-32 of everything behind it, and the lengths of head and rows, 4 bytes each.
const FRAME_BYTES: usize = 16;
/// Offset of the first byte that the checksum covers.
const CHECKED_FROM: usize = 8;

/// A block of any kind, as it was read.
#[derive(Clone, Debug)]
pub enum Record {
    /// A process began.
    Start(Box<Start>),
    /// A list of instances that blocks of trials refer to.
    Corpus(Corpus),
    /// Trials.
    Trials(Box<Block>),
}

/// The head of what one process writes: time, machine, and plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Seconds since 1970-01-01 UTC.
    pub started_utc: u64,
    /// The machine and the program.
    pub machine: Machine,
    /// All machines that trials are from, if this is the head of journals that were merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<Machine>,
    /// The run, without the instances.
    pub plan: Plan,
}

/// A list of instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Corpus {
    /// The corpus's name.
    pub name: String,
    /// See [`CorpusPlan::digest`].
    pub digest: String,
    /// The instances.
    pub instances: InstanceList,
}

/// The head of a block of any kind.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum AnyHead {
    Start { start: Box<Start>, status: Vec<String>, stop: Vec<String> },
    Corpus { name: String, digest: String, instances: InstanceList, rows: Layout },
    Trials { block: Box<Head>, rows: Layout },
}

/// The only column of a list of instances: hashes of contents.
const CONTENT: Column = Column { name: "content", format: 'Q' };

/// Appends a start to `bytes`.
pub fn encode_start(start: &Start, bytes: &mut Vec<u8>) {
    let status = Status::ALL.map(|status| status.word().to_string()).to_vec();
    let stop = stop_words().into_iter().map(str::to_string).collect();
    frame(bytes, |_| AnyHead::Start { start: Box::new(start.clone()), status, stop });
}

/// Appends the instances of `stage` to `bytes`.
pub fn encode_corpus(stage: &CorpusPlan, bytes: &mut Vec<u8>) {
    let (name, digest) = (stage.corpus.clone(), stage.digest.clone());
    frame(bytes, |body| {
        body.extend(stage.instances.contents().iter().flat_map(|content| content.to_le_bytes()));
        AnyHead::Corpus { name, digest, instances: stage.instances.clone(), rows: Layout::new([&CONTENT]) }
    });
}

/// Appends trials to `bytes`.
pub fn encode_trials(head: &Head, rows: &[Row], bytes: &mut Vec<u8>) {
    let block = Box::new(head.clone());
    frame(bytes, |body| AnyHead::Trials { block, rows: block::write_rows(rows, body) });
}

/// Appends a block to `bytes`: `write` appends its rows and hands over its head.
fn frame(bytes: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> AnyHead) {
    let mut body = Vec::new();
    let head = serde_json::to_vec(&write(&mut body)).expect("a head is plain data");
    let at = bytes.len();
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&(head.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&head);
    bytes.extend_from_slice(&body);
    let crc = crc32fast::hash(&bytes[at + CHECKED_FROM..]);
    bytes[at + 4..at + CHECKED_FROM].copy_from_slice(&crc.to_le_bytes());
}

/// Appends blocks to one file.
pub struct Writer {
    file: File,
    /// Blocks that are not written yet.
    waiting: Vec<u8>,
    /// Since when the first of them waits.
    since: Option<Instant>,
}

/// Waiting blocks are written from this size on.
const WRITE_BYTES: usize = 128 << 10;

impl Writer {
    /// Opens the file `path` to append after its first `keep` bytes; the bytes behind are torn and are cut
    /// off.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path, keep: u64) -> Result<Writer, Error> {
        let open = || {
            let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
            if file.metadata()?.len() > keep {
                file.set_len(keep)?;
            }
            file.seek(SeekFrom::End(0))?;
            Ok(Writer { file, waiting: Vec::new(), since: None })
        };
        open().map_err(|e| Error::file("open the journal", path, &e))
    }

    /// Appends blocks that were encoded.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn append(&mut self, blocks: &[u8]) -> std::io::Result<()> {
        self.since.get_or_insert_with(Instant::now);
        self.waiting.extend_from_slice(blocks);
        if self.waiting.len() < WRITE_BYTES { Ok(()) } else { self.flush() }
    }

    /// Writes all waiting blocks. Blocks that cannot be written are dropped: the run ends.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn flush(&mut self) -> std::io::Result<()> {
        let result = self.file.write_all(&self.waiting);
        self.waiting.clear();
        self.since = None;
        result
    }

    /// Writes everything if some of it has waited for as long as `patience`.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn flush_after(&mut self, patience: Duration) -> std::io::Result<()> {
        if self.since.is_some_and(|since| since.elapsed() >= patience) { self.flush() } else { Ok(()) }
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// A reason of the system.
    pub fn sync(&mut self) -> std::io::Result<()> {
        self.flush()?;
        self.file.sync_data()
    }
}

impl Drop for Writer {
    /// For a run that is given up; an error has no receiver any more.
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// The result of reading a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Length of the file without a torn block at its end.
    pub good: u64,
    /// Where bad blocks begin, bytes from the beginning of the file. A tail that is merely short is none.
    pub damaged: Vec<u64>,
}

/// Hands every good block of the file `path` to `visit`, in order.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path, visit: impl FnMut(Record)) -> Result<Read, Error> {
    let file =
        input::read_at_most(path, available()).map_err(|e| Error::file("read the journal", path, &e))?;
    Ok(scan(&Arc::new(file), visit))
}

/// Behind damage, the search for a good block gives up once it has checked this many times the bytes of the
/// file: frames can be forged that each claim all the rest of it.
const PATIENCE: usize = 64;

fn scan(file: &Arc<Vec<u8>>, mut visit: impl FnMut(Record)) -> Read {
    let (mut found, mut at) = (Read::default(), 0);
    // Where the damage begins that is being passed over, and the bytes that were checked in vain.
    let (mut bad, mut checked) = (None, 0);
    while at < file.len() {
        if let Some((record, end)) = record(file, at) {
            found.damaged.extend(bad.take());
            visit(record);
            (found.good, at) = (end as u64, end);
            continue;
        }
        bad.get_or_insert(at as u64);
        checked += span(&file[at..]).unwrap_or(0);
        let next = file[at + 1..].windows(MAGIC.len()).position(|bytes| bytes == MAGIC);
        at = next.filter(|_| checked <= PATIENCE * file.len()).map_or(file.len(), |next| at + 1 + next);
    }
    if let Some(bad) = bad
        && (checked > PATIENCE * file.len() || !is_short(&file[bad as usize..]))
    {
        // It stays: a program of another version may read it, and the next block is found behind it.
        found.damaged.push(bad);
        found.good = file.len() as u64;
    }
    found
}

/// The block that begins at byte `at` of `file`, and where it ends; `None` if there is no good one.
fn record(file: &Arc<Vec<u8>>, at: usize) -> Option<(Record, usize)> {
    let rest = &file[at..];
    let (head_bytes, body_bytes) = lengths(rest)?;
    let block = &rest[..span(rest)?];
    let crc = u32::from_le_bytes(*block[4..].first_chunk()?);
    if crc32fast::hash(&block[CHECKED_FROM..]) != crc {
        return None;
    }
    let head = serde_json::from_slice(&block[FRAME_BYTES..FRAME_BYTES + head_bytes]).ok()?;
    let end = at + block.len();
    let body = Bytes { file: file.clone(), range: end - body_bytes..end };
    Some((open(head, body)?, end))
}

/// The length of the block that `bytes` begin with, if they hold all of it.
fn span(bytes: &[u8]) -> Option<usize> {
    let (head, rows) = lengths(bytes)?;
    Some(FRAME_BYTES + head + rows).filter(|length| *length <= bytes.len())
}

fn open(head: AnyHead, body: Bytes) -> Option<Record> {
    match head {
        AnyHead::Start { start, status, stop } => {
            // Numbers stand for the words of this program; words that were added later are at the end.
            let is_known = begins(&Status::ALL.map(Status::word), &status) && begins(&stop_words(), &stop);
            (is_known && body.range.is_empty()).then_some(Record::Start(start))
        }
        AnyHead::Corpus { name, digest, instances, rows } => {
            let (contents, []) = body.get().as_chunks() else { return None };
            let contents = contents.iter().map(|content| u64::from_le_bytes(*content)).collect();
            let instances = instances.with_contents(contents)?;
            let is_sound = rows == Layout::new([&CONTENT]) && instances.digest(&name) == digest;
            is_sound.then_some(Record::Corpus(Corpus { name, digest, instances }))
        }
        AnyHead::Trials { block, rows } => Some(Record::Trials(Box::new(Block::open(*block, &rows, body)?))),
    }
}

/// Whether `words` begin with `known`.
fn begins(words: &[&str], known: &[String]) -> bool {
    words.len() >= known.len() && words.iter().zip(known).all(|(word, known)| word == known)
}

/// The lengths of head and rows of the block that `bytes` begin with, if they begin with one.
fn lengths(bytes: &[u8]) -> Option<(usize, usize)> {
    let frame: &[u8; FRAME_BYTES] = bytes.first_chunk()?;
    let length = |at: usize| u32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
    frame.starts_with(&MAGIC).then(|| (length(8) as usize, length(12) as usize))
}

/// Whether `bytes` are the beginning of a block, and no more, as a kill leaves it.
fn is_short(bytes: &[u8]) -> bool {
    match lengths(bytes) {
        Some((head, rows)) => bytes.len() < FRAME_BYTES + head + rows,
        None => bytes.len() < FRAME_BYTES && bytes.iter().zip(MAGIC).all(|(byte, magic)| *byte == magic),
    }
}

/// The prefix of the folders of a run's later parts.
const PART: &str = "part-";

/// Where the journal of part `number` of the run in the results folder `results` is.
pub fn folder(results: &Path, number: usize) -> PathBuf {
    part_of(&results.join("journal"), number)
}

/// Where part `number` is of the journal in the folder `journal`.
pub(crate) fn part_of(journal: &Path, number: usize) -> PathBuf {
    if number == 0 { journal.to_path_buf() } else { journal.join(format!("{PART}{number}")) }
}

/// The number of the part whose folder has this name.
fn part_number(name: &OsStr) -> Option<usize> {
    name.to_str()?.strip_prefix(PART)?.parse().ok()
}

/// The folders of the later parts of the run in the results folder `results`, with their numbers, in order.
///
/// # Errors
/// The journal cannot be read.
pub fn parts(results: &Path) -> Result<Vec<(usize, PathBuf)>, Error> {
    let journal = folder(results, 0);
    let part = |path: PathBuf| {
        let number = part_number(path.file_name()?)?;
        path.is_dir().then_some((number, path))
    };
    let mut parts: Vec<_> = list(&journal)?.into_iter().filter_map(part).collect();
    parts.sort();
    Ok(parts)
}

/// The files of the journal in `folder`, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    files_ending(folder, ENDING)
}

/// Files in `folder` that earlier versions of this program wrote, and this one does not read.
///
/// # Errors
/// The folder cannot be read.
pub fn outdated_files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    files_ending(folder, "jsonl")
}

fn files_ending(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = list(folder)?;
    files.retain(|path| path.extension().is_some_and(|e| e == ending));
    files.sort();
    Ok(files)
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let list =
        || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    list().map_err(|e| Error::file("list", folder, &e))
}

#[cfg(test)]
mod tests;
