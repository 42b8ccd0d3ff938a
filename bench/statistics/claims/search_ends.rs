//! How the searches ended that a claim measures.

use crate::record::Status;
use crate::statistics::{InstanceResult, SeedRun};

/// Counts of runs. A run that both sides of a claim select counts once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchEnds {
    /// All runs.
    pub(super) searches: usize,
    /// Runs that were cut short.
    pub(super) unfinished: usize,
    /// Runs that got stuck.
    pub(super) stuck: usize,
    /// Runs that a time or memory limit ended.
    pub(super) machine_limited: usize,
    /// The largest time limit of a run that timed out.
    pub(super) limit_cpu_ns: Option<u64>,
}

impl SearchEnds {
    /// Adds the runs of a result.
    pub(super) fn add(&mut self, result: &InstanceResult) {
        if result.status == Status::Unsupported {
            return;
        }
        let count = |is: &dyn Fn(&SeedRun) -> bool| result.runs().filter(is).count();
        self.searches += result.run_count();
        self.unfinished += count(&|run| !run.finished());
        self.stuck += count(&|run| run.status == Status::Stuck);
        self.machine_limited += count(&SeedRun::ended_at_machine_limit);
        if count(&|run| run.status == Status::Timeout) > 0 {
            self.limit_cpu_ns = self.limit_cpu_ns.max(result.limit_cpu_ns);
        }
    }
}
