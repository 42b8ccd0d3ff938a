//! Strategies whose sessions search in a separate process.

use super::{COMMAND, Request, RequestResult, ended, process_died, read_reply};
use crate::error::Error;
use crate::external_solver::process::SupervisedProcess;
use crate::problem_kind::ProblemKind;
use crate::refused_memory::was_refused_memory;
use crate::strategy_source::{BuiltInStrategies, StrategySource, with_sessions};
use coverlab_model::{
    Backend, BadSpec, Cancel, Cnf, Cost, ExactCover, Outcome, ProcessFacts, Session, Sink, Spec, Stop,
    Sudoku, Task,
};
use coverlab_strategies::Configured;
use coverlab_supervise::{JobEnd, JobLimits};
use std::sync::Arc;
use std::time::Duration;

/// Maximum size of a reply in bytes: enough for a million solutions.
const MAX_REPLY: u64 = 4 << 30;
/// Maximum number of solutions of a stream. The process returns all of them at the end, so a search for more ends as if it had
/// reached its memory limit.
const MAX_STREAMED: usize = 1_000_000;

/// The built-in strategies, of which those that cannot be interrupted run in separate processes. Only for programs that have
/// the command [`COMMAND`](super::COMMAND) and call `coverlab_supervise::init`.
pub struct SeparateProcesses;

fn configure<P: ProblemKind>(spec: &Spec) -> Result<Configured<P>, BadSpec> {
    let configured = P::configure(&BuiltInStrategies, spec)?;
    // A search through an encoding can end between two solutions.
    let is_interruptible = configured.about.interruptible || configured.via.is_some();
    Ok(if is_interruptible { configured } else { in_separate_process(configured, None) })
}

impl StrategySource for SeparateProcesses {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        configure(spec)
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        configure(spec)
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        configure(spec)
    }

    fn has_processes(&self) -> bool {
        true
    }
}

/// Makes the strategy `configured` search in a separate process, whose memory is limited to `memory` bytes.
pub fn in_separate_process<P: ProblemKind>(configured: Configured<P>, memory: Option<u64>) -> Configured<P> {
    let spec = configured.spec.to_string();
    let backend = with_sessions(configured.backend, move |inner| {
        Box::new(ProcessSession { inner: inner.clone(), spec: spec.clone(), memory, process: None })
    });
    Configured { backend, ..configured }
}

/// A session that searches in a separate process.
struct ProcessSession<P: ProblemKind> {
    /// The strategy.
    inner: Arc<dyn Backend<P>>,
    spec: String,
    memory: Option<u64>,
    /// The process; `None` before the first search, and after the process was killed.
    process: Option<SupervisedProcess>,
}

impl<P: ProblemKind> Session<P> for ProcessSession<P> {
    /// # Panics
    /// No process can be started, or it dies, for example because the strategy panicked. Also if the memory limit ends a
    /// request about several instances; the caller then searches them one by one.
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        outcomes.clear();
        // The time limit is per search, so a strategy that cannot observe it gets one instance at a time.
        let one_at_a_time = task.time.is_some() && !self.inner.about().interruptible;
        let can_ask = |problem: &P| self.reason_against(problem, task).is_none();
        let at_once = if one_at_a_time || !problems.iter().all(can_ask) { 1 } else { problems.len().max(1) };
        let mut cost = Cost::default();
        for problems in problems.chunks(at_once) {
            if let Some(stop) = self.reason_against(&problems[0], task) {
                outcomes.push(Outcome::unsearched(stop));
            } else {
                let searched = self.ask(problems, task, false);
                outcomes.extend(searched.outcomes);
                cost += searched.cost;
            }
        }
        cost
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost) {
        let solutions = task.solutions.min(MAX_STREAMED as u64 + 1);
        let keep = solutions.min(MAX_STREAMED as u64) as usize;
        let searched =
            self.ask(std::slice::from_ref(problem), &Task { solutions, keep, ..task.clone() }, true);
        let Some(mut outcome) = searched.outcomes.into_iter().next() else {
            return (Outcome::unsearched(Stop::Cancelled), searched.cost);
        };
        count_only_kept(&mut outcome, keep as u64);
        let stop = outcome.kept.iter().find_map(|solution| sink(solution).break_value());
        outcome.stop = stop.or(outcome.stop);
        outcome.kept.truncate(task.keep);
        (outcome, searched.cost)
    }
}

/// Turns the outcome of a search that found more than `keep` solutions into one that ended for lack of memory at the last
/// of these.
fn count_only_kept<P: ProblemKind>(outcome: &mut Outcome<P>, keep: u64) {
    if outcome.solutions > keep {
        (outcome.solutions, outcome.beyond, outcome.stop) = (keep, None, Some(Stop::Memory));
    }
}

