//! Arguments of `coverlab solve`, and the question, task and form of output that they mean.

use crate::support::read_options::{self, BoardOptions, InputKind};
use crate::support::{Failure, registry, threads};
use clap::Args;
use coverlab_bench::experiment::{parse_duration, parse_size};
use coverlab_bench::terminal::Terminal;
use coverlab_model::{Purpose, Task};
use std::path::PathBuf;
use std::time::Duration;

/// The default strategy for each kind of problem.
pub(super) const DEFAULT: &str = "auto";
/// The strategy of --random: a diagram of all solutions draws each with equal probability.
const RANDOM: &str = "zdd-cover:order=random";

const OUTPUT: &str = "\
Output:
  On a terminal each puzzle is drawn, with bold clues and a line of statistics. In a pipe each puzzle gives one \
  line: its solution or, with --count, the number of solutions (`K+` if the search stopped at K). A puzzle that \
  is not solved gives one word: none, stuck, timeout, node-limit, memout, unsupported or, with --unique, multiple. \
  With --all each solution is on a separate line.
  A solution of an exact cover is a list of options, one per line; a solution of a formula is its `v` lines. With \
  --all an empty line follows each. With several instances, a comment with the name of the instance precedes its \
  solutions: `| queens:8`, `c a.cnf`.
  For a single puzzle, a note says whether it has another solution and where the two differ. If it has no solution \
  at all, the note shows which clues clash, or a contradiction that follows from them.
  On a terminal, a search of more than half a second shows its progress. Ctrl-C gives the count so far. A strategy \
  that cannot be interrupted gets a second to reach its next solution; then the program ends.
  An exact cover of a family (--family queens:12) is drawn as a picture on a terminal. With --threads N an exact \
  cover is split into parts; the count does not depend on N, but the order of listed solutions does. A strategy that \
  cannot be interrupted (dlx-rs) runs in a separate process with a --time-limit, and every strategy with a \
  --memory-limit.
  With --json each puzzle gives one object with the keys puzzle, strategy, took, status, solutions, \
  exact, solution, nodes, stop, solve_cpu_ns, source, line, name; keys that do not apply are null. With --all \
  or --limit the key `listed` has the solutions. docs/FORMAT.md describes all keys, including those of exact covers.

Input:
  An argument is looked up, in this order, as a file; a built-in corpus (`coverlab list corpora`); a corpus that a \
  built-in experiment names, found as by `coverlab run`; instances of a family (queens:{6..9}); or a puzzle. All \
  arguments are looked up before the first is read.
  A puzzle is a line (`.`, 0, _, *, - or x for an empty cell; `puzzle:count:solution` and a name after it are \
  accepted), a grid drawn row by row, or rows of numbers. Write -- before an argument that begins with -. A file \
  may contain any number of puzzles. A line of words is the name of the puzzle below it, and a line that starts with \
  # is a comment.
  A malformed puzzle is reported and skipped. With --fail-fast the first one ends the command; the puzzles \
  before it are answered.
  Puzzles on standard input are answered as soon as they are complete: a line of 81 characters at once, a drawn \
  grid when its end is certain. With --format line every line is answered at once, even a malformed one.
  Large files are solved fastest as lines of 81 characters with --strategy auto, lockstep or digit-lanes: the \
  lines are not parsed one by one, unless a limit, drawings or a list of solutions is requested.";

/// The strategies by purpose, and the notes on output and input.
fn notes() -> String {
    let names = |purpose: Purpose| {
        let rows = registry::registered_strategies().into_iter().map(|row| row.about);
        let named = rows.filter(|about| about.purpose == purpose && about.name != DEFAULT);
        let mut names: Vec<_> = named.map(|about| about.name).collect();
        names.dedup();
        names.join(", ")
    };
    let [fast, choose, learn] = [Purpose::Fast, Purpose::Choose, Purpose::Learn].map(names);
    format!(
        "Strategies:\n  {DEFAULT:14}  the default: chooses the strategy that is likely to be fastest (--verbose prints it)\n  \
         fast            {fast}\n  portfolio       {choose}\n  to learn from   {learn}\n  \
         `coverlab list strategies NAME` explains one.\n\n{OUTPUT}"
    )
}

