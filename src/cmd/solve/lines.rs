//! Plain lines, as files of millions have them: a worker takes them as text, so that the reader only cuts.
//!
//! Where the strategy answers line by line, bytes go straight into its lanes, and what is solved comes back as bytes.
//! The referee verifies every solution all the same, and where there are several, two. A puzzle that needs more words
//! than its line, or has more than a few solutions to count, is parsed and searched like any other, so that both ways
//! say the same.

use super::answer::Context;
use super::arguments::{Form, Question};
use super::batch::{Label, Puzzles};
use super::record::LineRecords;
use super::results::{Notice, NoticeKind, Text};
use crate::cmd::feed::clash;
use coverlab_bench::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Choice, Stop, Sudoku, Task, solves_line};
use coverlab_strategies::LANES;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};
use std::time::Duration;

/// Answers plain lines or parses them, for one worker.
pub(super) trait LineReader<P>: Send {
    /// Answers or parses the puzzles of `text`, which begins at line `line` of the input.
    fn read(&mut self, text: &[u8], line: usize) -> Vec<LineAnswers<P>>;
}

/// Makes a [`LineReader`] for each worker.
pub(super) type LineReaders<'a, P> = Box<dyn Fn() -> Box<dyn LineReader<P> + 'a> + Send + Sync + 'a>;

/// Answers to some puzzles of a text, or puzzles that need a search, in the order of the text.
pub(super) enum LineAnswers<P> {
    /// Answers, a line each.
    Text(Text),
    /// Puzzles to be searched.
    Puzzles(Puzzles<P>),
}

/// Most solutions that are counted line by line. A puzzle with more may take long, so a search that shows its
/// progress takes over.
const MAX_COUNTED: u64 = 1000;

/// A JSON object is so many times as long as the line of its puzzle, at least.
const OBJECT_LINES: usize = 5;

/// Reads plain lines of Sudoku puzzles.
pub(super) struct PlainReader<'a> {
    context: &'a Context<'a>,
    options: &'a Options,
    task: &'a Task,
    /// Answers line by line, where the strategy can.
    solver: Option<LineSolver>,
    answers: Answers,
    /// The choice of a strategy that chooses its lanes.
    choice: Option<Choice>,
    /// Writes answers as JSON objects, where these are wanted.
    records: Option<LineRecords>,
    /// Puzzles with several solutions that were left to be searched.
    several: u64,
    warnings: u64,
}

impl LineReader<Sudoku> for PlainReader<'_> {
    fn read(&mut self, text: &[u8], line: usize) -> Vec<LineAnswers<Sudoku>> {
        if let Some(mut solver) = self.solver.take() {
            let answers = self.answer(&mut solver, text, line);
            self.solver = Some(solver);
            return answers;
        }
        let mut puzzles = Puzzles::default();
        self.parse(text, line, &mut puzzles);
        vec![LineAnswers::Puzzles(puzzles)]
    }
}

