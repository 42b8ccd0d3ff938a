//! Solvers that are written in Python, as strategies of a run.

use crate::conversion::PythonProblem;
use crate::errors::Error;
use crate::instance::{AnyProblem, Instance, LabeledProblem};
use crate::interrupt::check;
use coverlab::corpus::content_hash;
use coverlab::separate_process::SeparateProcesses;
use coverlab::strategy_source::StrategySource;
use coverlab_model::clock::process_time;
use coverlab_model::pool::lock;
use coverlab_model::{
    About, Backend, BadSpec, Cnf, Cost, Counters, ExactCover, Fault, FaultKind, Outcome, Purpose, Session,
    Sink, Spec, Stop, Sudoku, Task,
};
use coverlab_strategies::Configured;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A solver that is written in Python: its name, the function to call, and a text that identifies its code. The function
/// takes an instance and the number of solutions to find (0: all), and returns a list of solutions and whether there are no
/// others.
pub(crate) type NamedSolver = (String, Py<PyAny>, String);

struct Solver {
    call: Py<PyAny>,
    version: String,
}

/// Python solvers by their names, and the built-in strategies.
pub(crate) struct WithSolvers {
    solvers: HashMap<String, Arc<Solver>>,
    labels: Arc<Labels>,
    calls: Arc<Calls>,
}

/// The names of the options of exact covers, by the hash of the cover.
pub(crate) type Labels = HashMap<u64, Arc<Option<Vec<Py<PyAny>>>>>;

/// The names of the options of `instances`.
///
/// # Errors
/// Two instances are equal except for these names, so a solver cannot get the right ones.
pub(crate) fn labels(py: Python<'_>, instances: &[PyRef<'_, Instance>]) -> PyResult<Labels> {
    let mut labels = Labels::new();
    for instance in instances {
        let AnyProblem::ExactCover(labeled) = &instance.problem else { continue };
        let hash = content_hash(&*labeled.problem);
        if let Some(other) = labels.insert(hash, labeled.labels.clone())
            && !are_equal(py, &other, &labeled.labels)?
        {
            let what = "two instances differ only in the names of their options, so a function cannot get the right ones";
            return Err(Error::new_err(format!("{what}; run it on one of them")));
        }
    }
    Ok(labels)
}

fn are_equal(py: Python<'_>, a: &Option<Vec<Py<PyAny>>>, b: &Option<Vec<Py<PyAny>>>) -> PyResult<bool> {
    match (a, b) {
        (Some(a), Some(b)) => PyList::new(py, a)?.eq(PyList::new(py, b)?),
        (a, b) => Ok(a.is_none() && b.is_none()),
    }
}

/// The calls of Python solvers that are under way.
#[derive(Default)]
pub(crate) struct Calls(Mutex<HashMap<u64, Call>>);

struct Call {
    started: Instant,
    limit: Option<Duration>,
    /// Whether an exception was raised in it.
    is_ended: bool,
}

impl Calls {
    /// Calls `end` with the threads, by the interpreter's number, whose calls have taken longer than they may; with `all`,
    /// with every one. A call that is still under way is ended again: a solver may catch every exception.
    ///
    /// # Errors
    /// Those of `end`.
    pub(crate) fn end_late(&self, all: bool, end: impl Fn(u64) -> PyResult<()>) -> PyResult<()> {
        // Locked until all calls were ended, so that none of them returns in between.
        let mut calls = lock(&self.0);
        let is_late = |call: &Call| all || call.limit.is_some_and(|limit| call.started.elapsed() > limit);
        for (thread, call) in calls.iter_mut().filter(|(_, call)| is_late(call)) {
            call.is_ended = true;
            end(*thread)?;
        }
        Ok(())
    }

    /// Notes that a call returned; whether it was ended. Whoever ends calls needs the interpreter's lock meanwhile.
    fn returned(&self, py: Python<'_>, thread: u64) -> bool {
        let call = py.detach(|| lock(&self.0).remove(&thread));
        let is_ended = call.is_some_and(|call| call.is_ended);
        if is_ended {
            // Perhaps after its last instruction: this takes the exception.
            let _ = check(py);
        }
        is_ended
    }
}

