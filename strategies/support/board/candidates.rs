//! The candidates of every cell, their number, and a trail to undo changes.

use super::{Board, Mask};

/// The size of a decided cell, so that it is never the smallest.
const DECIDED: i16 = i16::MAX;

/// A position in the trail.
pub(crate) type Mark = u32;

/// The candidates of every cell. A removal costs a few instructions on a board of any side, and
/// [`Candidates::undo`] reverts it. A copy of the board at every node would need memory quadratic in the
/// number of cells.
///
/// Whether a peer has the removed digit is unpredictable for the processor, so we tried the removal without a
/// branch: every peer is written to the trail, which then advances by one or by zero. This was faster on none
/// of the grids of the source documents.
#[derive(Debug, Default)]
pub(crate) struct Candidates<M> {
    digits: Vec<M>,
    /// The number of candidates of each undecided cell. Signed, because the minimum of eight signed words is
    /// one instruction even on baseline x86-64.
    sizes: Vec<i16>,
    trail: Vec<Change<M>>,
}

/// The candidates of a cell before a change.
#[derive(Clone, Copy, Debug)]
struct Change<M> {
    cell: u16,
    size: i16,
    digits: M,
}

impl<M: Mask> Candidates<M> {
    /// Gives every cell every digit.
    pub(crate) fn reset(&mut self, board: &Board) {
        let (side, cells) = (board.side(), board.cells());
        self.digits.clear();
        self.digits.resize(cells, M::all(side));
        self.sizes.clear();
        self.sizes.resize(cells, side as i16);
        self.trail.clear();
    }

    /// The candidates of a cell; the digit itself once it is decided.
    #[inline(always)]
    pub(crate) fn of(&self, cell: usize) -> M {
        self.digits[cell]
    }

    /// The candidates of every cell.
    pub(crate) fn all(&self) -> &[M] {
        &self.digits
    }

    /// The number of candidates of an undecided cell.
    #[inline(always)]
    pub(crate) fn size(&self, cell: usize) -> usize {
        self.sizes[cell] as usize
    }

    #[inline(always)]
    pub(crate) fn is_decided(&self, cell: usize) -> bool {
        self.sizes[cell] == DECIDED
    }

    /// Decides a cell.
    #[inline(always)]
    pub(crate) fn decide(&mut self, cell: usize, digit: M) {
        self.trail.push(Change { cell: cell as u16, size: self.sizes[cell], digits: self.digits[cell] });
        self.digits[cell] = digit;
        self.sizes[cell] = DECIDED;
    }

    /// Decides a cell that has a single candidate left.
    #[inline(always)]
    pub(crate) fn settle(&mut self, cell: usize) {
        // The removal that left the single candidate is already in the trail.
        self.sizes[cell] = DECIDED;
    }

    /// Removes `digit` from an undecided cell that has it; returns the number of remaining candidates.
    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize, digit: M) -> usize {
        let (digits, size) = (self.digits[cell], self.sizes[cell]);
        self.trail.push(Change { cell: cell as u16, size, digits });
        self.digits[cell] = digits.minus(digit);
        self.sizes[cell] = size - 1;
        (size - 1) as usize
    }

    /// The first undecided cell with the fewest candidates.
    #[inline(always)]
    pub(crate) fn fewest(&self) -> Option<usize> {
        let least = self.sizes.iter().copied().fold(DECIDED, i16::min);
        if least == DECIDED { None } else { self.sizes.iter().position(|&size| size == least) }
    }

    /// The first undecided cell.
    pub(crate) fn first(&self) -> Option<usize> {
        self.sizes.iter().position(|&size| size != DECIDED)
    }

    /// The current position in the trail.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        self.trail.len() as Mark
    }

    /// Undoes every change since `mark`.
    #[inline(always)]
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark as usize {
            if let Some(Change { cell, size, digits }) = self.trail.pop() {
                self.digits[usize::from(cell)] = digits;
                self.sizes[usize::from(cell)] = size;
            }
        }
    }
}
