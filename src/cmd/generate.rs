//! `coverlab generate`: puzzles from a seed, each examined before it is written.
//!
//! Workers make puzzles by number, and a puzzle depends on the seed and its number alone, so the
//! output is the same for any number of threads. It begins with the command that makes it again.

mod factory;
mod family;
mod header;
mod order;
mod print;

use super::run::interrupt;
use super::solve::threads;
use super::{Exit, Failure, completions};
use clap::Args;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::generate::{BadRequest, Effort, Sampling, Solutions};
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_model::{PatternSymmetry, Shape};
use print::Printer;
use std::io::BufWriter;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

const OUTPUT: &str = "\
Sampling, and its bias:
  quick            Clues are taken away from a full board in random order. Fast. Puzzles of few clues \
                   come up less often than they exist, by how much is not known. Past 11x11 clues go \
                   house by house, so that some houses hold fewer, and boards come from a random walk.
  controlled-bias  Minimal puzzles, equally likely among those with as many clues; nearly every try \
                   fails (Berthier 2009).
  weighted         Minimal puzzles; no try fails, but each has a weight of its own.
  With weights two words follow a puzzle's name: log-weight, a natural logarithm, and tries. The sum of \
  exp(log-weight) over puzzles with a property, divided by the sum of all tries, estimates without \
  bias how many minimal puzzles have it.

Output:
  A puzzle a line, `puzzle:solutions # name` and then what was measured, in the order of their \
  numbers, whatever the number of threads. Lines that begin with # say what was asked, the seed and \
  the bias; the first is the command that makes the same output again. Every command reads it, \
  with --shape where boxes do not lie as usual.
  With --json one object a puzzle, with the keys name, seed, number, puzzle, solutions, solution, \
  clues, sampling, log_weight, tries, nodes; what does not apply is null.

Verification:
  Boards up to 11x11 are dug by the generator's own engine and examined by dlx; larger ones are dug \
  with a SAT solver and examined by sat: the same solver on another formula, as the searches seldom \
  decide a minimal puzzle of that size in reasonable time. Past 25x25, where that formula has millions \
  of clauses, a puzzle that need not be minimal is dug as far as naked and hidden singles give clues \
  back, and examined by cdcl:clues=reduced.

Exit codes:
  0    all were made
  2    usage, or a request that cannot be met
  3    input missing or malformed, output not written
  4    a puzzle was given up after --tries
  5    a puzzle failed its verification
  130  interrupted";

/// Tries for one puzzle unless others are given.
const TRIES: u64 = 10_000_000;

/// Arguments of `coverlab generate`.
#[derive(Debug, Args)]
#[command(after_long_help = text::help(OUTPUT))]
pub struct GenerateArgs {
    /// Instead of puzzles an exact cover or a formula of a family: queens:12, pigeonhole:8;
    /// `coverlab families` lists them
    #[arg(value_name = "FAMILY", add = completions::families(), conflicts_with_all = ["shape", "count", "clues", "minimal", "symmetry",
        "solutions", "nodes", "sampling", "isomorphs_of", "seed", "tries", "threads", "verify", "name", "json"])]
    pub family: Option<String>,
    /// The format of a family's instance; by itself dlx for exact covers, cnf for formulas
    #[arg(long, value_name = "FORMAT", requires = "family")]
    pub format: Option<family::InstanceFormat>,
    /// Rows and columns of a box: 2x3
    #[arg(long, value_name = "RxC", default_value = "3x3")]
    pub shape: Shape,
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// How many clues, both ends included: 24, 17..30, ..25
    #[arg(long, value_name = "RANGE", value_parser = clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// Without any one of its clues a puzzle has more solutions than asked for
    #[arg(long)]
    pub minimal: bool,
    /// The look of the pattern of clues: half-turn, quarter-turn, left-right, top-bottom, diagonal,
    /// anti-diagonal; several between commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub symmetry: Vec<PatternSymmetry>,
    /// How many solutions: 1, 0 (though no clues clash), 2..K
    #[arg(long, value_name = "N", default_value = "1", value_parser = solutions)]
    pub solutions: Solutions,
    /// Nodes that a strategy must need, to find the solution and to see that there is no other:
    /// dlx:1000.. or bird-bits:prune=fixpoint:10..20; may be given again
    #[arg(long, value_name = "SPEC:RANGE")]
    pub nodes: Vec<Effort>,
    /// How puzzles are drawn: quick, weighted, controlled-bias
    #[arg(long, value_name = "NAME", default_value = "quick")]
    pub sampling: Sampling,
    /// Symmetric images of the puzzles in FILE, instead of new puzzles
    #[arg(long, value_name = "FILE", add = completions::inputs(), conflicts_with_all = ["shape", "count", "clues", "minimal", "symmetry",
        "solutions", "nodes", "sampling", "tries"])]
    pub isomorphs_of: Option<PathBuf>,
    /// Only of the puzzle of this name
    #[arg(long, value_name = "NAME", requires = "isomorphs_of")]
    pub only: Option<String>,
    /// How many images of each puzzle [default: 1]
    #[arg(long, value_name = "K", requires = "isomorphs_of", value_parser = clap::value_parser!(u32).range(1..))]
    pub each: Option<u32>,
    /// Decides everything that is random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Tries for one puzzle, after which it is given up
    #[arg(long, value_name = "N", default_value_t = TRIES, value_parser = clap::value_parser!(u64).range(1..))]
    pub tries: u64,
    /// Work on N puzzles at a time; 0: as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// The strategy that examines each puzzle; no: none does [default: dlx, past 11x11
    /// sat, past 25x25 cdcl:clues=reduced]
    #[arg(long, value_name = "SPEC", add = completions::strategies())]
    pub verify: Option<String>,
    /// What names begin with [default: seed and its number]
    #[arg(long, value_name = "WORD", value_parser = name)]
    pub name: Option<String>,
    /// One JSON object a puzzle
    #[arg(long)]
    pub json: bool,
}

