//! Unique rectangles and loops, 4.5 to 5.3: cells that could swap two digits if they had no others.

use super::{Rated, empty_cells};
use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::combinations::{combinations_of, common_tuple};

/// The easiest hint; among equals the lowest type, then the first found.
pub(super) fn unique_loop(board: &Board) -> Option<Rated> {
    let mut best: Option<(u8, u8, Rated)> = None;
    for start in board.empty_cells() {
        let digits = board.candidates(start);
        let Some(pair) = digits.pair() else { continue };
        let mut walk = LoopWalk { board, digits, pair, cells: Vec::new(), found: Vec::new() };
        let rows = 0..board.side();
        if rows.map(|row| walk.places(row).count()).sum::<usize>() < 4 {
            continue;
        }
        walk.extend(start, 2, Bits::NONE, None);
        for cells in walk.found.into_iter().filter(|cells| alternates(board, cells)) {
            let hints = UniqueLoop::new(board, walk.digits, cells).hints();
            for (kind, rated) in hints.into_iter().filter_map(|(kind, rated)| Some((kind, rated?))) {
                if best.as_ref().is_none_or(|(tenths, other, _)| (rated.tenths, kind) < (*tenths, *other)) {
                    best = Some((rated.tenths, kind, rated));
                }
            }
        }
    }
    best.map(|(_, _, rated)| rated)
}

/// A depth-first walk that looks for loops.
struct LoopWalk<'b> {
    board: &'b Board,
    /// The two digits.
    digits: Bits,
    /// Their numbers.
    pair: [usize; 2],
    cells: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl LoopWalk<'_> {
    /// The places of a house that have both digits as candidates.
    fn places(&self, house: usize) -> Bits {
        let [first, second] = self.pair;
        self.board.places(house, first) & self.board.places(house, second)
    }

    /// Adds `cell`, which was reached by a house of kind `last`. Up to `spare` cells may have any extra
    /// digits; more may have the same single one.
    fn extend(&mut self, cell: usize, spare: i32, mut extra: Bits, last: Option<usize>) {
        self.cells.push(cell);
        let layout = self.board.layout();
        for (kind, house) in layout.box_row_column(cell).into_iter().enumerate() {
            if last == Some(kind) {
                continue;
            }
            for place in self.places(house).iter() {
                let next = layout.cells(house)[place];
                if next == self.cells[0] && self.cells.len() >= 4 {
                    self.found.push(self.cells.clone());
                } else if !self.cells.contains(&next) {
                    let candidates = self.board.candidates(next);
                    extra = (extra | candidates) - self.digits;
                    let is_pair = candidates.count() == 2;
                    if is_pair || extra.count() == 1 || spare > 0 {
                        self.extend(next, spare - i32::from(!is_pair), extra, Some(kind));
                    }
                }
            }
        }
        self.cells.pop();
    }
}

/// Whether the cells at odd and at even places visit the same houses, each once.
fn alternates(board: &Board, cells: &[usize]) -> bool {
    let mut visited = [Vec::new(), Vec::new()];
    for (k, &cell) in cells.iter().enumerate() {
        for house in board.layout().houses_of(cell) {
            if visited[k % 2].contains(&house) {
                return false;
            }
            visited[k % 2].push(house);
        }
    }
    visited.iter_mut().for_each(|houses| houses.sort_unstable());
    visited[0] == visited[1]
}

/// A loop, and its cells with extra digits.
struct UniqueLoop<'b> {
    board: &'b Board,
    digits: Bits,
    /// The rating of its length.
    tenths: u8,
    rescuers: Vec<usize>,
    /// The extra digits.
    extra: Bits,
}

type Hints = Vec<(u8, Option<Rated>)>;

