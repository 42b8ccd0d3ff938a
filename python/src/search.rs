//! Solving, counting and listing the solutions of an instance.

use crate::errors::{Error, LimitReached, of_diagnostic, of_failure};
use crate::instance::{AnyProblem, Instance, LabeledProblem, PythonProblem, with_problem};
use crate::interrupt::{SIGNAL_INTERVAL, wait};
use coverlab::cmd::sat;
use coverlab::search::{self, Search};
use coverlab_model::memory::Extent;
use coverlab_model::pool::Received;
use coverlab_model::{Cancel, Counters, Event, Natural, Outcome, Problem, Stop, Task};
use coverlab_strategies::Configured;
use coverlab_strategies::solvers::Engine;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyType};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// The answer of a search.
#[pyclass(frozen, get_all, module = "coverlab")]
pub(crate) struct Answer {
    /// The name of the instance.
    instance: String,
    /// The strategy with its parameters.
    strategy: String,
    /// The strategy that an automatic one chose, and why.
    choice: Option<(String, String)>,
    /// `solved`, `unique`, `multiple`, `none`, or the reason why the search ended without one of them.
    status: &'static str,
    /// The reason why the search ended early; `None` if it is exhaustive.
    stop: Option<&'static str>,
    /// The solutions that the search kept.
    solutions: Py<PyList>,
    /// The number of solutions found.
    count: Py<PyAny>,
    /// Nodes of the search tree; `None` if the strategy counts none.
    nodes: Option<u64>,
    /// The depth of the deepest node.
    depth: Option<u64>,
    /// The number of events of the search, by their names.
    counters: Py<PyDict>,
    /// CPU time of encoding, search and decoding, in seconds.
    cpu_time: f64,
    /// The checker that accepted the proof that there is no solution.
    checked: Option<String>,
}

impl Answer {
    fn new<P: PythonProblem>(
        py: Python<'_>,
        name: &str,
        labeled: &LabeledProblem<P>,
        strategy: String,
        found: &search::Answer<P>,
        counters: Bound<'_, PyDict>,
    ) -> PyResult<Answer> {
        let outcome = &found.outcome;
        Ok(Answer {
            instance: name.to_string(),
            strategy,
            choice: outcome.choice.map(|choice| (choice.taken.to_string(), choice.why.to_string())),
            status: found.status().map_or("cancelled", |status| status.word()),
            stop: outcome.stop.map(Stop::name),
            solutions: kept(py, labeled, outcome)?,
            count: integer(py, &outcome.count())?,
            nodes: None,
            depth: None,
            counters: counters.unbind(),
            cpu_time: found.cpu_time.as_secs_f64(),
            checked: None,
        })
    }

    /// The answer of a strategy, with the work that it counts.
    fn of_strategy<P: PythonProblem>(
        py: Python<'_>,
        name: &str,
        labeled: &LabeledProblem<P>,
        Configured { spec, about, .. }: &Configured<P>,
        found: &search::Answer<P>,
    ) -> PyResult<Answer> {
        let work = &found.outcome.counters;
        let counters = PyDict::new(py);
        for event in about.events {
            counters.set_item(event.name(), work.of(*event))?;
        }
        let [nodes, depth] =
            [work.nodes, work.max_depth].map(|number| about.counts_nodes().then_some(number));
        let answer = Answer::new(py, name, labeled, spec.to_string(), found, counters)?;
        Ok(Answer { nodes, depth, ..answer })
    }
}

/// The kept solutions.
fn kept<P: PythonProblem>(
    py: Python<'_>,
    labeled: &LabeledProblem<P>,
    outcome: &Outcome<P>,
) -> PyResult<Py<PyList>> {
    let list = PyList::empty(py);
    for solution in &outcome.kept {
        list.append(P::show(labeled, solution, py)?)?;
    }
    Ok(list.unbind())
}

/// A number of any size.
fn integer(py: Python<'_>, number: &Natural) -> PyResult<Py<PyAny>> {
    match number.to_u64() {
        Some(word) => Ok(word.into_pyobject(py)?.into_any().unbind()),
        None => Ok(py.get_type::<PyInt>().call1((format!("{number:x}"), 16))?.unbind()),
    }
}

