//! How cost grows with size: the fits, and time against size.

use crate::growth::{CLEAR, FEWEST, Fit, Growth, LAST, OFF, Point, growth, steps};
use crate::plot::{GrowthPlot, Picture, Plot};
use crate::section::{Content, Corpus, Facts, Part};
use crate::table::{Align, Table, Text, Tone};
use crate::units::{quantity, significant, time};

/// The entry.
pub(super) const PART: Part = Part { plots: &["growth-"], corpus, ..Part::EMPTY };

const GROWTH: &str = "CPU time by size. On this scale a straight line is exponential growth. The fitted lines go \
                      through the last sizes, where set-up hardly counts; a strategy whose points no line fits \
                      has none.";

fn corpus(facts: &Facts<'_>, corpus: &Corpus<'_>) -> Content {
    let growths = growth(&corpus.cells);
    if growths.is_empty() {
        return Content::EMPTY;
    }
    let picture = Picture::Growth(GrowthPlot::of(&corpus.name, &growths, &facts.series));
    let plot = Plot::of(&format!("growth-{}", corpus.id), GROWTH, picture);
    Content { tables: vec![table(&corpus.id, &corpus.name, &growths)], plots: vec![plot] }
}

/// The fits as a table, the slowest growth first and those without a fit last.
pub(crate) fn table(id: &str, corpus: &str, growths: &[Growth]) -> Table {
    let columns = [
        ("strategy", Align::Left),
        ("CPU time at the largest", Align::Right),
        ("fitted sizes", Align::Right),
        ("time per step", Align::Right),
        ("fit off by", Align::Right),
        ("last steps of time", Align::Right),
        ("nodes at the largest", Align::Right),
        ("nodes per step", Align::Right),
        ("last steps of nodes", Align::Right),
    ];
    let mut table = Table::new(format!("growth-{id}"), format!("Growth with size on {corpus}"), &columns);
    let mut rows: Vec<&Growth> = growths.iter().collect();
    let factor = |growth: &Growth| growth.time.and_then(|fit| fit.factor()).unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| factor(a).total_cmp(&factor(b)));
    table.rows = rows.into_iter().map(row).collect();
    table.notes = vec![format!(
        "Per step: the factor of cost from one size to the next, by a least-squares line through the logarithms \
         of cost at the last {LAST} sizes, of those that take at least {CLEAR} times the least time, so that \
         set-up hardly counts. No figure where fewer than {FEWEST} sizes are left, or where the line is off by \
         more than {OFF}× at one of them. Last steps: the factors themselves, between neighbouring sizes."
    )];
    table
}

fn row(growth: &Growth) -> Vec<Text> {
    let factor = |fit: Option<Fit>| {
        let shown = |factor: f64| Text::plain(format!("{}×", significant(factor))).worth(factor, "");
        fit.and_then(|fit| fit.factor()).map_or_else(Text::missing, shown)
    };
    let off = |fit: Fit| {
        let tone = if fit.off > OFF { Tone::Faint } else { Tone::Plain };
        Text::toned(format!("{}×", significant(fit.off)), tone).worth(fit.off, "")
    };
    let steps = |cost: fn(&Point) -> Option<f64>| {
        let steps: Vec<String> =
            steps(&growth.points, cost).into_iter().map(|step| format!("{}×", significant(step))).collect();
        if steps.is_empty() { Text::missing() } else { Text::plain(steps.join(" · ")) }
    };
    let last = growth.points.last();
    vec![
        Text::plain(&growth.strategy),
        last.map_or_else(Text::missing, |point| {
            Text::plain(format!("{} at {}", time(point.time), point.size)).worth(point.time, "ns")
        }),
        growth.time.map_or_else(Text::missing, |Fit { sizes: (low, high), .. }| {
            Text::plain(format!("{low} to {high}"))
        }),
        factor(growth.time),
        growth.time.map_or_else(Text::missing, off),
        steps(|point| Some(point.time)),
        last.and_then(|point| point.nodes)
            .map_or_else(Text::missing, |nodes| Text::plain(quantity(nodes, "nodes")).worth(nodes, "")),
        factor(growth.nodes),
        steps(|point| point.nodes),
    ]
}
