//! Axes, which map values to positions and choose ticks with readable labels.

use super::font;
use crate::units::{integer, round_time};

/// The unit of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisUnit {
    Nanoseconds,
    Count,
    /// From 0 to 1, labeled in percent.
    Share,
}

impl AxisUnit {
    /// Time if `is_time` holds, else a count.
    pub(super) fn time_if(is_time: bool) -> AxisUnit {
        if is_time { AxisUnit::Nanoseconds } else { AxisUnit::Count }
    }

    fn label(self, value: f64) -> String {
        match self {
            AxisUnit::Nanoseconds => round_time(value),
            AxisUnit::Count => integer(value),
            AxisUnit::Share => {
                let percent = format!("{:.9}", 100.0 * value);
                format!("{}\u{202f}%", percent.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }
}

/// The values at which an axis has ticks.
#[derive(Clone, Debug)]
enum Ticks {
    /// Powers of ten, and 2 and 5 times these if there is room for all labels.
    Decades,
    /// Multiples of 1, 2 or 5 times a power of ten with at least this exponent.
    Round(i32),
    /// These values.
    At(Vec<f64>),
}

/// A tick, without a label if there is no room for it.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: Option<String>,
}

/// An axis with a name and ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) name: String,
    unit: AxisUnit,
    low: f64,
    high: f64,
    is_logarithmic: bool,
    ticks: Ticks,
    /// The label of the position for infinite values, behind a break of the axis.
    beyond: Option<String>,
}

/// The minimum ratio of the ends of a logarithmic axis, so that there are ticks even if all values are equal.
const MIN_RATIO: f64 = 12.0;
/// The part of an axis behind its break, if it has one.
const BEYOND: f64 = 0.14;
/// The room for a label of a linear axis, in pixels.
const LABEL_ROOM: f64 = 44.0;

impl Axis {
    fn new(name: &str, unit: AxisUnit, (low, high): (f64, f64), is_logarithmic: bool, ticks: Ticks) -> Axis {
        Axis { name: name.to_string(), unit, low, high, is_logarithmic, ticks, beyond: None }
    }

    /// A logarithmic axis with a margin around `values`; from 1 to 10 if there are none.
    pub(super) fn logarithmic(name: &str, unit: AxisUnit, values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values.map(|value| value.max(1.0))).unwrap_or((1.0, 10.0));
        let (low, high) = (low / 1.25, high * 1.25);
        let missing = (MIN_RATIO / (high / low)).max(1.0).sqrt();
        Axis::new(name, unit, (low / missing, high * missing), true, Ticks::Decades)
    }

    /// A linear axis from 0 to `most`, with integer ticks.
    pub(super) fn counts(name: &str, most: usize) -> Axis {
        Axis::new(name, AxisUnit::Count, (0.0, most.max(1) as f64), false, Ticks::Round(0))
    }

