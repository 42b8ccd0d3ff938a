//! The spread of nodes over the instances of a corpus that is too large for a column per instance.

use super::strategies::MAX_INSTANCE_COLUMNS;
use crate::cell_notes::{self, Note, ZERO, add_notes, bounded};
use crate::group::by_strategy;
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::{self, pluralize, quantity, time};
use coverlab_bench::statistics::{InstanceResult, Spread, spread};

pub(super) fn corpus(_input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    Content::tables(table(corpus))
}

/// The least, median and most nodes of each strategy; `None` for a small corpus.
fn table<'a>(corpus: &CorpusResults<'a>) -> Option<Table> {
    let (results, count) = (&corpus.results, corpus.instances());
    if count <= MAX_INSTANCE_COLUMNS {
        return None;
    }
    let title = format!("Spread over {} ({})", corpus.name, pluralize(count, "instance", "instances"));
    let counted = |nodes| quantity(nodes, "nodes");
    let of_strategy = |(strategy, own): (&'a str, Vec<&'a InstanceResult>)| {
        let own = || own.iter().copied();
        let total = corpus.total(strategy);
        let nodes = total.spread(own(), "nodes");
        (strategy, nodes, spread(own(), "solve_cpu_ns"))
    };
    let spreads: Vec<(&str, Option<Spread>, Option<Spread>)> =
        by_strategy(results.iter().copied()).into_iter().map(of_strategy).collect();
    let replaces_zero = spreads.iter().any(|(_, nodes, _)| nodes.is_some_and(|nodes| nodes.replaces_zero()));
    let mut table = TableOf::new(format!("spread-{}", corpus.id), title, &spreads)
        .left("strategy", |(strategy, ..)| Text::plain(*strategy))
        .right("fewest nodes", |(_, nodes, _)| cell_notes::cell(nodes.map(|nodes| nodes.least), &counted))
        .right("median nodes", |(_, nodes, _)| cell_notes::cell(nodes.map(|nodes| nodes.median), &counted))
        .right("most nodes", |(_, nodes, _)| cell_notes::cell(nodes.map(|nodes| nodes.most), &counted))
        .right("most ÷ fewest", |(_, nodes, _)| {
            cell_notes::cell(nodes.and_then(|nodes| nodes.ratio), &units::multiple)
        })
        .right("median CPU time", |(.., times)| {
            times.map_or_else(Text::missing, |times| {
                Text::plain(bounded(times.median, &time)).with_value(times.median.value, "ns")
            })
        })
        .done();
    add_notes(&mut table, &[Note::Bounds, Note::Lost(&["nodes"]), Note::Seeds, Note::Shares], results);
    table.note_if(replaces_zero, ZERO);
    corpus.note_partial(&mut table);
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::{folded, trial};

    #[test]
    fn a_note_says_that_0_nodes_are_taken_as_1() {
        let of = |least: u64| {
            let one = |k: u64| Trial { nodes: Some(least + k), ..trial("a", &format!("i{k}"), 10) };
            let trials: Vec<Trial> = (0..=12).map(one).collect();
            let table = table(&CorpusResults::of_trials(&trials)).unwrap();
            (table.rows[0][4].text.clone(), table.notes.len())
        };
        assert_eq!(of(0), ("12.0×".to_string(), 1));
        assert_eq!(of(1), ("13.0×".to_string(), 0));
    }

    #[test]
    fn notes_say_which_instances_and_costs_a_row_lacks() {
        let search = |strategy, k| Trial { nodes: Some(k), ..trial(strategy, &format!("i{k}"), k) };
        let mut trials: Vec<Trial> =
            (1..=13).flat_map(|k| ["a", "b", "c"].map(|name| search(name, k))).collect();
        trials.iter_mut().filter(|trial| trial.strategy == "b").skip(4).for_each(|trial| {
            trial.status = Status::Unsupported;
        });
        (trials[38].status, trials[38].nodes) = (Status::Timeout, None);
        let folded = folded(&trials);
        let corpus = CorpusResults::of(&folded.results, folded.corpora.get("corpus"));
        let table = table(&corpus).unwrap();
        let medians: Vec<String> = table.texts().into_iter().map(|row| row[2].clone()).collect();
        assert_eq!(medians, ["7", "2.50", "–"]);
        let different = "Figures over different instances of corpus do not compare: b searched 4 of 13.";
        assert!(
            table.notes.contains(&different.to_string())
                && table.notes.contains(&cell_notes::LOST.to_string())
        );
    }
}
