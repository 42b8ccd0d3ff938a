//! `coverlab sat`: a SAT solver in the format of the SAT competitions, with checked answers.

mod check_proof;
mod decide;
mod print;
mod progress;

use crate::support::family::FamilyInput;
use crate::support::instance::{read_formula, too_large};
use crate::support::interrupt::cancel_on_interrupt;
use crate::support::{Exit, Failure, check_not_input, ignore_closed_pipe, show_diagnostic};
use clap::{Args, ValueEnum};
use coverlab_bench::argument::{self, Source};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::quoted;
use coverlab_bench::experiment::{parse_duration, parse_size};
use coverlab_bench::external_solver::dimacs_solver::DimacsSolver;
use coverlab_bench::external_solver::process::ProgramLimits;
use coverlab_bench::terminal::Terminal;
use coverlab_model::did_you_mean;
use coverlab_model::family::formula;
use coverlab_model::format::dimacs::RelevantComments;
use coverlab_model::memory::{Extent, fits};
use coverlab_model::{Cancel, Cnf, Problem, Stop, TextKind};
use coverlab_strategies::sat_solvers::{Engine, ProofFormat};
use coverlab_supervise::find_program;
use decide::Decider;
pub use decide::{SatAnswer, SatOutcome, prove};
use std::path::{Path, PathBuf};
use std::time::Duration;

