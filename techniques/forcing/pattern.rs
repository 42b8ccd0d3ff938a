//! Patterns inside an assumption: locked candidates, pairs and X-wings that exist because candidates
//! are off.
//!
//! **Origin.** "Advanced" rules inside the chains of N. Juillerat, *Sudoku Explainer*, 2007, with its
//! order and its conditions on empty cells.

use super::position::{Geometry, Mark, Position, bits};

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

    /// Offers a pattern if it removes something, and depends on a candidate that is gone.
    fn offer(
        &self,
        found: &mut Vec<Exclusion>,
        pattern: Pattern,
        removals: Vec<Mark>,
        parents: impl FnOnce() -> Vec<Mark>,
    ) {
        if removals.is_empty() {
            return;
        }
        let parents = parents();
        if !parents.is_empty() {
            found.push(Exclusion { pattern, removals, parents });
        }
    }

    fn locked(&self) -> Vec<Exclusion> {
        let (side, mut found) = (self.geometry().side, Vec::new());
        let (rows, columns, boxes) = (0..side, side..2 * side, 2 * side..3 * side);
        for (from, to) in [
            (boxes.clone(), columns.clone()),
            (boxes.clone(), rows.clone()),
            (columns, boxes.clone()),
            (rows, boxes),
        ] {
            for from in from {
                for to in to.clone() {
                    self.locked_in(from, to, &mut found);
                }
            }
        }
        found
    }

    fn locked_in(&self, from: usize, to: usize, found: &mut Vec<Exclusion>) {
        let geometry = self.geometry();
        let inside = |&cell: &usize| geometry.houses_of[cell].contains(&(to as u8));
        let common = (0..geometry.side).filter(|&place| inside(&geometry.cell(from, place)));
        let common = common.fold(0u16, |bits, place| bits | 1 << place);
        if common == 0 {
            return;
        }
        for number in 0..geometry.side {
            let places = self.now.places(from, number);
            if places.count_ones() < 2 || places & !common != 0 {
                continue;
            }
            let outside = |mark: &Mark| !geometry.houses_of[mark.cell()].contains(&(from as u8));
            let others = bits(self.now.places(to, number)).map(|place| geometry.at(to, place, number));
            let removals: Vec<Mark> = others.filter(outside).collect();
            let gone = self.before.places(from, number) & !places & !common;
            let parents = || bits(gone).map(|place| geometry.at(from, place, number)).collect();
            self.offer(found, Pattern::Locked { number, from, to }, sorted(removals), parents);
        }
    }

    fn hidden_pairs(&self) -> Vec<Exclusion> {
        let (geometry, mut found) = (self.geometry(), Vec::new());
        for house in geometry.boxes_columns_rows().filter(|&house| self.now.empty(house) > 4) {
            for [first, second] in pairs(geometry.side) {
                let places = self.now.places(house, first) | self.now.places(house, second);
                let twice = |number| self.now.places(house, number).count_ones() >= 2;
                if places.count_ones() != 2 || !twice(first) || !twice(second) {
                    continue;
                }
                let own = 1 << first | 1 << second;
                let cells = bits(places).map(|place| geometry.cell(house, place));
                let rest = cells
                    .flat_map(|cell| bits(self.now.digits(cell) & !own).map(move |n| Mark::new(cell, n)));
                let parents = || {
                    let elsewhere = (0..geometry.side).filter(|place| places >> place & 1 == 0);
                    let marks =
                        elsewhere.flat_map(|place| [first, second].map(|n| geometry.at(house, place, n)));
                    marks.filter(|&mark| self.before.has(mark)).collect()
                };
                let pattern = Pattern::HiddenPair { house, numbers: [first, second] };
                self.offer(&mut found, pattern, sorted(rest.collect()), parents);
            }
        }
        found
    }

    fn naked_pairs(&self) -> Vec<Exclusion> {
        let (geometry, mut found) = (self.geometry(), Vec::new());
        for house in geometry.boxes_columns_rows().filter(|&house| self.now.empty(house) >= 4) {
            for places in pairs(geometry.side) {
                let cells = places.map(|place| geometry.cell(house, place));
                let digits = cells.map(|cell| self.now.digits(cell));
                let own = digits[0] | digits[1];
                if own.count_ones() != 2 || digits.iter().any(|digits| digits.count_ones() < 2) {
                    continue;
                }
                let others = (0..geometry.side).filter(|place| !places.contains(place));
                let others = others.map(|place| geometry.cell(house, place));
                let rest = others
                    .flat_map(|cell| bits(self.now.digits(cell) & own).map(move |n| Mark::new(cell, n)));
                let parents = || {
                    let gone = |cell| bits(self.before.digits(cell) & !own).map(move |n| Mark::new(cell, n));
                    cells.into_iter().flat_map(gone).collect()
                };
                self.offer(&mut found, Pattern::NakedPair { house, cells }, sorted(rest.collect()), parents);
            }
        }
        found
    }

    fn x_wings(&self) -> Vec<Exclusion> {
        let (side, mut found) = (self.geometry().side, Vec::new());
        for (lines, crossing) in [(side, 0), (0, side)] {
            for pair in pairs(side) {
                for number in (0..side).filter(|&number| self.now.placed(number) + 4 <= side) {
                    self.x_wing(number, pair.map(|line| lines + line), crossing, &mut found);
                }
            }
        }
        found
    }

    /// An X-wing in two lines; the crossing lines are numbered from `crossing`.
    fn x_wing(&self, number: usize, lines: [usize; 2], crossing: usize, found: &mut Vec<Exclusion>) {
        let places = lines.map(|line| self.now.places(line, number));
        let both = places[0] | places[1];
        if both.count_ones() != 2 || places.iter().any(|places| places.count_ones() < 2) {
            return;
        }
        let geometry = self.geometry();
        let first = both.trailing_zeros() as usize;
        let crossing = [crossing + first, crossing + (both & (both - 1)).trailing_zeros() as usize];
        let marks =
            |line: usize, places: u16| bits(places).map(move |place| geometry.at(line, place, number));
        let own = lines.map(|line| 1u16 << (line % geometry.side)).into_iter().fold(0, |a, b| a | b);
        let rest = crossing.into_iter().flat_map(|line| marks(line, self.now.places(line, number) & !own));
        let parents = || {
            lines.into_iter().flat_map(|line| marks(line, self.before.places(line, number) & !both)).collect()
        };
        let pattern = Pattern::XWing { number, lines, crossing };
        self.offer(found, pattern, sorted(rest.collect()), parents);
    }
}

fn sorted(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_unstable();
    marks
}

/// The pairs of numbers below `count`, ordered by the second one.
fn pairs(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (1..count).flat_map(|second| (0..second).map(move |first| [first, second]))
}
