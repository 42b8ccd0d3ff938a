//! The growth of cost with size: a table of the fits, and a plot of time against size.

use crate::cell_notes::{Note, add_notes, caption_of_times};
use crate::growth::{
    Fit, Growth, MAX_DEVIATION, MAX_FITTED_SIZES, MIN_FITTED_SIZES, MIN_TIME_RATIO, SizeCost, growth, steps,
};
use crate::plot::{self, Plot};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text, Tone};
use crate::units::{multiple, quantity, time};

const GROWTH: &str = "CPU time by size. On this scale a straight line is exponential growth. The fitted lines go \
                      through the last sizes, where set-up hardly counts; a strategy whose points no line fits \
                      has none.";

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let growths = growth(&corpus.results);
    if growths.is_empty() {
        return Content::EMPTY;
    }
    let picture = plot::growth(&corpus.name, &growths, &input.styles);
    let caption = caption_of_times(GROWTH, corpus.results.iter().copied());
    let plot = Plot::new(format!("growth-{}", corpus.id), caption, picture);
    Content { tables: vec![table(corpus, &growths)], plots: vec![plot] }
}

/// The table of fits, the slowest growth first and strategies without a fit last.
fn table(corpus: &CorpusResults<'_>, growths: &[Growth]) -> Table {
    let title = format!("Growth with size on {}", corpus.name);
    let factor = |fit: Option<Fit>| fit.and_then(|fit| fit.factor());
    let deviation = |fit: Fit| {
        let tone = if fit.deviation > MAX_DEVIATION { Tone::Faint } else { Tone::Plain };
        Text::toned(multiple(fit.deviation), tone).with_value(fit.deviation, "")
    };
    let last = |point: &SizeCost| {
        let text = format!("{} at {}", time(point.time), point.size);
        Text::plain(text).with_value(point.time, "ns").with_part("size", point.size, "")
    };
    let last_nodes = |growth: &Growth| growth.points.last().and_then(|point| point.nodes);
    let ratios = |growth: &Growth, cost: fn(&SizeCost) -> Option<f64>| {
        let steps: Vec<String> = steps(&growth.points, cost).into_iter().map(multiple).collect();
        Text::known(&steps.join(" · "))
    };
    let mut rows: Vec<&Growth> = growths.iter().collect();
    let order = |growth: &Growth| factor(growth.time).unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| order(a).total_cmp(&order(b)));
    let mut table = TableOf::new(format!("growth-{}", corpus.id), title, &rows)
        .left("strategy", |growth| Text::plain(&growth.strategy))
        .right("CPU time at the largest", |growth| growth.points.last().map_or_else(Text::missing, last))
        .right("fitted sizes", |growth| {
            Text::optional(growth.time, |Fit { sizes: (low, high), .. }| format!("{low} to {high}"))
        })
        .right("time per step", |growth| Text::quantity(factor(growth.time), "", multiple))
        .right("deviation of the fit", |growth| growth.time.map_or_else(Text::missing, deviation))
        .right("last time ratios", |growth| ratios(growth, |point| Some(point.time)))
        .right("nodes at the largest", |growth| {
            Text::quantity(last_nodes(growth), "", |nodes| quantity(nodes, "nodes"))
        })
        .right("nodes per step", |growth| Text::quantity(factor(growth.nodes), "", multiple))
        .right("last node ratios", |growth| ratios(growth, |point| point.nodes))
        .done();
    table.notes = vec![format!(
        "Per step: the factor by which the cost grows if the size grows by 1, by a least-squares fit to the logarithms \
         of the costs at the last {MAX_FITTED_SIZES} sizes. For time, the fit omits sizes that take less than \
         {MIN_TIME_RATIO} times the smallest time, because set-up dominates there. Factors over different sizes are not \
         comparable. There is no factor if fewer than {MIN_FITTED_SIZES} sizes remain, or if the fit deviates by more than \
         {MAX_DEVIATION}× at one of them. Last ratios: the cost at a size divided by the cost at the previous size; across a gap of g, the g-th root of it."
    )];
    table.note_if(
        corpus.results.iter().any(|result| !result.solved()),
        "Sizes that a strategy did not answer with every seed are missing in its row.",
    );
    add_notes(&mut table, &[Note::Shares, Note::Seeds], &corpus.results);
    table
}
