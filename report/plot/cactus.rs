//! Cactus plots: the number of instances that each strategy solves within a CPU time.
//!
//! The horizontal axis is time, so higher and further left is better, and the time limit is at the right end. Each instance is
//! a point. The points of a strategy are joined by lines, since steps of many strategies would coincide at every integer.

use super::axis::{Axis, AxisUnit};
use super::canvas::Point;
use super::data::{csv, figure};
use super::lines::{Line, LinePlot, MarkedPoint, Panel};
use super::palette::{SeriesStyle, SeriesStyles};
use crate::group::is_seeded;
use crate::units::{integer, pluralize, round_time, time};
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{InstanceResult, Score, SeedRun, score};

/// An answered run.
struct Answer {
    /// CPU time in nanoseconds.
    time: f64,
    /// The names of the corpus and the instance.
    name: String,
}

/// The answered runs of a strategy.
struct AnsweredRuns {
    strategy: String,
    style: SeriesStyle,
    /// The number of all runs.
    runs: usize,
    /// The number of answered runs.
    solved: usize,
    /// The answered runs with a time, the fastest first.
    answers: Vec<Answer>,
}

impl AnsweredRuns {
    /// The answers of each strategy, the best strategy first, as in its table.
    fn of(results: &[&InstanceResult], styles: &SeriesStyles) -> Vec<AnsweredRuns> {
        let of_strategy = |score: Score| {
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

/// The cactus plot of the corpus `name`.
pub(crate) fn cactus(name: &str, results: &[&InstanceResult], styles: &SeriesStyles) -> LinePlot {
    let curves = AnsweredRuns::of(results, styles);
    let is_seeded = is_seeded(results.iter().copied());
    let total = match is_seeded {
        true => curves.iter().map(|curve| curve.runs).max().unwrap_or(0),
        false => coverlab_bench::statistics::instances(results),
    };
    let limit = reached_limit(results);
    let (below, left, what) = match is_seeded {
        true => ("CPU time per run", "runs solved", "runs on"),
        false => ("CPU time per instance", "instances solved", "instances of"),
    };
    let x = Axis::logarithmic(below, AxisUnit::Nanoseconds, curves.iter().flat_map(times).chain(limit));
    let lines = curves.iter().enumerate().map(|(at, curve)| line(curve, at)).collect();
    let panel = Panel {
        vertical_line: limit.map(|limit| (limit, format!("limit {}", round_time(limit)))),
        ..Panel::new(x, Axis::counts(left, total), lines)
    };
    let title = format!("How many {what} {name} does each strategy solve in a given time?");
    let csv = csv(&["strategy", "solved", "solve_cpu_ns"], curves.iter().flat_map(rows));
    LinePlot::new(title, subtitle(total, results, is_seeded), vec![panel], csv)
}

fn rows(curve: &AnsweredRuns) -> impl Iterator<Item = Vec<String>> {
    let solved = (1..).map(|solved: usize| solved.to_string());
    times(curve).zip(solved).map(|(time, solved)| vec![curve.strategy.clone(), solved, figure(Some(time))])
}

fn times(curve: &AnsweredRuns) -> impl Iterator<Item = f64> {
    curve.answers.iter().map(|answer| answer.time)
}

/// The line of a strategy, which is series number `at`.
fn line(curve: &AnsweredRuns, at: usize) -> Line {
    let name = &curve.strategy;
    let mark = |solved: usize| {
        let answer = &curve.answers[solved - 1];
        let (count, within) = (integer(solved as f64), time(answer.time));
        let words = format!("{name}: {count} within {within}, the last one {}", answer.name);
        MarkedPoint::new((answer.time, solved as f64), words)
    };
    let points: Vec<Point> =
        times(curve).enumerate().map(|(before, time)| (time, (before + 1) as f64)).collect();
    Line {
        entry: format!("{}  {name}", integer(curve.solved as f64)),
        points,
        ..Line::new(name, curve.style, marked(curve.answers.len(), at).map(mark).collect())
    }
}

/// The number of instances or runs, and whether they were timed in blocks.
fn subtitle(total: usize, results: &[&InstanceResult], is_seeded: bool) -> String {
    if is_seeded {
        return format!("{}: instances, each with every seed", pluralize(total, "run", "runs"));
    }
    let count = pluralize(total, "instance", "instances");
    match results.iter().filter(|result| result.is_streamed()).count() {
        0 => format!("{count}, CPU time per instance"),
        some if some == results.len() => {
            format!(
                "{count}, timed in blocks: each counts with its share of its block's CPU time, so a step is a block"
            )
        }
        _ => format!("{count}, CPU time per instance; some were timed in blocks, of which each is a step"),
    }
}

fn reached_limit(results: &[&InstanceResult]) -> Option<f64> {
    let reached = |result: &&&InstanceResult| result.runs().any(|run| run.status == Status::Timeout);
    let limits = results.iter().filter(reached).filter_map(|result| result.limit_cpu_ns);
    limits.max().map(|limit| limit as f64)
}

/// The maximum number of points that all have markers.
const ALL_MARKED: usize = 12;

/// The points of a curve with markers, from 1: all, or if there are many about five, at other points than those of the
/// neighboring series.
fn marked(points: usize, series: usize) -> impl Iterator<Item = usize> {
    let every = if points <= ALL_MARKED { 1 } else { points.div_ceil(5) };
    let first = 1 + (series * every * 2 / 5) % every;
    (first..=points).step_by(every)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_few_and_on_the_curve() {
        for points in [0, 1, 2, 5, 12, 13, 400] {
            for series in 0..20 {
                let marked: Vec<usize> = marked(points, series).collect();
                assert!(marked.len() <= ALL_MARKED && marked.iter().all(|&at| (1..=points).contains(&at)));
                assert!(points == 0 || !marked.is_empty(), "{points} {series}");
            }
        }
    }
}
