//! The results of one strategy on one instance, folded over its runs and their repetitions.
//!
//! A *run* is one strategy on one instance with one seed. Its status is the worst status of its repetitions, and each cost is
//! the median of theirs, regardless of status. The status of a result is the worst status of its runs, so a result is solved if
//! every seed solves it. Each cost is the median of its runs.

use super::Timing;
use super::seed_run::{
    SOLUTIONS, SeedRun, SeedRuns, exact_solutions, has_lost_costs, is_cut_with_search, is_finished,
    is_saturated, is_solved, median_of_runs, worst_status, worst_verdict,
};
use crate::record::{Status, Trial, Verdict};
use smol_str::SmolStr;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A name. Copies of a long name share memory; short names are stored inline.
pub type Name = SmolStr;

/// The results of one strategy on one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceResult {
    /// The corpus.
    pub corpus: Name,
    /// The corpus, with the processor if there are several, because their times must not be mixed.
    pub group: Name,
    /// The processor, if there are several.
    pub processor: Name,
    /// The instance.
    pub instance: Name,
    /// The number of the instance among those of all results, from 0.
    pub number: u32,
    /// The hash of the instance's content, 16 hexadecimal digits.
    pub content_hash: Name,
    /// The strategy's label, with its encoding if the label alone is ambiguous.
    pub strategy: Name,
    /// The strategy's label without the encoding.
    pub label: Name,
    /// The encoding, or empty.
    pub via: Name,
    /// The worst status of its runs, so that a lucky run hides nothing.
    pub status: Status,
    /// The worst verdict of its runs.
    pub verdict: Verdict,
    /// Median CPU time of its runs in nanoseconds.
    pub cpu_ns: Option<f64>,
    /// Median number of nodes of its runs.
    pub nodes: Option<f64>,
    /// The CPU time limit, in nanoseconds, of the first trial with the worst status. Limits may have changed when a run was
    /// resumed.
    pub limit_cpu_ns: Option<u64>,
    /// The node limit of that trial.
    pub limit_nodes: Option<u64>,
    /// The minimum number of repetitions of a run.
    pub repetitions: usize,
    /// The runs, if there are several.
    pub seeds: Option<Box<SeedRuns>>,
    /// How its repetitions were timed. A share of the time of a block says little about one instance.
    pub timing: Timing,
    /// The blocks in which its repetitions were timed, each as a hash of the fields that its trials share.
    pub blocks: Vec<u64>,
    /// Whether a trial found too many solutions to record their number, so that it is only known to be larger.
    pub has_saturated_count: bool,
    /// Whether a search ended before it could report its costs. Then all costs are unknown.
    pub has_lost_costs: bool,
    /// The number of solutions, if all runs agree.
    pub(super) exact_solutions: Option<u64>,
    /// The medians of other requested columns.
    columns: Box<[(&'static str, f64)]>,
}

impl InstanceResult {
    /// Folds the trials of one strategy on one instance. `names` are the corpus, instance, strategy, encoding and
    /// processor.
    pub(super) fn fold(names: [Name; 5], trials: &[&Trial], columns: &[&'static str]) -> InstanceResult {
        let first = trials[0];
        let mut supported: Vec<&Trial> =
            trials.iter().copied().filter(|trial| trial.status != Status::Unsupported).collect();
        let status = worst_status(&supported);
        let worst = supported.iter().find(|trial| trial.status == status).copied().unwrap_or(first);
        supported.sort_by_key(|trial| trial.seed);
        let runs: Vec<&[&Trial]> = supported.chunk_by(|one, other| one.seed == other.seed).collect();
        let of_runs = |name: &str| median_of_runs(&runs, name);
        let [corpus, instance, label, via, processor] = names;
        let group = match &*processor {
            "" => corpus.clone(),
            processor => Name::from(format!("{corpus} on {processor}")),
        };
        InstanceResult {
            corpus,
            group,
            processor,
            instance,
            number: 0,
            content_hash: Name::from(&*first.instance_hash),
            strategy: label.clone(),
            label,
            via,
            status,
            verdict: worst_verdict(trials),
            cpu_ns: of_runs("solve_cpu_ns"),
            nodes: of_runs("nodes"),
            limit_cpu_ns: worst.limit_cpu_ns,
            limit_nodes: worst.limit_nodes,
            repetitions: runs.iter().map(|run| run.len()).min().unwrap_or(0),
            seeds: (runs.len() > 1).then(|| Box::new(SeedRuns::of(&runs, columns))),
            timing: trials
                .iter()
                .map(|trial| Timing::of(trial.mode))
                .reduce(Timing::and)
                .unwrap_or(Timing::Alone),
            blocks: trials.iter().filter_map(|trial| block_hash(trial)).collect(),
            has_saturated_count: is_saturated(&supported),
            has_lost_costs: supported.iter().any(|trial| has_lost_costs(trial)),
            exact_solutions: exact_solutions(&supported),
            columns: columns.iter().filter_map(|name| Some((*name, of_runs(name)?))).collect(),
        }
    }

    /// Whether a repetition was timed in a block.
    pub fn is_streamed(&self) -> bool {
        self.timing != Timing::Alone
    }

    /// Whether every run answered, and none wrongly.
    pub fn solved(&self) -> bool {
        is_solved(self.status, self.verdict)
    }

    /// Whether every run finished.
    pub fn finished(&self) -> bool {
        is_finished(self.status, self.verdict)
    }

    /// Whether a column is a lower bound, because unfinished runs may change the median or a count is too large to record.
    pub fn is_lower_bound(&self, column: &str) -> bool {
        match &self.seeds {
            None => {
                (!self.finished() && is_cut_with_search(column, self.value(column)))
                    || (column == SOLUTIONS && self.has_saturated_count)
            }
            Some(seeds) => seeds.lower_bounds.contains(&column),
        }
    }

    /// Whether a column is only a lower bound on the cost of an answer. This includes the exact cost of a search
    /// that got stuck.
    pub fn is_answer_bound(&self, column: &str) -> bool {
        self.is_lower_bound(column) || self.runs().any(|run| run.status == Status::Stuck)
    }

    /// The runs, in the order of their seeds.
    pub fn runs(&self) -> impl Iterator<Item = SeedRun> {
        let seeds = self.seeds.as_deref();
        let InstanceResult { status, verdict, cpu_ns, nodes, .. } = *self;
        let only = seeds.is_none().then_some(SeedRun { status, verdict, cpu_ns, nodes });
        only.into_iter().chain(seeds.into_iter().flat_map(|seeds| seeds.runs.iter().copied()))
    }

    /// The number of runs.
    pub fn run_count(&self) -> usize {
        self.seeds.as_deref().map_or(1, |seeds| seeds.runs.len())
    }

    /// The value of a column of the record, in the unit of the column. `None` if it was not requested, not measured, or lost.
    pub fn value(&self, column: &str) -> Option<f64> {
        match column {
            "solve_cpu_ns" => self.cpu_ns,
            "nodes" => self.nodes,
            _ => self.columns.iter().find(|(name, _)| *name == column).map(|(_, value)| *value),
        }
    }

    pub(super) fn instance_key(&self) -> (&str, &str) {
        (&self.group, &self.instance)
    }
}

/// The block in which `trial` was timed, as a hash. `None` for a trial that belongs to no block.
pub fn block_hash(trial: &Trial) -> Option<u64> {
    let Trial { corpus, strategy, params, via, host, repeat, block, .. } = trial;
    let mut hasher = DefaultHasher::new();
    (corpus, strategy, params, via, host, repeat, block).hash(&mut hasher);
    block.is_some().then(|| hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{results, trial};
    use std::collections::BTreeSet;

    #[test]
    fn repetitions_fold_into_their_median_and_their_worst_end() {
        let mut trials = vec![trial("a", "i", 30), trial("a", "i", 10), trial("a", "i", 20)];
        let folded = results(&trials);
        assert_eq!((folded.len(), folded[0].cpu_ns, folded[0].repetitions), (1, Some(20.0), 3));
        trials[1].status = Status::Timeout;
        let folded = results(&trials);
        assert_eq!((folded[0].status, folded[0].cpu_ns), (Status::Timeout, Some(20.0)));
        assert!(!folded[0].solved());
        trials.iter_mut().for_each(|trial| trial.nodes = Some(7));
        assert_eq!(results(&trials)[0].nodes, Some(7.0));
        trials[2].nodes = None;
        assert_eq!(results(&trials)[0].nodes, None, "a repetition did not report its nodes");
    }

    #[test]
    fn seeds_fold_into_the_median_of_their_runs_and_their_worst_end() {
        let run = |seed: u64, ns: u64| crate::record::Trial { seed, ..trial("a", "i", ns) };
        let mut trials = vec![run(1, 10), run(1, 12), run(2, 30), run(3, 900)];
        trials[3].status = Status::Timeout;
        let folded = results(&trials);
        let result = &folded[0];
        // The first run takes 11. An unfinished run above the median does not change it.
        assert_eq!((result.cpu_ns, result.is_lower_bound("solve_cpu_ns")), (Some(30.0), false));
        assert_eq!((result.status, result.solved(), result.repetitions), (Status::Timeout, false, 1));
        let runs: Vec<_> = result.runs().map(|run| (run.cpu_ns, run.solved())).collect();
        assert_eq!(runs, [(Some(11.0), true), (Some(30.0), true), (Some(900.0), false)]);
        trials[2].status = Status::NodeLimit;
        let folded = results(&trials);
        assert_eq!((folded[0].cpu_ns, folded[0].is_lower_bound("solve_cpu_ns")), (Some(30.0), true));
    }

    /// A process that is killed at a memory limit leaves a cost of 0 in the record.
    #[test]
    fn a_cost_that_a_killed_process_did_not_report_is_unknown() {
        let mut trials =
            vec![trial("a", "i", 10), trial("a", "i", 0), trial("a", "j", 0), trial("a", "k", 0)];
        trials.iter_mut().for_each(|trial| trial.nodes = Some(0));
        (trials[1].status, trials[2].status, trials[3].status) =
            (Status::Memout, Status::Memout, Status::Stuck);
        let found = results(&trials);
        let costs: Vec<_> = found.iter().map(|result| (result.cpu_ns, result.nodes)).collect();
        assert_eq!(costs, [(None, None), (None, None), (Some(0.0), Some(0.0))]);
        (trials[0].seed, trials[0].solve_cpu_ns) = (2, Some(30));
        let seeds = &results(&trials[..2])[0];
        assert_eq!((seeds.cpu_ns, seeds.is_lower_bound("solve_cpu_ns")), (None, true));
    }

    #[test]
    fn a_block_is_of_one_strategy_and_repetition() {
        let timed = |strategy: &str, instance: &str, block: u64| Trial {
            block: Some(block),
            ..trial(strategy, instance, 7)
        };
        let mut trials = vec![timed("a", "i", 0), timed("a", "j", 0), timed("a", "k", 2)];
        trials.push(Trial { repeat: 1, ..timed("a", "i", 0) });
        trials.extend([timed("b", "i", 0), trial("c", "i", 7)]);
        let found = results(&trials);
        let blocks = |strategy: &str, instance: &str| {
            let result =
                found.iter().find(|result| result.strategy == strategy && result.instance == instance);
            result.unwrap().blocks.clone()
        };
        assert_eq!(blocks("a", "i")[..1], blocks("a", "j"));
        let all: BTreeSet<u64> = found.iter().flat_map(|result| result.blocks.clone()).collect();
        assert_eq!((all.len(), blocks("a", "i").len(), blocks("c", "i")), (4, 2, vec![]));
    }
}
