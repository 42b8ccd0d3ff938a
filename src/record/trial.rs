//! One trial: one strategy on one instance once. One row of `trials.csv`.

use super::Value;
use serde::{Deserialize, Serialize};

/// A row of `trials.csv`, in the order of its columns. Units are in the names; times are whole
/// nanoseconds; an empty field is a value that does not apply or was not measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The experiment's name.
    pub experiment: String,
    /// The corpus the instance is from.
    pub corpus: String,
    /// The instance's name within its corpus.
    pub instance: String,
    /// Hash of the instance's content, 16 hexadecimal digits.
    pub instance_hash: String,
    /// Which symmetric image of the instance; 0: itself.
    pub isomorph: u32,
    /// The strategy's name.
    pub strategy: String,
    /// Its parameters that were given, `prune=fixpoint,expand=first`.
    pub params: String,
    /// The encoding that lifted it to the instance's problem; empty: none.
    pub via: String,
    /// The task's seed.
    pub seed: u64,
    /// Which repetition, from 0.
    pub repeat: u32,
    /// The place of the trial in the order of execution of its writer, from 0.
    pub order_index: u64,

    /// How the trial ended.
    pub status: Status,
    /// What the referee says.
    pub verdict: Verdict,
    /// Solutions found.
    pub solutions: Option<u64>,
    /// Hash of the set of solutions found, whatever their order; empty if not all were seen.
    pub answer_hash: String,
    /// Why the search ended early: enough, stuck, node-limit, deadline, memory, cancelled; empty: exhausted.
    pub stop: String,
    /// Solutions asked for; empty: all.
    pub task_solutions: Option<u64>,
    /// The node limit; empty: none.
    pub limit_nodes: Option<u64>,
    /// The CPU time limit; empty: none.
    pub limit_cpu_ns: Option<u64>,

    /// How the time was taken.
    pub mode: Mode,
    /// CPU time of the search alone.
    pub solve_cpu_ns: Option<u64>,
    /// Wall time of the search alone.
    pub solve_wall_ns: Option<u64>,
    /// CPU time of translating the instance.
    pub encode_ns: Option<u64>,
    /// CPU time of translating the solutions back.
    pub decode_ns: Option<u64>,
    /// Peak memory, where the trial had a process of its own.
    pub peak_rss_bytes: Option<u64>,
    /// Nodes of the search tree.
    pub nodes: Option<u64>,
    /// Branches given up.
    pub backtracks: Option<u64>,
    /// Values or options that followed without a choice.
    pub propagations: Option<u64>,
    /// Clauses or houses found violated.
    pub conflicts: Option<u64>,
    /// Passes over the whole instance.
    pub passes: Option<u64>,
    /// Cells filled or moves made.
    pub placements: Option<u64>,
    /// Removals of an option from one item's list.
    pub updates: Option<u64>,
    /// Choices between two that a complete search both enters.
    pub guesses: Option<u64>,
    /// The deepest node.
    pub max_depth: Option<u64>,
    /// Cells an incomplete strategy had filled, clues included, when it got stuck.
    pub filled: Option<u64>,

    /// The machine.
    pub host: String,
    /// What held the limits: cooperative, between-solutions, process.
    pub enforcer: String,
    /// Wall over CPU time: 1 on an idle machine.
    pub noise: Option<f64>,
    /// When the trial's block began, seconds since 1970-01-01 UTC.
    pub started_utc: u64,
    /// What went wrong: the referee's words, a panic's message.
    pub error: String,
}

impl Trial {
    /// The strategy as a user writes it: `name`, or `name:params`, with its encoding if it has one.
    pub fn label(&self) -> String {
        label(&self.strategy, &self.params)
    }
}

/// A strategy with its parameters, as a user writes it.
pub(crate) fn label(strategy: &str, params: &str) -> String {
    if params.is_empty() { strategy.to_string() } else { format!("{strategy}:{params}") }
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As many solutions were found as asked for, by a task that leaves open whether there are more.
    Solved,
    /// Exactly one solution, and the whole space was searched.
    Unique,
    /// More than one solution.
    Multiple,
    /// No solution, and the whole space was searched.
    None,
    /// An incomplete strategy came to the end of its means.
    Stuck,
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memout,
    /// The node limit was reached.
    NodeLimit,
    /// The strategy answered something that cannot be.
    Error,
    /// The strategy panicked or its process died.
    Crash,
}

impl Value for Status {
    const WORD: bool = true;

    fn code(self) -> u64 {
        self as u64
    }

    fn of(code: u64) -> Status {
        Status::ALL[code as usize]
    }
}

impl Status {
    /// Every status, in order.
    pub(crate) const ALL: [Status; 10] = [
        Status::Solved,
        Status::Unique,
        Status::Multiple,
        Status::None,
        Status::Stuck,
        Status::Timeout,
        Status::Memout,
        Status::NodeLimit,
        Status::Error,
        Status::Crash,
    ];

    /// Whether the question was answered.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Solved | Status::Unique | Status::Multiple | Status::None)
    }

    /// The status in one word, as records have it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::None => "none",
            Status::Stuck => "stuck",
            Status::Timeout => "timeout",
            Status::Memout => "memout",
            Status::NodeLimit => "node-limit",
            Status::Error => "error",
            Status::Crash => "crash",
        }
    }

    /// The status as people call it.
    pub fn phrase(self) -> &'static str {
        match self {
            Status::Memout => "out of memory",
            Status::NodeLimit => "node limit",
            other => other.word(),
        }
    }
}

/// What the referee says of a trial's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every solution handed over is one; the count agrees with the known count and with the other strategies.
    Correct,
    /// It is not.
    Wrong,
    /// Nothing was claimed, or nobody else could confirm it.
    Unverified,
}

/// How a trial's time was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Clocks read per block of instances; the time is the block's over its instances.
    Stream,
    /// Clocks read around each solve.
    Between,
    /// Clocks read once around one long solve.
    Single,
}
