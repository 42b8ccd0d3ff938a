//! Names of cells, digits and conclusions in sentences. Each technique gives its reason, and this file
//! the rest.

use crate::bits::Bits;
use crate::board::{Board, Candidate, Contradiction};
use coverlab_model::House;
use std::fmt::Display;

/// Joins words: `a, b and c`.
pub fn list<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    joined(things, "and")
}

/// Joins the digits of a set: `1, 2 and 7`.
pub(crate) fn digits(digits: Bits) -> String {
    list(digits.iter().map(|number| number + 1))
}

/// Joins words: `a, b or c`.
pub fn either<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    joined(things, "or")
}

fn joined<T: Display>(things: impl IntoIterator<Item = T>, by: &str) -> String {
    let things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match &things[..] {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {by} {last}", rest.join(", ")),
    }
}

/// Names houses, those of a kind under one noun: `row 3`, `rows 3 and 5`, `rows 3 and 5, and box 1`.
pub fn houses(houses: &[House]) -> String {
    let [mut rows, mut columns, mut boxes] = [const { Vec::new() }; 3];
    for house in houses {
        match *house {
            House::Row(number) => rows.push(number + 1),
            House::Column(number) => columns.push(number + 1),
            House::Box(number) => boxes.push(number + 1),
        }
    }
    let kinds = [("row", "rows", rows), ("column", "columns", columns), ("box", "boxes", boxes)];
    let is_long = kinds.iter().any(|(.., numbers)| numbers.len() > 1);
    let named = kinds.into_iter().filter(|(.., numbers)| !numbers.is_empty());
    let named: Vec<String> = named
        .map(|(one, several, mut numbers)| {
            numbers.sort_unstable();
            format!("{} {}", if numbers.len() == 1 { one } else { several }, list(numbers))
        })
        .collect();
    match &named[..] {
        [rest @ .., last] if is_long && !rest.is_empty() => format!("{}, and {last}", rest.join(", ")),
        _ => list(named),
    }
}

/// Says that all cells that lose a candidate see these cells: `which the affected cell sees`, for one that does.
pub(crate) fn seen_by(removals: &[Candidate]) -> &'static str {
    if removals.len() == 1 { "which the affected cell sees" } else { "which all the affected cells see" }
}

/// The digits left for cells without one of them: `the only digits left for r1c2 and r1c3 are 4 and 7`.
pub(crate) fn left_for(board: &Board, of: &[usize], without: u8) -> String {
    let mut left = board.candidates_of_all(of.iter().copied());
    left.remove(usize::from(without) - 1);
    let (noun, verb) = if left.count() == 1 { ("digit", "is") } else { ("digits", "are") };
    format!("the only {noun} left for {} {verb} {}", cells(board, of.iter().copied()), digits(left))
}

/// Names a cell: `r3c5`.
pub fn cell(board: &Board, cell: usize) -> String {
    let shape = board.layout().shape();
    format!("r{}c{}", shape.row(cell) + 1, shape.column(cell) + 1)
}

/// Names cells: `r3c5, r3c7 and r4c1`.
pub fn cells(board: &Board, cells: impl IntoIterator<Item = usize>) -> String {
    list(cells.into_iter().map(|c| cell(board, c)))
}

/// Names cells in short notation: `r13c2` for r1c2 and r3c2, `r2c13` for r2c1 and r2c3.
pub fn short_cells(board: &Board, cells: &[usize]) -> String {
    let shape = board.layout().shape();
    let numbers = |of: &dyn Fn(usize) -> usize| -> Vec<String> {
        let mut numbers: Vec<usize> = cells.iter().map(|&cell| of(cell) + 1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().map(ToString::to_string).collect()
    };
    let (rows, columns) = (numbers(&|cell| shape.row(cell)), numbers(&|cell| shape.column(cell)));
    let is_short = board.side() < 10 && rows.len() * columns.len() == cells.len();
    match is_short {
        true => format!("r{}c{}", rows.concat(), columns.concat()),
        false => cells.iter().map(|&of| cell(board, of)).collect::<Vec<_>>().join(","),
    }
}

/// The losses in words, with one clause for the cells that lose the same digits.
pub(crate) fn losses(board: &Board, removals: &[Candidate]) -> Vec<String> {
    let one = |(digits, of): (Vec<u8>, Vec<usize>)| {
        let verb = if of.len() == 1 { "loses" } else { "lose" };
        format!("{} {verb} {}", cells(board, of), list(digits))
    };
    by_digits(removals.iter().copied()).into_iter().map(one).collect()
}

/// Groups the cells of `candidates` that have the same digits there.
pub(crate) fn by_digits(candidates: impl Iterator<Item = Candidate>) -> Vec<(Vec<u8>, Vec<usize>)> {
    let mut by_cell: Vec<(usize, Vec<u8>)> = Vec::new();
    for Candidate { cell, digit } in candidates {
        match by_cell.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, digits)) => digits.push(digit),
            None => by_cell.push((cell, vec![digit])),
        }
    }
    let mut by_digits: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
    for (cell, mut digits) in by_cell {
        digits.sort_unstable();
        digits.dedup();
        match by_digits.iter_mut().find(|(same, _)| *same == digits) {
            Some((_, cells)) => cells.push(cell),
            None => by_digits.push((digits, vec![cell])),
        }
    }
    by_digits
}

/// Describes a contradiction: `r3c5 has no candidate left`.
pub fn contradiction(board: &Board, contradiction: Contradiction) -> String {
    match contradiction {
        Contradiction::Cell(of) => format!("{} has no candidate left", cell(board, of)),
        Contradiction::Digit(digit, house) => format!("{digit} has no place left in {house}"),
    }
}
