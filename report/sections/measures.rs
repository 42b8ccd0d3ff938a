//! The measures of instances that the experiment requests, which need no search.

use crate::section::{Content, CorpusSection, MAX_LISTED, omitted_note};
use crate::table::{Table, Text};
use crate::units::quantity;
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{Cell, InstanceMeasures};

pub(super) const CORPUS_SECTION: CorpusSection = CorpusSection {
    corpus: |input, corpus| {
        let (id, name) = (&corpus.id, &corpus.name);
        Content::tables(table(id, name, &corpus.cells, input.measures(), input.figures.measured()))
    },
    ..CorpusSection::EMPTY
};

/// The requested measures of each instance; `None` if there are none.
fn table(
    id: &str,
    corpus: &str,
    cells: &[&Cell],
    measures: &[Measure],
    measured: &InstanceMeasures,
) -> Option<Table> {
    let are_formulas = cells.first().is_some_and(|cell| measured.is_formula(corpus, &cell.instance));
    let is_shown = |measure: &Measure| are_formulas || !measure.is_of_formula();
    let measures: Vec<Measure> = measures.iter().copied().filter(is_shown).collect();
    let title = format!("The instances of {corpus} before any search");
    let mut table = Table::new(format!("instances-{id}"), title)
        .left(["instance"])
        .right(measures.iter().map(|measure| measure.title()));
    let mut names: Vec<&str> = cells.iter().map(|cell| &*cell.instance).collect();
    names.dedup();
    for name in names.iter().take(MAX_LISTED) {
        let values = measures.iter().map(|&measure| measured.get(corpus, name, "", measure));
        let cells = values.map(|value| Text::quantity(value, "", |value| quantity(value, "")));
        table.rows.push([Text::plain(*name).with_instance(corpus, name)].into_iter().chain(cells).collect());
    }
    table.notes.extend(omitted_note(names.len(), MAX_LISTED));
    (!measures.is_empty()).then_some(table)
}
