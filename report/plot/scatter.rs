//! Scatter plots: the times of two strategies on the same instances.

use super::Picture;
use super::axis::{Axis, AxisUnit};
use super::canvas::{Canvas, Chart, Dash, Frame, INK, MARGIN, Pen, PictureHeader, Point, RULE, SOFT};
use super::data::{csv, figure};
use super::font::{self, Anchor};
use super::marker::MarkerStyle;
use super::palette::style_of;
use crate::group::distinct;
use crate::units::{integer, pluralize, round_time, time};
use coverlab_bench::record::Status;
use coverlab_bench::statistics::{InstanceResult, Name, PairedResults, RATIO_MARGIN};
use std::collections::BTreeSet;

const WIDTH: f64 = 580.0;
/// The height of a row of the legend.
const ROW: f64 = 19.0;
/// The maximum number of corpora with colors of their own.
const MAX_CORPORA: usize = 7;
/// The maximum number of points with tooltips.
const MAX_NAMED: usize = 1500;
/// The width in pixels of the grid to which more points than that are snapped. It is well below the size of a point.
const GRAIN: f64 = 2.0;

/// One strategy's result on one instance.
struct Side {
    status: Status,
    /// The CPU time of an answer, in nanoseconds.
    time: Option<f64>,
    limit: Option<u64>,
}

impl Side {
    fn of(result: &InstanceResult) -> Side {
        let time = result.cpu_ns.filter(|_| result.solved()).map(|time| time.max(1.0));
        Side { status: result.status, time, limit: result.limit_cpu_ns }
    }

    fn words(&self) -> String {
        self.time.map_or_else(|| self.status.phrase().to_string(), time)
    }
}

/// The results of both strategies on one instance.
struct PairedResult {
    corpus: Name,
    instance: Name,
    sides: [Side; 2],
}

impl PairedResult {
    fn of(pair: [&InstanceResult; 2]) -> PairedResult {
        let InstanceResult { group, instance, .. } = pair[0];
        PairedResult { corpus: group.clone(), instance: instance.clone(), sides: pair.map(Side::of) }
    }

    fn times(&self) -> (Option<f64>, Option<f64>) {
        (self.sides[0].time, self.sides[1].time)
    }

    /// The point of the plot; a strategy without an answer has the time `border`.
    fn point(&self, border: f64) -> Point {
        let (a, b) = self.times();
        (a.unwrap_or(border), b.unwrap_or(border))
    }
}

/// Two strategies and the instances that both tried.
pub(crate) struct Scatter {
    head: PictureHeader,
    a: String,
    b: String,
    both: Vec<PairedResult>,
    /// The corpora with colors of their own; none if there is only one corpus, or too many.
    corpora: Vec<String>,
}

impl Scatter {
    pub(crate) fn new(a: &str, b: &str, results: &[InstanceResult]) -> Scatter {
        let results: Vec<&InstanceResult> = results.iter().collect();
        let both: Vec<PairedResult> =
            PairedResults::of(&results).pairs(a, b).into_iter().map(PairedResult::of).collect();
        let corpora: Vec<String> =
            distinct(both.iter().map(|both| &both.corpus)).into_iter().map(Name::to_string).collect();
        let corpora = if (2..=MAX_CORPORA).contains(&corpora.len()) { corpora } else { Vec::new() };
        let head = PictureHeader {
            title: format!("Is {} faster than {}?", name(a, 16.0), name(b, 16.0)),
            subtitle: format!("{}, CPU time each", pluralize(both.len(), "instance", "instances")),
            width: WIDTH,
            height: WIDTH + 34.0 + corpora.len().div_ceil(2) as f64 * ROW,
        };
        Scatter { head, a: a.to_string(), b: b.to_string(), both, corpora }
    }

    /// The number of instances on which each strategy was faster, and that only one or none answered.
    pub(crate) fn caption(&self) -> String {
        if self.both.is_empty() {
            return "The two strategies have no instance in common.".to_string();
        }
        let mut counts = [0; 5];
        for both in &self.both {
            let outcome = match both.times() {
                (Some(a), Some(b)) if a < b => 0,
                (Some(a), Some(b)) if b < a => 1,
                (Some(_), None) => 2,
                (None, Some(_)) => 3,
                (None, None) => 4,
                (Some(_), Some(_)) => continue,
            };
            counts[outcome] += 1;
        }
        let Scatter { a, b, .. } = self;
        let [a_faster, b_faster, only_a, only_b, neither] = counts.map(f64::from);
        let mut parts =
            vec![format!("{a} faster on {}", integer(a_faster)), format!("{b} on {}", integer(b_faster))];
        let unanswered =
            [(only_a, format!("only {a}")), (only_b, format!("only {b}")), (neither, "neither".to_string())];
        let some = unanswered.into_iter().filter(|(count, _)| *count > 0.0);
        parts.extend(some.map(|(count, who)| format!("{who} answers {}", integer(count))));
        format!("Of {}: {}.", pluralize(self.both.len(), "instance", "instances"), parts.join("; "))
    }