impl<'a> PlainReader<'a> {
    /// A reader for one worker. `solver`: answers line by line.
    pub(super) fn new(
        context: &'a Context<'a>,
        options: &'a Options,
        task: &'a Task,
        solver: Option<LineSolver>,
    ) -> PlainReader<'a> {
        let choice = (context.strategy == super::DEFAULT).then_some(LANES);
        let Context { form, strategy, source, .. } = context;
        let taken = choice.map(|choice| choice.taken);
        let records = (*form == Form::Json).then(|| LineRecords::new(strategy, taken, source));
        let (answers, several, warnings) = (Answers::default(), 0, 0);
        PlainReader { context, options, task, solver, answers, choice, records, several, warnings }
    }

    /// Parses lines, and warns of the first with equal clues.
    fn parse(&mut self, text: &[u8], line: usize, puzzles: &mut Puzzles<Sudoku>) {
        let mut reader = Reader::new(text, self.options);
        while let Some((at, puzzle)) = reader.plain() {
            let number = line + at - 1;
            let is_wanted = !self.context.terminal.quiet && NoticeKind::EqualClues.is_wanted(self.warnings);
            if is_wanted && puzzle.check_clues().is_err() {
                let cells = text.split(|&byte| byte == b'\n').nth(at - 1).unwrap_or_default();
                if let Some(warning) = self.warning(cells, number) {
                    self.warnings += 1;
                    puzzles.note(warning);
                }
            }
            puzzles.push(Label { title: None, line: number }, puzzle);
        }
    }

    /// A warning that the puzzle in `cells`, which is line `line`, has equal clues in a house.
    fn warning(&self, cells: &[u8], line: usize) -> Option<Notice> {
        let mut puzzle = Reader::new(cells, self.options).next()?.ok()?;
        puzzle.line = line;
        let quote = |_: &[usize]| (line, String::from_utf8_lossy(cells).into_owned());
        let warning = clash(&puzzle, &self.context.source, quote)?;
        Some(Notice::new(NoticeKind::EqualClues, warning))
    }

    /// Answers line by line what `solver` answers in full.
    fn answer(&mut self, solver: &mut LineSolver, text: &[u8], line: usize) -> Vec<LineAnswers<Sudoku>> {
        let mut answers = std::mem::take(&mut self.answers);
        let clock = ThreadTime::now();
        solver.solve(text, self.task.solutions.min(MAX_COUNTED + 1), &mut answers);
        let share = clock.elapsed() / answers.puzzles.len().max(1) as u32;
        let room = if self.records.is_some() { text.len() * OBJECT_LINES } else { text.len() };
        let mut all = Vec::new();
        let mut seconds = answers.seconds.iter().peekable();
        for (index, solved) in answers.puzzles.iter().enumerate() {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            let second = seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid);
            let number = line + solved.line - 1;
            if self.is_answered(cells, solved, second) {
                let out = self.text(&mut all, room);
                self.write(cells, solved, share, number, &mut out.bytes);
                out.tally.add_answer(self.context.question == Question::Unique && solved.solutions > 1);
                continue;
            }
            self.several += u64::from(solved.solutions > 1);
            self.parse(cells, number, puzzles(&mut all));
        }
        self.answers = answers;
        all
    }

    /// Whether these are all the solutions that are wanted, and the referee accepts the first two.
    fn is_answered(&self, cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> bool {
        if !(1..=MAX_COUNTED).contains(&solved.solutions) || !solves_line(cells, &solved.grid) {
            return false;
        }
        if solved.solutions == 1 {
            return true;
        }
        // A note says where the solutions of the first such puzzles differ.
        let has_note = self.context.question != Question::Count
            && self.context.has_notes()
            && NoticeKind::Several.is_wanted(self.several);
        let differs = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
        !has_note && second.is_some_and(differs)
    }

    /// Writes the answer to the puzzle in `cells`, which is line `line` and took `cpu`.
    #[inline]
    fn write(&self, cells: &[u8; 81], solved: &Solved, cpu: Duration, line: usize, out: &mut Vec<u8>) {
        let stop = (solved.solutions >= self.task.solutions).then_some(Stop::Enough);
        let mut number = itoa::Buffer::new();
        match (&self.records, self.context.question) {
            (Some(records), _) => {
                return records.write(cells, solved, self.task.solutions, cpu, line, out);
            }
            (_, Question::Count) => {
                out.extend_from_slice(number.format(solved.solutions).as_bytes());
                if stop.is_some() {
                    out.push(b'+');
                }
            }
            // Not put together first: what was just written in pieces is slow to be read as one.
            _ if solved.solutions == 1 => out.extend_from_slice(&solved.grid),
            _ => out.extend_from_slice(Status::Multiple.word().as_bytes()),
        }
        out.push(b'\n');
    }

    /// The text that the next answer goes to. A new one gets room for as many bytes as all may take.
    #[inline]
    fn text<'l>(&self, all: &'l mut Vec<LineAnswers<Sudoku>>, room: usize) -> &'l mut Text {
        if !matches!(all.last(), Some(LineAnswers::Text(_))) {
            let (bytes, choice) = (Vec::with_capacity(room), self.choice);
            all.push(LineAnswers::Text(Text { bytes, choice, ..Text::default() }));
        }
        match all.last_mut() {
            Some(LineAnswers::Text(text)) => text,
            _ => unreachable!("the text was pushed above"),
        }
    }
}

/// The puzzles to which the next one is added that is to be searched.
fn puzzles(all: &mut Vec<LineAnswers<Sudoku>>) -> &mut Puzzles<Sudoku> {
    if !matches!(all.last(), Some(LineAnswers::Puzzles(_))) {
        all.push(LineAnswers::Puzzles(Puzzles::default()));
    }
    match all.last_mut() {
        Some(LineAnswers::Puzzles(puzzles)) => puzzles,
        _ => unreachable!("the puzzles were pushed above"),
    }
}
