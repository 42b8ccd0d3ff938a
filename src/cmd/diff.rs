//! `coverlab diff`: two records side by side.

use super::report::{failed, find};
use super::{Exit, Failure, completions, ignore_closed_pipe};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_report::{self, Bounds, Style};
use std::io::Write;
use std::path::PathBuf;

const NOTES: &str = "\
Examples:
  coverlab run sources --out target/sources        repeat what results/sources has
  coverlab diff results/sources target/sources     was it repeated, and how fast
  coverlab diff old new --markdown                 for a review
  coverlab diff old new --fail-above 1.02          stricter about times

A trial is the same in both where corpus, content of the instance, strategy, number of solutions asked for, \
repetition and the place of its seed are: the third seed of one record is compared with the third of the other. How \
the search ended, the number of solutions and the hash of their set must be equal, and every counter. A clock, the \
memory, a crash or another node limit excuses a different end; it is listed. Another seed excuses other counters, \
and another set where not all solutions were sought. Times are compared as ratios of geometric means over the instances of a strategy and corpus, \
with an interval by the bootstrap; of other processors or build profiles they are shown, but are no regression.

The interval knows how instances differ, not that a machine was busy: run both again before times are believed.

Exit codes:
  0    nothing is worse
  1    an answer is wrong that was not, differs or is missing; a search ended otherwise with nothing to excuse it; \
a counter differs; or times are longer, with all of the interval above the bound
  2    usage
  3    a record cannot be read, or no trial is in both";

/// Arguments of `coverlab diff`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct DiffArgs {
    /// The record before: a name under results/, or a folder
    #[arg(value_name = "BEFORE", add = completions::records())]
    pub before: PathBuf,
    /// The record after
    #[arg(value_name = "AFTER", add = completions::records())]
    pub after: PathBuf,
    /// Times so many times as long are a regression
    #[arg(long, value_name = "RATIO", default_value_t = 1.05, value_parser = bound)]
    pub fail_above: f64,
    /// Hold times of other processors and build profiles against it too
    #[arg(long)]
    pub across_processors: bool,
    /// Print the comparison as Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
    /// Print the comparison as JSON
    #[arg(long)]
    pub json: bool,
}

/// A bound of ratios.
fn bound(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(bound) if bound.is_finite() && bound >= 1.0 => Ok(bound),
        _ => Err("a ratio of 1 or more, as 1.05".to_string()),
    }
}

/// Compares. A regression is a "no".
///
/// # Errors
/// A record cannot be read, or they have nothing in common.
pub fn run(arguments: &DiffArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let bounds = Bounds { fail_above: arguments.fail_above, across_processors: arguments.across_processors };
    let before = find(&arguments.before).map_err(failed)?;
    let after = find(&arguments.after).map_err(failed)?;
    let diff = report::diff(&before, &after, bounds).map_err(failed)?;
    let text = match (arguments.json, arguments.markdown) {
        (true, _) => report::diff_json(&diff),
        (_, true) => report::diff_markdown(&diff),
        _ => report::diff_terminal(&diff, Style::of(terminal)),
    };
    ignore_closed_pipe(output::stdout().write_all(text.as_bytes()))?;
    Ok(if diff.regressions.is_empty() { Exit::Answered } else { Exit::No })
}
