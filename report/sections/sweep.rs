//! The cost of random instances by a parameter of their family: tables and plots of sweeps.

use crate::figures::{bounded, note_seeds};
use crate::plot::{self, Plot};
use crate::section::{Content, Corpus, SectionInput};
use crate::sweep::{StepCost, StrategyCosts, Sweep, number, sweeps};
use crate::table::{Table, Text, slug};
use crate::units::{integer, significant};
use coverlab_bench::experiment::Band;
use coverlab_bench::statistics::BoundedValue;

/// The caption of a plot.
fn caption(band: Band) -> String {
    format!(
        "The median over the instances at each value, logarithmic; a band is {}. Below: the share with a solution, of the answered ones. \
         The broken line is where it falls through a half.",
        words(band)
    )
}

/// The meaning of a band.
fn words(band: Band) -> &'static str {
    match band {
        Band::Interval => "the 95\u{202f}% interval of the median, for at least six instances",
        Band::Quartiles => "from the lower to the upper quartile",
    }
}

pub(super) fn across(input: &SectionInput<'_>) -> Content {
    let of_corpus = |corpus: &Corpus<'_>| -> Vec<(String, Sweep)> {
        let sweeps = sweeps(&corpus.cells).into_iter();
        sweeps.map(|(held, sweep)| (titled(&corpus.name, held.as_deref()), sweep)).collect()
    };
    let sweeps: Vec<(String, Sweep)> = input.corpora.iter().flat_map(of_corpus).collect();
    Content::tables(summary(&sweeps.iter().map(|(name, sweep)| (name.as_str(), sweep)).collect::<Vec<_>>()))
}

/// The name of a corpus, with the value of the parameter that is held constant, if any.
fn titled(corpus: &str, held: Option<&str>) -> String {
    held.map_or_else(|| corpus.to_string(), |held| format!("{corpus}, {held}"))
}

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &Corpus<'_>) -> Content {
    let sweeps = sweeps(&corpus.cells);
    if sweeps.is_empty() {
        return Content::EMPTY;
    }
    let plot = |(held, sweep): &(Option<String>, Sweep)| {
        let picture = plot::sweep(&titled(&corpus.name, held.as_deref()), sweep, input.band(), &input.styles);
        let suffix = held.as_deref().map_or_else(String::new, |held| format!("-{}", slug(held)));
        Plot::new(&format!("sweep-{}{suffix}", corpus.id), &caption(input.band()), picture)
    };
    let mut table = table(&corpus.id, &corpus.name, &sweeps, input.band());
    note_seeds(&mut table, corpus.cells.iter().copied());
    Content { tables: vec![table], plots: sweeps.iter().map(plot).collect() }
}

/// The medians at each step, for each value of the parameter that is held constant, if any.
fn table(id: &str, corpus: &str, sweeps: &[(Option<String>, Sweep)], band: Band) -> Table {
    let (held, first) = &sweeps[0];
    let title = format!("Median {} by {} on {corpus}", first.unit.name(), first.axis);
    let held = held.as_deref().and_then(|held| held.split_once(' ')).map(|(parameter, _)| parameter);
    let mut table = Table::new(format!("sweep-{id}"), title)
        .right(held)
        .right([&first.axis, "instances", "with a solution"])
        .right(first.strategies.iter().map(|line| &line.strategy));
    for (held, sweep) in sweeps {
        let value =
            held.as_deref().and_then(|held| held.split_once(' ')).map(|(_, value)| Text::plain(value));
        for at in 0..sweep.steps.len() {
            let cells = value.iter().cloned().chain(step_cells(sweep, at, &first.strategies, band));
            table.rows.push(cells.collect());
        }
    }
    table.notes.push(format!(
        "In brackets: {}. With a solution: the share among the instances that some strategy answered, followed by their \
         number if others are unanswered.",
        words(band)
    ));
    table
}

