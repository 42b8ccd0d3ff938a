//! Axes: from a value to a place, and the ticks that a reader can name.

use super::canvas::{Canvas, Dash, Drawn, GRID, MARGIN, Pen, RULE, SOFT};
use super::font::{self, Anchor};
use crate::units::{grouped, round_time};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged};
use plotters_backend::DrawingBackend;
use std::ops::Range;

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

/// The unit of an axis.
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

/// A value worth a line and, where there is room, a label.
#[derive(Clone, Debug)]
struct Tick {
    value: f64,
    label: Option<String>,
}

/// An axis: a coordinate of plotters that knows its ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    ticks: Vec<Tick>,
}

/// The least ratio of the ends of a logarithmic axis, so that equal values still have ticks around
/// them.
const SPAN: f64 = 12.0;

impl Axis {
    /// A logarithmic axis of that many pixels that shows `values`, with a little room; 1 to 10 if
    /// there are none.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>, unit: Unit, pixels: f64) -> Axis {
        let (mut low, mut high) = values.fold((f64::INFINITY, 0f64), |(low, high), value| {
            let value = value.max(1.0);
            (low.min(value), high.max(value))
        });
        if high == 0.0 {
            (low, high) = (1.0, 10.0);
        }
        (low, high) = (low / 1.25, high * 1.25);
        let missing = (SPAN / (high / low)).max(1.0).sqrt();
        (low, high) = (low / missing, high * missing);
        Axis { low, high, logarithmic: true, ticks: decades(low, high, unit, pixels) }
    }

    /// An axis of that many pixels from 0 to the whole number `most`.
    pub(super) fn counts(most: usize, pixels: f64) -> Axis {
        let tick = |value: usize| Tick { value: value as f64, label: Some(grouped(value as f64)) };
        let ticks = (0..=most).step_by(count_step(most, pixels / 28.0)).map(tick).collect();
        Axis { low: 0.0, high: most.max(1) as f64, logarithmic: false, ticks }
    }

    /// An axis whose ticks are whole numbers, from the least to the largest of `values`.
    pub(super) fn whole(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value.floor()), high.max(value.ceil()))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let step = count_step((high - low) as usize, 16.0);
        let ticks = (low as usize..=high as usize).step_by(step);
        let tick = |value: usize| Tick { value: value as f64, label: Some(grouped(value as f64)) };
        Axis { low: low - 0.5, high: high + 0.5, logarithmic: false, ticks: ticks.map(tick).collect() }
    }

    /// An axis of that many pixels with ticks at round numbers, from the least to the largest of `values`
    /// and a little beyond.
    pub(super) fn linear(values: impl Iterator<Item = f64>, pixels: f64) -> Axis {
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let room = ((high - low) * 0.03).max(1e-3);
        let (low, high) = (low - room, high + room);
        let steps = (-3..=9).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit, power)));
        let (digit, power) = { steps }
            .find(|&(digit, power)| (high - low) / (digit * 10f64.powi(power)) <= pixels / 44.0)
            .unwrap_or((1.0, 10));
        let step = digit * 10f64.powi(power);
        let decimals = usize::try_from(-power).unwrap_or(0);
        let whole = (low / step).ceil() as i64..=(high / step).floor() as i64;
        let tick = |k: i64| {
            let value = k as f64 * step;
            let label = if decimals == 0 { grouped(value) } else { format!("{value:.decimals$}") };
            Tick { value, label: Some(label) }
        };
        Axis { low, high, logarithmic: false, ticks: whole.map(tick).collect() }
    }

    /// An axis of shares, from none to all.
    pub(super) fn shares() -> Axis {
        let tick = |percent: u8| Tick {
            value: f64::from(percent) / 100.0,
            label: Some(format!("{percent}\u{202f}%")),
        };
        Axis { low: 0.0, high: 1.0, logarithmic: false, ticks: [0, 25, 50, 75, 100].map(tick).to_vec() }
    }

    /// A logarithmic axis of shares of that many pixels, from all down to `least`.
    pub(super) fn logarithmic_shares(least: f64, pixels: f64) -> Axis {
        let (low, high) = (least.clamp(1e-9, 0.5) / 1.3, 1.1);
        let room = pixels / (high / low).log10();
        let digits: &[f64] = if room > 90.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let values = (-9..=0).flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
        let tick = |value: f64| {
            let percent = format!("{:.9}", 100.0 * value);
            let percent = percent.trim_end_matches('0').trim_end_matches('.');
            Tick { value, label: Some(format!("{percent}\u{202f}%")) }
        };
        let ticks = values.filter(|value| (low..=high).contains(value)).map(tick).collect();
        Axis { low, high, logarithmic: true, ticks }
    }

    /// A logarithmic axis of that many pixels with a tick at each of `values`, which are whole and few.
    pub(super) fn marked(values: impl Iterator<Item = f64>, pixels: f64) -> Axis {
        let mut marks: Vec<f64> = values.collect();
        marks.sort_by(f64::total_cmp);
        marks.dedup();
        let (low, high) = match (marks.first(), marks.last()) {
            (Some(low), Some(high)) => (low.max(1.0) / 1.15, high.max(1.0) * 1.15),
            _ => (1.0, 10.0),
        };
        let mut free = f64::NEG_INFINITY;
        let ticks = marks.into_iter().map(|value| {
            let label = grouped(value);
            let (at, half) =
                ((value / low).ln() / (high / low).ln() * pixels, font::width(&label, SIZE) / 2.0);
            let fits = at - half > free;
            free = if fits { at + half + 8.0 } else { free };
            Tick { value, label: fits.then_some(label) }
        });
        let ticks = ticks.collect();
        Axis { low, high, logarithmic: true, ticks }
    }

    /// How far along the axis `value` is, from 0 to 1.
    pub(super) fn part(&self, value: f64) -> f64 {
        if self.logarithmic {
            (value.max(1e-9) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Its ends and its kind, as a script reads them.
    pub(super) fn written(&self) -> String {
        format!("{} {} {}", self.low, self.high, if self.logarithmic { "log" } else { "linear" })
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.part(*value) * f64::from(to - from)).round() as i32
    }

    /// The ticks fit the place that the axis was made for, whatever the argument.
    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// Ticks at powers of ten and, where there is room for all their labels, at their double and
/// fivefold.
fn decades(low: f64, high: f64, unit: Unit, pixels: f64) -> Vec<Tick> {
    let decades = (high / low).log10();
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let values =
        (first..=last).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(exponent)));
    let shown: Vec<f64> = values.filter(|value| (low..=high).contains(value)).collect();
    let is_decade = |value: f64| (value.log10() - value.log10().round()).abs() < 1e-9;
    let room = |value: f64| font::width(&unit.label(value), SIZE) + 14.0;
    let widest = shown.iter().map(|&value| room(value)).fold(1.0, f64::max);
    let every = (widest * decades / pixels).ceil().max(1.0) as i32;
    let fine = decades * 3.0 * widest < pixels * 0.8;
    let named = |value: f64| {
        let fits = (value.log10().round() as i32).rem_euclid(every) == 0;
        let whole = unit != Unit::Count || value >= 1.0;
        whole && (fine || (is_decade(value) && fits))
    };
    let ticks = shown.into_iter().filter(|&value| fine || is_decade(value));
    ticks.map(|value| Tick { value, label: named(value).then(|| unit.label(value)) }).collect()
}

