//! The description of a foreign program in records.

use crate::experiment::Definition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A program that was run, as `run.json` has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// The definition, with every key that was given.
    pub definition: Definition,
    /// The path of the program; empty if it is not installed.
    pub program: String,
    /// The first line of its statement of the version; empty: it was not asked, or makes none.
    #[serde(default)]
    pub version: String,
    /// BLAKE3 checksums of the program and of scripts that its command names, by their paths.
    pub checksums: BTreeMap<String, String>,
}
