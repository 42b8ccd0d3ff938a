//! Generates full boards.
//!
//! Boards of up to 121 cells come from [`Engine::dive`]. On larger boards, a dive nearly always ends in a dead end. They
//! come from a random walk over boards instead.
//!
//! A step of the walk exchanges two digits in some cells, or two rows of a band (or columns of a stack) in some
//! positions. Starting from a random cell, it extends the exchange until every house has each digit once again.

use super::engine::{Engine, MAX_SIDE};
use coverlab_model::{Grid, Shape, Sudoku, Symmetry};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Number of steps of the walk per cell.
const STEPS_PER_CELL: usize = 20;

/// Generates full boards of one shape.
pub(crate) struct BoardSource {
    shape: Shape,
    /// The engine for boards of up to 121 cells.
    pub engine: Option<Engine>,
}

impl BoardSource {
    pub(crate) fn new(shape: Shape) -> BoardSource {
        let engine = (shape.side() <= MAX_SIDE).then(|| Engine::new(shape));
        BoardSource { shape, engine }
    }

    /// A random board, transformed by a random symmetry to hide where the search began. The distribution is nearly
    /// uniform up to side 11.
    pub(crate) fn board(&self, random: &mut Pcg64Mcg) -> Vec<u8> {
        let cells = match &self.engine {
            Some(engine) => loop {
                if let Some(cells) = engine.dive(random) {
                    break cells;
                }
            },
            None => return walk_to_board(self.shape, random),
        };
        let board = Sudoku::new(self.shape, &cells).expect("a board of this shape");
        let symmetry = Symmetry::random(self.shape, &mut |bound| random.random_range(0..bound));
        symmetry.apply(&board).clues().to_vec()
    }
}

/// A full board of any side: a fixed board, transformed by a random symmetry and then by a random walk.
fn walk_to_board(shape: Shape, random: &mut Pcg64Mcg) -> Vec<u8> {
    let symmetry = Symmetry::random(shape, &mut |bound| random.random_range(0..bound));
    let mut walk = Walk { shape, cells: symmetry.apply_to_grid(&Grid::shifted(shape)).cells().to_vec() };
    for _ in 0..STEPS_PER_CELL * shape.cells() {
        walk.step(random);
    }
    walk.cells
}

/// A random walk over full boards.
struct Walk {
    shape: Shape,
    cells: Vec<u8>,
}

impl Walk {
    /// Makes one of the three kinds of exchanges at a random place.
    fn step(&mut self, random: &mut Pcg64Mcg) {
        let (shape, side) = (self.shape, self.shape.side());
        let start = random.random_range(0..self.cells.len());
        let (row, column) = (start / side, start % side);
        match random.random_range(0..3) {
            0 => self.exchange_digits(start, random.random_range(1..=side) as u8),
            1 => {
                let size = shape.box_rows();
                let other = row / size * size + random.random_range(0..size);
                self.exchange_lines([row, other], column, |row, k| row * side + k);
            }
            _ => {
                let size = shape.box_columns();
                let other = column / size * size + random.random_range(0..size);
                self.exchange_lines([column, other], row, |column, k| k * side + column);
            }
        }
    }

    /// Exchanges the digit of `start` with `other`, in this cell and in all others where a shared house requires it.
    fn exchange_digits(&mut self, start: usize, other: u8) {
        let digit = self.cells[start];
        if digit == other {
            return;
        }
        let mut component = vec![start];
        let mut next = 0;
        while next < component.len() {
            let cell = component[next];
            let partner = if self.cells[cell] == digit { other } else { digit };
            for found in self.cells_in_houses(cell, partner) {
                if !component.contains(&found) {
                    component.push(found);
                }
            }
            next += 1;
        }
        for cell in component {
            self.cells[cell] = if self.cells[cell] == digit { other } else { digit };
        }
    }

    /// The cells with `digit` in the row, the column and the box of `cell`.
    fn cells_in_houses(&self, cell: usize, digit: u8) -> [usize; 3] {
        let (shape, side) = (self.shape, self.shape.side());
        let (row, column) = (shape.row(cell), shape.column(cell));
        let holds = |cell: &usize| self.cells[*cell] == digit;
        let found = [
            (row * side..(row + 1) * side).find(holds),
            (column..side * side).step_by(side).find(holds),
            shape.cells_of_box(shape.box_of(cell)).find(holds),
        ];
        found.map(|cell| cell.expect("a full board has every digit in every house"))
    }

    /// Exchanges the cells in position `start` of two rows or columns, and repeats this until no digit occurs twice in one of
    /// them. `cell` maps a row or column and a position to a cell.
    fn exchange_lines(
        &mut self,
        [this, other]: [usize; 2],
        start: usize,
        cell: impl Fn(usize, usize) -> usize,
    ) {
        if this == other {
            return;
        }
        let mut at = start;
        loop {
            self.cells.swap(cell(this, at), cell(other, at));
            // The new digit now occurs twice in this line, unless the cycle is closed.
            let digit = self.cells[cell(this, at)];
            match (0..self.shape.side()).find(|&k| k != at && self.cells[cell(this, k)] == digit) {
                Some(duplicate) => at = duplicate,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Grid, Problem, canonical};
    use rand_pcg::rand_core::SeedableRng;

    #[test]
    fn boards_obey_the_rules() {
        for (rows, columns) in
            [(1, 1), (1, 2), (2, 2), (3, 2), (3, 3), (3, 4), (1, 13), (13, 1), (4, 4), (5, 5)]
        {
            let shape = Shape::new(rows, columns).unwrap();
            let boards = BoardSource::new(shape);
            let mut random = Pcg64Mcg::seed_from_u64(1);
            for _ in 0..5 {
                for cells in [boards.board(&mut random), walk_to_board(shape, &mut random)] {
                    let grid = Grid::new(shape, &cells).unwrap();
                    assert_eq!(Sudoku::empty(shape).verify(&grid), Ok(()), "{shape}");
                }
            }
        }
    }

    #[test]
    fn the_walk_reaches_inequivalent_boards() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let form = |cells: Vec<u8>| canonical(&Sudoku::new(Shape::NINE, &cells).unwrap()).unwrap().0;
        let forms: std::collections::HashSet<_> =
            (0..20).map(|_| form(walk_to_board(Shape::NINE, &mut random))).collect();
        assert_eq!(forms.len(), 20);
    }
}
