//! Plain lines, as files of millions have them: a worker takes them as text, so that the reader only cuts.
//!
//! [`Parsed`] makes puzzles of them. [`InLanes`] is a short way: bytes go straight into the lanes of
//! `lockstep` or `digit-lanes`, and what is solved comes back as bytes. The referee sees every solution all the same,
//! and where there are several, two. A puzzle that needs more words than its line, or has more than a few
//! solutions to count, is left to the long way, so that both say the same.

use super::answer::Question;
use super::batch::{Label, Notice, Puzzles};
use super::print::TOLD;
use super::read::CLASHES;
use super::text::Text;
use crate::cmd::feed::clash;
use crate::record::Status;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Cancel, Choice, Sudoku, solves_line};
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};

/// Takes plain lines; for one worker.
pub(super) trait Lines<P>: Send {
    /// What comes of `text`, which begins with line `line` of the input.
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<P>>;
}

/// What came of some of the puzzles of a text, in their order.
pub(super) enum Piece<P> {
    /// Puzzles that a line each answers.
    Answered(Text),
    /// Puzzles that are to be searched.
    Left(Puzzles<P>),
}

/// Makes a [`Lines`] for each worker, which a raised flag ends.
pub(super) type Maker<P> = Box<dyn Fn(&Cancel) -> Box<dyn Lines<P>> + Send + Sync>;

/// The input that lines are of.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) options: Options,
    /// Whether to warn of equal clues.
    pub(super) warn: bool,
}

impl Input {
    /// A warning, if the puzzle in `cells`, which is line `line`, has equal clues in a house.
    fn clash(&self, cells: &[u8], line: usize) -> Option<Notice> {
        let mut puzzle = Reader::new(cells, &self.options).next()?.ok()?;
        puzzle.line = line;
        let quote = |_: &[usize]| (line, String::from_utf8_lossy(cells).into_owned());
        clash(&puzzle, &self.name, quote).map(Notice::Clash)
    }
}

/// Makes puzzles of lines.
pub(super) struct Parsed {
    input: Input,
    clashes: usize,
}

impl Parsed {
    pub(super) fn new(input: Input) -> Parsed {
        Parsed { input, clashes: 0 }
    }

    /// Warns of the first puzzles with equal clues; of one worker these are no fewer than of all.
    fn warn(&mut self, text: &[u8], at: usize, line: usize, puzzles: &mut Puzzles<Sudoku>) {
        let cells = text.split(|&byte| byte == b'\n').nth(at - 1).unwrap_or_default();
        if let Some(notice) = self.input.clash(cells, line) {
            self.clashes += 1;
            puzzles.note(notice);
        }
    }
}

impl Lines<Sudoku> for Parsed {
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<Sudoku>> {
        let mut puzzles = Puzzles::default();
        let mut reader = Reader::new(text, &self.input.options);
        while let Some((at, puzzle)) = reader.plain() {
            let own = line + at - 1;
            if self.input.warn && self.clashes < CLASHES && puzzle.check_clues().is_err() {
                self.warn(text, at, own, &mut puzzles);
            }
            puzzles.push(Label { title: None, line: own }, puzzle);
        }
        vec![Piece::Left(puzzles)]
    }
}

/// So many solutions are counted the short way. What has more may take long, and the long way tells how far it is.
const FEW: u64 = 1000;

/// Solves lines in lanes.
pub(super) struct InLanes {
    solver: LineSolver,
    answers: Answers,
    question: Question,
    input: Input,
    /// The choice of a strategy that chooses lanes.
    choice: Option<Choice>,
    /// How many puzzles of several solutions went the long way.
    told: u64,
}

impl InLanes {
    /// To answer `question`, which is any but [`Question::All`].
    pub(super) fn new(
        solver: LineSolver,
        question: Question,
        input: Input,
        choice: Option<Choice>,
    ) -> InLanes {
        InLanes { solver, answers: Answers::default(), question, input, choice, told: 0 }
    }

    /// How many solutions to look for.
    fn limit(&self) -> u64 {
        match self.question {
            Question::First | Question::All => 1,
            Question::Unique => 2,
            Question::Count => FEW + 1,
        }
    }

