//! Instances, and solutions as Python objects.

use crate::errors::{Error, of_diagnostic, of_failure};
use coverlab::cmd::feed::ReadOptions;
use coverlab::cmd::instance::NamedInstance;
use coverlab::diagnostic::Diagnostic;
use coverlab::search::Search;
use coverlab::terminal::Terminal;
use coverlab::worker::Transfer;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{self, dimacs, line, sudoku};
use coverlab_model::{Cnf, Cover, ExactCover, ExactCoverBuilder, Grid, Model, Problem, Shape, Sudoku};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyDict, PyList};
use std::collections::HashMap;
use std::sync::Arc;

/// An instance of any kind of problem.
#[pyclass(frozen, module = "coverlab._coverlab")]
pub(crate) struct Instance {
    /// Its name in messages.
    #[pyo3(get)]
    pub(crate) name: String,
    pub(crate) posed: Posed,
}

/// An instance with what its solutions are made of.
pub(crate) enum Posed {
    Sudoku(Subject<Sudoku>),
    ExactCover(Subject<ExactCover>),
    Formula(Subject<Cnf>),
}

/// A problem, and the user's names for its options.
pub(crate) struct Subject<P: Problem> {
    pub(crate) problem: Arc<P>,
    pub(crate) labels: Arc<Option<Py<PyList>>>,
}

impl<P: Problem> Clone for Subject<P> {
    fn clone(&self) -> Self {
        Subject { problem: self.problem.clone(), labels: self.labels.clone() }
    }
}

impl<P: Problem> Subject<P> {
    pub(crate) fn new(problem: P) -> Subject<P> {
        Subject { problem: Arc::new(problem), labels: Arc::new(None) }
    }
}

/// Maximum number of options whose numbers are made before many solutions are shown.
const MAX_NUMBERS: usize = 1 << 20;

/// Calls `$work` with the subject of `$instance`, whatever its kind.
macro_rules! with_subject {
    ($instance:expr, $subject:ident => $work:expr) => {
        match &$instance.posed {
            $crate::instance::Posed::Sudoku($subject) => $work,
            $crate::instance::Posed::ExactCover($subject) => $work,
            $crate::instance::Posed::Formula($subject) => $work,
        }
    };
}
pub(crate) use with_subject;

/// A kind of problem whose solutions become Python objects, and are read from them.
pub(crate) trait Shown: Transfer {
    /// `problem` as an instance.
    fn pose(subject: Subject<Self>) -> Posed;

    /// A solution as a Python object.
    fn show<'py>(
        subject: &Subject<Self>,
        solution: &Self::Solution,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>>;

    /// The solution that a Python object is.
    ///
    /// # Errors
    /// It is none, whether right or wrong.
    fn parse(subject: &Subject<Self>, object: &Bound<'_, PyAny>) -> PyResult<Self::Solution>;

    /// `subject`, prepared so that many of its solutions are shown quickly.
    ///
    /// # Errors
    /// Python has no memory.
    fn for_many(subject: &Subject<Self>, _: Python<'_>) -> PyResult<Subject<Self>> {
        Ok(subject.clone())
    }

    /// `search` on several threads.
    ///
    /// # Errors
    /// Searches of this kind of problem use one.
    fn on_threads(_: Search<Self>, _threads: usize) -> PyResult<Search<Self>> {
        Err(Error::new_err("several threads search an exact cover, but not a Sudoku or a formula"))
    }
}

impl Shown for Sudoku {
    fn pose(subject: Subject<Sudoku>) -> Posed {
        Posed::Sudoku(subject)
    }

    fn show<'py>(_: &Subject<Sudoku>, grid: &Grid, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        board(py, grid.cells(), grid.shape().side())
    }

    fn parse(subject: &Subject<Sudoku>, object: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let shape = subject.problem.shape();
        let flat = object.py().import("numpy")?.call_method1("ravel", (object,))?;
        let digits: Vec<u8> = flat.call_method0("tolist")?.extract()?;
        Grid::new(shape, &digits).ok_or_else(|| Error::new_err(format!("not a full board of {shape} boxes")))
    }
}

