//! The section that small corpora share.

use super::{seed_spread, strategies};
use crate::section::{Content, CorpusResults, SMALL_CORPUS, Section, SectionInput};
use coverlab_bench::statistics::InstanceResult;

pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let small: Vec<&CorpusResults<'_>> =
        input.corpora.iter().filter(|corpus| corpus.instances() < SMALL_CORPUS).collect();
    let pooled: Vec<&InstanceResult> =
        small.iter().flat_map(|corpus| corpus.results.iter().copied()).collect();
    let (id, title, name) = match &small[..] {
        [] => return Vec::new(),
        [only] => (only.id.as_str(), format!("Corpus {}", only.name), only.name.as_str()),
        _ => ("small", "Small corpora".to_string(), "the small corpora"),
    };
    let mut tables: Vec<_> = small.iter().map(|corpus| strategies::score_table(corpus)).collect();
    tables.extend(strategies::instances(id, "", &pooled));
    let mut plots = Vec::new();
    if input.has_one_processor() {
        plots.push(strategies::plot(name, &pooled, &input.styles));
        plots.extend(seed_spread::plot(name, &pooled, &input.styles));
    }
    Section::of(id, &title, Content { tables, plots })
}
