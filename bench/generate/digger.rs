//! Digging a large board to a minimal puzzle by clause learning.
//!
//! The rules of Sudoku serve the whole board, as groups of which exactly one is true. A puzzle is the set of its clues, as
//! assumptions. Whether a clue can go is one question to the solver: is there a board with the
//! other clues and another digit in *this* cell? As the puzzle had one solution before, any second
//! one must differ there. To ask instead for a board that differs anywhere takes twice as long:
//! the solver then searches everywhere.
//!
//! The order decides. Clues are tried house by house: all cells of one row, then of its neighbours, or of
//! columns, or of boxes. Dug houses are then always next to full ones, so that questions are answered by
//! looking around; and the last house is reached before the rest of the board became hard. In random order
//! the board becomes thin everywhere at once, and near the end each question is a puzzle at the edge of what
//! can be solved.
//!
//! Not better, by CPU time for a minimal puzzle of side 25 on one machine: random order, not finished in 100
//! s; the failed core of each question, dropping clues outside it at once, 25 to 120 s, with clues tried
//! where that leaves others necessary; the same cores house by house, 2 s; this, 1.1 s. Clues found necessary
//! as facts instead of assumptions gain nothing here. A formula of pairs instead of groups takes as long on that side;
//! of side 36, which takes 14 s (Emerald Rapids), it was not finished when 14 s of it were over.
//!
//! The price is the look: houses dug first hold fewer clues than those dug last. A puzzle that is
//! to have more clues than a minimal one gets clues back at random.

use coverlab_model::Shape;
use coverlab_strategies::Groups;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::ops::ControlFlow;

/// Digs one board.
pub(crate) struct Digger<'a> {
    shape: Shape,
    board: &'a [u8],
    /// What the rules say; a variable is a digit in a cell.
    groups: Groups,
    /// For a clue that was found necessary: a board that agrees in all other clues of the puzzle.
    others: Vec<Option<Vec<u8>>>,
}

impl<'a> Digger<'a> {
    /// A digger for `board`, a full board of `shape`.
    pub fn new(shape: Shape, board: &'a [u8]) -> Self {
        let groups = Groups::new(shape.side() * shape.cells());
        let mut digger = Digger { shape, board, groups, others: vec![None; board.len()] };
        digger.rules();
        digger
    }

    /// In each cell one digit, in each house each digit in one cell.
    fn rules(&mut self) {
        let (shape, side) = (self.shape, self.shape.side());
        let mut exactly_one = |variables: &mut dyn Iterator<Item = usize>| {
            let group: Vec<u32> = variables.map(|variable| variable as u32).collect();
            assert!(self.groups.exactly_one(&group).is_continue(), "a board of 65025 cells fits");
        };
        let variable = |cell: usize, digit: usize| cell * side + digit;
        for cell in 0..shape.cells() {
            exactly_one(&mut (0..side).map(|digit| variable(cell, digit)));
        }
        for index in 0..side {
            for digit in 0..side {
                exactly_one(&mut (0..side).map(|k| variable(index * side + k, digit)));
                exactly_one(&mut (0..side).map(|k| variable(k * side + index, digit)));
                exactly_one(&mut shape.cells_of_box(index).map(|cell| variable(cell, digit)));
            }
        }
    }

    fn clue(&self, cell: usize) -> usize {
        cell * self.shape.side() + usize::from(self.board[cell]) - 1
    }

    /// Whether every board with the clues that are `given` has that of `cell` too. If not, one that
    /// has another there is kept: it stays a proof that the clue is necessary when clues go.
    fn follows(&mut self, cell: usize, given: &[bool]) -> bool {
        let mut assumed = vec![(self.clue(cell), false)];
        assumed.extend((0..given.len()).filter(|&cell| given[cell]).map(|cell| (self.clue(cell), true)));
        // Where there is no room to find out, the clue stays, and no proof says that it must.
        let found = self.groups.allow(assumed);
        if found == ControlFlow::Continue(true) {
            self.others[cell] = Some(self.found());
        }
        found == ControlFlow::Continue(false)
    }