/// The cells of step `at`, with a column for each of `strategies`.
fn step_cells(sweep: &Sweep, at: usize, strategies: &[StrategyCosts], band: Band) -> Vec<Text> {
    let step = &sweep.steps[at];
    let mut cells = vec![
        Text::quantity(step.x, "", number),
        Text::plain(integer(step.instances as f64)),
        Text::quantity(step.share(), "", |share| {
            let of =
                (step.decided() < step.instances).then(|| format!(" of {}", integer(step.decided() as f64)));
            format!("{:.0}\u{202f}%{}", share * 100.0, of.unwrap_or_default())
        }),
    ];
    let cost = |strategy: &StrategyCosts| {
        let line = sweep.strategies.iter().find(|line| line.strategy == strategy.strategy)?;
        line.costs[at]
    };
    let shown = |figure: BoundedValue| bounded(figure, &|value| sweep.unit.format(value));
    let text = |cost: StepCost| {
        let ends = cost.band(band).map(|ends| ends.map(shown));
        let ends = ends.map_or_else(String::new, |[low, high]| format!(" ({low} to {high})"));
        Text::plain(format!("{}{ends}", shown(cost.median))).with_value(cost.median.value, sweep.unit.unit())
    };
    cells.extend(strategies.iter().map(|strategy| cost(strategy).map_or_else(Text::missing, text)));
    cells
}

/// Compares corpora that are sweeps: where half of the instances have a solution, and where the median instance is hardest for
/// each strategy.
fn summary(sweeps: &[(&str, &Sweep)]) -> Option<Table> {
    let (_, first) = sweeps.first()?;
    let same = |sweep: &Sweep| (sweep.axis.as_str(), sweep.unit) == (first.axis.as_str(), first.unit);
    if sweeps.len() < 2 || !sweeps.iter().all(|(_, sweep)| same(sweep)) {
        return None;
    }
    let title = format!("Where the median instance is hardest, by {}", first.axis);
    let mut table = Table::new("hardest-by-corpus", title)
        .left(["corpus"])
        .right(["instances", "half have a solution at"])
        .right(first.strategies.iter().map(|line| &line.strategy));
    for (corpus, sweep) in sweeps {
        let instances: usize = sweep.steps.iter().map(|step| step.instances).sum();
        let mut row = vec![
            Text::plain(*corpus),
            Text::plain(integer(instances as f64)),
            Text::quantity(sweep.half(), "", significant),
        ];
        row.extend(sweep.strategies.iter().map(|line| {
            let hardest = line.hardest().and_then(|at| Some((at, line.costs[at]?.median)));
            hardest.map_or_else(Text::missing, |(at, median)| {
                let x = sweep.steps[at].x;
                let shown = bounded(median, &|value| sweep.unit.format(value));
                Text::plain(format!("{} · {shown}", number(x))).with_value(x, "")
            })
        }));
        table.rows.push(row);
    }
    table.notes.push(format!(
        "For each strategy: the {} at which its median is largest, and the median of the {} there.",
        first.axis,
        first.unit.name()
    ));
    if sweeps.iter().any(|(_, sweep)| sweep.half_is_open()) {
        table.notes.push(
            "No figure: unanswered instances could move the value at which half have a solution.".to_string(),
        );
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::tests::{grid, of, trials};
    use coverlab_bench::record::Status;

    #[test]
    fn quartiles_are_a_band_of_few_instances_too() {
        let sweeps = [(None, of(&trials()).unwrap())];
        let text = |band| table("x", "x", &sweeps, band).rows[2][3].text.clone();
        assert_eq!(text(Band::Interval), "250", "four instances have no interval");
        assert_eq!(text(Band::Quartiles), "250 (175 to 325)");
    }

    #[test]
    fn a_share_of_some_instances_shows_their_number() {
        let mut trials = trials();
        let last = trials.iter_mut().filter(|trial| trial.instance.contains(":43:")).skip(1);
        last.for_each(|trial| trial.status = Status::Timeout);
        let sweeps = [(None, of(&trials).unwrap())];
        let table = table("x", "x", &sweeps, Band::Interval);
        let shares: Vec<_> = table.rows.iter().map(|row| row[2].text.as_str()).collect();
        assert_eq!(shares[1..4], ["100\u{202f}%", "100\u{202f}% of 1", "25\u{202f}%"]);
    }

    #[test]
    fn a_grid_is_one_table_with_a_column_for_each_number() {
        let table = table("x", "x", &grid(), Band::Quartiles);
        let titles: Vec<_> = table.columns.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["order", "holes in percent", "instances", "with a solution", "s"]);
        let texts = |row: usize| table.rows[row].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>();
        assert_eq!(table.rows.len(), 8);
        assert_eq!(texts(5), ["10", "20", "3", "100\u{202f}%", "202 (202 to 203)"]);
    }
}
