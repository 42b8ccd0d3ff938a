//! Counts pairs of trials by corpus and strategy.

use super::join::DiffTrial;
use super::pair::{AnswerChange, TrialPair};
use super::{DiffOptions, Example};
use crate::group::by_key;
use coverlab_bench::record::{COUNTERS, Trial};
use coverlab_bench::statistics::{ClusterKey, Clusters, FirstFew, Name, Ratio, median, ratio_over_clusters};
use serde::Serialize;
use std::collections::BTreeMap;

/// One strategy on one corpus.
#[derive(Default, Serialize)]
pub(super) struct StrategyDiff {
    pub(super) corpus: Name,
    pub(super) strategy: Name,
    /// Trials in both records.
    pub(super) paired: u64,
    pub(super) only_before: u64,
    pub(super) only_after: u64,
    pub(super) same_verdicts: u64,
    pub(super) newly_wrong: u64,
    pub(super) other_answers: u64,
    pub(super) lost_answers: u64,
    /// Lost answers whose search ended at a limit that depends on the machine.
    pub(super) lost_to_limits: u64,
    pub(super) gained_answers: u64,
    /// Searches without an answer that ended differently.
    pub(super) other_ends: u64,
    /// Searches that ended in an error or a crash and did not before, except those counted as lost answers.
    pub(super) newly_broken: u64,
    /// Counters that some pair of trials has.
    pub(super) counters: Vec<CounterSum>,
    /// Trials with a counter that differs.
    pub(super) differing: u64,
    /// Geometric means of CPU time over the instances, before and after, in nanoseconds.
    pub(super) times: Option<(f64, f64)>,
    /// Times after divided by times before.
    pub(super) ratio: Option<Ratio>,
    /// Whether the times of all pairs are comparable.
    pub(super) comparable: bool,
    /// The number of pairs whose times are not comparable.
    #[serde(skip)]
    not_comparable: u64,
    /// The times of instances, before and after.
    #[serde(skip)]
    pairs: Vec<(f64, f64)>,
    /// The clusters of these instances.
    #[serde(skip)]
    clusters: Clusters,
}

/// A counter, summed over the trials in which it must be equal.
#[derive(Clone, Default, Serialize)]
pub(super) struct CounterSum {
    pub(super) name: &'static str,
    /// Trials that have it in both records.
    pub(super) trials: u64,
    /// Trials where it differs.
    pub(super) differing: u64,
    /// Its sum in the first record.
    pub(super) total: u64,
    /// The part of that sum in trials where it is equal.
    pub(super) equal: u64,
}

impl CounterSum {
    fn add(&mut self, before: u64, after: u64) {
        let is_equal = before == after;
        self.trials += 1;
        self.total = self.total.saturating_add(before);
        self.equal = self.equal.saturating_add(if is_equal { before } else { 0 });
        self.differing += u64::from(!is_equal);
    }
}

impl StrategyDiff {
    fn on(corpus: Name) -> StrategyDiff {
        let counters = COUNTERS.into_iter().map(|name| CounterSum { name, ..CounterSum::default() });
        StrategyDiff { corpus, counters: counters.collect(), ..StrategyDiff::default() }
    }

    fn add(&mut self, pair: TrialPair<'_>, answer: AnswerChange) {
        self.paired += 1;
        self.not_comparable += u64::from(!pair.has_same_machine());
        self.same_verdicts += u64::from(pair.has_same_verdict());
        self.newly_wrong += u64::from(pair.is_newly_wrong());
        self.other_answers += u64::from(answer == AnswerChange::Other);
        self.lost_answers += u64::from(answer == AnswerChange::Lost);
        self.lost_to_limits += u64::from(answer == AnswerChange::Lost && pair.is_lost_to_a_limit());
        self.gained_answers += u64::from(answer == AnswerChange::Gained);
        self.other_ends += u64::from(answer == AnswerChange::OtherEnd);
        self.newly_broken += u64::from(pair.is_newly_broken() && answer != AnswerChange::Lost);
        for (k, before, after) in pair.counters() {
            self.counters[k].add(before, after);
        }
        self.differing += u64::from(pair.differing_counter().is_some());
    }

    /// Computes the means and the ratio, and sets the name of the strategy.
    fn finished(mut self, strategy: Name) -> StrategyDiff {
        let mean = |time: fn(&(f64, f64)) -> f64| {
            let logs = self.pairs.iter().map(|pair| time(pair).ln());
            (logs.sum::<f64>() / self.pairs.len() as f64).exp()
        };
        self.times = (!self.pairs.is_empty()).then(|| (mean(|pair| pair.0), mean(|pair| pair.1)));
        let logs: Vec<f64> = self.pairs.iter().map(|(before, after)| (after / before).ln()).collect();
        self.ratio = ratio_over_clusters(&logs, std::mem::take(&mut self.clusters));
        self.comparable = self.not_comparable == 0;
        self.counters.retain(|counter| counter.trials > 0);
        StrategyDiff { strategy, ..self }
    }

