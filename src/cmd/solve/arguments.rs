//! Arguments of `coverlab solve`, and the question, task and form of output that they mean.

use crate::cmd::feed::{self, Kind};
use crate::cmd::{completions, puzzle_argument};
use clap::Args;
use coverlab_bench::experiment::{parse_duration, parse_size};
use coverlab_bench::terminal::Terminal;
use coverlab_model::{Cancel, Purpose, Shape, Task};
use coverlab_strategies as lookup;
use std::path::PathBuf;
use std::time::Duration;

/// The strategy for any kind of problem, unless another is asked for.
pub(super) const DEFAULT: &str = "auto";

const OUTPUT: &str = "\
Output:
  On a terminal each puzzle is drawn, with bold clues and a line of statistics. In a pipe it is one \
  line: its solution, or with --count the number of solutions, `K+` if the search ended at K. Without \
  a solution the line is one word: none, stuck, timeout, node-limit, memout, unsupported, or with \
  --unique also multiple. With --all each solution is a line of its own.
  A solution of an exact cover is its options, one a line; of a formula, `v` lines. With --all a blank \
  line follows each. Before solutions of several instances comes a comment with the name of each: \
  `| queens:8`, `c a.cnf`.
  If a puzzle is given alone, a note says whether it has another solution, and where the two differ; if \
  it has none, which clues clash, and where they lead.
  An exact cover of a family (--family queens:12) is a picture on a terminal, and --svg writes that of its \
  first solution. With --threads N an exact cover is split into parts: the count is that of one thread, and \
  a list depends only on N. A strategy that cannot be stopped (dlx-rs) runs in a process of its own if there \
  is a --time-limit, and so does any with a --memory-limit.
  With --json each puzzle gives one object with the keys puzzle, strategy, took, status, solutions, \
  exact, solution, nodes, stop, solve_cpu_ns, source, line, name; what does not apply is null. With --all \
  or --limit a key `listed` has the solutions. docs/FORMAT.md describes all keys, also those of exact covers.

Input:
  An argument is a file if there is one of that name; else a built-in corpus (`coverlab list corpora`), a corpus \
  that an experiment names, looked for where the experiment does, instances of a family (queens:{6..9}) \
  or a puzzle. All arguments are looked up before the first is read.
  A puzzle is a line (`.`, 0, _, *, - or x for an empty cell; `puzzle:count:solution` and words after it \
  are understood), a grid drawn row by row, or rows of numbers. A file may hold any number of them. A line \
  of words is the name of the puzzle below it, and one that begins with # a comment.
  On a terminal a search of more than half a second shows its progress. A count that is interrupted \
  (Ctrl-C) or reaches a limit prints the count so far, `K+`. A strategy that cannot be stopped gets a \
  second to reach its next solution; then the program ends.
  A malformed puzzle is reported and counted, and the others are solved. With --fail-fast the input is read twice, \
  and nothing is solved unless all of it is understood; an input that can be read only once is kept in a temporary \
  file.
  Standard input is answered as it comes: a line of 81 characters at once, a drawing when its end is \
  certain. With --format line every line is answered at once, a malformed one too.
  Lines of 81 characters take a short way with --strategy auto, lockstep or digit-lanes, by far the fastest \
  for large files. Limits of time, nodes and memory, drawings and lists of solutions take the long one.

Exit codes, the worst over all puzzles:
  0    answered
  1    no solution, or not unique where asked
  2    usage
  3    input missing or malformed, output not written
  4    a limit was reached, or the strategy got stuck or does not support the instance
  5    an internal check failed
  130  interrupted";

/// The strategies by purpose, and the notes on output and input.
fn more() -> String {
    let of = |purpose: Purpose| {
        let sudoku = lookup::SUDOKU.iter().map(|entry| entry.about);
        let cover = lookup::EXACT_COVER.iter().map(|entry| entry.about);
        let all = sudoku.chain(cover).chain(lookup::CNF.iter().map(|entry| entry.about));
        let mut names: Vec<_> =
            all.filter(|a| a.purpose == purpose && a.name != DEFAULT).map(|a| a.name).collect();
        names.dedup();
        names.join(", ")
    };
    format!(
        "Strategies:\n  {DEFAULT:14}  the default: takes one that should be fastest (--verbose says which)\n  \
         {:14}  {}\n  {:14}  {}\n  {:14}  {}\n  `coverlab list strategies NAME` explains one.\n\n{OUTPUT}",
        "fast",
        of(Purpose::Fast),
        "portfolio",
        of(Purpose::Choose),
        "to learn from",
        of(Purpose::Learn),
    )
}

