//! Sums over pairs of trials, by corpus and strategy.

use super::Example;
use super::join::{COUNTERS, Instance, Kept};
use super::pair::{Answer, Pair};
use coverlab_bench::statistics::{Examples, Name, median};
use std::collections::HashMap;

/// One strategy on one corpus.
#[derive(Default)]
pub(super) struct Lane {
    /// Trials of both records.
    pub(super) paired: u64,
    /// Pairs whose times are not comparable.
    pub(super) across: u64,
    /// Trials of the first record alone, of the second alone.
    pub(super) alone: [u64; 2],
    pub(super) same_verdicts: u64,
    pub(super) newly_wrong: u64,
    /// Answers that are others, lost, lost to a limit of time or memory or to another limit, and gained.
    pub(super) other: u64,
    pub(super) lost: u64,
    pub(super) lost_to_limits: u64,
    pub(super) gained: u64,
    /// Searches without an answer that ended differently.
    pub(super) other_ends: u64,
    /// Searches that broke and did not before; those that lost an answer by that are not among them.
    pub(super) newly_broken: u64,
    /// By the places of [`COUNTERS`].
    pub(super) counters: [Counter; COUNTERS.len()],
    /// Trials with a counter that differs.
    pub(super) differing: u64,
    /// The times of instances.
    pub(super) times: Times,
}

/// A counter over all trials where it must be equal.
#[derive(Clone, Copy, Default)]
pub(super) struct Counter {
    /// Trials that have it.
    pub(super) trials: u64,
    /// Its sum in the first record.
    pub(super) total: u64,
    /// The part of that in trials where it is equal.
    pub(super) equal: u64,
    /// Trials where it is not.
    pub(super) differing: u64,
}

impl Counter {
    fn add(&mut self, before: u64, after: u64) {
        let is_equal = before == after;
        self.trials += 1;
        self.total = self.total.saturating_add(before);
        self.equal = self.equal.saturating_add(if is_equal { before } else { 0 });
        self.differing += u64::from(!is_equal);
    }

    pub(super) fn join(&mut self, other: Counter) {
        self.trials += other.trials;
        self.total = self.total.saturating_add(other.total);
        self.equal = self.equal.saturating_add(other.equal);
        self.differing += other.differing;
    }
}

/// The times of instances, each the median of its repetitions.
#[derive(Default)]
pub(super) struct Times {
    /// The logarithms of the ratios, in the order of the instances.
    pub(super) logs: Vec<f64>,
    /// The sums of the logarithms of the times of the first record.
    pub(super) before: f64,
    /// The same for the second record.
    pub(super) after: f64,
}

/// All that is added up.
#[derive(Default)]
pub(super) struct Sums {
    /// By the numbers of corpus and strategy.
    pub(super) lanes: HashMap<(usize, u32), Lane>,
    /// The corpora, in the order in which they came.
    pub(super) corpora: Vec<Name>,
    /// By instance, the mean logarithm of the ratios of its strategies.
    pub(super) logs: Vec<f64>,
    /// Differences: the corpus, the instance and the strategy are known by their numbers.
    pub(super) examples: Examples<Example<u32>>,
    pub(super) instances: u64,
}

