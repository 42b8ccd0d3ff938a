//! Measures of the instances in a record, and of their formulas.

use super::Cell;
use crate::corpus::{self, Instance, Instances};
use crate::experiment::Experiment;
use crate::measure::{InstanceSize, Measure};
use coverlab_model::{Cnf, ExactCover, Problem, Shape, Size, Sudoku};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The puzzles of built-in corpora and the instances of families in a record. Other corpora have no measures, because
/// their files may have changed.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// By corpus and instance.
    puzzles: BTreeMap<(String, String), Sudoku>,
    /// The sizes of exact covers and formulas, by corpus and instance.
    others: BTreeMap<(String, String), InstanceSize>,
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
        let mut measured = Measured::default();
        let is_recorded = |name: &str, instance: &str, hash: String| {
            hashes.get(&(name, instance)).is_some_and(|recorded| *recorded == hash)
        };
        for name in experiment.corpora.iter().filter_map(|corpus| corpus.name.as_deref()) {
            let key = |instance: &str| (name.to_string(), instance.to_string());
            match corpus::builtin(name).map(|corpus| corpus.instances) {
                Ok(Instances::Sudoku(list)) => {
                    let list = list.into_iter().filter(|one| is_recorded(name, &one.name, one.hash()));
                    measured.puzzles.extend(list.map(|one| (key(&one.name), one.problem)));
                }
                Ok(Instances::ExactCover(list)) => {
                    let list = list.iter().filter(|one| is_recorded(name, &one.name, one.hash()));
                    let size = |one: &Instance<ExactCover>| InstanceSize::Cover(one.problem.size());
                    measured.others.extend(list.map(|one| (key(&one.name), size(one))));
                }
                Ok(Instances::Cnf(list)) => {
                    let list = list.iter().filter(|one| is_recorded(name, &one.name, one.hash()));
                    let size = |one: &Instance<Cnf>| InstanceSize::Formula(one.problem.size());
                    measured.others.extend(list.map(|one| (key(&one.name), size(one))));
                }
                Err(_) => {}
            }
        }
        measured
    }

    /// A measure of an instance, or of its formula for the strategy called `strategy`; `None` if the puzzle is
    /// unknown, or the strategy uses no formula.
    pub fn get(&self, corpus: &str, instance: &str, strategy: &str, measure: Measure) -> Option<f64> {
        if let Some(size) = self.others.get(&(corpus.to_string(), instance.to_string())) {
            return size.measure(measure);
        }
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

    /// Whether an instance is known to be a formula.
    pub fn is_formula(&self, corpus: &str, instance: &str) -> bool {
        let size = self.others.get(&(corpus.to_string(), instance.to_string()));
        matches!(size, Some(InstanceSize::Formula(_)))
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
