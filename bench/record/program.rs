//! The description of an external solver in records.

use crate::experiment::Definition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An external solver in `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// The solver's definition.
    pub definition: Definition,
    /// The path of the program; empty if it is not installed.
    pub program: String,
    /// The first line that the program printed when asked for its version; empty if it was not asked or printed nothing.
    #[serde(default)]
    pub version: String,
    /// The BLAKE3 checksum of each file, by path: the program, and the scripts that its command names.
    pub checksums: BTreeMap<String, String>,
}
