//! The short way for plain lines: bytes go straight into the lanes of `lockstep`, and what is
//! solved comes back as bytes. The referee sees every solution all the same. A puzzle that needs
//! more words than its solution is left to the long way, so that both say the same.

use super::answer::Question;
use super::batch::{Label, Notice};
use super::read::{CLASHES, clash};
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Cancel, Sudoku, solves_line};
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};

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
        for solved in &answers.puzzles {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            if solved.solutions == 1 && solves_line(cells, &solved.grid) {
                append(&mut pieces, &solved.grid, text.len());
                continue;
            }
            let piece = self.left(cells, line + solved.line - 1, self.warn && clashes < CLASHES);
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