impl Sums {
    /// Adds an instance: its trials in the first record, in the second, or in both.
    pub(super) fn add(&mut self, instance: [Option<Instance>; 2]) {
        let Some(key) = instance.iter().flatten().next().map(|one| (one.key.0.clone(), one.name.clone()))
        else {
            return;
        };
        let corpus = self.corpora.iter().position(|known| *known == key.0).unwrap_or_else(|| {
            self.corpora.push(key.0.clone());
            self.corpora.len() - 1
        });
        let [before, after] = instance.map(|one| one.map_or_else(Vec::new, |one| one.trials));
        let mut by_lane: Vec<(u32, Vec<Pair<'_>>)> = Vec::new();
        let mut taken = vec![false; after.len()];
        for (k, trial) in before.iter().enumerate() {
            let Some(opposite) = opposite(&before, k, &after).filter(|opposite| !taken[*opposite]) else {
                self.lanes.entry((corpus, trial.lane)).or_default().alone[0] += 1;
                continue;
            };
            taken[opposite] = true;
            let other = &after[opposite];
            let pair = Pair { before: trial, after: other };
            self.pair(corpus, &key, pair);
            match by_lane.iter_mut().find(|(lane, _)| *lane == trial.lane) {
                Some((_, pairs)) => pairs.push(pair),
                None => by_lane.push((trial.lane, vec![pair])),
            }
        }
        for (trial, _) in after.iter().zip(taken).filter(|(_, taken)| !taken) {
            self.lanes.entry((corpus, trial.lane)).or_default().alone[1] += 1;
        }
        self.instances += u64::from(!by_lane.is_empty());
        self.times(corpus, &by_lane);
    }

    fn pair(&mut self, corpus: usize, key: &(Name, Name), pair: Pair<'_>) {
        let lane = self.lanes.entry((corpus, pair.before.lane)).or_default();
        lane.paired += 1;
        lane.across += u64::from(!pair.has_same_machine());
        lane.same_verdicts += u64::from(pair.has_same_verdict());
        lane.newly_wrong += u64::from(pair.is_newly_wrong());
        let answer = pair.answer();
        lane.other += u64::from(answer == Answer::Other);
        lane.gained += u64::from(answer == Answer::Gained);
        lane.other_ends += u64::from(answer == Answer::OtherEnd);
        lane.newly_broken += u64::from(pair.is_newly_broken() && answer != Answer::Lost);
        if answer == Answer::Lost {
            *(if pair.is_lost_to_a_limit() { &mut lane.lost_to_limits } else { &mut lane.lost }) += 1;
        }
        let mut differs = None;
        for (k, before, after) in pair.counters() {
            lane.counters[k].add(before, after);
            if before != after {
                differs.get_or_insert((COUNTERS[k], before.to_string(), after.to_string()));
            }
        }
        lane.differing += u64::from(differs.is_some());
        let mut example = |what, before: String, after: String| {
            let (corpus, instance) = key.clone();
            let Kept { lane: strategy, repeat, seed, .. } = *pair.before;
            let seeds = [seed, pair.after.seed];
            self.examples.push(Example { corpus, instance, strategy, seeds, repeat, what, before, after });
        };
        if !pair.has_same_verdict() {
            example("verdict", pair.before.verdict.word().into(), pair.after.verdict.word().into());
        }
        if answer != Answer::Same {
            example("answer", words(pair.before), words(pair.after));
        }
        if let Some((what, before, after)) = differs {
            example(what, before, after);
        }
    }

    /// Adds the times of an instance.
    fn times(&mut self, corpus: usize, by_lane: &[(u32, Vec<Pair<'_>>)]) {
        let (mut sum, mut count) = (0.0, 0.0);
        for (lane, pairs) in by_lane {
            let times: Vec<(f64, f64)> = pairs.iter().filter_map(|pair| pair.times()).collect();
            let middle = |one: fn(&(f64, f64)) -> f64| median(&mut times.iter().map(one).collect::<Vec<_>>());
            let Some((before, after)) = middle(|times| times.0).zip(middle(|times| times.1)) else {
                continue;
            };
            let sums = &mut self.lanes.entry((corpus, *lane)).or_default().times;
            let log = (after / before).ln();
            sums.logs.push(log);
            sums.before += before.ln();
            sums.after += after.ln();
            (sum, count) = (sum + log, count + 1.0);
        }
        if count > 0.0 {
            self.logs.push(sum / count);
        }
    }
}

/// The place in `after` of the trial that is the same as `before[k]`: with the same strategy and repetition, and the seed in
/// the same place. Of a record merged from runs with other seeds, the only trial of that strategy and repetition is the
/// same.
fn opposite(before: &[Kept], k: usize, after: &[Kept]) -> Option<usize> {
    let trial = &before[k];
    let is_round = |other: &Kept| (other.lane, other.repeat) == (trial.lane, trial.repeat);
    let is_same = |other: &Kept| is_round(other) && other.seed_place == trial.seed_place;
    // Mostly they stand in the same order.
    if after.get(k).is_some_and(is_same) {
        return Some(k);
    }
    let is_only = |trials: &[Kept]| trials.iter().filter(|other| is_round(other)).count() == 1;
    let only = || after.iter().position(is_round).filter(|_| is_only(before) && is_only(after));
    after.iter().position(is_same).or_else(only)
}

/// An answer in words.
fn words(trial: &Kept) -> String {
    let mut words = trial.status.phrase().to_string();
    if let Some(count) = trial.solutions.filter(|_| trial.status.is_answer()) {
        words += &format!(", {count}");
    }
    if let Some(set) = trial.answer {
        words += &format!(", set {set:08x}");
    }
    words
}
