//! Puzzles as boards with candidates, for the commands that apply human techniques.

use super::progress_bar::Bar;
use super::puzzle_input::PuzzleInput;
use super::read_options::ReadOptions;
use super::{Exit, Failure, print_json, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_techniques::{Board, BoardError};
use serde_json::Value;

/// A puzzle with its board, and the input that it comes from.
pub(crate) struct BoardInput<'a> {
    pub(crate) input: &'a PuzzleInput,
    /// The progress bar of that input.
    pub(crate) bar: &'a Bar,
    pub(crate) puzzle: &'a Puzzle,
    /// With the candidates of the puzzle.
    pub(crate) board: &'a Board,
}

/// Does `work` with each puzzle of `inputs` and returns the worst exit. A puzzle without a board is reported, and the
/// object that `refused` makes of it and the reason is printed.
pub(crate) fn for_each_board(
    inputs: &[String],
    reading: &ReadOptions,
    terminal: &Terminal,
    mut work: impl FnMut(&BoardInput<'_>) -> Result<Exit, Failure>,
    refused: impl Fn(&PuzzleInput, &Puzzle, &BoardError) -> Option<Value>,
) -> Result<Exit, Failure> {
    PuzzleInput::each_puzzle(inputs, reading, terminal, |input, bar, puzzle| {
        match Board::new(&puzzle.puzzle) {
            Ok(board) => work(&BoardInput { input, bar, puzzle, board: &board }),
            Err(reason) => {
                let (diagnostic, exit) = refused_board(input, puzzle, &reason);
                bar.suspend(|| show_diagnostic(&diagnostic, terminal));
                let printed =
                    refused(input, puzzle, &reason).map(|object| bar.suspend(|| print_json(&object)));
                printed.transpose().map(|_| exit)
            }
        }
    })
}

/// The diagnostic for a puzzle that has no board.
fn refused_board(input: &PuzzleInput, puzzle: &Puzzle, refused: &BoardError) -> (Diagnostic, Exit) {
    match (refused, input.equal_clues_warning(puzzle)) {
        (BoardError::Clash { .. }, Some(clash)) => (clash, Exit::No),
        _ => {
            let error = Diagnostic::error(format!("{}:{}: {refused}", input.name, puzzle.line));
            (error.help("`coverlab solve` accepts boards of any size"), Exit::Limit)
        }
    }
}
