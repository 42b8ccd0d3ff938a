//! Whether difficulty predicts effort: measures of an instance's difficulty against the nodes of each strategy. Shown if an
//! experiment requests such measures.

use crate::group::{by_key, distinct};
use crate::plot::{self, ByDifficulty, Plot};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text};
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{InstanceMeasures, spearman};

const DIFFICULTY: &str = "Each point is the median over the instances with that value of the measure, at least five; \
                          searches that met a limit are left out. Nodes of two strategies do not compare.";

/// Pairs of a measure and the nodes of each finished search.
fn by_difficulty(measure: Measure, corpus: &CorpusResults<'_>, measured: &InstanceMeasures) -> ByDifficulty {
    let ended = corpus.results.iter().filter(|result| result.finished() && result.isomorph == 0);
    let pairs = ended.filter_map(|result| {
        let value = measured.get(&corpus.name, &result.instance, "", measure)?;
        Some((result.strategy.to_string(), (value, result.nodes?)))
    });
    ByDifficulty { measure, strategies: by_key(pairs) }
}

/// The table and the plots of a corpus.
pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let asked = input.instance_measures(Measure::is_of_difficulty);
    let measured = input.record.measured();
    let quantities = asked.map(|measure| by_difficulty(measure, corpus, measured));
    let quantities: Vec<ByDifficulty> = quantities.filter(|q| !q.strategies.is_empty()).collect();
    let plot = |quantity: &ByDifficulty| {
        let picture = plot::difficulty(&corpus.name, quantity, &input.styles);
        Plot::new(format!("difficulty-{}-{}", quantity.measure.word(), corpus.id), DIFFICULTY, picture)
    };
    let plots = quantities.iter().map(plot).collect();
    let table = (!quantities.is_empty()).then(|| table(corpus, &quantities));
    Content { plots, ..Content::tables(table) }
}

/// Spearman's rank correlation of each measure with the nodes of each strategy.
fn table(corpus: &CorpusResults<'_>, quantities: &[ByDifficulty]) -> Table {
    let title =
        format!("Does difficulty predict nodes? Rank correlation over the instances of {}", corpus.name);
    let names = quantities.iter().flat_map(|quantity| quantity.strategies.iter().map(|(name, _)| name));
    let names = distinct(names);
    let mut table = TableOf::new(format!("difficulty-{}", corpus.id), title, &names)
        .left("strategy", |name| Text::plain(*name));
    let signed = |rho: f64| format!("{}{:.2}", if rho < 0.0 { "\u{2212}" } else { "" }, rho.abs());
    for quantity in quantities {
        table = table.right(quantity.measure.title(), |name| {
            let own = quantity.strategies.iter().find(|(other, _)| other == *name);
            Text::quantity(own.and_then(|(_, pairs)| spearman(pairs)), "", signed)
        });
    }
    let mut table = table.done();
    let fewest = quantities.iter().flat_map(|q| q.strategies.iter().map(|(_, pairs)| pairs.len())).min();
    let note = format!(
        "Spearman's rank correlation between the measure and the nodes of completed searches, over at least {} instances \
         each: 1 if nodes always rise with the measure, 0 if the two are unrelated.",
        fewest.unwrap_or(0)
    );
    table.notes.push(note);
    table
}
