//! How far searches of one instance spread over seeds and symmetric images, beside the spread of instances.

use super::across::{bounded, note_bounds, strategies};
use crate::report::section::{Content, Corpus, Part};
use crate::report::table::{Align, Table, Text};
use crate::report::units::{grouped, significant};
use crate::statistics::{Figure, within};

use Align::{Left, Right};

/// The entry.
pub(super) const PART: Part = Part { corpus: |_facts, corpus| Content::tables(table(corpus)), ..Part::EMPTY };

/// The spreads; nothing where no instance was searched with several seeds or in several images.
fn table(corpus: &Corpus<'_>) -> Option<Table> {
    let columns = [
        ("strategy", Left),
        ("cost", Left),
        ("searches an instance", Right),
        ("within, median", Right),
        ("within, largest", Right),
        ("between instances", Right),
    ];
    let title = format!("Spread within an instance and between instances of {}", corpus.name);
    let mut table = Table::new(format!("within-{}", corpus.id), title, &columns);
    for strategy in strategies(corpus.cells.iter().copied()) {
        let own = corpus.cells.iter().copied().filter(|cell| cell.strategy == strategy);
        let Some(found) = within(own) else { continue };
        let ratio =
            |figure: Figure| Text::plain(bounded(figure, &|ratio| format!("{}×", significant(ratio))));
        table.rows.push(vec![
            Text::plain(strategy),
            Text::plain(if found.of_nodes { "nodes" } else { "CPU time" }),
            Text::plain(grouped(found.searches as f64)),
            ratio(found.typical),
            ratio(found.largest),
            ratio(found.between),
        ]);
    }
    if table.rows.is_empty() {
        return None;
    }
    table.notes.push(
        "Within: the largest cost of a search over the least, of the same instance with other seeds or in other symmetric \
         images. Between: the largest median cost of an instance over the least."
            .to_string(),
    );
    note_bounds(&mut table);
    Some(table)
}
