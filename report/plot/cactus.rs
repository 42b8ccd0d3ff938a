//! How many instances each strategy solves within how much CPU time.
//!
//! Known as a cactus plot; drawn with time to the right, so that higher and further left is better and
//! the time limit is where the plot ends. Each instance is a point; lines join the points of a strategy,
//! since steps of many strategies would lie on each other at every whole number.

use super::axis::{Axis, Frame, Unit};
use super::canvas::{Canvas, Chart, Dash, Drawn, Head, Hint, INK, MARGIN, Pen, Point, RULE, SOFT, Spot};
use super::data::{Data, figure};
use super::font::{self, Anchor};
use super::palette::{Look, Series};
use super::pgf::{Axes as Pgf, Join, Points, SECOND, Scale};
use crate::units::{grouped, many, round_time, time};
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{Cell, Name, Run, Score, score};
use plotters_backend::DrawingBackend;

const WIDTH: f64 = 960.0;
const ROW: f64 = 21.0;

struct Curve {
    name: String,
    solved: String,
    runs: usize,
    /// The fastest first: CPU time, corpus and instance.
    answers: Vec<(f64, Name, Name)>,
    look: Look,
}

/// The plot.
pub(crate) struct Cactus {
    pub(super) head: Head,
    /// The best first, as in the table.
    curves: Vec<Curve>,
    total: usize,
    /// Whether a point is a run, one of several of an instance.
    pub(super) is_seeded: bool,
    /// The time limit, if a search ended at it.
    limit: Option<f64>,
    /// The corpora whose instances are counted.
    pub(super) corpora: Vec<String>,
}

impl Cactus {
    pub(crate) fn of(name: &str, cells: &[&Cell], series: &Series) -> Cactus {
        let curves: Vec<Curve> =
            score(cells.iter().copied()).iter().map(|score| curve(score, cells, series)).collect();
        let is_seeded = cells.iter().any(|cell| cell.seeds.is_some());
        let total = match is_seeded {
            true => curves.iter().map(|curve| curve.runs).max().unwrap_or(0),
            false => coverlab_bench::statistics::instances(cells),
        };
        let what = if is_seeded { "runs on" } else { "instances of" };
        let head = Head {
            title: format!("How many {what} {name} does each strategy solve in a given time?"),
            subtitle: subtitle(total, cells, is_seeded),
            width: WIDTH,
            height: 118.0 + (curves.len() as f64 * ROW + 8.0).max(340.0),
        };
        let mut corpora: Vec<String> = Vec::new();
        for cell in cells {
            if corpora.last().is_none_or(|last| cell.corpus != *last) {
                corpora.push(cell.corpus.to_string());
            }
        }
        Cactus { head, curves, total, is_seeded, limit: reached_limit(cells), corpora }
    }

    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &mut Canvas<DB>) -> Drawn<DB> {
        canvas.head(&self.head)?;
        if self.curves.iter().all(|curve| curve.answers.is_empty()) {
            return canvas.nothing(&self.head, "No instance was solved.");
        }
        let legend = legend_width(&self.curves);
        let (right, bottom) = (WIDTH - legend - MARGIN, self.head.height - 58.0);
        let frame = Frame { left: 62.0, right, top: 84.0, bottom };
        let times = self.curves.iter().flat_map(Curve::times).chain(self.limit);
        let x = Axis::logarithmic(times, Unit::Nanoseconds, frame.width());
        let y = Axis::counts(self.total, frame.height());
        let (below, left) = self.axes();
        canvas.axis_below(frame, &x, below)?;
        canvas.axis_left(frame, &y, left)?;
        if let Some(limit) = self.limit {
            draw_limit(canvas, frame, frame.x(&x, limit), limit)?;
        }
        let chart = canvas.chart(frame, x, y)?;
        for (at, curve) in self.curves.iter().enumerate() {
            let place = (frame.right + 18.0, frame.top + 8.0 + at as f64 * ROW);
            canvas.part(&curve.name, false, |canvas| draw_curve(canvas, &chart, curve, at))?;
            canvas.part(&curve.name, true, |canvas| draw_entry(canvas, curve, place, legend))?;
        }
        Ok(())
    }

    pub(super) fn pgf(&self) -> Vec<Pgf> {
        let series = self.curves.iter().map(|curve| Points {
            name: curve.name.clone(),
            look: curve.look,
            join: Join::Lines,
            points: curve.times().enumerate().map(|(at, time)| (time / SECOND, (at + 1) as f64)).collect(),
        });
        let (below, left) = self.axes();
        let (x, y) = (Scale::logarithmic(format!("{below} (s)")), Scale::linear(left));
        vec![Pgf::new(x, y, series.collect())]
    }

    /// The names of the axes.
    fn axes(&self) -> (&'static str, &'static str) {
        match self.is_seeded {
            true => ("CPU time per run", "runs solved"),
            false => ("CPU time per instance", "instances solved"),
        }
    }

    pub(super) fn data(&self) -> Data {
        let mut data = Data::new(&["strategy", "solved", "solve_cpu_ns"]);
        for curve in &self.curves {
            let rows = curve.times().enumerate();
            data.rows.extend(rows.map(|(before, time)| {
                vec![curve.name.clone(), (before + 1).to_string(), figure(Some(time))]
            }));
        }
        data
    }
}

