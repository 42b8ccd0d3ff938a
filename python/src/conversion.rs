//! Solutions as Python objects.

use crate::errors::Error;
use crate::instance::{AnyProblem, LabeledProblem};
use coverlab::problem_kind::ProblemKind;
use coverlab::search::Search;
use coverlab_model::{Cnf, Cover, ExactCover, Grid, Model, OptionId, Sudoku};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyDict, PyList};
use std::sync::Arc;

/// Up to this many options, their numbers become Python objects once, before many solutions are shown.
const MAX_NUMBERS: usize = 1 << 20;

/// A kind of problem whose solutions become Python objects, and are read from them.
pub(crate) trait PythonProblem: ProblemKind {
    /// The value that a solver in Python returns as a solution, in words.
    const SOLUTION: &'static str;

    /// `labeled` as a problem of any kind.
    fn wrap(labeled: LabeledProblem<Self>) -> AnyProblem;

    /// A solution as a Python object.
    fn show<'py>(
        labeled: &LabeledProblem<Self>,
        solution: &Self::Solution,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>>;

    /// Like [`Self::show`]. `last` is the solution shown last, which may make the next one cheaper.
    fn show_next<'py>(
        labeled: &LabeledProblem<Self>,
        solution: &Self::Solution,
        _last: &mut LastShown,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::show(labeled, solution, py)
    }

    /// Reads a solution, valid or not, from a Python object.
    ///
    /// # Errors
    /// The object is not a solution of this kind of problem.
    fn parse(labeled: &LabeledProblem<Self>, object: &Bound<'_, PyAny>) -> PyResult<Self::Solution>;

    /// Prepares `labeled` so that many of its solutions become Python objects quickly.
    ///
    /// # Errors
    /// Python is out of memory.
    fn for_many(labeled: &LabeledProblem<Self>, _: Python<'_>) -> PyResult<LabeledProblem<Self>> {
        Ok(labeled.clone())
    }

    /// Makes `search` use several threads.
    ///
    /// # Errors
    /// Searches of this kind of problem use one thread.
    fn on_threads(_: Search<Self>, _threads: usize) -> PyResult<Search<Self>> {
        Err(Error::new_err("several threads search an exact cover, but not a Sudoku or a formula"))
    }
}

/// The cover shown last: its options, and a list of their names that never leaves this struct. Consecutive covers share most
/// of their options, so the next one is a copy of this list after a few changes. Copying a list takes a third of the time of
/// making it.
#[derive(Default)]
pub(crate) struct LastShown {
    options: Vec<OptionId>,
    list: Option<Py<PyList>>,
}

impl LastShown {
    /// A new list of the names of `options`: their `labels`, or else their numbers.
    fn change_to<'py>(
        &mut self,
        options: &[OptionId],
        labels: Option<&[Py<PyAny>]>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let name = |option: OptionId| match labels {
            Some(labels) => Ok(labels[option as usize].bind(py).clone()),
            None => option.into_pyobject(py).map(Bound::into_any),
        };
        let list = self.list.get_or_insert_with(|| PyList::empty(py).unbind()).bind(py);
        for (place, (new, old)) in options.iter().zip(&mut self.options).enumerate() {
            if new != old {
                list.set_item(place, name(*new)?)?;
                *old = *new;
            }
        }
        for &option in options.iter().skip(self.options.len()) {
            list.append(name(option)?)?;
            self.options.push(option);
        }
        if options.len() < self.options.len() {
            list.del_slice(options.len(), self.options.len())?;
            self.options.truncate(options.len());
        }
        Ok(list.get_slice(0, options.len()))
    }
}

impl PythonProblem for Sudoku {
    const SOLUTION: &'static str = "rows of digits, one for each cell";

    fn wrap(labeled: LabeledProblem<Sudoku>) -> AnyProblem {
        AnyProblem::Sudoku(labeled)
    }

    fn show<'py>(_: &LabeledProblem<Sudoku>, grid: &Grid, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        board(py, grid.cells(), grid.shape().side())
    }

    fn parse(labeled: &LabeledProblem<Sudoku>, object: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let shape = labeled.problem.shape();
        let flat = object.py().import("numpy")?.call_method1("ravel", (object,))?;
        let digits: Vec<u8> = flat.call_method0("tolist")?.extract()?;
        Grid::new(shape, &digits).ok_or_else(|| Error::new_err(format!("not a full board of {shape} boxes")))
    }
}

/// Digits as a square array of numpy.
pub(crate) fn board<'py>(py: Python<'py>, digits: &[u8], side: usize) -> PyResult<Bound<'py, PyAny>> {
    // Looking these up by name takes as long as making the array.
    static MAKERS: PyOnceLock<(Py<PyAny>, Py<PyAny>)> = PyOnceLock::new();
    let (array, bytes) = MAKERS.get_or_try_init(py, || -> PyResult<_> {
        let numpy = py.import("numpy")?;
        Ok((numpy.getattr("ndarray")?.unbind(), numpy.call_method1("dtype", ("u1",))?.unbind()))
    })?;
    // An array that shares the memory of a `bytearray` is writable.
    array.bind(py).call1(((side, side), bytes, PyByteArray::new(py, digits)))
}

