//! The growth of cost with size: a table of the fits, and a plot of time against size.

use crate::growth::{
    Fit, Growth, MAX_DEVIATION, MAX_FITTED_SIZES, MIN_FITTED_SIZES, MIN_TIME_RATIO, SizeCost, growth, steps,
};
use crate::plot::{self, Plot};
use crate::section::{Content, Corpus, SectionInput};
use crate::table::{Table, Text, Tone};
use crate::units::{multiple, quantity, time};

const GROWTH: &str = "CPU time by size. On this scale a straight line is exponential growth. The fitted lines go \
                      through the last sizes, where set-up hardly counts; a strategy whose points no line fits \
                      has none.";

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &Corpus<'_>) -> Content {
    let growths = growth(&corpus.cells);
    if growths.is_empty() {
        return Content::EMPTY;
    }
    let picture = plot::growth(&corpus.name, &growths, &input.styles);
    let plot = Plot::new(&format!("growth-{}", corpus.id), GROWTH, picture);
    Content { tables: vec![table(&corpus.id, &corpus.name, &growths)], plots: vec![plot] }
}

/// The table of fits, the slowest growth first and strategies without a fit last.
fn table(id: &str, corpus: &str, growths: &[Growth]) -> Table {
    let mut table = Table::new(format!("growth-{id}"), format!("Growth with size on {corpus}"))
        .left(["strategy"])
        .right([
            "CPU time at the largest",
            "fitted sizes",
            "time per step",
            "deviation of the fit",
            "last time ratios",
            "nodes at the largest",
            "nodes per step",
            "last node ratios",
        ]);
    let mut rows: Vec<&Growth> = growths.iter().collect();
    let factor = |growth: &Growth| growth.time.and_then(|fit| fit.factor()).unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| factor(a).total_cmp(&factor(b)));
    table.rows = rows.into_iter().map(row).collect();
    table.notes = vec![format!(
        "Per step: the factor by which the cost grows from one size to the next, by a least-squares fit to the logarithms \
         of the costs at the last {MAX_FITTED_SIZES} sizes. For time, the fit omits sizes that take less than \
         {MIN_TIME_RATIO} times the smallest time, because set-up dominates there. Factors over different sizes are not \
         comparable. There is no factor if fewer than {MIN_FITTED_SIZES} sizes remain, or if the fit deviates by more than \
         {MAX_DEVIATION}× at one of them. Last ratios: the cost at a size divided by the cost at the previous size."
    )];
    table
}

fn row(growth: &Growth) -> Vec<Text> {
    let factor = |fit: Option<Fit>| Text::quantity(fit.and_then(|fit| fit.factor()), "", multiple);
    let deviation = |fit: Fit| {
        let tone = if fit.deviation > MAX_DEVIATION { Tone::Faint } else { Tone::Plain };
        Text::toned(multiple(fit.deviation), tone).with_value(fit.deviation, "")
    };
    let steps = |cost: fn(&SizeCost) -> Option<f64>| {
        let steps: Vec<String> = steps(&growth.points, cost).into_iter().map(multiple).collect();
        if steps.is_empty() { Text::missing() } else { Text::plain(steps.join(" · ")) }
    };
    let last = growth.points.last();
    vec![
        Text::plain(&growth.strategy),
        last.map_or_else(Text::missing, |point| {
            let text = format!("{} at {}", time(point.time), point.size);
            Text::plain(text).with_value(point.time, "ns").with_part("size", point.size, "")
        }),
        Text::optional(growth.time, |Fit { sizes: (low, high), .. }| format!("{low} to {high}")),
        factor(growth.time),
        growth.time.map_or_else(Text::missing, deviation),
        steps(|point| Some(point.time)),
        Text::quantity(last.and_then(|point| point.nodes), "", |nodes| quantity(nodes, "nodes")),
        factor(growth.nodes),
        steps(|point| point.nodes),
    ]
}
