//! Counts the differences between strategies that a test shows, over corpora and pairs of strategies. Claims about this number
//! test the measurement itself, with strategies that should differ or should not.

use super::{ClaimSubject, ClaimSums, Doubt, ValueRange, judge, selects};
use crate::experiment::Selection;
use crate::number::Number;
use crate::statistics::{Difference, InstanceResult, Name, PairedResults};

impl ClaimSums {
    /// The number of differences that are shown, over corpora and pairs of strategies. A `*` matches the same text on both sides:
    /// `*:copy=1` and `*:copy=2` compare the copies of each strategy. P-values are corrected for the number of these
    /// pairs per corpus, which may be fewer than in the report's table of pairs.
    pub(super) fn differences(&self, results: &[InstanceResult]) -> Result<ValueRange, Doubt> {
        let strategies = self.sides.iter().filter_map(|side| side.selection.strategy.as_deref());
        let [of, against] = strategies.collect::<Vec<_>>()[..] else {
            let what = "`differences` needs two strategies: one in `of`, one in `against`";
            return Err(Doubt::Unknown(what.to_string()));
        };
        let selection = &self.sides[0].selection;
        let of_instances = Selection { strategy: None, ..selection.clone() };
        let results: Vec<&InstanceResult> =
            results.iter().filter(|result| selects(&of_instances, result)).collect();
        // Comparisons: all, those that show a difference, and those that too few instances leave open.
        let (mut pairs, mut shown, mut open) = (0, 0, 0);
        for group in results.chunk_by(|a, b| a.group == b.group) {
            let paired = PairedResults::of(group);
            let compared = paired.compare(&partners(paired.strategies(), of, against));
            pairs += compared.len();
            shown += compared.iter().filter(|pair| pair.difference.is_shown()).count();
            open += compared.iter().filter(|pair| pair.difference == Difference::TooFew).count();
        }
        if pairs == 0 {
            return Err(Doubt::Unknown(format!("no instance with trials of both {of} and {against}")));
        }
        let [low, high] = [shown, shown + open].map(|count| Number::from(count as f64));
        let too_few =
            || Doubt::Unknown(format!("{open} of {pairs} comparisons have too few instances to tell"));
        let range = ValueRange { low, high: Some(high) };
        judge::holds(ClaimSubject::Differences, &self.claim, range, too_few)?;
        Ok(ValueRange::exact(shown as f64))
    }
}

/// The strategies among `names` that match the pattern `of`, each with its partner: the one that matches `against` with the
/// same text in place of `*`.
fn partners<'a>(names: &[&'a Name], of: &str, against: &str) -> Vec<(&'a str, &'a str)> {
    let known = |wanted: &str| names.iter().map(|name| name.as_str()).find(|name| *name == wanted);
    let of_name = |name: &&'a Name| {
        let word = match of.split_once('*') {
            None => (name.as_str() == of).then_some(""),
            Some((before, behind)) => name.strip_prefix(before)?.strip_suffix(behind),
        }?;
        Some((name.as_str(), known(&against.replacen('*', word, 1))?))
    };
    names.iter().filter_map(of_name).collect()
}
