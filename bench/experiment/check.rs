//! Claims and laws: statements of an experiment about its own results that can fail.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim or a law as a comparison that can fail: `measure` over one selection of trials, divided by that over
/// another if one is given, must lie within the bounds. Of a law only `says` and `note` are words to read.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Whether a claim repeats what its source did. Without it, a claim with a `source` is an extension, and one
    /// without is ours. A law has no kind.
    pub kind: Option<ClaimKind>,
    /// Our reading of the source, or our own expectation, in one plain sentence; an extension may ask a question.
    pub says: String,
    /// The source of a claim: author, title, year. Without it the claim is ours.
    pub source: Option<String>,
    /// Where the quote or the figure stands in the source: `table 3, page 12`.
    pub place: Option<String>,
    /// The source's own words, at most 25 of them.
    pub quote: Option<String>,
    /// The figure that the source gives, as it is printed.
    pub figure: Option<String>,
    /// How much of the source was read to write the claim. Not given, the source is taken to be cited from memory.
    pub read: Option<SourceRead>,
    /// Why the claim fails, or what its bounds rest on; the report shows it below the table of claims.
    pub note: Option<String>,
    /// A column of trials.csv (`solve_cpu_ns` is compared in seconds; an instance counts with the median of its seeds),
    /// `solved`: how many instances were answered with all seeds, `solved-runs`: how many runs were answered, each instance
    /// with each seed, `differences`: in how many corpora the times of the strategies of both sides are shown to differ, or a
    /// measure of instances: `boards`.
    pub measure: String,
    /// What is made of the figures of several trials.
    #[serde(default)]
    pub take: Take,
    /// Which trials.
    pub of: Selection,
    /// What to divide by.
    pub against: Option<Selection>,
    /// What is measured of that, if not the same.
    pub against_measure: Option<String>,
    /// The least value with which the claim holds.
    pub at_least: Option<f64>,
    /// The largest value with which the claim holds.
    pub at_most: Option<f64>,
}

/// Whose claim it is, and whether the experiment repeats what the source did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The source's algorithm, or a port of it, on the source's kind of instance. Only such claims hold or fail. It
    /// needs `source`, `place`, `read`, and `quote` or `figure`.
    Reproduction,
    /// A statement of the source, asked of another algorithm or of other instances. The report answers yes or no.
    /// It needs `source`, and `quote` or `figure`.
    Extension,
    /// An expectation of our own, which has neither `source` nor `quote`.
    Ours,
}

/// How much of a source was at hand when a claim was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SourceRead {
    /// All of it.
    #[serde(rename = "whole")]
    Whole,
    /// The part that the claim is about.
    #[serde(rename = "part")]
    Part,
    /// Its abstract alone.
    #[serde(rename = "abstract")]
    Abstract,
    /// Another text that quotes it.
    #[serde(rename = "quoted elsewhere")]
    QuotedElsewhere,
    /// Nothing: it is cited from memory, and so cannot be the source of a reproduction.
    #[serde(rename = "memory")]
    Memory,
}

impl Check {
    /// The kind of the claim: the one it gives or, without one, an extension of its source or ours.
    #[must_use]
    pub fn claim_kind(&self) -> ClaimKind {
        match (self.kind, &self.source) {
            (Some(kind), _) => kind,
            (None, Some(_)) => ClaimKind::Extension,
            (None, None) => ClaimKind::Ours,
        }
    }

    /// How much of its source was read; none without a source.
    #[must_use]
    pub fn source_read(&self) -> Option<SourceRead> {
        self.source.as_ref().map(|_| self.read.unwrap_or(SourceRead::Memory))
    }
}

/// What is made of the figures of several trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// Their sum.
    #[default]
    Total,
    /// The largest of them: for a claim about each.
    Largest,
}

impl Take {
    /// Combines the value so far with one more.
    pub fn of(self, so_far: f64, value: f64) -> f64 {
        match self {
            Take::Total => so_far + value,
            Take::Largest => so_far.max(value),
        }
    }
}

/// Some of an experiment's trials; what is not given is not restricted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// By the strategy's label.
    pub strategy: Option<String>,
    /// By the corpus.
    pub corpus: Option<String>,
    /// By the instance; `random-sat:3:100:430:*` are all whose names begin so.
    pub instance: Option<String>,
}
