//! External solvers: programs that a TOML file defines, run as strategies whose answers the referee verifies.
//!
//! A definition ([`SolverDefinition`]) becomes a backend like any other: encodings apply to it, the runner interleaves its
//! trials with those of other strategies, and reports show it. Each search runs in a process under a supervisor
//! (`coverlab_supervise`). docs/SOLVERS.md describes how limits are enforced and what is timed.

mod backend;
mod checked_definition;
mod printed_counters;
mod problem_text;
pub mod process;
mod provenance;
mod read_answer;
mod search_totals;
mod status_line;
mod worker_protocol;

pub mod builtin;
pub mod dimacs_solver;
pub mod self_test;

use crate::diagnostic::Diagnostic;
use crate::error::{Error, command_line};
use crate::experiment::{BUILTIN, LoadedExperiment, SolverDefinition, SolverProblem, locate, parse_toml};
use crate::input::{self, Accept};
use crate::plan::Searcher;
use crate::record::SolverInfo;
use crate::strategy_source::StrategySource;
use backend::ExternalBackend;
use checked_definition::Solver;
use coverlab_model::encoding::{CnfCover, CoverCnf, SudokuCover};
use coverlab_model::{Backend, BadSpec, Cnf, Encoding, ExactCover, Spec, Sudoku, Via};
use coverlab_strategies::{Configured, encodings};
use problem_text::ProblemText;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// A source with the strategies of another one and the solvers that an experiment defines.
pub struct ExternalSolvers<'a> {
    base: &'a dyn StrategySource,
    list: Vec<Arc<Solver>>,
}

/// The facts about an external solver that affect its trials.
pub(crate) struct SolverProvenance {
    /// The enforcer of limits.
    pub(crate) enforcer: String,
    pub(crate) searcher: Searcher,
    /// The definition in canonical form.
    pub(crate) definition: String,
    /// The checksums of the program and its scripts.
    pub(crate) checksums: BTreeMap<String, String>,
}

impl<'a> ExternalSolvers<'a> {
    /// The solvers that `loaded` defines, in addition to the strategies of `base`. `memory` limits those whose
    /// definition sets no limit.
    ///
    /// # Errors
    /// The first invalid definition, with its line.
    pub fn of(
        loaded: &LoadedExperiment,
        base: &'a dyn StrategySource,
        memory: Option<u64>,
    ) -> Result<ExternalSolvers<'a>, Error> {
        let mut list: Vec<Arc<Solver>> = Vec::new();
        for entry in &loaded.experiment.solvers {
            let mut solver = open(loaded, entry)?;
            solver.memory = solver.memory.or(memory);
            let name = solver.definition.name.clone();
            let name_taken = |what: String| loaded.error_at("[[solver", &name, what, "give it another name");
            if list.iter().any(|other| other.definition.name == name) {
                return Err(name_taken(format!("solver `{name}` is defined twice")));
            }
            if is_built_in(&name) {
                return Err(name_taken(format!("solver `{name}` has the name of a built-in strategy")));
            }
            list.push(Arc::new(solver));
        }
        Ok(ExternalSolvers { base, list })
    }

    fn find(&self, spec: &Spec) -> Option<&Arc<Solver>> {
        self.list.iter().find(|solver| solver.definition.name == spec.name)
    }

    /// The program of the solver that `spec` names, if it is not installed.
    pub(crate) fn missing_program<'s>(&'s self, spec: &'s Spec) -> Option<&'s str> {
        let solver = self.find(spec).filter(|solver| solver.program().is_none())?;
        solver.definition.command.first().map(String::as_str)
    }

    /// Why the solver that `spec` names cannot find `solutions` solutions, with a remedy. `None` if it can, or `spec` names no
    /// external solver.
    pub fn refusal(&self, spec: &Spec, solutions: u64) -> Option<(String, String)> {
        let solver = self.find(spec)?;
        if let Some(what) = solver.missing() {
            let help = "install it, or list the solver in `optional` instead of `strategies`";
            return Some((what, help.to_string()));
        }
        if solver.definition.can_find(solutions) {
            return None;
        }
        let what = format!("solver `{}` finds one solution, but the task asks for more", spec.name);
        let help = "put {solutions} into its command if it takes a number of solutions, write finds = \"all\" if it prints \
                    all, or choose `task = \"first\"`";
        Some((what, help.to_string()))
    }

    /// The facts that affect the trials of the solver that `spec` names. `None` if `spec` names no external solver.
    pub(crate) fn provenance(&self, spec: &Spec) -> Option<SolverProvenance> {
        let solver = self.find(spec)?;
        let searcher =
            if solver.definition.batch { Searcher::ExternalWithBlocks } else { Searcher::External };
        Some(SolverProvenance {
            enforcer: solver.enforcer(),
            searcher,
            definition: solver.definition.canonical(),
            checksums: provenance::checksums(solver).clone(),
        })
    }

    /// Describes the external solvers among `specs` for the record.
    pub fn describe(&self, specs: &[Spec]) -> Vec<SolverInfo> {
        let used =
            self.list.iter().filter(|solver| specs.iter().any(|spec| spec.name == solver.definition.name));
        used.map(|solver| provenance::solver_info(solver)).collect()
    }

    /// Checks that `spec` has no parameters but those that its encoding took.
    fn check_no_parameters(spec: &Spec) -> Result<(), BadSpec> {
        match spec.parameters.first() {
            None => Ok(()),
            Some((parameter, _)) => {
                let what = format!("solver `{}` has no parameter `{parameter}`", spec.name);
                Err(BadSpec::new(what, parameter, Vec::new()))
            }
        }
    }

    /// The error for a solver of a kind of problem that the instances cannot be encoded as.
    fn wrong_kind<P>(solver: &Solver) -> Result<P, BadSpec> {
        let name = &solver.definition.name;
        let what = format!(
            "solver `{name}` solves {} problems, and no encoding translates these instances into them",
            solver.problem.name()
        );
        Err(BadSpec::new(what, name, Vec::new()))
    }
}

