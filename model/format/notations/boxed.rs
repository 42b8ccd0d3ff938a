//! A grid drawn row by row, with bars between boxes.
//!
//! ```text
//! 8 _ _ | _ _ _ | _ _ _
//! _ _ 3 | 6 _ _ | _ _ _
//! _ 7 _ | _ 9 _ | 2 _ _
//! ------+-------+------
//! ```

use crate::Shape;
use crate::format::notation::{Format, Read, Style};
use crate::format::puzzle::Puzzle;
use crate::format::symbols::Symbols;

/// A grid with bars between boxes.
pub(crate) struct Boxed;

impl Format for Boxed {
    const NAME: &'static str = "boxed";
    const SENTENCE: &'static str = "drawn row by row";
    const READ: Read = Read::Grid;

    fn writes(_shape: Shape, _symbols: &Symbols) -> bool {
        true
    }

    fn append(puzzle: &Puzzle, style: &Style, out: &mut String) {
        if let Some(name) = &puzzle.name {
            out.push_str(&format!("# {name}\n"));
        }
        let shape = puzzle.puzzle.shape();
        let cell = |digit: u8| match style.blank.filter(|_| digit == 0) {
            Some(blank) => blank.to_string(),
            None => word(digit, shape, &style.symbols),
        };
        out.push_str(&draw(shape, &style.symbols, |k| cell(puzzle.puzzle.clues()[k])));
        if let Some(solution) = &puzzle.solution {
            out.push_str("\nSolution:\n\n");
            out.push_str(&draw(shape, &style.symbols, |k| cell(solution.cells()[k])));
        }
        out.push('\n');
    }
}

/// Formats a board with bars between boxes, `_` for an empty cell, and numbers on boards too wide for
/// letters, as Delord prints it.
pub fn write(shape: Shape, cells: &[u8], symbols: &Symbols) -> String {
    draw(shape, symbols, |cell| word(cells[cell], shape, symbols))
}

/// The text of a cell as [`write()`] formats it, without padding.
pub fn word(digit: u8, shape: Shape, symbols: &Symbols) -> String {
    if digit == 0 { "_".to_string() } else { symbols.word(digit, shape.side()) }
}

/// Formats a board whose cells are formatted by `show`: words as [`word`] returns them, optionally with color
/// sequences, which count as zero width.
pub fn draw(shape: Shape, symbols: &Symbols, show: impl Fn(usize) -> String) -> String {
    let (side, group) = (shape.side(), shape.box_columns());
    let width = if symbols.is_short(side) { 1 } else { side.to_string().len() };
    let bars = group < side;
    let mut text = String::new();
    for row in 0..side {
        if row > 0 && row % shape.box_rows() == 0 && bars && shape.box_rows() < side {
            text.push_str(&rule(side / group, group * (width + 1) - 1));
        }
        for column in 0..side {
            match column {
                0 => {}
                _ if bars && column % group == 0 => text.push_str(" | "),
                _ => text.push(' '),
            }
            let cell = show(row * side + column);
            let pad = width.saturating_sub(visible(&cell));
            text.extend(std::iter::repeat_n(' ', pad));
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text
}

/// The number of characters of `text` on a terminal, without color sequences (`ESC [ … m`).
fn visible(text: &str) -> usize {
    let mut escaped = false;
    let shown = |c: &char| {
        let was = escaped;
        escaped = if was { *c != 'm' } else { *c == '\u{1b}' };
        !was && !escaped
    };
    text.chars().filter(shown).count()
}

/// A rule such as `------+-------+------`: inner groups have a blank on each side.
fn rule(groups: usize, group: usize) -> String {
    let part = |k: usize| "-".repeat(group + if k == 0 || k + 1 == groups { 1 } else { 2 });
    (0..groups).map(part).collect::<Vec<_>>().join("+") + "\n"
}