    /// Answers that changed.
    pub(super) fn changed_answers(&self) -> u64 {
        self.other_answers + self.lost_answers + self.gained_answers
    }

    /// Whether its times can be a regression.
    pub(super) fn is_timed(&self, options: DiffOptions) -> bool {
        self.comparable || options.across_processors
    }

    /// Whether the whole interval of the ratio is above `bound`.
    pub(super) fn is_slower_than(&self, bound: f64) -> bool {
        self.ratio.and_then(|ratio| ratio.interval).is_some_and(|(low, _)| low > bound)
    }

    /// Whether the whole interval of the ratio is below 1 / `bound`.
    pub(super) fn is_faster_than(&self, bound: f64) -> bool {
        self.ratio.and_then(|ratio| ratio.interval).is_some_and(|(_, high)| high < 1.0 / bound)
    }
}

/// The groups of two records, while trials are added.
#[derive(Default)]
pub(super) struct DiffGroups {
    /// By the numbers of corpus and strategy.
    groups: BTreeMap<(usize, usize), StrategyDiff>,
    /// All groups together, without times.
    all: StrategyDiff,
    /// The corpora, in order of first occurrence.
    corpora: Vec<Name>,
    /// For each instance, the mean logarithm of the ratios of its strategies.
    logs: Vec<f64>,
    /// The clusters of these instances.
    clusters: Clusters,
    /// Trials that differ, with the numbers of their strategies.
    pub(super) examples: FirstFew<Example<usize>>,
    /// The number of instances in both records.
    pub(super) instances: u64,
}

impl DiffGroups {
    pub(super) fn new() -> DiffGroups {
        DiffGroups { all: StrategyDiff::on(Name::default()), ..DiffGroups::default() }
    }

