//! Two strategies on the same instances, time against time.

use super::axis::{Frame, Log, Unit};
use super::font;
use super::palette::look;
use super::scene::{Anchor, Dash, INK, MARGIN, RULE, SOFT, Scene, Shape};
use crate::record::Status;
use crate::report::units::{grouped, many, round_time, time};
use crate::statistics::Cell;
use std::collections::{BTreeMap, BTreeSet};

const WIDTH: f64 = 580.0;
const ROW: f64 = 19.0;
/// More corpora than this are not told apart.
const CORPORA: usize = 7;
/// Up to so many points tell their name when hovered.
const NAMED: usize = 1500;
/// With more, points are placed on a grid this wide, well below the size of a point.
const GRAIN: f64 = 2.0;

/// One strategy's result on one instance.
#[derive(Clone, Copy)]
struct Side<'a> {
    cell: &'a Cell,
}

impl Side<'_> {
    fn time(self) -> Option<f64> {
        self.cell.cpu_ns.filter(|_| self.cell.solved()).map(|time| time.max(1.0))
    }

    fn words(self) -> String {
        self.time().map_or_else(|| crate::report::tables::status_word(self.cell.status).to_string(), time)
    }
}

/// Two strategies and the instances that both tried.
pub(super) struct Pair<'a> {
    pub(super) a: String,
    pub(super) b: String,
    both: Vec<(Side<'a>, Side<'a>)>,
}

