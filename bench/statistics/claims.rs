//! Evaluates claims, which compare a value over some trials, or a ratio of two such values, with bounds.
//!
//! An unfinished search gives a lower bound on its cost, and leaves open whether it would have found an answer. A search that
//! got stuck gives a lower bound on the cost of an answer. So a value is a range, and so is a ratio.
//! [`judge`] decides whether a claim holds.

mod differences;
mod interval;
mod judge;
mod search_ends;
mod side;
mod value_range;

pub use judge::{ClaimOutcome, Doubt, MACHINE_FACTOR};
use search_ends::SearchEnds;
use side::ClaimSide;
pub use value_range::ValueRange;

use super::seed_run::{ENCODING, SOLUTIONS, is_time};
use super::{InstanceResult, MeasuredInstances, Name};
use crate::experiment::{Aggregation, Claim, DIFFERENCES, Selection};
use crate::instance_measure::InstanceMeasure;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The subject of a claim, which determines how it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimSubject {
    /// Counts, which are the same on every machine unless a time or memory limit ended a search.
    Count,
    /// The ratio of two times on one machine.
    Ratio,
    /// A time in seconds, which depends on this machine.
    Seconds,
    /// The number of differences between strategies that a test shows on this machine.
    Differences,
}

/// A claim, evaluated.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimResult {
    /// The claim or law.
    #[serde(rename = "check")]
    pub claim: Claim,
    /// Whether it is a law.
    pub is_law: bool,
    /// The subject of the claim.
    #[serde(rename = "kind")]
    pub subject: ClaimSubject,
    /// The outcome.
    pub outcome: ClaimOutcome,
    /// The value over the first selection; `None` if it is empty.
    pub of: Option<ValueRange>,
    /// The value over the second selection.
    pub against: Option<ValueRange>,
    /// The value that is compared with the bounds; `None` if it is unknown or a ratio of 0 to 0.
    pub value: Option<ValueRange>,
    /// The 95 % interval of a ratio of times over several instances.
    pub interval: Option<(f64, f64)>,
    /// Why the claim is undecided, if it is.
    pub doubt: Option<Doubt>,
    /// If answers are counted: the number of runs that ended at the node limit.
    pub node_limited: usize,
    /// The number of runs that a time or memory limit ended. Counts that depend on them are specific to this machine.
    #[serde(rename = "time_limited")]
    pub machine_limited: usize,
    /// If costs are compared: the number of runs that got stuck, and of all runs.
    pub stuck: (usize, usize),
}

impl ClaimSubject {
    /// The subject of `claim`.
    pub fn of(claim: &Claim) -> ClaimSubject {
        let other = claim.against_measure.as_ref().unwrap_or(&claim.measure);
        let times = (is_time(&claim.measure), claim.against.is_some() && is_time(other));
        match times {
            _ if claim.measure == DIFFERENCES => ClaimSubject::Differences,
            (true, true) => ClaimSubject::Ratio,
            (false, false) => ClaimSubject::Count,
            _ => ClaimSubject::Seconds,
        }
    }
}

/// A claim or law with the sums over the results that it selects. Times are in seconds.
#[derive(Clone, Debug)]
pub struct ClaimSums {
    claim: Claim,
    is_law: bool,
    /// The side of `of`, and that of `against` if the claim has one.
    sides: Vec<ClaimSide>,
    /// The searches of the sides that measure searches.
    ends: SearchEnds,
}

impl ClaimSums {
    /// A claim without results.
    pub fn new(claim: &Claim, is_law: bool) -> ClaimSums {
        let other = claim.against_measure.as_ref().unwrap_or(&claim.measure);
        let of = ClaimSide::new(&claim.of, &claim.measure, claim.take);
        let against = claim.against.as_ref().map(|selection| ClaimSide::new(selection, other, claim.take));
        let sides = std::iter::once(of).chain(against).collect();
        ClaimSums { claim: claim.clone(), is_law, sides, ends: SearchEnds::default() }
    }

    /// Adds a result to each side of the claim that selects it.
    pub fn add(&mut self, result: &InstanceResult) {
        let mut is_searched = false;
        for side in self.sides.iter_mut().filter(|side| selects(&side.selection, result)) {
            is_searched |= side.is_of_searches();
            side.add(result);
        }
        if is_searched {
            self.ends.add(result);
        }
    }

