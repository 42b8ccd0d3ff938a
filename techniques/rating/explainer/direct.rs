//! Steps that write a digit at once, 1.0 to 2.5.

use super::subsets::{locked_kinds, locked_numbers};
use super::{Rated, empty_cells};
use crate::bits::Bits;
use crate::board::Board;
use crate::combinations::{combinations, common_tuple};

/// The last empty cell of a house (1.0), then a digit with one place in a box (1.2) or a line (1.5).
pub(super) fn single(board: &Board) -> Option<Rated> {
    let layout = board.layout();
    let single = |house: usize| {
        let place = |number| board.places(house, number).single().map(|place| (number, place));
        (0..board.side()).find_map(place).map(|(number, place)| (layout.cells(house)[place], number))
    };
    let is_last = |house: &usize| empty_cells(board, *house) == 1;
    let last = layout.boxes_columns_rows().filter(is_last).find_map(single);
    if let Some((cell, number)) = last {
        return Some(Rated::placing(10, cell, number));
    }
    layout.boxes_columns_rows().find_map(|house| {
        let (cell, number) = single(house)?;
        Some(Rated::placing(if layout.boxes().contains(&house) { 12 } else { 15 }, cell, number))
    })
}

/// A cell with one candidate (2.3).
pub(super) fn naked_single(board: &Board) -> Option<Rated> {
    let single = board.naked_single()?;
    Some(Rated::placing(23, single.cell, usize::from(single.digit) - 1))
}

/// Locked candidates that leave the digit one place in a house (1.7 from a box, 1.9 from a line).
pub(super) fn locked(board: &Board) -> Option<Rated> {
    locked_kinds(board.layout(), 17).into_iter().find_map(|(tenths, from, to)| {
        from.clone().find_map(|first| {
            to.clone().find_map(|second| {
                locked_numbers(board, first, second).find_map(|number| {
                    let mut thirds = from.clone().filter(|&third| third != first);
                    let cell = thirds.find_map(|third| only_outside(board, third, second, number))?;
                    Some(Rated::placing(tenths, cell, number))
                })
            })
        })
    })
}

/// The only place of a digit in `house` outside `other`, if there are places inside as well.
fn only_outside(board: &Board, house: usize, other: usize, number: usize) -> Option<usize> {
    let layout = board.layout();
    let mut outside = board.cells_for(house, number).filter(|&cell| !layout.houses_of(cell).contains(&other));
    match (board.places(house, number).count(), outside.next(), outside.next()) {
        (2.., Some(cell), None) => Some(cell),
        _ => None,
    }
}

/// A hidden subset of `SIZE` digits that leaves another digit of its house one place.
pub(super) fn hidden<const SIZE: usize, const TENTHS: u8>(board: &Board) -> Option<Rated> {
    board.layout().boxes_columns_rows().filter(|&house| empty_cells(board, house) > SIZE).find_map(|house| {
        let places: Vec<Bits> = (0..board.side()).map(|number| board.places(house, number)).collect();
        combinations::<SIZE>(board.side()).find_map(|chosen| {
            let sets: [Bits; SIZE] = std::array::from_fn(|k| places[chosen[k]]);
            let taken = common_tuple(&sets)?;
            (0..board.side()).filter(|number| !chosen.contains(number)).find_map(|number| {
                let left = (places[number] - taken).single().filter(|_| places[number].count() > 1)?;
                Some(Rated::placing(TENTHS, board.layout().cells(house)[left], number))
            })
        })
    })
}
