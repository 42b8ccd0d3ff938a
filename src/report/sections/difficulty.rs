//! Whether difficulty predicts effort: measures of how hard an instance is beside the nodes that each strategy
//! takes for it. Shown where an experiment asks for such measures.

use super::plot::{self, Plot};
use super::table::{Align, Table, Text};
use crate::measure::Measure;
use crate::statistics::{Cell, Measured, median, spearman};
use std::collections::BTreeMap;

/// The fewest instances with a value of a measure whose median is drawn.
const FEWEST: usize = 5;

/// The nodes of each strategy by a measure of difficulty.
pub(super) struct ByDifficulty {
    /// The measure.
    pub(super) measure: Measure,
    /// For each strategy, in the order of the experiment, pairs of the measure and nodes.
    pub(super) strategies: Vec<(String, Vec<(f64, f64)>)>,
}

impl ByDifficulty {
    /// Of the searches among `cells` that came to their end.
    fn of(measure: Measure, corpus: &str, cells: &[&Cell], measured: &Measured) -> ByDifficulty {
        let mut strategies: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.finished() && cell.isomorph == 0) {
            let value = measured.get(corpus, &cell.instance, "", measure);
            let Some(pair) = value.zip(cell.nodes) else { continue };
            match strategies.iter_mut().find(|(name, _)| *name == *cell.strategy) {
                Some((_, pairs)) => pairs.push(pair),
                None => strategies.push((cell.strategy.to_string(), vec![pair])),
            }
        }
        ByDifficulty { measure, strategies }
    }

    /// The median nodes at each value of the measure that enough instances have.
    pub(super) fn medians(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
        // No measure is negative, so that the order of the bits is that of the values.
        let mut groups: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        pairs.iter().for_each(|(value, nodes)| groups.entry(value.to_bits()).or_default().push(*nodes));
        let large = groups.into_iter().filter(|(_, nodes)| nodes.len() >= FEWEST);
        large.filter_map(|(bits, mut nodes)| Some((f64::from_bits(bits), median(&mut nodes)?))).collect()
    }
}

/// The table and the plots of a corpus.
pub(super) fn section(
    id: &str,
    corpus: &str,
    cells: &[&Cell],
    measures: &[Measure],
    measured: &Measured,
    series: &plot::Series,
) -> (Option<Table>, Vec<Plot>) {
    let asked = measures.iter().copied().filter(|measure| measure.of_difficulty());
    let quantities: Vec<ByDifficulty> =
        asked.map(|measure| ByDifficulty::of(measure, corpus, cells, measured)).collect();
    let quantities: Vec<ByDifficulty> = quantities.into_iter().filter(|q| !q.strategies.is_empty()).collect();
    let plots = quantities.iter().map(|quantity| plot::of_difficulty(corpus, quantity, series)).collect();
    ((!quantities.is_empty()).then(|| table(id, corpus, &quantities)), plots)
}

/// The rank correlation of each measure with the nodes of each strategy.
fn table(id: &str, corpus: &str, quantities: &[ByDifficulty]) -> Table {
    let title = format!("Does difficulty predict nodes? Rank correlation over the instances of {corpus}");
    let mut table = Table::new(format!("difficulty-{id}"), title, &[("strategy", Align::Left)]);
    let titles = quantities.iter().map(|quantity| (quantity.measure.title().to_string(), Align::Right));
    table.columns.extend(titles);
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in quantities.iter().flat_map(|quantity| &quantity.strategies) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let of = |quantity: &ByDifficulty| {
            let (_, pairs) = quantity.strategies.iter().find(|(other, _)| other == name)?;
            spearman(pairs)
        };
        let shown = |rho: f64| {
            let sign = if rho < 0.0 { "\u{2212}" } else { "" };
            Text::plain(format!("{sign}{:.2}", rho.abs())).worth(rho, "")
        };
        let figures = quantities.iter().map(|quantity| of(quantity).map_or_else(Text::missing, shown));
        table.rows.push([Text::plain(name.as_str())].into_iter().chain(figures).collect());
    }
    let fewest = quantities.iter().flat_map(|q| q.strategies.iter().map(|(_, pairs)| pairs.len())).min();
    let note = format!(
        "Spearman's coefficient of the measure and the nodes of searches that came to their end, at least {} \
         instances each: 1 if nodes rise wherever the measure does, 0 if they have nothing to do with each other.",
        fewest.unwrap_or(0)
    );
    table.notes.push(note);

    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_needs_enough_instances() {
        let mut pairs = vec![(1.0, 9.0); FEWEST];
        pairs.extend([(2.0, 1.0); FEWEST - 1]);
        pairs.extend((0..FEWEST).map(|k| (f64::INFINITY, k as f64)));
        assert_eq!(ByDifficulty::medians(&pairs), [(1.0, 9.0), (f64::INFINITY, 2.0)]);
    }
}
