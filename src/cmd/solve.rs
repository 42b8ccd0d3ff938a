//! `coverlab solve`: reads puzzles, solves them, and writes the answers in input order.
//!
//! One pipeline serves Sudoku puzzles, exact covers and formulas, on one thread or many: a reader cuts the input into
//! batches (`read`), threads search them (`search`), and a writer puts the answers into input order (`output`). The number
//! of batches in flight is bounded, so an input may be of any length.

mod answer;
mod arguments;
mod job;
mod json_answer;
mod output;
mod problem;
mod progress;
mod read;
mod search;

use super::family::Members;
use super::feed::{self, Feed};
use super::instance::{RelevantComments, read_formula, read_one};
use super::interrupt::cancel_on_interrupt;
use super::progress_bar::Bar;
use super::read_options::{self, InputKind};
use super::{Exit, Failure, not_the_input};
pub use arguments::{CoverArgs, SolveArgs};
use arguments::{DEFAULT, Question};
use coverlab_bench::argument::Source;
use coverlab_bench::error::Error;
use coverlab_bench::input::Input;
use coverlab_bench::random_solutions::at_random;
use coverlab_bench::search::on_threads;
use coverlab_bench::separate_process::in_separate_process;
use coverlab_bench::strategy_source::BuiltInStrategies;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::value_set::expand_to_one;
use coverlab_model::format::read_cover;
use coverlab_model::format::sudoku::{self, Options};
use coverlab_model::pool::{self, Threads};
use coverlab_model::{Cnf, ExactCover};
use coverlab_report::picture;
use coverlab_strategies::Configured;
use job::{InputContext, InputJob, InputState, PuzzleLabel};
use output::OrderedWriter;
use problem::Solvable;
use progress::SearchProgress;
use read::InputBatch;
use search::{Lines, SearchThread};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How often the writer checks whether the search was interrupted, and shows the progress.
const TICK: Duration = Duration::from_millis(50);

/// Stack of a thread: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Runs `coverlab solve`.
///
/// # Errors
/// The input is missing or malformed, the strategy is unknown, or the output cannot be written.
pub fn run(arguments: &SolveArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if let Some(svg) = &arguments.cover.svg {
        arguments.inputs.iter().try_for_each(|input| not_the_input(svg, Path::new(input)))?;
    }
    let symbols = read_options::symbols(arguments.symbols.as_deref(), "--symbols")?;
    let options = &Options { symbols, shape: arguments.shape, notation: None };
    // All sources are looked up before the first is read.
    let sources = sources(arguments, options)?;
    let command = SolveCommand { arguments, terminal, options, titled: sources.len() > 1 };
    feed::for_each_input(sources, arguments.fail_fast, terminal, |source| command.solve_input(&source))
}

/// The sources that the arguments name. A folder names the files in it.
fn sources(arguments: &SolveArgs, options: &Options) -> Result<Vec<Source>, Failure> {
    if let Some(spec) = &arguments.cover.family {
        return Ok(vec![Source::Family(spec.clone())]);
    }
    let takes_puzzles = matches!(arguments.format, None | Some(InputKind::Sudoku(_)));
    let is_text = |text: &str| !takes_puzzles || sudoku::read(text.as_bytes(), options).is_ok();
    let mut sources = Vec::new();
    for argument in &arguments.inputs {
        match Source::in_folder(argument)? {
            Some(files) => sources.extend(files),
            None => sources.push(Source::resolve(argument, is_text)?),
        }
    }
    Ok(sources)
}

/// Configures the requested strategy. It searches in a separate process if its memory is limited, or if its time is
/// limited and it cannot be interrupted.
fn configure<P: Solvable>(arguments: &SolveArgs) -> Result<Configured<P>, Failure> {
    let name = arguments.strategy.as_deref().unwrap_or(DEFAULT);
    let name = expand_to_one(name, "`solve`").map_err(|wrong| Failure::usage_of(&wrong.in_argument(name)))?;
    let configured = P::configure(&BuiltInStrategies, &name.parse()?)?;
    let is_apart =
        arguments.memory_limit.is_some() || arguments.time_limit.is_some() && !configured.about.interruptible;
    Ok(if is_apart { in_separate_process(configured, arguments.memory_limit) } else { configured })
}

