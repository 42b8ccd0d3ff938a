//! `coverlab solve`: puzzles in, solutions out, in input order, at bounded memory.
//!
//! A reader cuts the input into batches (`read`), workers search them (`work`), and results come back
//! in input order (`delivery`). All that is under way is bounded, so an input may be of any length.

mod answer;
mod arguments;
mod batch;
mod conflict;
mod delivery;
mod exact;
mod gauge;
mod interrupt;
mod judge;
mod kind;
mod lines;
mod open;
mod others;
mod out;
mod outbox;
mod pace;
mod print;
mod read;
mod records;
mod render;
mod search;
mod second;
mod show;
mod text;
mod work;

use super::bar::Bar;
use super::explain;
use super::family::{self, Members};
use super::feed::{self, Feed};
use super::{Exit, Failure};
use answer::Question;
pub use arguments::Arguments;
use batch::{Batch, Content, Label, Puzzles, Shared};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::worker::{Transfer, confined};
use coverlab_model::format::sudoku::Options;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{dimacs, read_cover};
use coverlab_model::{BadSpec, Spec, Sudoku};
use coverlab_strategies::lockstep::lines::LineSolver;
use coverlab_strategies::{self as lookup, Configured, LANES};
use exact::Subject;
pub(super) use interrupt::{interruption, interruption_of};
use kind::Kind;
use lines::{Asked, InLanes, Lines, Maker, Parsed};
use open::{Opened, kind, options, read_one, sources};
use others::Others;
use read::{Plain, Reader};
use records::Records;
use render::Form;
pub(super) use search::threads;
use show::Show;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Solves.
///
/// # Errors
/// Input that is missing or malformed, an unknown strategy, output that cannot be written.
pub fn run(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    if arguments.explain {
        return explained(arguments, terminal);
    }
    let sources = match &arguments.cover.family {
        Some(spec) => vec![Source::Family(spec.clone())],
        None => sources(arguments)?,
    };
    let several = sources.len() > 1;
    let opened = |source| Opened::new(source, arguments, terminal);
    let opened: Vec<Opened> = sources.into_iter().map(opened).collect::<Result<_, Failure>>()?;
    feed::for_each_input(opened, arguments.fail_fast, terminal, |opened| {
        run_one(arguments, terminal, opened, several)
    })
}

/// Explains the puzzles, and searches where explanations end.
fn explained(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let format = match arguments.format {
        Some(Kind::ExactCover | Kind::Cnf | Kind::Families) => {
            let error = Diagnostic::error("--explain is for Sudoku puzzles");
            return Err(Failure::usage(
                error.help("`coverlab trace` shows the search of any kind of problem"),
            ));
        }
        Some(Kind::Sudoku(notation)) => notation,
        None => None,
    };
    let (symbols, shape) = (arguments.symbols.clone(), arguments.shape);
    let reading = feed::ReadOptions { format, symbols, shape, fail_fast: arguments.fail_fast };
    let search = explain::Search {
        strategy: configure(arguments, lookup::sudoku)?,
        task: arguments.task(Question::First),
    };
    let told = explain::ExplainArgs {
        inputs: arguments.inputs.clone(),
        json: arguments.json,
        reading,
        ..explain::ExplainArgs::default()
    };
    explain::run_and_search(&told, Some(&search), terminal)
}

/// Solves what is in one of several inputs, or in the only one.
fn run_one(
    arguments: &Arguments,
    terminal: &Terminal,
    mut opened: Opened,
    several: bool,
) -> Result<Exit, Failure> {
    let mut input = opened.input()?;
    let kind = kind(arguments, &input);
    if let Some(option) = arguments.cover.asked().filter(|_| matches!(kind, Kind::Sudoku(_) | Kind::Cnf)) {
        return Err(only_for_covers(option));
    }
    match kind {
        Kind::Sudoku(notation) => {
            let options = options(arguments, notation)?;
            let configured = configure(arguments, lookup::sudoku)?;
            let feed = Feed::of(input, &options, false, terminal);
            solve_sudoku(arguments, terminal, &configured, feed, options)
        }
        Kind::ExactCover => {
            let extension = input.extension.clone();
            let problem = read_one(&mut input, arguments, |text| read_cover(&extension, text))?;
            exact::run(arguments, terminal, &Subject::new(input.name, problem, several))
        }
        Kind::Cnf => {
            let configured = configure(arguments, lookup::cnf)?;
            let problem = read_one(&mut input, arguments, |text| dimacs::read(text))?;
            let alone = Alone { source: input.name, instance: None, titled: several };
            solve_one(arguments, terminal, &configured, alone, problem)
        }
        Kind::Families => {
            let members = match &opened.source {
                source @ Source::Family(_) => Members::of(source)?,
                _ => Members::read(input)?,
            };
            solve_members(arguments, terminal, members, several)
        }
    }
}

fn only_for_covers(option: &str) -> Failure {
    let error = Diagnostic::error(format!("{option} is for exact covers"));
    Failure::usage(error.help("name a family, or give a file in Knuth's format"))
}

