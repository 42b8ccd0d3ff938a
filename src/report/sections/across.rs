//! Tables that set corpora side by side: what a strategy answers, how long it takes in the median
//! and how far its searches spread, one column a corpus.

use super::findings::instances;
use super::table::{Align, Table, Text, Tone};
use super::units::{grouped, many, round_time, significant, time};
use crate::statistics::{Cell, Figure, Spread, spread};

use Align::{Left, Right};

/// A corpus with more instances than this shows their spread instead of each.
const SMALL: usize = 12;

pub(super) const BOUND: &str =
    ">: a lower bound; a search without an answer counts with what was spent on it.";

/// The corpora side by side; nothing if there is one only.
pub(super) fn tables(corpora: &[(String, Vec<&Cell>)]) -> Vec<Table> {
    if corpora.len() < 2 {
        return vec![];
    }
    let cpu = |cell: &Cell| cell.cpu_ns;
    let nodes = |cell: &Cell| cell.nodes;
    let mut tables = vec![side_by_side(
        "solved-by-corpus",
        "Instances answered and the median CPU time, by corpus",
        corpora,
        &|cells| solved(cells, spread(cells.iter().copied(), cpu)),
    )];
    let counted = corpora.iter().flat_map(|(_, cells)| cells).any(|cell| cell.nodes.is_some());
    if counted {
        let of = |cells: &[&Cell]| spread(cells.iter().copied(), nodes);
        tables.push(side_by_side("nodes-by-corpus", "Median of the nodes, by corpus", corpora, &|cells| {
            figure(of(cells).map(|spread| spread.median), &grouped)
        }));
        let title = "Most nodes of an instance over the least, by corpus";
        tables.push(side_by_side("spread-by-corpus", title, corpora, &|cells| {
            figure(of(cells).and_then(|spread| spread.ratio), &|ratio| format!("{}×", significant(ratio)))
        }));
    }
    tables.extend(guesses(corpora));
    tables
}

/// How many instances were answered without a guess, and how many guesses it took an instance; nothing if
/// nobody counts them.
fn guesses(corpora: &[(String, Vec<&Cell>)]) -> Option<Table> {
    let guesses = |cell: &Cell| cell.measure("guesses");
    if !corpora.iter().flat_map(|(_, cells)| cells).any(|cell| guesses(cell).is_some()) {
        return None;
    }
    let title = "Answered without a guess, and guesses an instance, by corpus";
    let mut table = side_by_side("guesses-by-corpus", title, corpora, &|cells| {
        let counts: Vec<f64> = cells.iter().filter_map(|cell| guesses(cell)).collect();
        if counts.len() < cells.len() {
            return Text::missing();
        }
        let none = cells.iter().zip(&counts).filter(|(cell, guesses)| cell.solved() && **guesses == 0.0);
        let share = 100.0 * none.count() as f64 / cells.len() as f64;
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let bound = if cells.iter().all(|cell| cell.finished()) { "" } else { ">\u{202f}" };
        Text::plain(format!("{share:.1}\u{202f}% · {bound}{}", significant(mean))).worth(mean, "")
    });
    // A strategy that does not count them has nothing to say here.
    table.rows.retain(|row| row[1..].iter().any(|cell| *cell != Text::missing()));
    Some(table)
}

fn side_by_side(
    id: &str,
    title: &str,
    corpora: &[(String, Vec<&Cell>)],
    show: &dyn Fn(&[&Cell]) -> Text,
) -> Table {
    let mut table = Table::new(id, title, &[("strategy", Left)]);
    table.columns.extend(corpora.iter().map(|(corpus, _)| (corpus.clone(), Right)));
    for strategy in strategies(corpora) {
        let own = |cells: &[&'_ Cell]| -> Text {
            let own: Vec<&Cell> = cells.iter().copied().filter(|cell| cell.strategy == strategy).collect();
            if own.is_empty() { Text::missing() } else { show(&own) }
        };
        let row: Vec<Text> = corpora.iter().map(|(_, cells)| own(cells)).collect();
        // A strategy that counts no nodes has nothing to say here.
        if row.iter().any(|cell| *cell != Text::missing()) {
            table.rows.push([Text::plain(strategy)].into_iter().chain(row).collect());
        }
    }
    note_bounds(&mut table);
    table
}

