//! The measures of the instances that were tried.

use super::Cell;
use crate::corpus::{self, Instances};
use crate::experiment::Experiment;
use crate::measure::Measure;
use coverlab_model::Sudoku;
use std::collections::BTreeMap;

/// The puzzles of built-in corpora, as far as they are those that were tried: figures must not
/// depend on a file that may have changed.
#[derive(Clone, Debug, Default)]
pub struct Measured(BTreeMap<(String, String), Sudoku>);

impl Measured {
    /// What can be measured of the instances of `cells`; nothing if `experiment` asks for no
    /// measure.
    pub fn of(experiment: &Experiment, cells: &[Cell]) -> Measured {
        let named = |check: &crate::experiment::Check| {
            let names = [Some(&check.measure), check.against_measure.as_ref()];
            names.into_iter().flatten().any(|name| Measure::named(name).is_some())
        };
        if experiment.instance_measures.is_empty() && !experiment.check.iter().any(named) {
            return Measured::default();
        }
        let hashes: BTreeMap<(&str, &str), &str> =
            cells.iter().map(|cell| ((&*cell.corpus, &*cell.instance), &*cell.hash)).collect();
        let mut puzzles = BTreeMap::new();
        for name in experiment.corpora.iter().filter_map(|corpus| corpus.name.as_deref()) {
            let Ok(Instances::Sudoku(list)) = corpus::builtin(name).map(|corpus| corpus.instances) else {
                continue;
            };
            for instance in list {
                if hashes.get(&(name, &*instance.name)).is_some_and(|hash| *hash == instance.hash) {
                    puzzles.insert((name.to_string(), instance.name), instance.problem);
                }
            }
        }
        Measured(puzzles)
    }

    /// A measure of an instance; none if its puzzle is not known.
    pub fn get(&self, corpus: &str, instance: &str, measure: Measure) -> Option<f64> {
        self.0.get(&(corpus.to_string(), instance.to_string())).map(|puzzle| measure.of(puzzle))
    }
}
