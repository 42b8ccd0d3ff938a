//! Folds trials as they are read. Even for millions of trials, only three things are kept per corpus: the results of up to
//! [`MAX_INSTANCES`] instances, sums over all instances, and the first failed trials.
//!
//! The rows of an instance are adjacent in `trials.csv`, so the trials of a single instance are in memory at a time.

use super::claims::ClaimSums;
use super::first_few::FirstFew;
use super::instance_result::{InstanceResult, Name};
use super::result_order;
use super::sample::InstanceSample;
use super::strategy_names::disambiguate;
use super::{MAX_INSTANCES, Noise, StrategyTotal};
use crate::experiment::Experiment;
use crate::record::{COLUMNS, Status, Trial, Verdict, label};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The maximum number of reasons kept for which a strategy refused instances.
const MAX_REASONS: usize = 3;

/// The result of folding trials.
#[derive(Clone, Debug, Default)]
pub struct FoldedTrials {
    /// The results of each strategy on each instance that it supports, ordered by corpus, instance and strategy. Corpora and
    /// strategies are in the order given to [`TrialFold::finish`]; others follow by name. A large corpus is sampled.
    pub results: Vec<InstanceResult>,
    /// The totals of each corpus, by its name in [`InstanceResult::corpus`].
    pub corpora: BTreeMap<Name, CorpusTotals>,
    /// The claims and laws, with the sums over the results that they select.
    pub claims: Vec<ClaimSums>,
    /// The number of trials.
    pub trials: usize,
    /// The number of trials with the verdict `Correct`.
    pub correct: usize,
    /// Trials with a wrong answer.
    pub wrong: FirstFew<Trial>,
    /// Trials with another verdict whose status is `Error` or `Crash`.
    pub broken: FirstFew<Trial>,
    /// The number of trials without an answer, by strategy and status.
    pub ends: BTreeMap<String, BTreeMap<Status, usize>>,
    /// Why a strategy refused instances: the first few different reasons, by strategy.
    pub refusals: BTreeMap<String, Vec<String>>,
    /// The ratios of wall time to CPU time of the trials.
    pub noise: Noise,
}

/// The totals of a corpus.
#[derive(Clone, Debug, Default)]
pub struct CorpusTotals {
    /// The number of instances.
    pub instances: usize,
    /// Whether the results are a sample.
    pub is_sampled: bool,
    /// The totals of each strategy, by its name in [`InstanceResult::strategy`].
    pub totals: BTreeMap<Name, StrategyTotal>,
}

impl CorpusTotals {
    /// Whether results are missing because a strategy does not support their instances.
    pub fn has_unsupported(&self) -> bool {
        self.totals.values().any(|total| total.counts.has_unsupported())
    }
}

impl FoldedTrials {
    /// The number of trials of the strategy called `label` that ended without an answer with the status `status`.
    pub fn ended(&self, label: &str, status: Status) -> usize {
        self.ends.get(label).and_then(|ends| ends.get(&status)).copied().unwrap_or(0)
    }
}

/// Folds a sequence of trials.
#[derive(Debug)]
pub struct TrialFold {
    folded: FoldedTrials,
    /// Maximum number of instances kept per corpus.
    max_instances: usize,
    /// By corpus, without the processor.
    samples: BTreeMap<Name, InstanceSample>,
    /// By corpus, label and encoding.
    totals: HashMap<(Name, Name, Name), StrategyTotal>,
    /// The trials of the current instance.
    instance: Vec<Trial>,
    /// Interned names.
    names: HashMap<String, Name>,
    /// The processor of each host, if there are several.
    processors: HashMap<String, String>,
    /// Columns to keep.
    columns: Vec<&'static str>,
}