/// The solver that an entry of an experiment defines, directly or through a file.
fn open(loaded: &LoadedExperiment, entry: &SolverDefinition) -> Result<Solver, Error> {
    let Some(file) = &entry.file else {
        return Solver::new(entry.clone(), &loaded.base)
            .map_err(|bad| loaded.error_at("[[solver", &bad.word, bad.what, bad.help));
    };
    if *entry != (SolverDefinition { file: entry.file.clone(), ..SolverDefinition::default() }) {
        let what = format!("a solver with `file = \"{file}\"` has other keys");
        return Err(loaded.error_at("[[solver", file, what, "move them into that file"));
    }
    open_file(&locate(&loaded.base, file))
}

/// The solver that a file defines.
fn open_file(path: &Path) -> Result<Solver, Error> {
    let text = input::read_text(path, Accept::Files).map_err(|e| Error::file("read the solver", path, &e))?;
    of_text(&text, &path.to_string_lossy(), path.parent().unwrap_or(Path::new("")))
}

/// The solver that `text` defines, which is called `path` in messages. Paths are relative to `folder`.
fn of_text(text: &str, path: &str, folder: &Path) -> Result<Solver, Error> {
    let definition: SolverDefinition = parse_toml(text, path)?;
    Solver::new(definition, folder).map_err(|bad| Error::new(format!("{path}: {}", bad.what)).help(bad.help))
}

/// Whether a built-in strategy has this name.
fn is_built_in(name: &str) -> bool {
    let spec = Spec { name: name.to_string(), parameters: Vec::new() };
    coverlab_strategies::sudoku(&spec).is_ok()
        || coverlab_strategies::exact_cover(&spec).is_ok()
        || coverlab_strategies::cnf(&spec).is_ok()
}

/// The solver as a strategy for its own kind of problem.
fn direct<P: ProblemText>(solver: &Arc<Solver>, spec: &Spec) -> Result<Configured<P>, BadSpec> {
    ExternalSolvers::check_no_parameters(spec)?;
    let backend = Arc::new(ExternalBackend(solver.clone()));
    Ok(Configured { spec: spec.clone(), via: None, about: solver.about, backend })
}

