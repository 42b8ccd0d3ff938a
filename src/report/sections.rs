//! The sections of a report: one file each, listed here in the order of the page.
//!
//! To add one, write `src/report/sections/mine.rs` with an [`Entry`], or with a [`Part`] if it says something of each
//! corpus, and add two lines here: its `mod` and its place in a list. The page with its table of contents, `table.md`,
//! the terminal, LaTeX and CSV then show it wherever it has something to say.

use super::section::{Content, Corpus, Entry, Facts, Part, Section};

mod across;
mod claims;
mod difficulty;
mod failures;
mod growth;
mod guesses;
mod measures;
mod pairs;
mod relative;
mod sizes;
mod small;
mod spread;
pub(super) mod strategies;
mod sweep;
mod wrong;

pub(super) use claims::{agreement, summary};

/// Every section.
static SECTIONS: &[Entry] = &[
    wrong::ENTRY,
    claims::PUBLISHED,
    claims::CHECKS,
    SIDE_BY_SIDE,
    sizes::ENTRY,
    CORPUS_BY_CORPUS,
    small::ENTRY,
    pairs::ENTRY,
    failures::ENTRY,
];

/// What is said of each corpus, and of corpora side by side.
static PARTS: &[Part] = &[
    across::PART,
    strategies::PART,
    relative::PART,
    growth::PART,
    sweep::PART,
    guesses::PART,
    spread::PART,
    measures::PART,
    difficulty::PART,
];

/// Corpora with fewer instances than this share their plots: a distribution needs values.
const FEW: usize = 3;

const SIDE_BY_SIDE: Entry = Entry {
    columns: &[],
    plots: &[],
    show: |facts| {
        let mut content = Content::EMPTY;
        PARTS.iter().for_each(|part| content.extend((part.across)(facts)));
        Section::of("across", "Corpora side by side", content)
    },
};

const CORPUS_BY_CORPUS: Entry = Entry {
    columns: &[],
    plots: &[],
    show: |facts| {
        let section = |corpus: &Corpus<'_>| {
            let mut content = Content::EMPTY;
            PARTS.iter().for_each(|part| content.extend((part.corpus)(facts, corpus)));
            Section::of(&corpus.id, &format!("Corpus {}", corpus.name), content)
        };
        facts.corpora.iter().filter(|corpus| corpus.instances() >= FEW).flat_map(section).collect()
    },
};

/// The sections that have something to say, in order.
pub(super) fn all(facts: &Facts<'_>) -> Vec<Section> {
    SECTIONS.iter().flat_map(|entry| (entry.show)(facts)).collect()
}

/// The measures of trials that sections read beside time and nodes.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let of_entries = SECTIONS.iter().flat_map(|entry| entry.columns);
    of_entries.chain(PARTS.iter().flat_map(|part| part.columns)).copied()
}

/// How the names of plots' files begin.
pub(super) fn plot_prefixes() -> impl Iterator<Item = &'static str> {
    let of_entries = SECTIONS.iter().flat_map(|entry| entry.plots);
    of_entries.chain(PARTS.iter().flat_map(|part| part.plots)).copied()
}
