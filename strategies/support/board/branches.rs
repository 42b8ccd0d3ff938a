//! The cells that are tried on the way to a board.

use super::{Candidates, Mark, Mask};

/// A stack of cells whose candidates are tried one after the other.
pub(crate) struct Branches<M>(Vec<Branch<M>>);

/// A cell that is tried.
struct Branch<M> {
    cell: u16,
    /// Its candidates that were not tried yet.
    left: M,
    /// The board before the first of them was tried.
    before: Mark,
}

impl<M> Default for Branches<M> {
    fn default() -> Self {
        Branches(Vec::new())
    }
}

impl<M: Mask> Branches<M> {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The number of cells that are tried.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Begins to try the candidates of a cell.
    #[inline(always)]
    pub(crate) fn push(&mut self, cell: usize, candidates: &Candidates<M>) {
        let (left, before) = (candidates.of(cell), candidates.mark());
        self.0.push(Branch { cell: cell as u16, left, before });
    }

    /// Takes the board back to the last cell with an untried candidate; returns the cell and that candidate.
    #[inline(always)]
    pub(crate) fn next(&mut self, candidates: &mut Candidates<M>) -> Option<(usize, M)> {
        loop {
            let branch = self.0.last_mut()?;
            candidates.undo(branch.before);
            if let Some(digit) = branch.left.take_lowest() {
                return Some((usize::from(branch.cell), digit));
            }
            self.0.pop();
        }
    }
}
