//! The stack of branches on the path to a board.

use super::{Candidates, Mark, Mask};

/// A stack of cells whose candidates are tried in turn.
#[derive(Default)]
pub(crate) struct Branches<M>(Vec<Branch<M>>);

/// A cell that is being tried.
struct Branch<M> {
    cell: u16,
    /// The candidates that were not yet tried.
    left: M,
    /// The state of the board before the first candidate was tried.
    before: Mark,
}

impl<M: Mask> Branches<M> {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The number of cells being tried.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Starts to try the candidates of a cell.
    #[inline(always)]
    pub(crate) fn push(&mut self, cell: usize, candidates: &Candidates<M>) {
        let (left, before) = (candidates.of(cell), candidates.mark());
        self.0.push(Branch { cell: cell as u16, left, before });
    }

    /// Undoes the board to the last cell with an untried candidate; returns the cell and that candidate.
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
