//! `coverlab merge`: results folders of several machines, put together.

use super::run::own;
use super::{Exit, Failure, completions, ignore_closed_pipe};
use clap::ValueEnum;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::quoted;
use coverlab_bench::output;
use coverlab_bench::runner::{Allow, Merged, merge};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use std::io::{self, Write};
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  coverlab run sources --shard 1/2 --out a          on one machine
  coverlab run sources --shard 2/2 --out b          on another
  coverlab merge a b --out results/sources          wherever both folders are
  coverlab merge a b --out m --allow commit         though the programs are of different commits

The union of the trials: by strategy, parameters, encoding, task, seed, repetition, and the content of the \
instance. Its name or line does not matter, so that the runs of two halves of a file merge. Trials that came \
twice must agree in every counter, unless a clock, the memory or a panic ended them: where they differ, nothing is \
written. What is missing is listed, and so is what is not taken. The journals are copied, so that every trial \
keeps its machine; a report shows the machines, and never pools seconds of different processors.

Merged again, an output is replaced, if all that its journal has is in these folders as well: a job that merges \
can be run twice. A folder whose run was killed as it began is a note, and its shard missing. Parts of a file \
that is too large to be held are merged with parts of the same file only.

Exit codes:
  0    done
  1    trials that came twice differ
  2    usage
  3    a folder has no journal, or is of another plan, seed or commit; output not written";

/// Arguments of `coverlab merge`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct MergeArgs {
    /// The results folders
    #[arg(value_name = "DIR", required = true, add = completions::records())]
    pub folders: Vec<PathBuf>,
    /// The results folder to write, empty or an earlier merger of these folders
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Merge what differs in this as well: plan, seed, commit
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub allow: Vec<Difference>,
    /// Write into the project's own results/ though this program was built from changed files
    #[arg(long)]
    pub dirty: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// In what folders may differ.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Strategies, corpora, repetitions, limits
    Plan,
    /// Seeds
    Seed,
    /// Commits that the program was built from
    Commit,
}

/// Merges.
///
/// # Errors
/// The folders do not belong together, or cannot be read or written.
pub fn run(arguments: &MergeArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if !arguments.dirty {
        own::refuse(&arguments.out, own::COMMIT).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    }
    let allows = |what| arguments.allow.contains(&what);
    let allow = Allow {
        plan: allows(Difference::Plan),
        seed: allows(Difference::Seed),
        commit: allows(Difference::Commit),
    };
    let merged = merge(&arguments.folders, &arguments.out, allow)
        .map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    if arguments.json {
        let summary = serde_json::to_string(&merged).expect("plain data");
        ignore_closed_pipe(writeln!(output::stdout(), "{summary}"))?;
    } else if !terminal.quiet {
        ignore_closed_pipe(say(arguments, &merged))?;
    }
    Ok(if merged.contradictions.is_empty() { Exit::Answered } else { Exit::No })
}

fn say(arguments: &MergeArgs, merged: &Merged) -> io::Result<()> {
    let mut out = output::stdout();
    let Merged { recorded, trials, more_trials, twice, machines, missing, notes, contradictions } = merged;
    let least = if *more_trials { "at least " } else { "" };
    writeln!(out, "{recorded} of {least}{trials} trials, {twice} of them came twice")?;
    let lists = [("machine", machines), ("missing", missing), ("note", notes), ("DIFFERS", contradictions)];
    for (what, lines) in lists {
        for line in lines {
            writeln!(out, "{what}: {line}")?;
        }
    }
    if contradictions.is_empty() {
        writeln!(out, "coverlab report {}", quoted(&arguments.out.to_string_lossy()))
    } else {
        writeln!(out, "nothing is written: the same search came to different counts")
    }
}
