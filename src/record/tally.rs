//! How the trials of a run came out, without a table of them.
//!
//! Nearly all instances of a stream are plain: every trial found one solution, the same, and searched the
//! whole space. What the court would say of such an instance is known without a hearing.

use super::agreement::{Court, Ruling};
use super::ledger::{Ledger, Row};
use super::{Status, Verdict};
use crate::corpus::Count;
use crate::plan::{Plan, Stage};

/// How the rows of a run came out.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Rows.
    pub rows: u64,
    /// Answers taken as correct.
    pub correct: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Rows that nobody could confirm, or that claim nothing.
    pub unverified: u64,
    /// Rows that ended at a limit of time, memory or nodes.
    pub limited: u64,
    /// Rows of a strategy that panicked.
    pub crashed: u64,
}

impl Tally {
    /// Adds the rows of `plan` that `ledger` has.
    pub fn add(&mut self, plan: &Plan, ledger: &Ledger) {
        let repetitions = plan.repetitions as usize;
        let (mut rulings, mut rows) = (Vec::new(), Vec::new());
        for (s, stage) in plan.stages.iter().enumerate() {
            let per_instance = stage.lanes.len() * repetitions;
            let seconded = seconded(stage);
            // One strategy once: there is nothing to agree with.
            if per_instance == 1
                && ledger.is_plain()
                && let [(count, _)] = stage.instances.count_rows()
                && let Some(verdict) = plain_verdict(*count, seconded)
            {
                self.count(verdict, ledger.recorded_of(s) as u64);
                continue;
            }
            for (i, count) in stage.instances.counts().enumerate() {
                let slots = i * per_instance..(i + 1) * per_instance;
                if let Some(verdict) = plain_verdict(count, seconded)
                    && ledger.is_agreed(s, slots.clone(), repetitions)
                {
                    self.count(verdict, per_instance as u64);
                    continue;
                }
                rows.clear();
                rows.extend(slots.map(|slot| ledger.row(s, slot)));
                Court { count, lanes: &stage.lanes, rows: &rows, repetitions }.rule(&mut rulings);
                for (row, ruling) in rows.iter().zip(&rulings) {
                    row.iter().for_each(|row| self.row(row, ruling));
                }
            }
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, row: &Row, ruling: &Ruling) {
        self.count(verdict(ruling), 1);
        self.limited += u64::from(matches!(row.status, Status::Timeout | Status::Memout | Status::NodeLimit));
        self.crashed += u64::from(row.status == Status::Crash);
    }

    fn count(&mut self, verdict: Verdict, rows: u64) {
        self.rows += rows;
        *match verdict {
            Verdict::Correct => &mut self.correct,
            Verdict::Wrong => &mut self.wrong,
            Verdict::Unverified => &mut self.unverified,
        } += rows;
    }
}

/// The verdict of a ruling.
pub(super) fn verdict(ruling: &Ruling) -> Verdict {
    ruling.verdict.unwrap_or(Verdict::Unverified)
}

/// Whether every strategy has one of another name beside it.
fn seconded(stage: &Stage) -> bool {
    stage.lanes.iter().any(|lane| lane.strategy != stage.lanes[0].strategy)
}

/// What the court says of an instance with so many known solutions if all strategies found the same one,
/// and no other, see [`Ledger::is_agreed`]. `None`: that has to be heard.
fn plain_verdict(known: Option<Count>, seconded: bool) -> Option<Verdict> {
    match known {
        Some(Count::Exactly(1)) => Some(Verdict::Correct),
        None | Some(Count::AtLeast(0 | 1)) if seconded => Some(Verdict::Correct),
        None | Some(Count::AtLeast(0 | 1)) => Some(Verdict::Unverified),
        Some(_) => None,
    }
}