    /// Decides the claim. `results` provide intervals and measures of instances, and may be a sample of a large corpus. `gap`
    /// describes what the record lacks of its run, which leaves every claim undecided.
    pub fn decide(
        &self,
        results: &[InstanceResult],
        measured: &MeasuredInstances,
        gap: Option<&str>,
    ) -> ClaimResult {
        let subject = ClaimSubject::of(&self.claim);
        let range = |side: &ClaimSide| self.side_range(side, results, measured);
        let (of, against) = (range(&self.sides[0]), self.sides.get(1).map(range));
        let value = match (&of, &against) {
            _ if subject == ClaimSubject::Differences => self.differences(results),
            (Ok(of), None) => Ok(*of),
            (Ok(of), Some(Ok(against))) => Ok(of.divided_by(*against)),
            (Err(reason), _) | (_, Some(Err(reason))) => Err(Doubt::Unknown(reason.clone())),
        };
        let completeness = gap.map_or(Ok(()), |gap| Err(Doubt::Unknown(gap.to_string())));
        let value = completeness.and(self.check_processors(subject)).and(self.check_supported()).and(value);
        let is_ratio_of_totals = subject == ClaimSubject::Ratio && self.claim.take == Aggregation::Total;
        let ratio_range = (value.is_ok() && is_ratio_of_totals).then(|| self.ratio_range(results));
        let holds = value.clone().and_then(|value| judge::holds(subject, &self.claim, value, || self.cut()));
        let decided = holds.and_then(|holds| {
            let range = ratio_range.clone().transpose()?;
            range.and_then(|range| judge::doubt_of_range(&self.claim, range)).map_or(Ok(holds), Err)
        });
        let (outcome, doubt) = match decided {
            Ok(true) => (ClaimOutcome::Holds, None),
            Ok(false) => (ClaimOutcome::Fails, None),
            Err(doubt) => (ClaimOutcome::Undecided, Some(doubt)),
        };
        let first = &self.sides[0];
        let node_limited = if first.is_of_answers() { first.node_limited } else { 0 };
        let stuck = if self.sides.iter().any(ClaimSide::is_of_costs) { self.ends.stuck } else { 0 };
        ClaimResult {
            claim: self.claim.clone(),
            is_law: self.is_law,
            subject,
            outcome,
            of: of.ok(),
            against: against.and_then(Result::ok),
            value: value.ok().filter(|value| !value.is_undefined()),
            interval: ratio_range
                .and_then(Result::ok)
                .filter(|range| range.is_confidence_interval)
                .map(|range| range.ends),
            doubt,
            node_limited,
            machine_limited: self.ends.machine_limited,
            stuck: (stuck, self.ends.searches),
        }
    }

    /// The value over the results that `side` selects.
    fn side_range(
        &self,
        side: &ClaimSide,
        results: &[InstanceResult],
        measured: &MeasuredInstances,
    ) -> Result<ValueRange, String> {
        let chosen = || results.iter().filter(|result| selects(&side.selection, result));
        match InstanceMeasure::of_name(&side.measure).filter(|_| side.results > 0) {
            None => side.range(),
            Some(InstanceMeasure::Instances) if self.claim.take == Aggregation::Total => {
                Ok(ValueRange::exact(side.searched.size as f64))
            }
            Some(measure) if chosen().count() < side.results => {
                Err(format!("{} is known only for a sample of the instances", measure.name()))
            }
            Some(measure) => over_instances(measure, self.claim.take, chosen(), measured),
        }
    }

    /// The doubt about a claim that compares times of different processors.
    fn check_processors(&self, subject: ClaimSubject) -> Result<(), Doubt> {
        let processors: BTreeSet<&str> =
            self.sides.iter().flat_map(|side| side.processors.iter().map(Name::as_str)).collect();
        if subject == ClaimSubject::Count || processors.len() < 2 {
            return Ok(());
        }
        let names: Vec<&str> = processors.into_iter().collect();
        Err(Doubt::Unknown(format!("times of different processors: {}", names.join(", "))))
    }

