//! Whether difficulty predicts effort: measures of an instance's difficulty against the nodes of each strategy. Shown if an
//! experiment requests such measures.

use crate::group::{by_key, distinct};
use crate::plot::{self, ByDifficulty, Plot};
use crate::section::{Content, Corpus, SectionInput};
use crate::table::{Table, Text};
use coverlab_bench::measure::Measure;
use coverlab_bench::statistics::{Cell, InstanceMeasures, spearman};

const DIFFICULTY: &str = "Each point is the median over the instances with that value of the measure, at least five; \
                          searches that met a limit are left out. Nodes of two strategies do not compare.";

/// Pairs of a measure and the nodes of each finished search.
fn by_difficulty(
    measure: Measure,
    corpus: &str,
    cells: &[&Cell],
    measured: &InstanceMeasures,
) -> ByDifficulty {
    let ended = cells.iter().filter(|cell| cell.finished() && cell.isomorph == 0);
    let pairs = ended.filter_map(|cell| {
        let value = measured.get(corpus, &cell.instance, "", measure)?;
        Some((cell.strategy.to_string(), (value, cell.nodes?)))
    });
    ByDifficulty { measure, strategies: by_key(pairs) }
}

/// The table and the plots of a corpus.
pub(super) fn corpus(input: &SectionInput<'_>, corpus: &Corpus<'_>) -> Content {
    let asked = input.measures().iter().copied().filter(|measure| measure.is_of_difficulty());
    let measured = input.record.measured();
    let quantities = asked.map(|measure| by_difficulty(measure, &corpus.name, &corpus.cells, measured));
    let quantities: Vec<ByDifficulty> = quantities.filter(|q| !q.strategies.is_empty()).collect();
    let plot = |quantity: &ByDifficulty| {
        let picture = plot::difficulty(&corpus.name, quantity, &input.styles);
        Plot::new(&format!("difficulty-{}-{}", quantity.measure.word(), corpus.id), DIFFICULTY, picture)
    };
    let plots = quantities.iter().map(plot).collect();
    let table = (!quantities.is_empty()).then(|| table(&corpus.id, &corpus.name, &quantities));
    Content { plots, ..Content::tables(table) }
}

/// Spearman's rank correlation of each measure with the nodes of each strategy.
fn table(id: &str, corpus: &str, quantities: &[ByDifficulty]) -> Table {
    let title = format!("Does difficulty predict nodes? Rank correlation over the instances of {corpus}");
    let titles = quantities.iter().map(|quantity| quantity.measure.title());
    let mut table = Table::new(format!("difficulty-{id}"), title).left(["strategy"]).right(titles);
    let names = quantities.iter().flat_map(|quantity| quantity.strategies.iter().map(|(name, _)| name));
    for name in distinct(names) {
        let of = |quantity: &ByDifficulty| {
            let (_, pairs) = quantity.strategies.iter().find(|(other, _)| other == name)?;
            spearman(pairs)
        };
        let signed = |rho: f64| format!("{}{:.2}", if rho < 0.0 { "\u{2212}" } else { "" }, rho.abs());
        let figures = quantities.iter().map(|quantity| Text::quantity(of(quantity), "", signed));
        table.row(name, figures);
    }
    let fewest = quantities.iter().flat_map(|q| q.strategies.iter().map(|(_, pairs)| pairs.len())).min();
    let note = format!(
        "Spearman's rank correlation between the measure and the nodes of completed searches, over at least {} instances \
         each: 1 if nodes always rise with the measure, 0 if the two are unrelated.",
        fewest.unwrap_or(0)
    );
    table.notes.push(note);
    table
}
