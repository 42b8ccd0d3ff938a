//! Errors about lines and rows whose length fits no board.

use super::board_rules::is_prime;
use super::error::Error;
use super::symbols::board_name;
use super::text_lines::TextLine;

/// The error for a row whose length fits no board.
pub(super) fn wrong_length(line: TextLine<'_>, column: usize, length: usize, fixed: Option<usize>) -> Error {
    const SIDES: [usize; 10] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];
    let side = fixed.unwrap_or_else(|| SIDES.into_iter().min_by_key(|s| length.abs_diff(s * s)).unwrap_or(9));
    let need = side * side;
    let help = match fixed {
        Some(side) => format!("accepted length: {need} ({side}x{side})"),
        None => {
            "accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …".to_string()
                + &shape_of_line(length)
        }
    };
    let (from, width) = if length > need { (column + need, length - need) } else { (column + length, 0) };
    line.error(
        format!("row of {length} characters, but {} puzzle needs {need}", board_name(side)),
        from,
        width,
    )
    .label(difference(length, need, "character"))
    .help(help)
}

/// The rest of a remedy for a line that is taken for a row since the side of its board would be prime.
pub(super) fn shape_of_line(length: usize) -> String {
    let side = length.isqrt();
    if side * side != length || !is_prime(side) {
        return String::new();
    }
    format!("; --shape 1x{side} reads {length} characters as {} puzzle", board_name(side))
}

/// `1 character missing`, `2 characters too many`.
pub(super) fn difference(have: usize, need: usize, noun: &str) -> String {
    let by = have.abs_diff(need);
    let plural = if by == 1 { "" } else { "s" };
    format!("{by} {noun}{plural} {}", if have < need { "missing" } else { "too many" })
}