/// Generates.
///
/// # Errors
/// A request that cannot be met, a file that cannot be read, a puzzle that is given up or fails
/// its verification, output that cannot be written.
pub fn run(arguments: &GenerateArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if let Some(spec) = &arguments.family {
        return family::run(spec, arguments.format);
    }
    let stop = interrupt();
    let factory = Arc::new(order::factory(arguments, stop.clone())?);
    let header = if arguments.json { String::new() } else { header::header(arguments, &factory) };
    let mut printer =
        Printer { factory: &factory, json: arguments.json, terminal, out: BufWriter::new(output::stdout()) };
    let workers = threads(arguments.threads).min(usize::try_from(factory.len()).unwrap_or(usize::MAX));
    for _ in 0..workers {
        let factory = Arc::clone(&factory);
        // Not waited for at the end: digging a huge board goes on for minutes, and a request to end takes
        // effect now.
        std::thread::spawn(move || factory.work());
    }
    let written = printer.run(&header);
    factory.abandon();
    let written = written?;
    if stop.is_raised() && written < factory.len() {
        let done = format!("interrupted: {written} of {} puzzles written", factory.len());
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(done)));
    }
    Ok(Exit::Answered)
}

fn refuse(bad: &BadRequest) -> Failure {
    Failure::usage(Diagnostic::error(&bad.what).help(&bad.help))
}

/// A number or a range with both ends included, `=` before the last or not.
fn range(text: &str) -> Option<(Option<u64>, Option<u64>)> {
    let number = |word: &str| word.trim().parse::<u64>().ok();
    let end = |word: &str| if word.trim().is_empty() { Some(None) } else { number(word).map(Some) };
    match text.split_once("..") {
        None => number(text).map(|n| (Some(n), Some(n))),
        Some((low, high)) => Some((end(low)?, end(high.strip_prefix('=').unwrap_or(high))?)),
    }
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = range(text).ok_or("give a number of clues or a range of them: 24, 17..30, ..25")?;
    let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    Ok(low.map_or(0, size)..=high.map_or(usize::MAX, size))
}

fn solutions(text: &str) -> Result<Solutions, String> {
    match range(text) {
        Some((Some(0), Some(0))) => Ok(Solutions::None),
        Some((Some(1), Some(1))) => Ok(Solutions::One),
        Some((Some(2), Some(most))) if (2..u64::MAX).contains(&most) => Ok(Solutions::Many { most }),
        _ => Err("give 1, 0, or a range from 2: 2..100".to_string()),
    }
}

/// A name must not end the line it stands on, nor look like several.
fn name(text: &str) -> Result<String, String> {
    let good = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    if good { Ok(text.to_string()) } else { Err("a name is of letters, digits, -, _ and .".to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(clues("24"), Ok(24..=24));
        assert_eq!(clues("17..30"), Ok(17..=30));
        assert_eq!(clues("17..=30"), Ok(17..=30));
        assert_eq!(clues("..25"), Ok(0..=25));
        assert_eq!(clues("25.."), Ok(25..=usize::MAX));
        for wrong in ["", "x", "1-2", "-3", "1..x", "1...3", "99999999999999999999999"] {
            assert!(clues(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_of_solutions() {
        assert_eq!(solutions("0"), Ok(Solutions::None));
        assert_eq!(solutions("1"), Ok(Solutions::One));
        assert_eq!(solutions("2..50"), Ok(Solutions::Many { most: 50 }));
        assert_eq!(solutions("2"), Ok(Solutions::Many { most: 2 }));
        for wrong in ["", "3", "1..2", "2..", "3..5", "2..1", "many", "2..18446744073709551615"] {
            assert!(solutions(wrong).is_err(), "{wrong}");
        }
    }
}
