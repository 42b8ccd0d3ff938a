//! Experiments: TOML files that state a question and the trials to answer it.

mod builtin;
mod claim;
mod claim_rules;
mod corpus_files;
mod deserialize;
mod load;
mod quantity;
mod solver_definition;
mod toml_reader;

pub use builtin::BUILTIN;
pub(crate) use claim::claims_checksum;
pub use claim::{
    Aggregation, COUNTS, Claim, ClaimKind, DIFFERENCES, SOLVED, SOLVED_RUNS, Selection, SourceRead,
};
pub use corpus_files::{CorpusFile, find_corpus_file, locate};
use deserialize::NameOrCorpus;
pub use load::LoadedExperiment;
pub use quantity::{duration_text, parse_duration, parse_size};
pub use solver_definition::{
    CoverOutput, ExitCodes, Protocol, SolutionsFound, SolverDefinition, SolverProblem,
};
pub use toml_reader::parse_toml;

use crate::corpus;
use crate::instance_measure::InstanceMeasure;
use deserialize::{corpora, corpus_name, duration, names, positive, some_positive};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The content of an experiment file. An unknown key is an error with its line. `coverlab help experiment` prints a
/// reference generated from these types and their comments.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name in kebab-case, which also names the folder under `results/`.
    pub name: String,
    /// The question that the experiment answers, in one sentence.
    pub question: String,
    /// Strategies with their parameters, see `coverlab list strategies`: `bird-bits:prune=fixpoint`. To test the measurement
    /// itself, every strategy accepts `copy=2`, which changes only its name, and `slower=3`, a slowdown in percent.
    /// A set of values stands for several strategies, `dancing-cells:ties={first,random}`: `coverlab help names`.
    #[serde(deserialize_with = "names")]
    #[schemars(with = "Vec<String>")]
    pub strategies: Vec<String>,
    /// External solvers (`[[solver]]`) that are skipped if their program is not installed; the report says so.
    #[serde(default, deserialize_with = "names")]
    #[schemars(with = "Vec<String>")]
    pub optional: Vec<String>,
    /// External solvers that are run as strategies: docs/SOLVERS.md.
    #[serde(default, rename = "solver")]
    pub solvers: Vec<SolverDefinition>,
    /// The corpora to solve. A name alone, `"unique-9x9"`, is short for `{ name = "unique-9x9" }`.
    #[serde(deserialize_with = "corpora")]
    #[schemars(with = "Vec<NameOrCorpus>")]
    pub corpora: Vec<CorpusEntry>,
    /// The task for each instance.
    #[serde(default)]
    pub task: TaskKind,
    /// The limits for each trial.
    #[serde(default)]
    pub limits: LimitTexts,
    /// The number of repetitions of each trial with each seed.
    #[serde(default = "one", deserialize_with = "positive")]
    pub repetitions: u32,
    /// The number of seeds for each trial, from `seed` on. Strategies that break ties at random behave differently with
    /// each. The report counts runs, and instances solved with all seeds and with any.
    #[serde(default = "one", deserialize_with = "positive")]
    pub seeds: u32,
    /// The seed of samples, orders and random choices.
    #[serde(default)]
    pub seed: u64,
    /// Pairs of strategies to compare in scatter plots. By default the first strategy is compared with every other
    /// one; an empty list disables the plots.
    #[serde(default)]
    pub compare: Option<Vec<(String, String)>>,
    /// The strategy that the report compares every other one with, in a table of ratios; by default there is no such
    /// table.
    #[serde(default)]
    pub baseline: Option<String>,
    /// Published tables to show next to our results.
    #[serde(default)]
    pub published: Vec<PublishedTable>,
    /// Measures of instances to show in the report: `blanks`, `boards`, ….
    #[serde(default)]
    pub instance_measures: Vec<InstanceMeasure>,
    /// Claims of a source, or our own, as comparisons that can fail.
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
    /// Laws: comparisons that fail only if a program is wrong, for example if two strategies count differently.
    #[serde(default, rename = "law")]
    pub laws: Vec<Claim>,
}

impl Experiment {
    /// The claims, then the laws, each paired with whether it is a law.
    pub fn claims_and_laws(&self) -> impl Iterator<Item = (&Claim, bool)> {
        let claims = self.claims.iter().map(|claim| (claim, false));
        claims.chain(self.laws.iter().map(|law| (law, true)))
    }
}

/// A corpus or a sample of one: a built-in corpus or a family has a `name`, a file has a `path`, and a corpus of several
/// `members` has a `name` too.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorpusEntry {
    /// The name of a built-in corpus, see `coverlab list corpora`, or of a family, optionally with sets of values:
    /// `queens:{6..14}` (`coverlab help names`). With `members`, the name of the corpus in records.
    #[serde(default, deserialize_with = "corpus_name")]
    #[schemars(with = "Option<String>")]
    pub name: Option<String>,
    /// The path of a file, or of a folder of formulas or exact covers. It is relative to the experiment file, or else
    /// to the folder in the environment variable `COVERLAB_CORPORA`. In records and claims, the corpus has the name of
    /// the file without its extension.
    pub path: Option<String>,
    /// Families, and paths of files and folders, whose instances make one corpus. All are of one kind of problem.
    #[serde(default, deserialize_with = "names")]
    #[schemars(with = "Vec<String>")]
    pub members: Vec<String>,
    /// Whether the experiment runs without the corpus if the file is missing, for puzzles that may not be
    /// redistributed.
    #[serde(default)]
    pub optional: bool,
    /// The number of instances to sample at random, with the experiment's seed; by default all.
    #[serde(default, deserialize_with = "some_positive")]
    pub sample: Option<usize>,
}

impl CorpusEntry {
    /// The name of the corpus in records: the given name, or else that of the file without its extension.
    pub fn recorded_name(&self) -> Option<String> {
        self.name.clone().or_else(|| self.path.as_deref().map(|path| corpus::corpus_name(Path::new(path))))
    }
}

/// The task of every strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// Find any solution.
    #[default]
    First,
    /// Decide whether there is exactly one solution.
    Unique,
    /// Find up to this many solutions.
    UpTo(#[serde(deserialize_with = "positive")] u64),
    /// Find all solutions.
    All,
}

impl TaskKind {
    /// The maximum number of solutions to search for.
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
pub struct LimitTexts {
    /// CPU time with its unit: `"10s"`, `"500ms"`, `"2min"`.
    #[serde(default, deserialize_with = "duration")]
    pub time: Option<String>,
    /// Nodes of the search.
    #[serde(default, deserialize_with = "some_positive")]
    pub nodes: Option<u64>,
    /// Memory per process: `"2GiB"`, `"500MiB"`. Every built-in strategy then runs in its own process; an external
    /// solver with a limit of its own keeps it. Requires Linux.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
}

/// A published table with one value per instance.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    /// The origin of the table: author, title, year.
    pub source: String,
    /// The machine and compiler of the published values.
    pub machine: String,
    /// Our strategy to compare with.
    pub strategy: String,
    /// The column of trials.csv with a count, a time or a size that the values correspond to: `solve_cpu_ns`, `nodes`.
    pub measure: String,
    /// The instance that ratios are relative to.
    pub baseline: String,
    /// The values by instance, all above 0; for `solve_cpu_ns`, in seconds.
    pub values: BTreeMap<String, f64>,
}

fn one() -> u32 {
    1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
