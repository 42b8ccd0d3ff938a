//! The solutions of an instance one by one.

use crate::answer::Answer;
use crate::conversion::{LastShown, PythonProblem};
use crate::errors::{Error, of_diagnostic};
use crate::instance::{Instance, LabeledProblem, with_problem};
use crate::interrupt::{SIGNAL_INTERVAL, check};
use crate::search::{BRIEF_TIME, Request, check_refusal, search_briefly};
use coverlab::search::{self, Search};
use coverlab_model::pool::Received;
use coverlab_model::{Cancel, Problem, Progress, Stop, Task};
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The solutions one by one, found while they are read.
#[pyfunction]
pub(crate) fn solutions(py: Python<'_>, instance: &Instance, request: &Request) -> PyResult<Solutions> {
    let task = request.task();
    let cancel = task.cancel.clone();
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
        Box::new(Listing { source, search, labeled, last: LastShown::default() })
    });
    Ok(Solutions::new(instance.name.clone(), cancel, stream))
}

/// Solutions, and the answer without them.
type BriefListing<P> = (Vec<<P as Problem>::Solution>, search::SearchAnswer<P>);

/// Maximum number of solutions that [`list_briefly`] lists without an estimate of their number.
const MAX_BRIEF: u64 = 1000;
/// Maximum number of solutions that [`list_briefly`] lists if it expects no more.
const MAX_EXPECTED: u64 = 1 << 14;

/// All solutions that the task asks for, if a brief search finds them, and there are few or are expected to be few.
fn list_briefly<P: PythonProblem>(
    py: Python<'_>,
    search: &Search<P>,
    task: &Task,
    request: &Request,
) -> PyResult<Option<BriefListing<P>>> {
    let up_to = |most: u64, progress: Option<Progress>| {
        let limit = Task { solutions: task.solutions.min(most + 1), progress, ..task.clone() };
        search_briefly(py, search, &limit, request, Search::list)
    };
    let is_complete = |answer: &search::SearchAnswer<P>| {
        answer.outcome.solutions == task.solutions || answer.outcome.stop != Some(Stop::Enough)
    };
    let progress = Progress::default();
    let mut answer = up_to(MAX_BRIEF, Some(progress.clone()))?;
    if let Some(first) = answer.as_ref().filter(|first| !is_complete(first)) {
        let expected = progress.found() as f64 / progress.fraction();
        let time = first.cpu_time.as_secs_f64() * expected / first.outcome.solutions as f64;
        let is_brief = expected <= MAX_EXPECTED as f64 && time <= BRIEF_TIME.as_secs_f64();
        answer = if is_brief { up_to(MAX_EXPECTED, None)? } else { None };
    }
    Ok(answer.filter(is_complete).map(|mut answer| (std::mem::take(&mut answer.outcome.kept), answer)))
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
    Found(std::vec::IntoIter<P::Solution>, search::SearchAnswer<P>),
    /// A thread searches.
    Search(search::Solutions<P>),
}

struct Listing<P: Problem> {
    source: Source<P>,
    search: Search<P>,
    labeled: LabeledProblem<P>,
    last: LastShown,
}

impl<P: PythonProblem> Stream for Listing<P> {
    fn ready<'py>(&mut self, py: Python<'py>) -> Option<PyResult<Bound<'py, PyAny>>> {
        let show = |solution: &P::Solution| P::show_next(&self.labeled, solution, &mut self.last, py);
        match &mut self.source {
            Source::Found(solutions, _) => solutions.next().as_ref().map(show),
            Source::Search(solutions) => solutions.ready().map(show),
        }
    }

    fn wait<'py>(&mut self, py: Python<'py>) -> Received<PyResult<Bound<'py, PyAny>>> {
        let Source::Search(solutions) = &mut self.source else { return Received::End };
        match py.detach(|| solutions.wait(SIGNAL_INTERVAL)) {
            Received::Result(solution) => {
                Received::Result(P::show_next(&self.labeled, solution, &mut self.last, py))
            }
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
        let shown = |answer| {
            check_refusal(&self.search, name, answer)?;
            Answer::of_strategy(py, name, &self.labeled, self.search.configured(), answer)
        };
        answer.map(shown).transpose()
    }
}

/// An iterator over the solutions of an instance. A thread searches, and waits while many solutions are unread.
#[pyclass(frozen, module = "coverlab")]
pub(crate) struct Solutions {
    name: String,
    /// The process in which the search runs.
    process: u32,
    /// Ends the search, also while a thread waits for its next solution.
    cancel: Cancel,
    /// Locked by the thread that reads. `None` only while the object is freed.
    stream: Mutex<Option<Box<dyn Stream>>>,
}

impl Solutions {
    fn new(name: String, cancel: Cancel, stream: Box<dyn Stream>) -> Solutions {
        Solutions { name, process: std::process::id(), cancel, stream: Mutex::new(Some(stream)) }
    }

    /// Whether this process was forked from the one that searches, whose thread it lacks.
    fn is_forked(&self) -> bool {
        self.process != std::process::id()
    }

    /// The lock of the stream; `None` while another thread reads, or a signal interrupts this one when it reads.
    fn lock(&self) -> Option<MutexGuard<'_, Option<Box<dyn Stream>>>> {
        match self.stream.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(guard)) => Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// The stream of a guard.
fn stream_of(guard: &mut Option<Box<dyn Stream>>) -> &mut dyn Stream {
    &mut **guard.as_mut().expect("present until it is freed")
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

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut guard = self.lock().ok_or_else(|| {
            Error::new_err(
                "another thread reads these solutions; read them in one thread, which passes them on",
            )
        })?;
        let stream = stream_of(&mut guard);
        if let Some(solution) = stream.ready(py) {
            return solution.map(Some);
        }
        if self.is_forked() {
            return Err(Error::new_err(
                "this process was forked from the one that searches; start the search after the fork, or use `spawn`",
            ));
        }
        loop {
            // The interpreter does not look for signals while `list` reads.
            check(py).inspect_err(|_| py.detach(|| stream.close()))?;
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
    fn close(&self, py: Python<'_>) {
        self.cancel.raise();
        // A thread that reads comes to the end of the cancelled search.
        if let Some(mut guard) = self.lock()
            && !self.is_forked()
        {
            let stream = stream_of(&mut guard);
            py.detach(|| stream.close());
        }
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    /// The `Answer` of the search, without its solutions; `None` before its end.
    #[getter]
    fn answer(&self, py: Python<'_>) -> PyResult<Option<Answer>> {
        self.lock().map_or(Ok(None), |mut guard| stream_of(&mut guard).answer(py, &self.name))
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        let stream = self.stream.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if self.is_forked() {
            // There is no thread to wait for.
            std::mem::forget(stream);
        } else {
            // The searching thread needs no lock of the interpreter, but others may while this one waits for it.
            Python::attach(|py| py.detach(|| drop(stream)));
        }
    }
}
