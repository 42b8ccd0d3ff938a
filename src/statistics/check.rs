//! Claims that can fail: a total, or the ratio of two totals, against bounds.
//!
//! A search that was cut short tells a lower bound of its cost, so a total is a range and not a
//! figure. The ratio of two ranges is a range. A claim holds when the whole range lies within
//! the bounds, fails when none of it does, and is undecided otherwise.

use super::{Cell, Measured, Name};
use crate::experiment::{Check, Selection};
use crate::measure::Measure;
use serde::Serialize;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The figures are within the bounds.
    Holds,
    /// They are not.
    Fails,
    /// The trials do not tell.
    Undecided,
}

/// From the least to the largest value that the trials allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The largest; none: unbounded.
    pub high: Option<f64>,
}

/// A claim, evaluated.
#[derive(Clone, Debug, Serialize)]
pub struct CheckResult {
    /// The claim.
    pub check: Check,
    /// What became of it.
    pub outcome: Outcome,
    /// The total over the first selection; none if no trial was selected.
    pub of: Option<Range>,
    /// The total over the second.
    pub against: Option<Range>,
    /// What is compared with the bounds.
    pub value: Option<Range>,
    /// Why it is undecided; empty if it is not.
    pub reason: String,
}

/// Evaluates `check` over cells. Times are in seconds.
pub fn evaluate(check: &Check, cells: &[Cell], measured: &Measured) -> CheckResult {
    let total = |measure: &str, selection: &Selection| {
        let chosen: Vec<&Cell> = cells.iter().filter(|cell| selects(selection, cell)).collect();
        match Measure::named(measure) {
            _ if chosen.is_empty() => Err(format!("no trial of {}", describe(selection))),
            Some(measure) => total_of_instances(measure, &chosen, measured),
            None => total(measure, &chosen),
        }
    };
    let of = total(&check.measure, &check.of);
    let other = check.against_measure.as_ref().unwrap_or(&check.measure);
    let against = check.against.as_ref().map(|selection| total(other, selection));
    let value = match (&of, &against) {
        (Ok(of), None) => Ok(*of),
        (Ok(of), Some(Ok(against))) => Ok(of.over(*against)),
        (Err(reason), _) | (_, Some(Err(reason))) => Err(reason.clone()),
    };
    let (outcome, reason) = match &value {
        Ok(value) => judge(check, *value),
        Err(reason) => (Outcome::Undecided, reason.clone()),
    };
    let against = against.and_then(Result::ok);
    CheckResult { check: check.clone(), outcome, of: of.ok(), against, value: value.ok(), reason }
}

fn judge(check: &Check, value: Range) -> (Outcome, String) {
    let high = value.high.unwrap_or(f64::INFINITY);
    let least = check.at_least.unwrap_or(f64::NEG_INFINITY);
    let largest = check.at_most.unwrap_or(f64::INFINITY);
    let undecided = |reason: &str| (Outcome::Undecided, reason.to_string());
    if check.at_least.is_none() && check.at_most.is_none() {
        undecided("the check has neither at_least nor at_most")
    } else if value.low.is_nan() || high.is_nan() {
        undecided("nothing to divide by: the second total is 0")
    } else if high < least || value.low > largest {
        (Outcome::Fails, String::new())
    } else if value.low >= least && (high <= largest) {
        (Outcome::Holds, String::new())
    } else {
        undecided("some searches were cut short, so the totals are only bounds")
    }
}

impl Range {
    fn exact(value: f64) -> Range {
        Range { low: value, high: Some(value) }
    }

    fn over(self, other: Range) -> Range {
        let low = other.high.map_or(0.0, |high| self.low / high);
        let high = self.high.filter(|_| other.low > 0.0 || other.high == Some(0.0));
        Range { low, high: high.map(|high| high / other.low) }
    }
}

/// Each instance counts once, however many strategies tried it; but the formula that each of them gets of it
/// is another.
fn total_of_instances(measure: Measure, chosen: &[&Cell], measured: &Measured) -> Result<Range, String> {
    let strategy = |cell: &Cell| if measure.of_formula() { cell.strategy.clone() } else { Name::default() };
    let mut instances: Vec<(&str, &str, Name)> =
        chosen.iter().map(|cell| (&*cell.corpus, &*cell.instance, strategy(cell))).collect();
    instances.sort_unstable();
    instances.dedup();
    let mut sum = 0.0;
    for (corpus, instance, strategy) in instances {
        let value = measured.get(corpus, instance, &strategy, measure);
        sum += value.ok_or_else(|| format!("{} of {instance} is not known", measure.name()))?;
    }
    if sum.is_finite() { Ok(Range::exact(sum)) } else { Err(format!("{} past 10^308", measure.name())) }
}

fn total(measure: &str, chosen: &[&Cell]) -> Result<Range, String> {
    if measure == "solved" {
        return Ok(Range::exact(chosen.iter().filter(|cell| cell.solved()).count() as f64));
    }
    let scale = if measure.ends_with("_ns") { 1e-9 } else { 1.0 };
    let mut sum = Range::exact(0.0);
    for cell in chosen {
        match cell.measure(measure) {
            Some(value) => sum.low += value * scale,
            None if cell.finished() => {
                return Err(format!("{} on {} has no {}", cell.strategy, cell.instance, measure));
            }
            None => {}
        }
        if !cell.finished() {
            sum.high = None;
        }
    }
    sum.high = sum.high.map(|_| sum.low);
    Ok(sum)
}

