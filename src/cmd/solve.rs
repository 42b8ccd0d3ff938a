//! `coverlab solve`: puzzles in, solutions out, in input order.
//!
//! First everything is read; what is not understood is reported and counted. Then workers search,
//! and the main thread puts what they find into input order.

mod answer;
mod conflict;
mod exact;
mod kind;
mod print;
mod show;
mod work;

use super::feed::{self, Feed};
use super::{Exit, Failure, tell};
use crate::cli;
use crate::diagnostic::Diagnostic;
use crate::experiment::parse_duration;
use crate::input::{self, Input};
use crate::terminal::Terminal;
use answer::Question;
use clap::Args;
use coverlab_model::format::sudoku::{Options, Puzzle};
use coverlab_model::format::{self, dimacs, read_cover};
use coverlab_model::{BadSpec, Cancel, Shape, Spec, Sudoku, Task};
use coverlab_strategies::{self as lookup, Configured};
use exact::Subject;
use kind::Kind;
use print::{Form, Printer};
use show::{Show, Style};
use std::io::BufWriter;
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use work::{Instance, Work};

const OUTPUT: &str = "\
Output:
  On a terminal each puzzle is drawn, clues bold, with a line of statistics. In a pipe each puzzle
  gives one line: its solution; with --count the number of solutions, `K+` if the search was ended
  at K. Where there is no solution to show, the line is one word: none, stuck, timeout, node-limit,
  memout; with --unique also multiple. With --all each solution is a line of its own. A solution of
  an exact cover is its options, one a line; of a formula, `v` lines; with --all a blank line
  follows each.
  An exact cover may be of a family (--family queens:12), is shown as a picture on a terminal and,
  where it is the first, written to --svg. With --threads N an exact cover is split into parts: the
  count is that of one thread, a list is the same for the same N. A strategy that cannot be stopped
  (dlx-rs) runs in a process of its own if there is a --time-limit.
  With --json each puzzle gives one object with the keys puzzle, strategy, status, solutions,
  solution, nodes, stop, solve_cpu_ns; what does not apply is null. An exact cover also has wall_ns,
  threads, items, primary, options, max_depth, counters, and where asked for depths, sampling and
  listed; its solution is a list of options.

Input:
  A puzzle a line (`.`, 0, _ or * for an empty cell; `puzzle:count:solution` and words behind it
  are understood), grids drawn row by row, rows of numbers, several in one file.

Exit codes, the worst over all puzzles:
  0 answered   1 no solution, or not unique where asked   2 usage   3 input missing or malformed
  4 a limit was reached, or the strategy got stuck   5 an internal check failed   130 interrupted";

/// What is asked.
#[derive(Debug, Args)]
#[command(after_long_help = OUTPUT)]
pub struct Arguments {
    /// A puzzle, a file of puzzles, a family (queens:12), or - for standard input
    #[arg(
        value_name = "PUZZLE|FILE|FAMILY|-",
        allow_hyphen_values = true,
        required_unless_present = "family"
    )]
    pub input: Option<String>,
    /// The strategy, with parameters if you like: bird-bits:prune=fixpoint [default: bird-bits for
    /// Sudoku, auto for exact cover, sat for CNF]
    #[arg(long, short, value_name = "SPEC")]
    pub strategy: Option<String>,
    /// Count the solutions
    #[arg(long, group = "question")]
    pub count: bool,
    /// List all solutions as they are found
    #[arg(long, group = "question", conflicts_with = "json")]
    pub all: bool,
    /// Is there exactly one solution?
    #[arg(long, group = "question", conflicts_with = "limit")]
    pub unique: bool,
    /// Stop a puzzle's search at K solutions; alone it lists them, as --all does
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Work on N puzzles at a time, or on N parts of an exact cover; 0: as many as there are
    /// processors
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// CPU time for each puzzle: 500ms, 10s, 2min
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
    /// Nodes of the search for each puzzle
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Seed of what the strategy does at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// One JSON object a puzzle
    #[arg(long)]
    pub json: bool,
    /// Draw grids even in a pipe
    #[arg(long, conflicts_with = "json")]
    pub boxed: bool,
    /// What the input is, where its name or a look at it does not tell
    #[arg(long, value_name = "KIND", value_parser = kind::kinds())]
    pub format: Option<Kind>,
    /// Solve nothing if there is a place in the input that is not understood
    #[arg(long)]
    pub fail_fast: bool,
    /// The symbols of digits 1, 2, 3, …: TONYBLAIR
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<String>,
    /// Rows and columns of a box: 2x3
    #[arg(long, value_name = "RxC", value_parser = cli::shape)]
    pub shape: Option<Shape>,
    /// What goes for exact covers.
    #[command(flatten)]
    pub cover: exact::CoverArguments,
}

