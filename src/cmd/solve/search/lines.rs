//! A fast path for files of plain lines: bytes go directly into the SIMD lanes of a strategy, and solutions come back as
//! bytes.
//!
//! The referee verifies every solution, or two if there are several. A puzzle whose answer needs more than a line, or
//! that has many solutions to count, is parsed and searched like any other, so both paths give the same answers.

use super::super::arguments::{AnswerForm, Question, SolveArgs};
use super::super::job::{InputContext, InputJob, PuzzleLabel, SolveCommand};
use super::super::json_answer::{JsonAnswer, JsonSolution, word};
use super::super::output::BatchOutput;
use super::super::problem::Solvable;
use super::super::read::Puzzles;
use super::SearchThread;
use crate::support::Exit;
use crate::support::puzzle_input;
use coverlab_bench::record::Status;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::format::sudoku::Reader;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Choice, Stop, Sudoku, solves_line};
use coverlab_strategies::LANES;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};

/// Maximum number of solutions counted on this path. A puzzle with more may take long, so a search that shows its
/// progress takes over.
const MAX_COUNTED: u64 = 1000;

/// Parses the puzzle in a line with this number.
type Parse<P> = fn(&[u8], usize, &InputContext<'_>) -> Option<(PuzzleLabel, P)>;

/// A solver of plain lines, for one thread, and its last answers.
pub(in super::super) struct Lines<P> {
    solver: LineSolver,
    answers: Answers,
    parse: Parse<P>,
    /// The strategy that the requested one chose.
    choice: Option<Choice>,
}

impl Lines<Sudoku> {
    /// `None` if the strategy cannot answer lines, or if the question needs more than a line.
    pub(in super::super) fn of(job: &InputJob<'_, Sudoku>) -> Option<Lines<Sudoku>> {
        let InputJob { context, configured, .. } = job;
        let SolveCommand { arguments, form, question, options, .. } = context.command;
        let SolveArgs { node_limit, time_limit, memory_limit, .. } = arguments;
        let solver = LineSolver::of(&configured.spec)?;
        let is_limited = node_limit.is_some() || time_limit.is_some() || memory_limit.is_some();
        let is_plain = form != AnswerForm::Drawing
            && question != Question::All
            && !is_limited
            && options.symbols == Symbols::default();
        let choice = context.is_default().then_some(LANES);
        let solver = solver.until(&context.task.cancel);
        is_plain.then(|| Lines { solver, answers: Answers::default(), parse, choice })
    }
}

impl<P: Solvable> SearchThread<'_, P> {
    /// Answers the plain lines in `text`, which begin at line `first` of the input.
    pub(super) fn lines(&mut self, text: &[u8], first: usize, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let context = &self.job.context;
        let SolveCommand { question, form, .. } = context.command;
        let Lines { mut solver, mut answers, parse, choice } = self.lines.take()?;
        let clock = ThreadTime::now();
        solver.solve(text, context.task.solutions.min(MAX_COUNTED + 1), &mut answers);
        let cpu_ns = nanoseconds(clock.elapsed()) / answers.puzzles.len().max(1) as u64;
        out.text.reserve(text.len());
        let (mut unanswered, mut answered) = (Puzzles::default(), 0);
        let mut seconds = answers.seconds.iter().peekable();
        for (index, solved) in answers.puzzles.iter().enumerate() {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            let line = first + solved.line - 1;
            let second = seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid);
            let is_several = question == Question::Unique && solved.solutions > 1;
            let is_noted = is_several && form == AnswerForm::Line;
            let has_message = is_noted && self.may_note();
            if !has_message && is_verified(cells, solved, second) {
                self.search_rest(&mut unanswered, out)?;
                match form {
                    AnswerForm::Json => {
                        write_record(cells, line, solved, (choice, cpu_ns), context, &mut out.text);
                    }
                    _ => write_line(solved, context, &mut out.text),
                }
                let exit = if is_several { Exit::No } else { Exit::Answered };
                out.counts.add_answer(exit, is_noted);
                answered += 1;
            } else {
                unanswered.extend(parse(cells, line, context));
                if has_message {
                    self.search_rest(&mut unanswered, out)?;
                }
            }
        }
        self.search_rest(&mut unanswered, out)?;
        out.counts.add_choice(choice, answered);
        self.lines = Some(Lines { solver, answers, parse, choice });
        context.unless_cancelled()
    }

    fn search_rest(&mut self, rest: &mut Puzzles<P>, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        if rest.0.is_empty() {
            return Some(());
        }
        let puzzles = std::mem::take(rest);
        self.puzzles(&puzzles, out)
    }
}

/// The puzzle in `text`, line number `line`.
fn parse(text: &[u8], line: usize, context: &InputContext<'_>) -> Option<(PuzzleLabel, Sudoku)> {
    let options = context.command.options;
    let mut puzzle = Reader::new(text, options).next()?.ok()?;
    puzzle.line = line;
    let quote = |_: &[usize]| (line, String::from_utf8_lossy(text).into_owned());
    let warning = puzzle_input::equal_clues_warning(&puzzle, &options.symbols, &context.source, quote);
    Some((PuzzleLabel { title: None, line, warning: warning.map(Box::new) }, puzzle.puzzle))
}

/// Whether the referee accepts the first two solutions, and the count did not stop at [`MAX_COUNTED`].
fn is_verified(cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> bool {
    let is_other = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
    (1..=MAX_COUNTED).contains(&solved.solutions)
        && solves_line(cells, &solved.grid)
        && (solved.solutions == 1 || second.is_some_and(is_other))
}

/// Writes the answer to a puzzle as a line.
#[inline]
fn write_line(solved: &Solved, context: &InputContext<'_>, out: &mut Vec<u8>) {
    match context.command.question {
        Question::Count => {
            out.extend_from_slice(itoa::Buffer::new().format(solved.solutions).as_bytes());
            if solved.solutions >= context.task.solutions {
                out.push(b'+');
            }
        }
        // Copied from the grid directly: assembling the line in a buffer first would load bytes that were just stored
        // in smaller pieces, which stalls the processor.
        _ if solved.solutions == 1 => out.extend_from_slice(&solved.grid),
        _ => out.extend_from_slice(Status::Multiple.name().as_bytes()),
    }
    out.push(b'\n');
}

/// Writes the answer to the puzzle `cells` in line number `line` as a JSON object.
fn write_record(
    cells: &[u8; 81],
    line: usize,
    solved: &Solved,
    (choice, cpu_ns): (Option<Choice>, u64),
    context: &InputContext<'_>,
    out: &mut Vec<u8>,
) {
    let stop = (solved.solutions >= context.task.solutions).then_some(Stop::Enough);
    let puzzle = cells.map(|cell| if matches!(cell, b'1'..=b'9') { cell } else { b'.' });
    let [puzzle, grid] = [&puzzle, &solved.grid].map(|text| str::from_utf8(text).expect("digits and dots"));
    let record = JsonAnswer {
        puzzle,
        strategy: &context.strategy,
        took: choice.map(|choice| choice.taken),
        status: word(Status::of(stop, solved.solutions)),
        solutions: Some(solved.solutions),
        exact: Some(stop.is_none()),
        solution: Some(JsonSolution::Text(grid)),
        nodes: Some(solved.nodes),
        stop: stop.map(Stop::name),
        solve_cpu_ns: Some(cpu_ns),
        source: &context.source,
        line: Some(Some(line)),
        name: Some(None),
        ..JsonAnswer::default()
    };
    record.write(out);
}