/// The strategies, in the order of the experiment.
fn strategies<'a>(corpora: &[(String, Vec<&'a Cell>)]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for cell in corpora.iter().flat_map(|(_, cells)| cells) {
        if !names.contains(&&*cell.strategy) {
            names.push(&cell.strategy);
        }
    }
    names
}

fn solved(cells: &[&Cell], times: Option<Spread>) -> Text {
    let answered = cells.iter().filter(|cell| cell.solved()).count();
    let of = format!("{} of {}", grouped(answered as f64), grouped(cells.len() as f64));
    let median = times.map(|times| times.median).filter(|_| answered > 0);
    let limit = cells.iter().filter_map(|cell| cell.limit_cpu_ns).max();
    let text = match (median, limit) {
        (None, _) => of,
        // Searches overrun their limit a little; who reads `> 500 ms` knows what is meant.
        (Some(median), Some(limit)) if median.lower_bound && median.value >= limit as f64 => {
            format!("{of} · >\u{202f}{}", round_time(limit as f64))
        }
        (Some(median), _) => format!("{of} · {}", bounded(median, &time)),
    };
    Text::toned(text, if answered == cells.len() { Tone::Plain } else { Tone::Faint })
}

fn figure(figure: Option<Figure>, show: &dyn Fn(f64) -> String) -> Text {
    let Some(figure) = figure else { return Text::missing() };
    let tone = if figure.lower_bound { Tone::Faint } else { Tone::Plain };
    Text::toned(bounded(figure, show), tone).worth(figure.value, "")
}

fn bounded(figure: Figure, show: &dyn Fn(f64) -> String) -> String {
    let bound = if figure.lower_bound { ">\u{202f}" } else { "" };
    format!("{bound}{}", show(figure.value))
}

fn note_bounds(table: &mut Table) {
    if table.rows.iter().flatten().any(|cell| cell.text.contains('>')) {
        table.notes.push(BOUND.to_string());
    }
}

/// How far the searches of each strategy spread over a corpus too large for a column an instance.
pub(super) fn spread_table(id: &str, corpus: &str, cells: &[&Cell]) -> Option<Table> {
    let count = instances(cells);
    if count <= SMALL {
        return None;
    }
    let columns = [
        ("strategy", Left),
        ("least nodes", Right),
        ("median nodes", Right),
        ("most nodes", Right),
        ("most over least", Right),
        ("median CPU time", Right),
    ];
    let title = format!("Spread over {corpus} ({})", many(count, "instance", "instances"));
    let mut table = Table::new(format!("spread-{id}"), title, &columns);
    for strategy in strategies(&[(String::new(), cells.to_vec())]) {
        let own = || cells.iter().copied().filter(|cell| cell.strategy == strategy);
        let nodes = spread(own(), |cell| cell.nodes);
        let times = spread(own(), |cell| cell.cpu_ns);
        let median = times.map_or_else(Text::missing, |times| {
            let shown = bounded(times.median, &time);
            Text::plain(shown).worth(times.median.value, "ns")
        });
        table.rows.push(vec![
            Text::plain(strategy),
            figure(nodes.map(|nodes| nodes.least), &grouped),
            figure(nodes.map(|nodes| nodes.median), &grouped),
            figure(nodes.map(|nodes| nodes.most), &grouped),
            figure(nodes.and_then(|nodes| nodes.ratio), &|ratio| format!("{}×", significant(ratio))),
            median,
        ]);
    }
    note_bounds(&mut table);
    Some(table)
}
