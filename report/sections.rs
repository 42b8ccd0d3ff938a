//! The sections of a report: one file each, listed here in the order of the page.
//!
//! To add one, write `report/sections/mine.rs` with an [`Entry`], or with a [`Subsection`] if it has content for each corpus,
//! and add two lines here: its `mod` and its place in a list. Every format then shows it whenever it has content.

use super::section::{Content, Corpus, Entry, Facts, SMALL_CORPUS, Section, Subsection};

mod claims;
mod difficulty;
mod failures;
pub(super) mod growth;
mod guesses;
pub(super) mod inference;
mod machines;
mod measures;
mod pairs;
mod portfolio;
mod published;
mod relative;
mod side_by_side;
mod sizes;
mod small_corpora;
mod spread;
mod spread_within;
pub(super) mod strategies;
pub(super) mod sweep;
mod wrong_answers;

pub(super) use claims::{outcome_word, summary};
pub(super) use published::agreement;

/// The sections, in order.
pub(super) static SECTIONS: &[Entry] = &[
    wrong_answers::ENTRY,
    published::ENTRY,
    claims::ENTRY,
    machines::ENTRY,
    SIDE_BY_SIDE_ENTRY,
    sizes::ENTRY,
    CORPUS_BY_CORPUS_ENTRY,
    small_corpora::ENTRY,
    pairs::ENTRY,
    failures::ENTRY,
];

/// The contents of each corpus's section and of the one with corpora side by side, in order.
pub(super) static SUBSECTIONS: &[Subsection] = &[
    side_by_side::SUBSECTION,
    strategies::SUBSECTION,
    inference::SUBSECTION,
    portfolio::SUBSECTION,
    relative::SUBSECTION,
    growth::SUBSECTION,
    sweep::SUBSECTION,
    guesses::SUBSECTION,
    spread::SUBSECTION,
    spread_within::SUBSECTION,
    measures::SUBSECTION,
    difficulty::SUBSECTION,
];

const SIDE_BY_SIDE_ENTRY: Entry = Entry {
    show: |facts| {
        let mut content = Content::EMPTY;
        SUBSECTIONS.iter().for_each(|subsection| content.extend((subsection.across)(facts)));
        Section::of("across", "Corpora side by side", content.with_note(facts.sample_note().as_deref()))
    },
    ..Entry::EMPTY
};

const CORPUS_BY_CORPUS_ENTRY: Entry = Entry {
    show: |facts| {
        let section = |corpus: &Corpus<'_>| {
            let mut content = Content::EMPTY;
            SUBSECTIONS.iter().for_each(|subsection| content.extend((subsection.corpus)(facts, corpus)));
            let content = content.with_note(corpus.sample_note().as_deref());
            Section::of(&corpus.id, &format!("Corpus {}", corpus.name), content)
        };
        let large = facts.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
        large.flat_map(section).collect()
    },
    ..Entry::EMPTY
};

/// The sections with content, in order.
pub(super) fn all(facts: &Facts<'_>) -> Vec<Section> {
    SECTIONS.iter().flat_map(|entry| (entry.show)(facts)).collect()
}

/// The measures of trials that some section needs beside time and nodes.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let of_entries = SECTIONS.iter().flat_map(|entry| entry.columns);
    of_entries.chain(SUBSECTIONS.iter().flat_map(|subsection| subsection.columns)).copied()
}
