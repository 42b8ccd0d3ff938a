//! A fast path for files of plain lines: bytes go directly into the SIMD lanes of a strategy, and solutions come back as
//! bytes.
//!
//! The referee verifies every solution, or two if there are several. A puzzle whose answer needs more than a line, or
//! that has many solutions to count, is parsed and searched like any other, so both paths give the same answers.

use super::arguments::{DEFAULT, Form, Question};
use super::job::Context;
use super::record::{Place, Record, Solution, word};
use coverlab_bench::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Choice, Spec, Stop, solves_line};
use coverlab_strategies::LANES;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};
use std::time::Duration;

/// Maximum number of solutions counted on this path. A puzzle with more may take long, so a search that shows its
/// progress takes over.
const MAX_COUNTED: u64 = 1000;

/// Answers plain lines, for one worker.
pub(super) struct LineAnswers<'a> {
    context: &'a Context<'a>,
    solver: LineSolver,
    answers: Answers,
    /// The strategy that the requested one chose.
    pub(super) choice: Option<Choice>,
}

/// A line that was solved.
pub(super) struct SolvedLine<'t> {
    pub(super) cells: &'t [u8; 81],
    /// Its number in the input.
    pub(super) number: usize,
    solved: &'t Solved,
    /// The second solution, if there are several.
    second: Option<&'t [u8; 81]>,
}

impl SolvedLine<'_> {
    /// Whether the referee accepts the first two solutions, and the count did not stop at [`MAX_COUNTED`].
    pub(super) fn is_verified(&self) -> bool {
        let SolvedLine { cells, solved, second, .. } = self;
        let is_other = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
        (1..=MAX_COUNTED).contains(&solved.solutions)
            && solves_line(cells, &solved.grid)
            && (solved.solutions == 1 || second.is_some_and(is_other))
    }

    /// Whether the question is uniqueness and there are several solutions.
    pub(super) fn is_several(&self, question: Question) -> bool {
        question == Question::Unique && self.solved.solutions > 1
    }
}

impl<'a> LineAnswers<'a> {
    /// `None` if the strategy that `spec` names cannot answer lines, or if the question needs more than a line.
    pub(super) fn of(spec: &Spec, context: &'a Context<'a>) -> Option<LineAnswers<'a>> {
        let arguments = context.arguments;
        let solver = LineSolver::of(spec)?;
        let is_plain = context.form != Form::Drawing
            && context.question != Question::All
            && arguments.node_limit.is_none()
            && arguments.time_limit.is_none()
            && arguments.memory_limit.is_none()
            && context.options.symbols == Symbols::default();
        let choice = (context.strategy == DEFAULT).then_some(LANES);
        let solver = solver.until(&context.task.cancel);
        is_plain.then(|| LineAnswers { context, solver, answers: Answers::default(), choice })
    }

    /// Solves the puzzles of `text`; returns the CPU time of each.
    pub(super) fn solve(&mut self, text: &[u8]) -> Duration {
        let clock = ThreadTime::now();
        let limit = self.context.task.solutions.min(MAX_COUNTED + 1);
        self.solver.solve(text, limit, &mut self.answers);
        clock.elapsed() / self.answers.puzzles.len().max(1) as u32
    }

    /// The puzzles of `text`, which were solved last and begin at line `first` of the input.
    pub(super) fn solved<'t>(
        &'t self,
        text: &'t [u8],
        first: usize,
    ) -> impl Iterator<Item = SolvedLine<'t>> + 't {
        let mut seconds = self.answers.seconds.iter().peekable();
        self.answers.puzzles.iter().enumerate().map(move |(index, solved)| SolvedLine {
            cells: text[solved.start..].first_chunk().expect("a puzzle has 81 characters"),
            number: first + solved.line - 1,
            solved,
            second: seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid),
        })
    }

    /// Writes the answer to a line, which took `cpu`.
    #[inline]
    pub(super) fn write(&self, line: &SolvedLine<'_>, cpu: Duration, out: &mut Vec<u8>) {
        let solved = line.solved;
        let is_enough = solved.solutions >= self.context.task.solutions;
        match (self.context.form, self.context.question) {
            (Form::Json, _) => return self.write_record(line, is_enough, cpu, out),
            (_, Question::Count) => {
                out.extend_from_slice(itoa::Buffer::new().format(solved.solutions).as_bytes());
                if is_enough {
                    out.push(b'+');
                }
            }
            // Copied from the grid directly: assembling the line in a buffer first would load bytes that were just stored
            // in smaller pieces, which stalls the processor.
            _ if solved.solutions == 1 => out.extend_from_slice(&solved.grid),
            _ => out.extend_from_slice(Status::Multiple.word().as_bytes()),
        }
        out.push(b'\n');
    }

    /// Writes the JSON object of a line. With `is_enough`, there may be more solutions.
    fn write_record(&self, line: &SolvedLine<'_>, is_enough: bool, cpu: Duration, out: &mut Vec<u8>) {
        let SolvedLine { cells, number, solved, .. } = line;
        let stop = is_enough.then_some(Stop::Enough);
        let puzzle = cells.map(|cell| if matches!(cell, b'1'..=b'9') { cell } else { b'.' });
        let [puzzle, grid] =
            [&puzzle, &solved.grid].map(|text| str::from_utf8(text).expect("digits and dots"));
        let record = Record {
            puzzle,
            strategy: &self.context.strategy,
            took: self.choice.map(|choice| choice.taken),
            status: word(Status::of(stop, solved.solutions)),
            solutions: Some(solved.solutions),
            exact: Some(!is_enough),
            solution: Some(Solution::Text(grid)),
            nodes: Some(solved.nodes),
            stop: stop.map(Stop::name),
            solve_cpu_ns: Some(cpu.as_nanos() as u64),
            source: &self.context.source,
            place: Some(Place { line: Some(*number), name: None }),
            ..Record::default()
        };
        record.write(out);
    }
}
