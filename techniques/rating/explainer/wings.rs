//! XY-wings (4.2) and XYZ-wings (4.4).

use super::Rated;
use crate::board::{Board, Candidate};

/// A pivot of `SIZE` digits with two wings of two digits each.
pub(super) fn wing<const SIZE: usize, const TENTHS: u8>(board: &Board) -> Option<Rated> {
    let layout = board.layout();
    board.empty_cells().filter(|&pivot| board.candidates(pivot).count() == SIZE).find_map(|pivot| {
        let digits = board.candidates(pivot);
        let peers = layout.peers_box_first(pivot).iter().copied();
        let pairs: Vec<usize> = peers.filter(|&cell| board.candidates(cell).count() == 2).collect();
        let fits = |first: &usize| (digits - board.candidates(*first)).count() == 1;
        pairs.iter().copied().filter(fits).find_map(|first| {
            pairs.iter().copied().find_map(|second| {
                let (a, b) = (board.candidates(first), board.candidates(second));
                if (digits | a | b).count() != 3 || (digits & a & b).count() != SIZE - 2 {
                    return None;
                }
                let last = (a & b).iter().next()?;
                let sees = |cell: &usize| {
                    let wings = layout.sees(*cell, first) && layout.sees(*cell, second);
                    wings && *cell != pivot && (SIZE == 2 || layout.sees(*cell, pivot))
                };
                let rest = board.empty_cells().filter(sees);
                Rated::removing(TENTHS, board, rest.map(|cell| Candidate::new(cell, last + 1)))
            })
        })
    })
}
