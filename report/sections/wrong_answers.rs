//! Wrong answers: the first section.

use super::failures::trial_list;
use crate::section::{Content, Section, SectionInput};

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let trials = trial_list("wrong", "Trials with a wrong answer", &input.record.trials.wrong);
    Section::of("wrong", "Wrong answers", Content::tables(trials))
}