/// State that all inputs of the command share.
#[derive(Clone, Copy)]
struct SolveCommand<'a> {
    arguments: &'a SolveArgs,
    terminal: &'a Terminal,
    /// How puzzles are to be read.
    options: &'a Options,
    /// Whether there are several inputs or instances, so that output names each.
    titled: bool,
}

impl<'a> SolveCommand<'a> {
    /// The kind of problem in `input`.
    fn kind(self, input: &Input) -> InputKind {
        self.arguments.format.unwrap_or_else(|| InputKind::of_extension(&input.extension))
    }

    fn solve_input(self, source: &Source) -> Result<Exit, Failure> {
        let mut input = source.open()?;
        let SolveArgs { memory_limit, symbols, shape, .. } = self.arguments;
        let (memory_limit, kind) = (*memory_limit, self.kind(&input));
        if kind.other_than_puzzles().is_some() {
            read_options::reject_board_options(symbols.as_deref(), *shape)?;
        }
        match kind {
            InputKind::Sudoku(notation) => {
                self.reject_cover_options()?;
                let options = &Options { notation, ..self.options.clone() };
                SolveCommand { options, ..self }.solve_puzzles(input)
            }
            InputKind::ExactCover => {
                let extension = input.extension.clone();
                let problem = read_one(&mut input, memory_limit, |text| read_cover(&extension, text))?;
                self.solve_cover(self.job(configure(self.arguments)?, &input.name, None), problem)
            }
            InputKind::Cnf => {
                self.reject_cover_options()?;
                let question = self.arguments.question();
                let relevant = RelevantComments {
                    weights: question == Question::Count,
                    projection: question != Question::First,
                };
                let problem = read_formula(&mut input, memory_limit, self.terminal, relevant)?;
                solve_one::<Cnf>(&self.job(configure(self.arguments)?, &input.name, None), problem)
            }
            InputKind::Families => self.solve_members(&match source {
                Source::Family(_) => Members::of(source)?,
                _ => Members::read(input)?,
            }),
        }
    }

    /// Fails if an option is given that only exact covers have.
    fn reject_cover_options(self) -> Result<(), Failure> {
        let Some(option) = self.arguments.cover.option() else { return Ok(()) };
        Err(Failure::usage(
            format!("{option} applies only to exact covers"),
            "name a family, or give a file in Knuth's format",
        ))
    }