/// The solver as a strategy for problems that `encoding`, which is called `name`, translates. `rest` is `spec` without the
/// parameters of the encoding.
fn encoded<E>(
    solver: &Arc<Solver>,
    spec: &Spec,
    name: &'static str,
    (encoding, rest): (E, Spec),
) -> Result<Configured<E::From>, BadSpec>
where
    E: Encoding<To: ProblemText>,
{
    ExternalSolvers::check_no_parameters(&rest)?;
    let native: Arc<dyn Backend<E::To>> = Arc::new(ExternalBackend(solver.clone()));
    let backend = Arc::new(Via::new(encoding, native));
    Ok(Configured { spec: spec.clone(), via: Some(name), about: solver.about, backend })
}

impl StrategySource for ExternalSolvers<'_> {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        let Some(solver) = self.find(spec) else { return self.base.sudoku(spec) };
        match solver.problem {
            SolverProblem::Cnf => {
                let encoding = encodings::of_sudoku(spec)?;
                encoded(solver, spec, encoding.0.name(), encoding)
            }
            SolverProblem::ExactCover => {
                encoded(solver, spec, SudokuCover::NAME, (SudokuCover, spec.clone()))
            }
            SolverProblem::Sudoku => direct(solver, spec),
        }
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        let Some(solver) = self.find(spec) else { return self.base.exact_cover(spec) };
        match solver.problem {
            SolverProblem::Cnf => encoded(solver, spec, CoverCnf::NAME, encodings::of_cover(spec)?),
            SolverProblem::ExactCover => direct(solver, spec),
            SolverProblem::Sudoku => ExternalSolvers::wrong_kind(solver),
        }
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        let Some(solver) = self.find(spec) else { return self.base.cnf(spec) };
        match solver.problem {
            SolverProblem::Cnf => direct(solver, spec),
            SolverProblem::ExactCover => encoded(solver, spec, CnfCover::NAME, (CnfCover, spec.clone())),
            SolverProblem::Sudoku => ExternalSolvers::wrong_kind(solver),
        }
    }

    fn version(&self, spec: &Spec) -> Option<String> {
        self.base.version(spec)
    }
}

/// The solver of each `[[solver]]` in `loaded`, and whether `strategies` or `optional` names it.
fn defined(loaded: &LoadedExperiment) -> impl Iterator<Item = Result<(Solver, bool), Error>> + '_ {
    let names = loaded.experiment.strategies.iter().chain(&loaded.experiment.optional);
    let named: HashSet<String> = names.filter_map(|name| Some(name.parse::<Spec>().ok()?.name)).collect();
    loaded.experiment.solvers.iter().map(move |entry| {
        let solver = open(loaded, entry)?;
        let is_named = named.contains(&solver.definition.name);
        Ok((solver, is_named))
    })
}

/// Warnings about solvers that `loaded` defines, but names neither in `strategies` nor in `optional`.
///
/// # Errors
/// A definition is invalid.
pub fn unused(loaded: &LoadedExperiment) -> Result<Vec<Diagnostic>, Error> {
    let mut warnings = Vec::new();
    for (entry, solver) in loaded.experiment.solvers.iter().zip(defined(loaded)) {
        let (solver, is_named) = solver?;
        if !is_named {
            let name = &solver.definition.name;
            let what = format!("solver `{name}` is defined, but not run: no strategy has its name");
            let help = format!("add \"{name}\" to `strategies` or `optional`, or remove the definition");
            let error = loaded.error_at("[[solver", entry.file.as_ref().unwrap_or(name), what, help);
            warnings.push(Diagnostic::of(&error).into_warning());
        }
    }
    Ok(warnings)
}

/// The commands that the external solvers of `loaded` run, as a user would type them. Empty for built-in experiments, which
/// need no confirmation.
///
/// # Errors
/// A definition is invalid.
pub fn commands(loaded: &LoadedExperiment) -> Result<Vec<String>, Error> {
    if BUILTIN.iter().any(|(name, _)| *name == loaded.path) {
        return Ok(Vec::new());
    }
    let mut commands = Vec::new();
    for solver in defined(loaded) {
        let (solver, is_named) = solver?;
        // A program that no strategy names or that is not installed is not run.
        if !is_named || solver.program().is_none() {
            continue;
        }
        let SolverDefinition { command, version, .. } = &solver.definition;
        for words in [command, version].into_iter().filter(|words| !words.is_empty()) {
            commands.push(command_line(&solver.words(words, &[])));
        }
    }
    commands.dedup();
    Ok(commands)
}