    /// The time at which unanswered instances are drawn, and its label; `None` if there are none.
    fn border(&self) -> Option<(f64, String)> {
        let sides = || self.both.iter().flat_map(|both| &both.sides);
        let unanswered = || sides().filter(|side| side.time.is_none());
        let largest = sides().filter_map(|side| side.time).fold(1.0, f64::max);
        let timed_out = || unanswered().filter(|side| side.status == Status::Timeout);
        let limit = timed_out().filter_map(|side| side.limit).max().map(|limit| limit as f64);
        let by_time = timed_out().count() == unanswered().count();
        match (unanswered().count(), limit) {
            (0, _) => None,
            // Searches overrun their limit a little.
            (_, Some(limit)) if by_time && largest <= RATIO_MARGIN * limit => {
                Some((limit.max(largest), format!("limit {}", round_time(limit))))
            }
            (_, limit) => Some((limit.unwrap_or(0.0).max(largest * 2.0), "no answer".to_string())),
        }
    }

    fn draw_points(&self, canvas: &mut Canvas, chart: &Chart, border: f64) {
        let is_large = self.both.len() > MAX_NAMED;
        let mut seen = BTreeSet::new();
        for both in &self.both {
            let corpus = self.corpora.iter().position(|name| *name == both.corpus).unwrap_or(0);
            let at = chart.locate(both.point(border));
            // Points that almost coincide and look alike are drawn once, so that a page does not grow with the corpus.
            if is_large && !seen.insert((grain(at.0), grain(at.1), corpus)) {
                continue;
            }
            let style = style_of(corpus);
            let spot = MarkerStyle { marker: style.marker, radius: 3.6, color: style.color, opacity: 0.6 };
            canvas.marker(at, spot);
            if !is_large {
                canvas.tooltip(at, self.words(both));
            }
        }
    }

    fn words(&self, PairedResult { corpus, instance, sides }: &PairedResult) -> String {
        let [a, b] = sides.each_ref().map(Side::words);
        format!("{corpus}/{instance}: {} {a}, {} {b}", self.a, self.b)
    }

    /// The axis of the times of `strategy`. Both axes have the same range.
    fn axis(&self, strategy: &str) -> Axis {
        let times = self.both.iter().flat_map(|both| [both.sides[0].time, both.sides[1].time]).flatten();
        let times = times.chain(self.border().map(|(at, _)| at));
        Axis::logarithmic(&format!("{strategy}, CPU time"), AxisUnit::Nanoseconds, times)
    }
}

impl Picture for Scatter {
    fn head(&self) -> &PictureHeader {
        &self.head
    }

    fn draw(&self, canvas: &mut Canvas) {
        if self.both.is_empty() {
            return canvas.nothing(&self.head, "The two strategies have no instance in common.");
        }
        let frame = Frame { left: 78.0, right: WIDTH - 38.0, top: 92.0, bottom: 92.0 + WIDTH - 116.0 };
        let border = self.border();
        let chart = canvas.chart(frame, self.axis(&self.a), self.axis(&self.b));
        canvas.axis_below(&chart);
        canvas.axis_left(&chart);
        draw_guides(canvas, &chart);
        draw_sides(canvas, frame, self);
        if let Some((at, label)) = &border {
            draw_border(canvas, &chart, *at, label);
        }
        self.draw_points(canvas, &chart, border.map_or(1.0, |(at, _)| at));
        draw_legend(canvas, &self.corpora, frame.bottom + 64.0);
    }

    fn csv(&self) -> String {
        let of_sides =
            [&self.a, &self.b].map(|name| ["status", "solve_cpu_ns"].map(|what| format!("{name} {what}")));
        let names =
            ["corpus", "instance"].into_iter().chain(of_sides.as_flattened().iter().map(String::as_str));
        let row = |PairedResult { corpus, instance, sides }: &PairedResult| {
            let sides = sides.iter().flat_map(|side| [side.status.phrase().to_string(), figure(side.time)]);
            [corpus.to_string(), instance.to_string()].into_iter().chain(sides).collect()
        };
        csv(&names.collect::<Vec<_>>(), self.both.iter().map(row))
    }
}

