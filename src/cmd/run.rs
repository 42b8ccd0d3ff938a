//! `coverlab run`: starts or continues an experiment.

pub(super) mod own;
pub(super) mod programs;
mod progress;

use super::{Exit, Failure, completions, ignore_closed_pipe};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::{Error, quoted};
use coverlab_bench::experiment::{BUILTIN, Loaded, parse_duration, parse_size};
use coverlab_bench::output;
use coverlab_bench::record::Shard;
use coverlab_bench::runner::{self, Options, Overrides, Prepared, Summary};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_bench::worker::Apart;
use coverlab_model::Cancel;
use coverlab_report;
use progress::Progress;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A report is made of trials.csv, which takes several times the disk of the journal. So a run of more trials
/// than this writes neither; the commands for them are given at its end.
const REPORTED: u64 = 20_000_000;
/// A row of trials.csv, as measured over ten million trials of two strategies.
const TRIAL_BYTES: f64 = 163.0;

const NOTES: &str = "\
Examples:
  coverlab run --list                       the built-in experiments and their questions
  coverlab run sources                      one of them, results in results/sources
  coverlab run my.toml --threads 4          one of your own
  coverlab run my.toml --out /tmp/try --time-limit 10s
  coverlab run sources --shard 2/4          the second of four parts of the instances, for `merge`

An experiment is a TOML file: a question, strategies, corpora, a task, limits, and claims to be \
checked. Interrupted with Ctrl-C, or killed, a run goes on where it was when it is started again; \
Ctrl-C twice ends it at once. A corpus may be of any size: one of more than 8 MiB of text is read \
first to check every line, and then part by part while it is run. A place in it that is not \
understood is reported and left out, in the record and the report as well; with --fail-fast it is \
an error. A corpus with `optional = true` may be missing; its path is looked for beside the \
experiment and in the folder that the environment variable COVERLAB_CORPORA names.

The report checks the claims. One that reproduces its source holds, fails, or is undecided where a limit
or this machine decided. A claim extended to other algorithms or instances is answered with yes, no or
open. Claims do not change the exit code, which is about answers.

In a checkout of coverlab, results/ holds the project's own records; a program built from changed files
writes there only with --dirty.

Exit codes:
  0    done, no answer is wrong
  1    an answer is wrong
  2    usage
  3    the experiment or a corpus is missing or malformed, output not written
  130  interrupted";

/// Arguments of `coverlab run`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct RunArgs {
    /// A built-in experiment, or a .toml file
    #[arg(value_name = "EXPERIMENT|FILE.toml", required_unless_present = "list", add = completions::experiments())]
    pub experiment: Option<String>,
    /// List the built-in experiments and their questions
    #[arg(long, conflicts_with = "experiment")]
    pub list: bool,
    /// How it is run
    #[command(flatten)]
    pub given: RunOptions,
    /// The results folder [default: results/EXPERIMENT, of a shard results/EXPERIMENT-K-of-N]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Run one of several parts of the instances, all strategies of each: 2/4 is the second of four
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Start over: throw away what was recorded
    #[arg(long)]
    pub fresh: bool,
    /// Leave the report and trials.csv to `coverlab report` and `coverlab export`
    #[arg(long)]
    pub no_report: bool,
    /// Write into the project's own results/ though this program was built from changed files
    #[arg(long)]
    pub dirty: bool,
    /// Run nothing if there is a place in a corpus that is not understood
    #[arg(long)]
    pub fail_fast: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// How an experiment is run, here or as a job elsewhere.
#[derive(clap::Args, Clone, Debug)]
pub struct RunOptions {
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// Keep each thread on a processor of its own
    #[arg(long)]
    pub pin: bool,
    /// Another seed than the experiment's
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Another CPU time limit per trial than the experiment's: 10s, 500ms, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Another memory limit per trial than the experiment's: 500MiB, 2GiB. Each strategy searches in a process of its own
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    /// Run the programs that the experiment names, without asking
    #[arg(long)]
    pub allow_programs: bool,
}

impl RunOptions {
    /// The options that say the same again.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.threads != 1 {
            words.push(format!("--threads {}", self.threads));
        }
        if self.pin {
            words.push("--pin".to_string());
        }
        if let Some(seed) = self.seed {
            words.push(format!("--seed {seed}"));
        }
        if let Some(time) = self.time_limit {
            words.push(format!("--time-limit {}ns", time.as_nanos()));
        }
        if let Some(bytes) = self.memory_limit {
            words.push(format!("--memory-limit {}KiB", bytes.div_ceil(1024)));
        }
        if self.allow_programs {
            words.push("--allow-programs".to_string());
        }
        words
    }
}

impl RunArgs {
    /// The experiment; empty where none is needed.
    fn name(&self) -> &str {
        self.experiment.as_deref().unwrap_or_default()
    }
}

/// Runs or continues, and writes the report. A wrong answer is a "no".
///
/// # Errors
/// The experiment makes no sense, or its folder is in use or cannot be written.
pub fn run(arguments: &RunArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if arguments.list {
        return list(arguments.json, terminal.width).map(|()| Exit::Answered);
    }
    let quiet = terminal.quiet;
    let loaded = Loaded::open(arguments.name()).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    let mut arguments = arguments.clone();
    arguments.given.allow_programs = programs::consent(&loaded, arguments.given.allow_programs, terminal)?;
    let arguments = &arguments;
    let summary =
        attempt(&loaded, arguments, quiet).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    if arguments.json {
        let summary = serde_json::to_string(&summary).expect("plain data");
        ignore_closed_pipe(writeln!(output::stdout(), "{summary}"))?;
    } else if !quiet {
        ignore_closed_pipe(say(arguments, &summary, terminal))?;
    }
    if summary.interrupted {
        return Ok(Exit::Interrupted);
    }
    if arguments.no_report {
        // The journal has it all.
    } else if summary.trials <= REPORTED {
        report(&summary.folder, terminal, quiet || arguments.json)?;
    } else if !quiet && !arguments.json {
        let gigabytes = summary.trials as f64 * TRIAL_BYTES / 1e9;
        let folder = quoted(&summary.folder.to_string_lossy());
        ignore_closed_pipe(writeln!(
            output::stdout(),
            "a report on so many trials takes a table of about {gigabytes:.0} GB:\n  coverlab report {folder}\n\
             for the trials alone, as a table:\n  coverlab export {folder}"
        ))?;
    }
    let read = if summary.misread > 0 { Exit::Input } else { Exit::Answered };
    Ok(if summary.tally.wrong > 0 { Exit::No } else { read })
}

