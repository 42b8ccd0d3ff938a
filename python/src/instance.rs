//! Instances.

use crate::conversion::{PythonProblem, board};
use crate::errors::{Error, of_diagnostic, of_error, of_failure};
use coverlab::argument::Source;
use coverlab::diagnostic::Diagnostic;
use coverlab::input::kind_of_text;
use coverlab::support::instance::{self, NamedInstance};
use coverlab::support::read_options::ReadOptions;
use coverlab::terminal::Terminal;
use coverlab_model::format::{self, dimacs, knuth, sudoku};
use coverlab_model::step;
use coverlab_model::{Cnf, Cover, ExactCover, ExactCoverBuilder, Problem, Shape, Sudoku};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::collections::HashMap;
use std::io::{ErrorKind, Read};
use std::sync::Arc;

/// An instance of any kind of problem.
#[pyclass(frozen, module = "coverlab._coverlab")]
pub(crate) struct Instance {
    /// Its name in messages.
    #[pyo3(get)]
    pub(crate) name: String,
    pub(crate) problem: AnyProblem,
}

/// A problem of any kind.
pub(crate) enum AnyProblem {
    Sudoku(LabeledProblem<Sudoku>),
    ExactCover(LabeledProblem<ExactCover>),
    Formula(LabeledProblem<Cnf>),
}

/// A problem, and the user's names for its options.
pub(crate) struct LabeledProblem<P: Problem> {
    pub(crate) problem: Arc<P>,
    pub(crate) labels: Arc<Option<Vec<Py<PyAny>>>>,
}

impl<P: Problem> Clone for LabeledProblem<P> {
    fn clone(&self) -> Self {
        LabeledProblem { problem: self.problem.clone(), labels: self.labels.clone() }
    }
}

impl<P: Problem> LabeledProblem<P> {
    pub(crate) fn new(problem: P) -> LabeledProblem<P> {
        LabeledProblem { problem: Arc::new(problem), labels: Arc::new(None) }
    }
}

/// Evaluates `$work` with the labeled problem of `$instance`, whatever its kind.
macro_rules! with_problem {
    ($instance:expr, $labeled:ident => $work:expr) => {
        match &$instance.problem {
            $crate::instance::AnyProblem::Sudoku($labeled) => $work,
            $crate::instance::AnyProblem::ExactCover($labeled) => $work,
            $crate::instance::AnyProblem::Formula($labeled) => $work,
        }
    };
}
pub(crate) use with_problem;

/// A whole number of Python or numpy, but no truth value.
struct WholeNumber(i32);

impl<'py> FromPyObject<'_, 'py> for WholeNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<WholeNumber> {
        if object.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("a truth value"));
        }
        let number: i32 = object.extract()?;
        // Its negation is no literal.
        if number == i32::MIN { Err(PyOverflowError::new_err(number)) } else { Ok(WholeNumber(number)) }
    }
}

