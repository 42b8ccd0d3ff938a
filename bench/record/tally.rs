//! How the trials of a run came out.

use super::agreement::{Comparison, Judgement};
use super::{Ledger, Row, Status, Trial, Verdict};
use crate::plan::{CorpusPlan, Plan};

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
    /// Adds the rows of `plan` that `ledger` has.
    pub fn add(&mut self, plan: &Plan, ledger: &Ledger) {
        for s in 0..plan.stages.len() {
            each_instance(plan, s, ledger, |_, rows, judgements| {
                for (row, judgement) in rows.iter().zip(judgements) {
                    row.iter().for_each(|row| self.row(row, judgement));
                }
            });
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, row: &Row, judgement: &Judgement) {
        self.count(row.status, judgement.verdict);
    }

    /// Adds a row of a table.
    pub(super) fn trial(&mut self, trial: &Trial) {
        self.count(trial.status, trial.verdict);
    }

    fn count(&mut self, status: Status, verdict: Verdict) {
        self.rows += 1;
        *match verdict {
            Verdict::Correct => &mut self.correct,
            Verdict::Wrong => &mut self.wrong,
            Verdict::Unverified => &mut self.unverified,
        } += 1;
        self.limited += u64::from(matches!(status, Status::Timeout | Status::Memout | Status::NodeLimit));
        self.crashed += u64::from(status == Status::Crash);
        self.unsupported += u64::from(status == Status::Unsupported);
    }
}

/// Judges the instances of stage `s`, in order: `visit` gets the first slot of each, its rows by strategy and
/// repetition, and the judgements on them.
pub(super) fn each_instance(
    plan: &Plan,
    s: usize,
    ledger: &Ledger,
    mut visit: impl FnMut(usize, &[Option<Row>], &[Judgement]),
) {
    let CorpusPlan { lanes, instances, .. } = &plan.stages[s];
    let (rounds, mut rows) = (plan.rounds() as usize, Vec::new());
    let (slots, repetitions) = (lanes.len() * rounds, plan.repetitions as usize);
    for (instance, count) in instances.counts().enumerate() {
        let from = instance * slots;
        rows.clear();
        rows.extend((from..from + slots).map(|slot| ledger.row(s, slot)));
        visit(from, &rows, &Comparison { count, lanes, rows: &rows, rounds, repetitions }.judge());
    }
}
