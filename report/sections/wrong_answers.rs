//! Wrong answers: the first section.

use super::failures::trial_list;
use crate::section::{Content, ReportSection, Section};

pub(super) const SECTION: ReportSection = ReportSection {
    show: |input| {
        let trials = trial_list("wrong", "Trials with a wrong answer", &input.record().trials.wrong);
        Section::of("wrong", "Wrong answers", Content::tables(trials))
    },
    ..ReportSection::EMPTY
};
