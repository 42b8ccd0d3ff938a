//! A solver as a TOML file defines it: the program, its input, its answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A program that is run as a strategy: a `[[solver]]` of an experiment, or a file of its own. It stands in
/// `strategies` or `optional` by its name, and takes `encoding=`, `amo=` and `clues=` as ours do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// A file that defines the solver, relative to the experiment; no other key stands beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The name by which strategies, tables and records have it: small letters, digits, `-`, `_` and `.`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The program and its arguments. `{input}` is the file that has the instance; where it does not occur the
    /// instance comes on standard input. `{output}` is a file that the program writes its answer to, `{seed}`
    /// the seed, `{time_s}` the time limit in seconds, `{solutions}` how many solutions are asked for, `{dir}`
    /// the folder of the file that defines the solver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// Instead of a command: a shared library with the IPASIR interface, by its path, relative to the file that names it.
    /// It solves formulas. For programs that are built with the feature `ipasir`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The kind of problem it solves. A solver of formulas or exact covers gets Sudokus translated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemKind>,
    /// How an instance is written: `line`, `boxed`, `knuth` or `dimacs`; not given: as is usual for the problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Input>,
    /// How answers are read: `line`, `boxed`, `knuth`, `options` or `dimacs`; not given: as is usual for the
    /// problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Output>,
    /// How many solutions a start of the program looks for; not given: `up-to` where `{solutions}` occurs, else
    /// `one`. Of a formula further ones are asked for by excluding those found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finds: Option<Finds>,
    /// What `{solutions}` is where all are asked for; not given: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<String>,
    /// What exit codes say. Not given: 10, 20 and 0 as in SAT competitions for formulas; else 0 for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// A regular expression that finds, in the output or on standard error, the words for "no solution". A program
    /// needs it unless it has an exit code for that alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
    /// Regular expressions with one group that find counters in the output, the last match of each: `nodes`,
    /// `max_depth`, `backtracks`, `propagations`, `conflicts`, `passes`, `placements`, `updates`, `guesses`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<String, String>,
    /// A command whose first line of output is the version of the program; it is recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub version: Vec<String>,
    /// The most memory: `"2GiB"`, `"500MiB"`. Not given: what the machine has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// Whether one process solves all instances of a block, a line each in and out: for Sudokus, any solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub batch: bool,
    /// How the program is talked to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protocol: Protocol,
}

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// Sudoku of any size.
    Sudoku,
    /// Exact cover.
    ExactCover,
    /// Formulas in conjunctive normal form.
    Cnf,
}

impl ProblemKind {
    /// The word that files have for it.
    pub fn word(self) -> &'static str {
        match self {
            ProblemKind::Sudoku => "sudoku",
            ProblemKind::ExactCover => "exact-cover",
            ProblemKind::Cnf => "cnf",
        }
    }
}

/// How an instance is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// A Sudoku as one line, `.` for an empty cell.
    Line,
    /// A Sudoku row by row, with bars between boxes.
    Boxed,
    /// An exact cover as Knuth's programs read it.
    Knuth,
    /// A formula.
    Dimacs,
}

/// How answers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// Each solved Sudoku as a word of as many digits as there are cells.
    Line,
    /// Each solved Sudoku row by row; bars, blanks and rules mean nothing.
    Boxed,
    /// Each solution as a number with a colon, then its options by their items, a line each, as DLX1 prints.
    Knuth,
    /// Each solution as a line of numbers: its options, counted from 1.
    Options,
    /// `s` and `v` lines, or `SAT` and a line of literals.
    Dimacs,
}

/// How many solutions a start of a program looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Finds {
    /// One.
    One,
    /// As many as it is told by `{solutions}`.
    UpTo,
    /// All; where fewer are asked for, the others are not counted.
    All,
}

/// What exit codes say. A code may stand in several lists: then the output decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// There are solutions, and they are in the output.
    #[serde(default)]
    pub solved: Vec<i32>,
    /// There is none. A code that stands in no other list is a sign by itself; for formulas, with a status line.
    #[serde(default)]
    pub none: Vec<i32>,
    /// The program gave up.
    #[serde(default)]
    pub unknown: Vec<i32>,
    /// The program does not support the instance, whatever it prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<i32>,
}

/// How a program is talked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// A process for an instance, or for a block of them.
    #[default]
    Program,
    /// One process for all, which is asked in lines of JSON and times itself: docs/SOLVERS.md.
    Worker,
}

fn is_default(protocol: &Protocol) -> bool {
    *protocol == Protocol::default()
}

impl Definition {
    /// How an instance is written.
    pub fn input(&self) -> Input {
        self.input.unwrap_or(match self.problem {
            Some(ProblemKind::Sudoku) => Input::Line,
            Some(ProblemKind::ExactCover) => Input::Knuth,
            Some(ProblemKind::Cnf) | None => Input::Dimacs,
        })
    }

    /// How answers are read.
    pub fn output(&self) -> Output {
        self.output.unwrap_or(match self.problem {
            Some(ProblemKind::Sudoku) => Output::Line,
            Some(ProblemKind::ExactCover) => Output::Knuth,
            Some(ProblemKind::Cnf) | None => Output::Dimacs,
        })
    }

    /// How many solutions a start looks for.
    pub fn finds(&self) -> Finds {
        let told = self.protocol == Protocol::Worker || self.mentions("{solutions}");
        self.finds.unwrap_or(if told { Finds::UpTo } else { Finds::One })
    }

    /// The meaning of exit codes.
    pub fn exit(&self) -> Exit {
        self.exit.clone().unwrap_or_else(|| match self.problem {
            Some(ProblemKind::Cnf) | None => {
                Exit { solved: vec![10], none: vec![20], unknown: vec![0], unsupported: Vec::new() }
            }
            // A program that finds nothing says so by its words, or by none.
            _ => Exit { solved: vec![0], none: vec![0], ..Exit::default() },
        })
    }

    /// The program as the definition has it: the first word of the command, or the library.
    pub fn program(&self) -> Option<&str> {
        self.library.as_deref().or_else(|| self.command.first().map(String::as_str))
    }

    /// Whether a word of the command has `placeholder` in it.
    pub fn mentions(&self, placeholder: &str) -> bool {
        self.command.iter().any(|word| word.contains(placeholder))
    }

    /// Whether the command takes up to `solutions` of its problem.
    pub fn takes(&self, solutions: u64) -> bool {
        solutions <= 1
            || !self.batch && (self.finds() != Finds::One || self.problem == Some(ProblemKind::Cnf))
    }

    /// The command, as a person would type it.
    pub fn line(&self) -> String {
        if let Some(library) = &self.library {
            return crate::error::quoted_plainly(library);
        }
        self.command.iter().map(|word| crate::error::quoted_plainly(word)).collect::<Vec<_>>().join(" ")
    }

    /// The definition that its trials depend on, as text that is equal for equal definitions only.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}
