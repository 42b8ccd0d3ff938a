//! Locked candidates, naked and hidden subsets, and fish, 2.6 to 5.4.

use super::{Rated, empty_cells};
use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::combinations::{combinations, common_tuple};
use crate::layout::Layout;
use std::ops::Range;

/// The digits that have two places or more in house `from`, all of them in house `to`.
pub(super) fn locked_numbers(board: &Board, from: usize, to: usize) -> impl Iterator<Item = usize> {
    let common = board.layout().common_places(from, to);
    let numbers = if common.count() < 2 { 0..0 } else { 0..board.side() };
    numbers.filter(move |&number| {
        let places = board.places(from, number);
        places.count() > 1 && places.within(common)
    })
}

/// The kinds of locked candidates: the rating in tenths, which for claiming is 2 more than `pointing`; the houses
/// whose digit is locked; and the houses that lose it elsewhere.
pub(super) fn locked_kinds(layout: &Layout, pointing: u8) -> [(u8, Range<usize>, Range<usize>); 4] {
    let (rows, columns, boxes) = (layout.rows(), layout.columns(), layout.boxes());
    [
        (pointing, boxes.clone(), columns.clone()),
        (pointing, boxes.clone(), rows.clone()),
        (pointing + 2, columns, boxes.clone()),
        (pointing + 2, rows, boxes),
    ]
}

/// Locked candidates: pointing (2.6), then claiming (2.8).
pub(super) fn locked(board: &Board) -> Option<Rated> {
    let layout = board.layout();
    locked_kinds(layout, 26).into_iter().find_map(|(tenths, from, to)| {
        from.clone().find_map(|first| {
            to.clone().find_map(|second| {
                locked_numbers(board, first, second).find_map(|number| {
                    let outside = |cell: &usize| !layout.cells(first).contains(cell);
                    let rest = board.cells_for(second, number).filter(outside);
                    Rated::removing(tenths, board, rest.map(|cell| Candidate::new(cell, number + 1)))
                })
            })
        })
    })
}

/// Naked subsets, in houses with at least `2 * SIZE` empty cells.
pub(super) fn naked<const SIZE: usize, const TENTHS: u8>(board: &Board) -> Option<Rated> {
    let layout = board.layout();
    layout.boxes_columns_rows().filter(|&house| empty_cells(board, house) >= 2 * SIZE).find_map(|house| {
        let cells = layout.cells(house);
        combinations::<SIZE>(cells.len()).find_map(|chosen| {
            let sets: [Bits; SIZE] = std::array::from_fn(|k| board.candidates(cells[chosen[k]]));
            let digits = common_tuple(&sets)?;
            let others = (0..cells.len()).filter(|place| !chosen.contains(place)).map(|place| cells[place]);
            let rest = others.flat_map(|cell| Candidate::of_cell(cell, digits));
            Rated::removing(TENTHS, board, rest)
        })
    })
}

/// Hidden subsets, in houses with more than `2 * SIZE` empty cells.
pub(super) fn hidden<const SIZE: usize, const TENTHS: u8>(board: &Board) -> Option<Rated> {
    let layout = board.layout();
    layout.boxes_columns_rows().filter(|&house| empty_cells(board, house) > 2 * SIZE).find_map(|house| {
        let cells = layout.cells(house);
        combinations::<SIZE>(board.side()).find_map(|chosen| {
            let sets: [Bits; SIZE] = std::array::from_fn(|k| board.places(house, chosen[k]));
            let places = common_tuple(&sets)?;
            let own: Bits = chosen.into_iter().collect();
            let rest = places
                .iter()
                .map(|place| cells[place])
                .flat_map(|cell| Candidate::of_cell(cell, board.candidates(cell) - own));
            Rated::removing(TENTHS, board, rest)
        })
    })
}

/// Fish in columns, then in rows, of digits that are missing `2 * SIZE` times or more.
pub(super) fn fish<const SIZE: usize, const TENTHS: u8>(board: &Board) -> Option<Rated> {
    let (layout, side) = (board.layout(), board.side());
    let missing = |number: &usize| {
        let placed = board.digits().iter().filter(|&&digit| usize::from(digit) == number + 1).count();
        placed + 2 * SIZE <= side
    };
    let numbers: Vec<usize> = (0..side).filter(missing).collect();
    [(layout.columns(), layout.rows()), (layout.rows(), layout.columns())].into_iter().find_map(
        |(lines, covers)| {
            combinations::<SIZE>(side).find_map(|chosen| {
                numbers.iter().find_map(|&number| {
                    let sets: [Bits; SIZE] =
                        std::array::from_fn(|k| board.places(lines.start + chosen[k], number));
                    let crossing = common_tuple(&sets)?;
                    let rest = crossing.iter().flat_map(|line| {
                        let places = board.places(covers.start + line, number).iter();
                        let outside = places.filter(|place| !chosen.contains(place)).collect::<Vec<_>>();
                        outside.into_iter().map(move |place| layout.cells(covers.start + line)[place])
                    });
                    Rated::removing(TENTHS, board, rest.map(|cell| Candidate::new(cell, number + 1)))
                })
            })
        },
    )
}
