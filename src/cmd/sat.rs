//! `coverlab sat`: a SAT solver as the competitions know them, with answers that can be checked.

mod ask;
mod confined;
mod print;

use super::family::{self, Members};
use super::{Exit, Failure, completions, too_large};
use ask::{Found, Question};
use clap::{Args, ValueEnum};
use coverlab_bench::argument::{self, Source};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::without_feature;
use coverlab_bench::experiment::{parse_duration, parse_size};
use coverlab_bench::input;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_model::family::formula;
use coverlab_model::format::dimacs;
use coverlab_model::memory::{Extent, fits};
use coverlab_model::nearest;
use coverlab_model::{Cancel, Cnf, Problem};
use coverlab_strategies::solvers::{Checker, Engine, Program, ProofFormat, find};
use std::path::PathBuf;
use std::time::Duration;

const OUTPUT: &str = "\
Output:
  As the SAT competitions ask: a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`; a model as \
  `v` lines; all else, statistics among it, as `c` lines, which --quiet leaves out.
  With --json one object with the keys file, solver, status, model, unique, proof, conflicts, \
  decisions, propagations, restarts, load_cpu_ns, solve_cpu_ns, check_cpu_ns; what does not apply \
  is null.

Solvers:
  varisat, batsat and cdcl are part of coverlab. So is cadical if it was built with \
  `cargo build --release --features cadical`, which takes a C++ compiler. Any other name is that of a \
  program on the path; a path such as ./cadical is one in any case.

Checks:
  Every model is verified. With --check, `s UNSATISFIABLE` and `unique` come with a proof that a \
  checker outside the solver accepted: varisat-checker for varisat, a checker of clauses that \
  follow by unit propagation for the others and any proof in DRAT, one of the reasons given for a proof in \
  LRAT. Of programs on the path, cadical and kissat are asked for their own proof; what others say is \
  confirmed by varisat, and that by its checker. With --checker drat-trim, or another that says \
  `s VERIFIED`, that program is who accepts. A proof is kept in memory for the purpose.

Examples:
  coverlab sat formula.cnf.gz --check
  coverlab sat formula.cnf --solver batsat --seed 7 --proof formula.drat
  coverlab sat formula.cnf --solver kissat --time-limit 10s --memory-limit 2GiB
  coverlab sat formula.cnf --solver cdcl --proof formula.lrat --check
  coverlab sat formula.cnf --solver cdcl --proof-format lrat --checker lrat-check
  coverlab sat formula.cnf --solver cadical --checker drat-trim
  coverlab encode puzzle.txt | coverlab sat --unique --check -

Exit codes:
  10   there is a model
  20   there is none
  0    unknown: a limit was reached
  2    usage
  3    input missing or malformed, output not written
  5    an internal check failed
  130  interrupted";

/// Arguments of `coverlab sat`.
#[derive(Debug, Args)]
#[command(after_long_help = text::help(OUTPUT))]
pub struct SatArgs {
    /// A DIMACS file, plain or compressed, a formula of a family (pigeonhole:8), or - for standard input
    #[arg(value_name = "INPUT", add = completions::inputs())]
    pub input: String,
    /// varisat, batsat, cdcl, cadical if it is built in, or a program on the path that answers as in the
    /// SAT competitions
    #[arg(long, short, value_name = "NAME", add = completions::solvers(), default_value = "varisat")]
    pub solver: String,
    /// Write a proof (not of programs on the path)
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// How the proof is written and checked; lrat, which names the clauses that each one follows from, is
    /// written by cdcl and cadical [default: lrat for a FILE.lrat, else drat]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub proof_format: Option<Format>,
    /// Have every answer checked outside the solver
    #[arg(long)]
    pub check: bool,
    /// Have refutations checked by this program on the path, drat-trim or one that answers like it
    #[arg(long, value_name = "NAME")]
    pub checker: Option<String>,
    /// Ask as well whether the model is the only one, or the only one on the variables that the
    /// file says to show
    #[arg(long)]
    pub unique: bool,
    /// CPU time for each question: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Clauses to learn for each question (not of programs on the path)
    #[arg(long, value_name = "N")]
    pub conflict_limit: Option<u64>,
    /// Memory of the process that solves: 500MiB, 2GiB; a number alone is mebibytes
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory_limit: Option<u64>,
    /// Seed of what batsat, cdcl and cadical do at random; 0: as their authors chose
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// How a proof is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Clauses that follow by unit propagation.
    Drat,
    /// The same, each with the clauses that it follows from.
    Lrat,
}

impl SatArgs {
    /// The format asked for, or told by the name of the file.
    fn format(&self) -> Format {
        let named = self.proof.as_ref().and_then(|path| path.extension()).is_some_and(|end| end == "lrat");
        self.proof_format.unwrap_or(if named { Format::Lrat } else { Format::Drat })
    }
}

/// The solver.
#[derive(Clone, Debug)]
enum Who {
    Engine(Engine),
    Program(Program),
}

/// Solves.
///
/// # Errors
/// Input that is missing or malformed, an unknown solver, a proof that cannot be written.
pub fn run(arguments: &SatArgs, is_confined: bool, terminal: &Terminal) -> Result<Exit, Failure> {
    let who = who(arguments)?;
    let checker = arguments.checker.as_deref().map(checker).transpose()?;
    match (&who, arguments.memory_limit) {
        (Who::Engine(_), Some(memory)) if is_confined => confined::limit(memory)?,
        (Who::Engine(_), Some(memory)) => return confined::run(arguments, terminal, memory),
        _ => {}
    }
    let cnf = read(&arguments.input)?;
    let size = cnf.size();
    fits(size.bytes().saturating_mul(Cnf::SEARCH), size)
        .map_err(|large| too_large(&arguments.input, &large))?;
    let cancel = Cancel::default();
    let interruption = super::solve::interruption(&cancel);
    let mut printer = print::Printer::new(arguments, terminal);
    printer.begin(&cnf)?;
    let question = Question {
        who: &who,
        cnf: &cnf,
        seed: arguments.seed,
        time: arguments.time_limit,
        conflicts: arguments.conflict_limit,
        memory: arguments.memory_limit.map(|bytes| bytes.div_ceil(1 << 20)),
        check: arguments.check || checker.is_some(),
        reasons: arguments.format() == Format::Lrat,
        checker: checker.as_ref(),
        cancel: &cancel,
    };
    let asked = question.ask(arguments.proof.as_deref())?;
    let mut unique = None;
    if arguments.unique
        && let Found::Model(model) = &asked.found
    {
        unique = Some(question.others(model)?);
    }
    let interrupted = |found: &Found| matches!(found, Found::Unknown(_)) && interruption.is_raised();
    if interrupted(&asked.found) || unique.as_ref().is_some_and(|other| interrupted(&other.found)) {
        let what = "interrupted before there was an answer";
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(what)));
    }
    printer.end(&asked, unique.as_ref())?;
    Ok(match asked.found {
        Found::Model(_) => Exit::Satisfiable,
        Found::None => Exit::Unsatisfiable,
        Found::Unknown(_) => Exit::Answered,
    })
}

/// A size of memory; a number alone is mebibytes.
fn parse_memory(text: &str) -> Result<u64, String> {
    let mebibytes = text.chars().all(|c| c.is_ascii_digit()).then(|| format!("{text}MiB"));
    parse_size(mebibytes.as_deref().unwrap_or(text))
}

fn who(arguments: &SatArgs) -> Result<Who, Failure> {
    let name = arguments.solver.as_str();
    if let Some(engine) = Engine::of_name(name) {
        let lrat = ProofFormat::Lrat { clauses: 0 };
        if arguments.format() == Format::Lrat && !engine.writes(lrat) {
            let writes: Vec<_> = Engine::ALL.iter().filter(|e| e.writes(lrat)).map(|e| e.name()).collect();
            let help =
                format!("of those built in, {} can: give it to --solver, or take drat", writes.join(", "));
            return Err(usage(format!("{name} writes no proof in LRAT"), help));
        }
        return Ok(Who::Engine(engine));
    }
    let Some(path) = find(name) else {
        let what = format!("there is no solver `{name}`, nor a program on the path");
        let names = Engine::NAMES;
        if let Some(feature) = Engine::missing_feature(name) {
            let what = format!("{name} is not built in, and no program of that name is on the path");
            return Err(usage(what, without_feature(feature)));
        }
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("give {}, or the name or path of a program such as kissat", names.join(", ")),
        };
        return Err(usage(what, help));
    };
    if arguments.proof.is_some() || arguments.proof_format.is_some() || arguments.conflict_limit.is_some() {
        let what = format!(
            "--proof, --proof-format and --conflict-limit are for {}, not for programs on the path",
            Engine::NAMES.join(", ")
        );
        return Err(usage(what, "a program's own options can stand in a script that runs it"));
    }
    Ok(Who::Program(Program { path, arguments: Vec::new() }))
}

/// The program that is to check proofs.
pub(super) fn checker(name: &str) -> Result<Checker, Failure> {
    match find(name) {
        Some(path) => Ok(Checker { path }),
        None => Err(usage(
            format!("there is no program `{name}` on the path to check proofs"),
            "without --checker, checkers that are part of coverlab are used; a path such as ./lrat-check names one in any case",
        )),
    }
}

fn usage(what: impl Into<String>, help: impl Into<String>) -> Failure {
    Failure::usage(Diagnostic::error(what).help(help))
}

fn read(argument: &str) -> Result<Cnf, Failure> {
    let failed = |e| Failure::input(Diagnostic::of(&e));
    let source = Source::of(argument, |text| text.contains('\n')).map_err(failed)?;
    let mut input = source.open().map_err(failed)?;
    let wrong = |holds: &str, help: String| {
        Err(Failure::input(Diagnostic::error(format!("{} holds {holds}", input.name)).help(help)))
    };
    match (&source, input.extension.as_str()) {
        (Source::Corpus(entry, "txt"), _) => {
            return wrong(
                "puzzles",
                format!("write one as a formula: coverlab encode {} | coverlab sat -", entry.name),
            );
        }
        (Source::Text(text), _) if !text.contains('\n') => return Err(failed(argument::missing(argument))),
        (_, "families") => {
            let members = Members::of(&source)?;
            return match &members.specs[..] {
                [spec] if formula::is_named(spec) => family::formula(spec),
                [spec] => wrong(
                    "an exact cover",
                    format!("write it as a formula: coverlab encode {spec} | coverlab sat -"),
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
    let text = input.bytes(None).map_err(failed)?;
    dimacs::read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))
}
