//! Full boards.
//!
//! On boards of up to 121 cells a board comes from [`Engine::dive`], which knows the probability of each
//! draw: hence boards with an exact weight. On larger ones a dive nearly always ends in a dead end. There a
//! board is the end of a random walk over boards: two digits are exchanged in a set of cells that is closed
//! under sharing a house, or two rows of a band, or two columns of a stack, in a set of places that is closed
//! under holding the same digits. Any board can turn up that such exchanges lead to; how likely each is, is
//! not known.

use super::engine::{Engine, MOST_SIDE};
use coverlab_model::{Shape, Sudoku, Symmetry};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// Dives of the pilot that sets the bar of rejection.
const PILOT: usize = 400;

/// A source of full boards of one shape.
pub struct Boards {
    shape: Shape,
    pub engine: Option<Engine>,
    /// The logarithm of the weight above which a dive is always accepted.
    bar: f64,
}

/// A full board, and the logarithm of one over its probability in one try.
pub struct Board {
    pub cells: Vec<u8>,
    pub log_weight: f64,
    /// Dives that it took, dead ends and rejections included.
    pub tries: u64,
}

impl Boards {
    pub fn new(shape: Shape) -> Boards {
        let engine = (shape.side() <= MOST_SIDE).then(|| Engine::new(shape));
        let bar = engine.as_ref().map_or(0.0, pilot);
        Boards { shape, engine, bar }
    }

    /// A board that hides where the search began: any symmetry of the shape is applied to it.
    /// Not uniform, but near it where the side is at most 11.
    pub fn any(&self, random: &mut Pcg64Mcg) -> Vec<u8> {
        let cells = match &self.engine {
            Some(engine) => loop {
                if let Some((cells, _)) = engine.dive(random) {
                    break cells;
                }
            },
            None => return walked(self.shape, random),
        };
        let board = Sudoku::new(self.shape, &cells).expect("a board of this shape");
        let symmetry = Symmetry::random(self.shape, &mut |bound| random.random_range(0..bound));
        symmetry.apply(&board).clues().to_vec()
    }

    /// A board with its exact weight, nearly always the same one: a dive of little weight, that is one drawn
    /// too often, is rejected as often as that makes up for. A dive above the bar keeps the excess.
    pub(crate) fn weighed(&self, random: &mut Pcg64Mcg) -> Board {
        let engine = self.engine.as_ref().expect("weights are known on small boards only");
        for tries in 1.. {
            let Some((cells, log_weight)) = engine.dive(random) else { continue };
            if random.random::<f64>() < (log_weight - self.bar).exp() {
                return Board { cells, log_weight: log_weight.max(self.bar), tries };
            }
        }
        unreachable!("there are boards of every shape")
    }
}

/// The weight that all but a few dives stay below. It only sets how often the rejection has
/// to leave a remainder in the weight, never whether the weight is right.
fn pilot(engine: &Engine) -> f64 {
    let mut random = Pcg64Mcg::seed_from_u64(0);
    let mut weights: Vec<f64> =
        (0..PILOT).filter_map(|_| engine.dive(&mut random)).map(|(_, weight)| weight).collect();
    weights.sort_by(f64::total_cmp);
    weights.get(weights.len() * 99 / 100).copied().unwrap_or(0.0)
}

/// A full board of any side: one that a formula gives, scrambled, and then changed by a random
/// walk of exchanges that keep it a board.
fn walked(shape: Shape, random: &mut Pcg64Mcg) -> Vec<u8> {
    let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % side;
    let cells: Vec<u8> = (0..shape.cells()).map(|c| digit(c / side, c % side) as u8 + 1).collect();
    let board = Sudoku::new(shape, &cells).expect("a board of this shape");
    let symmetry = Symmetry::random(shape, &mut |bound| random.random_range(0..bound));
    let mut walk = Walk { shape, cells: symmetry.apply(&board).clues().to_vec() };
    for _ in 0..STEPS * shape.cells() {
        walk.step(random);
    }
    walk.cells
}

/// Steps of the walk for each cell of the board.
const STEPS: usize = 20;

