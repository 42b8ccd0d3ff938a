//! Two records side by side: whether searches were repeated with equal counters, and the ratios of their
//! times.
//!
//! A trial is the same where corpus, content of the instance, strategy, task, repetition and the place of its seed among
//! those of its record are. The seed decides which facts must be equal, the processor which times may be compared.

mod join;
mod pair;
mod show;
mod sums;

use super::error::Error;
use super::load;
use coverlab_bench::conditions::Conditions;
use coverlab_bench::record::RunInfo;
use coverlab_bench::statistics::{Examples, Name, Ratio, ratio_of_logs};
use join::{COUNTERS, Lanes, Source, each_instance};
use serde::Serialize;
pub use show::{json, markdown, terminal};
use std::path::{Path, PathBuf};
use sums::{Counter, Lane, Sums};

/// The bounds of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// A ratio of times whose whole interval lies above this is a regression.
    pub fail_above: f64,
    /// Whether times of different processors, or of programs that were built differently, are compared as well.
    pub across_processors: bool,
}

/// The result of a comparison.
pub struct Diff {
    /// The records: the one before, the one after.
    records: [(PathBuf, RunInfo); 2],
    /// Differences beside their trials: the property, its values before and after.
    circumstances: Vec<(&'static str, String, String)>,
    /// Wall time over CPU time, in the median.
    noise: [Option<f64>; 2],
    /// By corpus and strategy.
    groups: Vec<Group>,
    /// Over all of them.
    all: Total,
    /// The first trials that differ.
    examples: Examples<Example<Name>>,
    /// Why the second record is worse, a sentence each.
    pub regressions: Vec<String>,
    bounds: Bounds,
    /// How many instances had to wait for each other.
    held: usize,
}

/// One strategy on one corpus.
#[derive(Serialize)]
struct Group {
    corpus: Name,
    strategy: Name,
    /// Trials of both records.
    paired: u64,
    only_before: u64,
    only_after: u64,
    same_verdicts: u64,
    newly_wrong: u64,
    other_answers: u64,
    lost_answers: u64,
    /// Of these, answers lost to a limit that may end other searches on another machine.
    lost_to_limits: u64,
    gained_answers: u64,
    /// Searches without an answer that ended differently.
    other_ends: u64,
    newly_broken: u64,
    /// Counters that some trial has in both records.
    counters: Vec<Count>,
    /// Trials with a counter that differs.
    differing: u64,
    /// Geometric means over the instances, in nanoseconds.
    times: Option<(f64, f64)>,
    /// After over before.
    ratio: Option<Ratio>,
    /// Whether all times are of processors of one name and programs that were built alike.
    comparable: bool,
}

/// A counter over some trials.
#[derive(Clone, Serialize)]
struct Count {
    name: &'static str,
    trials: u64,
    differing: u64,
    total: u64,
    equal: u64,
}

/// The facts about all groups together.
#[derive(Serialize)]
struct Total {
    instances: u64,
    paired: u64,
    same_verdicts: u64,
    changed_answers: u64,
    other_ends: u64,
    only_before: u64,
    only_after: u64,
    counters: Vec<Count>,
    ratio: Option<Ratio>,
    comparable: bool,
}

/// A trial that differs.
#[derive(Clone, Debug, Serialize)]
struct Example<S> {
    corpus: Name,
    instance: Name,
    strategy: S,
    /// The seeds, before and after.
    seeds: [u64; 2],
    repeat: u32,
    what: &'static str,
    before: String,
    after: String,
}

/// Compares the records in the folders `before` and `after`.
///
/// # Errors
/// A record cannot be read, or they have no trial in common.
pub fn diff(before: &Path, after: &Path, bounds: Bounds) -> Result<Diff, Error> {
    let runs = [load::run_with_table(before)?, load::run_with_table(after)?];
    let (mut lanes, mut sums, mut kinds) = (Lanes::default(), Sums::default(), Vec::new());
    let [one, other] = &runs;
    let mut sources = [Source::open(before, one, &mut kinds)?, Source::open(after, other, &mut kinds)?];
    let held = each_instance(&mut sources, &mut lanes, |instance| sums.add(instance))?;
    if sums.instances == 0 {
        let what = format!("no trial is both here and in {}", before.display());
        let help = "a trial is the same where the names of corpus and strategy, the content of the instance, \
                    the number of solutions asked for, the seed's place and the repetition are";
        return Err(Error::new(after, 0, what, help));
    }
    let names = lanes.names();
    let mut keys: Vec<(usize, u32)> = sums.lanes.keys().copied().collect();
    keys.sort_unstable();
    let group = |key: &(usize, u32)| {
        Group::new(sums.corpora[key.0].clone(), names[key.1 as usize].clone(), &sums.lanes[key])
    };
    let groups: Vec<Group> = keys.iter().map(group).collect();
    let all = Total::new(&groups, &sums);
    let examples = sums.examples.map(|example| example.named(&names));
    let mut circumstances = circumstances(one, other);
    circumstances.extend(show::limits(&sources));
    let noise = sources.each_ref().map(|source| source.noise.median());
    let [one, other] = runs;
    let records = [(before.to_path_buf(), one), (after.to_path_buf(), other)];
    let regressions = groups.iter().flat_map(|group| group.regressions(bounds)).collect();
    Ok(Diff { records, circumstances, noise, groups, all, examples, regressions, bounds, held })
}

impl Group {
    fn new(corpus: Name, strategy: Name, lane: &Lane) -> Group {
        let times = &lane.times;
        let count = times.logs.len() as f64;
        Group {
            corpus,
            strategy,
            paired: lane.paired,
            only_before: lane.alone[0],
            only_after: lane.alone[1],
            same_verdicts: lane.same_verdicts,
            newly_wrong: lane.newly_wrong,
            other_answers: lane.other,
            lost_answers: lane.lost + lane.lost_to_limits,
            lost_to_limits: lane.lost_to_limits,
            gained_answers: lane.gained,
            other_ends: lane.other_ends,
            newly_broken: lane.newly_broken,
            counters: counts(&lane.counters),
            differing: lane.differing,
            times: (count > 0.0).then(|| ((times.before / count).exp(), (times.after / count).exp())),
            ratio: ratio_of_logs(&times.logs),
            comparable: lane.across == 0,
        }
    }

