//! How the trials of a run came out.

use super::{Status, Trial, Verdict};

/// How the rows of a run came out.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Rows.
    pub rows: u64,
    /// Answers taken as correct.
    pub correct: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Rows that nothing could confirm, or that claim nothing.
    pub unverified: u64,
    /// Rows that ended at a limit of time, memory or nodes.
    pub limited: u64,
    /// Rows of a strategy that panicked.
    pub crashed: u64,
    /// Rows of a strategy that does not support the instance.
    pub unsupported: u64,
}

impl Tally {
    /// Adds a trial.
    pub(super) fn add(&mut self, trial: &Trial) {
        self.rows += 1;
        *match trial.verdict {
            Verdict::Correct => &mut self.correct,
            Verdict::Wrong => &mut self.wrong,
            Verdict::Unverified => &mut self.unverified,
        } += 1;
        self.limited +=
            u64::from(matches!(trial.status, Status::Timeout | Status::Memout | Status::NodeLimit));
        self.crashed += u64::from(trial.status == Status::Crash);
        self.unsupported += u64::from(trial.status == Status::Unsupported);
    }
}