    /// The doubt about a claim that compares two strategies on the same instances, of which one strategy does not support
    /// some that the other searched. Their sums are over different instances then.
    fn check_supported(&self) -> Result<(), Doubt> {
        let [of, against] = &self.sides[..] else { return Ok(()) };
        // Differences are those on instances that both strategies searched.
        if ClaimSubject::of(&self.claim) == ClaimSubject::Differences {
            return Ok(());
        }
        let (one, other) = (&of.selection, &against.selection);
        let compares_strategies = one.strategy.is_some()
            && other.strategy.is_some()
            && (&one.corpus, &one.instance) == (&other.corpus, &other.instance);
        if !compares_strategies || of.unsupported == against.unsupported {
            return Ok(());
        }
        let side = if of.unsupported.size > 0 { of } else { against };
        let instances = match side.unsupported.size {
            1 => "an instance".to_string(),
            size => format!("{size} instances"),
        };
        let what = format!("{} does not support {instances}, so the sums are", describe(&side.selection));
        Err(Doubt::Unknown(format!("{what} over different instances; select those that both support")))
    }

    /// The doubt due to searches without an answer, to values beyond a scale, or to counts that are too large to record.
    fn cut(&self) -> Doubt {
        let SearchEnds { searches, unfinished, stuck, limit_cpu_ns, .. } = self.ends;
        let saturated: usize = self.sides.iter().map(|side| side.saturated).sum();
        if unfinished == 0 && saturated > 0 {
            return Doubt::Unknown(format!("a count is too large to record: {} or more", u64::MAX));
        }
        let beyond = self.sides.iter().find_map(|side| {
            let first = InstanceMeasure::of_name(&side.measure)?.first_beyond_scale()?;
            Some(format!("{} is known only up to the end of its scale: {first} or more", side.measure))
        });
        match beyond {
            Some(beyond) if unfinished + stuck == 0 => Doubt::Unknown(beyond),
            _ if unfinished == 0 => Doubt::Stuck,
            _ => Doubt::Cut { searches: unfinished, of: searches, limit_cpu_ns },
        }
    }
}

/// A measure of instances. Each instance counts once, regardless of the number of strategies, but each strategy has its own
/// formula.
fn over_instances<'a>(
    measure: InstanceMeasure,
    take: Aggregation,
    chosen: impl Iterator<Item = &'a InstanceResult>,
    measured: &MeasuredInstances,
) -> Result<ValueRange, String> {
    let strategy = |result: &InstanceResult| measure.is_of_formula().then(|| result.strategy.clone());
    let instances: BTreeMap<(&str, &str, Option<Name>), &InstanceResult> =
        chosen.map(|result| ((&*result.corpus, &*result.instance, strategy(result)), result)).collect();
    let (mut all, mut is_bound) = (0.0, false);
    for result in instances.into_values() {
        let value = measured.get(result, measure);
        let value = value.ok_or_else(|| format!("{} of {} is not known", measure.name(), result.instance))?;
        let beyond = measure.first_beyond_scale().filter(|_| value.is_infinite());
        is_bound |= beyond.is_some();
        all = take.combine(all, beyond.unwrap_or(value));
    }
    match all.is_finite() {
        true => Ok(ValueRange { low: all.into(), high: (!is_bound).then_some(all.into()) }),
        false => Err(format!("{} is above 10^308", measure.name())),
    }
}

fn selects(selection: &Selection, result: &InstanceResult) -> bool {
    let is = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
    let called = |wanted: &str| {
        let rest = wanted.strip_prefix(result.label.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(" via ") == Some(&*result.via))
    };
    is(&selection.corpus, &result.corpus)
        && selection.instance.as_deref().is_none_or(|wanted| is_named(wanted, &result.instance))
        && selection.strategy.as_deref().is_none_or(called)
}

/// Whether the instance called `name` is one that a selection calls `wanted`.
pub(crate) fn is_named(wanted: &str, name: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == wanted,
    }
}

/// A phrase for a selection.
pub(crate) fn describe(selection: &Selection) -> String {
    let parts = [&selection.strategy, &selection.corpus, &selection.instance];
    let words: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    if words.is_empty() { "anything".to_string() } else { words.join(" on ") }
}

#[cfg(test)]
mod tests;
