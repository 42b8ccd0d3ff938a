//! `coverlab rate`: rates the difficulty of puzzles on several axes.

mod block;
mod json;
mod row;

use crate::support::candidate_boards::{BoardInput, for_each_board};
use crate::support::puzzle_input::PuzzleInput;
use crate::support::read_options::ReadOptions;
use crate::support::{Exit, Failure, show_diagnostic};
use clap::{Args, ValueEnum};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::Sudoku;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_puzzles::rating::{DifficultyAxis, Rating, RatingRequest, Uniqueness, uniqueness};
use coverlab_strategies::Configured;
use coverlab_techniques::BoardError;
use std::io::Write;

const NOTES: &str = "\
Axes:
  boards      number of candidate boards: with every digit in every blank cell, after one prune, \
  after pruning to a fixpoint (Bird)
  techniques  the hardest human technique needed if the easiest is always used first, in the order of \
  `coverlab list techniques`, and how often each is used
  explainer   rating on the scale of Sudoku Explainer: for the whole solution (ER), to the first digit (EP) and \
  for the first step (ED); boards above side 9 are rated up to 6.2; symmetric images may differ, because \
  the order of equal steps decides
  backdoor    the fewest cells to reveal so that naked and hidden singles solve the rest
  depth       how deeply assumptions must be nested, with singles as the only rules, to refute every wrong \
  candidate (Berthier's T&E)
  dead-ends   leaves of each strategy's search tree that are not solutions; the search looks for a second \
  solution, so it visits the whole tree
  images      dead ends on random symmetric images, which are equally hard for a person
  A puzzle with several solutions has no value for explainer, backdoor, depth, dead-ends and images.
  The axes are not combined, because they disagree. A + after a value means \"or more\": a limit was reached.

Output:
  On a terminal, one block per puzzle; in a pipe, a header and one tab-separated row per puzzle; with --json, \
  one object per puzzle.

Examples:
  coverlab rate 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  coverlab rate puzzles.txt --axes techniques,explainer > ratings.tsv
  coverlab rate puzzle.txt --axes dead-ends,images --strategy dlx --strategy cdcl --images 100 --seed 7
  coverlab rate clues-22 --axes backdoor,depth --json";

/// The default strategies for dead ends: one of each kind.
const STRATEGIES: [&str; 6] = ["delord", "heller", "bird-bits", "dlx", "bands", "cdcl"];

/// Arguments of `coverlab rate`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct RateArgs {
    /// Puzzles, files of puzzles, corpora (unique-9x9), or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,
    /// The measures of difficulty to compute [default: all]
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    pub axes: Vec<DifficultyAxis>,
    /// Count the dead ends of this strategy; may be repeated [default: delord, heller, bird-bits, dlx, bands,
    /// cdcl]
    #[arg(long = "strategy", value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Maximum number of nodes per search [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub node_limit: Option<u64>,
    /// Number of symmetric images [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub images: Option<u32>,
    /// Seed of the images and of the strategies [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print JSON Lines: one object per puzzle
    #[arg(long)]
    pub json: bool,
    /// Options for reading the input.
    #[command(flatten)]
    pub reading: ReadOptions,
}

impl RateArgs {
    fn wants(&self, axis: DifficultyAxis) -> bool {
        self.axes.is_empty() || self.axes.contains(&axis)
    }

    /// Fails if an option is given that applies to none of the requested axes.
    fn reject_unused_options(&self) -> Result<(), Failure> {
        let images = self.wants(DifficultyAxis::Images);
        let searches = images || self.wants(DifficultyAxis::DeadEnds);
        let options = [
            ("--strategy", !self.strategies.is_empty(), searches),
            ("--node-limit", self.node_limit.is_some(), searches),
            ("--images", self.images.is_some(), images),
            ("--seed", self.seed.is_some(), searches),
        ];
        let unused = options.into_iter().find(|(_, is_given, is_used)| *is_given && !is_used);
        unused.map_or(Ok(()), |(option, ..)| {
            let axes = if option == "--images" { "the axis images" } else { "the axes dead-ends and images" };
            let what = format!("{option} applies only to {axes}");
            Err(Failure::usage(what, format!("omit {option}, or add an axis to --axes")))
        })
    }
}

