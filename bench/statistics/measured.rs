//! Measures of the instances in a record, and of their formulas.

use super::Cell;
use crate::corpus::{self, Instances};
use crate::experiment::Experiment;
use crate::measure::Measure;
use coverlab_model::{Shape, Size, Sudoku};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The puzzles of built-in corpora in a record. Other corpora have no measures, because their files may have changed.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// By corpus and instance.
    puzzles: BTreeMap<(String, String), Sudoku>,
    /// Cached sizes of formulas, by corpus, instance and strategy. Encoding the formula of a large board takes a while.
    sizes: RefCell<BTreeMap<[String; 3], Option<Size>>>,
    /// Cached difficulties, by corpus, instance and measure. A rating takes milliseconds.
    difficulties: RefCell<BTreeMap<(String, String, Measure), Option<f64>>>,
}

impl Measured {
    /// The measures of the instances in `cells`; empty if `experiment` requests none.
    pub fn of(experiment: &Experiment, cells: &[Cell]) -> Measured {
        let named = |check: &crate::experiment::Check| {
            let names = [Some(&check.measure), check.against_measure.as_ref()];
            names.into_iter().flatten().any(|name| Measure::named(name).is_some())
        };
        if experiment.instance_measures.is_empty() && !experiment.checks().any(|(check, _)| named(check)) {
            return Measured::default();
        }
        let hashes: BTreeMap<(&str, &str), &str> = cells
            .iter()
            .filter(|cell| cell.isomorph == 0)
            .map(|cell| ((&*cell.base, &*cell.instance), &*cell.hash))
            .collect();
        let mut puzzles = BTreeMap::new();
        for name in experiment.corpora.iter().filter_map(|corpus| corpus.name.as_deref()) {
            let Ok(Instances::Sudoku(list)) = corpus::builtin(name).map(|corpus| corpus.instances) else {
                continue;
            };
            for instance in list {
                if hashes.get(&(name, &*instance.name)).is_some_and(|hash| *hash == instance.hash()) {
                    puzzles.insert((name.to_string(), instance.name.into()), instance.problem);
                }
            }
        }
        Measured { puzzles, ..Measured::default() }
    }

    /// A measure of an instance, or of its formula for the strategy called `strategy`; `None` if the puzzle is
    /// unknown, or the strategy uses no formula.
    pub fn get(&self, corpus: &str, instance: &str, strategy: &str, measure: Measure) -> Option<f64> {
        let puzzle = self.puzzle(corpus, instance)?;
        if measure.of_difficulty() {
            let key = (corpus.to_string(), instance.to_string(), measure);
            let rate = || measure.of(puzzle, || None);
            return *self.difficulties.borrow_mut().entry(key).or_insert_with(rate);
        }
        measure.of(puzzle, || self.size(corpus, instance, puzzle, strategy))
    }

    fn size(&self, corpus: &str, instance: &str, puzzle: &Sudoku, strategy: &str) -> Option<Size> {
        // The name may have the encoding after the label.
        let label = strategy.split_once(" via ").map_or(strategy, |(label, _)| label);
        let key = [corpus, instance, label].map(str::to_string);
        let make = || coverlab_strategies::formula_size(&label.parse().ok()?, puzzle).ok()?;
        *self.sizes.borrow_mut().entry(key).or_insert_with(make)
    }

    /// The shape of an instance's board, if the puzzle is known.
    pub fn shape(&self, corpus: &str, instance: &str) -> Option<Shape> {
        self.puzzle(corpus, instance).map(Sudoku::shape)
    }

    fn puzzle(&self, corpus: &str, instance: &str) -> Option<&Sudoku> {
        self.puzzles.get(&(corpus.to_string(), instance.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_those_of_the_strategy() {
        let puzzle = Sudoku::empty(Shape::NINE).with(0, 1);
        let puzzles = BTreeMap::from([(("c".to_string(), "i".to_string()), puzzle)]);
        let measured = Measured { puzzles, ..Measured::default() };
        let clauses = |strategy| measured.get("c", "i", strategy, Measure::Clauses);
        for _ in 0..2 {
            assert_eq!(clauses("sat"), Some(11_989.0));
            assert_eq!(clauses("sat:encoding=minimal via minimal"), Some(8830.0));
            assert!(clauses("cdcl:clues=reduced") < clauses("cdcl"));
            assert_eq!((clauses("dlx"), clauses("sat:encoding=extensive")), (None, None));
        }
        assert_eq!(measured.get("c", "i", "dlx", Measure::Blanks), Some(80.0));
        assert_eq!(measured.get("c", "i", "dlx", Measure::Instances), Some(1.0));
        assert_eq!(measured.get("c", "j", "sat", Measure::Clauses), None);
    }
}