impl PythonProblem for ExactCover {
    const SOLUTION: &'static str = "a list of options";

    fn wrap(labeled: LabeledProblem<ExactCover>) -> AnyProblem {
        AnyProblem::ExactCover(labeled)
    }

    fn show<'py>(
        labeled: &LabeledProblem<ExactCover>,
        cover: &Cover,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = cover.options();
        let list = match labeled.labels.as_ref() {
            None => PyList::new(py, options)?,
            Some(labels) => PyList::new(py, options.iter().map(|&option| &labels[option as usize]))?,
        };
        Ok(list.into_any())
    }

    fn show_next<'py>(
        labeled: &LabeledProblem<ExactCover>,
        cover: &Cover,
        last: &mut LastShown,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let list = last.change_to(cover.options(), labeled.labels.as_ref().as_deref(), py)?;
        Ok(list.into_any())
    }

    fn parse(labeled: &LabeledProblem<ExactCover>, object: &Bound<'_, PyAny>) -> PyResult<Cover> {
        let options = labeled.problem.options();
        let number = |item: PyResult<Bound<'_, PyAny>>| -> PyResult<u32> {
            let item = item?;
            let number = match labeled.labels.as_ref() {
                Some(labels) => place_of(&item, labels),
                None if is_truth_value(&item) => return Err(Error::new_err("a truth value is no option")),
                None => item.extract().ok(),
            };
            match number {
                Some(number) if number < options => Ok(number as u32),
                _ => Err(Error::new_err(format!("there is no option {}", item.repr()?))),
            }
        };
        if object.is_instance_of::<PyDict>() {
            return Err(Error::new_err(
                "a solution is a list of options, not a dict; give its keys as a list",
            ));
        }
        Ok(Cover::new(object.try_iter()?.map(number).collect::<PyResult<_>>()?))
    }

    fn for_many(
        labeled: &LabeledProblem<ExactCover>,
        py: Python<'_>,
    ) -> PyResult<LabeledProblem<ExactCover>> {
        let options = labeled.problem.options();
        if labeled.labels.is_some() || options > MAX_NUMBERS {
            return Ok(labeled.clone());
        }
        // Sharing a number takes less time than making one.
        let number = |option: usize| -> PyResult<_> { Ok(option.into_pyobject(py)?.into_any().unbind()) };
        let numbers: PyResult<Vec<_>> = (0..options).map(number).collect();
        Ok(LabeledProblem { labels: Arc::new(Some(numbers?)), ..labeled.clone() })
    }

    fn on_threads(search: Search<ExactCover>, threads: usize) -> PyResult<Search<ExactCover>> {
        Ok(search.threads(threads))
    }
}

/// Whether `item` is a truth value, which Python takes for the number 0 or 1.
fn is_truth_value(item: &Bound<'_, PyAny>) -> bool {
    item.is_instance_of::<PyBool>()
}

/// The number of the first of `labels` that equals `item`.
fn place_of(item: &Bound<'_, PyAny>, labels: &[Py<PyAny>]) -> Option<usize> {
    labels.iter().position(|label| label.is(item) || label.bind(item.py()).eq(item).unwrap_or(false))
}

impl PythonProblem for Cnf {
    const SOLUTION: &'static str = "a list of literals";

    fn wrap(labeled: LabeledProblem<Cnf>) -> AnyProblem {
        AnyProblem::Formula(labeled)
    }

    fn show<'py>(_: &LabeledProblem<Cnf>, model: &Model, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let literal = |(at, value): (usize, &bool)| {
            let variable = at as i32 + 1;
            if *value { variable } else { -variable }
        };
        Ok(PyList::new(py, model.values().iter().enumerate().map(literal))?.into_any())
    }

    fn parse(labeled: &LabeledProblem<Cnf>, object: &Bound<'_, PyAny>) -> PyResult<Model> {
        if object.is_instance_of::<PyDict>() {
            let what = "a solution is a list of literals, not a dict; for a dict of truth values return \
                        `[v if value else -v for v, value in model.items()]`";
            return Err(Error::new_err(what));
        }
        let mut values = vec![None; labeled.problem.variables()];
        for item in object.try_iter()? {
            let item = item?;
            if is_truth_value(&item) {
                return Err(Error::new_err(
                    "a solution is a list of literals, such as [1, -2], not of truth values",
                ));
            }
            let literal: i64 = item.extract()?;
            let variable = literal.unsigned_abs();
            let value = variable.checked_sub(1).and_then(|at| values.get_mut(at as usize));
            let value = value.ok_or_else(|| Error::new_err(format!("there is no variable {variable}")))?;
            if value.replace(literal > 0) == Some(literal < 0) {
                return Err(Error::new_err(format!("variable {variable} is both true and false")));
            }
        }
        Ok(Model::new(values.into_iter().map(|value| value.unwrap_or(false)).collect()))
    }
}
