//! The measures of instances that the experiment requests, which need no search.

use crate::section::{Content, CorpusResults, MAX_LISTED, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::quantity;
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::statistics::MeasuredInstances;

pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    Content::tables(table(corpus, &input.record.experiment.instance_measures, input.record.measured()))
}

/// The note on missing measures.
const UNKNOWN: &str = "–: unknown. Measures are known for families and built-in corpora, not for files. Measures of difficulty need a \
     puzzle with exactly one solution.";

/// The requested measures of each instance; `None` if there are none.
fn table(
    corpus: &CorpusResults<'_>,
    measures: &[InstanceMeasure],
    measured: &MeasuredInstances,
) -> Option<Table> {
    let CorpusResults { id, name: corpus, results, .. } = corpus;
    let are_formulas = results.first().is_some_and(|result| measured.is_formula(result));
    let is_shown = |measure: &InstanceMeasure| are_formulas || !measure.is_of_formula();
    let measures: Vec<InstanceMeasure> = measures.iter().copied().filter(is_shown).collect();
    let title = format!("The instances of {corpus} before any search");
    let mut instances = results.clone();
    instances.dedup_by_key(|result| result.number);
    let mut table = TableOf::new(format!("instances-{id}"), title, &instances)
        .left("instance", |result| Text::plain(&*result.instance));
    for &measure in &measures {
        table = table.right(measure.title(), |result| {
            Text::quantity(measured.get(result, measure), "", |value| quantity(value, ""))
        });
    }
    let mut table = table.done();
    table.show_at_most(MAX_LISTED);
    table.note_if(table.rows.iter().any(|row| row.contains(&Text::missing())), UNKNOWN);
    (!measures.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::super::{difficulty, sizes};
    use super::*;
    use crate::record::Record;
    use coverlab_bench::statistics::fixtures::trial;
    use std::path::Path;

    /// Results on several processors have corpora named after them.
    #[test]
    fn measures_do_not_depend_on_the_processor() {
        let texts = |record: &Record| {
            let input = SectionInput::of(record);
            let by_size = sizes::section(&input).into_iter().flat_map(|section| section.tables);
            let contents =
                input.corpora.iter().flat_map(|one| [corpus(&input, one), difficulty::corpus(&input, one)]);
            by_size
                .chain(contents.flat_map(|content| content.tables))
                .map(|table| table.texts())
                .collect::<Vec<_>>()
        };
        for name in ["chen-2010", "difficulty"] {
            let mut record = crate::load(&Path::new("../results").join(name)).unwrap();
            let of_one = texts(&record);
            for result in &mut record.trials.results {
                result.group = format!("{} on a processor", result.corpus).into();
            }
            assert_eq!((of_one.len() > 1, texts(&record)), (true, of_one), "{name}");
        }
    }

    #[test]
    fn a_note_explains_unknown_measures() {
        let corpus = CorpusResults::of_trials(&[trial("a", "i", 10)]);
        let table = |measures| table(&corpus, measures, &MeasuredInstances::default());
        let found = table(&[InstanceMeasure::Blanks]).unwrap();
        assert_eq!(
            (found.texts(), found.notes),
            (vec![vec!["i".to_string(), "–".to_string()]], vec![UNKNOWN.to_string()])
        );
        assert!(table(&[]).is_none());
    }
}
