//! `coverlab diff`: compares two recorded runs.

use super::report::record_folder;
use crate::support::{Exit, Failure, print};
use coverlab_bench::statistics::RATIO_MARGIN;
use coverlab_bench::terminal::Terminal;
use coverlab_report::{DiffOptions, TextLayout};
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  coverlab run sources --out target/sources        repeat the run in results/sources
  coverlab diff results/sources target/sources     compare answers and times
  coverlab diff old new --fail-above 1.05          fail at smaller slowdowns

Trials are paired by corpus, content of the instance, strategy, number of solutions asked for, repetition and \
position of the seed: the third seed of one record is compared with the third seed of the other. Trials that only \
one record has are counted, but are not a regression.

Both trials of a pair must agree in how the search ended, in the number of solutions, in the hash of the set of \
solutions, and in every counter that both have. A trial that found more than two solutions has no hash, so only their \
number is compared. Differences caused by a time or memory limit, a crash or another node limit are listed but excused. \
With another seed, counters may differ, and so may the solutions unless all were requested. Claims and laws \
whose outcomes differ are listed, but are not a regression.

Times are compared as ratios of geometric means over the instances of a strategy and corpus, with a bootstrap \
interval over the blocks of instances that were timed together; fewer than five have no interval. Times on other \
processors or build profiles are shown but never count as regressions.

One pair of runs cannot distinguish a change of the program from a change of the machine: two runs of one program may \
differ by several percent, and the interval does not cover that. Repeat both runs before you trust a difference in time.";

/// Arguments of `coverlab diff`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = NOTES)]
pub struct DiffArgs {
    /// The earlier record: a name under results/, or a folder
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The later record
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// Report a regression when times grow by more than this ratio
    #[arg(long, value_name = "RATIO", default_value_t = RATIO_MARGIN, value_parser = bound)]
    pub fail_above: f64,
    /// Compare times across different processors and build profiles, too
    #[arg(long)]
    pub across_processors: bool,
    /// Print the comparison as JSON
    #[arg(long)]
    pub json: bool,
}

/// Parses the bound for a ratio of times.
fn bound(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(bound) if bound.is_finite() && bound >= 1.0 => Ok(bound),
        _ => Err("expected a ratio of 1 or more, such as 1.1".to_string()),
    }
}

/// Runs `coverlab diff`. A regression exits with "no".
pub fn run(arguments: &DiffArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let options =
        DiffOptions { fail_above: arguments.fail_above, across_processors: arguments.across_processors };
    let before = record_folder(&arguments.before)?;
    let after = record_folder(&arguments.after)?;
    let diff = coverlab_report::diff(&before, &after, options)?;
    let text = match arguments.json {
        true => coverlab_report::diff_json(&diff),
        false => coverlab_report::diff_terminal(&diff, TextLayout::of(terminal)),
    };
    print(&text)?;
    Ok(if diff.regressions.is_empty() { Exit::Answered } else { Exit::No })
}
