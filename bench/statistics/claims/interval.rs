//! How far a ratio of total times depends on the instances that the sides of a claim select: its interval or, over few
//! instances, the ratios of single ones.

use super::{ClaimSide, ClaimSums, Doubt, describe, selects};
use crate::statistics::InstanceResult;
use crate::statistics::comparison::{interval_of_independent_totals, interval_of_totals};

/// Values of a ratio of times that other instances of the same kind may show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RatioRange {
    /// The least and the largest value. If the ratio is a lower or an upper bound, one end is open: infinite, or 0.
    pub(super) ends: (f64, f64),
    /// Whether it is a 95 % interval. Otherwise it encloses the ratios of single instances.
    pub(super) is_confidence_interval: bool,
}

/// An instance with the results that a side selects, and their total cost.
type Row<'a> = (Vec<&'a InstanceResult>, f64);

impl ClaimSums {
    /// The range of a ratio of total times, or the doubt if it is unknown. Results of an instance must be adjacent; they may be a
    /// sample of a large corpus.
    pub(super) fn ratio_range(&self, results: &[InstanceResult]) -> Result<RatioRange, Doubt> {
        let unknown = || Doubt::Unknown("a time is unknown, so the ratio has no interval".to_string());
        let [of, against] = &self.sides[..] else { return Err(unknown()) };
        if of.is_bound && against.is_bound {
            return Err(unknown());
        }
        let by_instance = results.chunk_by(|one, other| one.instance_key() == other.instance_key());
        let rows = by_instance.map(|results| Some([row(of, results)?, row(against, results)?]));
        let mut rows: Vec<[Option<Row<'_>>; 2]> = rows.collect::<Option<_>>().ok_or_else(unknown)?;
        rows.retain(|sides| sides.iter().any(Option::is_some));
        if let Some(side) = (0..2).find(|side| rows.iter().all(|row| row[*side].is_none())) {
            let selection = describe(&self.sides[side].selection);
            let what = format!("the sample of a large corpus has no instance of {selection}");
            return Err(Doubt::Unknown(format!("{what}, so the ratio has no interval")));
        }
        let is_paired = rows.iter().all(|sides| sides.iter().all(Option::is_some));
        let (interval, range) = if is_paired { paired(rows) } else { independent(rows) };
        let (low, high) = interval.unwrap_or(range);
        let ends = (if against.is_bound { 0.0 } else { low }, if of.is_bound { f64::INFINITY } else { high });
        Ok(RatioRange { ends, is_confidence_interval: interval.is_some() })
    }
}

/// The row of an instance, if `side` selects it; `None` if a cost is unknown.
fn row<'a>(side: &ClaimSide, of_instance: &'a [InstanceResult]) -> Option<Option<Row<'a>>> {
    let chosen: Vec<&InstanceResult> =
        of_instance.iter().filter(|result| selects(&side.selection, result)).collect();
    let costs = chosen.iter().map(|result| Some(result.value(&side.measure)?.max(1.0)));
    let cost = costs.sum::<Option<f64>>()?;
    Some((!chosen.is_empty()).then_some((chosen, cost)))
}

/// An interval, if there is one, and the range of the ratios of single instances.
type Ranges = (Option<(f64, f64)>, (f64, f64));

/// The ranges over instances that both sides select.
fn paired(rows: Vec<[Option<Row<'_>>; 2]>) -> Ranges {
    let joined = rows.into_iter().filter_map(|[of, against]| {
        let ((mut results, cost), (others, other_cost)) = of.zip(against)?;
        results.extend(others);
        Some((results, (cost, other_cost)))
    });
    let rows: Vec<(Vec<&InstanceResult>, (f64, f64))> = joined.collect();
    (interval_of_totals(&rows), range(rows.iter().map(|(_, (of, against))| of / against)))
}

/// The ranges over different instances. The range is that of totals in which each instance of a side has the least or the largest
/// cost of that side.
fn independent(rows: Vec<[Option<Row<'_>>; 2]>) -> Ranges {
    let (of, against): (Vec<_>, Vec<_>) = rows.into_iter().map(Into::into).unzip();
    let [of, against] = [of, against].map(|rows| rows.into_iter().flatten().collect::<Vec<Row<'_>>>());
    let extremes = |rows: &[Row<'_>]| {
        let (least, most) = range(rows.iter().map(|(_, cost)| *cost));
        (least * rows.len() as f64, most * rows.len() as f64)
    };
    let ((least, most), (other_least, other_most)) = (extremes(&of), extremes(&against));
    (interval_of_independent_totals(&of, &against), (least / other_most, most / other_least))
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most), value| (least.min(value), most.max(value)))
}
