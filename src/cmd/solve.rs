//! `coverlab solve`: reads puzzles, solves them, and writes the answers in input order.
//!
//! One pipeline serves Sudoku puzzles, exact covers and formulas, on one thread or many: a reader cuts the input into
//! batches (`read`), workers search them (`work`), and a writer puts the answers into the order of the input
//! (`writer`). The work under way is bounded, so an input may be of any length.

mod answer;
mod arguments;
mod batch;
mod cover;
mod cover_facts;
mod formula;
mod lines;
mod outcome;
mod page;
mod problem;
mod progress;
mod read;
mod record;
mod results;
mod sample;
mod sources;
mod sudoku;
mod work;
mod writer;

use super::bar::Bar;
use super::family::{self, Members};
use super::feed::{self, Feed};
use super::interrupt::interruption_of;
use super::{Exit, Failure, explain};
use answer::{Context, at_least};
pub use arguments::{CoverArgs, Kind, SolveArgs};
use arguments::{Form, Question};
use batch::{Batch, Batches, Label, Puzzles, Shared};
use cover_facts::CoverSearch;
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::worker::{Transfer, confined};
use coverlab_model::family::Family;
use coverlab_model::format::{dimacs, read_cover};
use coverlab_model::pool::{self, Threads};
use coverlab_model::{BadSpec, Spec};
use coverlab_strategies::{self as lookup, Configured};
use page::Page;
use problem::{Engine, Solvable, Style};
use progress::SearchProgress;
use results::Tally;
use sources::Checked;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;
use work::Work;
use writer::Writer;

/// The strategy for any kind of problem, unless another is asked for.
const DEFAULT: &str = "auto";

/// How often the writer checks whether the search was interrupted, and shows the progress.
const TICK: Duration = Duration::from_millis(50);

/// Stack of a worker: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Solves what the arguments name.
///
/// # Errors
/// Input that is missing or malformed, an unknown strategy, output that cannot be written.
pub fn run(arguments: &SolveArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if arguments.explain {
        return explain_first(arguments, terminal);
    }
    let sources = match &arguments.cover.family {
        Some(spec) => vec![Source::Family(spec.clone())],
        None => sources::named(arguments)?,
    };
    let titled = sources.len() > 1;
    let checked = |source| Checked::new(source, arguments, terminal);
    let inputs: Vec<Checked> = sources.into_iter().map(checked).collect::<Result<_, Failure>>()?;
    feed::for_each_input(inputs, arguments.fail_fast, terminal, |input| {
        Command { arguments, terminal, titled }.solve_input(input)
    })
}

/// Explains the puzzles, and searches where explanations end.
fn explain_first(arguments: &SolveArgs, terminal: &Terminal) -> Result<Exit, Failure> {
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
    let search = explain::Search {
        strategy: configure(arguments, lookup::sudoku)?,
        task: arguments.task(Question::First),
    };
    let explain = explain::ExplainArgs {
        inputs: arguments.inputs.clone(),
        json: arguments.json,
        reading: feed::ReadOptions { format, symbols, shape, fail_fast: arguments.fail_fast },
        ..explain::ExplainArgs::default()
    };
    explain::run_and_search(&explain, Some(&search), terminal)
}

fn configure<P: Solvable + Transfer>(
    arguments: &SolveArgs,
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

/// The command, as each of its inputs needs it.
#[derive(Clone, Copy)]
struct Command<'a> {
    arguments: &'a SolveArgs,
    terminal: &'a Terminal,
    /// Whether there are several inputs or instances, so that each is called by its name.
    titled: bool,
}

/// One instance: a file of its own, or a member of a family.
struct Instance {
    source: String,
    /// Its name; none: that of the source.
    title: Option<String>,
}

impl Instance {
    fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.source)
    }
}

