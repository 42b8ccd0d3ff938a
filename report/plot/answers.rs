//! The answers of each strategy, from which cactus plots are drawn.

use super::palette::{SeriesStyle, SeriesStyles};
use coverlab_bench::statistics::{InstanceResult, SeedRun, score};

/// An answered run.
pub(super) struct Answer {
    /// CPU time in nanoseconds.
    pub(super) time: f64,
    /// The names of the corpus and the instance.
    pub(super) name: String,
}

/// The answered runs of a strategy.
pub(super) struct AnsweredRuns {
    pub(super) strategy: String,
    pub(super) style: SeriesStyle,
    /// The number of all runs.
    pub(super) runs: usize,
    /// The number of answered runs.
    pub(super) solved: usize,
    /// The answered runs with a time, the fastest first.
    pub(super) answers: Vec<Answer>,
}

impl AnsweredRuns {
    /// The answers of each strategy, the best strategy first, as in its table.
    pub(super) fn of(results: &[&InstanceResult], styles: &SeriesStyles) -> Vec<AnsweredRuns> {
        let of_strategy = |score: coverlab_bench::statistics::Score| {
            let own = results.iter().filter(|result| result.strategy == score.strategy);
            let solved =
                own.flat_map(|result| result.runs().filter(SeedRun::solved).map(move |run| (result, run)));
            let answer = |(result, run): (&&InstanceResult, SeedRun)| {
                let name = format!("{}/{}", result.group, result.instance);
                Some(Answer { time: run.cpu_ns?.max(1.0), name })
            };
            let mut answers: Vec<Answer> = solved.filter_map(answer).collect();
            answers.sort_by(|a, b| a.time.total_cmp(&b.time));
            let style = styles.style(&score.strategy);
            AnsweredRuns {
                style,
                runs: score.counts.runs,
                solved: score.counts.solved_runs,
                strategy: score.strategy,
                answers,
            }
        };
        score(results.iter().copied()).into_iter().map(of_strategy).collect()
    }
}
