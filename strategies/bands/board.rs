//! A board, the four rules of a round, and the rule for a board at rest.

use super::layout::{Layout, Line};
use super::matching;
use crate::support::board::Mask;
use coverlab_model::Shape;

/// The result of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// A contradiction was found.
    pub(crate) dead: bool,
    /// Another round may find more: on a 9x9 board a digit was fixed, on others a candidate removed.
    pub(crate) changed: bool,
    /// When the round began, some cell had two candidates or more.
    pub(crate) open: bool,
}

/// A rule that changes a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    NakedSingles,
    Lines,
    HiddenSingles,
    Places,
}

/// A board: the candidates of each cell, row by row.
pub(super) struct Board<'a, M> {
    pub layout: &'a Layout,
    pub cells: &'a mut [M],
    /// The number of digits, over all boxes, that had one cell in their box after the last round.
    pub fixed: usize,
}

impl<M: Mask> Board<'_, M> {
    /// Applies each of the four rules once. Calls `report` with the board after each.
    pub(super) fn round(&mut self, mut report: impl FnMut(Rule, &[M])) -> Verdict {
        let before = self.candidates();
        let (mut verdict, claimed) = self.naked_singles();
        report(Rule::NakedSingles, self.cells);
        for line in &self.layout.lines {
            self.line_rule(line);
            report(Rule::Lines, self.cells);
        }
        let (dead, fixed) = self.hidden_singles(&claimed);
        report(Rule::HiddenSingles, self.cells);
        verdict.dead |= dead;
        let nine = self.layout.shape == Shape::NINE;
        verdict.changed = if nine { fixed != self.fixed } else { self.candidates() != before };
        self.fixed = fixed;
        verdict
    }

    /// The number of candidates. A round only removes candidates, so an equal number means no change.
    pub(super) fn candidates(&self) -> usize {
        self.cells.iter().map(|cell| cell.count()).sum()
    }

    /// Removes the digit of each cell with one candidate from the other cells of its box. The line rules
    /// remove it from the rest of its row and column. Also returns these digits, by box; the board is open
    /// unless every digit is one of them.
    fn naked_singles(&mut self) -> (Verdict, Vec<M>) {
        let mut verdict = Verdict::default();
        let mut claimed = Vec::with_capacity(self.layout.boxes.len());
        for cells in &self.layout.boxes {
            let mut singles = M::NONE;
            for &cell in cells {
                let candidates = self.cells[cell];
                verdict.dead |= candidates.is_empty();
                if candidates.is_single() {
                    singles = singles | candidates;
                }
            }
            for &cell in cells {
                if !self.cells[cell].is_single() {
                    self.cells[cell] = self.cells[cell].minus(singles);
                }
            }
            verdict.open |= singles != M::all(cells.len());
            claimed.push(singles);
        }
        (verdict, claimed)
    }

    /// Keeps a digit in a place of a band or stack only if a permutation uses it.
    fn line_rule(&mut self, line: &Line) {
        if let Some(matrix) = self.matched(line) {
            for (entry, place) in matrix.iter().zip(&line.places) {
                place.iter().for_each(|&cell| self.cells[cell] = self.cells[cell] & *entry);
            }
        } else {
            self.weak_line_rule(line);
        }
    }

    /// For each place, the digits of which a permutation goes through it; `None` if the line is too large.
    pub(super) fn matched(&self, line: &Line) -> Option<[M; matching::ENTRIES]> {
        (line.size <= matching::LARGEST).then(|| {
            let mut matrix = [M::NONE; matching::ENTRIES];
            for (entry, place) in matrix.iter_mut().zip(&line.places) {
                *entry = self.any(place);
            }
            matching::keep_matched(&mut matrix, line.size);
            matrix
        })
    }

    /// The rule for large lines: a digit with one place left in a row or column of the matrix has no other
    /// place in the column or row of that place.
    fn weak_line_rule(&mut self, line: &Line) {
        let size = line.size;
        for (step, stride) in [(1, size), (size, 1)] {
            for index in 0..size {
                let entry = |k: usize| &line.places[index * stride + k * step];
                let (mut once, mut twice) = (M::NONE, M::NONE);
                for k in 0..size {
                    let digits = self.any(entry(k));
                    twice = twice | once & digits;
                    once = once | digits;
                }
                for k in 0..size {
                    let only = self.any(entry(k)).minus(twice);
                    if only.is_empty() {
                        continue;
                    }
                    for other in (0..size).filter(|&other| other != index) {
                        for &cell in &line.places[other * stride + k * step] {
                            self.cells[cell] = self.cells[cell].minus(only);
                        }
                    }
                }
            }
        }
    }

    /// Places each digit with one cell left in a box. Returns whether there was a contradiction (a digit
    /// without a cell, a cell for two digits, or a digit of `claimed` in two cells), and the number of digits
    /// with one cell left.
    fn hidden_singles(&mut self, claimed: &[M]) -> (bool, usize) {
        let (mut dead, mut fixed) = (false, 0);
        let every = M::all(self.layout.shape.side());
        for (cells, &claimed) in self.layout.boxes.iter().zip(claimed) {
            let (mut once, mut twice) = (M::NONE, M::NONE);
            for &cell in cells {
                twice = twice | once & self.cells[cell];
                once = once | self.cells[cell];
            }
            dead |= once != every || claimed.meets(twice);
            let hidden = once.minus(twice);
            fixed += hidden.count();
            for &cell in cells {
                let single = self.cells[cell] & hidden;
                dead |= single.count() > 1;
                if !single.is_empty() {
                    self.cells[cell] = single;
                }
            }
        }
        (dead, fixed)
    }

    /// A place has room for as many digits as it has cells. If that many have no other place in their row, it
    /// takes no others. If more have none, or a digit has no permutation in a line, there is no solution. The
    /// rule applies to a board at rest, in which no rule of a round finds a contradiction. All places are
    /// evaluated before any changes. `kept` is a buffer.
    pub(super) fn place_rule(&mut self, kept: &mut Vec<M>) -> Verdict {
        let mut verdict = Verdict { open: true, ..Verdict::default() };
        let every = M::all(self.layout.shape.side());
        kept.clear();
        kept.extend_from_slice(self.cells);
        for line in &self.layout.lines {
            let matched = self.matched(line);
            for (index, row) in line.places.chunks(line.size).enumerate() {
                let entry =
                    |k: usize| matched.map_or_else(|| self.any(&row[k]), |m| m[index * line.size + k]);
                let (mut once, mut twice) = (M::NONE, M::NONE);
                for k in 0..line.size {
                    twice = twice | once & entry(k);
                    once = once | entry(k);
                }
                let absent = every.minus(once);
                verdict.dead |= !absent.is_empty();
                for (k, place) in row.iter().enumerate() {
                    let only = entry(k).minus(twice);
                    let (digits, room) = (only.count(), place.len());
                    verdict.dead |= digits > room;
                    let gone = if digits >= room { entry(k).minus(only) } else { absent };
                    place.iter().for_each(|&cell| kept[cell] = kept[cell].minus(gone));
                }
            }
        }
        verdict.changed = self.cells != &kept[..];
        self.cells.copy_from_slice(kept);
        verdict
    }

    /// The digits that are candidates in some cell of a place.
    pub(super) fn any(&self, place: &[usize]) -> M {
        place.iter().fold(M::NONE, |digits, &cell| digits | self.cells[cell])
    }
}