    /// A linear axis around `values`, with integer ticks.
    pub(super) fn whole(name: &str, values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values).unwrap_or((0.0, 1.0));
        Axis::new(name, AxisUnit::Count, (low.floor() - 0.5, high.ceil() + 0.5), false, Ticks::Round(0))
    }

    /// A linear axis with a margin around `values`.
    pub(super) fn linear(name: &str, values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = range(values).unwrap_or((0.0, 1.0));
        let room = ((high - low) * 0.03).max(1e-3);
        Axis::new(name, AxisUnit::Count, (low - room, high + room), false, Ticks::Round(-3))
    }

    /// A linear axis of shares, from 0 to 1.
    pub(super) fn shares(name: &str) -> Axis {
        Axis::new(name, AxisUnit::Share, (0.0, 1.0), false, Ticks::At(vec![0.0, 0.25, 0.5, 0.75, 1.0]))
    }

    /// A logarithmic axis of shares, from `least` to 1.
    pub(super) fn logarithmic_shares(name: &str, least: f64) -> Axis {
        Axis::new(name, AxisUnit::Share, (least.clamp(1e-9, 0.5) / 1.3, 1.1), true, Ticks::Decades)
    }

    /// A logarithmic axis with a tick at each of `values`, which should be few.
    pub(super) fn marked(name: &str, values: impl Iterator<Item = f64>) -> Axis {
        let mut ticks: Vec<f64> = values.collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        let (low, high) = range(ticks.iter().map(|tick| tick.max(1.0))).unwrap_or((1.15, 10.0));
        Axis::new(name, AxisUnit::Count, (low / 1.15, high * 1.15), true, Ticks::At(ticks))
    }

    /// Breaks the axis, and shows infinite values behind the break, under `label`.
    pub(super) fn with_beyond(self, label: String) -> Axis {
        Axis { beyond: Some(label), ..self }
    }

    /// The part of the axis before its break, or all of it.
    fn scale(&self) -> f64 {
        if self.beyond.is_some() { 1.0 - BEYOND } else { 1.0 }
    }

    /// The position of the break, if there is one.
    pub(super) fn break_position(&self) -> Option<f64> {
        self.beyond.as_ref().map(|_| self.scale())
    }

    /// The position of `value` on the axis, whose ends are at 0 and 1.
    pub(super) fn position(&self, value: f64) -> f64 {
        if value.is_infinite() {
            return f64::midpoint(self.scale(), 1.0);
        }
        let position = if self.is_logarithmic {
            (value.max(1e-9) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        position * self.scale()
    }

    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The ticks of an axis with this length in pixels.
    pub(super) fn ticks(&self, pixels: f64) -> Vec<Tick> {
        let mut ticks = match &self.ticks {
            Ticks::Decades => self.decades(pixels),
            Ticks::Round(least_power) => self.round_ticks(*least_power, pixels * self.scale()),
            Ticks::At(values) => self.ticks_at(values, pixels),
        };
        let beyond = |label: &String| Tick { value: f64::INFINITY, label: Some(label.clone()) };
        ticks.extend(self.beyond.iter().map(beyond));
        ticks
    }

    fn decades(&self, pixels: f64) -> Vec<Tick> {
        let (low, high, unit) = (self.low, self.high, self.unit);
        let decades = (high / low).log10();
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let values =
            (first..=last).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(exponent)));
        let shown: Vec<f64> = values.filter(|value| (low..=high).contains(value)).collect();
        let is_decade = |value: f64| (value.log10() - value.log10().round()).abs() < 1e-9;
        let room = |value: f64| font::width(&unit.label(value), font::LABEL_SIZE) + 14.0;
        let widest = shown.iter().map(|&value| room(value)).fold(1.0, f64::max);
        let every = (widest * decades / pixels).ceil().max(1.0) as i32;
        let fine = decades * 3.0 * widest < pixels * 0.8;
        let is_labeled = |value: f64| {
            let fits = (value.log10().round() as i32).rem_euclid(every) == 0;
            let is_possible = unit != AxisUnit::Count || value >= 1.0;
            is_possible && (fine || (is_decade(value) && fits))
        };
        let ticks = shown.into_iter().filter(|&value| fine || is_decade(value));
        ticks.map(|value| Tick { value, label: is_labeled(value).then(|| unit.label(value)) }).collect()
    }

    fn round_ticks(&self, least_power: i32, pixels: f64) -> Vec<Tick> {
        let steps = (least_power..=18).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit, power)));
        let fits = |&(digit, power): &(f64, i32)| {
            (self.high - self.low) / (digit * 10f64.powi(power)) <= pixels / LABEL_ROOM
        };
        let (digit, power) = { steps }.find(fits).unwrap_or((1.0, 19));
        let step = digit * 10f64.powi(power);
        let decimals = usize::try_from(-power).unwrap_or(0);
        let multiples = (self.low / step).ceil() as i64..=(self.high / step).floor() as i64;
        let tick = |k: i64| {
            let value = k as f64 * step;
            let label = if decimals == 0 { integer(value) } else { format!("{value:.decimals$}") };
            Tick { value, label: Some(label) }
        };
        multiples.map(tick).collect()
    }

    fn ticks_at(&self, values: &[f64], pixels: f64) -> Vec<Tick> {
        let mut free = f64::NEG_INFINITY;
        let tick = |&value: &f64| {
            let label = self.unit.label(value);
            let (at, half) = (self.position(value) * pixels, font::width(&label, font::LABEL_SIZE) / 2.0);
            let fits = at - half > free;
            free = if fits { at + half + 8.0 } else { free };
            Tick { value, label: fits.then_some(label) }
        };
        values.iter().map(tick).collect()
    }
}

