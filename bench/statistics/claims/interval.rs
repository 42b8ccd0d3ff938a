//! The interval of a ratio of times, over the instances that both sides of a claim select.

use super::{ClaimSide, ClaimSubject, ClaimSums, selects};
use crate::experiment::Aggregation;
use crate::statistics::InstanceResult;
use crate::statistics::comparison::interval_of_totals;

impl ClaimSums {
    /// The 95 % interval of a ratio of total times. `None` if the sides have different instances, a time is a lower bound,
    /// or there are few clusters. Results of an instance must be adjacent; they may be a sample of a large corpus.
    pub(super) fn interval(&self, results: &[InstanceResult]) -> Option<(f64, f64)> {
        let is_ratio_of_totals =
            ClaimSubject::of(&self.check) == ClaimSubject::Ratio && self.check.take == Aggregation::Total;
        if !is_ratio_of_totals || self.sides.iter().any(ClaimSide::is_cut_short) {
            return None;
        }
        let mut rows: Vec<(Vec<&InstanceResult>, (f64, f64))> = Vec::new();
        for of_instance in results.chunk_by(|one, other| one.instance_key() == other.instance_key()) {
            let (mut row, mut costs, mut sides) = (Vec::new(), [0.0; 2], [false; 2]);
            for result in of_instance {
                for (at, side) in self.sides.iter().enumerate() {
                    if selects(&side.selection, result) {
                        costs[at] += result.measure(&side.measure)?.max(1.0);
                        sides[at] = true;
                        row.push(result);
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