/// Digits as a square array of numpy.
pub(crate) fn board<'py>(py: Python<'py>, digits: &[u8], side: usize) -> PyResult<Bound<'py, PyAny>> {
    // A look-up by name takes as long as the array.
    static MAKERS: PyOnceLock<(Py<PyAny>, Py<PyAny>)> = PyOnceLock::new();
    let (array, bytes) = MAKERS.get_or_try_init(py, || -> PyResult<_> {
        let numpy = py.import("numpy")?;
        Ok((numpy.getattr("ndarray")?.unbind(), numpy.call_method1("dtype", ("u1",))?.unbind()))
    })?;
    // The memory of a `bytearray` can be written.
    array.bind(py).call1(((side, side), bytes, PyByteArray::new(py, digits)))
}

impl Shown for ExactCover {
    fn pose(subject: Subject<ExactCover>) -> Posed {
        Posed::ExactCover(subject)
    }

    fn show<'py>(
        subject: &Subject<ExactCover>,
        cover: &Cover,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = cover.options();
        let list = match subject.labels.as_ref() {
            None => PyList::new(py, options)?,
            Some(labels) => {
                let labels = labels.bind(py);
                let named: PyResult<Vec<_>> = options.iter().map(|&o| labels.get_item(o as usize)).collect();
                PyList::new(py, named?)?
            }
        };
        Ok(list.into_any())
    }

    fn parse(subject: &Subject<ExactCover>, object: &Bound<'_, PyAny>) -> PyResult<Cover> {
        let options = subject.problem.options();
        let number = |item: PyResult<Bound<'_, PyAny>>| -> PyResult<u32> {
            let item = item?;
            let number = match subject.labels.as_ref() {
                Some(labels) => labels.bind(object.py()).index(&item).map(|at| at as u64),
                None => item.extract(),
            };
            match number {
                Ok(number) if number < options as u64 => Ok(number as u32),
                _ => Err(Error::new_err(format!("there is no option {}", item.repr()?))),
            }
        };
        Ok(Cover::new(object.try_iter()?.map(number).collect::<PyResult<_>>()?))
    }

    fn for_many(subject: &Subject<ExactCover>, py: Python<'_>) -> PyResult<Subject<ExactCover>> {
        let options = subject.problem.options();
        if subject.labels.is_some() || options > MAX_NUMBERS {
            return Ok(subject.clone());
        }
        // A number that exists is put into a list faster than it is made.
        let numbers = PyList::new(py, 0..options)?.unbind();
        Ok(Subject { labels: Arc::new(Some(numbers)), ..subject.clone() })
    }

    fn on_threads(search: Search<ExactCover>, threads: usize) -> PyResult<Search<ExactCover>> {
        Ok(search.threads(threads))
    }
}

impl Shown for Cnf {
    fn pose(subject: Subject<Cnf>) -> Posed {
        Posed::Formula(subject)
    }

    fn show<'py>(_: &Subject<Cnf>, model: &Model, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let literal = |(at, value): (usize, &bool)| {
            let variable = at as i32 + 1;
            if *value { variable } else { -variable }
        };
        Ok(PyList::new(py, model.values().iter().enumerate().map(literal))?.into_any())
    }

    fn parse(subject: &Subject<Cnf>, object: &Bound<'_, PyAny>) -> PyResult<Model> {
        let mut values = vec![false; subject.problem.variables()];
        for item in object.try_iter()? {
            let literal: i64 = item?.extract()?;
            let value = literal.unsigned_abs().checked_sub(1).and_then(|at| values.get_mut(at as usize));
            *value.ok_or_else(|| Error::new_err(format!("there is no variable {}", literal.abs())))? =
                literal > 0;
        }
        Ok(Model::new(values))
    }
}

impl Instance {
    pub(crate) fn new<P: Shown>(name: impl Into<String>, subject: Subject<P>) -> Instance {
        Instance { name: name.into(), posed: P::pose(subject) }
    }
}

#[pymethods]
impl Instance {
    /// Instance `number`, from 1, of those that `source` names on a command line: text, a file, a corpus, a family.
    #[staticmethod]
    fn read(source: &str, number: u64) -> PyResult<Instance> {
        let reading = ReadOptions::default();
        let read = NamedInstance::read(source, number, &reading, &Terminal::SILENT);
        let (name, instance) = read.map_err(|failure| of_failure(&failure))?;
        Ok(match instance {
            NamedInstance::Sudoku(puzzle) => Instance::new(name, Subject::new(puzzle)),
            NamedInstance::ExactCover(cover) => Instance::new(name, Subject::new(cover)),
            NamedInstance::Cnf(cnf) => Instance::new(name, Subject::new(cnf)),
        })
    }

