//! `coverlab solve`: puzzles in, solutions out, in input order, at bounded memory.
//!
//! Workers take batches of the input, search, and hand over what they find, which is put into input
//! order. All that is under way is bounded, so an input may be of any length.

mod answer;
mod arguments;
mod batch;
mod conflict;
mod counter;
mod crew;
mod exact;
mod gauge;
mod kind;
mod lines;
mod out;
mod print;
mod queue;
mod read;
mod second;
mod show;
mod work;

use super::bar::Bar;
use super::explain;
use super::family::{self, Members};
use super::feed::{self, Feed, Step};
use super::{Exit, Failure};
use crate::diagnostic::Diagnostic;
use crate::input::{Input, Source};
use crate::terminal::Terminal;
use answer::Question;
pub use arguments::Arguments;
use batch::{Batch, Content, Label, Others, Shared, Supply};
use counter::Counter;
use coverlab_model::format::notation::Notation;
use coverlab_model::format::sudoku::Options;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{self, dimacs, read_cover};
use coverlab_model::{BadSpec, Cancel, Spec, Sudoku};
use coverlab_strategies::lockstep::lines::LineSolver;
use coverlab_strategies::{self as lookup, Configured, LANES};
use exact::Subject;
use gauge::Gauge;
use kind::Kind;
use lines::{Lockstep, Maker};
use out::Out;
use print::{Form, Order, Printer, Searching, SoFar};
use read::{Reader, Turns};
use show::{Show, Style};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use work::Work;

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
    feed::one_by_one(opened, arguments.fail_fast, terminal, |opened| {
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
    let reading = feed::Reading { format, symbols, shape, fail_fast: arguments.fail_fast };
    let search = explain::Search {
        strategy: configure(arguments, lookup::sudoku)?,
        task: arguments.task(Question::First),
    };
    let told = explain::Arguments {
        inputs: arguments.inputs.clone(),
        json: arguments.json,
        reading,
        ..explain::Arguments::default()
    };
    explain::run_and_search(&told, Some(&search), terminal)
}

/// An input, and what holds its text if all of it was looked at already.
struct Opened {
    source: Source,
    understood: Option<Input>,
}

impl Opened {
    /// `source`; where nothing is to be solved before all of it is understood, read to its end.
    ///
    /// # Errors
    /// That is asked for, and there is a place that is not understood.
    fn new(source: Source, arguments: &Arguments, terminal: &Terminal) -> Result<Opened, Failure> {
        if !arguments.fail_fast || matches!(source, Source::Family(_)) {
            return Ok(Opened { source, understood: None });
        }
        let (input, again) = source.open_twice().map_err(|e| Failure::input(Diagnostic::of(&e)))?;
        let understood = match kind(arguments, &input) {
            Kind::Sudoku(notation) => understood(input, again, &options(arguments, notation)?, terminal)?,
            // A file of one instance is not solved in part.
            _ => input,
        };
        Ok(Opened { source, understood: Some(understood) })
    }
}

fn kind(arguments: &Arguments, input: &Input) -> Kind {
    arguments.format.unwrap_or_else(|| Kind::of_extension(&input.extension))
}

/// What the arguments name, all looked up before the first is read.
fn sources(arguments: &Arguments) -> Result<Vec<Source>, Failure> {
    let options = options(arguments, None)?;
    let source = |argument: &String| match arguments.format {
        Some(Kind::ExactCover | Kind::Cnf | Kind::Families) => {
            Source::of(argument, |_| true).map_err(|e| Failure::input(Diagnostic::of(&e)))
        }
        _ => feed::source(argument, &options),
    };
    arguments.inputs.iter().map(source).collect()
}

fn options(arguments: &Arguments, notation: Option<Notation>) -> Result<Options, Failure> {
    let symbols = feed::symbols(arguments.symbols.as_deref())?;
    Ok(Options { symbols, shape: arguments.shape, notation })
}

/// Solves what is in one of several inputs, or in the only one.
fn run_one(
    arguments: &Arguments,
    terminal: &Terminal,
    opened: Opened,
    several: bool,
) -> Result<Exit, Failure> {
    let Opened { source, understood } = opened;
    let mut input = match understood {
        Some(input) => input,
        None => source.open().map_err(|e| Failure::input(Diagnostic::of(&e)))?,
    };
    let kind = kind(arguments, &input);
    if let Some(option) = arguments.cover.asked().filter(|_| matches!(kind, Kind::Sudoku(_) | Kind::Cnf)) {
        return Err(only_for_covers(option));
    }
    match kind {
        Kind::Sudoku(notation) => {
            let options = options(arguments, notation)?;
            let configured = configure(arguments, lookup::sudoku)?;
            solve_sudoku(
                arguments,
                terminal,
                &configured,
                Feed::of(input, &options, false, terminal),
                options,
            )
        }
        Kind::ExactCover => {
            let extension = input.extension.clone();
            let problem = read_one(&mut input, |text| read_cover(&extension, text))?;
            exact::run(arguments, terminal, &Subject::new(input.name, problem, several))
        }
        Kind::Cnf => {
            let configured = configure(arguments, lookup::cnf)?;
            let problem = read_one(&mut input, |text| dimacs::read(text))?;
            let alone = Alone { source: input.name, instance: None, titled: several };
            solve_one(arguments, terminal, &configured, alone, problem)
        }
        Kind::Families => {
            let members = match &source {
                Source::Family(_) => Members::of(&source)?,
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
    feed::one_by_one(members.specs, arguments.fail_fast, terminal, |spec| match &configured {
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

fn configure<P: Show>(
    arguments: &Arguments,
    lookup: impl Fn(&Spec) -> Result<Configured<P>, BadSpec>,
) -> Result<Configured<P>, Failure> {
    let spec = arguments.strategy.as_deref().unwrap_or(DEFAULT).parse::<Spec>();
    spec.and_then(|spec| lookup(&spec)).map_err(|bad| Failure::usage(Diagnostic::of_spec(&bad)))
}

/// `again`, if every place of `input`, which is the same text, is understood.
fn understood(input: Input, again: Input, options: &Options, terminal: &Terminal) -> Result<Input, Failure> {
    const BLOCK: usize = 1 << 20;
    let mut feed = Feed::of(input, options, true, terminal);
    let mut bar = feed.bar();
    loop {
        while feed.plain(BLOCK).is_some() {}
        match feed.step()? {
            Step::Puzzle(_) | Step::Bad(_) => {}
            Step::Wait => {
                bar.puzzles(feed.read, || feed.position());
                feed.wait()?;
            }
            Step::End => return Ok(again),
        }
    }
}

fn solve_sudoku(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<Sudoku>,
    feed: Feed,
    options: Options,
) -> Result<Exit, Failure> {
    let shared = Arc::new(Shared::new(threads(arguments.threads)));
    // Of a puzzle given by itself there may be more to say than its line.
    let lines = lines(arguments, terminal, configured, &feed.name, &options).filter(|_| !feed.is_literal());
    let (source, bar, may_wait) = (feed.name.clone(), feed.bar(), feed.may_wait());
    let reader = Reader::new(feed, shared.clone(), lines.is_some(), !terminal.quiet);
    let titled = arguments.inputs.len() > 1;
    let ground =
        |supply| Ground { source, titled, symbols: options.symbols, bar, shared: &shared, supply, lines };
    if !may_wait {
        let turns = Turns::new(reader);
        let solved = solve(arguments, terminal, configured, ground(&turns))?;
        return Ok(solved.max(turns.end()?.exit()));
    }
    // Not one of the threads that solve: nobody can interrupt it while it waits for its source, and
    // an end must not wait for it.
    let reading = std::thread::spawn(move || reader.run());
    let solved = solve(arguments, terminal, configured, ground(&shared.queue))?;
    // The workers have come to the end of what it read, so it has as well.
    let feed = reading.join().unwrap_or_else(|_| {
        let what = "the thread that reads the input has ended before its time";
        Err(Failure::new(Exit::Internal, Diagnostic::error(what)))
    });
    Ok(solved.max(feed?.exit()))
}

/// What solves plain lines without a detour, where nothing is asked that it could not answer.
fn lines(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<Sudoku>,
    source: &str,
    options: &Options,
) -> Option<Maker<Sudoku>> {
    let question = arguments.question();
    let plain = arguments.form(terminal) == Form::Line
        && matches!(question, Question::First | Question::Unique)
        && arguments.node_limit.is_none()
        && arguments.time_limit.is_none()
        && options.symbols == Symbols::default();
    LineSolver::of(&configured.spec).filter(|_| plain)?;
    let (spec, source, warn) = (configured.spec.clone(), source.to_string(), !terminal.quiet);
    Some(Box::new(move |cancel| {
        let solver = LineSolver::of(&spec).unwrap_or_default().until(cancel);
        Box::new(Lockstep::new(solver, question, &source, warn))
    }))
}

/// The instance of a file that holds one.
fn read_one<P>(input: &mut Input, read: impl Fn(&[u8]) -> Result<P, format::Error>) -> Result<P, Failure> {
    let text = kind::text(input)?;
    read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))
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
    let (labels, notices) = (vec![Label { title: instance, line: 0 }], Vec::new());
    let content = Content::Puzzles { labels, problems: vec![problem], notices };
    let shared = Shared::new(1);
    shared.queue.push(Batch { number: 0, content, position: 0 });
    shared.queue.complete();
    shared.company.settle(Others::None);
    shared.read.store(1, Ordering::Relaxed);
    shared.all_read.store(true, Ordering::Relaxed);
    let (symbols, bar) = (feed::symbols(arguments.symbols.as_deref())?, Bar::of_bytes(None, terminal));
    let supply = &shared.queue;
    let ground = Ground { source, titled, symbols, bar, shared: &shared, supply, lines: None };
    solve(arguments, terminal, configured, ground)
}

/// What there is to solve, and to say it with.
struct Ground<'a, P> {
    source: String,
    /// Whether there are other inputs.
    titled: bool,
    symbols: Symbols,
    bar: Bar,
    shared: &'a Shared<P>,
    supply: &'a dyn Supply<P>,
    lines: Option<Maker<P>>,
}

fn solve<P: Show>(
    arguments: &Arguments,
    terminal: &Terminal,
    configured: &Configured<P>,
    ground: Ground<'_, P>,
) -> Result<Exit, Failure> {
    let Ground { source, titled, symbols, bar, shared, supply, lines } = ground;
    let (form, question) = (arguments.form(terminal), arguments.question());
    let task = arguments.task(question);
    let interrupted = interruption(&task.cancel);
    let style = Style { symbols, color: terminal.color };
    let cancel = task.cancel.clone();
    let (gauge, search_bar) = (Gauge::default(), Bar::of_search(terminal));
    let shown = search_bar.is_wanted().then_some(&gauge);
    let counter = Counter::new(Printer {
        form,
        question,
        strategy: configured.spec.to_string(),
        lines: (configured.spec.name == DEFAULT).then_some(LANES),
        verbose: arguments.verbose,
        terminal,
        source: source.clone(),
        titled,
        shared,
        bar,
        searching: Searching {
            gauge: &gauge,
            bar: search_bar,
            hint: gauge::hint(configured.about, question),
        },
        out: Out::standard(),
        so_far: SoFar::default(),
        order: Order::default(),
    });
    let failure = Mutex::new(None);
    let failed = || failure.lock().expect("nobody panics while holding it");
    let look = |result| {
        let Err(error) = result else { return };
        // Nobody reads on: the searches may end.
        failed().get_or_insert(error);
        cancel.raise();
        shared.queue.close();
    };
    let take = |printer: &mut Printer<'_, P, _>, message| look(printer.deliver(message));
    let deliver = |message| {
        counter.hand_in(message, take);
        failed().is_none().then_some(())
    };
    let work = Work { shared, configured, question, task, style, form, source, lines, gauge: shown };
    let threads = threads(arguments.threads);
    crew::run(
        threads,
        || work.run(supply, &deliver),
        || {
            if cancel.is_raised() {
                shared.queue.close();
            }
            // Whoever is at it shows as much.
            counter.see_to(|printer| look(printer.pass_time()), take);
        },
    );
    let mut printer = counter.close();
    if failed().is_none() {
        look(printer.end());
    }
    let SoFar { worst, answered, interrupted: partial, .. } = std::mem::take(&mut printer.so_far);
    drop(printer);
    if let Some(error) = failure.into_inner().expect("a panic has ended the scope above") {
        return Err(error.into());
    }
    if interrupted.is_raised() {
        let puzzles = feed::puzzles(answered);
        let done = if shared.all_read.load(Ordering::Relaxed) {
            format!("interrupted: {answered} of {} puzzles answered", shared.read.load(Ordering::Relaxed))
        } else {
            format!("interrupted: {puzzles} answered, the input was not read to its end")
        };
        let counted = partial.map_or_else(String::new, |count| format!(", {}", answer::at_least(count)));
        return Err(Failure::new(Exit::Interrupted, Diagnostic::error(done + &counted)));
    }
    Ok(worst)
}

pub(super) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}

/// The search that Ctrl-C cancels: the newest.
static UNDER_WAY: Mutex<Option<Cancel>> = Mutex::new(None);

/// Makes Ctrl-C cancel the searches that watch `cancel`, and a second one end the program. The flag it
/// returns is raised by Ctrl-C alone, and stays so for every later input.
pub(super) fn interruption(cancel: &Cancel) -> Cancel {
    static INTERRUPTED: OnceLock<Cancel> = OnceLock::new();
    let under_way = || UNDER_WAY.lock().expect("nobody panics while holding it");
    *under_way() = Some(cancel.clone());
    let interrupted = INTERRUPTED.get_or_init(|| {
        let interrupted = Cancel::default();
        let flag = interrupted.clone();
        // An error means that a handler is set already, in which case that one stays.
        let _ = ctrlc::set_handler(move || {
            if flag.is_raised() {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            flag.raise();
            if let Some(cancel) = &*under_way() {
                cancel.raise();
            }
        });
        interrupted
    });
    if interrupted.is_raised() {
        cancel.raise();
    }
    interrupted.clone()
}