impl Frame {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn x(&self, axis: &Axis, value: f64) -> f64 {
        self.left + axis.part(value) * self.width()
    }

    pub(super) fn y(&self, axis: &Axis, value: f64) -> f64 {
        self.bottom - axis.part(value) * self.height()
    }
}

const THIN: Pen = Pen(RULE, 1.0, Dash::Solid);
/// The pen of lines between rows and of ticks within a frame.
pub(super) const FAINT: Pen = Pen(GRID, 1.0, Dash::Solid);

impl<DB: DrawingBackend> Canvas<DB> {
    /// An axis along the bottom of `frame`, its name under it.
    pub(super) fn axis_below(&self, frame: Frame, axis: &Axis, name: &str) -> Drawn<DB> {
        self.grid_below(frame, axis)?;
        for Tick { value, label } in &axis.ticks {
            let x = frame.x(axis, *value);
            if let Some(label) = label {
                self.line(&[(x, frame.bottom), (x, frame.bottom + 5.0)], THIN)?;
                self.text((x, frame.bottom + 20.0), label, SIZE, SOFT, Anchor::Middle)?;
            }
        }
        let middle = f64::midpoint(frame.left, frame.right);
        let name = font::shorten(name, 13.0, frame.width());
        self.text((middle, frame.bottom + 42.0), &name, 13.0, SOFT, Anchor::Middle)
    }

