//! Puzzles as boards with candidates, for the commands that reason on them.

use super::bar::Bar;
use super::feed::{Feed, Reading};
use super::{Exit, Failure, show_diagnostic};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::terminal::Terminal;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_techniques::{Board, Refused};

/// A puzzle to reason on.
pub(super) struct Posed<'a> {
    /// The input that it is from.
    pub(super) feed: &'a Feed,
    /// The progress bar of that input.
    pub(super) bar: &'a Bar,
    /// The puzzle.
    pub(super) puzzle: &'a Puzzle,
    /// Its board.
    pub(super) board: &'a Board,
}

/// Does `work` with each puzzle of `inputs`; one that has no board is reported, and the others go on. The
/// exit is the worst.
///
/// # Errors
/// As [`Feed::each`], and those of `work`.
pub(super) fn each(
    inputs: &[String],
    reading: &Reading,
    terminal: &Terminal,
    mut work: impl FnMut(&Posed<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    Feed::each(inputs, reading, terminal, |feed| {
        let bar = feed.bar();
        let mut worst = Exit::Answered;
        while let Some(puzzle) = feed.next(&bar)? {
            worst = worst.max(match Board::new(&puzzle.puzzle) {
                Ok(board) => work(&Posed { feed, bar: &bar, puzzle: &puzzle, board: &board })?,
                Err(refused) => {
                    let (diagnostic, exit) = unfit(feed, &puzzle, &refused);
                    bar.suspend(|| show_diagnostic(&diagnostic, terminal));
                    exit
                }
            });
        }
        Ok(worst.max(feed.exit()))
    })
}

/// Why there is no board to reason on.
fn unfit(feed: &Feed, puzzle: &Puzzle, refused: &Refused) -> (Diagnostic, Exit) {
    match (refused, feed.clash(puzzle)) {
        (Refused::Clash { .. }, Some(clash)) => (clash, Exit::No),
        _ => {
            let error = Diagnostic::error(format!("{}:{}: {refused}", feed.name, puzzle.line));
            (error.help("`coverlab solve` takes boards of any size"), Exit::Limit)
        }
    }
}
