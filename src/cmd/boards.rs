//! Puzzles as boards with candidates, for the commands that apply human techniques.

use super::feed::Feed;
use super::progress_bar::Bar;
use super::read_options::ReadOptions;
use super::{Exit, Failure, print_json, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_techniques::{Board, BoardError};
use serde_json::Value;

/// A puzzle with its board, and the input that it comes from.
pub(super) struct BoardInput<'a> {
    pub(super) feed: &'a Feed,
    /// The progress bar of that input.
    pub(super) bar: &'a Bar,
    pub(super) puzzle: &'a Puzzle,
    /// With the candidates of the puzzle.
    pub(super) board: &'a Board,
}

/// Does `work` with each puzzle of `inputs` and returns the worst exit. A puzzle without a board is reported, and the
/// object that `refused` makes of it and the reason is printed.
pub(super) fn each(
    inputs: &[String],
    reading: &ReadOptions,
    terminal: &Terminal,
    mut work: impl FnMut(&BoardInput<'_>) -> Result<Exit, Failure>,
    refused: impl Fn(&Feed, &Puzzle, &BoardError) -> Option<Value>,
) -> Result<Exit, Failure> {
    Feed::each_puzzle(inputs, reading, terminal, |feed, bar, puzzle| match Board::new(&puzzle.puzzle) {
        Ok(board) => work(&BoardInput { feed, bar, puzzle, board: &board }),
        Err(reason) => {
            let (diagnostic, exit) = refused_board(feed, puzzle, &reason);
            bar.suspend(|| show_diagnostic(&diagnostic, terminal));
            let printed = refused(feed, puzzle, &reason).map(|object| bar.suspend(|| print_json(&object)));
            printed.transpose().map(|_| exit)
        }
    })
}

/// The diagnostic for a puzzle that has no board.
fn refused_board(feed: &Feed, puzzle: &Puzzle, refused: &BoardError) -> (Diagnostic, Exit) {
    match (refused, feed.clash(puzzle)) {
        (BoardError::Clash { .. }, Some(clash)) => (clash, Exit::No),
        _ => {
            let error = Diagnostic::error(format!("{}:{}: {refused}", feed.name, puzzle.line));
            (error.help("`coverlab solve` accepts boards of any size"), Exit::Limit)
        }
    }
}