impl TrialFold {
    /// A fold that keeps `columns` in addition to times and nodes.
    pub fn new<'a>(columns: impl IntoIterator<Item = &'a str>) -> TrialFold {
        let wanted: HashSet<&str> = columns.into_iter().collect();
        TrialFold {
            folded: FoldedTrials::default(),
            max_instances: MAX_INSTANCES,
            samples: BTreeMap::new(),
            totals: HashMap::new(),
            instance: Vec::new(),
            names: HashMap::new(),
            processors: HashMap::new(),
            columns: COLUMNS.into_iter().filter(|column| wanted.contains(column)).collect(),
        }
    }

    /// Folds the trials of different processors separately, given the processor of each host.
    #[must_use]
    pub fn by_processor(self, processors: HashMap<String, String>) -> TrialFold {
        TrialFold { processors, ..self }
    }

    /// Also computes the sums for the claims and laws of `experiment`.
    #[must_use]
    pub fn with_claims_of(mut self, experiment: &Experiment) -> TrialFold {
        self.folded.claims =
            experiment.claims_and_laws().map(|(claim, is_law)| ClaimSums::new(claim, is_law)).collect();
        self
    }

    /// Adds the next trial. Trials of an instance must be adjacent.
    pub fn push(&mut self, trial: Trial) {
        if self.instance.first().is_some_and(|first| instance_of(first) != instance_of(&trial)) {
            self.close();
        }
        let folded = &mut self.folded;
        folded.trials += 1;
        folded.correct += usize::from(trial.verdict == Verdict::Correct);
        folded.noise.add_trial(&trial);
        if !trial.status.is_answer() {
            *folded.ends.entry(trial.label()).or_default().entry(trial.status).or_default() += 1;
        }
        if trial.verdict == Verdict::Wrong {
            folded.wrong.push(trial.clone());
        } else if matches!(trial.status, Status::Error | Status::Crash) {
            folded.broken.push(trial.clone());
        } else if !trial.error.is_empty() {
            let reasons = folded.refusals.entry(trial.label()).or_default();
            if reasons.len() < MAX_REASONS && !reasons.contains(&trial.error) {
                reasons.push(trial.error.clone());
            }
        }
        self.instance.push(trial);
    }

    /// Returns the folded trials, with results in the order of `corpora` and `strategies`.
    pub fn finish(mut self, corpora: &[String], strategies: &[String]) -> FoldedTrials {
        self.close();
        let TrialFold { mut folded, samples, totals, .. } = self;
        let names = disambiguate(totals.keys().map(|(corpus, label, via)| (corpus, label, via)));
        let partial =
            samples.iter().filter(|(_, sample)| sample.is_partial()).map(|(corpus, _)| corpus.clone());
        let partial: BTreeSet<Name> = partial.collect();
        folded.results = samples.into_values().flat_map(InstanceSample::into_results).collect();
        for result in &mut folded.results {
            if let Some(name) = names.get(&(result.label.clone(), result.via.clone())) {
                result.strategy = name.clone();
            }
            if partial.contains(&result.corpus) {
                folded.corpora.entry(result.group.clone()).or_default().is_sampled = true;
            }
        }
        for ((corpus, label, via), total) in totals {
            let corpus = folded.corpora.entry(corpus).or_default();
            let name = names.get(&(label.clone(), via)).unwrap_or(&label).clone();
            corpus.totals.insert(name, total);
        }
        result_order::sort(&mut folded.results, corpora, strategies);
        folded
    }

    /// Folds the trials of the current instance.
    fn close(&mut self) {
        let mut trials = std::mem::take(&mut self.instance);
        let Some(first) = trials.first() else { return };
        let (corpus, instance) = (name(&mut self.names, &first.corpus), Name::from(&*first.instance));
        let mut by_contender: BTreeMap<(&str, &str, &str, &str), Vec<&Trial>> = BTreeMap::new();
        let processor = |trial: &Trial| self.processors.get(&trial.host).map_or("", String::as_str);
        for trial in &trials {
            by_contender
                .entry((processor(trial), &trial.strategy, &trial.params, &trial.via))
                .or_default()
                .push(trial);
        }
        let mut results = Vec::with_capacity(by_contender.len());
        for ((processor, strategy, params, via), group) in by_contender {
            let label = name(&mut self.names, &label(strategy, params));
            let (via, processor) = (name(&mut self.names, via), name(&mut self.names, processor));
            let names = [corpus.clone(), instance.clone(), label, via, processor];
            results.push(InstanceResult::fold(names, &group, &self.columns));
        }
        self.add(&results);
        let results = results.into_iter().filter(|result| result.status != Status::Unsupported).collect();
        self.samples.entry(corpus).or_insert_with(|| InstanceSample::new(self.max_instances)).offer(results);
        trials.clear();
        self.instance = trials;
    }

    /// Adds the results of an instance to the totals.
    fn add(&mut self, results: &[InstanceResult]) {
        for of_group in results.chunk_by(|one, other| one.group == other.group) {
            self.folded.corpora.entry(of_group[0].group.clone()).or_default().instances += 1;
        }
        for result in results {
            let contender = (result.group.clone(), result.label.clone(), result.via.clone());
            self.totals.entry(contender).or_default().add(result);
            self.folded.claims.iter_mut().for_each(|claim| claim.add(result));
        }
    }
}

/// Interns a name.
fn name(names: &mut HashMap<String, Name>, text: &str) -> Name {
    if let Some(name) = names.get(text) {
        return name.clone();
    }
    let name = Name::from(text);
    names.insert(text.to_string(), name.clone());
    name
}

/// A key that is equal for all trials on an instance.
pub(super) fn instance_of(trial: &Trial) -> (&str, &str) {
    (&trial.corpus, &trial.instance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{folded, trial};

    #[test]
    fn failures_are_kept_and_the_rest_counted() {
        let mut trials = vec![trial("a", "i", 1), trial("b", "i", 1), trial("a", "j", 1)];
        trials[0].verdict = Verdict::Wrong;
        trials[1].status = Status::Timeout;
        trials[1].verdict = Verdict::Unverified;
        let folded = folded(&trials);
        assert_eq!((folded.trials, folded.correct, folded.wrong.count()), (3, 1, 1));
        assert_eq!((folded.wrong.first(), folded.broken.count()), (&trials[..1], 0));
        assert_eq!((folded.ended("b", Status::Timeout), folded.ended("a", Status::Timeout)), (1, 0));
        assert_eq!(folded.results.len(), 3);
    }

    #[test]
    fn a_large_corpus_leaves_a_sample_and_sums_over_all() {
        let mut fold = TrialFold { max_instances: 100, ..TrialFold::new(COLUMNS) };
        for k in 0..1000 {
            for strategy in ["a", "b"] {
                let mut trial = trial(strategy, &format!("i{k}"), k + 1);
                trial.instance_hash = format!("{k:016x}");
                fold.push(trial);
            }
        }
        let folded = fold.finish(&[], &[]);
        let whole = &folded.corpora["corpus"];
        assert_eq!((folded.results.len(), whole.is_sampled), (200, true));
        let score = whole.totals["a"].score("a");
        assert_eq!((whole.instances, score.counts.instances, score.counts.solved), (1000, 1000, 1000));
        assert_eq!(score.total_cpu_ns, Some(500_500.0));
    }
}
