//! The checksums of a table of trials: `trials.sums` beside `trials.csv`.
//!
//! A text file that is only appended to. A line is a JSON object behind the CRC-32 of its bytes: an [`Origin`], which says
//! what run the blocks are of that name it, or a [`Block`], the checksum of some rows. docs/FORMAT.md describes both.

use super::Machine;
use crate::plan::Plan;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The origin of rows.
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
    /// The byte of the table at which the block begins.
    pub at: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// How many rows it has.
    pub rows: u64,
    /// The CRC-32 of its bytes.
    pub crc: u32,
}

impl Block {
    /// The byte after its last.
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
