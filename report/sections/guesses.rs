//! Speed and guesses, in the columns of T. Dillon's benchmark of Sudoku solvers (*Tdoku*, 2019): instances per second,
//! microseconds per instance, the share of instances without a guess, and guesses per instance.

use crate::cell_notes::{Note, add_notes};
use crate::group::strategies;
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::significant;
use coverlab_bench::statistics::InstanceMeans;

pub(super) fn corpus(_input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    Content::tables([table(corpus)])
}

/// The strategies that count guesses and finished every search on the corpus.
fn table(corpus: &CorpusResults<'_>) -> Table {
    let title = format!("Speed and guesses on {}", corpus.name);
    let of = |strategy| Some((strategy, corpus.total(strategy).means()?));
    let figures: Vec<(&str, InstanceMeans)> =
        strategies(corpus.results.iter().copied()).into_iter().filter_map(of).collect();
    let mut table = TableOf::new(format!("guesses-{}", corpus.id), title, &figures)
        .left("strategy", |(strategy, _)| Text::plain(*strategy))
        .right("instances per second", |(_, means)| Text::quantity(1e9 / means.ns, "1/s", significant))
        .right("µs per instance", |(_, means)| Text::quantity(means.ns / 1e3, "µs", significant))
        .right("without a guess", |(_, means)| {
            Text::quantity(means.guesses.without, "", |share| format!("{:.1}\u{202f}%", 100.0 * share))
        })
        .right("guesses per instance", |(_, means)| Text::quantity(means.guesses.mean.value, "", significant))
        .done();
    table.covers_all_instances = true;
    table.notes.push("Means over the instances. A guess is a choice between two alternatives, of which a complete search tries both.".to_string());
    add_notes(&mut table, &[Note::Seeds], &corpus.results);
    corpus.note_partial(&mut table);
    table
}
