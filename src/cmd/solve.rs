//! `coverlab solve`: reads puzzles, solves them, and writes the answers in input order.
//!
//! One pipeline serves Sudoku puzzles, exact covers and formulas, on one thread or many: a reader cuts the input into
//! batches (`read`), workers search them (`search`), and a writer puts the answers into the order of the input
//! (`writer`). The work under way is bounded, so an input may be of any length.

mod answer;
mod arguments;
mod context;
mod cover;
mod lines;
mod page;
mod problem;
mod progress;
mod read;
mod search;
mod writer;

use super::bar::Bar;
use super::family::{self, Members};
use super::feed::{self, Feed, Kind, Step};
use super::interrupt::interruption_of;
use super::{Exit, Failure, explain, picture};
pub(in crate::cmd) use arguments::threads;
pub use arguments::{CoverArgs, SolveArgs};
use arguments::{DEFAULT, Form, Question};
use context::{Context, InputState, Label};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input::Input;
use coverlab_bench::output;
use coverlab_bench::record::Status;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::value_set::expand_to_one;
use coverlab_bench::worker::{Transfer, confined};
use coverlab_model::family::Family;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::format::{self, dimacs, read_cover};
use coverlab_model::pool::{self, Threads};
use coverlab_model::{BadSpec, ExactCover, Refusal, Spec, Sudoku};
use coverlab_strategies::{self as lookup, Configured};
use lines::LineAnswers;
use problem::{Job, Solvable};
use progress::SearchProgress;
use read::{Batch, Batches, Puzzles};
use search::{ParseLine, Worker};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use writer::Writer;

/// How often the writer checks whether the search was interrupted, and shows the progress.
const TICK: Duration = Duration::from_millis(50);

/// Stack of a worker: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Bytes of plain lines that are checked at once.
const CHECKED_BYTES: usize = 1 << 20;

/// Solves what the arguments name.
///
/// # Errors
/// Input that is missing or malformed, an unknown strategy, output that cannot be written.
pub fn run(arguments: &SolveArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if arguments.explain {
        return explain_first(arguments, terminal);
    }
    let options = options(arguments, None)?;
    // All sources are looked up before the first is read.
    let source = |argument: &String| match arguments.format {
        Some(Kind::ExactCover | Kind::Cnf | Kind::Families) => {
            Source::of(argument, |_| true).map_err(|error| failed(&error))
        }
        _ => feed::source(argument, &options),
    };
    // A folder names the files in it.
    let in_argument = |argument: &String| match Source::in_folder(argument).map_err(|error| failed(&error))? {
        Some(files) => Ok(files),
        None => Ok(vec![source(argument)?]),
    };
    let sources: Vec<Source> = match &arguments.cover.family {
        Some(spec) => vec![Source::Family(spec.clone())],
        None => arguments.inputs.iter().map(in_argument).collect::<Result<Vec<_>, Failure>>()?.concat(),
    };
    let command = Command { arguments, terminal, titled: sources.len() > 1 };
    let checked = |source| Ok((command.checked(&source)?, source));
    let inputs: Vec<(Option<Input>, Source)> =
        sources.into_iter().map(checked).collect::<Result<_, Failure>>()?;
    feed::for_each_input(inputs, arguments.fail_fast, terminal, |(input, source)| {
        let input = input.map_or_else(|| source.open().map_err(|error| failed(&error)), Ok)?;
        command.solve_input(input, &source)
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
    let name = arguments.strategy.as_deref().unwrap_or(DEFAULT);
    let name = expand_to_one(name, "`solve`")
        .map_err(|wrong| Failure::usage(Diagnostic::of(&wrong.in_argument(name))))?;
    let configured = name.parse::<Spec>().and_then(|spec| lookup(&spec));
    let configured = configured.map_err(|bad| Failure::usage(Diagnostic::of_spec(&bad)))?;
    Ok(match arguments.memory_limit {
        Some(memory) => confined(configured, memory),
        None => configured,
    })
}

/// How puzzles are to be read.
fn options(arguments: &SolveArgs, notation: Option<format::notation::Notation>) -> Result<Options, Failure> {
    let symbols = feed::symbols(arguments.symbols.as_deref())?;
    Ok(Options { symbols, shape: arguments.shape, notation })
}

fn failed(error: &Error) -> Failure {
    Failure::input(Diagnostic::of(error))
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
struct Instance<'a> {
    source: String,
    /// Its name; none: that of the source.
    title: Option<String>,
    /// Draws its solutions.
    family: Option<&'a dyn Family>,
}

impl<'a> Instance<'a> {
    fn of(source: String) -> Instance<'a> {
        Instance { source, title: None, family: None }
    }

    fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.source)
    }
}