/// Runs `coverlab rate`.
pub fn run(arguments: &RateArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    arguments.reject_unused_options()?;
    let request = RatingRequest {
        axes: DifficultyAxis::value_variants()
            .iter()
            .copied()
            .filter(|axis| arguments.wants(*axis))
            .collect(),
        strategies: strategies(arguments)?,
        nodes: arguments.node_limit.unwrap_or(1_000_000),
        images: arguments.images.unwrap_or(20) as usize,
        seed: arguments.seed.unwrap_or(1),
    };
    let mut out = output::stdout();
    // The titles are printed with the first puzzle, so they are missing if no input can be read.
    let mut needs_titles = !arguments.json && !terminal.interactive;
    let work = |input: &BoardInput<'_>| {
        if std::mem::take(&mut needs_titles) {
            writeln!(out, "{}", row::titles(&request))?;
        }
        rate(input, arguments.json, &request, terminal, &mut out)
    };
    let refused = |input: &PuzzleInput, puzzle: &Puzzle, reason: &BoardError| {
        arguments.json.then(|| json::unrated(puzzle, &input.name, &reason.to_string()))
    };
    for_each_board(&arguments.inputs, &arguments.reading, terminal, work, refused)
}

/// The strategies for dead ends. Each must report its nodes.
fn strategies(arguments: &RateArgs) -> Result<Vec<Configured<Sudoku>>, Failure> {
    let configure = |name: &str| {
        let found = coverlab_strategies::sudoku(&name.parse()?)?;
        if found.backend.script().is_empty() {
            return Err(Failure::usage(
                format!("{} does not report its nodes", found.about.name),
                format!("these do, among others: {}", STRATEGIES.join(", ")),
            ));
        }
        Ok(found)
    };
    if arguments.strategies.is_empty() {
        return STRATEGIES.into_iter().map(configure).collect();
    }
    let mut found: Vec<Configured<Sudoku>> = Vec::new();
    for name in &arguments.strategies {
        let strategy = configure(name)?;
        if found.iter().any(|other| other.spec == strategy.spec) {
            return Err(Failure::usage(
                format!("--strategy {name} is given twice"),
                "give each strategy once",
            ));
        }
        found.push(strategy);
    }
    Ok(found)
}

/// Rates a puzzle and writes the rating.
fn rate(
    BoardInput { input, bar, puzzle, board }: &BoardInput<'_>,
    as_json: bool,
    request: &RatingRequest,
    terminal: &Terminal,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let place = format!("{}:{}", input.name, puzzle.line);
    let uniqueness = uniqueness(&puzzle.puzzle);
    let unrated = match uniqueness {
        Uniqueness::None => {
            Some((Exit::No, "has no solution", "`coverlab explain` shows where it goes wrong"))
        }
        Uniqueness::Unknown => {
            Some((Exit::Limit, "needs more memory than this machine has", "a smaller board needs less"))
        }
        Uniqueness::One(_) | Uniqueness::Several => None,
    };
    if let Some((exit, what, help)) = unrated {
        let error = Diagnostic::error(format!("{place}: the puzzle {what}")).help(help);
        bar.suspend(|| show_diagnostic(&error, terminal));
        if as_json {
            let object = json::unrated(puzzle, &input.name, &format!("the puzzle {what}"));
            bar.suspend(|| writeln!(out, "{object}"))?;
        }
        return Ok(exit);
    }
    let rating = Rating::of(&puzzle.puzzle, board, &uniqueness, request);
    let place = if input.is_literal() { "" } else { &place };
    bar.suspend(|| match (as_json, terminal.interactive) {
        (true, _) => writeln!(out, "{}", json::object(puzzle, &input.name, &rating)),
        (false, true) => write!(out, "{}", block::block(place, puzzle, &rating, terminal)),
        (false, false) => writeln!(out, "{}", row::row(place, puzzle, &rating, request)),
    })?;
    Ok(Exit::Answered)
}