    /// Adds an instance: its trials in both records, of which one may have none.
    pub(super) fn add(&mut self, [before, after]: [Vec<DiffTrial>; 2]) {
        let Some(DiffTrial { trial, .. }) = before.iter().chain(&after).next() else { return };
        let (corpus_name, name) = (Name::from(&*trial.corpus), Name::from(&*trial.instance));
        let content = ClusterKey::content(&trial.instance_hash);
        let corpus = self.corpora.iter().position(|known| *known == corpus_name).unwrap_or_else(|| {
            self.corpora.push(corpus_name);
            self.corpora.len() - 1
        });
        let mut pairs = Vec::new();
        let mut is_taken = vec![false; after.len()];
        for (k, trial) in before.iter().enumerate() {
            let Some(other) = counterpart(&before, k, &after).filter(|other| !is_taken[*other]) else {
                self.group(corpus, trial.contender).only_before += 1;
                self.all.only_before += 1;
                continue;
            };
            is_taken[other] = true;
            let pair = TrialPair { before: trial, after: &after[other] };
            self.pair(corpus, &name, pair);
            pairs.push((trial.contender, pair));
        }
        for (trial, _) in after.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken) {
            self.group(corpus, trial.contender).only_after += 1;
            self.all.only_after += 1;
        }
        self.instances += u64::from(!pairs.is_empty());
        self.times(corpus, content, &by_key(pairs));
    }

    fn group(&mut self, corpus: usize, strategy: usize) -> &mut StrategyDiff {
        let name = &self.corpora[corpus];
        self.groups.entry((corpus, strategy)).or_insert_with(|| StrategyDiff::on(name.clone()))
    }

    fn pair(&mut self, corpus: usize, instance: &Name, pair: TrialPair<'_>) {
        let answer = pair.answer();
        let ([before, after], strategy) = (pair.trials(), pair.before.contender);
        self.group(corpus, strategy).add(pair, answer);
        self.all.add(pair, answer);
        let mut example = |what, before: String, after: String| {
            let (corpus, instance) = (self.corpora[corpus].clone(), instance.clone());
            let (seeds, repeat) = (pair.trials().map(|trial| trial.seed), pair.before.trial.repeat);
            self.examples.push(Example { corpus, instance, strategy, seeds, repeat, what, before, after });
        };
        if !pair.has_same_verdict() {
            example("verdict", before.verdict.name().into(), after.verdict.name().into());
        }
        if answer != AnswerChange::Same {
            example("answer", words(before), words(after));
        }
        if let Some((counter, before, after)) = pair.differing_counter() {
            example(COUNTERS[counter], before.to_string(), after.to_string());
        }
    }

    /// Adds the times of an instance, the median of the repetitions for each strategy. `content` is the cluster key of
    /// its content.
    fn times(
        &mut self,
        corpus: usize,
        content: Option<ClusterKey>,
        by_strategy: &[(usize, Vec<TrialPair<'_>>)],
    ) {
        let (mut ratios, mut all_keys) = (Vec::new(), Vec::from_iter(content));
        for (strategy, pairs) in by_strategy {
            let timed: Vec<&TrialPair<'_>> = pairs.iter().filter(|pair| pair.times().is_some()).collect();
            let times: Vec<(f64, f64)> = timed.iter().filter_map(|pair| pair.times()).collect();
            let middle = |one: fn(&(f64, f64)) -> f64| median(&mut times.iter().map(one).collect::<Vec<_>>());
            let Some((before, after)) = middle(|times| times.0).zip(middle(|times| times.1)) else {
                continue;
            };
            let mut keys: Vec<ClusterKey> = timed.iter().flat_map(|pair| pair.blocks()).collect();
            keys.extend(content);
            let group = self.group(corpus, *strategy);
            group.pairs.push((before, after));
            group.clusters.add(keys.iter().copied());
            all_keys.append(&mut keys);
            ratios.push((after / before).ln());
        }
        if !ratios.is_empty() {
            self.logs.push(ratios.iter().sum::<f64>() / ratios.len() as f64);
            self.clusters.add(all_keys);
        }
    }

    /// The finished groups in order, and all together. `names` are those of the strategies, by number.
    pub(super) fn finish(self, names: &[Name]) -> (Vec<StrategyDiff>, StrategyDiff) {
        let groups = self.groups.into_iter();
        let groups = groups.map(|((_, at), group)| group.finished(names[at].clone())).collect();
        let ratio = ratio_over_clusters(&self.logs, self.clusters);
        (groups, StrategyDiff { ratio, ..self.all.finished(Name::default()) })
    }
}

/// The index in `after` of the counterpart of `before[k]`: the trial with the same strategy, repetition and index of the seed.
/// Without such a trial, as in a record merged from runs with other seeds, it is the only one of that strategy and repetition.
fn counterpart(before: &[DiffTrial], k: usize, after: &[DiffTrial]) -> Option<usize> {
    let one = &before[k];
    let is_repetition =
        |other: &DiffTrial| (other.contender, other.trial.repeat) == (one.contender, one.trial.repeat);
    let is_same = |other: &DiffTrial| is_repetition(other) && other.seed_index == one.seed_index;
    // Usually both are in the same order.
    if after.get(k).is_some_and(is_same) {
        return Some(k);
    }
    let is_only = |trials: &[DiffTrial]| trials.iter().filter(|other| is_repetition(other)).count() == 1;
    let only = || after.iter().position(is_repetition).filter(|_| is_only(before) && is_only(after));
    after.iter().position(is_same).or_else(only)
}

/// The answer of a trial as text.
fn words(trial: &Trial) -> String {
    let mut words = trial.status.phrase().to_string();
    if let Some(count) = trial.solutions.filter(|_| trial.status.is_answer()) {
        words += &format!(", {count}");
    }
    if !trial.answer_hash.is_empty() {
        words += &format!(", set {}", trial.answer_hash);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::statistics::fixtures::trial;

    /// Compares two equal runs of one strategy on `blocks` blocks of eight instances, each in `copies` copies.
    fn two_equal_runs(blocks: u64, copies: u64) -> [StrategyDiff; 2] {
        let mut groups = DiffGroups::new();
        for k in 0..8 * blocks {
            let trial = Trial {
                instance_hash: (k / copies).to_string(),
                block: Some(k / 8),
                ..trial("a", &format!("i{k}"), 1000)
            };
            let trials =
                || vec![DiffTrial { trial: trial.clone(), contender: 0, seed_index: 0, machine: None }];
            groups.add([trials(), trials()]);
        }
        let (mut groups, all) = groups.finish(&["a".into()]);
        [groups.remove(0), all]
    }

    #[test]
    fn instances_that_share_a_block_or_their_content_count_once() {
        let pairs = |diffs: [StrategyDiff; 2]| diffs.map(|diff| diff.ratio.unwrap().units);
        assert_eq!(pairs(two_equal_runs(40, 1)), [40, 40]);
        // Ten copies of an instance join the blocks of eight.
        assert!(pairs(two_equal_runs(40, 10)).iter().all(|pairs| *pairs <= 8));
        let [group, all] = two_equal_runs(4, 1);
        assert!([group.ratio, all.ratio].iter().all(|ratio| ratio.unwrap().interval.is_none()));
        assert!(!group.is_slower_than(0.5) && !group.is_faster_than(2.0));
    }
}
