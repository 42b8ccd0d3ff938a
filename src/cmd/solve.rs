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

use crate::support::family::FamilyInput;
use crate::support::inputs;
use crate::support::instance::{read_cover, read_formula};
use crate::support::interrupt::cancel_on_interrupt;
use crate::support::progress_bar::Bar;
use crate::support::puzzle_input::{PuzzleInput, counted_puzzles};
use crate::support::read_options::InputKind;
use crate::support::{Exit, Failure, check_not_input, show_diagnostic};
use arguments::Question;
pub use arguments::{CoverArgs, SolveArgs};
use coverlab_bench::argument::Source;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::input::Input;
use coverlab_bench::search::on_threads;
use coverlab_bench::strategy_source::{BuiltInStrategies, StrategySource};
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::dimacs::RelevantComments;
use coverlab_model::format::sudoku::Options;
use coverlab_model::pool::{self, Threads};
use coverlab_model::{Cnf, ExactCover};
use coverlab_report::picture;
pub use job::OpenOutput;
use job::{InputJob, PuzzleLabel, SolveCommand};
use output::OrderedWriter;
use problem::Solvable;
use read::InputBatch;
use search::{Lines, SearchThread};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often the writer checks whether the search was interrupted, and shows the progress.
const TICK: Duration = Duration::from_millis(50);

/// Stack of a thread: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// Runs `coverlab solve`.
///
/// # Errors
/// The input is missing or malformed, the strategy is unknown, or the output cannot be written.
pub fn run(arguments: &SolveArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    run_with(arguments, terminal, &BuiltInStrategies, &|| Box::new(coverlab_bench::output::stdout()))
}

/// Runs `coverlab solve` with other strategies. Calls `output` once for each input, to open its output.
///
/// # Errors
/// As [`run`].
pub fn run_with(
    arguments: &SolveArgs,
    terminal: &Terminal,
    strategies: &dyn StrategySource,
    output: &OpenOutput<'_>,
) -> Result<Exit, Failure> {
    if let Some(svg) = &arguments.cover.svg {
        arguments.inputs.iter().try_for_each(|input| check_not_input(svg, Path::new(input)))?;
    }
    let options = &arguments.boards.options(None)?;
    // All sources are looked up before the first is read.
    let sources = sources(arguments, options)?;
    let (question, form, titled) = (arguments.question(), arguments.form(terminal), sources.len() > 1);
    let command = SolveCommand { arguments, terminal, strategies, output, options, question, form, titled };
    inputs::for_each_input(sources, arguments.boards.fail_fast, terminal, |source| {
        command.solve_input(&source)
    })
}

/// The sources that the arguments name. A folder names the files in it.
fn sources(arguments: &SolveArgs, options: &Options) -> Result<Vec<Source>, Failure> {
    if let Some(spec) = &arguments.cover.family {
        return Ok(vec![Source::Family(spec.clone())]);
    }
    let takes_puzzles = matches!(arguments.format, None | Some(InputKind::Sudoku(_)));
    let mut sources = Vec::new();
    for argument in &arguments.inputs {
        match Source::in_folder(argument)? {
            Some(files) => sources.extend(files),
            None if takes_puzzles => sources.push(inputs::source(argument, options)?),
            None => sources.push(Source::resolve(argument, |_| true)?),
        }
    }
    Ok(sources)
}

impl SolveCommand<'_> {
    fn solve_input(self, source: &Source) -> Result<Exit, Failure> {
        let mut input = source.open()?;
        let SolveArgs { format, memory_limit, boards, cover, .. } = self.arguments;
        let kind = format.unwrap_or_else(|| InputKind::of(input.kind));
        if kind.other_than_puzzles().is_some() {
            boards.reject()?;
        }
        if matches!(kind, InputKind::Sudoku(_) | InputKind::Cnf) {
            cover.reject()?;
        }
        match kind {
            InputKind::Sudoku(notation) => {
                let options = &Options { notation, ..self.options.clone() };
                SolveCommand { options, ..self }.solve_puzzles(input)
            }
            InputKind::ExactCover => {
                let problem = read_cover(&mut input, *memory_limit)?;
                solve_cover(InputJob::new(self, &input.name, None)?, problem)
            }
            InputKind::Cnf => {
                let relevant = RelevantComments {
                    weights: self.question == Question::Count,
                    projection: self.question != Question::First,
                };
                let problem = read_formula(&mut input, *memory_limit, self.terminal, relevant)?;
                solve_one::<Cnf>(&InputJob::new(self, &input.name, None)?, problem)
            }
            InputKind::Families => self.solve_members(&match source {
                Source::Family(_) => FamilyInput::of(source)?,
                _ => FamilyInput::read(input)?,
            }),
        }
    }

    /// Solves the puzzles of `input`.
    fn solve_puzzles(self, input: Input) -> Result<Exit, Failure> {
        let input = PuzzleInput::of(input, self.options, self.arguments.boards.fail_fast, self.terminal);
        let (bar, job) = (input.bar(), InputJob::new(self, &input.name, None)?);
        let (batches, reader) = read::batches(input, &job.context, Lines::of(&job).is_some());
        let solved = run_pipeline(&job, self.arguments.threads, batches, Lines::of, bar)?;
        let read =
            reader.join().map_err(|_| Failure::internal("the thread that reads the input panicked"))?;
        Ok(solved.max(read?.exit()))
    }

    /// Solves instances of families. Each is generated when its turn comes.
    fn solve_members(self, members: &FamilyInput) -> Result<Exit, Failure> {
        let command = SolveCommand { titled: self.titled || members.specs.len() > 1, ..self };
        if command.titled && self.arguments.cover.svg.is_some() {
            return Err(Failure::usage(
                "--svg draws a solution of one instance, but several are given",
                "name one instance: --family queens:8",
            ));
        }
        if members.are_formulas {
            self.arguments.cover.reject()?;
        }
        let (specs, fail_fast) = (members.specs.clone(), self.arguments.boards.fail_fast);
        inputs::for_each_input(specs, fail_fast, self.terminal, |name| {
            if members.are_formulas {
                let problem = members.formula(&name)?;
                return solve_one::<Cnf>(&InputJob::new(command, &members.name, Some(name))?, problem);
            }
            let member = members.open(&name)?;
            let mut job = InputJob::new(command, &members.name, Some(name))?;
            job.context.member = Some(&*member);
            solve_cover(job, member.problem())
        })
    }
}