impl WithSolvers {
    pub(crate) fn new(solvers: Vec<NamedSolver>, labels: Labels, calls: Arc<Calls>) -> WithSolvers {
        let named = |(name, call, version): NamedSolver| (name, Arc::new(Solver { call, version }));
        let solvers = solvers.into_iter().map(named).collect();
        WithSolvers { solvers, labels: Arc::new(labels), calls }
    }

    fn configure<P: PythonProblem>(
        &self,
        spec: &Spec,
        other: impl FnOnce(&Spec) -> Result<Configured<P>, BadSpec>,
    ) -> Result<Configured<P>, BadSpec> {
        let Some(solver) = self.solvers.get(&spec.name) else { return other(spec) };
        let about = about(&spec.name);
        let (labels, calls) = (self.labels.clone(), self.calls.clone());
        let backend = Arc::new(PythonSolver { about, solver: solver.clone(), labels, calls });
        Ok(Configured { spec: spec.clone(), via: None, about, backend })
    }
}

impl StrategySource for WithSolvers {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        self.configure(spec, |spec| SeparateProcesses.sudoku(spec))
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        self.configure(spec, |spec| SeparateProcesses.exact_cover(spec))
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        self.configure(spec, |spec| SeparateProcesses.cnf(spec))
    }

    fn version(&self, spec: &Spec) -> Option<String> {
        self.solvers.get(&spec.name).map(|solver| solver.version.clone())
    }

    fn has_processes(&self) -> bool {
        // A Python solver runs in this process, whose memory is not limited.
        self.solvers.is_empty()
    }
}

/// The description of the solver called `name`. One is kept for each name as long as the program runs.
fn about(name: &str) -> &'static About {
    static KNOWN: Mutex<Vec<&'static About>> = Mutex::new(Vec::new());
    let mut known = lock(&KNOWN);
    if let Some(about) = known.iter().find(|about| about.name == name) {
        return about;
    }
    let about: &'static About = Box::leak(Box::new(About {
        name: Box::leak(name.into()),
        purpose: Purpose::Learn,
        sentence: "A solver written in Python",
        source: "the caller",
        node: "",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    }));
    known.push(about);
    about
}

#[derive(Clone)]
struct PythonSolver {
    about: &'static About,
    solver: Arc<Solver>,
    labels: Arc<Labels>,
    calls: Arc<Calls>,
}

impl<P: PythonProblem> Backend<P> for PythonSolver {
    fn about(&self) -> &'static About {
        self.about
    }

    fn allows_rehearsal(&self) -> bool {
        false
    }

    fn session(&self) -> Box<dyn Session<P>> {
        Box::new(self.clone())
    }
}

impl<P: PythonProblem> Session<P> for PythonSolver {
    fn run(&mut self, problems: &[P], task: &Task, outcomes: &mut Vec<Outcome<P>>) -> Cost {
        let mut solve = Duration::ZERO;
        outcomes.clear();
        for problem in problems {
            let (outcome, time) = self.call(problem, task);
            outcomes.push(outcome);
            solve += time;
        }
        Cost { solve, ..Cost::default() }
    }

    fn stream(&mut self, problem: &P, task: &Task, sink: Sink<'_, P>) -> (Outcome<P>, Cost) {
        let (outcome, solve) = self.call(problem, task);
        let stop = outcome.kept.iter().find_map(|solution| sink(solution).break_value());
        (Outcome { stop: stop.or(outcome.stop), ..outcome }, Cost { solve, ..Cost::default() })
    }
}