/// The least and the largest of `values`.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| {
        let (low, high) = range.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, pixels: f64) -> Vec<String> {
        let labels = axis.ticks(pixels).into_iter().filter_map(|tick| tick.label);
        labels.map(|label| label.replace('\u{202f}', " ")).collect()
    }

    fn times(low: f64, high: f64) -> Axis {
        Axis::logarithmic("t", AxisUnit::Nanoseconds, [low, high].into_iter())
    }

    #[test]
    fn ticks_have_round_labels_with_units() {
        let linear = |values: &[f64]| Axis::linear("x", values.iter().copied());
        for (axis, pixels, expected) in [
            (times(1e5, 1e10), 600.0, "100 µs, 1 ms, 10 ms, 100 ms, 1 s, 10 s"),
            (times(1e6, 2e6), 600.0, "500 µs, 1 ms, 2 ms"),
            (linear(&[3.0, 6.0]), 400.0, "3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0"),
            (linear(&[100.0, 400.0]), 200.0, "100, 200, 300, 400"),
            (linear(&[7.0]), 200.0, "6.999, 7.000, 7.001"),
            (Axis::counts("n", 400), 440.0, "0, 50, 100, 150, 200, 250, 300, 350, 400"),
            (Axis::shares("s"), 300.0, "0 %, 25 %, 50 %, 75 %, 100 %"),
            (Axis::logarithmic_shares("s", 1.0 / 30.0), 400.0, "5 %, 10 %, 20 %, 50 %, 100 %"),
        ] {
            assert_eq!(labels(&axis, pixels).join(", "), expected);
        }
        assert!(labels(&times(1.0, 1e12), 400.0).len() <= 7, "a long axis names every other decade");
        assert!(!labels(&linear(&[]), 200.0).is_empty());
    }

    #[test]
    fn equal_and_missing_values_have_an_axis() {
        assert!(labels(&times(5e6, 5e6), 600.0).len() >= 2);
        let none = Axis::logarithmic("n", AxisUnit::Count, std::iter::empty());
        assert!(none.position(1.0) > 0.0 && none.position(10.0) < 1.0);
        assert!((0.0..=1.0).contains(&none.position(0.9)));
    }

    #[test]
    fn values_are_mapped_between_the_ends() {
        let axis = Axis::logarithmic("n", AxisUnit::Count, [12.5, 80.0].into_iter());
        let places = [10.0, 100.0].map(|value| axis.position(value));
        assert!(places[0] > 0.0 && places[1] < 1.0, "{places:?}");
        assert!((places[0] + places[1] - 1.0).abs() < 1e-9, "{places:?}");
        assert_eq!((Axis::counts("n", 4).position(1.0), Axis::shares("s").position(0.5)), (0.25, 0.5));
    }

    #[test]
    fn infinite_values_are_behind_a_break() {
        let axis = Axis::whole("n", [1.0, 3.0].into_iter()).with_beyond("> 3".to_string());
        let end = axis.break_position().unwrap();
        assert!(axis.position(3.0) < end && end < axis.position(f64::INFINITY));
        assert_eq!(labels(&axis, 400.0), ["1", "2", "3", "> 3"]);
    }
}