    /// An axis along the bottom of `frame` without words, where those are below another frame.
    pub(super) fn grid_below(&self, frame: Frame, axis: &Axis) -> Drawn<DB> {
        for Tick { value, .. } in &axis.ticks {
            let x = frame.x(axis, *value);
            self.line(&[(x, frame.top), (x, frame.bottom)], FAINT)?;
        }
        self.line(&[(frame.left, frame.bottom), (frame.right, frame.bottom)], THIN)
    }

    /// An axis along the left of `frame`, its name over it in upright text.
    pub(super) fn axis_left(&self, frame: Frame, axis: &Axis, name: &str) -> Drawn<DB> {
        for Tick { value, label } in &axis.ticks {
            let y = frame.y(axis, *value);
            self.line(&[(frame.left, y), (frame.right, y)], FAINT)?;
            if let Some(label) = label {
                self.line(&[(frame.left - 5.0, y), (frame.left, y)], THIN)?;
                self.text((frame.left - 9.0, y + 4.0), label, SIZE, SOFT, Anchor::End)?;
            }
        }
        self.line(&[(frame.left, frame.top), (frame.left, frame.bottom)], THIN)?;
        let name = font::shorten(name, 13.0, frame.right - MARGIN);
        self.text((MARGIN, frame.top - 12.0), &name, 13.0, SOFT, Anchor::Start)
    }
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
        let axis = Axis::logarithmic([low, high].into_iter(), Unit::Nanoseconds, pixels);
        let labels = axis.ticks.into_iter().filter_map(|tick| tick.label);
        labels.map(|label| label.replace('\u{202f}', " ")).collect()
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
        let none = Axis::logarithmic(std::iter::empty(), Unit::Count, 600.0);
        assert!(none.part(1.0) > 0.0 && none.part(10.0) < 1.0);
        assert!((0.0..=1.0).contains(&none.part(0.9)));
    }

    #[test]
    fn values_are_mapped_between_the_ends() {
        let axis = Axis::logarithmic([12.5, 80.0].into_iter(), Unit::Count, 600.0);
        let places = [10.0, 100.0].map(|value| axis.map(&value, (0, 1000)));
        assert!(places[0] > 0 && places[1] < 1000 && places[0] + places[1] == 1000, "{places:?}");
        assert_eq!(Axis::counts(4, 100.0).map(&1.0, (100, 0)), 75);
        assert_eq!(Axis::counts(2, 100.0).key_points(1), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn a_linear_axis_has_round_ticks() {
        let labels = |values: &[f64], pixels: f64| -> Vec<String> {
            let axis = Axis::linear(values.iter().copied(), pixels);
            axis.ticks.into_iter().filter_map(|tick| tick.label).collect()
        };
        assert_eq!(labels(&[3.0, 6.0], 400.0), ["3.0", "3.5", "4.0", "4.5", "5.0", "5.5", "6.0"]);
        assert_eq!(labels(&[100.0, 400.0], 200.0), ["100", "200", "300", "400"]);
        assert_eq!(labels(&[7.0], 200.0), ["6.999", "7.000", "7.001"]);
        assert!(!labels(&[], 200.0).is_empty());
        assert_eq!(Axis::shares().part(0.5), 0.5);
        let shares =
            Axis::logarithmic_shares(1.0 / 30.0, 400.0).ticks.into_iter().filter_map(|tick| tick.label);
        let shares: Vec<String> = shares.map(|label| label.replace('\u{202f}', "")).collect();
        assert_eq!(shares, ["5%", "10%", "20%", "50%", "100%"]);
    }

    #[test]
    fn counts_step_in_round_numbers() {
        assert_eq!((count_step(0, 10.0), count_step(9, 10.0), count_step(400, 10.0)), (1, 1, 50));
    }
}
