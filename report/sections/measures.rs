//! The measures of instances that the experiment requests, which need no search.

use crate::section::{Content, Corpus, MAX_LISTED, SectionInput, omitted_note};
use crate::table::{Table, Text};
use crate::units::quantity;
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{Cell, InstanceMeasures};

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &Corpus<'_>) -> Content {
    let (id, name) = (&corpus.id, &corpus.name);
    Content::tables(table(id, name, &corpus.cells, input.measures(), input.record.measured()))
}

/// The note on missing measures.
const UNKNOWN: &str = "–: unknown. Measures are known for families and built-in corpora, not for files. Measures of difficulty need a \
     puzzle with exactly one solution.";

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
    if table.rows.iter().any(|row| row.contains(&Text::missing())) {
        table.notes.push(UNKNOWN.to_string());
    }
    (!measures.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::statistics::fixtures::{cells, trial};

    #[test]
    fn a_note_explains_unknown_measures() {
        let cells = cells(&[trial("a", "i", 10)], &[], &[]);
        let cells: Vec<&Cell> = cells.iter().collect();
        let table = |measures| table("x", "x", &cells, measures, &InstanceMeasures::default());
        let found = table(&[Measure::Blanks]).unwrap();
        assert_eq!(
            (found.texts(), found.notes),
            (vec![vec!["i".to_string(), "–".to_string()]], vec![UNKNOWN.to_string()])
        );
        assert!(table(&[]).is_none());
    }
}