/// Prints the built-in experiments with their questions.
fn list(json: bool, columns: Option<usize>) -> Result<(), Failure> {
    let mut out = output::stdout();
    let width = BUILTIN.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, _) in BUILTIN {
        let loaded = Loaded::open(name).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
        let question = loaded.experiment.question;
        if json {
            let line = serde_json::json!({ "name": name, "question": question });
            writeln!(out, "{line}")?;
        } else {
            let question = text::hang(&question, width + 2, width + 2, columns);
            writeln!(out, "{name:width$}  {question}")?;
        }
    }
    Ok(())
}

fn attempt(loaded: &Loaded, args: &RunArgs, quiet: bool) -> Result<Summary, Error> {
    let RunOptions { seed, time_limit: time, memory_limit: memory, .. } = args.given;
    let overrides = Overrides { seed, time, memory, shard: args.shard, fail_fast: args.fail_fast };
    let prepared = Prepared::new(loaded, overrides, &Apart)?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let shard = args.shard.map_or_else(String::new, |shard| format!("-{}-of-{}", shard.number, shard.of));
        Path::new("results").join(format!("{}{shard}", prepared.experiment))
    });
    if !args.dirty {
        own::refuse(&folder, own::COMMIT)?;
    }
    // The table is written later, by the report or on request.
    let threads = usize::from(args.given.threads);
    let options =
        Options { threads, fresh: args.fresh, table: false, pin: args.given.pin, stop: interrupt() };
    runner::execute(&prepared, &folder, &options, &Progress::new(quiet))
}

/// A flag that Ctrl-C raises, and so does a request to terminate. A second one ends the program at once:
/// recorded trials stay.
pub(super) fn interrupt() -> Cancel {
    let cancel = Cancel::default();
    let raise = cancel.clone();
    // Without a handler Ctrl-C just kills the program, which a run survives.
    let _ = ctrlc::set_handler(move || {
        if raise.is_raised() {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        raise.raise();
    });
    cancel
}

fn say(args: &RunArgs, summary: &Summary, terminal: &Terminal) -> std::io::Result<()> {
    let mut out = output::stdout();
    let tally = &summary.tally;
    let count = |n: u64, words: &str| if n > 0 { format!(", {n} {words}") } else { String::new() };
    let facts = format!(
        "{}: {} of {} trials{}{}{}{}{}{}{}",
        summary.experiment,
        tally.rows,
        summary.trials,
        count(summary.reused, "of them recorded before"),
        count(tally.correct, "correct"),
        count(tally.unverified, "unverified"),
        count(tally.limited, "at a limit"),
        count(tally.crashed, "crashed"),
        count(tally.unsupported, "not supported"),
        count(tally.wrong, "WRONG"),
    );
    writeln!(out, "{}", text::hang(&facts, 0, 2, terminal.width))?;
    writeln!(out, "{}", summary.folder.display())?;
    if summary.interrupted {
        writeln!(out, "interrupted; to continue: {}", again(args))?;
    }
    Ok(())
}

/// The command that continues the run.
fn again(args: &RunArgs) -> String {
    let mut words = vec!["coverlab run".to_string(), quoted(args.name())];
    if args.fail_fast {
        words.push("--fail-fast".to_string());
    }
    if args.dirty {
        words.push("--dirty".to_string());
    }
    if let Some(out) = &args.out {
        words.push(format!("--out {}", quoted(&out.to_string_lossy())));
    }
    if let Some(shard) = args.shard {
        words.push(format!("--shard {shard}"));
    }
    words.extend(args.given.words());
    words.join(" ")
}

/// Writes the report on what is in `folder`, and shows it here.
fn report(folder: &Path, terminal: &Terminal, silent: bool) -> Result<(), Failure> {
    let written = report::load(folder).and_then(|record| {
        let findings = report::findings(record);
        report::write_findings(folder, &findings).map(|summary| (findings, summary))
    });
    let (findings, summary) = written.map_err(|why| Failure::input(super::report::diagnostic(&why)))?;
    if !silent {
        let text = report::terminal(&findings, report::Style::of(terminal));
        ignore_closed_pipe(writeln!(output::stdout(), "{text}\n{}", summary.page.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: RunArgs,
    }

    #[test]
    fn the_command_to_continue_is_the_one_that_was_given() {
        let line = "run my file.toml --threads 3 --out a/b --seed 4 --time-limit 2s";
        let words =
            ["run", "my file.toml", "--threads", "3", "--out", "a/b", "--seed", "4", "--time-limit", "2s"];
        let args = Line::parse_from(words).args;
        let told = again(&args);
        assert_eq!(
            told, "coverlab run 'my file.toml' --out a/b --threads 3 --seed 4 --time-limit 2000000000ns",
            "{line}"
        );
        assert_eq!(args.given.time_limit, Some(Duration::from_secs(2)));
    }
}