/// Arguments of `coverlab solve`.
#[derive(Debug, Default, Args)]
#[command(after_long_help = notes())]
pub struct SolveArgs {
    /// Puzzles, files, folders of exact covers or formulas, corpora (unique-9x9), families (queens:12, queens:{6..9}),
    /// or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "family")]
    pub inputs: Vec<String>,
    /// The strategy, optionally with parameters: dancing-cells:heuristic=weighted [default: auto]
    #[arg(long, short, value_name = "SPEC")]
    pub strategy: Option<String>,
    /// Count the solutions
    #[arg(long, group = "question")]
    pub count: bool,
    /// List all solutions as they are found
    #[arg(long, group = "question")]
    pub all: bool,
    /// Decide whether there is exactly one solution
    #[arg(long, group = "question", conflicts_with = "limit")]
    pub unique: bool,
    /// Stop the search of a puzzle at K solutions, and list them unless --count is given
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Number of threads, which share the puzzles, or the parts of one exact cover; 0: one per processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// CPU time limit for each puzzle, over all threads: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Limit on the nodes of the search for each puzzle
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Memory limit of the search, which then runs in a separate process, on one thread: 64MiB, 2GiB
    #[arg(long, value_name = "SIZE", value_parser = parse_size, conflicts_with = "threads")]
    pub memory_limit: Option<u64>,
    /// Print the chosen strategies and the reasons to standard error
    #[arg(long, short)]
    pub verbose: bool,
    /// Seed of the strategy's random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print one JSON object per puzzle
    #[arg(long)]
    pub json: bool,
    /// Draw grids even in a pipe
    #[arg(long, conflicts_with = "json")]
    pub boxed: bool,
    /// The kind of problem or the notation [default: detected from the name and text of the input]
    #[arg(long, value_name = "KIND", value_parser = read_options::kinds())]
    pub format: Option<InputKind>,
    /// Options for reading puzzles
    #[command(flatten)]
    pub boards: BoardOptions,
    /// Arguments for exact covers only
    #[command(flatten)]
    pub cover: CoverArgs,
}

/// Arguments for exact covers only
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Exact cover")]
pub struct CoverArgs {
    /// An instance of a family: queens:12, pentominoes:6x10; `coverlab list families` lists them
    #[arg(long, value_name = "FAMILY", conflicts_with = "inputs")]
    pub family: Option<String>,
    /// A random solution drawn by --seed, or K different ones with --limit, from a decision diagram of all
    /// solutions (zdd-cover:order=random), which makes them equally likely
    #[arg(long, conflicts_with_all = ["count", "all", "unique", "strategy"])]
    pub random: bool,
    /// Write a picture of the first solution of a family to FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl CoverArgs {
    /// Fails if an option is given that only exact covers have.
    pub(super) fn reject(&self) -> Result<(), Failure> {
        let option = match self {
            CoverArgs { random: true, .. } => "--random",
            CoverArgs { svg: Some(_), .. } => "--svg",
            _ => return Ok(()),
        };
        let help = "name a family, or give a file in Knuth's format";
        Err(Failure::usage(format!("{option} applies only to exact covers"), help))
    }
}

/// The question asked about each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Any solution.
    First,
    /// Whether there is exactly one.
    Unique,
    /// The number of solutions.
    Count,
    /// A list of all solutions.
    All,
}

/// The form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerForm {
    /// Drawings with a line of statistics.
    Drawing,
    /// One line per puzzle.
    Line,
    /// One JSON object per puzzle.
    Json,
}

impl SolveArgs {
    /// The strategy, with its parameters.
    pub(super) fn strategy(&self) -> &str {
        let default = if self.cover.random { RANDOM } else { DEFAULT };
        self.strategy.as_deref().unwrap_or(default)
    }

    /// The question asked about each puzzle.
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
            Question::All if self.cover.random => (self.limit.unwrap_or(1), 1),
            Question::Count | Question::All => (self.limit.unwrap_or(u64::MAX), 1),
        };
        let (nodes, time) = (self.node_limit.unwrap_or(u64::MAX), self.time_limit);
        Task { solutions, keep, nodes, time, seed: self.seed, ..Task::default() }
    }

    /// How answers are shown.
    pub(super) fn form(&self, terminal: &Terminal) -> AnswerForm {
        match self {
            Self { json: true, .. } => AnswerForm::Json,
            _ if self.boxed || terminal.interactive => AnswerForm::Drawing,
            _ => AnswerForm::Line,
        }
    }
}
