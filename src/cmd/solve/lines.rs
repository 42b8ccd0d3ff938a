//! The short way for plain lines: bytes go straight into the lanes of `lockstep`, and what is
//! solved comes back as bytes. The referee sees every solution all the same. A puzzle that needs
//! more words than its solution is left to the long way, so that both say the same.

use super::answer::Question;
use super::batch::{Label, Notice};
use super::read::{CLASHES, clash};
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Cancel, Grid, Problem, Shape, Sudoku};
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};

/// Solves plain lines; for one worker.
pub(super) trait Lines<P>: Send {
    /// Solves the puzzles of `text`, which begins with line `line` of the input.
    fn solve(&mut self, text: &[u8], line: usize) -> Vec<Piece<P>>;
}

/// What came of some of the puzzles of a text, in their order.
pub(super) enum Piece<P> {
    /// So many solutions, a line each.
    Solved { text: Vec<u8>, puzzles: u64 },
    /// A puzzle that is to go the long way.
    Left { label: Label, problem: P, clash: Option<Notice> },
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
}

impl Lockstep {
    /// To answer `question`, which is [`Question::First`] or [`Question::Unique`].
    pub(super) fn new(solver: LineSolver, question: Question, source: &str, warn: bool) -> Lockstep {
        let limit = if question == Question::Unique { 2 } else { 1 };
        Lockstep { solver, answers: Answers::default(), limit, source: source.to_string(), warn }
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
        let (mut rest, mut number) = (text, 1);
        for solved in &answers.puzzles {
            while number < solved.line {
                rest = after_line(rest);
                number += 1;
            }
            let cells = &rest[..81];
            if solved.solutions == 1 && is_right(cells, solved) {
                append(&mut pieces, &solved.grid, text.len());
                continue;
            }
            let piece = self.left(cells, line + number - 1, self.warn && clashes < CLASHES);
            clashes += usize::from(matches!(piece, Some(Piece::Left { clash: Some(_), .. })));
            pieces.extend(piece);
        }
        self.answers = answers;
        pieces
    }
}

/// Adds a solved line. A new text gets room for as many bytes as all may take.
fn append(pieces: &mut Vec<Piece<Sudoku>>, grid: &[u8; 81], room: usize) {
    if !matches!(pieces.last(), Some(Piece::Solved { .. })) {
        pieces.push(Piece::Solved { text: Vec::with_capacity(room), puzzles: 0 });
    }
    if let Some(Piece::Solved { text, puzzles }) = pieces.last_mut() {
        text.extend_from_slice(grid);
        text.push(b'\n');
        *puzzles += 1;
    }
}

/// The text behind its first line, which is a plain one, blank or a comment.
fn after_line(text: &[u8]) -> &[u8] {
    // No line ends within a puzzle, and only what is no puzzle begins so.
    let from =
        if text.first().is_none_or(|byte| b"# \t\r\n".contains(byte)) { 0 } else { 81.min(text.len()) };
    let end = text[from..].iter().position(|&byte| byte == b'\n');
    end.map_or(&[], |end| &text[from + end + 1..])
}

/// The referee's word.
fn is_right(cells: &[u8], solved: &Solved) -> bool {
    let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
    let mut clues = [0; 81];
    clues.iter_mut().zip(cells).for_each(|(clue, &byte)| *clue = digit(byte));
    let (puzzle, grid) = (Sudoku::new(Shape::NINE, &clues), Grid::new(Shape::NINE, &solved.grid.map(digit)));
    matches!((puzzle, grid), (Some(puzzle), Some(grid)) if puzzle.verify(&grid).is_ok())
}
