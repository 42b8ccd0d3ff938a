//! Shows the progress of a built-in solver, and of the check of its proof, on a terminal.

use crate::support::progress_bar::{Bar, Rate};
use coverlab_bench::terminal::Terminal;
use coverlab_model::Flow;
use coverlab_strategies::sat_solvers::{Monitor, SolverLimits};
use indicatif::HumanCount;
use std::ops::ControlFlow::Continue;
use std::time::Duration;

/// The number of calls between two readings of the clock, because solvers call very often.
const CALLS_PER_READING: u64 = 64;

/// Limits of a solver that also show its conflicts.
pub(super) struct ShownLimits {
    limits: SolverLimits,
    bar: Bar,
    calls: u64,
    conflicts: u64,
}

impl ShownLimits {
    pub(super) fn new(limits: SolverLimits, terminal: &Terminal) -> ShownLimits {
        ShownLimits { limits, bar: Bar::of_search(terminal), calls: 0, conflicts: 0 }
    }

    fn show(&mut self) -> Flow {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS_PER_READING) {
            let (count, conflicts) = (self.conflicts, HumanCount(self.conflicts));
            let words =
                |rate: &Rate| format!("{conflicts} conflicts, {}, {}", rate.of(count), rate.seconds());
            self.bar.show(|rate| (0, words(rate)));
        }
        Continue(())
    }
}

impl Monitor for ShownLimits {
    fn conflict(&mut self) -> Flow {
        self.limits.conflict()?;
        self.conflicts += 1;
        self.show()
    }

    fn poll(&mut self) -> Flow {
        self.limits.poll()?;
        self.show()
    }

    fn ahead(&mut self, time: Duration) -> Flow {
        self.limits.ahead(time)
    }
}

/// Shows for how long a proof has been checked.
pub(super) fn show_check(bar: &mut Bar) {
    bar.show(|rate| (0, format!("checking the proof, {}", rate.seconds())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Cancel, Stop};
    use std::ops::ControlFlow::Break;

    #[test]
    fn conflicts_beyond_the_limit_are_not_counted() {
        let limits = SolverLimits::new(Cancel::default()).conflicts(2);
        let mut shown = ShownLimits::new(limits, &Terminal::SILENT);
        assert_eq!([(); 3].map(|()| shown.conflict()), [Continue(()), Continue(()), Break(Stop::NodeLimit)]);
        assert_eq!((shown.conflicts, shown.poll()), (2, Continue(())));
    }
}
