//! The format of a table of trials, as the walk over the trials sees it: cells, one after the other.

use super::field::Cell;
use super::table::Origin;
use std::fs::File;
use std::io;

/// A format of the table. A row is given cell by cell, in the order of the columns of a [`super::Trial`].
pub(super) trait Rows {
    /// Neighbouring cells that many rows share, made once.
    type Shared: Default;

    /// Makes `cells` into `shared`, whose memory is used again.
    fn share(cells: &[Cell<'_>], shared: &mut Self::Shared);

    /// The next cells of the row.
    fn shared(&mut self, cells: &Self::Shared) -> &mut Self;

    /// The next cell of the row.
    fn cell(&mut self, cell: Cell<'_>) -> &mut Self;

    /// Ends the row.
    fn end(&mut self);

    /// Whether enough rows wait to be written.
    fn is_full(&self) -> bool;

    /// Writes the rows that wait.
    fn write(&mut self) -> io::Result<()>;

    /// Writes the remaining rows.
    fn finish(self, origin: &Origin) -> io::Result<File>;

    /// New shared cells.
    fn made(cells: &[Cell<'_>]) -> Self::Shared {
        let mut shared = Self::Shared::default();
        Self::share(cells, &mut shared);
        shared
    }
}