fn selects(selection: &Selection, cell: &Cell) -> bool {
    let is = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
    let named = |wanted: &str| match wanted.strip_suffix('*') {
        Some(beginning) => cell.instance.starts_with(beginning),
        None => cell.instance == wanted,
    };
    is(&selection.corpus, &cell.corpus)
        && selection.instance.as_deref().is_none_or(named)
        && (is(&selection.strategy, &cell.strategy) || is(&selection.strategy, &cell.label))
}

/// A selection in words.
pub(crate) fn describe(selection: &Selection) -> String {
    let parts = [&selection.strategy, &selection.corpus, &selection.instance];
    let words: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    if words.is_empty() { "anything".to_string() } else { words.join(" on ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::record::Trial;
    use crate::statistics::cells;
    use crate::statistics::published::tests::trial;

    fn by(strategy: &str) -> Selection {
        Selection { strategy: Some(strategy.into()), ..Selection::default() }
    }

    fn ratio(at_least: Option<f64>, at_most: Option<f64>) -> Check {
        let (claim, measure) = ("slower".to_string(), "solve_cpu_ns".to_string());
        Check {
            claim,
            measure,
            of: by("slow"),
            against: Some(by("fast")),
            against_measure: None,
            at_least,
            at_most,
        }
    }

    fn outcome(check: &Check, trials: &[Trial]) -> Outcome {
        evaluate(check, &cells(trials, &[], &[]), &Measured::default()).outcome
    }

    #[test]
    fn exact_totals_hold_or_fail() {
        let trials = [trial("slow", "i", 300), trial("fast", "i", 100)];
        assert_eq!(outcome(&ratio(Some(3.0), Some(3.0)), &trials), Outcome::Holds);
        assert_eq!(outcome(&ratio(Some(3.1), None), &trials), Outcome::Fails);
        assert_eq!(outcome(&ratio(None, Some(2.9)), &trials), Outcome::Fails);
        assert_eq!(outcome(&ratio(None, None), &trials), Outcome::Undecided);
    }

    #[test]
    fn a_search_cut_short_gives_a_bound() {
        let mut trials = [trial("slow", "i", 300), trial("fast", "i", 100)];
        trials[0].status = Status::Timeout;
        assert_eq!(outcome(&ratio(Some(2.0), None), &trials), Outcome::Holds);
        assert_eq!(outcome(&ratio(Some(4.0), None), &trials), Outcome::Undecided);
        assert_eq!(outcome(&ratio(None, Some(2.0)), &trials), Outcome::Fails);
        trials[0].status = Status::Unique;
        trials[1].status = Status::Timeout;
        assert_eq!(outcome(&ratio(Some(2.0), None), &trials), Outcome::Undecided);
        assert_eq!(outcome(&ratio(Some(4.0), None), &trials), Outcome::Fails);
        assert_eq!(outcome(&ratio(None, Some(3.0)), &trials), Outcome::Holds);
    }

    #[test]
    fn nothing_selected_and_nothing_to_divide_by_are_undecided() {
        let trials = [trial("slow", "i", 300), trial("fast", "i", 0)];
        assert_eq!(outcome(&ratio(Some(1.0), None), &trials[..1]), Outcome::Undecided);
        let zero = [trial("slow", "i", 0), trial("fast", "i", 0)];
        assert_eq!(outcome(&ratio(Some(1.0), None), &zero), Outcome::Undecided);
        let mut nodes = ratio(Some(1.0), None);
        nodes.measure = "nodes".into();
        assert_eq!(outcome(&nodes, &trials), Outcome::Undecided);
    }

    #[test]
    fn a_star_selects_all_that_begin_so() {
        let trials = [trial("a", "r:1:1", 1), trial("a", "r:1:2", 1), trial("a", "r:10:1", 1)];
        let mut check = ratio(Some(2.0), Some(2.0));
        (check.of, check.against, check.measure) = (by("a"), None, "solved".into());
        check.of.instance = Some("r:1:*".into());
        assert_eq!(outcome(&check, &trials), Outcome::Holds);
        check.of.instance = Some("r:1".into());
        assert_eq!(outcome(&check, &trials), Outcome::Undecided);
    }

    #[test]
    fn solved_counts_answers_and_times_are_in_seconds() {
        let mut trials = vec![trial("a", "i", 2_000_000_000), trial("a", "j", 1)];
        let mut check = ratio(Some(1.0), Some(1.0));
        (check.of, check.against, check.measure) = (by("a"), None, "solved".into());
        trials[1].status = Status::Crash;
        assert_eq!(outcome(&check, &trials), Outcome::Holds);
        check.measure = "solve_cpu_ns".into();
        check.of.instance = Some("i".into());
        (check.at_least, check.at_most) = (Some(2.0), Some(2.0));
        assert_eq!(outcome(&check, &trials), Outcome::Holds);
    }
}
