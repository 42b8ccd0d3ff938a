//! Limits that several searches share.

use crate::clock::nanoseconds;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The maximum number of nodes in a lot, which is what a thread takes from the budget at a time.
const MAX_LOT: u64 = 1024;
/// A lot has at most this fraction of the remaining nodes, so that the last ones are taken singly.
const LOT_DIVISOR: u64 = 64;

/// The budgets of nodes and CPU time that searches on several threads share.
///
/// Together the searches never visit more nodes than the budget. They may visit slightly fewer, because one
/// thread may hold an unused lot when another finds the budget empty. Each thread reads the clock about every
/// half millisecond.
#[derive(Debug)]
pub(crate) struct Allowance {
    nodes: AtomicU64,
    /// CPU time spent, and its limit, both in nanoseconds.
    spent: AtomicU64,
    time: Option<u64>,
}

impl Allowance {
    pub(crate) fn new(nodes: u64, time: Option<Duration>) -> Allowance {
        Allowance { nodes: AtomicU64::new(nodes), spent: AtomicU64::new(0), time: time.map(nanoseconds) }
    }

    /// Takes a lot of the remaining nodes; 0 when none remain.
    pub(crate) fn take_nodes(&self) -> u64 {
        let lot = |left: u64| (left / LOT_DIVISOR).clamp(1, MAX_LOT).min(left);
        let taken =
            self.nodes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - lot(left)));
        taken.map_or(0, lot)
    }

    /// Returns unused nodes to the budget.
    pub(crate) fn return_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Adds `time` to the time spent. Returns whether any is left.
    pub(crate) fn spend(&self, time: Duration) -> bool {
        let time = nanoseconds(time);
        let spent = self.spent.fetch_add(time, Ordering::Relaxed).saturating_add(time);
        self.time.is_none_or(|limit| spent < limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_not_exceeded() {
        let allowance = Allowance::new(100_000, Some(Duration::from_millis(3)));
        let mut lots: Vec<u64> =
            std::iter::repeat_with(|| allowance.take_nodes()).take_while(|l| *l > 0).collect();
        assert_eq!(lots.iter().sum::<u64>(), 100_000);
        assert_eq!((lots[0], lots.pop()), (1024, Some(1)));
        allowance.return_nodes(5);
        assert_eq!((allowance.take_nodes(), allowance.take_nodes()), (1, 1));
        let millisecond = Duration::from_millis(1);
        assert_eq!([(); 3].map(|()| allowance.spend(millisecond)), [true, true, false]);
        assert!(Allowance::new(0, None).spend(millisecond));
    }
}
