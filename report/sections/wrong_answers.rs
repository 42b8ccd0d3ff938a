//! Wrong answers and disagreements: the first section.

use super::failures::trial_list;
use crate::section::{Content, MAX_LISTED, ReportSection, Section, SectionInput, omitted_note};
use crate::table::{Table, Text, Tone};

pub(super) const SECTION: ReportSection = ReportSection {
    show: |input| {
        let tables = contradictions(input);
        Section::of("wrong", "Wrong answers and disagreements", Content::tables(tables))
    },
    ..ReportSection::EMPTY
};

/// The tables of wrong answers and of answers that contradict each other.
fn contradictions(input: &SectionInput<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
    tables.extend(trial_list("wrong", "Wrong answers", &input.record().trials.wrong));
    let disagreements = &input.record().trials.disagreements;
    if disagreements.count() > 0 {
        let mut table = Table::new("disagreements", "Answers that cannot all be right")
            .left(["corpus", "instance", "claims"]);
        for found in disagreements.first().iter().take(MAX_LISTED) {
            let claims = Text::toned(&found.claims, Tone::Bad);
            let instance = Text::plain(&found.instance).with_instance(&found.corpus, &found.instance);
            table.rows.push(vec![Text::plain(&found.corpus), instance, claims]);
        }
        table.notes.extend(omitted_note(disagreements.count(), MAX_LISTED));
        tables.push(table);
    }
    tables
}
