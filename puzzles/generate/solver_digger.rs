//! Digs a large board to a minimal puzzle by clause learning.
//!
//! The rules of Sudoku are encoded once, as exactly-one groups of variables. The clues of a puzzle are assumptions. To
//! test whether a clue can be removed, the solver searches for a board with the other clues and another digit in *this*
//! cell. Since the puzzle was unique before, any second solution must differ there. Asking for a board that differs
//! anywhere takes twice as long, because the solver then searches everywhere.
//!
//! The order of clues is decisive. Clues are tried house by house: all cells of one row, then of another row in its
//! band, and so on; or the same with columns or boxes. A house being dug is then next to full ones, so the solver
//! answers locally, and the last house is reached before the rest of the board becomes hard. In random order the board
//! thins out everywhere at once, and near the end every test is a puzzle at the limit of what can be solved.
//!
//! The method takes 1.1 s of CPU time for a minimal puzzle of side 25 (on an Intel Emerald Rapids processor). What did
//! not work:
//!
//! - Random order did not finish in 100 s.
//! - Removing all clues outside the failed core of each test took 25 to 120 s in random order, and 2 s house by house.
//! - Adding necessary clues as facts instead of assumptions gained nothing.
//! - Pairwise clauses instead of groups took equally long at side 25. At side 36, where groups take 14 s, they did not
//!   finish in that time.
//!
//! The cost is an uneven pattern: houses that are dug first have fewer clues than those dug last. If a puzzle must have
//! more clues than a minimal one, clues are put back at random.

use coverlab_model::{Grid, Shape};
use coverlab_strategies::Groups;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::ops::ControlFlow;

/// Digs one board with a SAT solver.
pub(crate) struct SolverDigger<'a> {
    shape: Shape,
    board: &'a [u8],
    /// The rules. Each variable is a digit in a cell.
    groups: Groups,
    /// For each clue that is known to be necessary, a board that agrees with all other clues but not with this one.
    proofs: Vec<Option<Grid>>,
}

impl<'a> SolverDigger<'a> {
    /// A digger for `board`, a full board of `shape`.
    pub(crate) fn new(shape: Shape, board: &'a [u8]) -> Self {
        let groups = Groups::new(shape.side() * shape.cells());
        let mut digger = SolverDigger { shape, board, groups, proofs: vec![None; board.len()] };
        digger.add_rules();
        digger
    }

    /// Adds the rules: one digit per cell, and each digit once per house.
    fn add_rules(&mut self) {
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

    /// The variable of the board's digit in `cell`.
    fn clue(&self, cell: usize) -> usize {
        cell * self.shape.side() + usize::from(self.board[cell]) - 1
    }

    /// Whether the `given` clues imply the clue in `cell`. If not, a board with another digit there is stored in
    /// `proofs`. It proves that the clue is necessary, even after other clues are removed.
    fn is_implied(&mut self, cell: usize, given: &[bool]) -> bool {
        let mut assumptions = vec![(self.clue(cell), false)];
        assumptions.extend((0..given.len()).filter(|&cell| given[cell]).map(|cell| (self.clue(cell), true)));
        // If the solver runs out of memory, the clue is kept without a proof.
        let is_satisfiable = self.groups.allow(assumptions);
        if is_satisfiable == ControlFlow::Continue(true) {
            self.proofs[cell] = Some(self.model_board());
        }
        is_satisfiable == ControlFlow::Continue(false)
    }

    /// The board that the solver found.
    fn model_board(&self) -> Grid {
        let side = self.shape.side();
        let digit = |cell: usize| (0..side).find(|&digit| self.groups.value(cell * side + digit));
        let cells: Vec<u8> =
            (0..self.board.len()).map(|cell| digit(cell).map_or(0, |digit| digit as u8 + 1)).collect();
        Grid::new(self.shape, &cells).expect("a board of this shape")
    }

    /// Removes each of `orbits` if the solution stays unique, then puts orbits back until there are at least `least`
    /// clues. Returns which cells keep their clues.
    pub(crate) fn dig(&mut self, orbits: &[Vec<usize>], least: usize, random: &mut Pcg64Mcg) -> Vec<bool> {
        let mut given = vec![true; self.board.len()];
        let mut removed: Vec<&Vec<usize>> = Vec::new();
        for orbit in self.house_by_house(orbits, random) {
            orbit.iter().for_each(|&cell| given[cell] = false);
            if orbit.iter().all(|&cell| self.is_implied(cell, &given)) {
                removed.push(orbit);
            } else {
                orbit.iter().for_each(|&cell| given[cell] = true);
            }
        }
        removed.shuffle(random);
        put_back(removed, &mut given, least);
        given
    }

    /// Sorts `orbits` for digging: along the rows, the columns or the boxes, with bands (or stacks) in random order, and
    /// likewise the houses of each.
    fn house_by_house<'o>(&self, orbits: &'o [Vec<usize>], random: &mut Pcg64Mcg) -> Vec<&'o Vec<usize>> {
        let shape = self.shape;
        let (house, size): (fn(Shape, usize) -> usize, usize) = match random.random_range(0..3) {
            0 => (Shape::row, shape.box_rows()),
            1 => (Shape::column, shape.box_columns()),
            // The number of boxes in a band is that of the rows of a box.
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

    /// For each kept clue, in order, a board that agrees with all other clues but not with this one; `None` if a clue
    /// is redundant.
    pub(crate) fn proofs(&mut self, kept: &[bool]) -> Option<Vec<Grid>> {
        let mut given = kept.to_vec();
        let mut proofs = Vec::new();
        for cell in (0..kept.len()).filter(|&cell| kept[cell]) {
            given[cell] = false;
            if self.proofs[cell].is_none() && self.is_implied(cell, &given) {
                return None;
            }
            proofs.extend(self.proofs[cell].take());
            given[cell] = true;
        }
        Some(proofs)
    }
}

/// Puts back the clues of `removed` orbits until there are at least `least` clues.
fn put_back(removed: Vec<&Vec<usize>>, given: &mut [bool], least: usize) {
    let mut clues = given.iter().filter(|given| **given).count();
    let mut too_large: Vec<&Vec<usize>> = Vec::new();
    for orbit in removed {
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
    fn clues_are_put_back_until_there_are_enough() {
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