impl Command<'_> {
    /// The kind of problem in `input`.
    fn kind(self, input: &Input) -> Kind {
        self.arguments.format.unwrap_or_else(|| Kind::of_extension(&input.extension))
    }

    /// Where nothing is to be solved before all of it is understood, reads `source` to its end and returns its text
    /// from the start.
    ///
    /// # Errors
    /// A place is not understood.
    fn checked(self, source: &Source) -> Result<Option<Input>, Failure> {
        if !self.arguments.fail_fast || matches!(source, Source::Family(_)) {
            return Ok(None);
        }
        let (input, again) = source.open_twice().map_err(|error| failed(&error))?;
        let Kind::Sudoku(notation) = self.kind(&input) else {
            // A file of one instance is not solved in part.
            return Ok(Some(input));
        };
        let mut feed = Feed::of(input, &options(self.arguments, notation)?, true, self.terminal);
        let mut bar = feed.bar();
        loop {
            while feed.plain(CHECKED_BYTES).is_some() {}
            match feed.step()? {
                Step::Puzzle(_) | Step::Bad(_) => {}
                Step::Wait => {
                    bar.puzzles(feed.read, || feed.position());
                    feed.wait()?;
                }
                Step::End => return Ok(Some(again)),
            }
        }
    }

    fn solve_input(self, mut input: Input, source: &Source) -> Result<Exit, Failure> {
        let arguments = self.arguments;
        let kind = self.kind(&input);
        if matches!(kind, Kind::Sudoku(_) | Kind::Cnf) {
            self.refuse_cover_options()?;
        }
        match kind {
            Kind::Sudoku(notation) => {
                let options = options(arguments, notation)?;
                let configured = configure(arguments, lookup::sudoku)?;
                self.solve_puzzles(configured, Feed::of(input, &options, false, self.terminal), &options)
            }
            Kind::ExactCover => {
                let extension = input.extension.clone();
                let problem = self.read_one(&mut input, |text| read_cover(&extension, text))?;
                self.solve_cover(Instance::of(input.name), problem)
            }
            Kind::Cnf => {
                let configured = configure(arguments, lookup::cnf)?;
                let problem = self.read_one(&mut input, |text| dimacs::read(text))?;
                let job = self.job(configured, &Instance::of(input.name), InputState::of_one())?;
                self.solve_one(&job, None, problem)
            }
            Kind::Families => self.solve_members(match source {
                Source::Family(_) => Members::of(source)?,
                _ => Members::read(input)?,
            }),
        }
    }

    /// The instance of a file that holds one.
    fn read_one<P>(
        self,
        input: &mut Input,
        read: impl Fn(&[u8]) -> Result<P, format::Error>,
    ) -> Result<P, Failure> {
        let text = input.bytes(self.arguments.memory_limit).map_err(|error| failed(&error))?;
        read(&text).map_err(|error| Failure::input(Diagnostic::of_input(&input.name, &error)))
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
            let instance = Instance { title: Some(spec.clone()), ..Instance::of(source.clone()) };
            if members.formulas {
                let job =
                    command.job(configure(self.arguments, lookup::cnf)?, &instance, InputState::of_one())?;
                return command.solve_one(&job, instance.title, family::formula(&spec)?);
            }
            let family = family::open(&spec)?;
            command.solve_cover(Instance { family: Some(&*family), ..instance }, family.problem())
        })
    }

    /// Solves the puzzles of `feed`.
    fn solve_puzzles(
        self,
        configured: Configured<Sudoku>,
        feed: Feed,
        options: &Options,
    ) -> Result<Exit, Failure> {
        let job = self.job(configured, &Instance::of(feed.name.clone()), InputState::default())?;
        let parse_line = |cells: &[u8], line: usize| {
            let mut puzzle = Reader::new(cells, options).next()?.ok()?;
            puzzle.line = line;
            let quote = |_: &[usize]| (line, String::from_utf8_lossy(cells).into_owned());
            let warning = feed::clash(&puzzle, &job.context.source, quote).filter(|_| !self.terminal.quiet);
            Some((puzzle.puzzle, warning))
        };
        let bar = feed.bar();
        let keeps_lines = LineAnswers::of(&job.configured.spec, &job.context).is_some();
        let mut batches = Batches::of(feed, &job.context, keeps_lines);
        let solved = run_pipeline(&job, Some(&parse_line), self.arguments.threads(), &mut batches, bar)?;
        Ok(solved.max(batches.end()?.exit()))
    }

    /// Solves an exact cover; with --svg, writes a picture of its first solution.
    fn solve_cover(self, instance: Instance<'_>, problem: ExactCover) -> Result<Exit, Failure> {
        let configured = configure(self.arguments, lookup::exact_cover)?;
        if let Err(why) = configured.backend.accepts(&problem) {
            return Err(self.refused(&instance, &configured, &why)?);
        }
        let picture = match (&self.arguments.cover.svg, instance.family) {
            (Some(_), None) => {
                let error = Diagnostic::error("--svg draws solutions of a family, and this is a file");
                return Err(Failure::usage(error.help("name a family: --family queens:8")));
            }
            (svg, family) => svg.as_ref().zip(family),
        };
        let mut job = self.job(configured, &instance, InputState::of_one())?;
        if job.context.question == Question::Count {
            // A count needs no covers, and the strategy may report many at once.
            job.context.task.keep = 0;
        }
        let ended = self.solve_one(&job, instance.title, problem);
        if let Some(((path, family), cover)) = picture.zip(job.first.get()) {
            let written = std::fs::write(path, picture::svg(&family.picture(cover)));
            written.map_err(|error| failed(&Error::file("write the picture", path, &error)))?;
        }
        ended
    }

    /// Why an exact cover is not solved that the strategy cannot take. Other instances of the command line are.
    ///
    /// # Errors
    /// The JSON object that says so cannot be written.
    fn refused(
        self,
        instance: &Instance<'_>,
        configured: &Configured<ExactCover>,
        why: &Refusal,
    ) -> Result<Failure, Failure> {
        let what = format!("{} cannot take {}: it {why}", configured.about.name, instance.name());
        let (exit, help) = match why {
            Refusal::Lacks(_) => (Exit::Usage, "auto takes every instance"),
            Refusal::TooLarge(_) => {
                (Exit::Limit, "a smaller instance takes less, and so may another strategy, or amo=product")
            }
        };
        if self.arguments.form(self.terminal) == Form::Json {
            let status = answer::word(Status::of(Some(why.stop()), 0));
            let [puzzle, strategy, status, source, error] =
                [instance.name(), &configured.spec.to_string(), status, &instance.source, &what]
                    .map(|text| json!(text));
            let keys = format!(
                r#"{{"puzzle":{puzzle},"strategy":{strategy},"status":{status},"source":{source},"error":{error}}}"#
            );
            writeln!(output::stdout(), "{keys}")?;
        }
        Ok(Failure::of_instance(exit, Diagnostic::error(what).help(help)))
    }

    /// Solves one instance.
    fn solve_one<P: Solvable>(
        self,
        job: &Job<'_, P>,
        title: Option<String>,
        problem: P,
    ) -> Result<Exit, Failure> {
        let mut puzzles = Puzzles::default();
        puzzles.push(Label { title, line: 0 }, problem);
        let bar = Bar::of_bytes(None, self.terminal);
        run_pipeline(job, None, 1, std::iter::once(Batch::Puzzles(puzzles)), bar)
    }

    /// The work on `instance`, or on the puzzles of its source.
    fn job<'a, P: Solvable>(
        &'a self,
        configured: Configured<P>,
        instance: &Instance<'a>,
        state: InputState,
    ) -> Result<Job<'a, P>, Failure> {
        let Command { arguments, terminal, titled } = *self;
        let question = arguments.question();
        let context = Context {
            arguments,
            terminal,
            form: arguments.form(terminal),
            question,
            task: arguments.task(question),
            strategy: configured.spec.to_string(),
            hint: progress::hint(configured.about, question),
            source: instance.source.clone(),
            subject: instance.name().to_string(),
            titled,
            symbols: feed::symbols(arguments.symbols.as_deref())?,
            family: instance.family,
            state: Arc::new(state),
            searches: Bar::of_search(terminal).is_wanted().then(SearchProgress::default),
            started: Instant::now(),
        };
        Ok(Job { context, configured, first: OnceLock::new() })
    }
}

