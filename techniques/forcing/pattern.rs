//! Patterns inside an assumption: locked candidates, pairs and X-wings that exist because candidates
//! are off.
//!
//! **Origin.** "Advanced" rules inside the chains of N. Juillerat, *Sudoku Explainer*, 2007, with its
//! order and its conditions on empty cells.

use super::numbering::{Crossing, Mark, Numbering};
use super::position::Position;
use crate::bits::Bits;

/// A pattern, by the numbers of its houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// All places of the digit in the first house are in the second.
    Locked { number: usize, from: usize, to: usize },
    /// Two cells of a house hold only two digits.
    NakedPair { house: usize, cells: [usize; 2] },
    /// Two digits have only two cells in a house.
    HiddenPair { house: usize, numbers: [usize; 2] },
    /// All places of the digit in two lines are in two crossing lines.
    XWing { number: usize, lines: [usize; 2], crossing: [usize; 2] },
}

impl Pattern {
    /// The candidates of its cells, or of its digits in its houses.
    pub(super) fn candidates<const WORDS: usize>(&self, position: &Position<'_, WORDS>) -> Vec<Mark> {
        match *self {
            Pattern::Locked { number, from, .. } => position.in_house(from, number).collect(),
            Pattern::NakedPair { cells, .. } => {
                cells.into_iter().flat_map(|cell| position.in_cell(cell)).collect()
            }
            Pattern::HiddenPair { house, numbers } => {
                numbers.into_iter().flat_map(|number| position.in_house(house, number)).collect()
            }
            Pattern::XWing { number, lines, .. } => {
                lines.into_iter().flat_map(|line| position.in_house(line, number)).collect()
            }
        }
    }
}

/// A pattern, and the candidates that it excludes.
pub(crate) struct Exclusion {
    pub(crate) pattern: Pattern,
    /// The candidates it excludes, in ascending order.
    pub(crate) removals: Vec<Mark>,
    /// The candidates whose absence makes the pattern.
    pub(crate) parents: Vec<Mark>,
}

/// The exclusions on `now` that did not exist on `before`, by the first kind of pattern that has any.
pub(crate) fn exclusions<const WORDS: usize>(
    before: &Position<'_, WORDS>,
    now: &Position<'_, WORDS>,
) -> Vec<Exclusion> {
    let search = PatternSearch { before, now };
    let kinds = [
        PatternSearch::locked,
        PatternSearch::hidden_pairs,
        PatternSearch::naked_pairs,
        PatternSearch::x_wings,
    ];
    kinds.into_iter().map(|kind| kind(&search)).find(|found| !found.is_empty()).unwrap_or_default()
}

struct PatternSearch<'a, const WORDS: usize> {
    before: &'a Position<'a, WORDS>,
    now: &'a Position<'a, WORDS>,
}

