//! Patterns inside an assumption: locked candidates, pairs and X-wings that exist because candidates
//! are off.
//!
//! **Origin.** "Advanced" rules inside the chains of N. Juillerat, *Sudoku Explainer*, 2007, with its
//! order and its conditions on empty cells.

use super::position::{Crossing, Geometry, MAX_SIDE, Mark, Position, bits};
use super::strong::is_pair;

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
    pub(super) fn candidates(&self, position: &Position<'_>) -> Vec<Mark> {
        let geometry = position.geometry;
        let places = |house: usize, number: usize| {
            bits(position.places(house, number)).map(move |place| geometry.at(house, place, number))
        };
        match *self {
            Pattern::Locked { number, from, .. } => places(from, number).collect(),
            Pattern::NakedPair { cells, .. } => {
                let digits = |cell| bits(position.digits(cell)).map(move |number| Mark::new(cell, number));
                cells.into_iter().flat_map(digits).collect()
            }
            Pattern::HiddenPair { house, numbers } => {
                numbers.into_iter().flat_map(|number| places(house, number)).collect()
            }
            Pattern::XWing { number, lines, .. } => {
                lines.into_iter().flat_map(|line| places(line, number)).collect()
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
pub(crate) fn exclusions(before: &Position<'_>, now: &Position<'_>) -> Vec<Exclusion> {
    let search = PatternSearch { before, now };
    let kinds = [
        PatternSearch::locked,
        PatternSearch::hidden_pairs,
        PatternSearch::naked_pairs,
        PatternSearch::x_wings,
    ];
    kinds.into_iter().map(|kind| kind(&search)).find(|found| !found.is_empty()).unwrap_or_default()
}

struct PatternSearch<'a> {
    before: &'a Position<'a>,
    now: &'a Position<'a>,
}

impl PatternSearch<'_> {
    fn geometry(&self) -> &Geometry {
        self.now.geometry
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
        for crossing in &self.geometry().crossings {
            for number in 0..self.geometry().side {
                let (from, common) = (usize::from(crossing.from), crossing.places);
                let (before, now) = (self.before.places(from, number), self.now.places(from, number));
                if now & !common == 0 && before & !common != 0 && has_two(now) {
                    self.locked_in(crossing, number, &mut found);
                }
            }
        }
        found
    }

    fn locked_in(&self, crossing: &Crossing, number: usize, found: &mut Vec<Exclusion>) {
        let geometry = self.geometry();
        let [from, to] = [crossing.from, crossing.to].map(usize::from);
        let others = bits(self.now.places(to, number)).map(|place| geometry.at(to, place, number));
        let removals = others.filter(|mark| !geometry.houses_of[mark.cell()].contains(&crossing.from));
        let gone = self.before.places(from, number) & !crossing.places;
        let parents = bits(gone).map(|place| geometry.at(from, place, number));
        self.offer(found, Pattern::Locked { number, from, to }, removals, parents);
    }

    fn hidden_pairs(&self) -> Vec<Exclusion> {
        let (geometry, mut found) = (self.geometry(), Vec::new());
        for house in geometry.boxes_columns_rows().filter(|&house| self.now.empty(house) > 4) {
            let twice = (0..geometry.side).filter(|&number| is_pair(self.now.places(house, number)));
            for numbers in pairs(twice) {
                let [places, other] = numbers.map(|number| self.now.places(house, number));
                let gone = numbers.map(|number| self.before.places(house, number) & !places);
                let all_gone = gone[0] | gone[1];
                if places != other || all_gone == 0 {
                    continue;
                }
                let own = 1 << numbers[0] | 1 << numbers[1];
                let cells = bits(places).map(|place| geometry.cell(house, place));
                let rest = cells
                    .flat_map(|cell| bits(self.now.digits(cell) & !own).map(move |n| Mark::new(cell, n)));
                let parents = bits(all_gone)
                    .flat_map(|place| numbers.map(|number| geometry.at(house, place, number)))
                    .filter(|&mark| self.before.has(mark));
                self.offer(&mut found, Pattern::HiddenPair { house, numbers }, rest, parents);
            }
        }
        found
    }

    fn naked_pairs(&self) -> Vec<Exclusion> {
        let (geometry, mut found) = (self.geometry(), Vec::new());
        for house in geometry.boxes_columns_rows().filter(|&house| self.now.empty(house) >= 4) {
            let at = |place: usize| self.now.digits(geometry.cell(house, place));
            let bivalue = (0..geometry.side).filter(|&place| is_pair(at(place)));
            for places in pairs(bivalue) {
                let (cells, own) = (places.map(|place| geometry.cell(house, place)), at(places[0]));
                let gone = cells.map(|cell| self.before.digits(cell) & !own);
                if own != at(places[1]) || gone == [0, 0] {
                    continue;
                }
                let others = (0..geometry.side).filter(|place| !places.contains(place));
                let others = others.map(|place| geometry.cell(house, place));
                let rest = others
                    .flat_map(|cell| bits(self.now.digits(cell) & own).map(move |n| Mark::new(cell, n)));
                let parents = cells
                    .into_iter()
                    .zip(gone)
                    .flat_map(|(cell, gone)| bits(gone).map(move |n| Mark::new(cell, n)));
                self.offer(&mut found, Pattern::NakedPair { house, cells }, rest, parents);
            }
        }
        found
    }

    fn x_wings(&self) -> Vec<Exclusion> {
        let (side, mut found) = (self.geometry().side, Vec::new());
        let numbers = (0..side).filter(|&number| self.now.placed(number) + 4 <= side);
        let numbers = numbers.fold(0, |numbers: u16, number| numbers | 1 << number);
        for (lines, crossing) in [(side, 0), (0, side)] {
            let mut twice = [0u16; MAX_SIDE];
            for (line, twice) in twice.iter_mut().enumerate().take(side) {
                let numbers = bits(numbers).filter(|&number| is_pair(self.now.places(lines + line, number)));
                *twice = numbers.fold(0, |numbers, number| numbers | 1 << number);
            }
            for pair in pairs(0..side) {
                for number in bits(twice[pair[0]] & twice[pair[1]]) {
                    self.x_wing(number, pair.map(|line| lines + line), crossing, &mut found);
                }
            }
        }
        found
    }

    /// An X-wing in two lines with two places each; the crossing lines are numbered from `crossing`.
    fn x_wing(&self, number: usize, lines: [usize; 2], crossing: usize, found: &mut Vec<Exclusion>) {
        let [both, other] = lines.map(|line| self.now.places(line, number));
        let gone = lines.map(|line| self.before.places(line, number) & !both);
        if both != other || gone == [0, 0] {
            return;
        }
        let geometry = self.geometry();
        let first = both.trailing_zeros() as usize;
        let crossing = [crossing + first, crossing + (both & (both - 1)).trailing_zeros() as usize];
        let marks =
            |line: usize, places: u16| bits(places).map(move |place| geometry.at(line, place, number));
        let own = lines.map(|line| 1u16 << (line % geometry.side)).into_iter().fold(0, |a, b| a | b);
        let rest = crossing.into_iter().flat_map(|line| marks(line, self.now.places(line, number) & !own));
        let parents = lines.into_iter().zip(gone).flat_map(|(line, gone)| marks(line, gone));
        self.offer(found, Pattern::XWing { number, lines, crossing }, rest, parents);
    }
}

/// Whether at least two bits of a word are set.
#[inline]
fn has_two(word: u16) -> bool {
    word & word.wrapping_sub(1) != 0
}

/// The pairs of `numbers`, ordered by the second one.
fn pairs(numbers: impl Iterator<Item = usize> + Clone) -> impl Iterator<Item = [usize; 2]> {
    let all = numbers.clone().enumerate();
    all.flat_map(move |(k, second)| numbers.clone().take(k).map(move |first| [first, second]))
}
