//! Sizes, names and round trips of all Sudoku encodings.

use super::*;
use crate::Problem;
use std::collections::BTreeSet;

/// `grid` with a clue in every cell whose index is a multiple of `every`.
pub(in crate::encoding) fn puzzle(grid: &Grid, every: usize) -> Sudoku {
    let clue = |(cell, &digit): (usize, &u8)| if cell % every == 0 { digit } else { 0 };
    let clues: Vec<u8> = grid.cells().iter().enumerate().map(clue).collect();
    Sudoku::new(grid.shape(), &clues).unwrap()
}

#[test]
fn the_size_is_known_without_the_formula() {
    for (rows, columns) in [(3, 3), (2, 3), (1, 1)] {
        let shape = Shape::new(rows, columns).unwrap();
        let sparse = puzzle(&Grid::shifted(shape), 4);
        let clash = Sudoku::empty(shape).with(0, 1).with(shape.side() - 1, 1);
        for puzzle in [&sparse, &Sudoku::empty(shape), &clash] {
            for (rules, amo) in SudokuRules::ALL.iter().flat_map(|&r| Amo::ALL.map(|amo| (r, amo))) {
                for clues in [Clues::Units, Clues::Reduced] {
                    let encoding = SudokuCnf::new(rules, amo, clues);
                    let name = format!("{} {} {clues:?}, {puzzle:?}", rules.name(), amo.name());
                    assert_eq!(encoding.size(puzzle), encoding.encode(puzzle).size(), "{name}");
                    let (bound, size) = (encoding.bound(puzzle), encoding.size(puzzle));
                    assert!(bound.bytes() >= size.bytes(), "{name}: {bound}, {size}");
                }
            }
        }
    }
}

#[test]
fn the_size_of_the_largest_board_is_known_at_once() {
    let shape = Shape::new(15, 17).unwrap();
    let bound = SudokuCnf::default().bound(&Sudoku::empty(shape));
    assert_eq!((bound.variables, bound.clauses), (255_usize.pow(3), 4 * 255 * 255 * (1 + 255 * 254 / 2)));
    assert!(bound.bytes() > 134_000_000_000);
    // All cells are clues.
    let nearly = puzzle(&Grid::shifted(shape), 1);
    let reduced = SudokuCnf::new(SudokuRules::Extended, Amo::Pairwise, Clues::Reduced);
    assert_eq!(reduced.bound(&nearly), Size::default());
}

#[test]
fn sizes_to_81_are_those_of_the_formulas() {
    let published = [
        (3, [8829, 11_745, 11_988]),
        (4, [92_416, 123_136, 123_904]),
        (5, [563_125, 750_625, 752_500]),
        (9, [63_779_481, 85_037_121, 85_056_804]),
    ];
    for (root, clauses) in published {
        let board = Sudoku::empty(Shape::new(root, root).unwrap());
        for (rules, clauses) in SudokuRules::ALL.into_iter().zip(clauses) {
            let size = SudokuCnf::new(rules, Amo::Pairwise, Clues::Units).size(&board);
            assert_eq!((size.variables, size.clauses), (root.pow(6), clauses), "{}", rules.name());
        }
    }
    let augmented = SudokuCnf::new(SudokuRules::Augmented, Amo::Pairwise, Clues::Units);
    let size = augmented.size(&Sudoku::empty(Shape::NINE));
    assert_eq!((size.variables, size.clauses), (1215, 7695));
}

#[test]
fn a_solution_survives_the_round_trip_and_a_wrong_one_is_no_model() {
    let encoding = SudokuCnf::default();
    for (rows, columns) in [(3, 3), (1, 1), (2, 3), (4, 4)] {
        let shape = Shape::new(rows, columns).unwrap();
        let grid = Grid::shifted(shape);
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

fn encoding(rules: SudokuRules) -> SudokuCnf {
    SudokuCnf::new(rules, Amo::Pairwise, Clues::Units)
}

#[test]
fn sizes_of_every_encoding() {
    for side in [1, 4, 5, 6, 9, 12, 16, 25] {
        let shape = Shape::of_side(side).unwrap();
        let (n2, pairs) = (side * side, side * side * (side * (side - 1) / 2));
        let size = |rules| encoding(rules).encode(&Sudoku::empty(shape)).clauses().len();
        assert_eq!(size(SudokuRules::Minimal), n2 + 3 * pairs);
        assert_eq!(size(SudokuRules::Natural), n2 + 4 * pairs);
        assert_eq!(size(SudokuRules::Extended), 4 * n2 + 4 * pairs);
    }
}

#[test]
fn a_solution_survives_every_encoding() {
    for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let shape = Shape::new(rows, columns).unwrap();
        let grid = Grid::shifted(shape);
        for every in [1, 2, 3, 7, 1000] {
            let puzzle = puzzle(&grid, every);
            for rules in SudokuRules::ALL {
                for clues in [Clues::Units, Clues::Reduced] {
                    let encoding = SudokuCnf::new(rules, Amo::Pairwise, clues);
                    let cnf = encoding.encode(&puzzle);
                    let names: Vec<(Literal, String)> = encoding.names(&puzzle);
                    assert!(names.iter().map(|(v, _)| *v).eq(1..=cnf.variables() as Literal));
                    // The truth values of the names in the grid form a model.
                    let values = names.iter().map(|(_, name)| holds(&grid, name)).collect();
                    let model = Model::new(values);
                    assert_eq!(cnf.verify(&model), Ok(()), "{} {clues:?} {shape}", rules.name());
                    assert_eq!(encoding.decode(&puzzle, &model), grid);
                    let blocking = cnf.blocking_clause(&model);
                    assert_eq!(blocking.len(), shape.cells() - puzzle.clue_count());
                }
            }
        }
    }
}

/// Whether the statement `name` is true in `grid`.
fn holds(grid: &Grid, name: &str) -> bool {
    let shape = grid.shape();
    let numbers: Vec<usize> =
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    let [a, b, digit] = numbers[..] else { panic!("{name}") };
    let (a, b) = (a - 1, b - 1);
    let at = |row: usize, column: usize| usize::from(grid.cells()[row * shape.side() + column]) == digit;
    match (&name[..1], name.contains('b')) {
        ("r", false) => at(a, b),
        ("r", true) => (0..shape.box_columns()).any(|k| at(a, b * shape.box_columns() + k)),
        _ => (0..shape.box_rows()).any(|k| at(b * shape.box_rows() + k, a)),
    }
}

#[test]
fn clues_make_a_formula_small() {
    let grid = Grid::shifted(Shape::NINE);
    let puzzle = puzzle(&grid, 3);
    let full = encoding(SudokuRules::Extended).encode(&puzzle);
    let encoding = SudokuCnf::new(SudokuRules::Extended, Amo::Pairwise, Clues::Reduced);
    let cnf = encoding.encode(&puzzle);
    assert!(cnf.variables() * 2 < full.variables(), "{cnf:?}");
    assert!(cnf.clauses().len() * 3 < full.clauses().len(), "{cnf:?}");
    // Every variable is used.
    let used: BTreeSet<Literal> = cnf.clauses().flatten().map(|l| l.abs()).collect();
    assert_eq!(used.len(), cnf.variables());
}

#[test]
fn clashing_clues_have_no_model() {
    let clash = Sudoku::empty(Shape::NINE).with(0, 5).with(10, 5);
    for rules in SudokuRules::ALL {
        let cnf = SudokuCnf::new(rules, Amo::Pairwise, Clues::Reduced).encode(&clash);
        assert!(cnf.verify(&Model::new(Vec::new())).is_err());
    }
}