fn curve(score: &Score, cells: &[&Cell], series: &Series) -> Curve {
    let own = cells.iter().filter(|cell| cell.strategy == score.strategy);
    let runs = own.flat_map(|cell| cell.runs().filter(Run::solved).map(move |run| (cell, run)));
    let answer =
        |(cell, run): (&&Cell, Run)| Some((run.cpu_ns?.max(1.0), cell.corpus.clone(), cell.instance.clone()));
    let mut answers: Vec<_> = runs.filter_map(answer).collect();
    answers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let solved = grouped(score.solved_runs as f64);
    let runs = score.runs;
    Curve { name: score.strategy.clone(), solved, runs, answers, look: series.look(&score.strategy) }
}

impl Curve {
    fn times(&self) -> impl Iterator<Item = f64> {
        self.answers.iter().map(|(time, ..)| *time)
    }
}

/// How many instances or runs, and whether their times are those of blocks.
fn subtitle(total: usize, cells: &[&Cell], is_seeded: bool) -> String {
    if is_seeded {
        return format!("{}: instances, each with every seed", many(total, "run", "runs"));
    }
    let count = many(total, "instance", "instances");
    match cells.iter().filter(|cell| cell.streamed).count() {
        0 => format!("{count}, CPU time per instance"),
        some if some == cells.len() => {
            format!(
                "{count}, timed in blocks: each counts with its share of its block's CPU time, so a step is a block"
            )
        }
        _ => format!("{count}, CPU time per instance; some were timed in blocks, of which each is a step"),
    }
}

fn reached_limit(cells: &[&Cell]) -> Option<f64> {
    let reached = |cell: &&&Cell| cell.runs().any(|run| run.status == Status::Timeout);
    let limits = cells.iter().filter(reached).filter_map(|cell| cell.limit_cpu_ns);
    limits.max().map(|limit| limit as f64)
}

fn draw_limit<DB: DrawingBackend>(canvas: &Canvas<DB>, frame: Frame, x: f64, limit: f64) -> Drawn<DB> {
    canvas.line(&[(x, frame.top), (x, frame.bottom)], Pen(RULE, 1.0, Dash::Long))?;
    let label = format!("limit {}", round_time(limit));
    canvas.text((x, frame.top - 8.0), &label, 12.0, SOFT, Anchor::Middle)
}

fn draw_curve<DB: DrawingBackend>(
    canvas: &mut Canvas<DB>,
    chart: &Chart<'_, DB>,
    curve: &Curve,
    at: usize,
) -> Drawn<DB> {
    let points: Vec<Point> =
        curve.times().enumerate().map(|(before, time)| (time, (before + 1) as f64)).collect();
    canvas.curve(chart, &points, Pen(curve.look.color, 1.8, curve.look.dash))?;
    for solved in marked(curve.answers.len(), at) {
        let (cpu, corpus, instance) = &curve.answers[solved - 1];
        let values = (*cpu, solved as f64);
        canvas.data_spot(chart, values, spot(curve))?;
        let (x, y) = canvas.locate(chart, values);
        let (count, cpu) = (grouped(solved as f64), time(*cpu));
        let words = format!("{}: {count} within {cpu}, the last one {corpus}/{instance}", curve.name);
        let instance = Some((corpus.to_string(), instance.to_string()));
        canvas.hints.push(Hint { place: ((x - 5.0, y - 5.0), (10.0, 10.0)), words, instance });
    }
    Ok(())
}

fn spot(curve: &Curve) -> Spot {
    Spot { marker: curve.look.marker, radius: 4.0, color: curve.look.color, opacity: 1.0 }
}

/// Each point of a curve bears its marker up to this many.
const EACH: usize = 12;

/// Which points of a curve bear its marker: all of a few; of many about five, in other places than those of
/// its neighbour.
fn marked(steps: usize, series: usize) -> impl Iterator<Item = usize> {
    let every = if steps <= EACH { 1 } else { steps.div_ceil(5) };
    let first = 1 + (series * every * 2 / 5) % every;
    (first..=steps).step_by(every)
}

fn legend_width(curves: &[Curve]) -> f64 {
    let widest = curves.iter().map(|curve| font::width(&entry(curve), 12.0)).fold(0.0, f64::max);
    (widest + 60.0).min(360.0)
}

fn entry(curve: &Curve) -> String {
    format!("{}  {}", curve.solved, curve.name)
}

fn draw_entry<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    curve: &Curve,
    (x, y): Point,
    width: f64,
) -> Drawn<DB> {
    canvas.line(&[(x, y), (x + 28.0, y)], Pen(curve.look.color, 1.8, curve.look.dash))?;
    canvas.spot((x + 14.0, y), spot(curve))?;
    let text = font::shorten(&entry(curve), 12.0, width - 54.0);
    canvas.text((x + 36.0, y + 4.0), &text, 12.0, INK, Anchor::Start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_few_and_on_the_curve() {
        for steps in [0, 1, 2, 5, 12, 13, 400] {
            for series in 0..20 {
                let marked: Vec<usize> = marked(steps, series).collect();
                assert!(marked.len() <= EACH && marked.iter().all(|&at| (1..=steps).contains(&at)));
                assert!(steps == 0 || !marked.is_empty(), "{steps} {series}");
            }
        }
    }
}
