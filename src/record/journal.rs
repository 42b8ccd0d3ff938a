//! The journal: what happened, record by record, so that a killed run loses nothing it wrote.
//!
//! A folder `journal/` of files, one per writer, only ever appended to. A record is a line: eight
//! hexadecimal digits, the CRC-32 of what follows, a space, and one JSON object. Records reach the
//! file in order, so a kill leaves at most one torn record, at the end. Such a tail is
//! ignored on reading and cut off before the next record is written; a bad record anywhere else
//! is reported.
//!
//! The fastest searches fill megabytes a second, and the system takes whole blocks of a file in two thirds of
//! the time that it takes for records that end anywhere. So full blocks are written at once, and what does not
//! fill one yet waits, though not for long.

use super::Block;
use super::frame::Frame;
use super::roll::Roll;
use crate::error::Error;
use crate::plan::Stage;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The version of the records that this program writes.
pub const FORMAT: u32 = 4;
/// The oldest that it reads.
pub const OLDEST: u32 = 2;
/// From this version on hashes of answers have 32 bits.
pub(super) const SHORT_ANSWERS: u32 = 4;

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// A process begins.
    Start(Start),
    /// The instances of a corpus, which blocks refer to by number.
    Corpus(Roll),
    /// Trials.
    Block(Box<Block>),
}

/// Who writes, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The version of the records that follow.
    pub format: u32,
    /// The machine's name.
    pub host: String,
    /// coverlab's version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Seconds since 1970-01-01 UTC.
    pub started: u64,
    /// What it is to run. Not in version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
}

/// Appends records to one file.
pub struct Writer {
    file: File,
    /// Bytes that are in the file.
    written: u64,
    /// Records behind them, of which the first may have begun there.
    waiting: Vec<u8>,
    /// Since when something waits.
    since: Option<Instant>,
}

/// Full blocks are written when there are so many bytes.
const WRITE: usize = 128 << 10;
/// What the system likes to take: the ends of its largest pages.
const BLOCK: u64 = 64 << 10;

impl Writer {
    /// Opens the file `path` to append after its first `keep` bytes; what is behind is torn and
    /// is cut off.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: &Path, keep: u64) -> Result<Writer, Error> {
        let open = || {
            let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
            if file.metadata()?.len() > keep {
                file.set_len(keep)?;
            }
            let written = file.seek(SeekFrom::End(0))?;
            Ok(Writer { file, written, waiting: Vec::new(), since: None })
        };
        open().map_err(|e| Error::file("open the journal", path, &e))
    }

    /// Appends a record.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn append(&mut self, record: &Record) -> std::io::Result<()> {
        encode(record, &mut self.waiting);
        self.write_blocks()
    }

    /// Appends the record of the instances of `stage`.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn append_stage(&mut self, stage: &Stage) -> std::io::Result<()> {
        encode_stage(stage, &mut self.waiting);
        self.write_blocks()
    }

    /// Appends a record that [`encode`] has made.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn append_encoded(&mut self, line: &[u8]) -> std::io::Result<()> {
        self.waiting.extend_from_slice(line);
        self.write_blocks()
    }

    /// Writes the full blocks of what waits, if there is enough of it.
    fn write_blocks(&mut self) -> std::io::Result<()> {
        self.since.get_or_insert_with(Instant::now);
        if self.waiting.len() < WRITE {
            return Ok(());
        }
        let end = self.written + self.waiting.len() as u64;
        self.write((end / BLOCK * BLOCK - self.written) as usize)
    }

    /// Writes the first `count` bytes of what waits. What cannot be written is dropped: nobody comes back to it.
    fn write(&mut self, count: usize) -> std::io::Result<()> {
        let result = self.file.write_all(&self.waiting[..count]);
        if result.is_err() {
            self.waiting.clear();
            return result;
        }
        self.waiting.drain(..count);
        self.written += count as u64;
        self.since = (!self.waiting.is_empty()).then(Instant::now);
        Ok(())
    }

    /// Writes everything that waits.
    ///
    /// # Errors
    /// The disk is full, or another reason of the system.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.write(self.waiting.len())
    }

    /// Writes everything that has waited for as long as `patience`.
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
    /// For whoever gives up; nobody is left who could be told of an error.
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Appends the line of `record` to `line`.
pub fn encode(record: &Record, line: &mut Vec<u8>) {
    match record {
        Record::Start(start) => framed("start", line, |line| {
            serde_json::to_writer(line, start).expect("a record is plain data");
        }),
        Record::Corpus(roll) => framed("corpus", line, |line| roll.write(line)),
        Record::Block(block) => encode_block(block, line),
    }
}