    /// The search by `configured` of one instance of the input called `source`. The instance may have a `title`.
    fn job<P: Solvable>(
        self,
        configured: Configured<P>,
        source: &str,
        title: Option<String>,
    ) -> InputJob<'a, P> {
        let SolveCommand { arguments, terminal, options, titled } = self;
        let question = arguments.question();
        let is_shown = terminal.interactive_errors && !terminal.quiet;
        let context = InputContext {
            arguments,
            terminal,
            form: arguments.form(terminal),
            question,
            task: arguments.task(question),
            strategy: configured.spec.to_string(),
            source: source.to_string(),
            title,
            titled,
            options: options.clone(),
            member: None,
            state: Arc::new(InputState::of_one()),
            searches: is_shown.then(|| SearchProgress::new(configured.about, question)),
            started: Instant::now(),
        };
        InputJob { context, configured, first: OnceLock::new() }
    }

    /// Solves the puzzles of `input`.
    fn solve_puzzles(self, input: Input) -> Result<Exit, Failure> {
        let feed = Feed::of(input, self.options, self.arguments.fail_fast, self.terminal);
        let bar = feed.bar();
        let mut job = self.job(configure(self.arguments)?, &feed.name, None);
        job.context.state = Arc::default();
        let lines = || Lines::of(&job);
        let (batches, reader) = read::batches(feed, &job.context, lines().is_some());
        let solved = run_pipeline(&job, self.arguments.threads, batches, lines, bar)?;
        let read =
            reader.join().map_err(|_| Failure::internal("the thread that reads the input panicked"))?;
        Ok(solved.max(read?.exit()))
    }

    /// Solves instances of families. Each is generated when its turn comes.
    fn solve_members(self, members: &Members) -> Result<Exit, Failure> {
        let command = SolveCommand { titled: self.titled || members.specs.len() > 1, ..self };
        if command.titled && self.arguments.cover.svg.is_some() {
            return Err(Failure::usage(
                "--svg draws a solution of one instance, but several are given",
                "name one instance: --family queens:8",
            ));
        }
        if members.are_formulas {
            self.reject_cover_options()?;
        }
        feed::for_each_input(members.specs.clone(), self.arguments.fail_fast, self.terminal, |name| {
            if members.are_formulas {
                let problem = members.formula(&name)?;
                return solve_one::<Cnf>(
                    &command.job(configure(self.arguments)?, members.name(), Some(name)),
                    problem,
                );
            }
            let member = members.open(&name)?;
            let mut job = command.job(configure(self.arguments)?, members.name(), Some(name));
            job.context.member = Some(&*member);
            command.solve_cover(job, member.problem())
        })
    }

    /// Solves an exact cover; with --svg, writes a picture of its first solution.
    fn solve_cover(self, mut job: InputJob<'_, ExactCover>, problem: ExactCover) -> Result<Exit, Failure> {
        let (svg, member) = (self.arguments.cover.svg.as_ref(), job.context.member);
        if svg.is_some() && member.is_none() {
            return Err(Failure::usage(
                "--svg draws solutions of a family, but the input is a file",
                "name a family: --family queens:8",
            ));
        }
        let may_use_threads = job.configured.about.interruptible || job.context.task.time.is_none();
        if self.arguments.cover.random {
            let (wanted, is_default) = (self.arguments.limit.unwrap_or(1), self.arguments.strategy.is_none());
            job.configured = at_random(job.configured, wanted, is_default);
        } else if may_use_threads {
            job.configured = on_threads(job.configured, self.arguments.threads);
        }
        if job.context.question == Question::Count {
            // A count needs no covers, and without them a strategy may report many solutions at once.
            job.context.task.keep = 0;
        }
        let exit = solve_one(&job, problem);
        if let (Some(path), Some(member), Some(cover)) = (svg, member, job.first.get()) {
            let written = std::fs::write(path, picture::svg(&member.picture(cover)));
            written.map_err(|error| Error::file("write the picture", path, &error))?;
        }
        exit
    }
}

/// Solves one instance.
fn solve_one<P: Solvable>(job: &InputJob<'_, P>, problem: P) -> Result<Exit, Failure> {
    let label = PuzzleLabel { title: job.context.title.clone(), ..PuzzleLabel::default() };
    let batches = std::iter::once(InputBatch::Puzzles(vec![label], vec![problem]));
    run_pipeline(job, 1, batches, || None, Bar::of_search(job.context.terminal))
}

/// Searches the batches on `threads` threads, each with a fast path for `lines`, and writes the answers in input order.
///
/// # Errors
/// The output cannot be written, or the search is interrupted.
fn run_pipeline<P: Solvable>(
    job: &InputJob<'_, P>,
    threads: usize,
    batches: impl Iterator<Item = InputBatch<P>> + Send,
    lines: impl Fn() -> Option<Lines<P>> + Sync,
    bar: Bar,
) -> Result<Exit, Failure> {
    let context = &job.context;
    let interrupted = cancel_on_interrupt(&context.task.cancel, Some(job.configured.about));
    let out = Box::new(coverlab_bench::output::stdout());
    let (writer, batches) = (OrderedWriter::new(threads, context, bar, out), Mutex::new(batches));
    let threads = Threads { count: threads, stack: Some(STACK_BYTES) };
    pool::run(threads, TICK, |_| SearchThread::new(job, lines()).run(&batches, &writer), || writer.tick())
        .unwrap_or_else(|broken| broken.resume());
    let (counts, written) = writer.end();
    written.map_err(|error| Failure::from(error).not_below(counts.worst))?;
    if !interrupted.is_raised() {
        return Ok(counts.worst);
    }
    let (state, answered) = (&context.state, counts.answered);
    let done = if state.all_read.load(Ordering::Relaxed) {
        format!("interrupted: {answered} of {} answered", feed::puzzles(state.read.load(Ordering::Relaxed)))
    } else {
        format!("interrupted: {} answered, the input was not read to its end", feed::puzzles(answered))
    };
    let counted =
        counts.interrupted.map_or_else(String::new, |count| format!(", {}", answer::at_least(&count.into())));
    Err(Failure::interrupted(done + &counted))
}
