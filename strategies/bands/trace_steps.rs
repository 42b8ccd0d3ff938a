//! Trace steps: after each rule, the difference from the board as last reported.

use super::board::Rule;
use crate::bird;
use crate::support::board::Mask;
use coverlab_model::{Cell, House, Observer, Shape, Step, Sudoku};

/// A reported board, and for each cell whether its digit was reported.
type Fold<M> = (Vec<M>, Vec<bool>);

/// The board as last reported, and the boards branched on before it. Empty if no observer watches steps.
#[derive(Default)]
pub(super) struct Reporter<M> {
    now: Fold<M>,
    branched: Vec<Fold<M>>,
}

impl<M: Mask> Reporter<M> {
    /// Reports the clues. `cells` is the board that they leave.
    pub(super) fn begin(&mut self, problem: &Sudoku, cells: &[M], observer: &mut impl Observer<Sudoku>) {
        bird::trace_steps::clues(problem, observer);
        self.now = (cells.to_vec(), problem.clues().iter().map(|&clue| clue != 0).collect());
        self.branched.clear();
    }

    /// Records that the board at this depth is branched on.
    pub(super) fn branch(&mut self, depth: usize) {
        self.branched.truncate(depth);
        self.branched.push(self.now.clone());
    }

    /// Reports the candidates that one side of a choice removes. The side leads to a node at this depth.
    pub(super) fn side(
        &mut self,
        depth: usize,
        shape: Shape,
        cells: &[M],
        observer: &mut impl Observer<Sudoku>,
    ) {
        if let Some(from) = depth.checked_sub(1) {
            observer.step(|| Step::Side { from });
            self.now.clone_from(&self.branched[from]);
            self.removed(shape, cells, observer);
        }
    }

    /// Reports the changes made by a rule.
    pub(super) fn rule(
        &mut self,
        rule: Rule,
        shape: Shape,
        cells: &[M],
        observer: &mut impl Observer<Sudoku>,
    ) {
        if rule == Rule::HiddenSingles {
            for (cell, &digits) in cells.iter().enumerate() {
                if self.now.0[cell] != digits {
                    self.hidden(cell, digits.index(), shape, observer);
                }
            }
        } else {
            self.removed(shape, cells, observer);
        }
    }

    /// Reports the removed candidates, and the cells with one candidate left.
    fn removed(&mut self, shape: Shape, cells: &[M], observer: &mut impl Observer<Sudoku>) {
        for (cell, &digits) in cells.iter().enumerate() {
            let name = Cell::of(shape, cell);
            for digit in self.now.0[cell].minus(digits).digits() {
                observer.step(|| Step::Remove { cell: name, digit: digit as u8 + 1 });
            }
            self.now.0[cell] = digits;
            if digits.is_single() && !self.now.1[cell] {
                let digit = digits.index() as u8 + 1;
                observer.step(|| Step::Naked { cell: name, digit });
                self.now.1[cell] = true;
            }
        }
    }

    /// Reports that a digit has no other place in its box.
    fn hidden(&mut self, cell: usize, digit: usize, shape: Shape, observer: &mut impl Observer<Sudoku>) {
        let house = House::Box(shape.box_of(cell));
        observer.step(|| Step::Hidden { cell: Cell::of(shape, cell), digit: digit as u8 + 1, house });
        (self.now.0[cell], self.now.1[cell]) = (M::of(digit), true);
    }

    /// Reports why the board has no solution.
    pub(super) fn wipe(&mut self, shape: Shape, observer: &mut impl Observer<Sudoku>) {
        if let Some((cell, digit)) = self.two_in_one(shape) {
            self.hidden(cell, digit, shape, observer);
        }
        if let Some(step) = self.wiped(shape) {
            observer.step(|| step);
        }
    }

    /// A cell that two digits of its box need, with one of these digits.
    fn two_in_one(&self, shape: Shape) -> Option<(usize, usize)> {
        (0..shape.side()).map(House::Box).find_map(|house| {
            let mut twice = M::NONE;
            house.cells(shape).fold(M::NONE, |once, cell| {
                twice = twice | once & self.now.0[cell];
                once | self.now.0[cell]
            });
            let needed = |cell: usize| self.now.0[cell].minus(twice);
            let cell = house.cells(shape).find(|&cell| needed(cell).count() > 1)?;
            Some((cell, needed(cell).index()))
        })
    }

    fn wiped(&self, shape: Shape) -> Option<Step> {
        let (cells, fixed) = &self.now;
        if let Some(cell) = cells.iter().position(|digits| digits.is_empty()) {
            return Some(Step::WipeCell { cell: Cell::of(shape, cell) });
        }
        for house in House::all(shape) {
            let (mut left, mut settled) = (M::all(shape.side()), M::NONE);
            for cell in house.cells(shape) {
                left = left.minus(cells[cell]);
                if fixed[cell] {
                    if settled.meets(cells[cell]) {
                        let digit = cells[cell].index() as u8 + 1;
                        return Some(Step::WipeTwice { digit, house });
                    }
                    settled = settled | cells[cell];
                }
            }
            if !left.is_empty() {
                return Some(Step::WipeDigit { digit: left.index() as u8 + 1, house });
            }
        }
        self.crowded(shape)
    }

    /// A house that has no room for some of its digits, because all their places are in another house.
    fn crowded(&self, shape: Shape) -> Option<Step> {
        for house in House::all(shape) {
            for other in House::all(shape).filter(|&other| other != house) {
                let (common, outside): (Vec<usize>, Vec<usize>) =
                    house.cells(shape).partition(|&cell| other.has(shape, cell));
                let taken = outside.iter().fold(M::NONE, |digits, &cell| digits | self.now.0[cell]);
                if M::all(shape.side()).minus(taken).count() > common.len() {
                    return Some(Step::WipeCrowded { house, other });
                }
            }
        }
        None
    }
}
