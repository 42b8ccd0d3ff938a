//! `coverlab run`: starts or continues an experiment.

mod progress;

use super::{Exit, Failure};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::experiment::{Loaded, parse_duration};
use crate::report;
use crate::runner::{self, Options, Overrides, Prepared, Summary};
use crate::terminal::Terminal;
use crate::worker::Apart;
use coverlab_model::Cancel;
use progress::Progress;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is asked.
#[derive(clap::Args, Clone, Debug)]
pub struct Arguments {
    /// A built-in experiment, or a .toml file
    #[arg(value_name = "EXPERIMENT|FILE.toml")]
    pub experiment: String,
    /// Worker threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// The results folder [default: results/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Another seed than the experiment's
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Another CPU time limit per trial than the experiment's: 10s, 500ms, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Start over: throw away what was recorded
    #[arg(long)]
    pub fresh: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs or continues, and writes the report. A wrong answer is a "no".
///
/// # Errors
/// The experiment makes no sense, or its folder is in use or cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let quiet = terminal.quiet;
    let summary = attempt(arguments, quiet).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    if arguments.json {
        println!("{}", serde_json::to_string(&summary).expect("plain data"));
    } else if !quiet {
        say(arguments, &summary);
    }
    if summary.interrupted {
        return Ok(Exit::Interrupted);
    }
    report(&summary.folder, terminal, quiet || arguments.json)?;
    Ok(if summary.tally.wrong > 0 { Exit::No } else { Exit::Answered })
}

fn attempt(args: &Arguments, quiet: bool) -> Result<Summary, Error> {
    let loaded = Loaded::open(&args.experiment)?;
    let overrides = Overrides { seed: args.seed, time: args.time_limit };
    let prepared = Prepared::new(&loaded, overrides, &Apart)?;
    let folder = args.out.clone().unwrap_or_else(|| Path::new("results").join(&prepared.plan.experiment));
    let options = Options { threads: usize::from(args.threads), fresh: args.fresh, stop: interrupt() };
    runner::execute(&prepared, &folder, &options, &Progress::new(quiet))
}

/// A flag that Ctrl-C raises, and so does a request to terminate. A second one ends the program
/// at once: what is recorded stays.
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

fn say(args: &Arguments, summary: &Summary) {
    let tally = &summary.tally;
    let count = |n: u64, words: &str| if n > 0 { format!(", {n} {words}") } else { String::new() };
    println!(
        "{}: {} of {} trials{}{}{}{}{}{}",
        summary.experiment,
        tally.rows,
        summary.trials,
        count(summary.reused, "of them recorded before"),
        count(tally.correct, "correct"),
        count(tally.unverified, "unverified"),
        count(tally.limited, "at a limit"),
        count(tally.crashed, "crashed"),
        count(tally.wrong, "WRONG"),
    );
    println!("{}", summary.folder.join("trials.csv").display());
    if summary.interrupted {
        println!("interrupted; to continue: {}", again(args));
    }
}

/// The command that continues the run.
fn again(args: &Arguments) -> String {
    let mut words = vec!["coverlab run".to_string(), quoted(&args.experiment)];
    if args.threads != 1 {
        words.push(format!("--threads {}", args.threads));
    }
    if let Some(out) = &args.out {
        words.push(format!("--out {}", quoted(&out.to_string_lossy())));
    }
    if let Some(seed) = args.seed {
        words.push(format!("--seed {seed}"));
    }
    if let Some(time) = args.time_limit {
        words.push(format!("--time-limit {}ns", time.as_nanos()));
    }
    words.join(" ")
}

pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if word.chars().all(plain) { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Writes the report on what is in `folder`, and shows it here.
fn report(folder: &Path, terminal: &Terminal, silent: bool) -> Result<(), Failure> {
    let written = report::load(folder).and_then(|record| {
        let findings = report::findings(&record);
        report::write_findings(folder, &findings).map(|summary| (findings, summary))
    });
    let (findings, summary) = written.map_err(|why| Failure::input(super::report::diagnostic(&why)))?;
    if !silent {
        let text = report::terminal(&findings, report::Style { rich: terminal.color });
        std::io::stdout().lock().write_all(text.as_bytes())?;
        println!("\n{}", summary.page.display());
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
        args: Arguments,
    }

    #[test]
    fn the_command_to_continue_is_the_one_that_was_given() {
        let line = "run my file.toml --threads 3 --out a/b --seed 4 --time-limit 2s";
        let words =
            ["run", "my file.toml", "--threads", "3", "--out", "a/b", "--seed", "4", "--time-limit", "2s"];
        let args = Line::parse_from(words).args;
        let told = again(&args);
        assert_eq!(
            told, "coverlab run 'my file.toml' --threads 3 --out a/b --seed 4 --time-limit 2000000000ns",
            "{line}"
        );
        assert_eq!(args.time_limit, Some(Duration::from_secs(2)));
    }
}