    /// The instance in `text`: an exact cover (`dlx`), a formula (`cnf`), or else a Sudoku.
    #[staticmethod]
    #[pyo3(signature = (name, text, extension, labels=None))]
    fn parse(name: String, text: &str, extension: &str, labels: Option<Py<PyList>>) -> PyResult<Instance> {
        let malformed = |error: &format::Error| of_diagnostic(&Diagnostic::of_input(&name, error));
        match extension {
            "dlx" => {
                let cover =
                    format::read_cover(extension, text.as_bytes()).map_err(|error| malformed(&error))?;
                let subject = Subject { problem: Arc::new(cover), labels: Arc::new(labels) };
                Ok(Instance::new(name, subject))
            }
            "cnf" => {
                let cnf = dimacs::read(text).map_err(|error| malformed(&error))?;
                Ok(Instance::new(name, Subject::new(cnf)))
            }
            _ => {
                let puzzles = sudoku::read(text.as_bytes(), &sudoku::Options::default());
                let puzzle = puzzles.map_err(|error| malformed(&error))?.into_iter().next();
                let puzzle = puzzle.ok_or_else(|| Error::new_err("there is no puzzle in the text"))?;
                Ok(Instance::new(name, Subject::new(puzzle.puzzle)))
            }
        }
    }

    /// A Sudoku of rows of clues, 0 for an empty cell; `shape` has the rows and columns of a box.
    #[staticmethod]
    fn sudoku(name: String, rows: Vec<Vec<i64>>, shape: Option<(usize, usize)>) -> PyResult<Instance> {
        let side = rows.len();
        let shape = shape.map_or_else(|| Shape::of_side(side), |(rows, columns)| Shape::new(rows, columns));
        let digits: Option<Vec<u8>> =
            rows.concat().into_iter().map(|digit| u8::try_from(digit).ok()).collect();
        let is_square = rows.iter().all(|row| row.len() == side);
        let board =
            shape.filter(|_| is_square).zip(digits).and_then(|(shape, digits)| Sudoku::new(shape, &digits));
        let board = board.ok_or_else(|| {
            Error::new_err(format!(
                "{side} rows are not a board: it is square, its clues are 1 to {side}, 0 is an empty cell"
            ))
        })?;
        Ok(Instance::new(name, Subject::new(board)))
    }

    /// The names of options in solutions, if they are not 0, 1, 2, ….
    fn labels(&self, py: Python<'_>) -> Option<Py<PyList>> {
        let Posed::ExactCover(subject) = &self.posed else { return None };
        subject.labels.as_ref().as_ref().map(|labels| labels.clone_ref(py))
    }

    /// An exact cover. Option `k` has the items `items[ends[k - 1]..ends[k]]`; items below `primary` are primary.
    /// `colors` has a name or an empty text for each of `items`. `labels` are the names of options in solutions, instead
    /// of their numbers.
    #[staticmethod]
    #[pyo3(signature = (name, primary, item_names, ends, items, colors=None, labels=None))]
    fn exact_cover(
        name: String,
        primary: usize,
        item_names: Vec<String>,
        ends: Vec<usize>,
        items: Vec<u32>,
        colors: Option<Vec<String>>,
        labels: Option<Py<PyList>>,
    ) -> PyResult<Instance> {
        let (first, second) = item_names.split_at(primary.min(item_names.len()));
        let mut builder = ExactCoverBuilder::named(first, second).with_capacity(ends.len(), items.len());
        let mut numbers: HashMap<&str, u32> = HashMap::from([("", 0)]);
        let names = colors.iter().flatten();
        let colors: Vec<u32> =
            names.map(|name| *numbers.entry(name).or_insert_with(|| builder.color(name))).collect();
        let mut start = 0;
        for (number, end) in ends.into_iter().enumerate() {
            let option = items.get(start..end).ok_or_else(|| Error::new_err("the ends are not ascending"))?;
            let color = |at: usize| colors.get(at).copied().unwrap_or(0);
            let added =
                builder.colored_option(option.iter().zip(start..).map(|(&item, at)| (item, color(at))));
            added.map_err(|bad| Error::new_err(format!("option {number} is not a set of items: {bad:?}")))?;
            start = end;
        }
        let subject = Subject { problem: Arc::new(builder.build()), labels: Arc::new(labels) };
        Ok(Instance::new(name, subject))
    }

