//! Solving, counting and proving an instance.

use crate::answer::{Answer, integer};
use crate::conversion::PythonProblem;
use crate::errors::{Error, LimitReached, of_diagnostic, of_failure};
use crate::instance::{AnyProblem, Instance, LabeledProblem, with_problem};
use crate::interrupt::wait;
use coverlab::cmd::sat;
use coverlab::diagnostic::Diagnostic;
use coverlab::search::{self, Search};
use coverlab_model::memory::Extent;
use coverlab_model::{Cancel, Counters, Event, Outcome, Refusal, Stop, Task};
use coverlab_strategies::sat_solvers::Engine;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// The question to a search and its limits.
#[pyclass(frozen, module = "coverlab._coverlab")]
pub(crate) struct Request {
    strategy: String,
    /// Solutions to find; `None`: all.
    limit: Option<u64>,
    time_limit: Option<Duration>,
    node_limit: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
    /// Threads that search; 0: one per processor.
    threads: usize,
}

#[pymethods]
impl Request {
    #[new]
    fn new(
        strategy: String,
        limit: Option<u64>,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        memory_limit: Option<u64>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Request> {
        let time_limit = time_limit.map(seconds).transpose()?;
        Ok(Request { strategy, limit, time_limit, node_limit, memory_limit, seed, threads })
    }
}

impl Request {
    pub(crate) fn task(&self) -> Task {
        Task {
            solutions: self.limit.unwrap_or(u64::MAX),
            keep: 0,
            nodes: self.node_limit.unwrap_or(u64::MAX),
            time: self.time_limit,
            seed: self.seed,
            cancel: Cancel::default(),
            progress: None,
        }
    }

    pub(crate) fn search<P: PythonProblem>(
        &self,
        name: &str,
        labeled: &LabeledProblem<P>,
    ) -> PyResult<Search<P>> {
        let search = Search::new(labeled.problem.clone(), name, &self.strategy);
        let search = search.map_err(|why| of_diagnostic(&why))?;
        match (self.memory_limit, self.threads()) {
            (None, 1) => Ok(search),
            (None, threads) => P::on_threads(search, threads),
            (Some(bytes), 1) => Ok(search.memory_limit(bytes)),
            (Some(_), _) => Err(Error::new_err("a search with a limit of memory uses one thread")),
        }
    }

    fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        }
    }
}

/// A time limit in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    let wrong = |_| Error::new_err(format!("a time limit is a number of seconds above 0, not {time}"));
    Duration::try_from_secs_f64(time).map_err(wrong)
}

/// An instance up to this size is first searched for this long on the calling thread, whose stack may be small. Starting
/// a thread takes longer than most searches of this size.
const SMALL_BYTES: u64 = 1 << 16;
pub(crate) const BRIEF_TIME: Duration = Duration::from_millis(2);

/// The result of [`Search::run`] or [`Search::list`].
type Found<P> = Result<search::SearchAnswer<P>, Box<Diagnostic>>;

/// Searches a small instance by `run` for [`BRIEF_TIME`] on this thread; `None` if that does not suffice.
pub(crate) fn search_briefly<P: PythonProblem>(
    py: Python<'_>,
    search: &Search<P>,
    task: &Task,
    request: &Request,
    run: fn(&Search<P>, &Task) -> Found<P>,
) -> PyResult<Option<search::SearchAnswer<P>>> {
    let is_small = search.problem().size().bytes() <= SMALL_BYTES && search.configured().about.interruptible;
    if !is_small || request.threads() > 1 || request.memory_limit.is_some() {
        return Ok(None);
    }
    let moment = task.time.map_or(BRIEF_TIME, |time| time.min(BRIEF_TIME));
    let short = Task { time: Some(moment), ..task.clone() };
    let answer = py.detach(|| run(search, &short)).map_err(|why| of_diagnostic(&why))?;
    let is_enough = answer.outcome.stop != Some(Stop::Deadline) || task.time == Some(moment);
    Ok(is_enough.then_some(answer))
}

