//! The definition of an external solver: its program, input and output.

use super::is_default;
use crate::named::named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An external solver that is run as a strategy: a `[[solver]]` of an experiment, or a separate file. `strategies` and
/// `optional` refer to it by its name. It accepts `encoding=`, `amo=` and `clues=` like built-in strategies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolverDefinition {
    /// A file that defines the solver, relative to the experiment. No other key is allowed beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The name of the strategy in tables and records: lower-case letters, digits, `-`, `_` and `.`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The program and its arguments. `{input}` is the file with the instance; without it, the instance is sent to
    /// standard input. `{output}` is a file for the answer, `{seed}` the seed, `{time_s}` the time limit in seconds,
    /// `{solutions}` the number of solutions to find, `{dir}` the folder of the file that defines the solver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The kind of problem it solves. Sudokus are encoded for a solver of formulas or exact covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<SolverProblem>,
    /// The format of solutions of exact covers: `knuth` or `options`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub output: CoverOutput,
    /// The number of solutions that one process finds; by default `up-to` if `{solutions}` occurs, else `one`. Further
    /// models of a formula are found by excluding the previous ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finds: Option<SolutionsFound>,
    /// The value of `{solutions}` when all are requested; by default 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<String>,
    /// The meaning of exit codes; by default 10, 20 and 0 as in SAT competitions for formulas, else 0 for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<ExitCodes>,
    /// A regular expression for "no solution" in the output or on standard error. It is required unless the program
    /// has an exit code only for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
    /// Regular expressions with one group for counters in the output; the last match counts: `nodes`, `max_depth`,
    /// `backtracks`, `propagations`, `conflicts`, `passes`, `placements`, `updates`, `guesses`. A worker reports
    /// its counters as fields of its answers. All are recorded unless some are named here, with any expression,
    /// such as `()`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, String>,
    /// A command whose first line of output is recorded as the version of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub version: Vec<String>,
    /// The memory limit: `"2GiB"`, `"500MiB"`; by default that of the experiment, or else the available memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Whether one process solves all instances of a block, one per line of input and output; only for Sudokus and any
    /// solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub batch: bool,
    /// The protocol between coverlab and the program.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protocol: Protocol,
}

named! {
    /// A kind of problem.
    #[derive(JsonSchema)]
    pub enum SolverProblem {
        /// Sudoku of any size.
        Sudoku = "sudoku",
        /// Exact cover.
        ExactCover = "exact-cover",
        /// Formulas in conjunctive normal form.
        Cnf = "cnf",
    }
}

/// The format of solutions of exact covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverOutput {
    /// Each solution as a number with a colon, followed by its options, one per line, as printed by DLX1.
    #[default]
    Knuth,
    /// Each solution as a line with the numbers of its options, from 1.
    Options,
}

/// The number of solutions that one process finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SolutionsFound {
    /// One.
    One,
    /// The number given by `{solutions}`.
    UpTo,
    /// All; if fewer are requested, the others are ignored.
    All,
}

/// The meaning of exit codes. If a code is in several lists, the output decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExitCodes {
    /// The output contains solutions.
    #[serde(default)]
    pub solved: Vec<i32>,
    /// There is no solution. A code that is in no other list is sufficient evidence of that; for formulas, a status
    /// line is also needed.
    #[serde(default)]
    pub none: Vec<i32>,
    /// The program gave up.
    #[serde(default)]
    pub unknown: Vec<i32>,
    /// The program does not support the instance, regardless of its output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<i32>,
}

/// The protocol between coverlab and a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// One process per instance or block.
    #[default]
    Program,
    /// One process for all instances, which exchanges JSON Lines and measures its own time: docs/SOLVERS.md.
    Worker,
}

impl SolverDefinition {
    /// The number of solutions that one process finds: the given one, or the default for the command.
    pub fn finds(&self) -> SolutionsFound {
        let takes_limit = self.protocol == Protocol::Worker || self.mentions("{solutions}");
        self.finds.unwrap_or(if takes_limit { SolutionsFound::UpTo } else { SolutionsFound::One })
    }

    /// The meaning of exit codes: the given one, or the default for the kind of problem.
    pub fn exit(&self) -> ExitCodes {
        self.exit.clone().unwrap_or_else(|| match self.problem {
            Some(SolverProblem::Cnf) | None => {
                ExitCodes { solved: vec![10], none: vec![20], unknown: vec![0], unsupported: Vec::new() }
            }
            // A program without solutions is recognized by its output.
            _ => ExitCodes { solved: vec![0], none: vec![0], ..ExitCodes::default() },
        })
    }

    /// Whether the command contains `placeholder`.
    pub fn mentions(&self, placeholder: &str) -> bool {
        self.command.iter().any(|word| word.contains(placeholder))
    }

    /// Whether the solver can be asked for up to `solutions` solutions.
    pub fn can_find(&self, solutions: u64) -> bool {
        solutions <= 1
            || !self.batch
                && (self.finds() != SolutionsFound::One || self.problem == Some(SolverProblem::Cnf))
    }

    /// The definition as text that is equal only for equal definitions.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}