/// Solves an exact cover; with --svg, writes a picture of its first solution.
fn solve_cover(mut job: InputJob<'_, ExactCover>, problem: ExactCover) -> Result<Exit, Failure> {
    let (SolveCommand { arguments, question, .. }, member) = (job.context.command, job.context.member);
    let svg = arguments.cover.svg.as_ref();
    if svg.is_some() && member.is_none() {
        return Err(Failure::usage(
            "--svg draws solutions of a family, but the input is a file",
            "name a family: --family queens:8",
        ));
    }
    // Threads would draw from parts of the instance, whose numbers of solutions differ.
    let can_be_divided = job.configured.about.interruptible || job.context.task.time.is_none();
    if can_be_divided && !arguments.cover.random {
        job.configured = on_threads(job.configured, arguments.threads);
    }
    if question == Question::Count && svg.is_none() {
        // A count needs no covers, and without them a strategy may report many solutions at once.
        job.context.task.keep = 0;
    }
    let exit = solve_one(&job, problem);
    if let (Some(path), None) = (svg, job.first.get()) {
        let note = format!("no solution was found, so {} was not written", path.display());
        show_diagnostic(&Diagnostic::note(note), job.context.command.terminal);
    }
    if let (Some(path), Some(member), Some(cover)) = (svg, member, job.first.get()) {
        let written = std::fs::write(path, picture::svg(&member.picture(cover)));
        written.map_err(|error| Error::file("write the picture", path, &error))?;
    }
    exit
}

/// Solves one instance.
fn solve_one<P: Solvable>(job: &InputJob<'_, P>, problem: P) -> Result<Exit, Failure> {
    let label = PuzzleLabel { title: job.context.title.clone(), ..PuzzleLabel::default() };
    job.context.state.read.store(1, Ordering::Relaxed);
    job.context.state.all_read.store(true, Ordering::Relaxed);
    let batches = std::iter::once(InputBatch::Puzzles((vec![label], vec![problem])));
    run_pipeline(job, 1, batches, |_| None, Bar::of_search(job.context.command.terminal))
}

/// Searches the batches on `threads` threads, each with its own `lines`, and writes the answers in input order.
///
/// # Errors
/// The output cannot be written, or the search is interrupted.
fn run_pipeline<P: Solvable>(
    job: &InputJob<'_, P>,
    threads: usize,
    batches: impl Iterator<Item = InputBatch<P>> + Send,
    lines: fn(&InputJob<'_, P>) -> Option<Lines<P>>,
    bar: Bar,
) -> Result<Exit, Failure> {
    let context = &job.context;
    let interrupted = cancel_on_interrupt(&context.task.cancel, Some(job.configured.about));
    let (writer, batches) = (OrderedWriter::new(threads, context, bar), Mutex::new(batches));
    let threads = Threads { count: threads, stack: Some(STACK_BYTES) };
    pool::run(threads, TICK, |_| SearchThread::new(job, lines(job)).run(&batches, &writer), || writer.tick())
        .unwrap_or_else(|broken| broken.resume());
    let (counts, written) = writer.end();
    written.map_err(|error| Failure::from(error).not_below(counts.worst))?;
    if !interrupted.is_raised() {
        return Ok(counts.worst);
    }
    let (state, answered) = (&context.state, counts.answered);
    let done = if state.all_read.load(Ordering::Relaxed) {
        format!("interrupted: {answered} of {} answered", counted_puzzles(state.read.load(Ordering::Relaxed)))
    } else {
        format!("interrupted: {} answered, the input was not read to its end", counted_puzzles(answered))
    };
    let counted =
        counts.interrupted.map_or_else(String::new, |count| format!(", {}", answer::at_least(&count.into())));
    Err(Failure::interrupted(done + &counted))
}
