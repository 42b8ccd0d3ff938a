//! The checksums of a table of trials: `trials.sums` beside `trials.csv`.
//!
//! A text file that is only appended to. A line is a JSON object behind the CRC-32 of its bytes: an [`Origin`], which says
//! what run the blocks are of that name it, or a [`Block`], the checksum of some rows. FORMAT.md describes both.

use super::Machine;
use crate::plan::Plan;
use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where rows are from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The number by which blocks name it.
    pub(crate) number: usize,
    /// The trials of the run, without its instances.
    pub(crate) plan: Plan,
    /// The machines that ran the trials, each behind its name in the column `host`.
    pub(crate) machines: Vec<(String, Machine)>,
    /// The processes that wrote: seconds since 1970-01-01 UTC, and host.
    pub(crate) processes: Vec<(u64, String)>,
}

/// Rows that were written together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The number of the origin.
    pub origin: usize,
    /// The part of the run.
    pub part: usize,
    /// Where the block begins in the table, in bytes.
    pub at: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// How many rows it has.
    pub rows: u64,
    /// The CRC-32 of its bytes.
    pub crc: u32,
}

impl Block {
    /// Where it ends.
    pub(crate) fn end(&self) -> u64 {
        self.at.saturating_add(self.bytes)
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Line {
    Origin(Box<Origin>),
    Block(Block),
}

impl Line {
    pub(super) fn encode(&self) -> String {
        let json = serde_json::to_string(self).expect("plain data");
        format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
    }

    /// The line with these bytes; `None` if it is damaged.
    pub(super) fn decode(bytes: &[u8]) -> Option<Line> {
        let (crc, json) = std::str::from_utf8(bytes).ok()?.strip_suffix('\n')?.split_once(' ')?;
        let is_sound = crc == format!("{:08x}", crc32fast::hash(json.as_bytes()));
        serde_json::from_str(json).ok().filter(|_| is_sound)
    }
}

/// The file of checksums of the table at `path`.
pub(super) fn path_of(path: &Path) -> PathBuf {
    path.with_extension("sums")
}

/// Reads a table from its beginning, and fails at the end of the first block that is not as it was recorded.
pub(super) struct Verified<R> {
    source: R,
    blocks: std::vec::IntoIter<Block>,
    at: u64,
    /// Where the header or the block ends that is being read.
    end: u64,
    /// The block that is being read, and the checksum of it so far.
    block: Option<(Block, Hasher)>,
}

impl<R: Read> Verified<R> {
    /// A table with a header of `header` bytes, and these blocks.
    pub(super) fn new(source: R, header: u64, blocks: Vec<Block>) -> Verified<R> {
        Verified { source, blocks: blocks.into_iter(), at: 0, end: header, block: None }
    }

    /// Checks the block that ends here and begins the next one; `false` at the end of the table.
    fn step(&mut self) -> io::Result<bool> {
        if let Some((block, hasher)) = self.block.take()
            && hasher.finalize() != block.crc
        {
            return Err(damaged(block.at, block.end()));
        }
        match self.blocks.next() {
            Some(block) if block.at == self.at => {
                self.end = block.end();
                self.block = Some((block, Hasher::new()));
                Ok(true)
            }
            Some(block) => Err(damaged(self.at.min(block.at), block.at.max(self.at))),
            None if self.source.read(&mut [0])? == 0 => Ok(false),
            None => Err(io::Error::other(format!("the rows from byte {} on have no checksum", self.at))),
        }
    }
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.at == self.end {
            if !self.step()? {
                return Ok(0);
            }
        }
        let most = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(&mut buffer[..most])?;
        if read == 0 {
            return Err(io::Error::other(format!("the table ends at byte {}, within a block", self.at)));
        }
        self.block.iter_mut().for_each(|(_, hasher)| hasher.update(&buffer[..read]));
        self.at += read as u64;
        Ok(read)
    }
}

fn damaged(from: u64, to: u64) -> io::Error {
    io::Error::other(format!("the rows from byte {from} to byte {to} are not as they were recorded"))
}
