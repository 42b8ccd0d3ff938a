//! The strong links of a position: pairs of candidates of which one is true.

use super::position::{CANDIDATES, Mark, MarkSet, Position, Shared};

/// The strong links of a position. Its memory is reused from position to position.
pub(super) struct StrongLinks {
    /// The candidates with a link.
    pub(super) linked: MarkSet,
    partners: Vec<Partners>,
}

/// The partners of a candidate in its strong links: at most one each in its cell, box, row and column,
/// without repetition.
#[derive(Clone, Copy)]
struct Partners {
    list: [(Mark, Shared); 4],
    count: u8,
}

impl Default for StrongLinks {
    fn default() -> StrongLinks {
        let none = Partners { list: [(Mark(0), Shared::Cell); 4], count: 0 };
        StrongLinks { linked: MarkSet::EMPTY, partners: vec![none; CANDIDATES] }
    }
}

impl StrongLinks {
    /// Collects the links of `now`, and passes each to `with`.
    pub(super) fn collect(&mut self, now: &Position<'_>, mut with: impl FnMut([Mark; 2], Shared)) {
        for mark in self.linked.iter() {
            self.partners[mark.index()].count = 0;
        }
        self.linked = MarkSet::EMPTY;
        let geometry = now.geometry;
        for cell in now.open_cells().filter(|&cell| is_pair(now.digits(cell))) {
            let link = two(now.digits(cell)).map(|number| Mark::new(cell, number));
            self.join(link, Shared::Cell);
            with(link, Shared::Cell);
        }
        let side = geometry.side;
        for house in (2 * side..3 * side).chain(0..2 * side) {
            for number in (0..side).filter(|&number| is_pair(now.places(house, number))) {
                let link = two(now.places(house, number)).map(|place| geometry.at(house, place, number));
                self.join(link, Shared::House(house as u8));
                with(link, Shared::House(house as u8));
            }
        }
    }

    fn join(&mut self, [a, b]: [Mark; 2], shared: Shared) {
        for (mark, partner) in [(a, b), (b, a)] {
            self.linked.insert(mark);
            let Partners { list, count } = &mut self.partners[mark.index()];
            if list[..usize::from(*count)].iter().all(|(other, _)| *other != partner) {
                list[usize::from(*count)] = (partner, shared);
                *count += 1;
            }
        }
    }

    /// The candidates that are true if `mark` is false: in its cell, box, row and column.
    #[inline]
    pub(super) fn of(&self, mark: Mark) -> &[(Mark, Shared)] {
        let Partners { list, count } = &self.partners[mark.index()];
        &list[..usize::from(*count)]
    }
}

/// Whether exactly two bits of a word are set.
#[inline]
pub(super) fn is_pair(word: u16) -> bool {
    (word & word.wrapping_sub(1)).is_power_of_two()
}

/// The two numbers in a word of two bits.
fn two(word: u16) -> [usize; 2] {
    [word.trailing_zeros() as usize, (word & (word - 1)).trailing_zeros() as usize]
}
