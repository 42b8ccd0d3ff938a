//! Claims and laws: falsifiable statements of an experiment about its own results.

use crate::corpus::checksum;
use crate::number::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::Add;
use toml::{Table, Value};

/// A claim or a law, as a comparison that can fail: `measure` over one selection of trials, optionally divided by that
/// over another selection, must lie within the bounds. Of the keys that describe a claim in words, a law has only `says`
/// and `note`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Whether the claim reproduces its source. By default a claim with a `source` is an extension, and one without is
    /// ours. A law has no kind.
    pub kind: Option<ClaimKind>,
    /// The claim in one plain sentence, as we read the source or expect ourselves; an extension may be a question.
    pub says: String,
    /// The source of the claim: author, title, year. Without a source the claim is ours.
    pub source: Option<String>,
    /// The place of the quote or the figure in the source: `table 3, page 12`.
    pub place: Option<String>,
    /// A verbatim quote of the source.
    pub quote: Option<String>,
    /// The figure that the source gives, as printed.
    pub figure: Option<String>,
    /// How much of the source was read to write the claim. By default the source is assumed to be cited from memory.
    pub read: Option<SourceRead>,
    /// Why the claim fails, or what its bounds are based on; shown below the table of claims.
    pub note: Option<String>,
    /// A column of trials.csv with a count, a time or a size: `solutions`, `solve_cpu_ns`, `solve_wall_ns`,
    /// `encode_ns`, `decode_ns`, `peak_rss_bytes`, `nodes`, `backtracks`, `propagations`, `conflicts`, `passes`,
    /// `placements`, `updates`, `guesses`, `max_depth`, `filled` (times are compared in seconds; each instance counts
    /// with the median of its seeds); `solved`, the number of instances answered with all seeds; `solved-runs`, the
    /// number of answered runs, where a run is one instance with one seed; `differences`, the number of
    /// comparisons of the two strategies, one per corpus, in which a test shows a difference of their times or of the
    /// instances that they solve; or a measure of instances, such as `boards`.
    pub measure: String,
    /// How the values of several trials are combined.
    #[serde(default)]
    pub take: Aggregation,
    /// The trials to measure.
    pub of: Selection,
    /// The trials to divide by.
    pub against: Option<Selection>,
    /// The measure of the trials to divide by; by default `measure`.
    pub against_measure: Option<String>,
    /// The smallest value for which the claim holds.
    #[schemars(with = "Option<f64>")]
    pub at_least: Option<Number>,
    /// The largest value for which the claim holds.
    #[schemars(with = "Option<f64>")]
    pub at_most: Option<Number>,
}

/// The measure that counts instances answered with all seeds.
pub const SOLVED: &str = "solved";
/// The measure that counts answered runs.
pub const SOLVED_RUNS: &str = "solved-runs";
/// The measure that counts the differences between strategies that a test shows.
pub const DIFFERENCES: &str = "differences";
/// The measures that count over all trials.
pub const COUNTS: [&str; 3] = [SOLVED, SOLVED_RUNS, DIFFERENCES];

/// The checksum of the claims and laws in `text`, an experiment. Notes do not count: they may explain the outcome.
pub(crate) fn claims_checksum(text: &str) -> String {
    let mut experiment: Table = toml::from_str(text).unwrap_or_default();
    let mut checks = ["claim", "law"].map(|key| experiment.remove(key));
    let lists = checks.iter_mut().flatten().filter_map(Value::as_array_mut);
    lists.flatten().filter_map(Value::as_table_mut).for_each(|check| _ = check.remove("note"));
    checksum(json!(checks).to_string().as_bytes())
}

/// Whether a claim reproduces its source, extends it, or is our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The source's algorithm, or a port of it, on the source's kind of instance. Only such claims hold or fail.
    Reproduction,
    /// A statement of the source, applied to another algorithm or to other instances. The report answers yes or no.
    Extension,
    /// An expectation of our own, without a source.
    Ours,
}

/// How much of a source was read when a claim was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SourceRead {
    /// All of it.
    #[serde(rename = "whole")]
    Complete,
    /// The part that the claim is about.
    #[serde(rename = "part")]
    Part,
    /// Only its abstract.
    #[serde(rename = "abstract")]
    Abstract,
    /// Another text that quotes it.
    #[serde(rename = "quoted elsewhere")]
    QuotedElsewhere,
    /// Nothing: it is cited from memory.
    #[serde(rename = "memory")]
    Memory,
}

impl Claim {
    /// The measure, and that of `against` if it has its own.
    pub fn measures(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.measure).chain(&self.against_measure)
    }

    /// The kind of the claim: the given one or, by default, an extension of its source or ours.
    pub fn claim_kind(&self) -> ClaimKind {
        match (self.kind, &self.source) {
            (Some(kind), _) => kind,
            (None, Some(_)) => ClaimKind::Extension,
            (None, None) => ClaimKind::Ours,
        }
    }

    /// How much of the source was read; `None` without a source.
    pub fn source_read(&self) -> Option<SourceRead> {
        self.source.as_ref().map(|_| self.read.unwrap_or(SourceRead::Memory))
    }
}

/// How the values of several trials are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Aggregation {
    /// Their sum.
    #[default]
    Total,
    /// Their maximum, for a claim about each trial. `solved`, `solved-runs` and `differences` have none: they are counts
    /// over all trials.
    Largest,
}

impl Aggregation {
    /// Combines the value so far with another one.
    pub fn combine<T: Add<Output = T> + PartialOrd>(self, so_far: T, value: T) -> T {
        match self {
            Aggregation::Total => so_far + value,
            Aggregation::Largest if value > so_far => value,
            Aggregation::Largest => so_far,
        }
    }
}

/// A selection of trials. Missing keys do not restrict it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The strategy's label.
    pub strategy: Option<String>,
    /// The corpus.
    pub corpus: Option<String>,
    /// The instance; `random-sat:3:100:430:*` selects all with that prefix.
    pub instance: Option<String>,
}
