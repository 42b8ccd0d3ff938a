//! Traces and explanations, and the strategies to choose from.

use crate::conversion::PythonProblem;
use crate::errors::{Error, of_diagnostic};
use crate::instance::{AnyProblem, Instance, LabeledProblem, with_problem};
use crate::interrupt::wait;
use coverlab::diagnostic::Diagnostic;
use coverlab::page;
use coverlab::strategy_source::BuiltInStrategies;
use coverlab_model::{Cancel, Spec, Task};
use coverlab_strategies::all_sudoku;
use coverlab_techniques::json;
use coverlab_techniques::{Board, Entry, Premise, SolveSteps, TECHNIQUES};
use coverlab_trace::{Level, Line, RecordOptions, Recorder, TraceLimits, TraceSubject, Window, sentence};
use pyo3::prelude::*;

/// Most bytes of a trace that are written in full.
const MAX_BYTES: u64 = 32 << 20;

/// The steps of a search.
#[pyclass(frozen, module = "coverlab._coverlab")]
pub(crate) struct Trace {
    /// The trace as JSON Lines.
    #[pyo3(get)]
    text: String,
    /// The trace in sentences, indented by depth.
    #[pyo3(get)]
    sentences: Vec<String>,
    /// How many events were left out.
    #[pyo3(get)]
    left_out: u64,
}

#[pymethods]
impl Trace {
    /// The page that plays the trace and runs the strategies, one HTML file.
    fn page(&self, py: Python<'_>) -> String {
        py.detach(|| page::page(&page::gzip(page::MODULE), &[page::gzip(self.text.as_bytes())]))
    }
}

/// The settings of a trace, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TraceRequest {
    strategy: String,
    limit: Option<u64>,
    node_limit: Option<u64>,
    seed: u64,
    level: String,
    window: Option<(u64, u64)>,
    max_events: u64,
}

/// Records a search.
#[pyfunction]
pub(crate) fn trace(py: Python<'_>, instance: &Instance, request: TraceRequest) -> PyResult<Trace> {
    let TraceRequest { strategy, limit, node_limit, seed, level, window, max_events } = request;
    let task = Task {
        solutions: limit.unwrap_or(u64::MAX),
        keep: 2,
        nodes: node_limit.unwrap_or(u64::MAX),
        seed,
        cancel: Cancel::default(),
        ..Task::default()
    };
    let limits = TraceLimits { solutions: limit, nodes: node_limit, events: max_events, bytes: MAX_BYTES };
    let window = window.map(|(first, last)| Window { first, last });
    let options = RecordOptions { level: level_of(&level)?, window, limits, seed };
    with_problem!(instance, labeled => record(py, &instance.name, labeled, &strategy, &task, options))
}

/// The level of detail with this name.
fn level_of(name: &str) -> PyResult<Level> {
    Ok(match name {
        "sum" => Level::Sum,
        "node" => Level::Node,
        "step" => Level::Step,
        "micro" => Level::Micro,
        other => {
            return Err(Error::new_err(format!("there is no level `{other}`: sum, node, step or micro")));
        }
    })
}

