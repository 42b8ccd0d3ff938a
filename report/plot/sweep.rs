//! Medians with their quartiles against the number of a random family that changes, and below, on the
//! same axis, how many instances have a solution.

use super::axis::{Axis, Unit};
use super::canvas::{Dash, INK};
use super::data::{Data, figure};
use super::lines::{Line, LinePlot, Mark, Panel};
use super::marker::Marker;
use super::palette::{Look, Series};
use crate::sweep::{Measured, Step, Sweep, SweptStrategy, number};
use crate::units::{many, significant};

/// The least heights of the two charts.
const COST: f64 = 300.0;
const SHARE: f64 = 110.0;

pub(crate) fn sweep(name: &str, sweep: &Sweep, series: &Series) -> LinePlot {
    let Sweep { axis, unit, steps, lines } = sweep;
    let half = sweep.half();
    let x = Axis::linear(axis, steps.iter().map(|step| step.x));
    let costs = lines.iter().flat_map(|line| line.quartiles.iter().flatten().flatten());
    let cost = Axis::logarithmic(
        &format!("median of the {}", unit.name()),
        Unit::time_if(*unit == Measured::Time),
        costs.map(|figure| figure.value),
    );
    let costs = Panel {
        height: COST,
        marked_x: half.map(|half| (half, String::new())),
        ..Panel::new(x.clone(), cost, lines.iter().map(|line| cost_line(line, sweep, series)).collect())
    };
    let shares = Panel {
        height: SHARE,
        marked_x: half.map(|half| (half, format!("half at {}", significant(half)))),
        ..Panel::new(x, Axis::shares("share with a solution"), vec![share_line(steps)])
    };
    let instances: usize = steps.iter().map(|step| step.instances).sum();
    let title = format!("How does the cost of {name} depend on the {axis}?");
    let subtitle = format!(
        "{}: the median of the {} with the quartiles, and how many have a solution",
        many(instances, "instance", "instances"),
        unit.name()
    );
    LinePlot::new(title, subtitle, vec![costs, shares], data(sweep))
}

/// The steps at which a strategy has values: lower quartile, median, upper quartile.
fn known<'a>(line: &'a SweptStrategy, sweep: &'a Sweep) -> impl Iterator<Item = (&'a Step, [f64; 3])> {
    let steps = sweep.steps.iter().zip(&line.quartiles);
    steps.filter_map(|(step, quartiles)| Some((step, quartiles.as_ref()?.map(|figure| figure.value))))
}

/// The median of a strategy, with a band from the lower to the upper quartile.
fn cost_line(line: &SweptStrategy, sweep: &Sweep, series: &Series) -> Line {
    let name = &line.strategy;
    let mark = |(step, quartiles): (&Step, [f64; 3])| {
        let [low, middle, high] = quartiles.map(|value| sweep.unit.shown(value));
        let words = format!("{name} at {}: {middle}, half from {low} to {high}", number(step.x));
        Mark::new((step.x, quartiles[1]), words)
    };
    let edge = |at: usize| known(line, sweep).map(|(step, quartiles)| (step.x, quartiles[at])).collect();
    let hardest = line.hardest().map(|at| format!(", hardest at {}", number(sweep.steps[at].x)));
    Line {
        entry: format!("{name}{}", hardest.unwrap_or_default()),
        band: Some([edge(0), edge(2)]),
        ..Line::new(name, series.look(name), known(line, sweep).map(mark).collect())
    }
}

/// The share of instances with a solution.
fn share_line(steps: &[Step]) -> Line {
    let mark = |step: &Step| {
        let words = format!("{} of {} at {}", step.with, step.with + step.without, number(step.x));
        Some(Mark::new((step.x, step.share()?), words))
    };
    let look = Look { color: INK, marker: Marker::Circle, dash: Dash::Solid };
    Line::new("", look, steps.iter().filter_map(mark).collect())
}

fn data(sweep: &Sweep) -> Data {
    let quartiles = ["lower_quartile", "median", "upper_quartile"];
    let columns = [&["strategy", &sweep.axis][..], &quartiles, &["with", "without"]].concat();
    let mut data = Data::new(&columns);
    for line in &sweep.lines {
        data.rows.extend(known(line, sweep).map(|(step, values)| {
            let quartiles = values.map(|value| figure(Some(value)));
            let counts = [step.with, step.without].map(|count| count.to_string());
            let names = [line.strategy.clone(), number(step.x)];
            names.into_iter().chain(quartiles).chain(counts).collect()
        }));
    }
    data
}
