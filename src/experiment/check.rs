//! Claims and laws: statements of an experiment about its own results that can fail.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim or a law as a comparison that can fail: `measure` over one selection of trials, divided by that over
/// another if one is given, must lie within the bounds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// What it says, in a sentence.
    pub says: String,
    /// Who says so: author, title, year. None: we do.
    pub source: Option<String>,
    /// Where in the source: `table 3, page 12`.
    pub place: Option<String>,
    /// The figure that stands there, as it is printed.
    pub figure: Option<String>,
    /// Why it fails, or what the restatement rests on; the report shows it under the claim's table.
    pub note: Option<String>,
    /// A column of trials.csv (`solve_cpu_ns` is compared in seconds), `solved`: how many were
    /// answered, `differences`: in how many corpora the times of the strategies of both sides are shown to differ, or a
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