impl UniqueLoop<'_> {
    fn new(board: &Board, digits: Bits, cells: Vec<usize>) -> UniqueLoop<'_> {
        let tenths = match cells.len() {
            10.. => 50,
            8.. => 47,
            6.. => 46,
            _ => 45,
        };
        let rescuers: Vec<usize> =
            cells.into_iter().filter(|&cell| board.candidates(cell).count() > 2).collect();
        let all = board.candidates_of_all(rescuers.iter().copied());
        UniqueLoop { board, digits, tenths, rescuers, extra: all - digits }
    }

    fn removing(&self, added: usize, removals: impl IntoIterator<Item = Candidate>) -> Option<Rated> {
        Rated::removing(self.tenths + added as u8, self.board, removals)
    }

    fn hints(&self) -> Hints {
        match self.rescuers[..] {
            [] => Vec::new(),
            [cell] => vec![(1, self.removing(0, Candidate::of_cell(cell, self.digits)))],
            [first, second] => {
                let mut hints = match self.extra.count() {
                    1 => vec![(2, self.type_2())],
                    _ => self.type_3(first, second),
                };
                hints.push((4, self.type_4(first, second)));
                hints
            }
            _ => vec![(2, self.type_2())],
        }
    }

    /// One of the cells has the extra digit.
    fn type_2(&self) -> Option<Rated> {
        let layout = self.board.layout();
        let number = (self.board.candidates(self.rescuers[0]) - self.digits).iter().next()?;
        let sees_all = |cell: &usize| self.rescuers.iter().all(|&rescuer| layout.sees(*cell, rescuer));
        let rest = self.board.empty_cells().filter(sees_all);
        self.removing(0, rest.map(|cell| Candidate::new(cell, number + 1)))
    }

    /// One of the two cells belongs to a naked or a hidden subset.
    fn type_3(&self, first: usize, second: usize) -> Hints {
        let layout = self.board.layout();
        let mut hints = Hints::new();
        for size in self.extra.count()..=7 {
            for house in layout.box_row_column(first) {
                let place = |cell: usize| layout.cells(house).iter().position(|&other| other == cell);
                let (Some(one), Some(two)) = (place(first), place(second)) else { continue };
                let empty = empty_cells(self.board, house);
                if size * 2 <= empty {
                    hints.extend(self.naked(house, size, one, two).map(|rated| (3, Some(rated))));
                }
                if size * 2 < empty {
                    hints.extend(self.hidden(house, size, one, two).map(|rated| (3, Some(rated))));
                }
            }
        }
        hints
    }

    /// The first naked subset of `size` cells; the two cells, at places `one` and `two`, count as one.
    fn naked(&self, house: usize, size: usize, one: usize, two: usize) -> Option<Rated> {
        let cells = self.board.layout().cells(house);
        let at = |place: usize| self.board.candidates(cells[place]);
        let with_one = |chosen: &Vec<usize>| chosen.contains(&one) && !chosen.contains(&two);
        combinations_of(size, cells.len()).filter(with_one).find_map(|chosen| {
            let others = chosen.iter().filter(|&&place| place != one);
            let covered = others.fold(self.extra & at(one) & at(two), |all, &place| all | at(place));
            let set = |&place: &usize| if place == one { self.extra } else { at(place) };
            let sets: Vec<Bits> = chosen.iter().map(set).collect();
            let digits = common_tuple(&sets).filter(|_| covered.count() == size)?;
            let rest = (0..cells.len()).filter(|place| *place != two && !chosen.contains(place));
            self.removing(size - 1, rest.flat_map(|place| Candidate::of_cell(cells[place], digits)))
        })
    }

    /// The first hidden subset of the two digits of the loop and `size - 2` others.
    fn hidden(&self, house: usize, size: usize, one: usize, two: usize) -> Option<Rated> {
        let cells = self.board.layout().cells(house);
        let others: Vec<usize> = (Bits::below(self.board.side()) - self.digits - self.extra).iter().collect();
        if size < 2 || size - 2 > others.len() || others.is_empty() {
            return None;
        }
        combinations_of(size - 2, others.len()).find_map(|chosen| {
            let own: Bits = chosen.iter().map(|&k| others[k]).chain(self.digits.iter()).collect();
            let mut union = Bits::NONE;
            for number in own.iter() {
                let places = self.board.places(house, number) - Bits::only(two);
                if places.is_empty() {
                    return None;
                }
                union |= places;
            }
            if union.count() != size {
                return None;
            }
            let places = union - Bits::only(one);
            let rest = places.iter().flat_map(|place| {
                Candidate::of_cell(cells[place], self.board.candidates(cells[place]) - own)
            });
            self.removing(places.count() - 1, rest)
        })
    }

    /// One digit of the loop is locked in the two cells of a house: they lose the other.
    fn type_4(&self, first: usize, second: usize) -> Option<Rated> {
        let layout = self.board.layout();
        let shared =
            layout.box_row_column(first).into_iter().filter(|h| layout.houses_of(second).contains(h));
        let houses: Vec<usize> = shared.collect();
        let locked = self.digits.iter().find(|&number| {
            houses
                .iter()
                .any(|&house| self.board.cells_for(house, number).all(|cell| cell == first || cell == second))
        })?;
        let other = self.digits - Bits::only(locked);
        self.removing(0, [first, second].into_iter().flat_map(|cell| Candidate::of_cell(cell, other)))
    }
}