fn record<P: PythonProblem>(
    py: Python<'_>,
    name: &str,
    labeled: &LabeledProblem<P>,
    strategy: &str,
    task: &Task,
    options: RecordOptions,
) -> PyResult<Trace> {
    let configured = strategy.parse::<Spec>().and_then(|spec| P::configure(&BuiltInStrategies, &spec));
    let configured = configured.map_err(|bad| of_diagnostic(&Diagnostic::of_spec(&bad)))?;
    let problem = &*labeled.problem;
    if let Err(why) = configured.backend.accepts(problem) {
        return Err(Error::new_err(format!("{} cannot take {name}: it {why}", configured.about.name)));
    }
    let shown = TraceSubject::of(name.to_string(), problem, &configured);
    let search = || {
        let (mut text, mut sentences, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let mut write = |line: &Line, head: &coverlab_trace::Head| {
            let from = text.len();
            serde_json::to_writer(&mut text, line)?;
            text.push(b'\n');
            sentences.push(format!("{:1$}{2}", "", 2 * indent(line, &mut open), sentence(line, head)));
            Ok((text.len() - from) as u64)
        };
        let mut recorder = Recorder::new(&shown, options, &mut write);
        let outcome = configured.backend.session().trace(problem, task, &mut |event| recorder.record(event));
        let stats = outcome.map(|outcome| recorder.end(outcome.stop, &outcome.counters));
        (text, sentences, stats)
    };
    let (text, sentences, stats) = wait(py, &task.cancel, search, |_| Ok(()))?;
    let Some(stats) = stats else {
        return Err(Error::new_err(format!("{} cannot be traced", configured.about.name)));
    };
    let left_out = stats?.left_out;
    Ok(Trace { text: String::from_utf8(text).expect("JSON"), sentences, left_out })
}

/// The indentation of a line; `open` are the depths of the nodes that it lies in.
fn indent(line: &Line, open: &mut Vec<usize>) -> usize {
    let inside = open.last().map_or(0, |depth| depth + 1);
    match line {
        Line::Head(_) | Line::Stats(_) => 0,
        Line::Node { depth, .. } => {
            open.push(*depth);
            *depth
        }
        Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => open.pop().unwrap_or_default(),
        _ => inside,
    }
}

/// Solves a Sudoku by human techniques: steps and the end, each as JSON.
#[pyfunction]
#[pyo3(signature = (instance, *, unique, up_to=None, without=Vec::new()))]
pub(crate) fn explain(
    py: Python<'_>,
    instance: &Instance,
    unique: bool,
    up_to: Option<&str>,
    without: Vec<String>,
) -> PyResult<(Vec<String>, String)> {
    let AnyProblem::Sudoku(labeled) = &instance.problem else {
        return Err(Error::new_err("explanations are for Sudokus; `trace` shows the search of any problem"));
    };
    let place = |name: &str| {
        let found = coverlab_techniques::find_by_any_name(name).map(Entry::place);
        found.map_err(|unknown| match unknown.suggestion() {
            Some(help) => Error::new_err(format!("{unknown}: {help}")),
            None => Error::new_err(unknown.to_string()),
        })
    };
    let premise = if unique { Premise::OneSolution } else { Premise::Rules };
    let last = up_to.map(place).transpose()?.unwrap_or(TECHNIQUES.len() - 1);
    let without = without.iter().map(|name| place(name)).collect::<PyResult<Vec<_>>>()?;
    let is_used = |k: &usize| !without.contains(k) && TECHNIQUES[*k].premise <= premise;
    let techniques: Vec<_> = (0..=last).filter(is_used).map(|k| &TECHNIQUES[k]).collect();
    let board = match Board::new(&labeled.problem) {
        Ok(board) => board,
        Err(reason) => return Ok((Vec::new(), json::refused(0, &labeled.problem, &reason).to_string())),
    };
    let cancel = Cancel::default();
    let work = || {
        let (mut walk, mut steps, mut taken) = (SolveSteps::new(board, &techniques), Vec::new(), Vec::new());
        for step in &mut walk {
            if cancel.is_raised() {
                return None;
            }
            let mut value = json::step(0, steps.len() + 1, &step);
            let cells = step.before.digits().len();
            let candidates =
                |cell| step.before.candidates_of(cell).map(|candidate| candidate.digit).collect();
            value["candidates"] = (0..cells).map(candidates).collect::<Vec<Vec<u8>>>().into();
            value["digits"] = step.before.digits().into();
            steps.push(value.to_string());
            taken.push(step);
        }
        let end = json::end(0, &walk.into_path(taken)).to_string();
        Some((steps, end))
    };
    wait(py, &cancel, work, |_| Ok(()))?.ok_or_else(|| Error::new_err("interrupted"))
}

/// Every strategy that takes a Sudoku: name, sentence, source, and whether it is complete.
#[pyfunction]
pub(crate) fn strategies() -> Vec<(&'static str, &'static str, &'static str, bool)> {
    all_sudoku().map(|(about, _)| (about.name, about.sentence, about.source, about.complete)).collect()
}
