//! The sections of a report: one file each, listed here in the order of the page.
//!
//! To add one, write `report/sections/mine.rs` with a function `section`, `corpus` (content for each corpus) or `across`
//! (corpora side by side). Add two lines here: its `mod` and its place in a list; and the measures that it needs to
//! [`COLUMNS`]. Every format then shows it whenever it has content.

use super::section::{Content, CorpusResults, SMALL_CORPUS, Section, SectionInput};

mod claims;
mod difficulty;
mod failures;
pub(super) mod growth;
mod guesses;
mod machines;
mod measures;
pub(super) mod pairs;
mod portfolio;
mod published;
mod relative;
mod scatter_plots;
mod seed_spread;
mod side_by_side;
mod sizes;
mod small_corpora;
mod spread;
pub(super) mod strategies;
pub(super) mod sweep;

pub(super) use claims::{outcome_word, summary};
pub(super) use published::agreement;

/// The sections, in order. One without content is not shown; some show one section per corpus.
pub(super) const SECTIONS: &[fn(&SectionInput<'_>) -> Vec<Section>] = &[
    failures::wrong_answers,
    published::section,
    claims::section,
    machines::section,
    corpora_side_by_side,
    sizes::section,
    corpus_by_corpus,
    small_corpora::section,
    scatter_plots::section,
    failures::section,
];

/// The contents of the section with corpora side by side, in order.
pub(super) const SIDE_BY_SIDE: &[fn(&SectionInput<'_>) -> Content] =
    &[side_by_side::across, relative::across, sweep::across];

/// The contents of the section of each corpus of at least [`SMALL_CORPUS`] instances, in order.
pub(super) const CORPUS_BY_CORPUS: &[fn(&SectionInput<'_>, &CorpusResults<'_>) -> Content] = &[
    strategies::corpus,
    pairs::corpus,
    portfolio::corpus,
    relative::corpus,
    growth::corpus,
    sweep::corpus,
    guesses::corpus,
    spread::corpus,
    seed_spread::corpus,
    measures::corpus,
    difficulty::corpus,
];

/// The measures of trials that sections need besides time and nodes. A report keeps only these, and those of claims and
/// published tables.
pub(super) const COLUMNS: [&str; 4] = ["guesses", "encode_ns", "conflicts", "propagations"];

fn corpora_side_by_side(input: &SectionInput<'_>) -> Vec<Section> {
    let content = Content::join(SIDE_BY_SIDE.iter().map(|content| content(input)));
    Section::of("across", "Corpora side by side", content.with_note(input.sample_note().as_deref()))
}

fn corpus_by_corpus(input: &SectionInput<'_>) -> Vec<Section> {
    let section = |corpus: &CorpusResults<'_>| {
        let content = Content::join(CORPUS_BY_CORPUS.iter().map(|content| content(input, corpus)));
        let content = content.with_note(corpus.sample_note().as_deref());
        Section::of(&corpus.id, &format!("Corpus {}", corpus.name), content)
    };
    let large = input.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
    large.flat_map(section).collect()
}

/// The sections with content, in order.
pub(super) fn all(input: &SectionInput<'_>) -> Vec<Section> {
    SECTIONS.iter().flat_map(|section| section(input)).collect()
}