/// Searches as `request` says, and keeps up to `keep` solutions.
fn run<P: PythonProblem>(
    py: Python<'_>,
    name: &str,
    labeled: &LabeledProblem<P>,
    request: &Request,
    keep: usize,
) -> PyResult<(Search<P>, search::SearchAnswer<P>)> {
    let (search, task) = (request.search(name, labeled)?, Task { keep, ..request.task() });
    let answer = match search_briefly(py, &search, &task, request, Search::run)? {
        Some(answer) => answer,
        None => {
            wait(py, &task.cancel, || search.run(&task), |_| Ok(()))?.map_err(|why| of_diagnostic(&why))?
        }
    };
    check_refusal(&search, name, &answer)?;
    Ok((search, answer))
}

/// Fails if the strategy of `search` does not take the instance called `name`.
pub(crate) fn check_refusal<P: PythonProblem>(
    search: &Search<P>,
    name: &str,
    answer: &search::SearchAnswer<P>,
) -> PyResult<()> {
    let configured = search.configured();
    let refusal = match answer.outcome.stop {
        Some(Stop::Unsupported | Stop::Memory) => configured.backend.refusal(search.problem()),
        _ => None,
    };
    match refusal {
        // The memory that is free now says nothing about the memory that was free during the search.
        None | Some(Refusal::TooLarge(_)) => Ok(()),
        Some(why) => Err(of_diagnostic(&search::refused(configured.about.name, name, &why))),
    }
}

/// The answer with the solutions that are kept.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, instance: &Instance, request: &Request) -> PyResult<Answer> {
    with_problem!(instance, labeled => {
        let keep = request.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let (search, answer) = run(py, &instance.name, labeled, request, keep)?;
        Answer::of_strategy(py, &instance.name, labeled, search.configured(), &answer)
    })
}

/// The number of solutions; `LimitReached` if a limit ends the search.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, instance: &Instance, request: &Request) -> PyResult<Py<PyAny>> {
    with_problem!(instance, labeled => {
        let outcome = run(py, &instance.name, labeled, request, 0)?.1.outcome;
        match outcome.stop {
            None => integer(py, &outcome.count()),
            Some(stop) => {
                let noun = if outcome.solutions == 1 { "solution" } else { "solutions" };
                let what = format!("{}: {} after {} {noun}", instance.name, stop.clause("node"), outcome.count());
                Err(LimitReached::new_err(what))
            }
        }
    })
}

/// Decides a formula with a solver that writes a proof, to the file `proof` or for a checker.
#[pyfunction]
#[pyo3(signature = (instance, request, *, proof, lrat, check))]
pub(crate) fn prove(
    py: Python<'_>,
    instance: &Instance,
    request: &Request,
    proof: Option<PathBuf>,
    lrat: bool,
    check: bool,
) -> PyResult<Answer> {
    let AnyProblem::Formula(labeled) = &instance.problem else { return Err(Error::new_err("not a formula")) };
    let Some(engine) = Engine::of_name(&request.strategy) else {
        let (solver, names) = (&request.strategy, Engine::NAMES.join(", "));
        let what = format!("no built-in solver is called `{solver}`; use one of {names}");
        return Err(Error::new_err(what));
    };
    let task = request.task();
    let limits = (task.seed, task.time, task.cancel.clone());
    let prove = || sat::prove(engine, &labeled.problem, limits, proof.as_deref(), lrat, check);
    let proved = wait(py, &task.cancel, prove, |_| Ok(()))?.map_err(|failure| of_failure(&failure))?;
    let (stop, models) = match proved.answer {
        sat::SatAnswer::Model(model) => (Some(Stop::Enough), vec![model]),
        sat::SatAnswer::Unsatisfiable => (None, Vec::new()),
        sat::SatAnswer::Unknown(stop) => (Some(stop), Vec::new()),
    };
    let outcome = Outcome::with_solutions(stop, models, Counters::default());
    let cpu_time = proved.load.into_iter().chain(proved.solve).sum();
    let found = search::SearchAnswer { outcome, cpu_time };
    let counters = PyDict::new(py);
    if let Some(conflicts) = proved.statistics.conflicts {
        counters.set_item(Event::Conflict.name(), conflicts)?;
    }
    let strategy = engine.name().to_string();
    let answer = Answer::new(py, &instance.name, labeled, strategy, &found, counters)?;
    Ok(answer.checked_by(proved.checked.map(|confirmation| confirmation.checker.to_string())))
}
