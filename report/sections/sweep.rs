//! The cost of random instances by the number of their family that changes.

use super::strategies::note_seeds;
use crate::plot::{Picture, Plot, SweepPlot};
use crate::section::{Content, Corpus, Facts, Part};
use crate::sweep::{Measured, Sweep, number, sweep};
use crate::table::{Align, Table, Text};
use crate::units::{grouped, significant};
use coverlab_bench::statistics::Figure;

/// The entry.
pub(super) const PART: Part = Part { columns: &["conflicts"], plots: &["sweep-"], across, corpus };

const SWEEP: &str = "The median over the instances at each value, logarithmic; a band reaches from the lower \
                     to the upper quartile. Below: the share of those with a solution. The broken line is \
                     where it falls through a half.";

fn across(facts: &Facts<'_>) -> Content {
    let sweeps: Vec<(&str, Sweep)> = facts
        .corpora
        .iter()
        .filter_map(|corpus| Some((corpus.name.as_str(), sweep(&corpus.cells)?)))
        .collect();
    Content::tables(summary(&sweeps.iter().map(|(name, sweep)| (*name, sweep)).collect::<Vec<_>>()))
}

fn corpus(facts: &Facts<'_>, corpus: &Corpus<'_>) -> Content {
    let Some(sweep) = sweep(&corpus.cells) else { return Content::EMPTY };
    let picture = Picture::Sweep(SweepPlot::of(&corpus.name, &sweep, &facts.series));
    let plot = Plot::of(&format!("sweep-{}", corpus.id), SWEEP, picture);
    let mut tables = vec![table(&corpus.id, &corpus.name, &sweep)];
    note_seeds(&mut tables, &corpus.cells);
    Content { tables, plots: vec![plot] }
}

fn bounded(figure: Figure, unit: Measured) -> String {
    let bound = if figure.lower_bound { ">\u{202f}" } else { "" };
    format!("{bound}{}", unit.shown(figure.value))
}

/// Each step with its medians.
pub(crate) fn table(id: &str, corpus: &str, sweep: &Sweep) -> Table {
    let title = format!("Median {} by {} on {corpus}", sweep.unit.name(), sweep.axis);
    let columns =
        [(sweep.axis.as_str(), Align::Right), ("instances", Align::Right), ("with a solution", Align::Right)];
    let mut table = Table::new(format!("sweep-{id}"), title, &columns);
    table.columns.extend(sweep.lines.iter().map(|line| (line.strategy.clone(), Align::Right)));
    for (at, step) in sweep.steps.iter().enumerate() {
        let share = |share: f64| Text::plain(format!("{:.0}\u{202f}%", share * 100.0)).worth(share, "");
        let mut row = vec![
            Text::plain(number(step.x)).worth(step.x, ""),
            Text::plain(grouped(step.instances as f64)),
            step.share().map_or_else(Text::missing, share),
        ];
        row.extend(sweep.lines.iter().map(|line| match line.quartiles[at] {
            Some([low, middle, high]) => {
                let [low, shown, high] = [low, middle, high].map(|figure| bounded(figure, sweep.unit));
                Text::plain(format!("{shown} ({low} to {high})")).worth(middle.value, "")
            }
            None => Text::missing(),
        }));
        table.rows.push(row);
    }
    table.notes.push(
        "In brackets: from the lower to the upper quartile. With a solution: of those that some strategy \
         answered."
            .to_string(),
    );
    table
}

/// The corpora that are sweeps, side by side: where the half have a solution, and where each strategy
/// finds the median instance hardest.
pub(crate) fn summary(sweeps: &[(&str, &Sweep)]) -> Option<Table> {
    let (_, first) = sweeps.first()?;
    let same = |sweep: &Sweep| (sweep.axis.as_str(), sweep.unit) == (first.axis.as_str(), first.unit);
    if sweeps.len() < 2 || !sweeps.iter().all(|(_, sweep)| same(sweep)) {
        return None;
    }
    let title = format!("Where the median instance is hardest, by {}", first.axis);
    let columns =
        [("corpus", Align::Left), ("instances", Align::Right), ("half have a solution at", Align::Right)];
    let mut table = Table::new("hardest-by-corpus", title, &columns);
    table.columns.extend(first.lines.iter().map(|line| (line.strategy.clone(), Align::Right)));
    for (corpus, sweep) in sweeps {
        let instances: usize = sweep.steps.iter().map(|step| step.instances).sum();
        let half = |half: f64| Text::plain(significant(half)).worth(half, "");
        let mut row = vec![
            Text::plain(*corpus),
            Text::plain(grouped(instances as f64)),
            sweep.half().map_or_else(Text::missing, half),
        ];
        row.extend(sweep.lines.iter().map(|line| {
            let hardest = line.hardest().and_then(|at| Some((at, line.quartiles[at]?[1])));
            hardest.map_or_else(Text::missing, |(at, median)| {
                let x = sweep.steps[at].x;
                let shown = bounded(median, sweep.unit);
                Text::plain(format!("{} · {shown}", number(x))).worth(x, "")
            })
        }));
        table.rows.push(row);
    }
    table.notes.push(format!(
        "By strategy: the {}, and the median of the {} there.",
        first.axis,
        first.unit.name()
    ));
    Some(table)
}
