//! The runs of a strategy on an instance: one for each seed.

use crate::record::{Status, Verdict};

/// One strategy on one instance with one seed, folded over its repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The worst status of its repetitions.
    pub status: Status,
    /// The worst verdict of its repetitions.
    pub verdict: Verdict,
    /// Median CPU time of its repetitions in nanoseconds.
    pub cpu_ns: Option<f64>,
    /// Median number of nodes of its repetitions.
    pub nodes: Option<f64>,
}

impl Run {
    /// Whether the run has an answer that is not wrong.
    pub fn solved(&self) -> bool {
        is_solved(self.status, self.verdict)
    }

    /// Whether the run finished, so that its cost is exact.
    pub fn finished(&self) -> bool {
        is_finished(self.status, self.verdict)
    }
}

/// The runs of a cell with several seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds {
    /// The runs, in the order of their seeds.
    pub runs: Box<[Run]>,
    /// The measures of the cell that are lower bounds.
    pub lower_bounds: Box<[&'static str]>,
}

/// Whether a search with this status and verdict has an answer that is not wrong.
pub(super) fn is_solved(status: Status, verdict: Verdict) -> bool {
    status.is_answer() && verdict != Verdict::Wrong
}

/// Whether a search with this status and verdict finished, so that its cost is exact.
pub(super) fn is_finished(status: Status, verdict: Verdict) -> bool {
    (status.is_answer() || status == Status::Stuck) && verdict != Verdict::Wrong
}
