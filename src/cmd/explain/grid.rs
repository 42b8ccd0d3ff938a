//! Draws a board with its candidates and marks the pattern of a step.

use anstyle::{AnsiColor, Style};
use coverlab_bench::terminal::{GIVEN, paint};
use coverlab_techniques::{Board, Candidate, Step};

/// Candidates of the step's pattern.
const PATTERN: Style = AnsiColor::Green.on_default().bold();
/// Candidates that keep the pattern from being complete.
const FIN: Style = AnsiColor::Yellow.on_default().bold();
/// Candidates that the step eliminates.
const REMOVED: Style = AnsiColor::Red.on_default().strikethrough();
/// Digits that the step places.
const PLACED: Style = AnsiColor::Cyan.on_default().bold();

/// Draws the board. Marks are colors, or signs if `color` is false.
pub(super) fn draw(board: &Board, step: Option<&Step>, color: bool) -> String {
    let layout = board.layout();
    let (shape, side) = (layout.shape(), layout.side());
    let texts: Vec<CellText> = (0..side * side).map(|cell| CellText::of(board, step, cell, color)).collect();
    let widths: Vec<usize> = (0..side)
        .map(|column| (0..side).map(|row| texts[row * side + column].width).max().unwrap_or(0))
        .collect();
    let border = border(&widths, shape.box_columns());
    let mut text = border.clone();
    for row in 0..side {
        for column in 0..side {
            text += if column % shape.box_columns() == 0 { "| " } else { "" };
            let word = &texts[row * side + column];
            text += &word.text;
            text += &" ".repeat(widths[column] - word.width + 1);
        }
        text += "|\n";
        if (row + 1) % shape.box_rows() == 0 {
            text += &border;
        }
    }
    text
}

fn border(widths: &[usize], box_columns: usize) -> String {
    let of_box = |widths: &[usize]| "-".repeat(widths.iter().map(|width| width + 1).sum::<usize>() + 1);
    let boxes: Vec<String> = widths.chunks(box_columns).map(of_box).collect();
    format!("+{}+\n", boxes.join("+"))
}

/// The text drawn in a cell.
struct CellText {
    text: String,
    /// Columns on the screen.
    width: usize,
}

impl CellText {
    fn of(board: &Board, step: Option<&Step>, cell: usize, color: bool) -> CellText {
        if board.digit(cell) != 0 {
            let digit = board.digit(cell).to_string();
            return CellText { width: digit.len(), text: paint(&digit, GIVEN, color) };
        }
        let has_long_numbers = board.side() > 9;
        let mut word = CellText { text: String::new(), width: 0 };
        for (k, number) in board.candidates(cell).iter().enumerate() {
            let candidate = Candidate::new(cell, number + 1);
            let (style, sign) = mark(step, candidate);
            let digit = candidate.digit.to_string();
            let plain = if color { digit } else { sign.replace('5', &digit) };
            let gap = if has_long_numbers && k > 0 { "," } else { "" };
            word.width += gap.len() + plain.len();
            word.text += gap;
            word.text += &style.map_or(plain.clone(), |style| paint(&plain, style, color));
        }
        word
    }
}

/// The style of a candidate, and its mark without colors, written with 5 as the digit.
fn mark(step: Option<&Step>, candidate: Candidate) -> (Option<Style>, &'static str) {
    let Some(step) = step else { return (None, "5") };
    if step.placements.contains(&candidate) {
        (Some(PLACED), "5+")
    } else if step.removals.contains(&candidate) {
        (Some(REMOVED), "5-")
    } else if step.fins.contains(&candidate) {
        (Some(FIN), "5'")
    } else if step.pattern.contains(&candidate) {
        (Some(PATTERN), "5*")
    } else {
        (None, "5")
    }
}
