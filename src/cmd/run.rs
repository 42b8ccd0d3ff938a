//! `coverlab run`: starts or resumes an experiment.

mod consent;
mod progress;

use crate::support::interrupt::interrupt_flag;
use crate::support::{Exit, Failure, ignore_closed_pipe, print, print_json, show_diagnostic};
pub(super) use consent::ask_consent;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::{Error, quoted};
use coverlab_bench::experiment::{LoadedExperiment, duration_text, parse_duration, parse_size};
use coverlab_bench::output;
use coverlab_bench::record::{Shard, TrialCounts};
use coverlab_bench::runner::{self, Overrides, PreparedExperiment, RunSummary, RunnerOptions};
use coverlab_bench::separate_process::SeparateProcesses;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_report;
use progress::RunProgress;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const NOTES: &str = "\
Examples:
  coverlab list experiments                 list the built-in experiments and their questions
  coverlab run sources                      run one, and write to results/sources
  coverlab run my.toml --threads 4          run your own
  coverlab run my.toml --out /tmp/try --time-limit 10s
  coverlab run sources --shard 2/4          run the second of four shards, for `merge`

An experiment is a TOML file: a question, strategies, corpora, a task, limits, and claims to check. \
A run that was killed or interrupted with Ctrl-C resumes when the same command is started again; a second Ctrl-C \
ends it at once. A malformed instance is an error, and nothing is run. A corpus with \
`optional = true` may be missing; its path is resolved relative to the experiment and to the folder in the environment \
variable COVERLAB_CORPORA.

The report checks the claims. A claim that reproduces its source holds, fails, or is undecided because of a limit \
or this machine. A claim extended to other algorithms or instances is answered with yes, no or open. Without all \
trials, as in a shard, no claim is decided. Claims do not affect the exit code, which depends only on answers.";

/// Arguments of `coverlab run`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = NOTES)]
pub struct RunArgs {
    /// A built-in experiment, or a .toml file
    #[arg(value_name = "EXPERIMENT|FILE.toml")]
    pub experiment: String,
    /// How the experiment is run.
    #[command(flatten)]
    pub options: RunOptions,
    /// The results folder [default: results/EXPERIMENT, or results/EXPERIMENT-K-of-N for a shard]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Run all strategies on one part of the instances: 2/4 is the second of four
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Discard recorded trials and start over
    #[arg(long)]
    pub fresh: bool,
    /// Do not write the report (see `coverlab report`)
    #[arg(long)]
    pub no_report: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// Options of a run, on this machine or as a job on a cluster.
#[derive(clap::Args, Clone, Debug)]
pub struct RunOptions {
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// Pin each thread to its own processor
    #[arg(long)]
    pub pin: bool,
    /// Seed of samples, orders and random choices [default: the experiment's]
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// CPU time limit per trial: 10s, 500ms, 2min [default: the experiment's]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Memory limit per trial: 500MiB, 2GiB; each strategy then runs in its own process [default: the experiment's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    /// Run the experiment's external programs without asking
    #[arg(long)]
    pub allow_programs: bool,
}

impl RunOptions {
    /// These options as overrides of the experiment's values, for a run of `shard`.
    pub(super) fn overrides(&self, shard: Option<Shard>) -> Overrides {
        Overrides { seed: self.seed, time: self.time_limit, memory: self.memory_limit, shard }
    }

    /// How the runner works. Ctrl-C stops it.
    pub(super) fn runner_options(&self, fresh: bool) -> RunnerOptions {
        RunnerOptions { threads: usize::from(self.threads), fresh, pin: self.pin, cancel: interrupt_flag() }
    }