impl<'a> Pair<'a> {
    pub(super) fn of(a: &str, b: &str, cells: &'a [Cell]) -> Pair<'a> {
        let key = |cell: &'a Cell| (&cell.corpus, &cell.instance, cell.isomorph);
        let second: BTreeMap<_, &Cell> =
            cells.iter().filter(|cell| cell.strategy == b).map(|cell| (key(cell), cell)).collect();
        let first = cells.iter().filter(|cell| cell.strategy == a);
        let both = first.filter_map(|cell| Some((Side { cell }, Side { cell: second.get(&key(cell))? })));
        Pair { a: a.to_string(), b: b.to_string(), both: both.collect() }
    }

    /// How often each was faster, and who answered what the other did not.
    pub(super) fn caption(&self) -> String {
        if self.both.is_empty() {
            return "The two strategies have no instance in common.".to_string();
        }
        let count = |is: &dyn Fn(Option<f64>, Option<f64>) -> bool| {
            self.both.iter().filter(|(a, b)| is(a.time(), b.time())).count()
        };
        let a_faster = count(&|a, b| matches!((a, b), (Some(a), Some(b)) if a < b));
        let b_faster = count(&|a, b| matches!((a, b), (Some(a), Some(b)) if b < a));
        let (only_a, only_b) =
            (count(&|a, b| a.is_some() && b.is_none()), count(&|a, b| a.is_none() && b.is_some()));
        let neither = count(&|a, b| a.is_none() && b.is_none());
        let mut parts = vec![
            format!("{} faster on {}", self.a, grouped(a_faster as f64)),
            format!("{} on {}", self.b, grouped(b_faster as f64)),
        ];
        let unanswered = [
            (only_a, format!("only {}", self.a)),
            (only_b, format!("only {}", self.b)),
            (neither, "neither".into()),
        ];
        parts.extend(
            unanswered
                .into_iter()
                .filter(|(n, _)| *n > 0)
                .map(|(n, who)| format!("{who} answers {}", grouped(n as f64))),
        );
        format!("Of {}: {}.", many(self.both.len(), "instance", "instances"), parts.join("; "))
    }

    fn corpora(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (side, _) in &self.both {
            if !names.contains(&side.cell.corpus.as_str()) {
                names.push(&side.cell.corpus);
            }
        }
        names
    }

    /// Where points without an answer go, and what it is called.
    fn border(&self) -> Option<(f64, String)> {
        let sides = || self.both.iter().flat_map(|(a, b)| [*a, *b]);
        let unanswered: Vec<&Cell> =
            sides().filter(|side| side.time().is_none()).map(|side| side.cell).collect();
        let largest = sides().filter_map(Side::time).fold(1.0, f64::max);
        let timed_out = || unanswered.iter().filter(|cell| cell.status == Status::Timeout);
        let limit = timed_out().filter_map(|cell| cell.limit_cpu_ns).max().map(|limit| limit as f64);
        let by_time = timed_out().count() == unanswered.len();
        match (unanswered.is_empty(), limit) {
            (true, _) => None,
            (false, Some(limit)) if by_time => {
                Some((limit.max(largest), format!("limit {}", round_time(limit))))
            }
            (false, limit) => Some((limit.unwrap_or(0.0).max(largest * 2.0), "no answer".to_string())),
        }
    }
}

pub(super) fn draw(pair: &Pair<'_>) -> Scene {
    let corpora =
        Some(pair.corpora()).filter(|corpora| (2..=CORPORA).contains(&corpora.len())).unwrap_or_default();
    let height = WIDTH + 34.0 + corpora.len().div_ceil(2) as f64 * ROW;
    let (a, b) = (name(&pair.a, 16.0), name(&pair.b, 16.0));
    let title = format!("Is {a} faster than {b}?");
    let subtitle = format!("{}, CPU time each", many(pair.both.len(), "instance", "instances"));
    let mut scene = Scene::new(WIDTH, height, &title, &subtitle);
    let frame = Frame { left: 78.0, right: WIDTH - 38.0, top: 92.0, bottom: 92.0 + WIDTH - 116.0 };
    if pair.both.is_empty() {
        scene.nothing("The two strategies have no instance in common.");
        return scene;
    }
    let border = pair.border();
    let times = pair.both.iter().flat_map(|(a, b)| [a.time(), b.time()]).flatten();
    let axis = Log::over(times.chain(border.as_ref().map(|(at, _)| *at)), Unit::Nanoseconds);
    axis.draw_below(&mut scene, frame, &format!("{}, CPU time", name(&pair.a, 13.0)));
    axis.draw_left(&mut scene, frame, &format!("{}, CPU time", name(&pair.b, 13.0)));
    draw_guides(&mut scene, frame, &axis);
    draw_sides(&mut scene, frame, pair);
    if let Some((at, label)) = &border {
        draw_border(&mut scene, frame, &axis, *at, label);
    }
    let border = border.map_or(1.0, |(at, _)| at);
    let mut points: Vec<Shape> =
        pair.both.iter().map(|both| point(frame, &axis, both, (border, &corpora))).collect();
    if points.len() > NAMED {
        points = merged(points);
    }
    scene.shapes.extend(points);
    draw_legend(&mut scene, &corpora, frame.bottom + 64.0);
    scene
}

fn name(name: &str, size: f64) -> String {
    font::shorten(name, size, 200.0)
}

/// Equal times, and twice and ten times as much on either side.
fn draw_guides(scene: &mut Scene, frame: Frame, axis: &Log) {
    let (low, high) = axis.ends();
    for (factor, dash, width) in [(1.0, Dash::Solid, 1.3), (2.0, Dash::Long, 1.0), (10.0, Dash::Short, 1.0)] {
        if factor * 1.2 >= high / low {
            continue;
        }
        let above = [(low, low * factor), (high / factor, high)];
        let below = above.map(|(x, y)| (y, x));
        for ends in if factor == 1.0 { vec![above] } else { vec![above, below] } {
            let points = ends.map(|values| frame.point(axis, axis, values)).to_vec();
            scene.line(points, RULE, width, dash);
        }
        if factor > 1.0 {
            let (x, y) = frame.point(axis, axis, (high, high / factor));
            scene.text((x + 5.0, y + 4.0), &format!("{factor}×"), 11.0, SOFT, Anchor::Start);
        }
    }
}

/// Says in each half who is faster there, away from the corner that points without answer take.
fn draw_sides(scene: &mut Scene, frame: Frame, pair: &Pair<'_>) {
    let (a, b) = (name(&pair.a, 12.0), name(&pair.b, 12.0));
    scene.text((frame.left + 10.0, frame.top + 32.0), &format!("{a} faster"), 12.0, SOFT, Anchor::Start);
    scene.text((frame.right - 32.0, frame.bottom - 10.0), &format!("{b} faster"), 12.0, SOFT, Anchor::End);
}

fn draw_border(scene: &mut Scene, frame: Frame, axis: &Log, at: f64, label: &str) {
    let (x, y) = frame.point(axis, axis, (at, at));
    scene.line(vec![(x, frame.top), (x, frame.bottom)], INK, 1.0, Dash::Long);
    scene.line(vec![(frame.left, y), (frame.right, y)], INK, 1.0, Dash::Long);
    scene.text((x.min(frame.right - 16.0), frame.top - 8.0), label, 12.0, SOFT, Anchor::Middle);
}

fn point(
    frame: Frame,
    axis: &Log,
    (a, b): &(Side<'_>, Side<'_>),
    (border, corpora): (f64, &[&str]),
) -> Shape {
    let corpus = corpora.iter().position(|name| *name == a.cell.corpus).unwrap_or(0);
    let look = look(corpus);
    let at = frame.point(axis, axis, (a.time().unwrap_or(border), b.time().unwrap_or(border)));
    let hint = format!(
        "{}/{}: {} {}, {} {}",
        a.cell.corpus,
        a.cell.instance,
        a.cell.strategy,
        a.words(),
        b.cell.strategy,
        b.words()
    );
    Shape::Mark { at, marker: look.marker, radius: 3.6, color: look.color, opacity: 0.6, hint }
}

/// One nameless point for all that fall on nearly the same place and look the same: a page must not
/// grow with the corpus.
fn merged(points: Vec<Shape>) -> Vec<Shape> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for mut point in points {
        let Shape::Mark { at, marker, hint, .. } = &mut point else { continue };
        *at = ((at.0 / GRAIN).round() * GRAIN, (at.1 / GRAIN).round() * GRAIN);
        hint.clear();
        if seen.insert((at.0 as i64, at.1 as i64, *marker as usize)) {
            kept.push(point);
        }
    }
    kept
}

fn draw_legend(scene: &mut Scene, corpora: &[&str], top: f64) {
    let column = (WIDTH - 2.0 * MARGIN) / 2.0;
    for (at, corpus) in corpora.iter().enumerate() {
        let (x, y) = (MARGIN + (at % 2) as f64 * column, top + (at / 2) as f64 * ROW);
        let look = look(at);
        scene.mark((x + 6.0, y), look.marker, 4.0, look.color);
        scene.text(
            (x + 18.0, y + 4.0),
            &font::shorten(corpus, 12.0, column - 30.0),
            12.0,
            INK,
            Anchor::Start,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_close_together_merge_unless_they_look_different() {
        let mark = |x: f64, corpus: usize| {
            let look = look(corpus);
            let (marker, color, hint) = (look.marker, look.color, "name".to_string());
            Shape::Mark { at: (x, 5.0), marker, radius: 3.0, color, opacity: 1.0, hint }
        };
        let kept = merged(vec![mark(2.1, 0), mark(1.9, 0), mark(2.0, 1), mark(4.0, 0)]);
        assert_eq!(kept.len(), 3);
        assert!(kept.iter().all(|shape| matches!(shape, Shape::Mark { hint, .. } if hint.is_empty())));
    }
}
