//! Repeats a search if strategies disagree, to verify that it finds as many solutions as its trial claims. The repeated
//! search is neither timed nor recorded.

use super::{PreparedExperiment, STACK, panics};
use crate::problem_kind::ProblemKind;
use crate::record::Trial;
use coverlab_model::{Backend, Cancel, Task};
use std::thread;

impl PreparedExperiment {
    /// Whether the strategy of `trial` finds `solutions` different solutions of its instance under the limits of the run, all
    /// accepted by the referee. `corpus` and `instance` are numbers in the plan. Raising `cancel` ends the search.
    pub(super) fn recount(
        &self,
        corpus: usize,
        instance: usize,
        trial: &Trial,
        solutions: u64,
        cancel: &Cancel,
    ) -> bool {
        let limits = self.plan.design.limits;
        let task = Task {
            solutions,
            keep: usize::try_from(solutions).unwrap_or(usize::MAX),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            time: limits.time(),
            seed: trial.seed,
            cancel: cancel.clone(),
            progress: None,
        };
        let strategy =
            self.plan.corpora[corpus].contenders.iter().position(|contender| trial.is_of(contender));
        strategy.is_some_and(|strategy| self.workloads[corpus].finds(strategy, instance, &task))
    }
}

/// Whether `backend` finds as many different solutions of `problem` as `task` asks for, and the referee accepts them. The
/// search has the stack size of a thread of a run. `false` if it panics.
pub(super) fn finds<P: ProblemKind>(backend: &dyn Backend<P>, problem: &P, task: &Task) -> bool {
    let search = || {
        let (outcome, _) = backend.session().run_one(problem, task);
        outcome.fault().is_none()
            && outcome.kept.len() as u64 == task.solutions
            && outcome.verify(problem).is_ok()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || panics::catch(search).unwrap_or(false));
        thread.is_ok_and(|thread| thread.join().unwrap_or(false))
    })
}
