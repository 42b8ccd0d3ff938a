//! The answers of each strategy, from which several plots are drawn.

use super::palette::{SeriesStyle, SeriesStyles};
use coverlab_bench::statistics::{InstanceResult, Name, Run, score};

/// The answered runs of a strategy.
pub(super) struct AnsweredRuns {
    pub(super) strategy: String,
    pub(super) style: SeriesStyle,
    /// The number of all runs.
    pub(super) runs: usize,
    /// The number of answered runs.
    pub(super) solved: usize,
    /// CPU time in nanoseconds, corpus and instance of answered runs, the fastest first.
    pub(super) times: Vec<(f64, Name, Name)>,
    /// The nodes of answered runs that count them, in increasing order.
    pub(super) nodes: Vec<f64>,
}

impl AnsweredRuns {
    /// The answers of each strategy, the best strategy first, as in its table.
    pub(super) fn of(results: &[&InstanceResult], styles: &SeriesStyles) -> Vec<AnsweredRuns> {
        let answers = |score: coverlab_bench::statistics::Score| {
            let own = || results.iter().filter(|result| result.strategy == score.strategy);
            let solved =
                || own().flat_map(|result| result.runs().filter(Run::solved).map(move |run| (result, run)));
            let time = |(result, run): (&&InstanceResult, Run)| {
                Some((run.cpu_ns?.max(1.0), result.corpus.clone(), result.instance.clone()))
            };
            let mut times: Vec<_> = solved().filter_map(time).collect();
            times.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut nodes: Vec<f64> = solved().filter_map(|(_, run)| run.nodes).collect();
            nodes.sort_by(f64::total_cmp);
            let style = styles.style(&score.strategy);
            AnsweredRuns {
                style,
                runs: score.counts.runs,
                solved: score.counts.solved_runs,
                strategy: score.strategy,
                times,
                nodes,
            }
        };
        score(results.iter().copied()).into_iter().map(answers).collect()
    }
}
