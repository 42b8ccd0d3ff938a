//! Sums over all results of a strategy on a corpus, including those that are not kept.

use super::{BoundedValue, InstanceResult, RunCounts, Score, SeedRun, Spread, Timing, spread};
use crate::record::{Status, Verdict};

/// The sums over the results of a strategy, and over their runs.
#[derive(Clone, Debug, Default)]
pub struct StrategyTotal {
    /// The instances and runs. Instances that the strategy does not support are included in no other value.
    pub counts: RunCounts,
    /// Unfinished runs.
    unfinished: usize,
    /// Runs with a CPU time.
    timed: usize,
    /// The sum of these times.
    cpu_ns: f64,
    /// The sum of the natural logarithms of these times.
    logarithms: f64,
    /// Total nodes.
    nodes: Option<f64>,
    /// Runs whose nodes are known.
    counted: usize,
    /// The CPU time of these runs.
    ns_of_counted: f64,
    /// The sum of the CPU times of instances, each the median of its runs.
    medians_ns: f64,
    /// The sum of PAR-2 over all runs; `None` if a run has no limit.
    penalized: Option<f64>,
    repetitions: usize,
    /// `None` without results.
    timing: Option<Timing>,
    /// Whether a search ended before it could report its costs.
    has_lost_costs: bool,
    guesses: Guesses,
    cpu_min_max: MinMax,
    node_min_max: MinMax,
}

/// Guesses over the instances of a corpus.
#[derive(Clone, Copy, Debug, Default)]
struct Guesses {
    /// Instances whose guesses were counted.
    counted: usize,
    /// Instances solved without a guess.
    none: usize,
    sum: f64,
    /// Whether a search was cut short.
    is_bound: bool,
}

/// The guesses of a strategy on a corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessMeans {
    /// The fraction of instances solved without a guess.
    pub without: f64,
    /// Guesses per instance.
    pub mean: BoundedValue,
}

/// Means over the instances of a corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InstanceMeans {
    /// CPU time per instance, in nanoseconds.
    pub ns: f64,
    /// The guesses.
    pub guesses: GuessMeans,
}

/// The minimum and maximum of some values, the minimum of those that are lower bounds, and whether a value is unknown.
#[derive(Clone, Copy, Debug)]
struct MinMax {
    min: f64,
    max: f64,
    min_bound: f64,
    has_unknown: bool,
}

impl Default for MinMax {
    fn default() -> MinMax {
        MinMax { min: f64::INFINITY, max: f64::NEG_INFINITY, min_bound: f64::INFINITY, has_unknown: false }
    }
}

impl MinMax {
    fn add(&mut self, value: Option<f64>, is_bound: bool) {
        self.has_unknown |= value.is_none();
        let Some(value) = value else { return };
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        if is_bound {
            self.min_bound = self.min_bound.min(value);
        }
    }

    /// The spread with this minimum and maximum, and with the median of `sample`, the spread of some of the values.
    fn widen(&self, sample: Spread) -> Spread {
        let figure = |value: f64| BoundedValue { value, lower_bound: self.min_bound <= value };
        let mut median = figure(sample.median.value);
        median.lower_bound |= sample.median.lower_bound;
        Spread::new(figure(self.min), median, figure(self.max))
    }
}

impl StrategyTotal {
    /// Adds a result.
    pub fn add(&mut self, result: &InstanceResult) {
        let counts = &mut self.counts;
        if result.status == Status::Unsupported {
            *counts.by_status.entry(result.status).or_default() += 1;
            return;
        }
        let is_first = counts.instances == 0;
        counts.instances += 1;
        counts.solved += usize::from(result.solved());
        counts.solved_any += usize::from(result.runs().any(|run| run.solved()));
        counts.seeds = counts.seeds.max(result.run_count());
        result.runs().for_each(|run| self.add_run(run, result.limit_cpu_ns));
        self.medians_ns += result.cpu_ns.unwrap_or_default();
        self.repetitions =
            if is_first { result.repetitions } else { self.repetitions.min(result.repetitions) };
        self.timing = Some(self.timing.map_or(result.timing, |timing| timing.and(result.timing)));
        self.has_lost_costs |= result.has_lost_costs;
        if let Some(guesses) = result.value("guesses") {
            self.guesses.counted += 1;
            self.guesses.none += usize::from(result.solved() && guesses == 0.0);
            self.guesses.sum += guesses;
            self.guesses.is_bound |= result.is_lower_bound("guesses");
        }
        self.cpu_min_max.add(result.cpu_ns, result.is_answer_bound("solve_cpu_ns"));
        self.node_min_max.add(result.nodes, result.is_answer_bound("nodes"));
    }