#[pymethods]
impl Answer {
    /// The first solution, or `None`.
    #[getter]
    fn solution<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.solutions.bind(py).get_item(0).ok()
    }

    /// The first solution of a Sudoku as a square array, or `None`. Other solutions are lists.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.solution(py).filter(|solution| !solution.is_instance_of::<PyList>())
    }

    /// Whether a solution was found.
    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match self.stop {
            _ if self.count.is_truthy(py)? => Ok(true),
            None => Ok(false),
            Some(_) => {
                let what = format!("{}: {} before a solution was found", self.instance, self.status);
                Err(LimitReached::new_err(format!("{what}; `.status` has the result of such a search")))
            }
        }
    }

    /// For annotations such as `Answer[list[int]]`.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _kind: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __repr__(&self) -> String {
        let nodes = self.nodes.map_or_else(String::new, |nodes| format!(", nodes={nodes}"));
        let count = &self.count;
        format!(
            "Answer({}: {}, strategy='{}', count={count}{nodes}, cpu_time={:.6})",
            self.instance, self.status, self.strategy, self.cpu_time
        )
    }
}

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
    fn task(&self) -> Task {
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

    fn search<P: PythonProblem>(&self, name: &str, labeled: &LabeledProblem<P>) -> PyResult<Search<P>> {
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
const BRIEF_TIME: Duration = Duration::from_millis(2);

/// Searches a small instance for [`BRIEF_TIME`] on this thread; `None` if that does not suffice.
fn search_briefly<P: PythonProblem>(
    py: Python<'_>,
    search: &Search<P>,
    task: &Task,
    request: &Request,
) -> PyResult<Option<search::Answer<P>>> {
    let is_small = search.problem().size().bytes() <= SMALL_BYTES && search.configured().about.interruptible;
    if !is_small || request.threads() > 1 || request.memory_limit.is_some() {
        return Ok(None);
    }
    let moment = task.time.map_or(BRIEF_TIME, |time| time.min(BRIEF_TIME));
    let short = Task { time: Some(moment), ..task.clone() };
    let answer = py.detach(|| search.run(&short)).map_err(|why| of_diagnostic(&why))?;
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
) -> PyResult<(Search<P>, search::Answer<P>)> {
    let (search, task) = (request.search(name, labeled)?, Task { keep, ..request.task() });
    let answer = match search_briefly(py, &search, &task, request)? {
        Some(answer) => answer,
        None => {
            wait(py, &task.cancel, || search.run(&task), |_| Ok(()))?.map_err(|why| of_diagnostic(&why))?
        }
    };
    Ok((search, answer))
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
                let what = format!("{}: {} after {} solutions", instance.name, stop.name(), outcome.count());
                Err(LimitReached::new_err(what))
            }
        }
    })
}

/// The solutions one by one, found while they are read.
#[pyfunction]
pub(crate) fn solutions(py: Python<'_>, instance: &Instance, request: &Request) -> PyResult<Solutions> {
    let task = request.task();
    let stream: Box<dyn Stream> = with_problem!(instance, labeled => {
        let search = request.search(&instance.name, labeled)?;
        let source = match list_briefly(py, &search, &task, request)? {
            Some((solutions, answer)) => Source::Found(solutions.into_iter(), answer),
            None => Source::Search(search.solutions(task)),
        };
        let labeled = match source {
            Source::Found(..) => labeled.clone(),
            Source::Search(_) => PythonProblem::for_many(labeled, py)?,
        };
        Box::new(Listing { source, search, labeled })
    });
    Ok(Solutions { name: instance.name.clone(), stream: Some(stream) })
}

/// Solutions, and the answer without them.
type BriefListing<P> = (Vec<<P as Problem>::Solution>, search::Answer<P>);

/// The maximum number of solutions that [`list_briefly`] returns.
const MAX_BRIEF: u64 = 1000;

/// All solutions that the task asks for, if there are few of them and a brief search finds them.
fn list_briefly<P: PythonProblem>(
    py: Python<'_>,
    search: &Search<P>,
    task: &Task,
    request: &Request,
) -> PyResult<Option<BriefListing<P>>> {
    let most = task.solutions.min(MAX_BRIEF + 1);
    let few = Task { solutions: most, keep: most as usize, ..task.clone() };
    let answer = search_briefly(py, search, &few, request)?;
    Ok(answer
        .filter(|answer| most == task.solutions || answer.outcome.stop != Some(Stop::Enough))
        .map(|mut answer| (std::mem::take(&mut answer.outcome.kept), answer)))
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
        let what = format!("`{}` writes no proof; use one of {}", request.strategy, Engine::NAMES.join(", "));
        return Err(Error::new_err(what));
    };
    let task = request.task();
    let limits = (task.seed, task.time, task.cancel.clone());
    let prove = || sat::prove(engine, &labeled.problem, limits, proof.as_deref(), lrat, check);
    let proved = wait(py, &task.cancel, prove, |_| Ok(()))?.map_err(|failure| of_failure(&failure))?;
    let (stop, models) = match proved.answer {
        sat::Answer::Model(model) => (Some(Stop::Enough), vec![model]),
        sat::Answer::Unsatisfiable => (None, Vec::new()),
        sat::Answer::Unknown(stop) => (Some(stop), Vec::new()),
    };
    let outcome = Outcome::with_solutions(stop, models, Counters::default());
    let found = search::Answer { outcome, cpu_time: proved.cpu_time };
    let counters = PyDict::new(py);
    if let Some(conflicts) = proved.conflicts {
        counters.set_item(Event::Conflict.name(), conflicts)?;
    }
    let strategy = engine.name().to_string();
    let answer = Answer::new(py, &instance.name, labeled, strategy, &found, counters)?;
    Ok(Answer { checked: proved.checked, ..answer })
}

