//! The answer of a search as a Python object.

use crate::conversion::PythonProblem;
use crate::errors::LimitReached;
use crate::instance::LabeledProblem;
use coverlab::search;
use coverlab_model::{Natural, Outcome, Stop};
use coverlab_strategies::Configured;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyType};

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
    pub(crate) fn new<P: PythonProblem>(
        py: Python<'_>,
        name: &str,
        labeled: &LabeledProblem<P>,
        strategy: String,
        found: &search::SearchAnswer<P>,
        counters: Bound<'_, PyDict>,
    ) -> PyResult<Answer> {
        let outcome = &found.outcome;
        Ok(Answer {
            instance: name.to_string(),
            strategy,
            choice: outcome.choice.map(|choice| (choice.taken.to_string(), choice.why.to_string())),
            status: found.status().map_or("cancelled", |status| status.name()),
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

    /// The answer with the checker that accepted its proof.
    pub(crate) fn checked_by(self, checked: Option<String>) -> Answer {
        Answer { checked, ..self }
    }

    /// The answer of a strategy, with the work that it counts.
    pub(crate) fn of_strategy<P: PythonProblem>(
        py: Python<'_>,
        name: &str,
        labeled: &LabeledProblem<P>,
        Configured { spec, about, .. }: &Configured<P>,
        found: &search::SearchAnswer<P>,
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
pub(crate) fn integer(py: Python<'_>, number: &Natural) -> PyResult<Py<PyAny>> {
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