    fn add_run(&mut self, run: SeedRun, limit_cpu_ns: Option<u64>) {
        let counts = &mut self.counts;
        let is_first = counts.runs == 0;
        counts.runs += 1;
        counts.solved_runs += usize::from(run.solved());
        counts.wrong += usize::from(run.verdict == Verdict::Wrong);
        self.unfinished += usize::from(!run.finished());
        if run.verdict != Verdict::Wrong {
            *counts.by_status.entry(run.status).or_default() += 1;
        }
        if let Some(time) = run.cpu_ns {
            self.timed += 1;
            self.cpu_ns += time;
            self.logarithms += time.max(1.0).ln();
        }
        if let (Some(time), Some(nodes)) = (run.cpu_ns, run.nodes) {
            self.counted += 1;
            self.ns_of_counted += time;
            *self.nodes.get_or_insert(0.0) += nodes;
        }
        let penalized = || {
            let limit = limit_cpu_ns? as f64;
            if run.solved() { run.cpu_ns } else { Some(2.0 * limit) }
        };
        self.penalized =
            if is_first { penalized() } else { self.penalized.and_then(|sum| Some(sum + penalized()?)) };
    }

    /// The spread of `measure`, which is `nodes` or `solve_cpu_ns`: the median over `sample`, some of the results, and the minimum
    /// and maximum over all. `None` if a cost is unknown.
    pub fn spread<'a>(
        &self,
        sample: impl IntoIterator<Item = &'a InstanceResult>,
        measure: &str,
    ) -> Option<Spread> {
        let all = if measure == "nodes" { &self.node_min_max } else { &self.cpu_min_max };
        spread(sample, measure).filter(|_| !all.has_unknown).map(|sample| all.widen(sample))
    }

    /// The means over the instances, of the median of the runs of each. `None` unless every run finished and counted guesses.
    pub fn means(&self) -> Option<InstanceMeans> {
        let RunCounts { instances, runs, .. } = self.counts;
        let is_complete = self.unfinished == 0 && self.timed == runs;
        let guesses = self.guesses().filter(|_| is_complete)?;
        Some(InstanceMeans { ns: self.medians_ns / instances as f64, guesses })
    }

    /// The guesses over the instances, of the median of the runs of each. `None` unless every run counted them.
    pub fn guesses(&self) -> Option<GuessMeans> {
        let (Guesses { counted, none, sum, is_bound }, all) = (self.guesses, self.counts.instances);
        let mean = BoundedValue { value: sum / all as f64, lower_bound: is_bound };
        (all > 0 && counted == all).then(|| GuessMeans { without: none as f64 / all as f64, mean })
    }

    /// The score of the strategy, which is called `strategy`.
    pub fn score(&self, strategy: &str) -> Score {
        let some = |value: f64| (self.timed > 0).then_some(value);
        let nodes = self.nodes.filter(|nodes| *nodes > 0.0);
        Score {
            strategy: strategy.to_string(),
            counts: self.counts.clone(),
            total_cpu_ns: some(self.cpu_ns),
            geometric_mean_ns: some((self.logarithms / self.timed as f64).exp())
                .filter(|_| self.timed == self.counts.runs),
            has_lost_costs: self.has_lost_costs,
            lower_bound: self.unfinished > 0,
            par2_ns: self.penalized.map(|sum| sum / self.counts.runs as f64),
            nodes: self.nodes,
            uncounted: self.counts.runs - self.counted,
            ns_per_node: nodes.map(|nodes| self.ns_of_counted / nodes),
            repetitions: self.repetitions,
            timed: self.timing.unwrap_or(Timing::Alone),
        }
    }
}

impl<'a> FromIterator<&'a InstanceResult> for StrategyTotal {
    fn from_iter<I: IntoIterator<Item = &'a InstanceResult>>(results: I) -> StrategyTotal {
        let mut total = StrategyTotal::default();
        results.into_iter().for_each(|result| total.add(result));
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{results, trial};

    #[test]
    fn the_minimum_and_maximum_of_all_widen_the_spread_of_some() {
        let mut trials: Vec<_> = (1..=9).map(|k| trial("a", &format!("i{k}"), k * 10)).collect();
        trials[7].status = Status::Timeout;
        let results = results(&trials);
        let total: StrategyTotal = results.iter().collect();
        let of_all = spread(&results, "solve_cpu_ns").unwrap();
        assert_eq!(total.spread(&results[3..6], "solve_cpu_ns"), Some(of_all));
        assert_eq!((total.counts.instances, total.counts.runs, total.counts.solved_runs), (9, 9, 8));
        // An external solver may not report the nodes of a search that it did not finish.
        trials.iter_mut().for_each(|trial| trial.nodes = trial.solve_cpu_ns);
        trials[7].nodes = None;
        let results = crate::statistics::fixtures::results(&trials);
        let total: StrategyTotal = results.iter().collect();
        assert_eq!((total.spread(&results[3..6], "nodes"), spread(&results, "nodes")), (None, None));
        assert_eq!(
            (total.score("a").nodes, total.spread(&results, "solve_cpu_ns")),
            (Some(370.0), Some(of_all))
        );
    }
}
