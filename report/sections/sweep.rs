//! The cost of random instances by the number of their family that changes.

use crate::figures::{bounded, note_seeds};
use crate::plot::{self, Plot};
use crate::section::{Content, Corpus, Facts, Part};
use crate::sweep::{Sweep, number, sweep};
use crate::table::{Table, Text};
use crate::units::{grouped, significant};

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
    let picture = plot::sweep(&corpus.name, &sweep, &facts.series);
    let plot = Plot::new(&format!("sweep-{}", corpus.id), SWEEP, picture);
    let mut tables = vec![table(&corpus.id, &corpus.name, &sweep)];
    note_seeds(&mut tables, &corpus.cells);
    Content { tables, plots: vec![plot] }
}

/// Each step with its medians.
fn table(id: &str, corpus: &str, sweep: &Sweep) -> Table {
    let title = format!("Median {} by {} on {corpus}", sweep.unit.name(), sweep.axis);
    let mut table = Table::new(format!("sweep-{id}"), title)
        .right([&sweep.axis, "instances", "with a solution"])
        .right(sweep.lines.iter().map(|line| &line.strategy));
    for (at, step) in sweep.steps.iter().enumerate() {
        let share = |share: f64| Text::plain(format!("{:.0}\u{202f}%", share * 100.0)).worth(share, "");
        let mut row = vec![
            Text::plain(number(step.x)).worth(step.x, ""),
            Text::plain(grouped(step.instances as f64)),
            step.share().map_or_else(Text::missing, share),
        ];
        row.extend(sweep.lines.iter().map(|line| match line.quartiles[at] {
            Some([low, middle, high]) => {
                let [low, shown, high] =
                    [low, middle, high].map(|figure| bounded(figure, &|value| sweep.unit.shown(value)));
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
        .right(first.lines.iter().map(|line| &line.strategy));
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
                let shown = bounded(median, &|value| sweep.unit.shown(value));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::tests::{of, trials};

    #[test]
    fn a_sweep_is_shown_by_step_and_several_by_corpus() {
        let sweep = of(&trials()).unwrap();
        let table = table("x", "x", &sweep);
        assert_eq!((table.rows.len(), table.rows[2][3].text.as_str()), (5, "250 (175 to 325)"));
        assert!(summary(&[("a", &sweep)]).is_none());
        let both = summary(&[("a", &sweep), ("b", &sweep)]).unwrap();
        assert_eq!((both.rows[1][2].text.as_str(), both.rows[1][3].text.as_str()), ("4.30", "4.3 · 250"));
    }
}
