//! Aligned pair exclusion (6.2) and aligned triplet exclusion (7.5): combinations of digits of two or three cells
//! that leave a common peer without candidates.

use super::combinations::combinations;
use super::{Rated, peers};
use crate::bits::Bits;
use crate::board::{Board, Candidate};

/// A cell that may be aligned, and its peers with few candidates.
struct Base {
    cell: usize,
    excluders: Vec<usize>,
}

/// The cells with a peer of up to `size` candidates, unless a peer is a naked single.
fn bases(board: &Board, size: usize) -> Vec<Base> {
    let count = |cell: usize| board.candidates(cell).count();
    let base = |cell: usize| {
        let mut excluders = peers(board.layout(), cell);
        if excluders.iter().any(|&peer| count(peer) == 1) {
            return None;
        }
        excluders.retain(|&peer| (2..=size).contains(&count(peer)));
        (!excluders.is_empty()).then_some(Base { cell, excluders })
    };
    board.empty_cells().filter(|&cell| count(cell) >= 2).filter_map(base).collect()
}

/// Aligned pairs.
pub(super) fn pair(board: &Board) -> Option<Rated> {
    let bases = bases(board, 2);
    combinations(2, bases.len()).find_map(|pair| exclude(board, 62, &[&bases[pair[0]], &bases[pair[1]]]))
}

/// Aligned triplets: the third cell has few candidates and sees one of the first two.
pub(super) fn triplet(board: &Board) -> Option<Rated> {
    let bases = bases(board, 3);
    combinations(2, bases.len()).find_map(|pair| {
        let (first, second) = (&bases[pair[0]], &bases[pair[1]]);
        let mut near = first.excluders.clone();
        near.extend(second.excluders.iter().filter(|cell| !first.excluders.contains(cell)));
        near.retain(|&cell| cell != first.cell && cell != second.cell);
        near.into_iter().find_map(|cell| {
            let third = bases.iter().find(|base| base.cell == cell)?;
            exclude(board, 75, &[first, second, third])
        })
    })
}

/// Removes the digits of these cells that occur in no possible combination.
fn exclude(board: &Board, tenths: u8, bases: &[&Base]) -> Option<Rated> {
    let (first, others) = bases.split_first()?;
    let is_common = |cell: &&usize| others.iter().all(|base| base.excluders.contains(cell));
    let excluders: Vec<Bits> =
        first.excluders.iter().filter(is_common).map(|&cell| board.candidates(cell)).collect();
    if excluders.len() < 2 {
        return None;
    }
    let cells: Vec<usize> = bases.iter().map(|base| base.cell).collect();
    let mut possible = vec![Bits::NONE; cells.len()];
    extend(board, &cells, &excluders, &mut Vec::new(), &mut possible);
    let gone = cells.iter().zip(&possible).flat_map(|(&cell, &possible)| {
        (board.candidates(cell) - possible).iter().map(move |number| Candidate::new(cell, number + 1))
    });
    Rated::removing(tenths, board, gone)
}

/// Extends a combination by a digit of the next cell, and notes the digits of possible ones.
fn extend(
    board: &Board,
    cells: &[usize],
    excluders: &[Bits],
    chosen: &mut Vec<usize>,
    possible: &mut [Bits],
) {
    if chosen.len() == cells.len() {
        let taken: Bits = chosen.iter().copied().collect();
        if excluders.iter().all(|&left| !left.within(taken)) {
            chosen.iter().zip(possible).for_each(|(&number, digits)| *digits |= Bits::only(number));
        }
        return;
    }
    let cell = cells[chosen.len()];
    for number in board.candidates(cell).iter() {
        let clashes =
            cells.iter().zip(&*chosen).any(|(&other, &n)| n == number && board.layout().sees(other, cell));
        if !clashes {
            chosen.push(number);
            extend(board, cells, excluders, chosen, possible);
            chosen.pop();
        }
    }
}
