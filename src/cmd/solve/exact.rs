//! Exact covers: from a file or of a family, counted on several threads, drawn at random, drawn
//! as pictures.

mod picture;
mod print;
mod sample;
mod search;

use super::answer::{Question, at_least};
use super::render::Form;
use super::{Arguments, configure, interruption_of, threads};
use crate::cmd::{Exit, Failure, completions, family, show_diagnostic};
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::family::Family;
use coverlab_model::{Choice, ExactCover, Problem, Progress, Refusal};
use coverlab_strategies::{self as lookup, Configured};
use print::Printer;
use search::Means;
use std::path::PathBuf;

/// What is asked of exact covers alone.
#[derive(Debug, Args)]
#[command(next_help_heading = "Exact cover")]
pub struct CoverArguments {
    /// An instance of a family: queens:12, pentominoes:6x10; `coverlab families` lists them
    #[arg(long, value_name = "FAMILY", add = completions::families(), conflicts_with = "inputs")]
    pub family: Option<String>,
    /// A solution drawn by --seed, or K of them with --limit. Each is equally likely, and none comes
    /// twice, where a decision diagram of all solutions can be made (zdd-cover); otherwise a search
    /// goes in random order, by which some are likelier than others: a note says so
    #[arg(long, conflicts_with_all = ["count", "all", "unique"])]
    pub random: bool,
    /// Write the picture of the first solution of a family to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Count nodes by depth as well (some nanoseconds a node)
    #[arg(long)]
    pub depths: bool,
}

impl CoverArguments {
    /// Whether something is asked that only exact covers have.
    pub(super) fn asked(&self) -> Option<&'static str> {
        match self {
            CoverArguments { random: true, .. } => Some("--random"),
            CoverArguments { svg: Some(_), .. } => Some("--svg"),
            CoverArguments { depths: true, .. } => Some("--depths"),
            _ => None,
        }
    }
}

/// An instance, and the family that draws its solutions.
pub(super) struct Subject {
    name: String,
    /// The file, the corpus or the family that it is of.
    source: String,
    /// Whether there are others, so that its name stands above its solution.
    titled: bool,
    problem: ExactCover,
    family: Option<Box<dyn Family>>,
}

impl Subject {
    pub(super) fn new(name: String, problem: ExactCover, titled: bool) -> Subject {
        Subject { source: name.clone(), name, titled, problem, family: None }
    }

    /// The instance of a family that `spec` names, which is of `source`.
    ///
    /// # Errors
    /// No such family.
    pub(super) fn of_family(spec: &str, source: String, titled: bool) -> Result<Subject, Failure> {
        let family = family::open(spec)?;
        Ok(Subject {
            name: spec.to_string(),
            source,
            titled,
            problem: family.problem(),
            family: Some(family),
        })
    }
}

/// Why an instance is not solved that the strategy cannot take. Other instances of the command line are.
///
/// # Errors
/// The JSON object that says so cannot be written.
fn refused(
    arguments: &Arguments,
    terminal: &Terminal,
    subject: &Subject,
    configured: &Configured<ExactCover>,
    why: &Refusal,
) -> Result<Failure, Failure> {
    let what = format!("{} cannot take {}: it {why}", configured.about.name, subject.name);
    let (status, exit, help) = match why {
        Refusal::Lacks(_) => ("unsupported", Exit::Usage, "auto takes every instance"),
        Refusal::TooLarge(_) => {
            let help = "a smaller instance takes less, and so may another strategy, or amo=product";
            ("memout", Exit::Limit, help)
        }
    };
    if arguments.form(terminal) == Form::Json {
        print::refusal(subject, &configured.spec.to_string(), status, &what)?;
    }
    Ok(Failure::of_instance(exit, Diagnostic::error(what).help(help)))
}

/// Solves.
///
/// # Errors
/// A strategy that cannot take the instance, output that cannot be written.
pub(super) fn run(arguments: &Arguments, terminal: &Terminal, subject: &Subject) -> Result<Exit, Failure> {
    let configured = configure(arguments, lookup::exact_cover)?;
    if let Err(why) = configured.backend.accepts(&subject.problem) {
        return Err(refused(arguments, terminal, subject, &configured, &why)?);
    }
    if arguments.cover.svg.is_some() && subject.family.is_none() {
        let error = Diagnostic::error("--svg draws solutions of a family, and this is a file");
        return Err(Failure::usage(error.help("name a family: --family queens:8")));
    }
    let question = if arguments.cover.random { Question::All } else { arguments.question() };
    let mut task = arguments.task(question);
    if question == Question::Count {
        // A count needs no covers, and the strategy may tell many at once.
        task.keep = 0;
    }
    let shown = terminal.interactive_errors
        && !terminal.quiet
        && !(question == Question::All && terminal.interactive);
    task.progress = match arguments.cover.depths {
        true => Some(Progress::with_depths()),
        false => shown.then(Progress::default),
    };
    let interrupted = interruption_of(&task.cancel, configured.about);
    let threads = threads(arguments.threads);
    let svg = arguments.cover.svg.as_deref();
    let mut printer = Printer::new(subject, arguments.form(terminal), question, terminal, svg);
    let found = if arguments.cover.random {
        let explicit = arguments.strategy.is_some();
        let sampled =
            sample::run(&subject.problem, &configured, explicit, &task, arguments.limit.unwrap_or(1));
        for cover in &sampled.outcome.kept {
            subject.problem.verify(cover).map_err(|violation| search::refused(&violation))?;
            printer.solution(cover)?;
        }
        sampled
    } else {
        let means = Means { threads, confined: arguments.memory_limit.is_some() };
        search::run(&subject.problem, &configured, question, &task, means, shown, &mut printer)?
    };
    let depths = task.progress.as_ref().and_then(Progress::depths);
    if interrupted.is_raised() {
        if question == Question::Count {
            printer.end(&found, threads, depths)?;
        }
        let so_far = format!("interrupted: {}", at_least(&found.outcome.count()));
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(so_far)));
    }
    if let Some(note) = found.note.as_ref().filter(|_| !terminal.quiet) {
        show_diagnostic(&Diagnostic::note(note), terminal);
    }
    if arguments.verbose && !terminal.quiet {
        let taken = match found.outcome.choice {
            Some(Choice { taken, why }) => format!("{} took {taken}: {why}", found.strategy),
            None => format!("searched by {}, as asked for", found.strategy),
        };
        show_diagnostic(&Diagnostic::note(format!("{}: {taken}", subject.name)), terminal);
    }
    printer.end(&found, threads, depths)
}