/// Searches the batches on so many threads, and writes the answers in input order.
///
/// # Errors
/// Output cannot be written, the search is interrupted.
fn run_pipeline<P: Solvable>(
    job: &Job<'_, P>,
    parse_line: Option<ParseLine<'_, P>>,
    threads: usize,
    batches: impl Iterator<Item = Batch<P>> + Send,
    bar: Bar,
) -> Result<Exit, Failure> {
    let context = &job.context;
    let interrupted = interruption_of(&context.task.cancel, job.configured.about);
    let (writer, batches) = (Writer::new(threads, context, bar), Mutex::new(batches));
    let workers = Threads { count: threads, stack: Some(STACK_BYTES) };
    pool::run(workers, TICK, |_| Worker::new(job, parse_line).run(&batches, &writer), || writer.tick())
        .unwrap_or_else(|broken| broken.resume());
    let tally = writer.end()?;
    if !interrupted.is_raised() {
        return Ok(tally.worst);
    }
    let (state, answered) = (&context.state, tally.answered);
    let done = if state.all_read.load(Ordering::Relaxed) {
        format!("interrupted: {answered} of {} puzzles answered", state.read.load(Ordering::Relaxed))
    } else {
        format!("interrupted: {} answered, the input was not read to its end", feed::puzzles(answered))
    };
    let counted =
        tally.interrupted.map_or_else(String::new, |count| format!(", {}", answer::at_least(&count.into())));
    Err(Failure::new(Exit::Interrupted, Diagnostic::error(done + &counted)))
}