    /// Answers that changed.
    fn changed_answers(&self) -> u64 {
        self.other_answers + self.lost_answers + self.gained_answers
    }

    /// Whether its times may be held against it.
    fn is_timed(&self, bounds: Bounds) -> bool {
        self.comparable || bounds.across_processors
    }

    /// Whether all of its interval lies above `bound`.
    fn is_slower_than(&self, bound: f64) -> bool {
        self.ratio.and_then(|ratio| ratio.interval).is_some_and(|(low, _)| low > bound)
    }

    /// Whether all of its interval lies below one over `bound`.
    fn is_faster_than(&self, bound: f64) -> bool {
        self.ratio.and_then(|ratio| ratio.interval).is_some_and(|(_, high)| high < 1.0 / bound)
    }

    /// Why it is worse than it was.
    fn regressions(&self, bounds: Bounds) -> Vec<String> {
        let mut why = Vec::new();
        let mut add = |count: u64, one: &str, more: &str| {
            if count > 0 {
                why.push(format!("{} on {}: {}", self.strategy, self.corpus, show::many(count, one, more)));
            }
        };
        add(self.newly_wrong, "answer is wrong that was not", "answers are wrong that were not");
        add(self.other_answers, "answer is another one", "answers are other ones");
        let lost = match self.is_timed(bounds) {
            true => self.lost_answers,
            false => self.lost_answers - self.lost_to_limits,
        };
        add(lost, "answer is missing that was there", "answers are missing that were there");
        add(self.newly_broken, "search broke that did not", "searches broke that did not");
        add(self.differing, "trial has another counter", "trials have other counters");
        if self.is_timed(bounds) && self.is_slower_than(bounds.fail_above) {
            let ratio = self.ratio.map_or_else(String::new, |ratio| show::ratio(&ratio));
            let above = show::bound(bounds.fail_above);
            why.push(format!("{} on {}: times {ratio}, all above ×{above}", self.strategy, self.corpus));
        }
        why
    }
}

impl Total {
    fn new(groups: &[Group], sums: &Sums) -> Total {
        let sum = |value: fn(&Group) -> u64| groups.iter().map(value).sum();
        let mut counters = [Counter::default(); COUNTERS.len()];
        for lane in sums.lanes.values() {
            counters.iter_mut().zip(lane.counters).for_each(|(sum, one)| sum.join(one));
        }
        Total {
            instances: sums.instances,
            paired: sum(|group| group.paired),
            same_verdicts: sum(|group| group.same_verdicts),
            changed_answers: sum(Group::changed_answers),
            other_ends: sum(|group| group.other_ends),
            only_before: sum(|group| group.only_before),
            only_after: sum(|group| group.only_after),
            counters: counts(&counters),
            ratio: ratio_of_logs(&sums.logs),
            comparable: groups.iter().all(|group| group.comparable),
        }
    }
}

/// The counters that some trial has, by their names.
fn counts(counters: &[Counter; COUNTERS.len()]) -> Vec<Count> {
    let named = COUNTERS.into_iter().zip(counters).filter(|(_, counter)| counter.trials > 0);
    let count = |(name, counter): (&'static str, &Counter)| Count {
        name,
        trials: counter.trials,
        differing: counter.differing,
        total: counter.total,
        equal: counter.equal,
    };
    named.map(count).collect()
}

impl Example<u32> {
    fn named(&self, names: &[Name]) -> Example<Name> {
        let Example { corpus, instance, strategy, seeds, repeat, what, before, after } = self.clone();
        let strategy = names[strategy as usize].clone();
        Example { corpus, instance, strategy, seeds, repeat, what, before, after }
    }
}

/// Conditions that bear on times and may differ between runs on one machine.
fn conditions(conditions: &Conditions) -> String {
    let boost = conditions.boost.map(|boost| if boost { "boost" } else { "no boost" }.to_string());
    let quota = conditions.quota.as_ref().map(|quota| format!("{quota} processors' time"));
    let pinned = conditions.pinned.then(|| "pinned".to_string());
    let said = [conditions.governor.clone(), boost, quota, pinned];
    said.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Differences of two runs: the property, its values before and after.
fn circumstances(before: &RunInfo, after: &RunInfo) -> Vec<(&'static str, String, String)> {
    let all = |run: &RunInfo, of: fn(&coverlab_bench::record::Machine) -> String| {
        let mut values: Vec<String> = run.machines().map(of).collect();
        values.sort();
        values.dedup();
        values.join(", ")
    };
    let facts = |run: &RunInfo| {
        [
            ("experiment", run.experiment.clone()),
            ("seed", run.seed.to_string()),
            ("memory limit", run.memory_limit.map_or_else(String::new, |bytes| format!("{bytes} bytes"))),
            ("machine", all(run, |machine| machine.host.clone())),
            ("processor", all(run, |machine| machine.cpu.clone())),
            ("version", all(run, |machine| machine.version.clone())),
            ("commit", all(run, |machine| machine.commit.clone())),
            ("compiler", all(run, |machine| machine.rustc.clone())),
            ("profile", all(run, |machine| machine.profile.clone())),
            ("threads", all(run, |machine| machine.threads.to_string())),
            ("conditions", all(run, |machine| conditions(&machine.conditions))),
        ]
    };
    let pairs = facts(before).into_iter().zip(facts(after));
    pairs.filter(|(one, other)| one.1 != other.1).map(|(one, other)| (one.0, one.1, other.1)).collect()
}