/// Appends the line of `Record::Corpus(Roll::of(stage))` to `line`.
pub fn encode_stage(stage: &Stage, line: &mut Vec<u8>) {
    framed("corpus", line, |line| Roll::write_of(stage, line));
}

/// Appends the line of `Record::Block(block)` to `line`.
pub fn encode_block(block: &Block, line: &mut Vec<u8>) {
    framed("block", line, |line| block.write(line));
}

fn framed(kind: &str, line: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    const PREFIX: usize = 9;
    let from = line.len();
    line.extend_from_slice(&[b' '; PREFIX]);
    line.extend_from_slice(b"{\"");
    line.extend_from_slice(kind.as_bytes());
    line.extend_from_slice(b"\":");
    write(line);
    line.push(b'}');
    let crc = hexadecimal(crc32fast::hash(&line[from + PREFIX..]));
    line[from..from + crc.len()].copy_from_slice(&crc);
    line.push(b'\n');
}

fn hexadecimal(crc: u32) -> [u8; 8] {
    std::array::from_fn(|k| b"0123456789abcdef"[(crc >> (28 - 4 * k)) as usize & 15])
}

fn decode(line: &[u8]) -> Option<Record> {
    let (prefix, json) = line.split_at_checked(9)?;
    let crc = prefix.strip_suffix(b" ")?;
    (crc == hexadecimal(crc32fast::hash(json))).then(|| serde_json::from_slice(json).ok())?
}

/// What reading a file came to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Length of the part that ends with the last good record.
    pub good: u64,
    /// Lines before that which are not good, from 1.
    pub corrupt: Vec<usize>,
}

/// Hands every good record of the file `path` to `visit`, in order.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path, visit: impl FnMut(Record)) -> Result<Read, Error> {
    read_lines(path, decode, visit)
}

/// Hands every good record of the file `path` that is not a block to `visit`, in order.
///
/// # Errors
/// The file cannot be read.
pub fn read_heads(path: &Path, visit: impl FnMut(Record)) -> Result<Read, Error> {
    read_lines(path, |line| if is_block(line) { None } else { decode(line) }, visit)
}

/// Whether the file `path` has a block.
///
/// # Errors
/// The file cannot be read.
pub fn has_block(path: &Path) -> Result<bool, Error> {
    let bad = |e: &std::io::Error| Error::file("read the journal", path, e);
    for line in BufReader::new(File::open(path).map_err(|e| bad(&e))?).split(b'\n') {
        if is_block(&line.map_err(|e| bad(&e))?) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_block(line: &[u8]) -> bool {
    line.get(9..).is_some_and(|json| json.starts_with(b"{\"block\""))
}

fn read_lines(
    path: &Path,
    decode: impl Fn(&[u8]) -> Option<Record>,
    mut visit: impl FnMut(Record),
) -> Result<Read, Error> {
    let bad = |e: &std::io::Error| Error::file("read the journal", path, e);
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(|e| bad(&e))?);
    let (mut found, mut doubtful) = (Read::default(), Vec::new());
    let (mut line, mut number, mut end) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let length = file.read_until(b'\n', &mut line).map_err(|e| bad(&e))?;
        if length == 0 {
            return Ok(found);
        }
        (number, end) = (number + 1, end + length as u64);
        match line.strip_suffix(b"\n").and_then(&decode) {
            Some(record) => {
                found.good = end;
                found.corrupt.append(&mut doubtful);
                visit(record);
            }
            None => doubtful.push(number),
        }
    }
}

/// What the folders of a run's later parts begin with.
const PART: &str = "part-";

