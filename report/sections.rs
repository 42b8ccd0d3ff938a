//! The sections of a report: one file each, listed here in the order of the page.
//!
//! To add one, write `report/sections/mine.rs` with a [`ReportSection`], or with a [`CorpusSection`] if it has content for each
//! corpus, and add two lines here: its `mod` and its place in a list. Every format then shows it whenever it has content.

use super::section::{Content, Corpus, CorpusSection, ReportSection, SMALL_CORPUS, Section, SectionInput};

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
pub(super) static SECTIONS: &[ReportSection] = &[
    wrong_answers::SECTION,
    published::SECTION,
    claims::SECTION,
    machines::SECTION,
    SIDE_BY_SIDE,
    sizes::SECTION,
    CORPUS_BY_CORPUS,
    small_corpora::SECTION,
    pairs::SECTION,
    failures::SECTION,
];

/// The contents of each corpus's section and of the one with corpora side by side, in order.
pub(super) static CORPUS_SECTIONS: &[CorpusSection] = &[
    side_by_side::CORPUS_SECTION,
    strategies::CORPUS_SECTION,
    inference::CORPUS_SECTION,
    portfolio::CORPUS_SECTION,
    relative::CORPUS_SECTION,
    growth::CORPUS_SECTION,
    sweep::CORPUS_SECTION,
    guesses::CORPUS_SECTION,
    spread::CORPUS_SECTION,
    spread_within::CORPUS_SECTION,
    measures::CORPUS_SECTION,
    difficulty::CORPUS_SECTION,
];

const SIDE_BY_SIDE: ReportSection = ReportSection {
    show: |input| {
        let mut content = Content::EMPTY;
        CORPUS_SECTIONS.iter().for_each(|section| content.extend((section.across)(input)));
        Section::of("across", "Corpora side by side", content.with_note(input.sample_note().as_deref()))
    },
    ..ReportSection::EMPTY
};

const CORPUS_BY_CORPUS: ReportSection = ReportSection {
    show: |input| {
        let section = |corpus: &Corpus<'_>| {
            let mut content = Content::EMPTY;
            CORPUS_SECTIONS.iter().for_each(|section| content.extend((section.corpus)(input, corpus)));
            let content = content.with_note(corpus.sample_note().as_deref());
            Section::of(&corpus.id, &format!("Corpus {}", corpus.name), content)
        };
        let large = input.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
        large.flat_map(section).collect()
    },
    ..ReportSection::EMPTY
};

/// The sections with content, in order.
pub(super) fn all(input: &SectionInput<'_>) -> Vec<Section> {
    SECTIONS.iter().flat_map(|section| (section.show)(input)).collect()
}

/// The measures of trials that some section needs besides time and nodes.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let of_report = SECTIONS.iter().flat_map(|section| section.columns);
    of_report.chain(CORPUS_SECTIONS.iter().flat_map(|section| section.columns)).copied()
}