impl Command<'_> {
    fn solve_input(self, mut checked: Checked) -> Result<Exit, Failure> {
        let arguments = self.arguments;
        let mut input = checked.input()?;
        let kind = sources::kind(arguments, &input);
        if matches!(kind, Kind::Sudoku(_) | Kind::Cnf) {
            self.refuse_cover_options()?;
        }
        match kind {
            Kind::Sudoku(notation) => {
                let options = sources::options(arguments, notation)?;
                let configured = configure(arguments, lookup::sudoku)?;
                self.solve_puzzles(configured, Feed::of(input, &options, false, self.terminal), &options)
            }
            Kind::ExactCover => {
                let extension = input.extension.clone();
                let problem = sources::read_one(&mut input, arguments, |text| read_cover(&extension, text))?;
                self.solve_cover(Instance { source: input.name, title: None }, problem, None)
            }
            Kind::Cnf => {
                let configured = configure(arguments, lookup::cnf)?;
                let problem = sources::read_one(&mut input, arguments, |text| dimacs::read(text))?;
                let instance = Instance { source: input.name, title: None };
                self.solve_one(&self.engine(configured), instance, problem, None)
            }
            Kind::Families => self.solve_members(match &checked.source {
                source @ Source::Family(_) => Members::of(source)?,
                _ => Members::read(input)?,
            }),
        }
    }

    /// # Errors
    /// An option is given that only exact covers have.
    fn refuse_cover_options(self) -> Result<(), Failure> {
        let Some(option) = self.arguments.cover.option() else { return Ok(()) };
        let error = Diagnostic::error(format!("{option} is for exact covers"));
        Err(Failure::usage(error.help("name a family, or give a file in Knuth's format")))
    }

    /// Solves instances of families, each made when its turn comes.
    fn solve_members(self, members: Members) -> Result<Exit, Failure> {
        let command = Command { titled: self.titled || members.specs.len() > 1, ..self };
        if command.titled && self.arguments.cover.svg.is_some() {
            let error = Diagnostic::error("--svg draws a solution of one instance, and these are several");
            return Err(Failure::usage(error.help("name one: --family queens:8")));
        }
        if members.formulas {
            self.refuse_cover_options()?;
            // A wrong strategy is an error of the command, not of an instance.
            configure(self.arguments, lookup::cnf)?;
        }
        let source = members.name().to_string();
        feed::for_each_input(members.specs, self.arguments.fail_fast, self.terminal, |spec| {
            let instance = Instance { source: source.clone(), title: Some(spec.clone()) };
            if members.formulas {
                let engine = self.engine(configure(self.arguments, lookup::cnf)?);
                return command.solve_one(&engine, instance, family::formula(&spec)?, None);
            }
            let family = family::open(&spec)?;
            command.solve_cover(instance, family.problem(), Some(&*family))
        })
    }

    /// Solves one instance.
    fn solve_one<P: Solvable>(
        self,
        engine: &Engine<P>,
        instance: Instance,
        problem: P,
        family: Option<&dyn Family>,
    ) -> Result<Exit, Failure> {
        let shared = Shared::of_one();
        let subject = instance.name().to_string();
        let spec = &engine.configured.spec;
        let context = Context { subject, ..self.context(instance.source, spec, &shared) };
        let mut puzzles = Puzzles::default();
        puzzles.push(Label { title: instance.title, line: 0 }, problem);
        let symbols = feed::symbols(self.arguments.symbols.as_deref())?;
        let work = self.work(engine, &context, Style { symbols, family, ..Style::default() }, None);
        let batches = Box::new(std::iter::once(Batch::Puzzles(puzzles)));
        run_pipeline(&work, 1, batches, Bar::of_bytes(None, self.terminal))
    }

    fn engine<P: Solvable>(self, configured: Configured<P>) -> Engine<P> {
        Engine {
            configured,
            task: self.arguments.task(self.arguments.question()),
            cover: CoverSearch::default(),
            is_timed: self.arguments.form(self.terminal) != Form::Line,
        }
    }

    fn context<'a>(&'a self, source: String, strategy: &Spec, shared: &'a Shared) -> Context<'a> {
        Context {
            form: self.arguments.form(self.terminal),
            question: self.arguments.question(),
            strategy: strategy.to_string(),
            terminal: self.terminal,
            subject: source.clone(),
            source,
            titled: self.titled,
            verbose: self.arguments.verbose,
            shared,
            searches: Bar::of_search(self.terminal).is_wanted().then(SearchProgress::default),
        }
    }

    fn work<'a, P: Solvable>(
        self,
        engine: &'a Engine<P>,
        context: &'a Context<'a>,
        style: Style<'a>,
        lines: Option<lines::LineReaders<'a, P>>,
    ) -> Work<'a, P> {
        let style = Style { color: self.terminal.color, ..style };
        Work { engine, context, style, lines }
    }
}

/// Searches the batches on so many threads, and writes the answers in input order.
///
/// # Errors
/// Output cannot be written, the search is interrupted.
fn run_pipeline<P: Solvable>(
    work: &Work<'_, P>,
    threads: usize,
    batches: Batches<'_, P>,
    bar: Bar,
) -> Result<Exit, Failure> {
    let Work { engine, context, .. } = work;
    let (about, cancel) = (engine.configured.about, &engine.task.cancel);
    let interrupted = interruption_of(cancel, about);
    let page = Page::new(context, bar, progress::hint(about, context.question));
    let (writer, batches) = (Writer::new(threads, page, cancel), Mutex::new(batches));
    let workers = Threads { count: threads, stack: Some(STACK_BYTES) };
    pool::run(workers, TICK, |_| work.run(&batches, &writer), || writer.tick())
        .unwrap_or_else(|broken| broken.resume());
    let tally = writer.end()?;
    match interrupted.is_raised() {
        true => Err(interruption(context.shared, &tally)),
        false => Ok(tally.worst),
    }
}

/// How a search ends that was interrupted.
fn interruption(shared: &Shared, tally: &Tally) -> Failure {
    let Tally { answered, interrupted, .. } = *tally;
    let done = if shared.all_read.load(Ordering::Relaxed) {
        format!("interrupted: {answered} of {} puzzles answered", shared.read.load(Ordering::Relaxed))
    } else {
        format!("interrupted: {} answered, the input was not read to its end", feed::puzzles(answered))
    };
    let counted = interrupted.map_or_else(String::new, |count| format!(", {}", at_least(&count.into())));
    Failure::new(Exit::Interrupted, Diagnostic::error(done + &counted))
}

/// The number of threads asked for; 0: as many as there are processors.
pub(in crate::cmd) fn threads(asked: usize) -> usize {
    if asked > 0 { asked } else { std::thread::available_parallelism().map_or(1, usize::from) }
}
