//! The short way for plain lines: bytes go straight into the lanes of `lockstep`, and what is
//! solved comes back as bytes. The referee sees every solution all the same, and where there are
//! several, two. A puzzle that needs more words than its line is left to the long way, so that both
//! say the same.

use super::answer::Question;
use super::batch::{Label, Notice};
use super::print::TOLD;
use super::read::CLASHES;
use crate::cmd::feed::clash;
use crate::record::Status;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Cancel, Sudoku, solves_line};
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};

/// Solves plain lines; for one worker.
pub(super) trait Lines<P>: Send {
    /// Solves the puzzles of `text`, which begins with line `line` of the input.
    fn solve(&mut self, text: &[u8], line: usize) -> Vec<Piece<P>>;
}

/// What came of some of the puzzles of a text, in their order.
pub(super) enum Piece<P> {
    /// Puzzles that a line each answers.
    Answered(Text),
    /// A puzzle that is to go the long way.
    Left { label: Label, problem: P, clash: Option<Notice> },
}

/// The answers to puzzles that follow each other, a line each.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) puzzles: u64,
    /// How many of them have several solutions.
    pub(super) several: u64,
}

impl Text {
    fn solved(&mut self, grid: &[u8; 81]) {
        // Not put together first: what was just written in pieces is slow to be read as one.
        self.bytes.extend_from_slice(grid);
        self.bytes.push(b'\n');
        self.puzzles += 1;
    }

    fn several(&mut self) {
        self.bytes.extend_from_slice(Status::Multiple.word().as_bytes());
        self.bytes.push(b'\n');
        self.puzzles += 1;
        self.several += 1;
    }
}

/// Makes a [`Lines`] for each worker, which a raised flag ends.
pub(super) type Maker<P> = Box<dyn Fn(&Cancel) -> Box<dyn Lines<P>> + Send + Sync>;

/// A solver of lines that are Sudokus.
pub(super) struct Lockstep {
    solver: LineSolver,
    answers: Answers,
    /// How many solutions to look for.
    limit: u64,
    source: String,
    warn: bool,
    /// How many puzzles of several solutions went the long way.
    told: u64,
}

impl Lockstep {
    /// To answer `question`, which is [`Question::First`] or [`Question::Unique`].
    pub(super) fn new(solver: LineSolver, question: Question, source: &str, warn: bool) -> Lockstep {
        let limit = if question == Question::Unique { 2 } else { 1 };
        let source = source.to_string();
        Lockstep { solver, answers: Answers::default(), limit, source, warn, told: 0 }
    }

    /// A puzzle for the long way, with a warning where it has equal clues.
    fn left(&self, cells: &[u8], line: usize, warn: bool) -> Option<Piece<Sudoku>> {
        let mut puzzle = Reader::new(cells, &Options::default()).next()?.ok()?;
        puzzle.line = line;
        let quote = |_: &[usize]| (line, String::from_utf8_lossy(cells).into_owned());
        let warning = if warn { clash(&puzzle, &self.source, quote) } else { None };
        let (label, clash) = (Label { title: puzzle.name, line }, warning.map(Notice::Clash));
        Some(Piece::Left { label, problem: puzzle.puzzle, clash })
    }
}

impl Lines<Sudoku> for Lockstep {
    fn solve(&mut self, text: &[u8], line: usize) -> Vec<Piece<Sudoku>> {
        let mut answers = std::mem::take(&mut self.answers);
        self.solver.solve(text, self.limit, &mut answers);
        let (mut pieces, mut clashes) = (Vec::new(), 0);
        let mut seconds = answers.seconds.iter().peekable();
        for (index, solved) in answers.puzzles.iter().enumerate() {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            let second = seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid);
            if solved.solutions == 1 && solves_line(cells, &solved.grid) {
                answered(&mut pieces, text.len()).solved(&solved.grid);
                continue;
            }
            if self.is_enough(cells, solved, second) {
                answered(&mut pieces, text.len()).several();
                continue;
            }
            self.told += u64::from(solved.solutions > 1);
            let piece = self.left(cells, line + solved.line - 1, self.warn && clashes < CLASHES);
            clashes += usize::from(matches!(piece, Some(Piece::Left { clash: Some(_), .. })));
            pieces.extend(piece);
        }
        self.answers = answers;
        pieces
    }
}

impl Lockstep {
    /// Whether no more needs to be said of a puzzle than that it has several solutions, and it has:
    /// the referee sees two. Where they differ is told of the first such puzzles; of one worker
    /// these are no fewer than of all.
    fn is_enough(&self, cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> bool {
        let asked = self.warn && self.told < TOLD;
        let right = |grid: &[u8; 81]| solves_line(cells, grid) && *grid != solved.grid;
        solved.solutions > 1 && !asked && solves_line(cells, &solved.grid) && second.is_some_and(right)
    }
}

/// The text that the next answer goes to. A new one gets room for as many bytes as all may take.
#[inline]
fn answered(pieces: &mut Vec<Piece<Sudoku>>, room: usize) -> &mut Text {
    if !matches!(pieces.last(), Some(Piece::Answered(_))) {
        pieces.push(Piece::Answered(Text { bytes: Vec::with_capacity(room), ..Text::default() }));
    }
    match pieces.last_mut() {
        Some(Piece::Answered(text)) => text,
        _ => unreachable!("it was just put there"),
    }
}