/// A full board on its way.
struct Walk {
    shape: Shape,
    cells: Vec<u8>,
}

impl Walk {
    fn step(&mut self, random: &mut Pcg64Mcg) {
        let start = random.random_range(0..self.cells.len());
        match random.random_range(0..3) {
            0 => self.exchange_digits(start, random.random_range(1..=self.shape.side()) as u8),
            1 => self.exchange_in_rows(start, random.random_range(0..self.shape.box_rows())),
            _ => self.exchange_in_columns(start, random.random_range(0..self.shape.box_columns())),
        }
    }

    /// Exchanges the digit of `start` and `other` there and in all cells that this forces to
    /// follow because they share a house.
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
            for found in self.in_houses(cell, partner) {
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

    /// Where `digit` stands in the row, the column and the box of `cell`.
    fn in_houses(&self, cell: usize, digit: u8) -> [usize; 3] {
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

    /// Exchanges `start` with the cell in another row of its band, and goes on along both rows
    /// until no digit stands twice.
    fn exchange_in_rows(&mut self, start: usize, other: usize) {
        let (side, size) = (self.shape.side(), self.shape.box_rows());
        let row = start / side;
        let other = row / size * size + other;
        self.exchange_lines(start % side, |k| row * side + k, |k| other * side + k);
    }

    /// The same with columns of a stack.
    fn exchange_in_columns(&mut self, start: usize, other: usize) {
        let (side, size) = (self.shape.side(), self.shape.box_columns());
        let column = start % side;
        let other = column / size * size + other;
        self.exchange_lines(start / side, |k| k * side + column, |k| k * side + other);
    }

    fn exchange_lines(
        &mut self,
        start: usize,
        this: impl Fn(usize) -> usize,
        other: impl Fn(usize) -> usize,
    ) {
        if this(0) == other(0) {
            return;
        }
        let mut at = start;
        loop {
            self.cells.swap(this(at), other(at));
            // The digit that came now stands twice in this line, unless the round is closed.
            let came = self.cells[this(at)];
            match (0..self.shape.side()).find(|&k| k != at && self.cells[this(k)] == came) {
                Some(twice) => at = twice,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Grid, Problem, canonical};

    #[test]
    fn boards_are_boards() {
        for (rows, columns) in
            [(1, 1), (1, 2), (2, 2), (3, 2), (3, 3), (3, 4), (1, 13), (13, 1), (4, 4), (5, 5)]
        {
            let shape = Shape::new(rows, columns).unwrap();
            let boards = Boards::new(shape);
            let mut random = Pcg64Mcg::seed_from_u64(1);
            for _ in 0..5 {
                for cells in [boards.any(&mut random), walked(shape, &mut random)] {
                    let grid = Grid::new(shape, &cells).unwrap();
                    assert_eq!(Sudoku::empty(shape).verify(&grid), Ok(()), "{shape}");
                }
            }
        }
    }

    #[test]
    fn the_walk_leaves_the_class_it_starts_in() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let form = |cells: Vec<u8>| canonical(&Sudoku::new(Shape::NINE, &cells).unwrap()).unwrap().0;
        let forms: std::collections::HashSet<_> =
            (0..20).map(|_| form(walked(Shape::NINE, &mut random))).collect();
        assert_eq!(forms.len(), 20);
    }

    #[test]
    fn weights_count_the_boards() {
        // 288 boards of side four, 28 200 960 of side six (two by three).
        for (rows, columns, boards, within) in [(2, 2, 288.0, 0.05), (2, 3, 28_200_960.0, 0.1)] {
            let source = Boards::new(Shape::new(rows, columns).unwrap());
            let mut random = Pcg64Mcg::seed_from_u64(3);
            let (mut weight, mut tries) = (0.0, 0);
            for _ in 0..3000 {
                let board = source.weighed(&mut random);
                weight += board.log_weight.exp();
                tries += board.tries;
            }
            let estimate = weight / tries as f64;
            assert!((estimate / boards - 1.0).abs() < within, "{estimate} boards, not {boards}");
        }
    }
}
