//! The referee on boards with one error, and the geometry of boards.

use super::*;
use crate::Problem;

#[test]
fn the_referee_accepts_a_solution_and_rejects_every_corruption_of_one_cell() {
    for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 7), (3, 4), (4, 4)] {
        let shape = Shape::new(rows, columns).unwrap();
        let grid = Grid::shifted(shape);
        let puzzle = Sudoku::empty(shape);
        assert_eq!(puzzle.verify(&grid), Ok(()), "{shape}");
        for cell in 0..shape.cells() {
            for digit in (0..=u8::MAX).filter(|&d| d != grid.cells[cell]) {
                let mut wrong = grid.clone();
                wrong.cells[cell] = digit;
                let violation = puzzle.verify(&wrong).unwrap_err();
                assert!(violation.places.contains(&cell), "{violation}");
            }
        }
    }
}

#[test]
fn the_largest_boards_fit() {
    let shape = Shape::new(10, 10).unwrap();
    assert_eq!(Sudoku::empty(shape).verify(&Grid::shifted(shape)), Ok(()));
    assert!(Shape::new(16, 16).is_none());
    assert!(Shape::new(0, 3).is_none());
}

#[test]
fn every_pair_of_equal_clues_in_a_house_is_found() {
    let nine = Shape::NINE;
    for (one, other) in (0..81).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let puzzle = Sudoku::empty(nine).with(one, 9).with(other, 9);
        let meet = nine.row(one) == nine.row(other)
            || nine.column(one) == nine.column(other)
            || nine.box_of(one) == nine.box_of(other);
        assert_eq!(puzzle.check_clues().is_err(), meet, "{one} {other}");
        assert_eq!(puzzle.with(other, 8).check_clues(), Ok(()));
    }
}

#[test]
fn a_violation_is_described_in_the_terms_of_the_puzzle() {
    let puzzle = Sudoku::empty(Shape::NINE).with(19, 5).with(24, 5);
    assert_eq!(puzzle.check_clues().unwrap_err().what, "5 twice in row 3, columns 2 and 7");
    let mut grid = Grid::shifted(Shape::NINE);
    grid.cells[0] = grid.cells[9];
    assert_eq!(
        Sudoku::empty(Shape::NINE).verify(&grid).unwrap_err().what,
        "4 twice in row 1, columns 1 and 4"
    );
    let clue = Sudoku::empty(Shape::NINE).with(0, 9);
    assert_eq!(
        clue.verify(&Grid::shifted(Shape::NINE)).unwrap_err().what,
        "row 1, column 1 holds 1, but its clue is 9"
    );
}

#[test]
fn boxes_tile_the_board() {
    for (rows, columns) in [(2, 3), (3, 2), (3, 3), (1, 5), (4, 3)] {
        let shape = Shape::new(rows, columns).unwrap();
        for b in 0..shape.side() {
            assert!(shape.cells_of_box(b).all(|c| shape.box_of(c) == b));
        }
    }
    assert_eq!(Shape::of_side(12), Shape::new(3, 4));
    assert_eq!(Shape::of_side(7), Shape::new(1, 7));
    assert_eq!(Shape::of_side(0), None);
}

#[test]
fn a_copy_over_another_puzzle_is_a_copy() {
    let puzzle = |side: usize, digit: u8| {
        Sudoku::empty(Shape::of_side(side).unwrap()).with(side, digit).with(side * side - 1, 1)
    };
    let puzzles = [puzzle(4, 3), puzzle(9, 2), puzzle(9, 8), puzzle(16, 7), puzzle(16, 16), puzzle(3, 1)];
    for one in &puzzles {
        for other in &puzzles {
            let mut copy = one.clone();
            copy.clone_from(other);
            assert_eq!(&copy, other);
        }
    }
}

#[test]
fn shapes_are_read_as_they_are_written() {
    assert_eq!("2x3".parse(), Ok(Shape::new(2, 3).unwrap()));
    assert_eq!(Shape::NINE.to_string().parse(), Ok(Shape::NINE));
    for wrong in ["", "3", "x", "0x3", "16x16", "99999999999999999999x1"] {
        assert!(wrong.parse::<Shape>().is_err(), "{wrong}");
    }
}