fn grain(length: f64) -> i64 {
    (length / GRAIN).round() as i64
}

/// The name of a strategy, shortened to fit into a title or label with letters of `size`.
fn name(name: &str, size: f64) -> String {
    font::shorten(name, size, 200.0)
}

/// Draws the lines of equal times, and of times that differ by factors of 2 and 10.
fn draw_guides(canvas: &mut Canvas, chart: &Chart) {
    let (low, high) = chart.x.ends();
    for (factor, dash, width) in [(1.0, Dash::Solid, 1.3), (2.0, Dash::Long, 1.0), (10.0, Dash::Short, 1.0)] {
        if factor * 1.2 >= high / low {
            continue;
        }
        let above = [(low, low * factor), (high / factor, high)];
        let below = above.map(|(x, y)| (y, x));
        for ends in if factor == 1.0 { vec![above] } else { vec![above, below] } {
            canvas.line(&ends.map(|values| chart.locate(values)), Pen(RULE, width, dash));
        }
        if factor > 1.0 {
            let (x, y) = chart.locate((high, high / factor));
            canvas.text((x + 5.0, y + 4.0), &format!("{factor}×"), 11.0, SOFT, Anchor::Start);
        }
    }
}

/// Labels each half with the strategy that is faster there, away from the corner of unanswered instances.
fn draw_sides(canvas: &mut Canvas, frame: Frame, pair: &Scatter) {
    let [a, b] = [&pair.a, &pair.b].map(|it| format!("{} faster", name(it, 12.0)));
    canvas.text((frame.left + 10.0, frame.top + 32.0), &a, 12.0, SOFT, Anchor::Start);
    canvas.text((frame.right - 32.0, frame.bottom - 10.0), &b, 12.0, SOFT, Anchor::End);
}

fn draw_border(canvas: &mut Canvas, chart: &Chart, at: f64, label: &str) {
    let (low, high) = chart.x.ends();
    for ends in [[(at, low), (at, high)], [(low, at), (high, at)]] {
        canvas.line(&ends.map(|values| chart.locate(values)), Pen(INK, 1.0, Dash::Long));
    }
    let x = chart.locate((at, at)).0.min(chart.frame.right - 16.0);
    canvas.text((x, chart.frame.top - 8.0), label, 12.0, SOFT, Anchor::Middle);
}

fn draw_legend(canvas: &mut Canvas, corpora: &[String], top: f64) {
    let column = (WIDTH - 2.0 * MARGIN) / 2.0;
    for (at, corpus) in corpora.iter().enumerate() {
        let (x, y) = (MARGIN + (at % 2) as f64 * column, top + (at / 2) as f64 * ROW);
        let style = style_of(at);
        let spot = MarkerStyle { marker: style.marker, radius: 4.0, color: style.color, opacity: 1.0 };
        canvas.marker((x + 6.0, y), spot);
        let text = font::shorten(corpus, 12.0, column - 30.0);
        canvas.text((x + 18.0, y + 4.0), &text, 12.0, INK, Anchor::Start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(times: &[(Option<f64>, Option<f64>)]) -> Scatter {
        let side = |time: Option<f64>| Side {
            status: if time.is_none() { Status::Timeout } else { Status::Solved },
            time,
            limit: Some(1000),
        };
        let both = |(at, &(a, b)): (usize, &(_, _))| PairedResult {
            corpus: "c".into(),
            instance: format!("i{at}").into(),
            sides: [side(a), side(b)],
        };
        Scatter { both: times.iter().enumerate().map(both).collect(), ..Scatter::new("a", "b", &[]) }
    }

    #[test]
    fn points_without_an_answer_lie_on_the_limit() {
        let pair = pair(&[(Some(1.0), None), (Some(5.0), Some(6.0))]);
        assert_eq!(pair.border(), Some((1000.0, "limit 1\u{202f}µs".to_string())));
        let csv = pair.csv();
        let header = "corpus,instance,a status,a solve_cpu_ns,b status,b solve_cpu_ns";
        assert_eq!(csv.lines().take(2).collect::<Vec<_>>(), [header, "c,i0,solved,1,timeout,"]);
    }
}
