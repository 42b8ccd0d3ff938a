//! An experiment: a question and its design, as a TOML file says it.

mod builtin;
mod check;
mod claim_rules;
mod duration;
mod files;
mod load;
mod place;
mod read;
mod size;
mod solver;

pub use builtin::BUILTIN;
pub use check::{Check, ClaimKind, Selection, SourceRead, Take};
pub use duration::parse_duration;
pub use files::place;
pub use files::{CorpusFile, corpus_files};
pub use load::Loaded;
pub use load::parse_toml;
use read::NameOrCorpus;
pub use size::parse_size;
pub use solver::{Definition, Exit, Finds, Input, Output, ProblemKind, Protocol};

use crate::corpus;
use crate::measure::Measure;
use read::{corpora, duration};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The content of an experiment file. An unknown key is an error with its line. The reference that
/// `coverlab help experiment` prints is made of these types and their comments.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name, kebab-case: that of its folder under `results/`.
    pub name: String,
    /// What the experiment is to answer, in a sentence.
    pub question: String,
    /// Strategies with their parameters, as `coverlab strategies` lists them: `bird-bits:prune=fixpoint`. To test the
    /// measuring, each takes `copy=2`, which changes its name alone, and `slower=3`, percent of its time.
    pub strategies: Vec<String>,
    /// Strategies that are left out, with a word, on a machine that does not have the program they run:
    /// `sat-cli:command=kissat`.
    #[serde(default)]
    pub optional: Vec<String>,
    /// Programs of others that are run as strategies: docs/SOLVERS.md.
    #[serde(default, rename = "solver")]
    pub solvers: Vec<Definition>,
    /// What they run over. A name alone, `"unique-9x9"`, stands for `{ name = "unique-9x9" }`.
    #[serde(deserialize_with = "corpora")]
    #[schemars(with = "Vec<NameOrCorpus>")]
    pub corpora: Vec<CorpusUse>,
    /// What is asked of each.
    #[serde(default)]
    pub task: TaskKind,
    /// What each may spend on an instance.
    #[serde(default)]
    pub limits: Limits,
    /// How often each trial is run, with each seed.
    #[serde(default = "one")]
    pub repetitions: u32,
    /// How many seeds each trial is run with, from `seed` on: strategies that break ties at random break them
    /// otherwise with each. The report counts runs, and instances solved with all seeds and with any.
    #[serde(default = "one")]
    pub seeds: u32,
    /// Of how many symmetric images of each Sudoku there are trials, itself included. The symmetries are drawn by
    /// the seed; other problems have no images.
    #[serde(default = "one")]
    pub isomorphs: u32,
    /// Decides samples, orders and random choices.
    #[serde(default)]
    pub seed: u64,
    /// Pairs of strategies to compare in a scatter plot; not given: the first against each other one;
    /// empty: none.
    #[serde(default)]
    pub compare: Option<Vec<(String, String)>>,
    /// The strategy beside which the report shows each other one, as ratios; none: no such table.
    #[serde(default)]
    pub baseline: Option<String>,
    /// Tables published elsewhere, shown beside ours.
    #[serde(default)]
    pub published: Vec<Published>,
    /// What the report is to tell of each instance before any search: `blanks`, `boards`, ….
    #[serde(default)]
    pub instance_measures: Vec<Measure>,
    /// Claims, of a source or of ours, as comparisons that can fail.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Check>,
    /// Laws: what fails only where a program is broken, as when two strategies count differently.
    #[serde(default, rename = "law")]
    pub laws: Vec<Check>,
}

impl Experiment {
    /// Its claims, then its laws; each with whether it is a law.
    pub fn checks(&self) -> impl Iterator<Item = (&Check, bool)> {
        let claims = self.claims.iter().map(|claim| (claim, false));
        claims.chain(self.laws.iter().map(|law| (law, true)))
    }
}

/// A corpus, whole or sampled: either `name` or `path`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorpusUse {
    /// The name of a built-in corpus, as `coverlab corpora` lists them, or of a family, perhaps with
    /// ranges: `queens:6..14`.
    pub name: Option<String>,
    /// The path of a file, or of a folder of formulas or exact covers, relative to the experiment
    /// file, or else to the folder that the environment variable `COVERLAB_CORPORA` names.
    pub path: Option<String>,
    /// Whether the experiment does without it where there is no such file: for puzzles that may be
    /// had but not passed on.
    #[serde(default)]
    pub optional: bool,
    /// How many instances to draw by the seed; all if not given.
    pub sample: Option<usize>,
}

impl CorpusUse {
    /// The name of the corpus, as records have it.
    pub fn called(&self) -> Option<String> {
        self.name.clone().or_else(|| self.path.as_deref().map(|path| corpus::stem(Path::new(path))))
    }
}

/// What is asked of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// Any solution.
    #[default]
    First,
    /// Whether there is exactly one.
    Unique,
    /// Up to so many.
    UpTo(u64),
    /// All of them.
    All,
}

impl TaskKind {
    /// How many solutions to look for.
    pub fn solutions(self) -> u64 {
        match self {
            TaskKind::First => 1,
            TaskKind::Unique => 2,
            TaskKind::UpTo(k) => k,
            TaskKind::All => u64::MAX,
        }
    }
}

/// Limits per trial.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// CPU time with its unit: `"10s"`, `"500ms"`, `"2min"`.
    #[serde(default, deserialize_with = "duration")]
    pub time: Option<String>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Memory of a process: `"2GiB"`, `"500MiB"`. Every strategy of ours searches in a process of its own then; a program
    /// whose definition has a limit keeps that one. It needs Linux.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

/// A published table: one strategy's figure per instance.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What the table is, and where it is from: author, title, year.
    pub source: String,
    /// The machine and compiler behind the figures.
    pub machine: String,
    /// The strategy of ours that stands beside it.
    pub strategy: String,
    /// The column of trials.csv that the figures correspond to, in the unit of that column:
    /// `solve_cpu_ns`, `nodes`.
    pub measure: String,
    /// The instance that ratios refer to.
    pub baseline: String,
    /// The figures by instance; those of `solve_cpu_ns` in seconds.
    pub values: BTreeMap<String, f64>,
}

fn one() -> u32 {
    1
}