    /// The board that was found.
    fn found(&self) -> Vec<u8> {
        let side = self.shape.side();
        let digit = |cell: usize| (0..side).find(|&digit| self.groups.value(cell * side + digit));
        (0..self.board.len()).map(|cell| digit(cell).map_or(0, |digit| digit as u8 + 1)).collect()
    }

    /// Takes away `orbits` of cells, each that can go without a second solution appearing, then
    /// puts some back until there are `least` clues; answers which cells keep theirs.
    pub(crate) fn dig(&mut self, orbits: &[Vec<usize>], least: usize, random: &mut Pcg64Mcg) -> Vec<bool> {
        let mut given = vec![true; self.board.len()];
        let mut gone: Vec<&Vec<usize>> = Vec::new();
        for orbit in self.house_by_house(orbits, random) {
            orbit.iter().for_each(|&cell| given[cell] = false);
            if orbit.iter().all(|&cell| self.follows(cell, &given)) {
                gone.push(orbit);
            } else {
                orbit.iter().for_each(|&cell| given[cell] = true);
            }
        }
        gone.shuffle(random);
        put_back(gone, &mut given, least);
        given
    }

    /// `orbits` in the order in which they are tried: along the rows, the columns or the boxes,
    /// bands and the houses of a band in random order.
    fn house_by_house<'o>(&self, orbits: &'o [Vec<usize>], random: &mut Pcg64Mcg) -> Vec<&'o Vec<usize>> {
        let shape = self.shape;
        let (house, size): (fn(Shape, usize) -> usize, usize) = match random.random_range(0..3) {
            0 => (Shape::row, shape.box_rows()),
            1 => (Shape::column, shape.box_columns()),
            // A band has as many boxes side by side as a box has rows.
            _ => (Shape::box_of, shape.box_rows()),
        };
        let mut bands: Vec<Vec<usize>> =
            (0..shape.side()).collect::<Vec<_>>().chunks(size).map(<[usize]>::to_vec).collect();
        bands.shuffle(random);
        bands.iter_mut().for_each(|band| band.shuffle(random));
        let mut rank = vec![0; shape.side()];
        bands.concat().into_iter().enumerate().for_each(|(at, house)| rank[house] = at);
        let mut order: Vec<&Vec<usize>> = orbits.iter().collect();
        order.shuffle(random);
        order.sort_by_key(|orbit| orbit.iter().map(|&cell| rank[house(shape, cell)]).min());
        order
    }

    /// For each clue that was kept, in order, a board that agrees with all others but not with it;
    /// `None` if one of them is not necessary.
    pub fn proofs(&mut self, kept: &[bool]) -> Option<Vec<Vec<u8>>> {
        let mut given = kept.to_vec();
        let mut proofs = Vec::new();
        for cell in (0..kept.len()).filter(|&cell| kept[cell]) {
            given[cell] = false;
            if self.others[cell].is_none() && self.follows(cell, &given) {
                return None;
            }
            proofs.extend(self.others[cell].take());
            given[cell] = true;
        }
        Some(proofs)
    }
}

/// Gives clues back to orbits of cells until there are `least`, or as few more as it takes.
fn put_back(gone: Vec<&Vec<usize>>, given: &mut [bool], least: usize) {
    let mut clues = given.iter().filter(|given| **given).count();
    let mut too_large: Vec<&Vec<usize>> = Vec::new();
    for orbit in gone {
        if clues + orbit.len() <= least {
            orbit.iter().for_each(|&cell| given[cell] = true);
            clues += orbit.len();
        } else {
            too_large.push(orbit);
        }
    }
    if let Some(last) = too_large.iter().min_by_key(|orbit| orbit.len()).filter(|_| clues < least) {
        last.iter().for_each(|&cell| given[cell] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::put_back;

    #[test]
    fn clues_are_put_back_up_to_a_number_or_just_past_it() {
        let orbits = [vec![0, 1, 2, 3], vec![4, 5], vec![6]];
        let clues = |least: usize| {
            let mut given = vec![false; 7];
            put_back(orbits.iter().collect(), &mut given, least);
            given.iter().filter(|given| **given).count()
        };
        let found: Vec<usize> = (0..=9).map(clues).collect();
        assert_eq!(found, [0, 1, 2, 3, 4, 5, 6, 7, 7, 7]);
    }
}