/// Solves.
///
/// # Errors
/// Input that is missing or malformed, an unknown strategy, output that cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    if let Some(subject) = Subject::of_family(arguments)? {
        return exact::run(arguments, terminal, &subject);
    }
    let mut input = input::open(arguments.input.as_deref().unwrap_or_default())
        .map_err(|e| Failure::input(Diagnostic::of(&e)))?;
    let kind = arguments.format.unwrap_or_else(|| Kind::of_extension(&input.extension));
    if let Some(option) = arguments.cover.asked().filter(|_| kind != Kind::ExactCover) {
        let error = Diagnostic::error(format!("{option} is for exact covers"));
        return Err(Failure::usage(error.help("name a family, or give a file in Knuth's format")));
    }
    let symbols = feed::symbols(arguments.symbols.as_deref())?;
    let style = Style { symbols: symbols.clone(), color: terminal.color };
    match kind {
        Kind::Sudoku(notation) => {
            let configured = configure(arguments, "bird-bits", lookup::sudoku)?;
            let options = Options { symbols, shape: arguments.shape, notation };
            let mut feed = Feed::of(input, &options, arguments.fail_fast, terminal);
            let instances = read_sudoku(&mut feed, terminal)?;
            let solved = solve(arguments, terminal, &configured, &instances, style)?;
            Ok(solved.max(feed.exit()))
        }
        Kind::ExactCover => {
            let extension = input.extension.clone();
            let Instance { name, problem } = read_one(&mut input, |text| read_cover(&extension, text))?;
            exact::run(arguments, terminal, &Subject::new(name, problem))
        }
        Kind::Cnf => {
            let configured = configure(arguments, "sat", lookup::cnf)?;
            let instance = read_one(&mut input, |text| dimacs::read(text))?;
            solve(arguments, terminal, &configured, &[instance], style)
        }
    }
}

fn configure<P: Show>(
    arguments: &Arguments,
    default: &str,
    lookup: impl Fn(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Result<Configured<P>, Failure> {
    let spec = arguments.strategy.as_deref().unwrap_or(default).parse::<Spec>();
    spec.and_then(|spec| lookup(&spec)).map_err(|bad| Failure::usage(Diagnostic::of_spec(&bad)))
}

fn read_sudoku(feed: &mut Feed<'_>, terminal: &Terminal) -> Result<Vec<Instance<Sudoku>>, Failure> {
    let (mut instances, mut clashes) = (Vec::new(), 0);
    while let Some(puzzle) = feed.next()? {
        if !terminal.quiet {
            warn_of_clash(&puzzle, feed, &mut clashes, terminal);
        }
        let name = match &puzzle.name {
            Some(name) => format!("{name} ({}:{})", feed.name, puzzle.line),
            None => format!("{}:{}", feed.name, puzzle.line),
        };
        instances.push(Instance { name, problem: puzzle.puzzle });
    }
    if let [only] = &mut instances[..]
        && feed.bad == 0
    {
        only.name.clone_from(&feed.name);
    }
    Ok(instances)
}

/// A file of one instance.
fn read_one<P: Show>(
    input: &mut Input,
    read: impl Fn(&[u8]) -> Result<P, format::Error>,
) -> Result<Instance<P>, Failure> {
    let text = kind::text(input)?;
    let problem = read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))?;
    Ok(Instance { name: input.name.clone(), problem })
}