impl<const WORDS: usize> PatternSearch<'_, WORDS> {
    fn numbering(&self) -> &Numbering<WORDS> {
        self.now.numbering
    }

    /// Adds a pattern if it removes something.
    fn offer(
        &self,
        found: &mut Vec<Exclusion>,
        pattern: Pattern,
        removals: impl Iterator<Item = Mark>,
        parents: impl Iterator<Item = Mark>,
    ) {
        let mut removals: Vec<Mark> = removals.collect();
        if !removals.is_empty() {
            removals.sort_unstable();
            found.push(Exclusion { pattern, removals, parents: parents.collect() });
        }
    }

    fn locked(&self) -> Vec<Exclusion> {
        let mut found = Vec::new();
        for crossing in &self.numbering().crossings {
            for number in 0..self.numbering().side {
                let (from, common) = (crossing.from, crossing.places);
                let (before, now) = (self.before.places(from, number), self.now.places(from, number));
                if now.within(common) && !before.within(common) && now.has_several() {
                    self.locked_in(crossing, number, &mut found);
                }
            }
        }
        found
    }

    fn locked_in(&self, crossing: &Crossing, number: usize, found: &mut Vec<Exclusion>) {
        let numbering = self.numbering();
        let Crossing { from, to, places } = *crossing;
        let others = self.now.in_house(to, number);
        let removals = others.filter(|&mark| !numbering.houses(mark).contains(&from));
        let gone = self.before.places(from, number) - places;
        let parents = gone.iter().map(|place| numbering.at(from, place, number));
        self.offer(found, Pattern::Locked { number, from, to }, removals, parents);
    }

    fn hidden_pairs(&self) -> Vec<Exclusion> {
        let (numbering, mut found) = (self.numbering(), Vec::new());
        for house in numbering.boxes_columns_rows().filter(|&house| numbering.empty(house) > 4) {
            let twice = (0..numbering.side).filter(|&number| self.now.places(house, number).pair().is_some());
            for numbers in pairs(twice) {
                let [places, other] = numbers.map(|number| self.now.places(house, number));
                let gone = numbers.map(|number| self.before.places(house, number) - places);
                let all_gone = gone[0] | gone[1];
                if places != other || all_gone.is_empty() {
                    continue;
                }
                let own: Bits = numbers.into_iter().collect();
                let cells = places.iter().map(|place| numbering.layout().cells(house)[place]);
                let rest = cells.flat_map(|cell| {
                    (self.now.digits(cell) - own).iter().map(move |number| numbering.mark(cell, number))
                });
                let parents = all_gone.iter().flat_map(|place| {
                    let here = move |number: &usize| self.before.places(house, *number).has(place);
                    numbers.into_iter().filter(here).map(move |number| numbering.at(house, place, number))
                });
                self.offer(&mut found, Pattern::HiddenPair { house, numbers }, rest, parents);
            }
        }
        found
    }

    fn naked_pairs(&self) -> Vec<Exclusion> {
        let (numbering, mut found) = (self.numbering(), Vec::new());
        for house in numbering.boxes_columns_rows().filter(|&house| numbering.empty(house) >= 4) {
            let of_house = numbering.layout().cells(house);
            let bivalue = of_house.iter().copied().filter(|&cell| self.now.digits(cell).pair().is_some());
            for cells in pairs(bivalue) {
                let own = self.now.digits(cells[0]);
                let gone = cells.map(|cell| self.before.digits(cell) - own);
                if own != self.now.digits(cells[1]) || gone == [Bits::NONE; 2] {
                    continue;
                }
                let marks =
                    |cell: usize, digits: Bits| digits.iter().map(move |number| numbering.mark(cell, number));
                let others = of_house.iter().copied().filter(|cell| !cells.contains(cell));
                let rest = others.flat_map(|cell| marks(cell, self.now.digits(cell) & own));
                let parents = cells.into_iter().zip(gone).flat_map(|(cell, gone)| marks(cell, gone));
                self.offer(&mut found, Pattern::NakedPair { house, cells }, rest, parents);
            }
        }
        found
    }

    fn x_wings(&self) -> Vec<Exclusion> {
        let (numbering, mut found) = (self.numbering(), Vec::new());
        let side = numbering.side;
        let numbers = (0..side).filter(|&number| numbering.placed(number) + 4 <= side);
        let numbers: Bits = numbers.collect();
        for (lines, crossing) in [(side, 0), (0, side)] {
            let twice = |line: usize| -> Bits {
                numbers.iter().filter(|&number| self.now.places(line, number).pair().is_some()).collect()
            };
            let twice: Vec<Bits> = (lines..lines + side).map(twice).collect();
            for pair in pairs(0..side) {
                for number in (twice[pair[0]] & twice[pair[1]]).iter() {
                    self.x_wing(number, pair.map(|line| lines + line), crossing, &mut found);
                }
            }
        }
        found
    }

    /// An X-wing in two lines with two places each; the crossing lines are numbered from `crossing`.
    fn x_wing(&self, number: usize, lines: [usize; 2], crossing: usize, found: &mut Vec<Exclusion>) {
        let [both, other] = lines.map(|line| self.now.places(line, number));
        let gone = lines.map(|line| self.before.places(line, number) - both);
        let Some(places) = both.pair() else { return };
        if both != other || gone == [Bits::NONE; 2] {
            return;
        }
        let numbering = self.numbering();
        let crossing = places.map(|place| crossing + place);
        let marks =
            |line: usize, places: Bits| places.iter().map(move |place| numbering.at(line, place, number));
        let own: Bits = lines.into_iter().map(|line| line % numbering.side).collect();
        let rest = crossing.into_iter().flat_map(|line| marks(line, self.now.places(line, number) - own));
        let parents = lines.into_iter().zip(gone).flat_map(|(line, gone)| marks(line, gone));
        self.offer(found, Pattern::XWing { number, lines, crossing }, rest, parents);
    }
}

/// The pairs of `numbers`, ordered by the second one.
fn pairs(numbers: impl Iterator<Item = usize> + Clone) -> impl Iterator<Item = [usize; 2]> {
    let all = numbers.clone().enumerate();
    all.flat_map(move |(k, second)| numbers.clone().take(k).map(move |first| [first, second]))
}
