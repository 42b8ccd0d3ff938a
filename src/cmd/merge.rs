//! `coverlab merge`: merges the results folders of several machines.

use crate::support::interrupt::interrupt_flag;
use crate::support::{Exit, Failure, ignore_closed_pipe, print_json};
use clap::ValueEnum;
use coverlab_bench::error::quoted;
use coverlab_bench::output;
use coverlab_bench::runner::{MergeSummary, merge};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text::counted;
use std::io::{self, Write};
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  coverlab run sources --shard 1/2 --out a          on one machine
  coverlab run sources --shard 2/2 --out b          on another
  coverlab merge a b --out results/sources          wherever both folders are
  coverlab merge a b --out m --allow commit         even if the programs' commits differ

The output is the union of the trials. Trials are identified by strategy, parameters, encoding, task, seed, \
repetition, and the content of the instance. Names and line numbers do not matter, so runs of two halves of a file \
can be merged. Duplicate trials must agree in every counter, unless a time or memory limit or a panic ended them; if \
they differ, nothing is written. Missing and rejected trials are listed. Every trial keeps its machine; a report \
shows the machines, and never pools times of different processors.

The folder of a run that was killed before its first trial is accepted with a note, and its shard is listed as \
missing.";

/// Arguments of `coverlab merge`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = NOTES)]
pub struct MergeArgs {
    /// The results folders to merge
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// The results folder to write; it must be empty or new
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Merge folders even if they differ in this
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub allow: Vec<AllowedDifference>,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// A property in which folders may differ.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedDifference {
    /// The commits that their programs were built from
    Commit,
}

/// Runs `coverlab merge`.
pub fn run(arguments: &MergeArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let allow_other_commits = arguments.allow.contains(&AllowedDifference::Commit);
    let merged = merge(&arguments.folders, &arguments.out, allow_other_commits, &interrupt_flag())?;
    if arguments.json {
        print_json(&merged)?;
    } else if !terminal.quiet {
        ignore_closed_pipe(print(arguments, &merged))?;
    }
    Ok(match merged {
        _ if !merged.contradictions.is_empty() => Exit::No,
        _ if merged.lost > 0 => Exit::Input,
        _ => Exit::Answered,
    })
}

fn print(arguments: &MergeArgs, merged: &MergeSummary) -> io::Result<()> {
    let mut out = output::stdout();
    let MergeSummary {
        recorded, trials, more_trials, twice, machines, missing, notes, contradictions, ..
    } = merged;
    let bound = if *more_trials { "at least " } else { "" };
    let trials = counted(*trials, "trial", "trials");
    writeln!(out, "{recorded} of {bound}{trials}, {twice} of them recorded twice")?;
    let lists = [("machine", machines), ("missing", missing), ("note", notes), ("DIFFERS", contradictions)];
    for (what, lines) in lists {
        for line in lines {
            writeln!(out, "{what}: {line}")?;
        }
    }
    if contradictions.is_empty() {
        writeln!(out, "coverlab report {}", quoted(&arguments.out.to_string_lossy()))
    } else {
        writeln!(out, "nothing was written, because duplicate trials differ")
    }
}
