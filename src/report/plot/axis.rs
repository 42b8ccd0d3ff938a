//! Axes: from a value to a pixel, and the ticks that a reader can name.

use super::font;
use super::scene::{Anchor, Dash, GRID, Point, RULE, SOFT, Scene};
use crate::report::units::{grouped, round_time};

/// The size of tick labels.
const SIZE: f64 = 12.0;

/// Where the data are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// What an axis counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Nanoseconds,
    Count,
}

impl Unit {
    fn label(self, value: f64) -> String {
        match self {
            Unit::Nanoseconds => round_time(value),
            Unit::Count => grouped(value),
        }
    }
}

/// A logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    low: f64,
    high: f64,
    unit: Unit,
}

/// The least ratio of the ends of an axis, so that equal values still have ticks around them.
const SPAN: f64 = 12.0;

impl Log {
    /// An axis that shows `values`, with a little room; 1 to 10 if there are none.
    pub(super) fn over(values: impl Iterator<Item = f64>, unit: Unit) -> Log {
        let (mut low, mut high) = values.fold((f64::INFINITY, 0f64), |(low, high), value| {
            let value = value.max(1.0);
            (low.min(value), high.max(value))
        });
        if high == 0.0 {
            (low, high) = (1.0, 10.0);
        }
        (low, high) = (low / 1.25, high * 1.25);
        let missing = (SPAN / (high / low)).max(1.0).sqrt();
        Log { low: low / missing, high: high * missing, unit }
    }

    /// How far along the axis `value` is, from 0 to 1.
    pub(super) fn part(&self, value: f64) -> f64 {
        (value.max(1e-9) / self.low).ln() / (self.high / self.low).ln()
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Values worth a line and, where there is room for it on `pixels`, a label.
    fn ticks(&self, pixels: f64, room: impl Fn(&str) -> f64) -> Vec<(f64, Option<String>)> {
        let decades = (self.high / self.low).log10();
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let values =
            (first..=last).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(exponent)));
        let shown: Vec<f64> = values.filter(|value| (self.low..=self.high).contains(value)).collect();
        let is_decade = |value: f64| (value.log10() - value.log10().round()).abs() < 1e-9;
        let widest = shown.iter().map(|&value| room(&self.unit.label(value))).fold(1.0, f64::max);
        let every = (widest * decades / pixels).ceil().max(1.0) as i32;
        let fine = decades * 3.0 * widest < pixels * 0.8;
        let named = |value: f64| {
            let fits = (value.log10().round() as i32).rem_euclid(every) == 0;
            let whole = self.unit != Unit::Count || value >= 1.0;
            whole && (fine || (is_decade(value) && fits))
        };
        let lines = shown.into_iter().filter(|&value| fine || is_decade(value));
        lines.map(|value| (value, named(value).then(|| self.unit.label(value)))).collect()
    }

    /// Draws it along the bottom of `frame`, its name under it.
    pub(super) fn draw_below(&self, scene: &mut Scene, frame: Frame, name: &str) {
        for (value, label) in self.ticks(frame.right - frame.left, room) {
            let x = frame.x(self, value);
            scene.line(vec![(x, frame.top), (x, frame.bottom)], GRID, 1.0, Dash::Solid);
            if let Some(label) = label {
                scene.line(vec![(x, frame.bottom), (x, frame.bottom + 5.0)], RULE, 1.0, Dash::Solid);
                scene.text((x, frame.bottom + 20.0), &label, SIZE, SOFT, Anchor::Middle);
            }
        }
        scene.line(vec![(frame.left, frame.bottom), (frame.right, frame.bottom)], RULE, 1.0, Dash::Solid);
        let middle = f64::midpoint(frame.left, frame.right);
        let name = font::shorten(name, 13.0, frame.right - frame.left);
        scene.text((middle, frame.bottom + 42.0), &name, 13.0, SOFT, Anchor::Middle);
    }

    /// Draws it, with the ticks that it would have below, along the left of `frame`, its name over it: nobody has to tilt the head.
    pub(super) fn draw_left(&self, scene: &mut Scene, frame: Frame, name: &str) {
        for (value, label) in self.ticks(frame.bottom - frame.top, room) {
            let y = frame.y(self.part(value));
            scene.line(vec![(frame.left, y), (frame.right, y)], GRID, 1.0, Dash::Solid);
            if let Some(label) = label {
                left_tick(scene, frame, y, &label);
            }
        }
        left_rule(scene, frame, name);
    }
}

