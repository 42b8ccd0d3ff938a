//! Puzzles for the contract: seeded random ones of every kind, and known ones.

use crate::common::{below, shuffled, shuffled_lines};
use coverlab_model::{Shape, Sudoku};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// An endless supply of puzzles of one shape: with one solution, several, many and none.
///
/// Each is a random part of a [`solution`]. In one of four a digit is changed, which usually leaves no solution.
pub(crate) struct Puzzles {
    shape: Shape,
    random: Pcg64Mcg,
}

impl Puzzles {
    pub(crate) fn new(shape: Shape, seed: u64) -> Self {
        Puzzles { shape, random: Pcg64Mcg::seed_from_u64(seed) }
    }

    pub(crate) fn puzzle(&mut self) -> Sudoku {
        let side = self.shape.side();
        let mut cells = solution(self.shape, &mut self.random);
        // From a minimal share of the cells to all: boards beyond 9x9 are hard with few clues, so they keep
        // more.
        let least = if side > 9 { side * side * 6 / 10 } else { side * side / 3 };
        let keep = least + below(&mut self.random, side * side - least + 1);
        for cell in shuffled(&mut self.random, side * side).into_iter().skip(keep) {
            cells[cell] = 0;
        }
        if below(&mut self.random, 4) == 0 {
            let cell = below(&mut self.random, side * side);
            cells[cell] = below(&mut self.random, side) as u8 + 1;
        }
        Sudoku::new(self.shape, &cells).expect("a board of this shape")
    }
}

/// A scrambled pattern: digits renamed, rows and columns permuted within and across bands and stacks.
pub(crate) fn solution(shape: Shape, random: &mut Pcg64Mcg) -> Vec<u8> {
    let (side, high, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
    let digits = shuffled(random, side);
    let rows = shuffled_lines(random, wide, high);
    let columns = shuffled_lines(random, high, wide);
    let digit =
        |row: usize, column: usize| digits[(row % high * wide + row / high + column) % side] as u8 + 1;
    (0..side * side).map(|cell| digit(rows[cell / side], columns[cell % side])).collect()
}

/// The puzzles of `known.txt` with their numbers of solutions.
pub(crate) fn known() -> Vec<(Sudoku, u64)> {
    let lines = include_str!("known.txt").lines().filter(|l| !l.starts_with('#') && !l.is_empty());
    lines.map(parse).collect()
}

/// Parses a line `rowsxcolumns:cells:count`, with cells `.`, `1` … `9`, `A` …. This is deliberately not the
/// project's own reader: the contract must not depend on what it tests.
fn parse(line: &str) -> (Sudoku, u64) {
    let mut parts = line.split(':');
    let mut next = || parts.next().unwrap_or_else(|| panic!("{line}"));
    let (rows, columns) = next().split_once('x').unwrap();
    let shape = Shape::new(rows.parse().unwrap(), columns.parse().unwrap()).unwrap();
    let cells: Vec<u8> = next().chars().map(|c| c.to_digit(36).unwrap_or(0) as u8).collect();
    (Sudoku::new(shape, &cells).unwrap_or_else(|| panic!("{line}")), next().parse().unwrap())
}