impl PythonSolver {
    /// Calls the solver; its outcome and the CPU time of this process, because a solver may use threads and processes.
    fn call<P: PythonProblem>(&self, problem: &P, task: &Task) -> (Outcome<P>, Duration) {
        if task.cancel.is_raised() {
            return (Outcome::unsearched(Stop::Cancelled), Duration::ZERO);
        }
        Python::attach(|py| {
            let labeled = self.labeled(problem);
            let instance = Instance::new("the instance", labeled.clone());
            let wanted = if task.solutions == u64::MAX { 0 } else { task.solutions };
            let thread = thread_number(py);
            let call = Call { started: Instant::now(), limit: task.time, is_ended: false };
            py.detach(|| lock(&self.calls.0).insert(thread, call));
            let (children, start) = (children_time(py), process_time());
            let returned =
                Py::new(py, instance).and_then(|instance| self.solver.call.call1(py, (instance, wanted)));
            let own = process_time().saturating_sub(start);
            let is_ended = self.calls.returned(py, thread);
            let time = own + children_time(py).saturating_sub(children);
            let is_late = is_ended || task.time.is_some_and(|limit| time > limit);
            let outcome = match returned {
                _ if task.cancel.is_raised() => Outcome::unsearched(Stop::Cancelled),
                _ if is_late => Outcome::unsearched(Stop::Deadline),
                Err(error) => Outcome::failed(Fault::new(FaultKind::Crash, error.to_string())),
                Ok(returned) => outcome(&labeled, returned.bind(py), task).unwrap_or_else(|error| {
                    Outcome::failed(Fault::new(FaultKind::WrongAnswer, error.value(py).to_string()))
                }),
            };
            (outcome, time)
        })
    }

    /// `problem` with the names of its options.
    fn labeled<P: PythonProblem>(&self, problem: &P) -> LabeledProblem<P> {
        let labeled = LabeledProblem::new(problem.clone());
        let is_known = !self.labels.is_empty();
        match is_known.then(|| self.labels.get(&content_hash(problem))).flatten() {
            Some(labels) => LabeledProblem { labels: labels.clone(), ..labeled },
            None => labeled,
        }
    }
}

/// CPU time of the processes that this one started and has waited for; zero where Python does not know it.
fn children_time(py: Python<'_>) -> Duration {
    let measure = || -> PyResult<Duration> {
        let resource = py.import("resource")?;
        let usage = resource.call_method1("getrusage", (resource.getattr("RUSAGE_CHILDREN")?,))?;
        let seconds = |name: &str| usage.getattr(name)?.extract::<f64>();
        Ok(Duration::from_secs_f64(seconds("ru_utime")? + seconds("ru_stime")?))
    };
    measure().unwrap_or_default()
}

/// The interpreter's number of this thread.
fn thread_number(py: Python<'_>) -> u64 {
    let number = py.import("threading").and_then(|threading| threading.call_method0("get_ident"));
    number.and_then(|number| number.extract()).unwrap_or(0)
}

/// The outcome of a call that returned `(solutions, is_all)`.
fn outcome<P: PythonProblem>(
    labeled: &LabeledProblem<P>,
    returned: &Bound<'_, PyAny>,
    task: &Task,
) -> PyResult<Outcome<P>> {
    let (list, is_all): (Bound<'_, PyList>, bool) = returned.extract()?;
    let (found, most) = (list.len() as u64, task.keep);
    let kept =
        list.iter().take(most).map(|object| solution(labeled, &object)).collect::<PyResult<Vec<_>>>()?;
    let stop = match found {
        _ if found >= task.solutions => Some(Stop::Enough),
        _ if is_all => None,
        _ => Some(Stop::Stuck),
    };
    let outcome = Outcome::with_solutions(stop, kept, Counters::default());
    Ok(Outcome { solutions: found, ..outcome })
}

/// Reads a solution.
fn solution<P: PythonProblem>(
    labeled: &LabeledProblem<P>,
    object: &Bound<'_, PyAny>,
) -> PyResult<P::Solution> {
    P::parse(labeled, object).map_err(|error| match error.is_instance_of::<Error>(object.py()) {
        true => error,
        false => {
            let kind = object.get_type().name().map_or_else(|_| "value".into(), |name| name.to_string());
            Error::new_err(format!("a solution is {}, not {kind}: {error}", P::SOLUTION))
        }
    })
}