    /// The flags that repeat these options.
    pub(super) fn flags(&self) -> Vec<String> {
        let flags = [
            (self.threads != 1).then(|| format!("--threads {}", self.threads)),
            self.pin.then(|| "--pin".to_string()),
            self.seed.map(|seed| format!("--seed {seed}")),
            self.time_limit.map(|limit| format!("--time-limit {}", duration_text(limit))),
            self.memory_limit.map(|bytes| format!("--memory-limit {}KiB", bytes.div_ceil(1024))),
            self.allow_programs.then(|| "--allow-programs".to_string()),
        ];
        flags.into_iter().flatten().collect()
    }
}

/// Runs `coverlab run`. A wrong answer exits with "no".
pub fn run(arguments: &RunArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let quiet = terminal.quiet;
    let loaded = LoadedExperiment::open(&arguments.experiment)?;
    let RunArgs { options, shard, .. } = arguments;
    ask_consent(&loaded, options.allow_programs, terminal)?;
    let folder = arguments.out.clone().unwrap_or_else(|| {
        let shard = shard.map_or_else(String::new, |shard| format!("-{}-of-{}", shard.number, shard.of));
        Path::new("results").join(format!("{}{shard}", loaded.experiment.name))
    });
    let (overrides, options) = (options.overrides(*shard), options.runner_options(arguments.fresh));
    let summary = execute(&loaded, overrides, &folder, &options, terminal)?;
    if quiet {
        show_errors(&summary, terminal);
    }
    if arguments.json {
        print_json(&summary)?;
    } else if !quiet {
        ignore_closed_pipe(print_summary(&summary, terminal))?;
    }
    if summary.interrupted {
        return Ok(Exit::Interrupted);
    }
    if !arguments.no_report {
        report(&summary.folder, terminal, quiet || arguments.json)?;
    }
    Ok(exit_of(&summary))
}

/// Prints what makes the exit code of a run an error.
fn show_errors(summary: &RunSummary, terminal: &Terminal) {
    let TrialCounts { wrong, rows, .. } = summary.counts;
    if wrong > 0 {
        let answers = text::counted(wrong, "WRONG answer", "WRONG answers");
        let error = Diagnostic::error(format!("{answers} in {}", text::counted(rows, "trial", "trials")));
        let help = format!("to see them: coverlab report {}", quoted(&summary.folder.to_string_lossy()));
        show_diagnostic(&error.help(help), terminal);
    }
}

/// The exit of a run that was not interrupted.
pub(super) fn exit_of(summary: &RunSummary) -> Exit {
    if summary.counts.wrong > 0 { Exit::No } else { Exit::Answered }
}

/// Runs the experiment `loaded` in `folder`, or resumes its run.
pub(super) fn execute(
    loaded: &LoadedExperiment,
    overrides: Overrides,
    folder: &Path,
    options: &RunnerOptions,
    terminal: &Terminal,
) -> Result<RunSummary, Error> {
    let prepared = PreparedExperiment::new(loaded, overrides, &SeparateProcesses)?;
    runner::execute(&prepared, folder, options, &RunProgress::new(terminal))
}

fn print_summary(summary: &RunSummary, terminal: &Terminal) -> std::io::Result<()> {
    let mut out = output::stdout();
    let counts = &summary.counts;
    let count = |n: u64, words: &str| if n > 0 { format!(", {n} {words}") } else { String::new() };
    let facts = format!(
        "{}: {} of {}{}{}{}{}{}{}{}",
        summary.experiment,
        counts.rows,
        text::counted(summary.trials, "trial", "trials"),
        count(summary.reused, "of them recorded before"),
        count(counts.correct, "correct"),
        count(counts.unverified, "unverified"),
        count(counts.limited, "at a limit"),
        count(counts.crashed, "crashed"),
        count(counts.unsupported, "not supported"),
        count(counts.wrong, "WRONG"),
    );
    writeln!(out, "{}", text::hang(&facts, 0, 2, terminal.width))?;
    writeln!(out, "{}", summary.folder.display())?;
    if summary.interrupted {
        writeln!(out, "interrupted; to resume: {}", crate::command_line::without("--fresh", false))?;
    }
    Ok(())
}

/// Writes the report of `folder`, and prints it unless `silent`.
fn report(folder: &Path, terminal: &Terminal, silent: bool) -> Result<(), Failure> {
    let findings = coverlab_report::findings(coverlab_report::load(folder)?);
    let summary = coverlab_report::write_findings(folder, &findings)?;
    if !silent {
        let text = coverlab_report::terminal(&findings, coverlab_report::TextLayout::of(terminal));
        print(&format!("{text}\n{}\n", summary.page.display()))?;
    }
    Ok(())
}