/// What a label takes along its axis, with some air.
fn room(label: &str) -> f64 {
    font::width(label, SIZE) + 14.0
}

impl Frame {
    pub(super) fn x(&self, axis: &Log, value: f64) -> f64 {
        self.left + axis.part(value) * (self.right - self.left)
    }

    /// The height of a part from 0 to 1.
    pub(super) fn y(&self, part: f64) -> f64 {
        self.bottom - part * (self.bottom - self.top)
    }

    pub(super) fn point(&self, x: &Log, y: &Log, values: (f64, f64)) -> Point {
        (self.x(x, values.0), self.y(y.part(values.1)))
    }
}

/// Draws an axis from 0 to the whole number `most` along the left of `frame`.
pub(super) fn draw_counts(scene: &mut Scene, frame: Frame, most: usize, name: &str) {
    let step = count_step(most, (frame.bottom - frame.top) / 28.0);
    for value in (0..=most).step_by(step) {
        let y = frame.y(value as f64 / most.max(1) as f64);
        scene.line(vec![(frame.left, y), (frame.right, y)], GRID, 1.0, Dash::Solid);
        left_tick(scene, frame, y, &grouped(value as f64));
    }
    left_rule(scene, frame, name);
}

fn left_tick(scene: &mut Scene, frame: Frame, y: f64, label: &str) {
    scene.line(vec![(frame.left - 5.0, y), (frame.left, y)], RULE, 1.0, Dash::Solid);
    scene.text((frame.left - 9.0, y + 4.0), label, SIZE, SOFT, Anchor::End);
}

fn left_rule(scene: &mut Scene, frame: Frame, name: &str) {
    scene.line(vec![(frame.left, frame.top), (frame.left, frame.bottom)], RULE, 1.0, Dash::Solid);
    let name = font::shorten(name, 13.0, frame.right - super::scene::MARGIN);
    scene.text((super::scene::MARGIN, frame.top - 12.0), &name, 13.0, SOFT, Anchor::Start);
}

/// 1, 2 or 5 times a power of ten, so that at most `ticks` steps lead to `most`.
fn count_step(most: usize, ticks: f64) -> usize {
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit: usize| digit * 10usize.pow(power)));
    steps.into_iter().find(|&step| most as f64 / step as f64 <= ticks).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, pixels: f64) -> Vec<String> {
        let axis = Log::over([low, high].into_iter(), Unit::Nanoseconds);
        let ticks = axis.ticks(pixels, room);
        ticks.into_iter().filter_map(|(_, label)| label).map(|label| label.replace('\u{202f}', " ")).collect()
    }

    #[test]
    fn decades_bear_their_unit() {
        assert_eq!(labels(1e5, 1e10, 600.0), ["100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"]);
    }

    #[test]
    fn a_long_axis_names_every_other_decade_and_a_short_one_more_than_decades() {
        assert!(labels(1.0, 1e12, 400.0).len() <= 7);
        assert_eq!(labels(1e6, 2e6, 600.0), ["500 µs", "1 ms", "2 ms"]);
    }

    #[test]
    fn equal_and_missing_values_have_an_axis() {
        assert!(labels(5e6, 5e6, 600.0).len() >= 2);
        let none = Log::over(std::iter::empty(), Unit::Count);
        assert!(none.part(1.0) > 0.0 && none.part(10.0) < 1.0);
        assert!((0.0..=1.0).contains(&none.part(0.9)));
    }

    #[test]
    fn counts_step_in_round_numbers() {
        assert_eq!((count_step(0, 10.0), count_step(9, 10.0), count_step(400, 10.0)), (1, 1, 50));
    }
}
