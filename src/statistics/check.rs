//! Claims that can fail: a figure over some trials, or the ratio of two, against bounds.
//!
//! A search that was cut short gives a lower bound of its cost, and leaves open whether it would have been
//! answered. So a figure is a range, and the ratio of two ranges is a range; the verdict on it is that of
//! [`judge`](judge::judge).

mod judge;
mod range;

pub use judge::{Doubt, NEAR, Outcome, SLOWER};
pub use range::Range;

use super::{Cell, Measured, Name};
use crate::experiment::{Check, Selection, Take};
use crate::measure::Measure;
use crate::record::Status;
use serde::Serialize;
use std::collections::BTreeSet;

/// What a claim is about, and with it what decides beside the strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Counts, which are the same on every machine.
    Count,
    /// The ratio of two times of one machine.
    Ratio,
    /// Seconds, which are those of this machine.
    Seconds,
}

/// A claim, evaluated.
#[derive(Clone, Debug, Serialize)]
pub struct CheckResult {
    /// The claim.
    pub check: Check,
    /// What it is about.
    pub kind: Kind,
    /// What became of it.
    pub outcome: Outcome,
    /// The figure over the first selection; none if no trial was selected.
    pub of: Option<Range>,
    /// The figure over the second.
    pub against: Option<Range>,
    /// What is compared with the bounds.
    pub value: Option<Range>,
    /// Why it is undecided, and by how much; none if it is not.
    pub doubt: Option<Doubt>,
    /// Where answers are counted: how many of the searches ended at the node limit.
    pub node_limited: usize,
}

impl Kind {
    /// What `check` is about.
    pub fn of(check: &Check) -> Kind {
        let other = check.against_measure.as_ref().unwrap_or(&check.measure);
        let times = (is_time(&check.measure), check.against.is_some() && is_time(other));
        match times {
            (true, true) => Kind::Ratio,
            (false, false) => Kind::Count,
            _ => Kind::Seconds,
        }
    }
}

fn is_time(measure: &str) -> bool {
    measure.ends_with("_ns")
}

/// Evaluates `check` over cells. Times are in seconds.
pub fn evaluate(check: &Check, cells: &[Cell], measured: &Measured) -> CheckResult {
    let figure = |measure: &str, selection: &Selection| {
        let chosen = select(cells, selection);
        match Measure::named(measure) {
            _ if chosen.is_empty() => Err(format!("no trial of {}", describe(selection))),
            Some(measure) => over_instances(measure, check.take, &chosen, measured),
            None if measure == "solved" => Ok(solved(&chosen)),
            None => column(measure, check.take, &chosen),
        }
    };
    let kind = Kind::of(check);
    let of = figure(&check.measure, &check.of);
    let other = check.against_measure.as_ref().unwrap_or(&check.measure);
    let against = check.against.as_ref().map(|selection| figure(other, selection));
    let value = match (&of, &against) {
        (Ok(of), None) => Ok(*of),
        (Ok(of), Some(Ok(against))) => Ok(of.over(*against)),
        (Err(reason), _) | (_, Some(Err(reason))) => Err(Doubt::Unknown(reason.clone())),
    };
    let mut searches = select(cells, &check.of);
    searches.extend(check.against.iter().flat_map(|selection| select(cells, selection)));
    let processors: BTreeSet<&str> = searches.iter().map(|cell| &*cell.processor).collect();
    let value = match kind {
        Kind::Ratio | Kind::Seconds if processors.len() > 1 => {
            let names: Vec<&str> = processors.into_iter().collect();
            Err(Doubt::Unknown(format!("times of different processors: {}", names.join(", "))))
        }
        _ => value,
    };
    let decided = value.clone().and_then(|value| judge::judge(kind, check, value, || cut(&searches)));
    let (outcome, doubt) = match decided {
        Ok(true) => (Outcome::Holds, None),
        Ok(false) => (Outcome::Fails, None),
        Err(doubt) => (Outcome::Undecided, Some(doubt)),
    };
    let node_limited = match check.measure.as_str() {
        "solved" => select(cells, &check.of).iter().filter(|cell| cell.status == Status::NodeLimit).count(),
        _ => 0,
    };
    let (check, against) = (check.clone(), against.and_then(Result::ok));
    CheckResult { check, kind, outcome, of: of.ok(), against, value: value.ok(), doubt, node_limited }
}

/// The searches that were cut short.
fn cut(searches: &[&Cell]) -> Doubt {
    let cut: Vec<_> = searches.iter().filter(|cell| !cell.finished()).collect();
    let timed = cut.iter().filter(|cell| cell.status == Status::Timeout);
    let limit_cpu_ns = timed.filter_map(|cell| cell.limit_cpu_ns).max();
    Doubt::Cut { searches: cut.len(), of: searches.len(), limit_cpu_ns }
}

/// Each instance counts once, however many strategies tried it; but the formula that each of them gets of it
/// is another.
fn over_instances(
    measure: Measure,
    take: Take,
    chosen: &[&Cell],
    measured: &Measured,
) -> Result<Range, String> {
    let strategy = |cell: &Cell| if measure.of_formula() { cell.strategy.clone() } else { Name::default() };
    let mut instances: Vec<(&str, &str, Name)> =
        chosen.iter().map(|cell| (&*cell.base, &*cell.instance, strategy(cell))).collect();
    instances.sort_unstable();
    instances.dedup();
    let mut all = 0.0;
    for (corpus, instance, strategy) in instances {
        let value = measured.get(corpus, instance, &strategy, measure);
        let value = value.ok_or_else(|| format!("{} of {instance} is not known", measure.name()))?;
        all = take.of(all, value);
    }
    if all.is_finite() { Ok(Range::exact(all)) } else { Err(format!("{} past 10^308", measure.name())) }
}

/// How many are answered. A limit of time or memory leaves open whether a search would have been; a node
/// limit is the same on every machine, so there the answer is no.
fn solved(chosen: &[&Cell]) -> Range {
    let count = |is: fn(&Cell) -> bool| chosen.iter().filter(|cell| is(cell)).count() as f64;
    let solved = count(Cell::solved);
    let open = count(|cell| matches!(cell.status, Status::Timeout | Status::Memout));
    Range { low: solved, high: Some(solved + open) }
}

fn column(measure: &str, take: Take, chosen: &[&Cell]) -> Result<Range, String> {
    let scale = if is_time(measure) { 1e-9 } else { 1.0 };
    let mut all = Range::exact(0.0);
    for cell in chosen {
        match cell.measure(measure).map(|value| value * scale) {
            Some(value) => {
                all.low = take.of(all.low, value);
            }
            None if cell.finished() => {
                return Err(format!("{} on {} has no {}", cell.strategy, cell.instance, measure));
            }
            None => {}
        }
        if !cell.finished() {
            all.high = None;
        }
    }
    all.high = all.high.map(|_| all.low);
    Ok(all)
}

fn select<'a>(cells: &'a [Cell], selection: &Selection) -> Vec<&'a Cell> {
    cells.iter().filter(|cell| selects(selection, cell)).collect()
}

fn selects(selection: &Selection, cell: &Cell) -> bool {
    let is = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
    let named = |wanted: &str| match wanted.strip_suffix('*') {
        Some(beginning) => cell.instance.starts_with(beginning),
        None => cell.instance == wanted,
    };
    is(&selection.corpus, &cell.base)
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
mod tests;
