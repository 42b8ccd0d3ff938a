//! How many instances each strategy solves within how much CPU time.
//!
//! Known as a cactus plot; drawn with time to the right, as a distribution function, so that
//! higher and further left is better and the time limit is where the plot ends.

use super::axis::{Frame, Log, Unit, draw_counts};
use super::font;
use super::palette::{Look, Series};
use super::scene::{Anchor, Dash, INK, MARGIN, Point, RULE, SOFT, Scene, Shape};
use crate::report::units::{grouped, many, round_time, time};
use crate::statistics::{Cell, score};

const WIDTH: f64 = 960.0;
const ROW: f64 = 21.0;

struct Curve {
    name: String,
    solved: String,
    times: Vec<f64>,
    look: Look,
}

pub(super) fn draw(name: &str, cells: &[&Cell], series: &Series) -> Scene {
    let curves = curves(cells, series);
    let total = crate::report::findings::instances(cells);
    let title = format!("How many instances of {name} does each strategy solve in a given time?");
    let subtitle = format!("{}, CPU time per instance", many(total, "instance", "instances"));
    let height = 118.0 + (curves.len() as f64 * ROW + 8.0).max(340.0);
    let mut scene = Scene::new(WIDTH, height, &title, &subtitle);
    let legend = legend_width(&curves);
    let frame = Frame { left: 62.0, right: WIDTH - legend - MARGIN, top: 84.0, bottom: height - 58.0 };
    if curves.iter().all(|curve| curve.times.is_empty()) {
        scene.nothing("No instance was solved.");
        return scene;
    }
    let limit = reached_limit(cells);
    let axis = Log::over(
        curves.iter().flat_map(|curve| curve.times.iter().copied()).chain(limit),
        Unit::Nanoseconds,
    );
    axis.draw_below(&mut scene, frame, "CPU time per instance");
    draw_counts(&mut scene, frame, total, "instances solved");
    if let Some(limit) = limit {
        draw_limit(&mut scene, frame, frame.x(&axis, limit), limit);
    }
    let end = limit.map_or(frame.right, |limit| frame.x(&axis, limit));
    for (at, curve) in curves.iter().enumerate() {
        draw_curve(&mut scene, frame, &axis, curve, (total, end), at);
        draw_entry(&mut scene, curve, (frame.right + 18.0, frame.top + 8.0 + at as f64 * ROW), legend);
    }
    scene
}

/// The curves, the best first, as in the table.
fn curves(cells: &[&Cell], series: &Series) -> Vec<Curve> {
    let scores = score(cells.iter().copied());
    let curve = |score: &crate::statistics::Score| {
        let own = cells.iter().filter(|cell| cell.strategy == score.strategy && cell.solved());
        let mut times: Vec<f64> = own.filter_map(|cell| cell.cpu_ns).map(|time| time.max(1.0)).collect();
        times.sort_by(f64::total_cmp);
        let solved = grouped(score.solved as f64);
        Curve { name: score.strategy.clone(), solved, times, look: series.look(&score.strategy) }
    };
    scores.iter().map(curve).collect()
}

/// The time limit, if it kept anybody from an answer.
fn reached_limit(cells: &[&Cell]) -> Option<f64> {
    let reached = |cell: &&&Cell| cell.status == crate::record::Status::Timeout;
    let limits = cells.iter().filter(reached).filter_map(|cell| cell.limit_cpu_ns);
    limits.max().map(|limit| limit as f64)
}

fn draw_limit(scene: &mut Scene, frame: Frame, x: f64, limit: f64) {
    scene.line(vec![(x, frame.top), (x, frame.bottom)], RULE, 1.0, Dash::Long);
    let label = format!("limit {}", round_time(limit));
    scene.text((x, frame.top - 8.0), &label, 12.0, SOFT, Anchor::Middle);
}

fn draw_curve(
    scene: &mut Scene,
    frame: Frame,
    axis: &Log,
    curve: &Curve,
    (total, end): (usize, f64),
    at: usize,
) {
    let y = |solved: usize| frame.y(solved as f64 / total as f64);
    let mut points: Vec<Point> = Vec::new();
    for (before, &time) in curve.times.iter().enumerate() {
        let x = frame.x(axis, time);
        points.extend([(x, y(before)), (x, y(before + 1))]);
    }
    let Some(&(_, top)) = points.last() else { return };
    points.push((end, top));
    scene.line(thinned(points), curve.look.color, 1.8, curve.look.dash);
    for solved in marked(curve.times.len(), at) {
        let time = curve.times[solved - 1];
        let hint = format!("{}: {} within {}", curve.name, grouped(solved as f64), self::time(time));
        let (at, look) = ((frame.x(axis, time), y(solved)), curve.look);
        scene.shapes.push(Shape::Mark {
            at,
            marker: look.marker,
            radius: 4.0,
            color: look.color,
            opacity: 1.0,
            hint,
        });
    }
}

/// Without the points that lie closer to the last one kept than can be seen.
fn thinned(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    let last = points.len() - 1;
    for (at, point) in points.into_iter().enumerate() {
        let near = |other: &Point| (other.0 - point.0).abs() + (other.1 - point.1).abs() < 0.4;
        if at == last || !kept.last().is_some_and(near) {
            kept.push(point);
        }
    }
    kept
}

/// Which steps of a curve bear its marker: a few, in other places than those of its neighbour.
fn marked(steps: usize, series: usize) -> impl Iterator<Item = usize> {
    let every = steps.div_ceil(5).max(1);
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

fn draw_entry(scene: &mut Scene, curve: &Curve, (x, y): Point, width: f64) {
    scene.line(vec![(x, y), (x + 28.0, y)], curve.look.color, 1.8, curve.look.dash);
    scene.mark((x + 14.0, y), curve.look.marker, 4.0, curve.look.color);
    let text = font::shorten(&entry(curve), 12.0, width - 54.0);
    scene.text((x + 36.0, y + 4.0), &text, 12.0, INK, Anchor::Start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_few_and_on_the_curve() {
        for steps in [0, 1, 2, 5, 7, 400] {
            for series in 0..20 {
                let marked: Vec<usize> = marked(steps, series).collect();
                assert!(marked.len() <= 5 && marked.iter().all(|&at| (1..=steps).contains(&at)));
                assert!(steps == 0 || !marked.is_empty(), "{steps} {series}");
            }
        }
    }
}
