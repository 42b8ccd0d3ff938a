//! Wrong answers and disagreements: the first section.

use super::failures::trial_list;
use crate::section::{Content, Entry, Facts, MAX_LISTED, Section, omitted_note};
use crate::table::{Table, Text, Tone};

pub(super) const ENTRY: Entry = Entry {
    show: |facts| {
        let tables = contradictions(facts);
        Section::of("wrong", "Wrong answers and disagreements", Content::tables(tables))
    },
    ..Entry::EMPTY
};

/// The tables of wrong answers and of answers that contradict each other.
fn contradictions(facts: &Facts<'_>) -> Vec<Table> {
    let mut tables = Vec::new();
    tables.extend(trial_list("wrong", "Wrong answers", &facts.record().trials.wrong));
    let disagreements = &facts.record().trials.disagreements;
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