/// Two equal clues in a house are no error of form, but what somebody mistyped.
fn warn_of_clash(puzzle: &Puzzle, feed: &Feed<'_>, clashes: &mut usize, terminal: &Terminal) {
    const AT_MOST: usize = 3;
    let Err(violation) = puzzle.puzzle.check_clues() else { return };
    *clashes += 1;
    if *clashes > AT_MOST {
        if *clashes == AT_MOST + 1 {
            tell(&Diagnostic::note("more puzzles have equal clues in a house"), terminal);
        }
        return;
    }
    let marks: Vec<_> = violation.places.iter().map(|&cell| (puzzle.place(cell), "")).collect();
    let (first, text) = feed.quote(puzzle, &violation.places);
    let warning = Diagnostic::warning(&violation.what)
        .at(&feed.name, first, &text, &marks)
        .help("equal clues in a house leave no solution");
    tell(&warning, terminal);
}

fn question(arguments: &Arguments) -> Question {
    match arguments {
        Arguments { count: true, .. } => Question::Count,
        Arguments { unique: true, .. } => Question::Unique,
        Arguments { all: false, limit: Some(_), json: true, .. } => Question::Count,
        Arguments { all: true, .. } | Arguments { limit: Some(_), .. } => Question::All,
        _ => Question::First,
    }
}

fn task(arguments: &Arguments, question: Question) -> Task {
    let (solutions, keep) = match question {
        Question::First => (1, 1),
        Question::Unique => (2, 2),
        Question::Count => (arguments.limit.unwrap_or(u64::MAX), 1),
        Question::All => (arguments.limit.unwrap_or(u64::MAX), 0),
    };
    Task {
        solutions,
        keep,
        nodes: arguments.node_limit.unwrap_or(u64::MAX),
        time: arguments.time_limit,
        seed: arguments.seed,
        cancel: Cancel::default(),
        progress: None,
    }
}

fn solve<P: Show>(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<P>,
    instances: &[Instance<P>],
    style: Style,
) -> Result<Exit, Failure> {
    let form = match arguments {
        Arguments { json: true, .. } => Form::Json,
        Arguments { boxed: true, .. } => Form::Pretty,
        _ if terminal.interactive => Form::Pretty,
        _ => Form::Line,
    };
    let question = question(arguments);
    let task = task(arguments, question);
    let interrupted = interruption(&task.cancel);
    let explain = instances.len() == 1 && matches!(question, Question::First | Question::Unique);
    let work = Work::new(instances, configured, question, task, style, form == Form::Pretty, explain);
    let mut printer = Printer {
        form,
        question,
        strategy: configured.spec.to_string(),
        terminal,
        names: instances.iter().map(|instance| instance.name.clone()).collect(),
        out: BufWriter::new(std::io::stdout().lock()),
    };
    let printed = std::thread::scope(|scope| {
        // A bound keeps a fast search from filling memory with what a slow reader has not read.
        let (sender, receiver) = sync_channel(1024);
        for _ in 0..threads(arguments.threads).min(instances.len()) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.run(&sender));
        }
        drop(sender);
        let printed = printer.run(&receiver);
        // Nobody reads on: the searches may end.
        work.cancel().raise();
        printed
    });
    let (worst, answered) = printed?;
    if interrupted.is_raised() {
        let done = format!("interrupted: {answered} of {} puzzles answered", instances.len());
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(done)));
    }
    Ok(worst)
}

pub(super) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// Makes Ctrl-C cancel the searches, and a second one end the program. The flag it returns
/// is raised by Ctrl-C alone.
pub(super) fn interruption(cancel: &Cancel) -> Cancel {
    let interrupted = Cancel::default();
    let (flag, cancel) = (interrupted.clone(), cancel.clone());
    // An error means that a handler is set already, in which case that one stays.
    let _ = ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        flag.raise();
        cancel.raise();
    });
    interrupted
}
