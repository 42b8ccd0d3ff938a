//! How far the searches of each strategy spread over a corpus too large for a column an instance.

use super::across::{bounded, figure, note_bounds, strategies};
use crate::report::section::{Content, Corpus, Part};
use crate::report::table::{Align, Table, Text};
use crate::report::units::{grouped, many, significant, time};
use crate::statistics::spread;

use Align::{Left, Right};

/// A corpus with more instances than this shows their spread instead of each.
const SMALL: usize = 12;

/// The entry.
pub(super) const PART: Part = Part { corpus: |_facts, corpus| Content::tables(table(corpus)), ..Part::EMPTY };

/// Least, median and most of the nodes; nothing for a small corpus.
fn table(corpus: &Corpus<'_>) -> Option<Table> {
    let (cells, count) = (&corpus.cells, corpus.instances());
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
    let title = format!("Spread over {} ({})", corpus.name, many(count, "instance", "instances"));
    let mut table = Table::new(format!("spread-{}", corpus.id), title, &columns);
    for strategy in strategies(cells.iter().copied()) {
        let own = || cells.iter().copied().filter(|cell| cell.strategy == strategy);
        let total = corpus.total(strategy);
        let nodes = spread(own(), |cell| cell.nodes).map(|sample| total.node_extent().widen(sample));
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