/// Solves instances of families, each made when its turn comes.
fn solve_members(
    arguments: &Arguments,
    terminal: &Terminal,
    members: Members,
    several: bool,
) -> Result<Exit, Failure> {
    let several = several || members.specs.len() > 1;
    if several && arguments.cover.svg.is_some() {
        let error = Diagnostic::error("--svg draws a solution of one instance, and these are several");
        return Err(Failure::usage(error.help("name one: --family queens:8")));
    }
    if let Some(option) = arguments.cover.asked().filter(|_| members.formulas) {
        return Err(only_for_covers(option));
    }
    let configured = members.formulas.then(|| configure(arguments, lookup::cnf)).transpose()?;
    let source = members.name().to_string();
    feed::for_each_input(members.specs, arguments.fail_fast, terminal, |spec| match &configured {
        Some(configured) => {
            let formula = family::formula(&spec)?;
            let alone = Alone { source: source.clone(), instance: Some(spec), titled: several };
            solve_one(arguments, terminal, configured, alone, formula)
        }
        None => {
            let subject = Subject::of_family(&spec, source.clone(), several)?;
            exact::run(arguments, terminal, &subject)
        }
    })
}

/// The strategy for any kind of problem, unless another is asked for.
const DEFAULT: &str = "auto";

fn configure<P: Show + Transfer>(
    arguments: &Arguments,
    lookup: impl Fn(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Result<Configured<P>, Failure> {
    let spec = arguments.strategy.as_deref().unwrap_or(DEFAULT).parse::<Spec>();
    let configured = spec.and_then(|spec| lookup(&spec));
    let configured = configured.map_err(|bad| Failure::usage(Diagnostic::of_spec(&bad)))?;
    Ok(match arguments.memory_limit {
        Some(memory) => confined(configured, memory),
        None => configured,
    })
}

/// Solves the puzzles of `feed`.
fn solve_sudoku(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<Sudoku>,
    feed: Feed,
    options: Options,
) -> Result<Exit, Failure> {
    let shared = Arc::new(Shared::default());
    // Of a puzzle given by itself there may be more to say than its line.
    let plain = match (feed.is_literal(), is_plain(arguments, terminal, configured, &options)) {
        (true, _) => Plain::Read,
        (false, true) => Plain::Blocks,
        (false, false) => Plain::Lines,
    };
    let task = arguments.task(arguments.question());
    let (bar, may_wait) = (feed.bar(), feed.may_wait());
    let input = lines::Input { name: feed.name.clone(), options, warn: !terminal.quiet };
    let search = |batches| {
        let subject = search::Subject {
            source: input.name.clone(),
            titled: arguments.inputs.len() > 1,
            symbols: input.options.symbols.clone(),
            bar,
            shared: &shared,
            batches,
            lines: Some(maker(arguments, configured, plain, input)),
        };
        search::run(arguments, terminal, configured, task.clone(), subject)
    };
    let mut reader = Reader::new(feed, shared.clone(), plain, !terminal.quiet);
    if !may_wait {
        let solved = search(Box::new(&mut reader))?;
        return Ok(solved.max(reader.end()?.exit()));
    }
    let mut piped = reader.start(task.cancel.clone());
    let solved = search(Box::new(&mut piped))?;
    Ok(solved.max(piped.end()?.exit()))
}

/// Whether plain lines can be solved without a detour: nothing is asked that it could not answer.
fn is_plain(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<Sudoku>,
    options: &Options,
) -> bool {
    LineSolver::of(&configured.spec).is_some()
        && arguments.form(terminal) != Form::Pretty
        && arguments.question() != Question::All
        && arguments.node_limit.is_none()
        && arguments.time_limit.is_none()
        && arguments.memory_limit.is_none()
        && options.symbols == Symbols::default()
}

/// Makes what takes plain lines.
fn maker(
    arguments: &Arguments,
    configured: &Configured<Sudoku>,
    plain: Plain,
    input: lines::Input,
) -> Maker<Sudoku> {
    let (spec, question) = (configured.spec.clone(), arguments.question());
    let choice = (spec.name == DEFAULT).then_some(LANES);
    let records =
        arguments.json.then(|| Records::new(&spec.to_string(), choice.map(|c| c.taken), &input.name));
    let asked = Asked { question, most: arguments.task(question).solutions, choice, records };
    Box::new(move |cancel| -> Box<dyn Lines<Sudoku>> {
        match LineSolver::of(&spec).filter(|_| plain == Plain::Blocks) {
            Some(solver) => Box::new(InLanes::new(solver.until(cancel), asked.clone(), input.clone())),
            None => Box::new(Parsed::new(input.clone())),
        }
    })
}

/// What an instance is called that has no lines beside it.
struct Alone {
    source: String,
    instance: Option<String>,
    titled: bool,
}

/// Solves one instance.
fn solve_one<P: Show>(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<P>,
    alone: Alone,
    problem: P,
) -> Result<Exit, Failure> {
    let Alone { source, instance, titled } = alone;
    let content = Content::Puzzles(Puzzles::one(Label { title: instance, line: 0 }, problem));
    let shared = Shared::default();
    shared.others.settle(Others::None);
    shared.read.store(1, Ordering::Relaxed);
    shared.all_read.store(true, Ordering::Relaxed);
    let subject = search::Subject {
        source,
        titled,
        symbols: feed::symbols(arguments.symbols.as_deref())?,
        bar: Bar::of_bytes(None, terminal),
        shared: &shared,
        batches: Box::new(std::iter::once(Batch { content, position: 0 })),
        lines: None,
    };
    search::run(arguments, terminal, configured, arguments.task(arguments.question()), subject)
}