/// Where the journal of part `number` of the run in the results folder `results` is.
pub fn folder(results: &Path, number: usize) -> PathBuf {
    let journal = results.join("journal");
    if number == 0 { journal } else { journal.join(format!("{PART}{number}")) }
}

/// The folders of the later parts of the run in the results folder `results`, with their numbers.
///
/// # Errors
/// The journal cannot be read.
pub fn parts(results: &Path) -> Result<Vec<(usize, PathBuf)>, Error> {
    let journal = folder(results, 0);
    let entries = std::fs::read_dir(&journal).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let entries = entries.map_err(|e| Error::file("list", &journal, &e))?;
    let part = |path: PathBuf| {
        let number = path.file_name()?.to_str()?.strip_prefix(PART)?.parse().ok()?;
        path.is_dir().then_some((number, path))
    };
    Ok(entries.into_iter().filter_map(|entry| part(entry.path())).collect())
}

/// The files of the journal in `folder`, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let list =
        || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut files = list().map_err(|e| Error::file("list", folder, &e))?;
    files.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::block::tests::block;
    use super::super::roll::tests::roll;
    use super::*;

    fn records() -> Vec<Record> {
        let start = Start {
            format: FORMAT,
            host: "h".into(),
            version: "0".into(),
            commit: "c".into(),
            started: 1,
            frame: None,
        };
        let roll = roll(&["i 0", "i 1"]);
        vec![Record::Start(start), Record::Corpus(roll), Record::Block(Box::new(block(1, "d", &[0, 1])))]
    }

    fn read_bytes(name: &str, bytes: &[u8]) -> (Vec<Record>, Read) {
        let path = std::env::temp_dir().join(format!("coverlab-journal-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let mut seen = Vec::new();
        let found = read(&path, |record| seen.push(record)).unwrap();
        std::fs::remove_file(&path).unwrap();
        (seen, found)
    }

    #[test]
    fn a_record_torn_at_any_byte_is_ignored() {
        let records = records();
        let mut bytes = Vec::new();
        encode(&records[0], &mut bytes);
        encode(&records[1], &mut bytes);
        let good = bytes.len();
        encode(&records[2], &mut bytes);
        for end in good..bytes.len() {
            let (seen, found) = read_bytes("torn", &bytes[..end]);
            assert_eq!(seen, records[..2], "torn at byte {end}");
            assert_eq!(found, Read { good: good as u64, corrupt: vec![] });
        }
        let (seen, found) = read_bytes("whole", &bytes);
        assert_eq!((seen, found.good), (records, bytes.len() as u64));
    }

    #[test]
    fn a_flipped_bit_is_ignored_at_the_end_and_reported_before() {
        let records = records();
        let mut bytes = Vec::new();
        records.iter().for_each(|record| encode(record, &mut bytes));
        let ends: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(k, _)| k + 1).collect();
        for at in (0..bytes.len()).filter(|at| !ends.contains(&(at + 1))) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 7);
            if flipped[at] == b'\n' {
                continue;
            }
            let line = ends.iter().position(|&end| at < end).unwrap();
            let (seen, found) = read_bytes("flipped", &flipped);
            let others: Vec<Record> =
                records.iter().enumerate().filter(|(k, _)| *k != line).map(|(_, r)| r.clone()).collect();
            assert_eq!(seen, others, "byte {at}");
            let reported = if line + 1 == records.len() { vec![] } else { vec![line + 1] };
            assert_eq!(found.corrupt, reported, "byte {at}");
        }
    }

    #[test]
    fn a_writer_cuts_off_a_torn_tail() {
        let path = std::env::temp_dir().join(format!("coverlab-journal-{}-cut", std::process::id()));
        let records = records();
        let mut bytes = Vec::new();
        encode(&records[0], &mut bytes);
        let good = bytes.len() as u64;
        std::fs::write(&path, [&bytes[..], b"0000 torn"].concat()).unwrap();
        Writer::open(&path, good).unwrap().append(&records[2]).unwrap();
        let mut seen = Vec::new();
        let found = read(&path, |record| seen.push(record)).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(seen, [records[0].clone(), records[2].clone()]);
        assert_eq!(found.corrupt, Vec::<usize>::new());
    }
}
