//! The checksums of a table of trials: `trials.sums` beside `trials.csv`.
//!
//! The file is text and append-only. Each line has the CRC-32 of the rest of the line, a space, and a JSON object: either
//! an [`Origin`], which describes a run, or a [`Block`], the checksum of rows of that run. docs/FORMAT.md describes both.

use super::Machine;
use crate::plan::Plan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The run that wrote some of the blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The number by which blocks refer to it.
    pub(crate) number: usize,
    pub(crate) plan: Plan,
    /// The machines that ran the trials, each with its name in the column `host`.
    pub(crate) machines: Vec<(String, Machine)>,
    /// The processes that wrote rows: the start time in seconds since 1970-01-01 UTC, and the host.
    pub(crate) processes: Vec<(u64, String)>,
    /// Checksums of the claims of the experiment when trials were recorded, by which a later change is noticed. Older records
    /// have none.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) claims: BTreeSet<String>,
}

/// Rows that were written together, with their checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The number of its origin.
    pub origin: usize,
    /// The offset in the table, in bytes.
    pub at: u64,
    /// The length in bytes.
    pub bytes: u64,
    /// The number of rows.
    pub rows: u64,
    /// The CRC-32 of the bytes.
    pub crc: u32,
}

impl Block {
    /// The offset of the first byte after the block.
    pub(crate) fn end(&self) -> u64 {
        self.at.saturating_add(self.bytes)
    }
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SumsLine {
    Origin(Box<Origin>),
    Block(Block),
}

impl SumsLine {
    pub(super) fn encode(&self) -> String {
        let json = serde_json::to_string(self).expect("plain data");
        format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
    }

    /// Parses and verifies a line, including its newline; `None` if it is damaged or torn.
    pub(super) fn decode(bytes: &[u8]) -> Option<SumsLine> {
        let (crc, json) = std::str::from_utf8(bytes).ok()?.strip_suffix('\n')?.split_once(' ')?;
        let is_sound = crc == format!("{:08x}", crc32fast::hash(json.as_bytes()));
        serde_json::from_str(json).ok().filter(|_| is_sound)
    }
}

/// The path of the checksums of the table at `path`.
pub(super) fn path_of(path: &Path) -> PathBuf {
    path.with_extension("sums")
}
