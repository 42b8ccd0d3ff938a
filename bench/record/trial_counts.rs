//! Counts the trials of a run by result.

use super::{Status, Trial, Verdict};

/// Numbers of trials. A trial has one verdict (correct, wrong or unverified), and may also count as limited, crashed or
/// unsupported.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct TrialCounts {
    /// All trials.
    pub rows: u64,
    /// Trials with a correct answer.
    pub correct: u64,
    /// Trials with a wrong answer.
    pub wrong: u64,
    /// Trials with an answer that nothing confirms, or without an answer.
    pub unverified: u64,
    /// Trials that ended at a limit of time, memory or nodes.
    pub limited: u64,
    /// Trials whose strategy panicked or whose process died.
    pub crashed: u64,
    /// Trials whose strategy does not support the instance.
    pub unsupported: u64,
}

impl TrialCounts {
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
