//! Searches a block with the clocks around it, and turns a panic into an outcome.

use super::TrialThread;
use crate::problem_kind::ProblemKind;
use crate::runner::panics;
use crate::runner::trial_template::SearchTime;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::{Cost, Fault, FaultKind, Outcome, Task};
use std::time::{Duration, Instant};

/// Number of instances in a batch of a streamed block: few enough for their outcomes to be in the cache when the referee
/// checks them, and enough for a strategy that searches many instances at once to rarely run out of work.
pub(super) const BATCH_SIZE: usize = 1024;

impl<P: ProblemKind> TrialThread<'_, P> {
    /// Searches the instances at the places in `block` in batches of `batch`, and stores the outcomes. A panic becomes the
    /// fault of all outcomes of its batch, and the strategy gets a new session.
    pub(super) fn search(&mut self, strategy: usize, block: &[u32], batch: usize, task: &Task) -> SearchTime {
        let workload = self.run.workload;
        let batches = block.len().div_ceil(batch);
        self.outcomes.resize_with(batches.max(self.outcomes.len()), Vec::new);
        let mut total = SearchTime::default();
        for (places, outcomes) in block.chunks(batch).zip(&mut self.outcomes) {
            let problems = self.gatherer.gather(places);
            let sessions = &mut self.sessions;
            let start = ThreadTime::now();
            let searched = panics::catch(|| {
                let backend = &*workload.backends[strategy];
                let session = sessions.of(strategy, backend, &workload.problems, task);
                let (wall, cpu) = (Instant::now(), ThreadTime::now());
                let cost = session.run(problems, task, outcomes);
                let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
                assert_eq!(outcomes.len(), problems.len(), "the strategy did not answer for every instance");
                sessions.add_search(strategy, wall);
                // A separate process reports its own wall time, without the work around it.
                let processes = outcomes.iter().filter_map(|outcome| outcome.process.as_ref());
                match processes.map(|process| process.wall).reduce(|sum, wall| sum + wall) {
                    Some(wall) => search_time(cost, cost.solve, wall),
                    None => search_time(cost, cpu, wall),
                }
            });
            total.add(searched.unwrap_or_else(|message| {
                self.sessions.discard(strategy);
                outcomes.clear();
                outcomes
                    .resize_with(problems.len(), || Outcome::failed(Fault::new(FaultKind::Crash, &message)));
                let cpu_ns = nanoseconds(start.elapsed());
                SearchTime { cpu_ns, wall_ns: cpu_ns, ..SearchTime::default() }
            }));
        }
        total
    }
}

/// The time of the searches in a call of a session that took `cpu` and `wall`. Their wall time is that of the call without
/// the CPU time of the rest of the call.
fn search_time(cost: Cost, cpu: Duration, wall: Duration) -> SearchTime {
    let translation = cpu.saturating_sub(cost.solve);
    SearchTime {
        cpu_ns: nanoseconds(cost.solve),
        wall_ns: nanoseconds(wall.saturating_sub(translation)),
        encode_ns: nanoseconds(cost.encode),
        decode_ns: nanoseconds(cost.decode),
    }
}
