//! The sections of a report: one file each, listed here in the order of the page.
//!
//! To add one, write `report/sections/mine.rs` with an [`Entry`], or with a [`Part`] if it says something of each
//! corpus, and add two lines here: its `mod` and its place in a list. The page with its table of contents, `table.md`,
//! the terminal, LaTeX and CSV then show it wherever it has something to say.

use super::section::{Content, Corpus, Entry, Facts, Part, SMALL_CORPUS, Section};

mod across;
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
mod sizes;
mod small;
mod spread;
pub(super) mod strategies;
pub(super) mod sweep;
mod within;
mod wrong;

pub(super) use claims::{outcome_word, summary};
pub(super) use published::agreement;

/// Every section.
pub(super) static SECTIONS: &[Entry] = &[
    wrong::ENTRY,
    published::ENTRY,
    claims::ENTRY,
    machines::ENTRY,
    SIDE_BY_SIDE,
    sizes::ENTRY,
    CORPUS_BY_CORPUS,
    small::ENTRY,
    pairs::ENTRY,
    failures::ENTRY,
];

/// The parts of each corpus's section, and of the one with corpora side by side.
pub(super) static PARTS: &[Part] = &[
    across::PART,
    strategies::PART,
    inference::PART,
    portfolio::PART,
    relative::PART,
    growth::PART,
    sweep::PART,
    guesses::PART,
    spread::PART,
    within::PART,
    measures::PART,
    difficulty::PART,
];

/// The beginning of every id.
const EVERY: &[&str] = &[""];

const SIDE_BY_SIDE: Entry = Entry {
    show: |facts| {
        let mut content = Content::EMPTY;
        parts(facts).for_each(|part| content.extend((part.across)(facts)));
        Section::of("across", "Corpora side by side", content.noted(facts.sampled().as_deref()))
    },
    tables: EVERY,
    ..Entry::EMPTY
};

const CORPUS_BY_CORPUS: Entry = Entry {
    show: |facts| {
        let section = |corpus: &Corpus<'_>| {
            let mut content = Content::EMPTY;
            parts(facts).for_each(|part| content.extend((part.corpus)(facts, corpus)));
            let content = content.noted(corpus.sampled().as_deref());
            Section::of(&corpus.id, &format!("Corpus {}", corpus.name), content)
        };
        let large = facts.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
        large.filter(|corpus| facts.wants_corpus(corpus)).flat_map(section).collect()
    },
    tables: EVERY,
    ..Entry::EMPTY
};

/// The parts that are needed.
fn parts<'a>(facts: &'a Facts<'_>) -> impl Iterator<Item = &'static Part> + 'a {
    PARTS.iter().filter(|part| facts.wants(part.tables))
}

/// The sections that are not empty, in order.
pub(super) fn all(facts: &Facts<'_>) -> Vec<Section> {
    SECTIONS.iter().filter(|entry| facts.wants(entry.tables)).flat_map(|entry| (entry.show)(facts)).collect()
}

/// The measures of trials that sections read beside time and nodes.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let of_entries = SECTIONS.iter().flat_map(|entry| entry.columns);
    of_entries.chain(PARTS.iter().flat_map(|part| part.columns)).copied()
}

/// The prefixes of the plots' file names.
pub(super) fn plot_prefixes() -> impl Iterator<Item = &'static str> {
    let of_entries = SECTIONS.iter().flat_map(|entry| entry.plots);
    of_entries.chain(PARTS.iter().flat_map(|part| part.plots)).copied()
}
