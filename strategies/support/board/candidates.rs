//! The candidates of every cell, how many they are, and a trail by which to take changes back.

use super::{Board, Mask};

/// The size of a cell that is decided, so that it is never the smallest.
const DECIDED: i16 = i16::MAX;

/// A place in the trail.
pub(crate) type Mark = u32;

/// The candidates of every cell. A removal costs a few instructions and is taken back by
/// [`Candidates::undo`], whatever the side of the board; copying the board at every node would
/// need memory of its cells squared.
///
/// Whether a peer has the digit that is removed looks like a coin toss to the processor, so
/// we tried it without a branch: every peer is written to the trail, which then
/// advances by one or by none. On the grids of the source documents that was faster nowhere.
#[derive(Debug)]
pub(crate) struct Candidates<M> {
    digits: Vec<M>,
    /// How many digits there are in each cell that is not decided. Signed, because the least of
    /// many signed words is one instruction for eight of them on the plainest of x86-64.
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

impl<M> Default for Candidates<M> {
    fn default() -> Self {
        Candidates { digits: Vec::new(), sizes: Vec::new(), trail: Vec::new() }
    }
}

impl<M: Mask> Candidates<M> {
    /// Every digit in every cell.
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

    /// How many candidates a cell that is not decided has.
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

    /// Decides a cell that has one candidate left.
    #[inline(always)]
    pub(crate) fn settle(&mut self, cell: usize) {
        // The removal that left it the last one is in the trail.
        self.sizes[cell] = DECIDED;
    }

    /// Takes `digit` out of a cell that has it and is not decided; returns how many are left.
    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize, digit: M) -> usize {
        let (digits, size) = (self.digits[cell], self.sizes[cell]);
        self.trail.push(Change { cell: cell as u16, size, digits });
        self.digits[cell] = digits.minus(digit);
        self.sizes[cell] = size - 1;
        (size - 1) as usize
    }

    /// The first cell with the fewest candidates among those that are not decided.
    #[inline(always)]
    pub(crate) fn fewest(&self) -> Option<usize> {
        let least = self.sizes.iter().copied().fold(DECIDED, i16::min);
        if least == DECIDED { None } else { self.sizes.iter().position(|&size| size == least) }
    }

    /// The first cell that is not decided.
    pub(crate) fn first(&self) -> Option<usize> {
        self.sizes.iter().position(|&size| size != DECIDED)
    }

    /// Where the trail is now.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        self.trail.len() as Mark
    }

    /// Takes back every change since `mark`.
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
