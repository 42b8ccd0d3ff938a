//! Experiments: run, and read by the report.

use crate::errors::{of_diagnostic, of_error, of_failure};
use crate::instance::Instance;
use crate::interrupt::wait;
use crate::search::seconds;
use crate::solver::{Calls, NamedSolver, WithSolvers, labels};
use coverlab::cmd::compare::{self, ComparisonRequest};
use coverlab::cmd::run::RunOptions;
use coverlab::diagnostic::Diagnostic;
use coverlab::experiment::LoadedExperiment;
use coverlab::external_solver;
use coverlab::report;
use coverlab::runner::{self, NoCallbacks, Overrides, PreparedExperiment, RunSummary, RunnerOptions};
use coverlab::support::Failure;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The settings of a run, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Design {
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    repetitions: u32,
    seed: Option<u64>,
    task: String,
    threads: u16,
    allow_programs: bool,
}

impl Design {
    fn options(&self) -> PyResult<RunOptions> {
        Ok(RunOptions {
            threads: self.threads.max(1),
            pin: false,
            seed: self.seed,
            time_limit: self.time_limit.map(seconds).transpose()?,
            memory_limit: self.memory_limit,
            allow_programs: self.allow_programs,
        })
    }
}

/// The experiment that compares `strategies` on `instances`, as TOML. `own` names Python solvers. `from_one_list` says that
/// the caller wrote strategies and instances in one list, which was split.
#[pyfunction]
pub(crate) fn experiment(
    strategies: Vec<String>,
    instances: Vec<String>,
    own: Vec<String>,
    from_one_list: bool,
    design: Design,
    folder: PathBuf,
) -> PyResult<String> {
    let options = design.options()?;
    let request = ComparisonRequest {
        strategies,
        inputs: instances,
        options: &options,
        repetitions: design.repetitions.max(1),
        task: &design.task,
    };
    let is_own = |word: &str| own.iter().any(|name| name == word);
    let unknown = |word: &str, why| match compare::names_strategy(word) {
        _ if from_one_list => compare::unknown(word, why),
        Ok(true) => {
            Failure::usage(format!("`{word}` is a strategy, not an instance"), "pass it in `strategies`")
        }
        _ => why.into(),
    };
    let experiment = request.experiment(Some(&folder), is_own, unknown);
    experiment.map(|(text, _)| text).map_err(|failure| of_failure(&failure))
}

/// Whether a word of a comparison names a strategy or an external solver.
#[pyfunction]
pub(crate) fn names_strategy(word: &str) -> PyResult<bool> {
    compare::names_strategy(word).map_err(|failure| of_failure(&failure))
}

/// Runs an experiment, TOML or the name of a built-in one, into `folder`; what it recorded, as JSON. `solvers` are Python
/// solvers, which see the labels of the instances `labeled`. `stop_call` ends the call of one that runs on a thread.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one Python function calls it")]
pub(crate) fn execute(
    py: Python<'_>,
    text: &str,
    is_name: bool,
    folder: PathBuf,
    design: Design,
    solvers: Vec<NamedSolver>,
    labeled: Vec<PyRef<'_, Instance>>,
    stop_call: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let loaded = match is_name {
        true => LoadedExperiment::open(text),
        false => LoadedExperiment::parse(text.to_string(), compare::PATH, PathBuf::new()),
    };
    // The user did not write the text of a comparison, so errors do not show it.
    let failed = |error| of_failure(&compare::failed(error));
    let loaded = loaded.map_err(failed)?;
    check_programs(&loaded, design.allow_programs)?;
    let calls = Arc::new(Calls::default());
    let source = WithSolvers::new(solvers, labels(py, &labeled)?, calls.clone());
    let RunOptions { threads, seed, time_limit, memory_limit, .. } = design.options()?;
    // The limits of a comparison are in its text.
    let overrides = match is_name {
        true => Overrides { seed, time: time_limit, memory: memory_limit, ..Overrides::default() },
        false => Overrides::default(),
    };
    let options = RunnerOptions { threads: threads.into(), ..RunnerOptions::default() };
    let cancel = &options.cancel;
    let work = || {
        let prepared = PreparedExperiment::new(&loaded, overrides, &source)?;
        runner::execute(&prepared, &folder, &options, &NoCallbacks)
    };
    let stop_late =
        |_: Python<'_>| calls.end_late(cancel.is_raised(), |thread| stop_call.call1((thread,)).map(drop));
    let summary: RunSummary = wait(py, cancel, work, stop_late)?.map_err(failed)?;
    Ok(serde_json::to_string(&summary).expect("plain data"))
}

/// Fails if the experiment runs external programs that were not allowed.
fn check_programs(loaded: &LoadedExperiment, is_allowed: bool) -> PyResult<()> {
    let commands = external_solver::commands(loaded).map_err(|error| of_error(&error))?;
    if commands.is_empty() || is_allowed {
        return Ok(());
    }
    let list: String = commands.iter().map(|command| format!("\n  {command}")).collect();
    let error = Diagnostic::error(format!("{} runs external programs:{list}", loaded.path));
    Err(of_diagnostic(&error.help("check these commands, then use allow_programs=True to run them")))
}

/// The comparison of the strategies with the first one, as JSON.
#[pyfunction]
pub(crate) fn comparison(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    py.detach(|| report::load(&folder).map(|record| report::comparison(&record).json()))
        .map_err(|why| of_error(&why))
}

/// All findings of a run, as JSON.
#[pyfunction]
pub(crate) fn findings(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    py.detach(|| report::load(&folder).map(|record| report::json(&report::findings(record))))
        .map_err(|why| of_error(&why))
}

/// Writes the report of a run; the page's path.
#[pyfunction]
pub(crate) fn write_report(py: Python<'_>, folder: PathBuf) -> PyResult<PathBuf> {
    py.detach(|| report::write(&folder)).map(|summary| summary.page).map_err(|why| of_error(&why))
}