/// All of standard input. Ctrl-C ends the wait for it.
fn read_stdin(py: Python<'_>) -> PyResult<Vec<u8>> {
    let (mut text, mut chunk) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        match py.detach(|| std::io::stdin().read(&mut chunk)) {
            Ok(0) => return Ok(text),
            Ok(length) => text.extend_from_slice(&chunk[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => py.check_signals()?,
            Err(error) => return Err(Error::new_err(format!("standard input cannot be read: {error}"))),
        }
    }
}

/// A formula in the format DIMACS, with the variables that distinguish its solutions.
fn formula_text(cnf: &Cnf) -> String {
    let shown = cnf.decisive().map(|variables| {
        let variables: String = variables.iter().map(|variable| format!("{variable} ")).collect();
        format!("p show {variables}0")
    });
    dimacs::write(cnf, shown.as_deref().as_slice())
}

/// The shape of boxes of these rows and columns.
fn shape_of(rows: usize, columns: usize) -> PyResult<Shape> {
    let error = || {
        Error::new_err(format!("boxes of {rows} rows and {columns} columns need a board of 1 to 255 rows"))
    };
    Shape::new(rows, columns).ok_or_else(error)
}

impl Instance {
    pub(crate) fn new<P: PythonProblem>(name: impl Into<String>, labeled: LabeledProblem<P>) -> Instance {
        Instance { name: name.into(), problem: P::wrap(labeled) }
    }

    fn exact_cover_problem(&self) -> PyResult<&LabeledProblem<ExactCover>> {
        match &self.problem {
            AnyProblem::ExactCover(labeled) => Ok(labeled),
            _ => Err(Error::new_err("not an exact cover")),
        }
    }
}

#[pymethods]
impl Instance {
    /// Instance `number`, from 1, of those that `source` names on a command line: text, a file, a corpus, a family.
    #[staticmethod]
    fn read(py: Python<'_>, source: &str, number: u64) -> PyResult<Instance> {
        let read = match source {
            "-" => {
                let input = Source::stdin_of_bytes(read_stdin(py)?).map_err(|error| of_error(&error))?;
                instance::from_input(input, number, &sudoku::Options::default(), &Terminal::SILENT)
            }
            _ => instance::read(source, number, &ReadOptions::default(), &Terminal::SILENT),
        };
        let NamedInstance { name, instance, .. } = read.map_err(|failure| of_failure(&failure))?;
        Ok(match instance {
            step::Instance::Sudoku(puzzle) => Instance::new(name, LabeledProblem::new(puzzle)),
            step::Instance::ExactCover(cover) => Instance::new(name, LabeledProblem::new(cover)),
            step::Instance::Cnf(cnf) => Instance::new(name, LabeledProblem::new(cnf)),
        })
    }

    /// The Sudoku whose text `argument` is; `None` if it names a source, or its text is more than one puzzle.
    #[staticmethod]
    fn puzzle(argument: &str) -> Option<Instance> {
        let read = |text: &str| sudoku::read(text.as_bytes(), &sudoku::Options::default());
        let Ok(Source::Text(text)) = Source::resolve(argument, |text| read(text).is_ok()) else {
            return None;
        };
        match &read(&text).ok().filter(|_| kind_of_text(&text).is_none())?[..] {
            [one] if one.name.is_none() && one.count.is_none() && one.solution.is_none() => {
                Some(Instance::new("the puzzle", LabeledProblem::new(one.puzzle.clone())))
            }
            _ => None,
        }
    }

    /// The instance in `text`: an exact cover (`dlx`), a formula (`cnf`), or else a Sudoku, whose boxes have the rows and
    /// columns `shape`.
    #[staticmethod]
    #[pyo3(signature = (name, text, extension, labels=None, shape=None))]
    fn parse(
        name: String,
        text: &str,
        extension: &str,
        labels: Option<Vec<Py<PyAny>>>,
        shape: Option<(usize, usize)>,
    ) -> PyResult<Instance> {
        let malformed = |error: &format::Error| of_diagnostic(&Diagnostic::of_input(&name, error));
        match extension {
            "dlx" => {
                let cover = knuth::read(text).map_err(|error| malformed(&error))?;
                let labeled = LabeledProblem { problem: Arc::new(cover), labels: Arc::new(labels) };
                Ok(Instance::new(name, labeled))
            }
            "cnf" => {
                let cnf = dimacs::read(text).map_err(|error| malformed(&error))?;
                Ok(Instance::new(name, LabeledProblem::new(cnf)))
            }
            _ => {
                let shape = shape.map(|(rows, columns)| shape_of(rows, columns)).transpose()?;
                let puzzles = sudoku::read(text.as_bytes(), &sudoku::Options { shape, ..Default::default() });
                let puzzle = puzzles.map_err(|error| malformed(&error))?.into_iter().next();
                let puzzle = puzzle.ok_or_else(|| Error::new_err("there is no puzzle in the text"))?;
                Ok(Instance::new(name, LabeledProblem::new(puzzle.puzzle)))
            }
        }
    }

    /// A Sudoku of rows of clues, 0 for an empty cell; `shape` has the rows and columns of a box.
    #[staticmethod]
    fn sudoku(name: String, rows: Vec<Vec<i64>>, shape: Option<(usize, usize)>) -> PyResult<Instance> {
        let side = rows.len();
        if let Some((height, width)) = shape
            && height.saturating_mul(width) != side
        {
            let needed = height.saturating_mul(width);
            let what = format!(
                "boxes of {height} rows and {width} columns need a board of {needed} rows, not {side}"
            );
            return Err(Error::new_err(what));
        }
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
        Ok(Instance::new(name, LabeledProblem::new(board)))
    }

    /// The names of the options, unless they are 0, 1, 2, ….
    fn labels(&self) -> Option<&[Py<PyAny>]> {
        let AnyProblem::ExactCover(labeled) = &self.problem else { return None };
        labeled.labels.as_ref().as_deref()
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
        labels: Option<Vec<Py<PyAny>>>,
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
        let labeled = LabeledProblem { problem: Arc::new(builder.build()), labels: Arc::new(labels) };
        Ok(Instance::new(name, labeled))
    }

    /// A formula of clauses, as signed numbers of variables. `projection` has the variables that distinguish solutions.
    #[staticmethod]
    #[pyo3(signature = (name, variables, clauses, projection))]
    fn formula(
        name: String,
        variables: usize,
        clauses: Vec<Vec<WholeNumber>>,
        projection: Option<Vec<i32>>,
    ) -> PyResult<Instance> {
        let literals =
            |clause: &[WholeNumber]| -> Vec<i32> { clause.iter().map(|literal| literal.0).collect() };
        let clauses: Vec<Vec<i32>> = clauses.iter().map(|clause| literals(clause)).collect();
        if let Some(number) = clauses.iter().position(|clause| clause.contains(&0)) {
            return Err(Error::new_err(format!(
                "clause {number} has the literal 0; drop the 0 that ends a clause of DIMACS, and count variables from 1"
            )));
        }
        let highest = clauses.iter().flatten().map(|literal| literal.unsigned_abs() as usize).max();
        let mut cnf = Cnf::new(variables.max(highest.unwrap_or(0)));
        clauses.iter().for_each(|clause| cnf.clause(clause));
        if let Some(projection) = projection {
            let variables = cnf.variables();
            let is_unknown = |&&variable: &&i32| !(1..=variables).contains(&(variable as usize));
            if let Some(unknown) = projection.iter().find(is_unknown) {
                let what = format!("`projection` has {unknown}, but the variables are 1 to {variables}");
                return Err(Error::new_err(what));
            }
            cnf.project_to(projection);
        }
        Ok(Instance::new(name, LabeledProblem::new(cnf)))
    }

    /// `sudoku`, `exact-cover` or `formula`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.problem {
            AnyProblem::Sudoku(_) => "sudoku",
            AnyProblem::ExactCover(_) => "exact-cover",
            AnyProblem::Formula(_) => "formula",
        }
    }

    /// The instance as text, and the extension of a file that holds it.
    fn text(&self) -> (String, &'static str) {
        match &self.problem {
            AnyProblem::Sudoku(labeled) => (format!("{}\n", sudoku::write(&labeled.problem)), "txt"),
            AnyProblem::ExactCover(labeled) => {
                // The comment distinguishes the text from a board.
                let name = self.name.replace(['|', '\n', '\r'], " ");
                (format!("| {name}\n{}", knuth::write(&labeled.problem)), "dlx")
            }
            AnyProblem::Formula(labeled) => (formula_text(&labeled.problem), "cnf"),
        }
    }

    /// The clues of a Sudoku as an array, 0 for an empty cell.
    fn clues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let AnyProblem::Sudoku(labeled) = &self.problem else { return Err(Error::new_err("not a Sudoku")) };
        board(py, labeled.problem.clues(), labeled.problem.shape().side())
    }

    /// The rows and columns of a box of a Sudoku.
    fn shape(&self) -> PyResult<(usize, usize)> {
        let AnyProblem::Sudoku(labeled) = &self.problem else { return Err(Error::new_err("not a Sudoku")) };
        let shape = labeled.problem.shape();
        Ok((shape.box_rows(), shape.box_columns()))
    }

    /// The names of the items of an exact cover: the primary ones, then the secondary ones.
    fn items(&self) -> PyResult<(Vec<String>, Vec<String>)> {
        let labeled = self.exact_cover_problem()?;
        let cover = &labeled.problem;
        let names = |items: std::ops::Range<usize>| items.map(|item| cover.item_name(item as u32)).collect();
        Ok((names(0..cover.primary()), names(cover.primary()..cover.items())))
    }

    /// The options of an exact cover by their names, each as a list of names of its items; a colored item is `name:color`.
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let labeled = self.exact_cover_problem()?;
        let (cover, options) = (&labeled.problem, PyDict::new(py));
        let mut names: HashMap<u32, String> = HashMap::new();
        for option in 0..cover.options() as u32 {
            let item = |&(item, color): &(u32, u32)| {
                let name = names.entry(item).or_insert_with(|| cover.item_name(item)).clone();
                if color == 0 { name } else { format!("{name}:{}", cover.color_name(color)) }
            };
            let items: Vec<String> = cover.option(option).iter().map(item).collect();
            let shown = ExactCover::show(labeled, &Cover::new(vec![option]), py)?;
            options.set_item(shown.get_item(0)?, items)?;
        }
        Ok(options)
    }

    /// The clauses of a formula.
    fn clauses(&self) -> PyResult<Vec<Vec<i32>>> {
        let AnyProblem::Formula(labeled) = &self.problem else { return Err(Error::new_err("not a formula")) };
        Ok(labeled.problem.clauses().map(<[i32]>::to_vec).collect())
    }

    /// The variables that distinguish solutions of a formula; `None`: all.
    fn projection(&self) -> PyResult<Option<Vec<i32>>> {
        let AnyProblem::Formula(labeled) = &self.problem else { return Err(Error::new_err("not a formula")) };
        Ok(labeled.problem.decisive().map(<[i32]>::to_vec))
    }

    /// The sizes of the instance by their names.
    fn size(&self) -> Vec<(&'static str, usize)> {
        match &self.problem {
            AnyProblem::Sudoku(labeled) => {
                vec![("side", labeled.problem.shape().side()), ("clues", labeled.problem.clue_count())]
            }
            AnyProblem::ExactCover(labeled) => {
                let cover = &labeled.problem;
                vec![("primary", cover.primary()), ("items", cover.items()), ("options", cover.options())]
            }
            AnyProblem::Formula(labeled) => {
                let size = labeled.problem.size();
                vec![("variables", size.variables), ("clauses", size.clauses), ("literals", size.literals)]
            }
        }
    }
}