    /// A formula of clauses, as signed numbers of variables.
    #[staticmethod]
    fn formula(name: String, variables: usize, clauses: Vec<Vec<i32>>) -> PyResult<Instance> {
        let highest =
            clauses.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max().unwrap_or(0);
        if clauses.iter().flatten().any(|&literal| literal == 0 || literal == i32::MIN) {
            return Err(Error::new_err("a literal is a number of a variable, from 1, or its negation"));
        }
        let mut cnf = Cnf::new(variables.max(highest));
        clauses.iter().for_each(|clause| cnf.clause(clause));
        Ok(Instance::new(name, Subject::new(cnf)))
    }

    /// `sudoku`, `exact-cover` or `formula`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.posed {
            Posed::Sudoku(_) => "sudoku",
            Posed::ExactCover(_) => "exact-cover",
            Posed::Formula(_) => "formula",
        }
    }

    /// The instance as text, and the extension of a file that holds it.
    fn text(&self) -> (String, &'static str) {
        match &self.posed {
            Posed::Sudoku(subject) => {
                let puzzle = &subject.problem;
                (line::write(puzzle.shape(), puzzle.clues(), &Symbols::default()) + "\n", "txt")
            }
            Posed::ExactCover(subject) => (Transfer::write(&*subject.problem), "dlx"),
            Posed::Formula(subject) => (dimacs::write(&subject.problem, &[]), "cnf"),
        }
    }

    /// The clues of a Sudoku as an array, 0 for an empty cell.
    fn clues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Posed::Sudoku(subject) = &self.posed else { return Err(Error::new_err("not a Sudoku")) };
        board(py, subject.problem.clues(), subject.problem.shape().side())
    }

    /// The names of the items of an exact cover: the primary ones, then the secondary ones.
    fn items(&self) -> PyResult<(Vec<String>, Vec<String>)> {
        let Posed::ExactCover(subject) = &self.posed else {
            return Err(Error::new_err("not an exact cover"));
        };
        let cover = &subject.problem;
        let names = |items: std::ops::Range<usize>| items.map(|item| cover.item_name(item as u32)).collect();
        Ok((names(0..cover.primary()), names(cover.primary()..cover.items())))
    }

    /// The options of an exact cover by their names, each as a list of names of its items; a colored item is `name:color`.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Posed::ExactCover(subject) = &self.posed else {
            return Err(Error::new_err("not an exact cover"));
        };
        let (cover, options) = (&subject.problem, PyDict::new(py));
        let mut names: HashMap<u32, String> = HashMap::new();
        for option in 0..cover.options() as u32 {
            let item = |&(item, color): &(u32, u32)| {
                let name = names.entry(item).or_insert_with(|| cover.item_name(item)).clone();
                if color == 0 { name } else { format!("{name}:{}", cover.color_name(color)) }
            };
            let items: Vec<String> = cover.option(option).iter().map(item).collect();
            let shown = ExactCover::show(subject, &Cover::new(vec![option]), py)?;
            options.set_item(shown.get_item(0)?, items)?;
        }
        Ok(options)
    }

    /// The clauses of a formula.
    fn clauses(&self) -> PyResult<Vec<Vec<i32>>> {
        let Posed::Formula(subject) = &self.posed else { return Err(Error::new_err("not a formula")) };
        Ok(subject.problem.clauses().map(<[i32]>::to_vec).collect())
    }

    /// The sizes of the instance by their names.
    fn size(&self) -> Vec<(&'static str, usize)> {
        match &self.posed {
            Posed::Sudoku(subject) => {
                vec![("side", subject.problem.shape().side()), ("clues", subject.problem.clue_count())]
            }
            Posed::ExactCover(subject) => {
                let cover = &subject.problem;
                vec![("primary", cover.primary()), ("items", cover.items()), ("options", cover.options())]
            }
            Posed::Formula(subject) => {
                let size = subject.problem.size();
                vec![("variables", size.variables), ("clauses", size.clauses), ("literals", size.literals)]
            }
        }
    }
}
