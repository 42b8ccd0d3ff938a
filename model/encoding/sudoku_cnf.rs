//! Sudoku as CNF, the extended encoding (I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*,
//! 2006).
//!
//! Variable (r, c, d) says that digit d stands in row r, column c. For a board of side n with
//! C = n(n-1)/2 pairs, clauses say in this order: each cell has a digit (n² clauses) and not two
//! (n²C); each digit stands in each row (n²) and not twice (n²C), likewise columns and boxes.
//! That is 4n² + 4n²C clauses. The first n² and the 3n²C of the houses would do (the minimal
//! encoding); the others follow from them, but unit propagation sees more with them. One unit
//! clause per clue comes last.
//!
//! The clauses without clues depend on the shape alone. An encoding keeps those of the first
//! shape it meets and copies them from then on.

use super::super::{Cnf, Encoding, Grid, Literal, Model, Shape, Sudoku};
use std::sync::{Arc, OnceLock};

/// Sudoku → CNF, extended encoding. Clones share the template.
#[derive(Clone, Debug, Default)]
pub struct SudokuCnf {
    template: Arc<OnceLock<(Shape, Cnf)>>,
}

/// Boards larger than this are encoded afresh each time, to keep no template of gigabytes.
const LARGEST_TEMPLATE: usize = 25;

impl Encoding for SudokuCnf {
    type From = Sudoku;
    type To = Cnf;
    const NAME: &'static str = "extended";

    fn encode(&self, puzzle: &Sudoku) -> Cnf {
        let shape = puzzle.shape();
        let mut cnf = if shape.side() > LARGEST_TEMPLATE {
            rules(shape)
        } else {
            match self.template.get_or_init(|| (shape, rules(shape))) {
                (known, template) if *known == shape => template.clone(),
                _ => rules(shape),
            }
        };
        let mut decisive = Vec::with_capacity(puzzle.clues().len() * shape.side());
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            match usize::from(clue) {
                0 => decisive.extend((1..=shape.side()).map(|digit| literal(shape, cell, digit))),
                digit => cnf.clause(&[literal(shape, cell, digit)]),
            }
        }
        cnf.decide_by(decisive);
        cnf
    }

    fn decode(&self, puzzle: &Sudoku, model: &Model) -> Grid {
        let shape = puzzle.shape();
        let digit = |cell: usize| {
            let digit = (1..=shape.side()).find(|&digit| model.value(literal(shape, cell, digit)));
            digit.unwrap_or(0) as u8
        };
        let cells: Vec<u8> = (0..shape.cells()).map(digit).collect();
        Grid::new(shape, &cells).expect("as many cells as the puzzle has")
    }
}

/// "`digit`, from 1, stands in `cell`."
fn literal(shape: Shape, cell: usize, digit: usize) -> Literal {
    (cell * shape.side() + digit) as Literal
}

/// The clauses of an empty board.
fn rules(shape: Shape) -> Cnf {
    let (side, cells) = (shape.side(), shape.cells());
    let pairs = side * (side - 1) / 2;
    let clauses = 4 * cells * (1 + pairs);
    // Unit clauses of the clues find room too.
    let literals = 4 * cells * (side + 2 * pairs) + cells;
    let mut cnf = Cnf::new(cells * side).with_capacity(clauses + cells, literals);
    for cell in 0..cells {
        exactly_one(&mut cnf, (1..=side).map(|digit| literal(shape, cell, digit)));
    }
    for row in 0..side {
        for digit in 1..=side {
            exactly_one(&mut cnf, (0..side).map(|k| literal(shape, row * side + k, digit)));
        }
    }
    for column in 0..side {
        for digit in 1..=side {
            exactly_one(&mut cnf, (0..side).map(|k| literal(shape, k * side + column, digit)));
        }
    }
    for house in 0..side {
        for digit in 1..=side {
            exactly_one(&mut cnf, shape.cells_of_box(house).map(|cell| literal(shape, cell, digit)));
        }
    }
    cnf
}

/// One clause for at least one, one for each pair for at most one.
fn exactly_one(cnf: &mut Cnf, literals: impl Iterator<Item = Literal>) {
    let literals: Vec<Literal> = literals.collect();
    cnf.clause(&literals);
    for (k, a) in literals.iter().enumerate() {
        for b in &literals[k + 1..] {
            cnf.clause(&[-a, -b]);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Problem;

    /// A solved board: each row is the one above, shifted.
    pub(in crate::encoding) fn pattern(shape: Shape) -> Grid {
        let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let digit = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            ((row % rows * columns + row / rows + column) % side + 1) as u8
        };
        Grid::new(shape, &(0..shape.cells()).map(digit).collect::<Vec<_>>()).unwrap()
    }

    /// `grid` with a clue in every cell whose number `every` divides.
    pub(in crate::encoding) fn puzzle(grid: &Grid, every: usize) -> Sudoku {
        let clue = |(cell, &digit): (usize, &u8)| if cell % every == 0 { digit } else { 0 };
        let clues: Vec<u8> = grid.cells().iter().enumerate().map(clue).collect();
        Sudoku::new(grid.shape(), &clues).unwrap()
    }

    #[test]
    fn the_number_of_clauses_is_that_of_the_extended_encoding() {
        for ((rows, columns), clauses) in [((3, 3), 11_988), ((4, 4), 123_904), ((5, 5), 752_500)] {
            let cnf = SudokuCnf::default().encode(&Sudoku::empty(Shape::new(rows, columns).unwrap()));
            assert_eq!(cnf.clauses().len(), clauses);
        }
        let encoding = SudokuCnf::default();
        for (rows, columns) in [(2, 3), (1, 1), (2, 2), (1, 5), (3, 4), (2, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let n = shape.side();
            let puzzle = puzzle(&pattern(shape), 3);
            let cnf = encoding.encode(&puzzle);
            let rules = 4 * n * n + 4 * n * n * (n * (n - 1) / 2);
            assert_eq!((cnf.variables(), cnf.clauses().len()), (n * n * n, rules + puzzle.clue_count()));
        }
    }

    #[test]
    fn a_solution_survives_the_round_trip_and_a_wrong_one_is_no_model() {
        let encoding = SudokuCnf::default();
        for (rows, columns) in [(3, 3), (1, 1), (2, 3), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let grid = pattern(shape);
            let puzzle = puzzle(&grid, 4);
            let cnf = encoding.encode(&puzzle);
            let mut values = vec![false; cnf.variables()];
            for (cell, &digit) in grid.cells().iter().enumerate() {
                values[literal(shape, cell, usize::from(digit)) as usize - 1] = true;
            }
            let model = Model::new(values.clone());
            assert_eq!(cnf.verify(&model), Ok(()));
            assert_eq!(encoding.decode(&puzzle, &model), grid);
            let blocking = cnf.blocking_clause(&model);
            assert_eq!(blocking.len(), shape.cells() - puzzle.clue_count());
            for variable in 0..values.len() {
                values[variable] ^= true;
                assert!(cnf.verify(&Model::new(values.clone())).is_err());
                values[variable] ^= true;
            }
        }
    }
}