/// Solutions of any kind of problem.
trait Stream: Send + Sync {
    /// The next solution, if there is one already.
    fn ready<'py>(&mut self, py: Python<'py>) -> Option<PyResult<Bound<'py, PyAny>>>;
    /// Waits up to [`SIGNAL_INTERVAL`] for the next solution.
    fn wait<'py>(&mut self, py: Python<'py>) -> Received<PyResult<Bound<'py, PyAny>>>;
    /// Ends the search.
    fn close(&mut self);
    /// The answer, once the search has ended.
    fn answer(&self, py: Python<'_>, name: &str) -> PyResult<Option<Answer>>;
}

/// The solutions that are not yet read.
enum Source<P: Problem> {
    /// A brief search found all of them, with this answer.
    Found(std::vec::IntoIter<P::Solution>, search::Answer<P>),
    /// A thread searches.
    Search(search::Solutions<P>),
}

struct Listing<P: Problem> {
    source: Source<P>,
    search: Search<P>,
    labeled: LabeledProblem<P>,
}

impl<P: PythonProblem> Stream for Listing<P> {
    fn ready<'py>(&mut self, py: Python<'py>) -> Option<PyResult<Bound<'py, PyAny>>> {
        let show = |solution: &P::Solution| P::show(&self.labeled, solution, py);
        match &mut self.source {
            Source::Found(solutions, _) => solutions.next().as_ref().map(show),
            Source::Search(solutions) => solutions.ready().map(show),
        }
    }

    fn wait<'py>(&mut self, py: Python<'py>) -> Received<PyResult<Bound<'py, PyAny>>> {
        let Source::Search(solutions) = &mut self.source else { return Received::End };
        match py.detach(|| solutions.wait(SIGNAL_INTERVAL)) {
            Received::Result(solution) => Received::Result(P::show(&self.labeled, solution, py)),
            Received::End => Received::End,
            Received::Late => Received::Late,
        }
    }

    fn close(&mut self) {
        match &mut self.source {
            Source::Found(solutions, _) => *solutions = Vec::new().into_iter(),
            Source::Search(solutions) => solutions.close(),
        }
    }

    fn answer(&self, py: Python<'_>, name: &str) -> PyResult<Option<Answer>> {
        let answer = match &self.source {
            Source::Found(unread, answer) => (unread.len() == 0).then_some(answer),
            Source::Search(solutions) => {
                solutions.answer().map(Result::as_ref).transpose().map_err(|why| of_diagnostic(why))?
            }
        };
        let shown = |answer| Answer::of_strategy(py, name, &self.labeled, self.search.configured(), answer);
        answer.map(shown).transpose()
    }
}

/// An iterator of the solutions of an instance. A thread searches, and waits while many solutions are unread.
#[pyclass(module = "coverlab")]
pub(crate) struct Solutions {
    name: String,
    /// `None` only while the object is freed.
    stream: Option<Box<dyn Stream>>,
}

impl Solutions {
    fn stream(&mut self) -> &mut dyn Stream {
        &mut **self.stream.as_mut().expect("present until it is freed")
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    /// For annotations such as `Solutions[list[int]]`.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _kind: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __repr__(&self) -> String {
        format!("<Solutions of {}>", self.name)
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stream = &mut **self.stream.as_mut().expect("present until it is freed");
        if let Some(solution) = stream.ready(py) {
            return solution.map(Some);
        }
        loop {
            // The interpreter does not look for signals while `list` reads.
            py.check_signals().inspect_err(|_| py.detach(|| stream.close()))?;
            match stream.wait(py) {
                Received::Result(solution) => return solution.map(Some),
                Received::End => {
                    // A search that broke down is an exception here.
                    stream.answer(py, &self.name)?;
                    return Ok(None);
                }
                Received::Late => {}
            }
        }
    }

    /// Ends the search and frees its memory.
    fn close(&mut self, py: Python<'_>) {
        let stream = self.stream();
        py.detach(|| stream.close());
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, py: Python<'_>, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    /// The `Answer` of the search, without its solutions; `None` before its end.
    #[getter]
    fn answer(&mut self, py: Python<'_>) -> PyResult<Option<Answer>> {
        let name = self.name.clone();
        self.stream().answer(py, &name)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        // The searching thread needs no lock of the interpreter, but others may while this one waits for it.
        if let Some(stream) = self.stream.take() {
            Python::attach(|py| py.detach(|| drop(stream)));
        }
    }
}
