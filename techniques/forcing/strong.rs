//! The strong links of a position: pairs of candidates of which one is true.

use super::numbering::{Mark, MarkSet, Shared};
use super::position::{Forced, Position};

/// The strong links of a position. Its memory is reused from position to position.
pub(super) struct StrongLinks<const WORDS: usize> {
    /// The candidates with a link.
    pub(super) linked: MarkSet<WORDS>,
    partners: Vec<Forced>,
}

impl<const WORDS: usize> Default for StrongLinks<WORDS> {
    fn default() -> StrongLinks<WORDS> {
        let partners = vec![Forced::NONE; MarkSet::<WORDS>::CAPACITY];
        StrongLinks { linked: MarkSet::EMPTY, partners }
    }
}

impl<const WORDS: usize> StrongLinks<WORDS> {
    /// Collects the links of `now`, and passes each to `with`.
    pub(super) fn collect(&mut self, now: &Position<'_, WORDS>, mut with: impl FnMut([Mark; 2], Shared)) {
        for mark in self.linked.iter() {
            self.partners[mark.index()] = Forced::NONE;
        }
        self.linked = MarkSet::EMPTY;
        let (numbering, side) = (now.numbering, now.numbering.side);
        for cell in now.open_cells() {
            let Some(digits) = now.digits(cell).pair() else { continue };
            let link = digits.map(|number| numbering.mark(cell, number));
            self.join(link, Shared::Cell);
            with(link, Shared::Cell);
        }
        for house in (2 * side..3 * side).chain(0..2 * side) {
            for number in 0..side {
                let Some(places) = now.places(house, number).pair() else { continue };
                let link = places.map(|place| numbering.at(house, place, number));
                self.join(link, Shared::House(house as u8));
                with(link, Shared::House(house as u8));
            }
        }
    }

    fn join(&mut self, [a, b]: [Mark; 2], shared: Shared) {
        for (mark, partner) in [(a, b), (b, a)] {
            self.linked.insert(mark);
            self.partners[mark.index()].push(partner, shared);
        }
    }

    /// The candidates that are true if `mark` is false: in its cell, box, row and column.
    #[inline]
    pub(super) fn of(&self, mark: Mark) -> &[(Mark, Shared)] {
        self.partners[mark.index()].as_slice()
    }
}
