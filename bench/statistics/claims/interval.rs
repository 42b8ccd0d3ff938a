//! The interval of a ratio of times, over the instances that both sides of a claim select.

use super::{ClaimSubject, ClaimSums, selects};
use crate::experiment::Take;
use crate::statistics::Cell;
use crate::statistics::comparison::interval_of_totals;

impl ClaimSums {
    /// The 95 % interval of a ratio of total times. `None` if the sides have different instances, a search is unfinished, or
    /// there are few clusters. Cells of an instance must be adjacent; they may be a sample of a large corpus.
    pub(super) fn interval(&self, cells: &[Cell]) -> Option<(f64, f64)> {
        let against = self.against.as_ref()?;
        let is_unfinished = self.sums().any(|sum| sum.unfinished > 0);
        if ClaimSubject::of(&self.check) != ClaimSubject::Ratio
            || self.check.take != Take::Total
            || is_unfinished
        {
            return None;
        }
        let mut rows: Vec<(Vec<&Cell>, (f64, f64))> = Vec::new();
        for of_instance in cells.chunk_by(|one, other| one.instance_key() == other.instance_key()) {
            let (mut row, mut costs, mut sides) = (Vec::new(), [0.0; 2], [false; 2]);
            for cell in of_instance {
                for (side, sum) in [&self.of, against].into_iter().enumerate() {
                    if selects(&sum.selection, cell) {
                        costs[side] += cell.measure(&sum.measure)?.max(1.0);
                        sides[side] = true;
                        row.push(cell);
                    }
                }
            }
            // An instance that only one side selects makes the totals incomparable.
            match sides {
                [true, true] => rows.push((row, costs.into())),
                [false, false] => {}
                _ => return None,
            }
        }
        interval_of_totals(&rows)
    }
}
