//! Strategies that cannot be stopped, behind the contract: each session has a process that can.

use super::process::Process;
use super::{Order, search};
use crate::registry::{Packaged, Registry};
use coverlab_model::{
    About, Backend, BadSpec, Cnf, Cost, CoverSize, ExactCover, Outcome, Refusal, Session, Sink, Spec,
};
use coverlab_model::{Stop, Sudoku, Task};
use coverlab_strategies::Configured;
use std::sync::Arc;

/// The packaged strategies, those for exact cover that cannot be stopped in processes of their own.
/// Only for programs that have the command [`COMMAND`](super::COMMAND).
pub struct Apart;

impl Registry for Apart {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        Packaged.sudoku(spec)
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        let configured = Packaged.exact_cover(spec)?;
        if configured.about.interruptible {
            return Ok(configured);
        }
        let killable = Killable { inner: configured.backend.clone(), spec: spec.to_string() };
        Ok(Configured { backend: Arc::new(killable), ..configured })
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        Packaged.cnf(spec)
    }
}

struct Killable {
    inner: Arc<dyn Backend<ExactCover>>,
    spec: String,
}

impl Backend<ExactCover> for Killable {
    fn about(&self) -> &'static About {
        self.inner.about()
    }

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        self.inner.accepts(problem)
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        self.inner.bytes(size)
    }

    fn session(&self) -> Box<dyn Session<ExactCover>> {
        Box::new(Remote { inner: self.inner.clone(), spec: self.spec.clone(), process: None })
    }
}

/// A session whose searches are another process's.
struct Remote {
    inner: Arc<dyn Backend<ExactCover>>,
    spec: String,
    /// Kept from one search to the next; gone after one that had to be killed.
    process: Option<Process>,
}

impl Session<ExactCover> for Remote {
    /// # Panics
    /// If there can be no process, or it dies: the strategy broke down in it.
    fn run(&mut self, problems: &[ExactCover], task: &Task, outcomes: &mut Vec<Outcome<ExactCover>>) -> Cost {
        outcomes.clear();
        let mut cost = Cost::default();
        for problem in problems {
            if problem.items() == 0 {
                // Knuth's format has no such instance, and the answer is plain.
                let mut own = Vec::with_capacity(1);
                cost.solve += self.inner.session().run(std::slice::from_ref(problem), task, &mut own).solve;
                outcomes.append(&mut own);
                continue;
            }
            if let Some(stop) = self.reason_against(problem, task) {
                outcomes.push(Outcome::unsearched(stop));
                continue;
            }
            let order = Order { salvage: false, ..Order::new(problem, &self.spec, task) };
            let mut process = self
                .process
                .take()
                .map_or_else(|| Process::start(false), Ok)
                .unwrap_or_else(|e| panic!("{e}"));
            let (mut outcome, cpu) = process.search(&order, &task.cancel).unwrap_or_else(|e| panic!("{e}"));
            // The watchman's last word is a deadline, and so is that of whoever killed it.
            let alive = !matches!(outcome.stop, Some(Stop::Deadline | Stop::Cancelled | Stop::Memory));
            self.process = alive.then_some(process);
            // What the watchman counted and cannot hand over was found, but nobody can check it.
            let shown = outcome.kept.len() as u64;
            if outcome.stop == Some(Stop::Deadline) && shown < outcome.solutions.min(task.keep as u64) {
                outcome.solutions = shown;
            }
            cost.solve += cpu;
            outcomes.push(outcome);
        }
        cost
    }

    fn stream(
        &mut self,
        problem: &ExactCover,
        task: &Task,
        sink: Sink<'_, ExactCover>,
    ) -> Outcome<ExactCover> {
        if problem.items() == 0 {
            return self.inner.session().stream(problem, task, sink);
        }
        let keep = usize::try_from(task.solutions).unwrap_or(usize::MAX);
        let order = Order::new(problem, &self.spec, &Task { keep, ..task.clone() });
        let (mut outcome, _) = search(&order, &task.cancel).unwrap_or_else(|e| panic!("{e}"));
        let stop = outcome.kept.iter().find_map(|cover| sink(cover).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        outcome
    }
}

impl Remote {
    /// Why not to search at all.
    fn reason_against(&self, problem: &ExactCover, task: &Task) -> Option<Stop> {
        if let Err(refusal) = self.inner.accepts(problem) {
            return Some(refusal.stop());
        }
        task.cancel.is_raised().then_some(Stop::Cancelled)
    }
}
