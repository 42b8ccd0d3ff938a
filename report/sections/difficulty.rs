//! Whether difficulty predicts effort: measures of an instance's difficulty against the nodes of each strategy. Shown if an
//! experiment requests such measures.

use crate::group::{by_key, distinct, strategies};
use crate::plot::{self, ByDifficulty, Plot};
use crate::section::{Content, CorpusResults, SectionInput};
use crate::table::{Table, TableOf, Text};
use crate::units::integer;
use coverlab_bench::instance_measure::InstanceMeasure;
use coverlab_bench::statistics::{MeasuredInstances, spearman};

const DIFFICULTY: &str = "Each point is the median over the puzzles with that value of the measure, at least five; \
                          searches without an answer are left out. Nodes of two strategies do not compare.";
/// The minimum number of puzzles for a correlation.
const MIN_PUZZLES: usize = 10;

/// Pairs of a measure and the nodes of each answered puzzle.
fn by_difficulty(
    measure: InstanceMeasure,
    corpus: &CorpusResults<'_>,
    measured: &MeasuredInstances,
) -> ByDifficulty {
    let answered = corpus.results.iter().filter(|result| result.solved());
    let pairs = answered.filter_map(|result| {
        let value = measured.get(result, measure)?;
        Some((result.strategy.to_string(), (value, result.nodes?)))
    });
    ByDifficulty { measure, strategies: by_key(pairs) }
}

/// The table and the plots of a corpus.
pub(super) fn corpus(input: &SectionInput<'_>, corpus: &CorpusResults<'_>) -> Content {
    let asked = input.instance_measures(InstanceMeasure::is_of_difficulty);
    let measured = input.record.measured();
    let quantities = asked.map(|measure| by_difficulty(measure, corpus, measured));
    let quantities: Vec<ByDifficulty> = quantities.filter(|q| !q.strategies.is_empty()).collect();
    let plot = |quantity: &ByDifficulty| {
        let picture = plot::difficulty(&corpus.name, quantity, &input.styles);
        let id = format!("difficulty-{}-{}", quantity.measure.name(), corpus.id);
        Plot::new(id, DIFFICULTY.to_string(), picture)
    };
    let plots = quantities.iter().filter(|quantity| quantity.has_medians()).map(plot).collect();
    let table = (!quantities.is_empty()).then(|| table(corpus, &quantities));
    Content { plots, ..Content::tables(table) }
}

/// Spearman's rank correlation of each measure with the nodes of each strategy.
fn table(corpus: &CorpusResults<'_>, quantities: &[ByDifficulty]) -> Table {
    let title =
        format!("Does difficulty predict nodes? Rank correlation over the puzzles of {}", corpus.name);
    let is_shown =
        |name: &&str| quantities.iter().any(|q| q.strategies.iter().any(|(known, _)| known == name));
    let names: Vec<&str> = strategies(corpus.results.iter().copied()).into_iter().filter(is_shown).collect();
    let pairs = |quantity: &'_ ByDifficulty, name: &str| -> Vec<(f64, f64)> {
        let own = quantity.strategies.iter().find(|(other, _)| other == name);
        own.map_or_else(Vec::new, |(_, pairs)| pairs.clone())
    };
    let mut table = TableOf::new(format!("difficulty-{}", corpus.id), title, &names)
        .left("strategy", |name| Text::plain(*name))
        .right("puzzles", |name| {
            let counts = distinct(quantities.iter().map(|quantity| pairs(quantity, name).len()));
            Text::plain(counts.into_iter().map(|count| integer(count as f64)).collect::<Vec<_>>().join(" · "))
        });
    let signed = |rho: f64| format!("{}{:.2}", if rho < 0.0 { "\u{2212}" } else { "" }, rho.abs());
    for quantity in quantities {
        table = table.right(quantity.measure.title(), |name| {
            let pairs = pairs(quantity, name);
            Text::quantity(spearman(&pairs).filter(|_| pairs.len() >= MIN_PUZZLES), "", signed)
        });
    }
    let mut table = table.done();
    table.notes.push(format!(
        "Spearman's rank correlation between the measure and the nodes of the answered puzzles, at least {MIN_PUZZLES}: 1 if nodes \
         always rise with the measure, 0 if the two are unrelated."
    ));
    table.note_if(
        table.rows.iter().any(|row| row[1].text.contains('·')),
        "Puzzles: 11 · 9 means that some figures of the row are over 11 answered puzzles, and others over 9.",
    );
    table.note_if(
        corpus.results.iter().any(|result| {
            names.contains(&&*result.strategy)
                && (!result.solved() || result.nodes.is_none())
        }),
        "Puzzles without an answer or a number of nodes are missing, often the hard ones, so rows over different puzzles do not \
         compare.",
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::record::{Status, Trial};
    use coverlab_bench::statistics::fixtures::trial;

    #[test]
    fn a_correlation_has_its_number_of_answered_puzzles_and_needs_enough() {
        let answered =
            |strategy: &str, k: u64| Trial { nodes: Some(k), ..trial(strategy, &format!("i{k}"), 1) };
        let mut trials: Vec<Trial> =
            (1..=12).flat_map(|k| ["a", "b"].map(|strategy| answered(strategy, k))).collect();
        trials
            .iter_mut()
            .skip(18)
            .filter(|trial| trial.strategy == "b")
            .for_each(|trial| trial.status = Status::Stuck);
        trials[0].status = Status::NodeLimit;
        let corpus = CorpusResults::of_trials(&trials);
        // Every measure of this kind is known without the puzzle.
        let quantity = by_difficulty(InstanceMeasure::Instances, &corpus, &MeasuredInstances::default());
        let counts = quantity.strategies.iter().map(|(_, pairs)| pairs.len()).collect::<Vec<_>>();
        assert_eq!(counts, [9, 11]);
        let rising = |(name, pairs): (String, Vec<(f64, f64)>)| {
            (name, pairs.into_iter().map(|(_, n)| (n, n)).collect())
        };
        let strategies: Vec<_> = quantity.strategies.into_iter().map(rising).collect();
        let backdoor = || ByDifficulty { measure: InstanceMeasure::Backdoor, strategies: strategies.clone() };
        let found = table(&corpus, &[backdoor()]);
        assert_eq!(found.texts(), [["a", "11", "1.00"], ["b", "9", "–"]], "in the order of the experiment");
        assert_eq!(found.notes.len(), 2);
        let mut depth = ByDifficulty { measure: InstanceMeasure::Depth, ..backdoor() };
        depth.strategies[0].1.pop();
        let found = table(&corpus, &[backdoor(), depth]);
        assert_eq!((&*found.texts()[0][1], &*found.texts()[1][1]), ("11", "9 · 8"));
        assert!(found.notes[1].starts_with("Puzzles: 11 · 9 means"), "{:?}", found.notes);
    }
}
