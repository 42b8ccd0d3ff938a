//! Strategies whose sessions search in another process.

use super::client::Client;
use super::transfer::Transfer;
use super::{Request, SearchResult};
use crate::registry::{BuiltIn, Registry, with_sessions};
use coverlab_model::{
    Backend, BadSpec, Cnf, Cost, ExactCover, Outcome, ProcessFacts, Session, Sink, Spec, Stop, Sudoku, Task,
};
use coverlab_strategies::Configured;
use std::sync::Arc;

/// The most solutions of a search that is to show them as they are found: they come together at its end.
const MAX_SHOWN: usize = 1_000_000;

/// The packaged strategies. Those that cannot be stopped search in processes of their own; if their memory is limited, all
/// do. Only for programs that have the command [`COMMAND`](super::COMMAND) and call `coverlab_supervise::init`.
#[derive(Default)]
pub struct Apart {
    /// The most memory of a process, in bytes.
    memory: Option<u64>,
}

impl Apart {
    fn configure<P: Transfer>(&self, spec: &Spec) -> Result<Configured<P>, BadSpec> {
        let configured = P::configure(&BuiltIn, spec)?;
        // A translated search ends between two solutions.
        let is_stopped = configured.about.interruptible || configured.via.is_some();
        Ok(if is_stopped && self.memory.is_none() { configured } else { apart(configured, self.memory) })
    }
}

impl Registry for Apart {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        self.configure(spec)
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        self.configure(spec)
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        self.configure(spec)
    }

    fn with_memory_limit(&self, memory: u64) -> Option<Box<dyn Registry>> {
        Some(Box::new(Apart { memory: Some(memory) }))
    }
}

/// `configured` with every search in a process of its own, which may use this much memory.
pub fn apart<P: Transfer>(configured: Configured<P>, memory: Option<u64>) -> Configured<P> {
    let spec = configured.spec.to_string();
    let backend = with_sessions(configured.backend, move |inner| {
        Box::new(Remote { inner: inner.clone(), spec: spec.clone(), memory, client: None })
    });
    Configured { backend, ..configured }
}

/// A session that searches in another process.
struct Remote<P: Transfer> {
    /// The strategy.
    inner: Arc<dyn Backend<P>>,
    spec: String,
    memory: Option<u64>,
    /// The process, if it may search again: it is gone after a search that had to be killed.
    client: Option<Client>,
}

impl<P: Transfer> Session<P> for Remote<P> {
    /// # Panics
    /// If there can be no process, or it dies: the strategy broke down in it. If memory ends a search of several: it is
    /// to be known of which.
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        outcomes.clear();
        // The limit of time is that of each search, which only one that can be stopped keeps by itself.
        let is_each = task.time.is_some() && !self.inner.about().interruptible;
        let can_ask = |problem: &P| problem.has_text() && self.reason_against(problem, task).is_none();
        let at_once = if is_each || !problems.iter().all(can_ask) { 1 } else { problems.len().max(1) };
        let mut cost = Cost::default();
        for problems in problems.chunks(at_once) {
            if let Some(stop) = self.reason_against(&problems[0], task) {
                outcomes.push(Outcome::unsearched(stop));
            } else if problems[0].has_text() {
                let searched = self.ask(problems, task, false);
                outcomes.extend(searched.outcomes);
                cost += searched.cost;
            } else {
                // The answer is plain.
                let (outcome, own) = self.inner.session().run_one(&problems[0], task);
                outcomes.push(outcome);
                cost += own;
            }
        }
        cost
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost) {
        if !problem.has_text() {
            return self.inner.session().stream(problem, task, sink);
        }
        let keep = usize::try_from(task.solutions).unwrap_or(usize::MAX).min(MAX_SHOWN);
        let searched = self.ask(std::slice::from_ref(problem), &Task { keep, ..task.clone() }, true);
        let Some(mut outcome) = searched.outcomes.into_iter().next() else {
            return (Outcome::unsearched(Stop::Cancelled), searched.cost);
        };
        let stop = outcome.kept.iter().find_map(|solution| sink(solution).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        (outcome, searched.cost)
    }
}

impl<P: Transfer> Remote<P> {
    /// Why not to search at all.
    fn reason_against(&self, problem: &P, task: &Task) -> Option<Stop> {
        if let Err(refusal) = self.inner.accepts(problem) {
            return Some(refusal.stop());
        }
        task.cancel.is_raised().then_some(Stop::Cancelled)
    }

    /// Has the process search, which is started where there is none.
    fn ask(&mut self, problems: &[P], task: &Task, salvage: bool) -> SearchResult<P> {
        let memory = self.memory;
        let request = Request { salvage, memory, ..Request::new(problems, &self.spec, task) };
        let client = self.client.take().map_or_else(|| Client::start(memory), Ok);
        let mut client = client.unwrap_or_else(|error| panic!("{error}"));
        let searched = client.search(&request, problems, &task.cancel);
        let mut searched = searched.unwrap_or_else(|error| panic!("{error}"));
        // The watchdog's reply is a deadline, and so is that of the client that killed the process.
        let gone = |outcome: &Outcome<P>| {
            let unstoppable = !self.inner.about().interruptible;
            match outcome.stop {
                Some(Stop::Cancelled) => true,
                Some(Stop::Deadline) => unstoppable || outcome.counters.nodes == 0,
                Some(Stop::Memory) => true,
                _ => false,
            }
        };
        if !searched.outcomes.iter().any(gone) {
            self.client = Some(client);
        }
        for outcome in &mut searched.outcomes {
            // Solutions that the watchdog counted and cannot hand over were found, but cannot be checked.
            let shown = outcome.kept.len() as u64;
            if outcome.stop == Some(Stop::Deadline) && shown < outcome.solutions.min(task.keep as u64) {
                outcome.solutions = shown;
            }
        }
        if memory.is_some() {
            let wall = searched.wall / u32::try_from(problems.len().max(1)).unwrap_or(u32::MAX);
            let facts = ProcessFacts { peak_memory: searched.peak_memory, wall, fault: None };
            for outcome in &mut searched.outcomes {
                outcome.process = Some(Box::new(facts.clone()));
            }
        }
        searched
    }
}
