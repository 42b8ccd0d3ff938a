//! Plots of sweeps: medians with bands against a parameter of a random family, and below, on the same axis, the share of
//! instances with a solution.

use super::axis::{Axis, AxisUnit};
use super::canvas::{Dash, INK};
use super::data::{bounded_figure, csv};
use super::lines::{Line, LinePlot, MarkedPoint, Panel};
use super::marker::Marker;
use super::palette::{SeriesStyle, SeriesStyles};
use crate::cell_notes::bounded;
use crate::sweep::{CostUnit, StepCost, StrategyCosts, Sweep, SweepValue, number};
use crate::units::{pluralize, significant};
use coverlab_bench::statistics::{BoundedValue, CONFIDENCE_PERCENT};

/// The minimum height of the chart of costs.
const COST_HEIGHT: f64 = 300.0;
/// The minimum height of the chart of shares.
const SHARE_HEIGHT: f64 = 110.0;

pub(crate) fn sweep(name: &str, sweep: &Sweep, styles: &SeriesStyles) -> LinePlot {
    let Sweep { axis, unit, steps, strategies, .. } = sweep;
    let half = sweep.half();
    let x = Axis::linear(axis, steps.iter().map(|step| step.x));
    let costs = strategies.iter().flat_map(|line| line.costs.iter().flatten());
    let costs = costs.flat_map(|cost| cost.interval.into_iter().flatten().chain([cost.median]));
    let cost = Axis::logarithmic(
        &format!("median of the {}", unit.name()),
        AxisUnit::time_if(*unit == CostUnit::Time),
        costs.map(|figure| figure.value),
    );
    let costs = Panel {
        height: COST_HEIGHT,
        vertical_line: half.map(|half| (half, String::new())),
        ..Panel::new(x.clone(), cost, strategies.iter().map(|line| cost_line(line, sweep, styles)).collect())
    };
    let shares = Panel {
        height: SHARE_HEIGHT,
        vertical_line: half.map(|half| (half, format!("half at {}", significant(half)))),
        ..Panel::new(x, Axis::shares("share with a solution"), vec![share_line(steps)])
    };
    let instances: usize = steps.iter().map(|step| step.instances).sum();
    let title = format!("How does the cost of {name} depend on the {axis}?");
    let instances = pluralize(instances, "instance", "instances");
    let subtitle = format!(
        "{instances}: the median of the {} with its {CONFIDENCE_PERCENT}\u{202f}% interval, and how many have a solution",
        unit.name()
    );
    LinePlot::new(title, subtitle, vec![costs, shares], values(sweep))
}

/// The steps at which a strategy has costs.
fn known<'a>(line: &'a StrategyCosts, sweep: &'a Sweep) -> impl Iterator<Item = (&'a SweepValue, StepCost)> {
    let steps = sweep.steps.iter().zip(&line.costs);
    steps.filter_map(|(step, cost)| Some((step, (*cost)?)))
}

/// The line of a strategy's medians, with their intervals as a band.
fn cost_line(line: &StrategyCosts, sweep: &Sweep, styles: &SeriesStyles) -> Line {
    let name = &line.strategy;
    let shown = |figure: BoundedValue| bounded(figure, &|value| sweep.unit.format(value));
    let mark = |(step, cost): (&SweepValue, StepCost)| {
        let range = cost.interval.map(|ends| ends.map(shown));
        let range = range.map_or_else(String::new, |[low, high]| format!(" ({low} to {high})"));
        let words = format!("{name} at {}: {}{range}", number(step.x), shown(cost.median));
        MarkedPoint::bounded(step.x, cost.median, words)
    };
    let edge = |end: usize| -> Vec<(f64, f64)> {
        let drawn = |cost: StepCost| Some(cost.interval?[end].value.max(1.0));
        known(line, sweep).filter_map(|(step, cost)| Some((step.x, drawn(cost)?))).collect()
    };
    let (low, high) = (edge(0), edge(1));
    let hardest = line.hardest().map(|at| format!(", hardest at {}", number(sweep.steps[at].x)));
    Line {
        entry: format!("{name}{}", hardest.unwrap_or_default()),
        band: (!low.is_empty()).then_some([low, high]),
        ..Line::new(name, styles.style(name), known(line, sweep).map(mark).collect())
    }
}

/// The line of the share of instances with a solution.
fn share_line(steps: &[SweepValue]) -> Line {
    let mark = |step: &SweepValue| {
        let words = format!("{} of {} at {}", step.with, step.with + step.without, number(step.x));
        Some(MarkedPoint::new((step.x, step.share()?), words))
    };
    let style = SeriesStyle { color: INK, marker: Marker::Circle, dash: Dash::Solid };
    Line::new("", style, steps.iter().filter_map(mark).collect())
}

fn values(sweep: &Sweep) -> String {
    let costs = ["median", "interval_low", "interval_high"];
    let columns = [&["strategy", &sweep.axis][..], &costs, &["with", "without"]].concat();
    let rows = sweep.strategies.iter().flat_map(|line| {
        known(line, sweep).map(|(step, cost)| {
            let [low, high] = [0, 1].map(|end| cost.interval.map(|ends| ends[end]));
            let costs = [Some(cost.median), low, high].map(bounded_figure);
            let counts = [step.with, step.without].map(|count| count.to_string());
            let names = [line.strategy.clone(), number(step.x)];
            names.into_iter().chain(costs).chain(counts).collect()
        })
    });
    csv(&columns, rows)
}