const OUTPUT: &str = "\
Output:
  The format of the SAT competitions: a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`; a model as \
  `v` lines; the answer of --unique and statistics as `c` lines. --quiet omits statistics.
  With --json, one object with the keys file, solver, status, stop (why the last search ended without an answer: \
  conflict-limit, deadline, memory, cancelled or stuck), model, unique, proof (the file with the proof), checker (what \
  accepted the proofs), conflicts, decisions, propagations, restarts, load_cpu_ns, solve_cpu_ns, check_cpu_ns; keys that \
  do not apply are null.
  On a terminal, the conflicts of a built-in solver, and the time of its search and of the check of a DRAT or LRAT \
  proof, are shown after half a second.

Solvers:
  cdcl, varisat and batsat are built in. Any other name refers to an external solver on the PATH, such as \
  cadical; a path such as ./cadical always does.

Checks:
  Every model is verified. With --check, a checker independent of the solver must accept a proof of \
  `s UNSATISFIABLE` and of `unique`: varisat-checker for varisat, a unit propagation checker for other DRAT \
  proofs, and an LRAT checker for LRAT proofs. Of the external solvers, cadical and kissat write their own \
  proof; the answers of others are confirmed by varisat and its checker. The proof is kept in memory.
  --proof writes a proof for another checker, such as drat-trim or lrat-check, but no proof of `unique`: it would \
  refute another formula, which also has a clause that excludes the model. To write it, append that clause and \
  decide the formula again; for Sudokus, `coverlab certify` writes both.

Examples:
  coverlab sat formula.cnf.gz --check
  coverlab sat formula.cnf --solver batsat --seed 7 --proof formula.drat
  coverlab sat formula.cnf --solver kissat --time-limit 10s --memory-limit 2GiB
  coverlab sat formula.cnf --proof formula.lrat --check
  coverlab sat formula.cnf --proof formula.drat; drat-trim formula.cnf formula.drat
  coverlab convert puzzle.txt --to cnf | coverlab sat --unique --check -";

/// Arguments of `coverlab sat`.
#[derive(Debug, Args)]
#[command(after_long_help = OUTPUT)]
pub struct SatArgs {
    /// A DIMACS file, plain or compressed by gzip or zstd, a formula of a family (pigeonhole:8), or - for standard input
    #[arg(value_name = "INPUT")]
    pub input: String,
    /// The solver: cdcl, varisat, batsat, or an external solver on the PATH that uses the output format of the
    /// SAT competitions
    #[arg(long, short, value_name = "NAME", default_value = "cdcl")]
    pub solver: String,
    /// Write a proof to FILE that there is no model (built-in solvers only)
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// The proof format; only cdcl writes lrat, which names the antecedents of each clause
    /// [default: lrat for a FILE.lrat, else drat]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub proof_format: Option<ProofKind>,
    /// Check every answer independently of the solver
    #[arg(long)]
    pub check: bool,
    /// Also decide whether the model is unique, restricted to the shown variables if the file declares any
    #[arg(long)]
    pub unique: bool,
    /// CPU time limit per call of the solver or a checker, except of varisat's own checker: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Limit on conflicts per solver call (built-in solvers only)
    #[arg(long, value_name = "N")]
    pub conflict_limit: Option<u64>,
    /// Memory limit (external solvers only): 500MiB, 2GiB; a plain number is in mebibytes
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory_limit: Option<u64>,
    /// Seed of batsat and cdcl; 0: their default
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The format of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProofKind {
    /// Clauses that follow by unit propagation.
    Drat,
    /// Like DRAT, with the antecedents of each clause.
    Lrat,
}

impl SatArgs {
    /// The requested format, or the one that the proof file's extension implies.
    fn proof_kind(&self) -> ProofKind {
        let is_lrat = self.proof.as_ref().and_then(|path| path.extension()).is_some_and(|end| end == "lrat");
        self.proof_format.unwrap_or(if is_lrat { ProofKind::Lrat } else { ProofKind::Drat })
    }

    /// Fails if the options of the proof have no effect, or would overwrite the input or the answer.
    fn check_proof_options(&self) -> Result<(), Failure> {
        if self.proof_format.is_some() && self.proof.is_none() && !self.check {
            let what = "--proof-format applies only to a proof that is written or checked";
            return Err(Failure::usage(what, "add --proof FILE or --check"));
        }
        let Some(proof) = self.proof.as_deref() else { return Ok(()) };
        if proof == Path::new("-") {
            let what = "--proof does not write to standard output, which has the answer";
            return Err(Failure::usage(what, "name a file: --proof proof.drat"));
        }
        check_not_input(proof, Path::new(&self.input))
    }
}

/// A built-in or external solver.
#[derive(Clone, Debug)]
enum SolverChoice {
    Engine(Engine),
    Program(DimacsSolver),
}

/// Runs `coverlab sat`.
pub fn run(arguments: &SatArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let solver = solver_choice(arguments)?;
    arguments.check_proof_options()?;
    let cnf = read(arguments, terminal)?;
    let size = cnf.size();
    fits(size.bytes().saturating_mul(Cnf::SEARCH), size)
        .map_err(|large| too_large(&arguments.input, &large))?;
    let cancel = Cancel::default();
    let interrupted = cancel_on_interrupt(&cancel, None);
    let mut writer = print::AnswerWriter::new(arguments, terminal);
    // The exit code is an answer, too, so a closed pipe ends nothing.
    ignore_closed_pipe(writer.begin(&cnf))?;
    let decider = Decider {
        solver,
        seed: arguments.seed,
        limits: ProgramLimits { time: arguments.time_limit, memory: arguments.memory_limit, cancel },
        conflicts: arguments.conflict_limit,
        check: arguments.check,
        lrat: arguments.proof_kind() == ProofKind::Lrat,
        terminal: *terminal,
    };
    let outcome = unless_interrupted(decider.decide(&cnf, arguments.proof.as_deref()))?;
    let unique = match &outcome.answer {
        SatAnswer::Model(model) if arguments.unique => {
            Some(unless_interrupted(decider.second_model(&cnf, model))?)
        }
        _ => None,
    };
    ignore_closed_pipe(writer.end(&outcome, unique.as_ref()))?;
    show_proof_notes(arguments, &outcome, unique.as_ref(), terminal);
    exit(&outcome, unique.as_ref(), interrupted.is_raised())
}

/// Shows that a written file is no proof, and why proofs of the solver were not accepted.
fn show_proof_notes(
    arguments: &SatArgs,
    outcome: &SatOutcome,
    unique: Option<&SatOutcome>,
    terminal: &Terminal,
) {
    let proof = arguments.proof.as_deref();
    if let Some(note) = proof.and_then(|proof| no_proof(proof, &outcome.answer, arguments)) {
        show_diagnostic(&note, terminal);
    }
    let rejected = |found: &SatOutcome| found.checked.as_ref()?.rejected.clone();
    for (fault, help) in std::iter::once(outcome).chain(unique).filter_map(rejected) {
        let note = Diagnostic::note(format!("the proof by {} {fault}", arguments.solver));
        show_diagnostic(&note.help(help), terminal);
    }
}

/// The note that the file `proof` proves nothing, because of the `answer`.
fn no_proof(proof: &Path, answer: &SatAnswer, arguments: &SatArgs) -> Option<Diagnostic> {
    let (reason, help) = match answer {
        SatAnswer::Unsatisfiable => return None,
        SatAnswer::Unknown(_) => ("the search ended without an answer", ""),
        SatAnswer::Model(_) if arguments.unique => (
            "the formula has a model",
            "no proof is written that it is the only model; --check checks one in memory",
        ),
        SatAnswer::Model(_) => ("the formula has a model", ""),
    };
    Some(Diagnostic::note(format!("{} is not a proof: {reason}", proof.display())).help(help))
}

/// The outcome of a search. An answer whose check was interrupted is not known either.
fn unless_interrupted(decided: Result<SatOutcome, Failure>) -> Result<SatOutcome, Failure> {
    match decided {
        Err(failure) if failure.exit == Exit::Interrupted => Ok(SatOutcome::stopped(Stop::Cancelled)),
        decided => decided,
    }
}

/// The exit code of an answer, unless an interrupt ended a search before it was known.
fn exit(outcome: &SatOutcome, unique: Option<&SatOutcome>, is_interrupted: bool) -> Result<Exit, Failure> {
    let is_open = |outcome: &SatOutcome| is_interrupted && matches!(outcome.answer, SatAnswer::Unknown(_));
    if is_open(outcome) {
        return Err(Failure::interrupted("interrupted before there was an answer"));
    }
    if unique.is_some_and(is_open) {
        return Err(Failure::interrupted("interrupted before it was known whether there is another model"));
    }
    Ok(match outcome.answer {
        SatAnswer::Model(_) => Exit::Satisfiable,
        SatAnswer::Unsatisfiable => Exit::Unsatisfiable,
        SatAnswer::Unknown(_) => Exit::Answered,
    })
}

/// Parses a size of memory; a plain number is in mebibytes.
fn parse_memory(text: &str) -> Result<u64, String> {
    let mebibytes = text.chars().all(|c| c.is_ascii_digit()).then(|| format!("{text}MiB"));
    parse_size(mebibytes.as_deref().unwrap_or(text))
}

fn solver_choice(arguments: &SatArgs) -> Result<SolverChoice, Failure> {
    let name = arguments.solver.as_str();
    if let Some(engine) = Engine::of_name(name) {
        if arguments.proof_kind() == ProofKind::Lrat {
            writes_lrat(engine)?;
        }
        if engine == Engine::Varisat && arguments.seed != 0 {
            return Err(Failure::usage("varisat takes no --seed", "omit it, or use --solver cdcl or batsat"));
        }
        if arguments.memory_limit.is_some() {
            return Err(memory_is_unlimited(engine, &arguments.input));
        }
        return Ok(SolverChoice::Engine(engine));
    }
    let Some(path) = find_program(name) else {
        if name.contains('/') && Path::new(name).is_file() {
            return Err(Failure::usage(
                format!("{name} is not executable"),
                format!("chmod +x {}", quoted(name)),
            ));
        }
        let what = format!("no solver `{name}` is built in or on the PATH");
        let names = Engine::NAMES;
        let list =
            || format!("use {}, or the name or path of an external solver such as kissat", names.join(", "));
        return Err(Failure::usage(what, did_you_mean(name, names.iter().copied()).unwrap_or_else(list)));
    };
    let has_proof = arguments.proof.is_some() || arguments.proof_format.is_some();
    if has_proof || arguments.conflict_limit.is_some() || arguments.seed != 0 {
        let what = "--proof, --proof-format, --conflict-limit and --seed are for built-in solvers only";
        return Err(Failure::usage(what, "to pass options to an external solver, wrap it in a script"));
    }
    Ok(SolverChoice::Program(DimacsSolver { path }))
}

/// The failure for a memory limit of `engine`, which runs in this process.
fn memory_is_unlimited(engine: Engine, input: &str) -> Failure {
    let strategy = match engine {
        Engine::Cdcl => engine.name().to_string(),
        _ => format!("sat:solver={}", engine.name()),
    };
    let instead = format!("coverlab solve {} --strategy {strategy} --memory-limit SIZE", quoted(input));
    Failure::usage(
        "--memory-limit is for external solvers only",
        format!("use `{instead}`, which searches in a separate process"),
    )
}

/// Fails if `engine` writes no proof in LRAT.
fn writes_lrat(engine: Engine) -> Result<(), Failure> {
    let lrat = ProofFormat::Lrat { clauses: 0 };
    if engine.writes(lrat) {
        return Ok(());
    }
    let writes: Vec<_> = Engine::ALL.iter().filter(|e| e.writes(lrat)).map(|e| e.name()).collect();
    let help = format!("use --solver {}, or --proof-format drat", writes.join(" or --solver "));
    Err(Failure::usage(format!("{} writes no proof in LRAT", engine.name()), help))
}

fn read(arguments: &SatArgs, terminal: &Terminal) -> Result<Cnf, Failure> {
    let argument = arguments.input.as_str();
    let missing =
        || argument::missing_file(argument, "a file in DIMACS, a formula of a family (pigeonhole:8)");
    let source = Source::resolve(argument, |text| text.contains('\n'));
    let source = source.map_err(|error| if Path::new(argument).exists() { error } else { missing() })?;
    let mut input = source.open()?;
    let wrong =
        |holds: &str, help: String| Err(Failure::input(format!("{} holds {holds}", input.name), help));
    match (&source, input.kind) {
        (Source::Corpus(entry), TextKind::Sudoku) => {
            return wrong(
                "puzzles",
                format!("encode one as a formula: coverlab convert {} --to cnf | coverlab sat -", entry.name),
            );
        }
        (Source::Text(text), _) if !text.contains('\n') => return Err(missing().into()),
        (_, TextKind::Family) => {
            let members = FamilyInput::of(&source)?;
            return match &members.specs[..] {
                [spec] if formula::is_named(spec) => members.formula(spec),
                [spec] => wrong(
                    "an exact cover",
                    format!("encode it as a formula: coverlab convert {spec} --to cnf | coverlab sat -"),
                ),
                [first, ..] => wrong(
                    &format!("{} instances", members.specs.len()),
                    format!("give one, such as {first}; `coverlab solve` takes all of them"),
                ),
                [] => wrong("no instance", String::new()),
            };
        }
        _ => {}
    }
    let relevant = RelevantComments { weights: false, projection: arguments.unique };
    read_formula(&mut input, None, terminal, relevant)
}
