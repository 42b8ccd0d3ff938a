//! `coverlab compare`: compares strategies on the same inputs in one command.
//!
//! The arguments become an experiment, which is run and folded like any other.

mod experiment;

use experiment::DEFAULT_TIME_LIMIT;
pub use experiment::{ComparisonRequest, Copies, names_strategy, unknown};

use super::run::{self, RunOptions};
use crate::support::inputs;
use crate::support::{Exit, Failure, print};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::error::{Error, quoted};
use coverlab_bench::experiment::LoadedExperiment;
use coverlab_bench::runner::{Overrides, RunSummary};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use coverlab_report::TextLayout;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab compare dlx bit-cover queens:{6..9}
  coverlab compare dlx bird-bits unique-9x9 puzzles.txt --time-limit 2s
  coverlab compare 'dancing-cells:ties={first,random}' 'quasigroup:20:{20%..60%/10%}:{1..10}'
  coverlab compare dlx bit-cover folder/ --out target/compare --report
  coverlab compare dlx bit-cover folder/ --toml > my.toml

An argument is a strategy if `coverlab list strategies` or `coverlab list solvers` has its name, or if it is the .toml \
file of a solver. Everything else is an input, as for `coverlab solve`: a file, a folder, a corpus, a family, - for standard \
input, or a puzzle. If a file has the name of a strategy, write ./NAME. `coverlab help names` explains sets of \
values; quote them, because a shell may expand braces.

The strategies take turns on the same instances, under the same limits, and a referee verifies every answer. The \
first table has the totals of each strategy. The second compares each strategy with the first one: the typical ratio \
is the geometric mean over the instances that both solve, the total ratio is the ratio of the summed times. \
`coverlab run` and `coverlab report` offer more: claims, plots, several machines.";

/// The name of the experiment in records and messages.
const NAME: &str = "compare";

/// The path of the experiment's text, which the user does not see.
pub const PATH: &str = "coverlab compare";

/// Arguments of `coverlab compare`.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = NOTES,
    // Without an experiment, these options have other defaults.
    mut_arg("seed", |arg| arg.help("Seed of orders and random choices [default: 0]")),
    mut_arg("time_limit", |arg| {
        arg.help(format!("CPU time limit per trial: 10s, 500ms, 2min [default: {DEFAULT_TIME_LIMIT}]"))
    }),
    mut_arg("memory_limit", |arg| {
        arg.help("Memory limit per trial: 500MiB, 2GiB; each strategy then runs in its own process")
    }),
    mut_arg("allow_programs", |arg| arg.help("Run external programs without asking"))
)]
pub struct CompareArgs {
    /// Strategies, and inputs to run them on; the first strategy is the baseline
    #[arg(value_name = "STRATEGY|INPUT", required = true)]
    pub words: Vec<String>,
    /// How the strategies are run.
    #[command(flatten)]
    pub options: RunOptions,
    /// Number of repetitions of each trial
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub repetitions: u32,
    /// Decide whether there is exactly one solution, instead of finding one
    #[arg(long, conflicts_with = "all")]
    pub unique: bool,
    /// Find all solutions
    #[arg(long)]
    pub all: bool,
    /// Keep the record in DIR [default: a temporary folder]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the full report into the folder of --out
    #[arg(long, requires = "out")]
    pub report: bool,
    /// Print the comparison as JSON
    #[arg(long)]
    pub json: bool,
    /// Print the experiment, for `coverlab run`, and do not run it
    #[arg(long, conflicts_with_all = ["json", "report"])]
    pub toml: bool,
}

/// Runs `coverlab compare`. A wrong answer exits with "no".
pub fn run(arguments: &CompareArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let temporary = match arguments.out {
        Some(_) => None,
        None => Some(tempfile::tempdir().map_err(|why| no_temporary_folder(&why))?),
    };
    let temporary_folder = || temporary.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join(NAME));
    let folder = arguments.out.clone().unwrap_or_else(temporary_folder);
    let (text, copies) = experiment(arguments, &folder)?;
    if arguments.toml {
        return print(&text).map(|()| Exit::Answered);
    }
    let failed = |why| failed(in_originals(why, &copies));
    let loaded = LoadedExperiment::parse(text, PATH, PathBuf::new()).map_err(failed)?;
    run::ask_consent(&loaded, arguments.options.allow_programs, terminal)?;
    let progress = Terminal { quiet: terminal.quiet || arguments.json, ..*terminal };
    // The limits and the seed are keys of the experiment.
    let (overrides, options) = (Overrides::default(), arguments.options.runner_options(false));
    let summary = run::execute(&loaded, overrides, &folder, &options, &progress).map_err(failed)?;
    if summary.interrupted {
        let trials = counted(summary.trials, "trial", "trials");
        let done = format!("interrupted: {} of {trials}", summary.counts.rows);
        return Err(Failure::interrupted(done));
    }
    show(arguments, &summary, terminal)?;
    Ok(run::exit_of(&summary))
}

/// Prints the comparison, and writes the report if it is requested.
fn show(arguments: &CompareArgs, summary: &RunSummary, terminal: &Terminal) -> Result<(), Failure> {
    let record = coverlab_report::load(&summary.folder)?;
    let comparison = coverlab_report::comparison(&record);
    let mut text = match arguments.json {
        true => comparison.json() + "\n",
        false => comparison.terminal(TextLayout::of(terminal)),
    };
    if arguments.report {
        let page = coverlab_report::write(&summary.folder)?.page;
        if !arguments.json {
            let _ = writeln!(text, "\n{}", page.display());
        }
    }
    print(&text)
}

/// The failure for `why`. The user wrote no experiment, so an error in it is reported as one in the arguments, without
/// its position.
pub fn failed(why: Error) -> Failure {
    match why {
        Error::Input { path, error } if path == PATH => Failure::usage(&error.what, &error.help),
        why => why.into(),
    }
}

/// `why` with the inputs that the user named in place of their copies.
fn in_originals(why: Error, copies: &[(String, Source)]) -> Error {
    let named =
        |text: String| copies.iter().fold(text, |text, (copy, source)| text.replace(copy, &source.name()));
    let in_command = |text: &str| {
        let words = copies.iter().map(|(copy, source)| (quoted(copy), inputs::argument(source)));
        words.fold(text.to_string(), |text, (copy, argument)| text.replace(&copy, &argument))
    };
    match why {
        Error::Input { path, error } => {
            let help = in_command(&error.help);
            Error::Input { path: named(path), error: error.help(help) }
        }
        Error::Other { what, help } => Error::Other { what: named(what), help },
        Error::Interrupted => why,
    }
}

fn no_temporary_folder(why: &std::io::Error) -> Failure {
    let error = Error::file("create a temporary folder in", &std::env::temp_dir(), why);
    error.help("set TMPDIR to a folder that can be written, or give one to --out").into()
}

/// The experiment that the arguments describe, as TOML. Inputs that have no name are copied into `folder`.
fn experiment(arguments: &CompareArgs, folder: &Path) -> Result<(String, Copies), Failure> {
    let (mut strategies, mut inputs) = (Vec::new(), Vec::new());
    for word in &arguments.words {
        let list = if names_strategy(word)? { &mut strategies } else { &mut inputs };
        list.push(word.clone());
    }
    let request = ComparisonRequest {
        strategies,
        inputs,
        options: &arguments.options,
        repetitions: arguments.repetitions,
        task: if arguments.all { "all" } else { ["first", "unique"][usize::from(arguments.unique)] },
    };
    request.experiment((!arguments.toml).then_some(folder), |_| false, unknown)
}