/// Arguments of `coverlab solve`
#[derive(Debug, Args)]
#[command(after_long_help = more())]
pub struct SolveArgs {
    /// Puzzles, files, folders of exact covers or formulas, corpora (unique-9x9), families (queens:12, queens:{6..9}),
    /// or - for standard input
    #[arg(
        value_name = "INPUT",
        value_parser = puzzle_argument::puzzles(),
        add = completions::inputs(),
        required_unless_present = "family"
    )]
    pub inputs: Vec<String>,
    /// The strategy, with parameters if you like: dancing-cells:heuristic=weighted [default: auto]
    #[arg(long, short, value_name = "SPEC", add = completions::strategies())]
    pub strategy: Option<String>,
    /// Count the solutions
    #[arg(long, group = "question")]
    pub count: bool,
    /// List all solutions as they are found
    #[arg(long, group = "question")]
    pub all: bool,
    /// Is there exactly one solution?
    #[arg(long, group = "question", conflicts_with = "limit")]
    pub unique: bool,
    /// Stop a puzzle's search at K solutions; alone it lists them, as --all does
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Work on N puzzles at a time, or on N parts of an exact cover; 0: as many as there are
    /// processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub threads: usize,
    /// CPU time for each puzzle, of all threads together: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Nodes of the search for each puzzle
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Memory for the search: 64MiB, 2GiB. It is in a process of its own then, on one thread
    #[arg(long, value_name = "SIZE", value_parser = parse_size, conflicts_with_all = ["random", "depths", "threads", "explain"])]
    pub memory_limit: Option<u64>,
    /// Print the chosen strategies and the reasons to standard error
    #[arg(long, short)]
    pub verbose: bool,
    /// Seed of the strategy's random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// One JSON object a puzzle
    #[arg(long)]
    pub json: bool,
    /// Explain the steps of a human solution first; where no technique helps, the search goes on
    #[arg(long, conflicts_with_all = ["question", "limit", "threads", "boxed", "verbose", "fail_fast", "family"])]
    pub explain: bool,
    /// Draw grids even in a pipe
    #[arg(long, conflicts_with = "json")]
    pub boxed: bool,
    /// The kind of problem or the notation, where the input's name and text would mislead
    #[arg(long, value_name = "KIND", value_parser = feed::kinds())]
    pub format: Option<Kind>,
    /// Solve nothing unless all of the input is understood
    #[arg(long)]
    pub fail_fast: bool,
    /// The symbols of digits 1, 2, 3, …: TONYBLAIR
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<String>,
    /// Rows and columns of a box: 2x3
    #[arg(long, value_name = "RxC")]
    pub shape: Option<Shape>,
    /// Arguments for exact covers alone
    #[command(flatten)]
    pub cover: CoverArgs,
}

/// Arguments for exact covers alone
#[derive(Debug, Args)]
#[command(next_help_heading = "Exact cover")]
pub struct CoverArgs {
    /// An instance of a family: queens:12, pentominoes:6x10; `coverlab list families` lists them
    #[arg(long, value_name = "FAMILY", add = completions::families(), conflicts_with = "inputs")]
    pub family: Option<String>,
    /// A solution drawn by --seed, or K of them with --limit. Each is equally likely, and none comes
    /// twice, where a decision diagram of all solutions can be made (zdd-cover); otherwise a search
    /// goes in random order, by which some are likelier than others: a note says so
    #[arg(long, conflicts_with_all = ["count", "all", "unique"])]
    pub random: bool,
    /// Write the picture of the first solution of a family to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Count nodes by depth as well (some nanoseconds a node)
    #[arg(long)]
    pub depths: bool,
}

impl CoverArgs {
    /// The option, if any, that only exact covers have.
    pub(super) fn option(&self) -> Option<&'static str> {
        match self {
            CoverArgs { random: true, .. } => Some("--random"),
            CoverArgs { svg: Some(_), .. } => Some("--svg"),
            CoverArgs { depths: true, .. } => Some("--depths"),
            _ => None,
        }
    }
}

/// The question asked of each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Any solution.
    First,
    /// Whether there is exactly one.
    Unique,
    /// How many there are.
    Count,
    /// Each of them.
    All,
}

/// The form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Drawings with a line of statistics.
    Drawing,
    /// One line a puzzle.
    Line,
    /// One JSON object a puzzle.
    Json,
}

impl SolveArgs {
    /// The question to each puzzle.
    pub(super) fn question(&self) -> Question {
        match self {
            Self { cover: CoverArgs { random: true, .. }, .. } => Question::All,
            Self { count: true, .. } => Question::Count,
            Self { unique: true, .. } => Question::Unique,
            Self { all: true, .. } | Self { limit: Some(_), .. } => Question::All,
            _ => Question::First,
        }
    }

    /// The task of a search that answers `question`.
    pub(super) fn task(&self, question: Question) -> Task {
        let (solutions, keep) = match question {
            Question::First => (1, 1),
            Question::Unique => (2, 2),
            Question::Count => (self.limit.unwrap_or(u64::MAX), 1),
            Question::All => (self.limit.unwrap_or(u64::MAX), 0),
        };
        Task {
            solutions,
            keep,
            nodes: self.node_limit.unwrap_or(u64::MAX),
            time: self.time_limit,
            seed: self.seed,
            cancel: Cancel::default(),
            progress: None,
        }
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// How answers are shown.
    pub(super) fn form(&self, terminal: &Terminal) -> Form {
        match self {
            Self { json: true, .. } => Form::Json,
            Self { boxed: true, .. } => Form::Drawing,
            _ if terminal.interactive => Form::Drawing,
            _ => Form::Line,
        }
    }
}

/// The number of threads asked for; 0: as many as there are processors.
pub(in crate::cmd) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// A number of threads that a machine may have.
fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse::<u16>().map(usize::from).map_err(|error| error.to_string())
}

/// The arguments in `words`.
#[cfg(test)]
pub(super) fn of_test(words: &[&str]) -> SolveArgs {
    use clap::FromArgMatches;
    let command = SolveArgs::augment_args(clap::Command::new("solve").no_binary_name(true));
    SolveArgs::from_arg_matches(&command.get_matches_from(words)).unwrap()
}