    /// How many solutions a puzzle has, if these are all, and the referee confirms the first two.
    fn count(&self, cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> Option<u64> {
        let right = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
        let few = (1..=FEW).contains(&solved.solutions) && solves_line(cells, &solved.grid);
        (few && (solved.solutions == 1 || second.is_some_and(right))).then_some(solved.solutions)
    }

    /// Whether no more needs to be said of a puzzle than that it has several solutions, and it has:
    /// the referee sees two. Where they differ is told of the first such puzzles; of one worker
    /// these are no fewer than of all.
    fn is_enough(&self, cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> bool {
        let asked = self.input.warn && self.told < TOLD;
        let right = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
        solved.solutions > 1 && !asked && solves_line(cells, &solved.grid) && second.is_some_and(right)
    }
}

impl Lines<Sudoku> for InLanes {
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<Sudoku>> {
        let mut answers = std::mem::take(&mut self.answers);
        self.solver.solve(text, self.limit(), &mut answers);
        let (mut pieces, mut clashes) = (Vec::new(), 0);
        let mut seconds = answers.seconds.iter().peekable();
        for (index, solved) in answers.puzzles.iter().enumerate() {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            let second = seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid);
            if self.question == Question::Count {
                if let Some(count) = self.count(cells, solved, second) {
                    answered(&mut pieces, text.len(), self.choice).counted(count);
                    continue;
                }
            } else if solved.solutions == 1 && solves_line(cells, &solved.grid) {
                answered(&mut pieces, text.len(), self.choice).solved(&solved.grid);
                continue;
            }
            if self.question == Question::Unique && self.is_enough(cells, solved, second) {
                answered(&mut pieces, text.len(), self.choice).several();
                continue;
            }
            self.told += u64::from(solved.solutions > 1);
            let line = line + solved.line - 1;
            let Some(Ok(puzzle)) = Reader::new(cells, &self.input.options).next() else { continue };
            let puzzles = left(&mut pieces);
            if self.input.warn
                && clashes < CLASHES
                && let Some(notice) = self.input.clash(cells, line)
            {
                clashes += 1;
                puzzles.note(notice);
            }
            puzzles.push(Label { title: puzzle.name, line }, puzzle.puzzle);
        }
        self.answers = answers;
        pieces
    }
}

impl Text {
    fn solved(&mut self, grid: &[u8; 81]) {
        // Not put together first: what was just written in pieces is slow to be read as one.
        self.bytes.extend_from_slice(grid);
        self.bytes.push(b'\n');
        self.tally.add_answer();
    }

    fn counted(&mut self, solutions: u64) {
        self.bytes.extend_from_slice(itoa::Buffer::new().format(solutions).as_bytes());
        self.bytes.push(b'\n');
        self.tally.add_answer();
    }

    fn several(&mut self) {
        self.bytes.extend_from_slice(Status::Multiple.word().as_bytes());
        self.bytes.push(b'\n');
        self.tally.add_answer();
        self.tally.add_several();
    }
}

/// The text that the next answer goes to. A new one gets room for as many bytes as all may take.
#[inline]
fn answered(pieces: &mut Vec<Piece<Sudoku>>, room: usize, choice: Option<Choice>) -> &mut Text {
    if !matches!(pieces.last(), Some(Piece::Answered(_))) {
        pieces.push(Piece::Answered(Text::with_room(room, choice)));
    }
    match pieces.last_mut() {
        Some(Piece::Answered(text)) => text,
        _ => unreachable!("it was just put there"),
    }
}

/// The puzzles that the next one which is left goes to.
fn left(pieces: &mut Vec<Piece<Sudoku>>) -> &mut Puzzles<Sudoku> {
    if !matches!(pieces.last(), Some(Piece::Left(_))) {
        pieces.push(Piece::Left(Puzzles::default()));
    }
    match pieces.last_mut() {
        Some(Piece::Left(puzzles)) => puzzles,
        _ => unreachable!("it was just put there"),
    }
}