impl<P: ProblemKind> ProcessSession<P> {
    /// Why `problem` must not be searched, if there is a reason.
    fn reason_against(&self, problem: &P, task: &Task) -> Option<Stop> {
        if let Err(refusal) = self.inner.accepts(problem) {
            return Some(refusal.stop());
        }
        task.cancel.is_raised().then_some(Stop::Cancelled)
    }

    /// Sends a request to the process, which is started if it does not run.
    fn ask(&mut self, problems: &[P], task: &Task, salvage: bool) -> RequestResult<P> {
        let limits = JobLimits { output: MAX_REPLY, ..JobLimits::default() };
        let mut process = self.process.take().unwrap_or_else(|| SupervisedProcess::new(limits));
        let request = self.request(problems, task, salvage);
        let searched = search(&mut process, &request, problems, &task.cancel);
        let mut searched = searched.unwrap_or_else(|error| panic!("{error}"));
        if !searched.outcomes.iter().any(|outcome| self.is_gone_after(outcome)) {
            self.process = Some(process);
        }
        let wall = searched.wall / u32::try_from(problems.len().max(1)).unwrap_or(u32::MAX);
        let facts = ProcessFacts { peak_memory: searched.peak_memory, wall, ..ProcessFacts::default() };
        for outcome in &mut searched.outcomes {
            // Solutions that the watchdog counted but cannot return cannot be verified, so they do not count.
            let shown = outcome.kept.len() as u64;
            if outcome.stop == Some(Stop::Deadline) && shown < outcome.solutions.min(task.keep as u64) {
                outcome.solutions = shown;
            }
            outcome.process = self.memory.map(|_| Box::new(facts.clone()));
        }
        searched
    }

    fn request(&self, problems: &[P], task: &Task, salvage: bool) -> Request {
        Request {
            kind: P::NAME.to_string(),
            strategy: self.spec.clone(),
            solutions: task.solutions,
            keep: task.keep,
            salvage,
            nodes: task.nodes,
            time: task.time,
            memory: self.memory,
            seed: task.seed,
            problems: problems.iter().map(ProblemKind::to_message).collect(),
        }
    }

    /// Whether a search with this outcome ended the process: it was killed, or the watchdog replied and ended it.
    fn is_gone_after(&self, outcome: &Outcome<P>) -> bool {
        match outcome.stop {
            Some(Stop::Deadline) => !self.inner.about().interruptible || outcome.counters.nodes == 0,
            Some(Stop::Cancelled | Stop::Memory) => true,
            _ => false,
        }
    }
}

/// Sends `request`, which is about `problems`, to `process`, and waits for the reply.
///
/// # Errors
/// The process does not start, or ends without a reply.
fn search<P: ProblemKind>(
    process: &mut SupervisedProcess,
    request: &Request,
    problems: &[P],
    cancel: &Cancel,
) -> Result<RequestResult<P>, Error> {
    let failed = |e: std::io::Error| process_died(request, &format!(": {e}"));
    let mut command = coverlab_supervise::own_command().map_err(failed)?;
    command.push(COMMAND.into());
    let time = request.time.map(supervisor_limit);
    let task = Task { time, cancel: cancel.clone(), ..Task::default() };
    let question = serde_json::to_string(request).expect("strings and numbers have a JSON form");
    let asked = process.ask(&command, &question, &task);
    let report = asked.map_err(|what| process_died(request, &format!(": {what}")))?;
    let Some(report) = report else { return Ok(ended(Stop::Cancelled, problems.len())) };
    match report.end {
        JobEnd::Answered => {
            let searched = read_reply(&String::from_utf8_lossy(&report.output), request, problems)?;
            Ok(RequestResult { peak_memory: report.peak_memory, ..searched })
        }
        JobEnd::TimeLimit => Ok(ended(Stop::Deadline, problems.len())),
        _ if request.memory.is_some() && was_refused_memory(&report.errors) => {
            Ok(ended(Stop::Memory, problems.len()))
        }
        end => Err(process_died(request, &format!(" ({end}) {}", report.last_error()))),
    }
}

/// The CPU time limit of the supervisor for a search that ends itself after `time`. It is larger, because reading and
/// translating the instance take time as well.
fn supervisor_limit(time: Duration) -> Duration {
    time.saturating_mul(2).saturating_add(Duration::from_secs(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_for_more_solutions_than_a_stream_holds_ends_for_lack_of_memory() {
        let ended = |solutions, stop| {
            let mut outcome = Outcome::<Cnf> { solutions, stop, ..Outcome::unsearched(Stop::Enough) };
            count_only_kept(&mut outcome, 10);
            (outcome.solutions, outcome.stop)
        };
        assert_eq!(ended(10, None), (10, None));
        assert_eq!(ended(11, None), (10, Some(Stop::Memory)));
        assert_eq!(ended(11, Some(Stop::Enough)), (10, Some(Stop::Memory)));
    }
}
