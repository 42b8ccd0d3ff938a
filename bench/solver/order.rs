//! The messages to the guard and from it: a line of JSON each, the second followed by the program's output.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A program to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// The folder where it runs: one of its own, removed by the client.
    pub(super) folder: PathBuf,
    /// Where else it runs: a program of ours where the user is.
    #[serde(default)]
    pub(super) here: Option<PathBuf>,
    /// The file on its standard input; none: nothing.
    pub(super) input: Option<PathBuf>,
    /// A line to ask a program that stays; none: the program is run to its end.
    pub(super) ask: Option<String>,
    /// Its bounds.
    pub(super) bounds: Bounds,
}

/// The bounds of a program, all its processes together.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// CPU time; and as much idle time, with some grace.
    pub(super) time_ns: Option<u64>,
    /// Memory.
    pub(super) memory: Option<u64>,
    /// The enforcer of the memory bound where there is no control group.
    pub(super) memory_by: MemoryBy,
    /// Bytes of output.
    pub(super) output: u64,
}

/// The enforcer of a bound of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MemoryBy {
    /// The guard looks at the memory in use.
    #[default]
    Looking,
    /// It looks, and the kernel bounds the address space of each process.
    AddressSpace,
    /// The program has the kernel bound its own data.
    Itself,
}

/// The result of an order. The output follows it, of each kind as many bytes as stated.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reply {
    /// How it ended.
    pub(super) end: End,
    /// CPU time of all its processes.
    pub(super) cpu_ns: u64,
    /// Wall time from start or question to end or answer.
    pub(super) wall_ns: u64,
    /// The most memory of one of its processes.
    pub(super) rss: u64,
    /// Processes that it left behind, which were killed.
    pub(super) strays: u32,
    /// Bytes of standard output.
    pub(super) output: usize,
    /// Bytes of standard error, the last of them.
    pub(super) errors: usize,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum End {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal, which was not ours.
    Signal(i32),
    /// It does not end: it has answered with a line.
    Answered,
    /// It was killed for its time.
    Time,
    /// It was killed for its memory.
    Memory,
    /// It was killed for its output.
    Output,
    /// It could not be started: why.
    NotStarted(String),
}
