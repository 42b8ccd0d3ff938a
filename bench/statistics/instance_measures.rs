//! Measures of the instances in a record, such as numbers of clues or clauses.

use super::Cell;
use crate::corpus::{self, Instances};
use crate::experiment::Experiment;
use crate::measure::{InstanceSize, Measure};
use coverlab_model::{Problem, Shape, Size, Sudoku};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The measures of the instances of built-in corpora and families in a record. Other corpora have none, because their files
/// may have changed.
#[derive(Debug, Default)]
pub struct InstanceMeasures {
    /// By corpus and instance.
    puzzles: BTreeMap<(String, String), Sudoku>,
    /// The sizes of exact covers and formulas, by corpus and instance.
    others: BTreeMap<(String, String), InstanceSize>,
    /// Cached sizes of formulas, by corpus, instance and strategy. Encoding a large board takes a while.
    sizes: Mutex<BTreeMap<[String; 3], Option<Size>>>,
    /// Cached difficulties, by corpus, instance and measure. A rating takes milliseconds.
    difficulties: Mutex<BTreeMap<(String, String, Measure), Option<f64>>>,
}

impl InstanceMeasures {
    /// The measures of the instances in `cells`; empty if `experiment` requests none.
    pub fn of(experiment: &Experiment, cells: &[Cell]) -> InstanceMeasures {
        let named = |check: &crate::experiment::Claim| {
            let names = [Some(&check.measure), check.against_measure.as_ref()];
            names.into_iter().flatten().any(|name| Measure::named(name).is_some())
        };
        if experiment.instance_measures.is_empty() && !experiment.checks().any(|(check, _)| named(check)) {
            return InstanceMeasures::default();
        }
        let mut measured = InstanceMeasures::default();
        visit_known(experiment, cells, |corpus, instance, known| {
            let key = (corpus.to_string(), instance.to_string());
            match known {
                KnownInstance::Puzzle(puzzle) => drop(measured.puzzles.insert(key, puzzle)),
                KnownInstance::Size(size) => drop(measured.others.insert(key, size)),
            }
        });
        measured
    }

    /// A measure of an instance, or of its formula for the strategy called `strategy`; `None` if the puzzle is
    /// unknown, or the strategy uses no formula.
    pub fn get(&self, corpus: &str, instance: &str, strategy: &str, measure: Measure) -> Option<f64> {
        if let Some(size) = self.others.get(&(corpus.to_string(), instance.to_string())) {
            return size.measure(measure);
        }
        let puzzle = self.puzzle(corpus, instance)?;
        if measure.is_of_difficulty() {
            let key = (corpus.to_string(), instance.to_string(), measure);
            let rate = || measure.of(puzzle, || None);
            return cached(&self.difficulties, key, rate);
        }
        measure.of(puzzle, || self.size(corpus, instance, puzzle, strategy))
    }

    fn size(&self, corpus: &str, instance: &str, puzzle: &Sudoku, strategy: &str) -> Option<Size> {
        // The label may be followed by the encoding.
        let label = strategy.split_once(" via ").map_or(strategy, |(label, _)| label);
        let key = [corpus, instance, label].map(str::to_string);
        let compute = || coverlab_strategies::formula_size(&label.parse().ok()?, puzzle).ok()?;
        cached(&self.sizes, key, compute)
    }

    /// Whether an instance is a formula, as far as is known.
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

/// An instance whose measures are known.
enum KnownInstance {
    Puzzle(Sudoku),
    /// An exact cover or a formula.
    Size(InstanceSize),
}

/// The Sudokus of built-in corpora among the instances of `cells`, by corpus and instance.
pub fn known_puzzles<'a>(
    experiment: &Experiment,
    cells: impl IntoIterator<Item = &'a Cell>,
) -> BTreeMap<(String, String), Sudoku> {
    let mut puzzles = BTreeMap::new();
    visit_known(experiment, cells, |corpus, instance, known| {
        if let KnownInstance::Puzzle(puzzle) = known {
            puzzles.insert((corpus.to_string(), instance.to_string()), puzzle);
        }
    });
    puzzles
}

/// Visits the instances of `cells` that are in a built-in corpus or a family, with the names of the corpus and the instance.
/// Others are left out, because a report must not depend on a file that may have changed.
fn visit_known<'a>(
    experiment: &Experiment,
    cells: impl IntoIterator<Item = &'a Cell>,
    mut visit: impl FnMut(&str, &str, KnownInstance),
) {
    let own = cells.into_iter().filter(|cell| cell.isomorph == 0);
    let hashes: BTreeMap<(&str, &str), &str> =
        own.map(|cell| ((&*cell.base, &*cell.instance), &*cell.hash)).collect();
    let is_tried =
        |name: &&str| hashes.range((*name, "")..).next().is_some_and(|((base, _), _)| base == name);
    for name in experiment.corpora.iter().filter_map(|corpus| corpus.name.as_deref()).filter(is_tried) {
        let is_recorded = |instance: &str, hash: String| {
            hashes.get(&(name, instance)).is_some_and(|recorded| *recorded == hash)
        };
        match corpus::by_name(name).map(|corpus| corpus.instances) {
            Ok(Instances::Sudoku(list)) => {
                for one in list.into_iter().filter(|one| is_recorded(&one.name, one.hash())) {
                    visit(name, &one.name, KnownInstance::Puzzle(one.problem));
                }
            }
            Ok(Instances::ExactCover(list)) => {
                for one in list.iter().filter(|one| is_recorded(&one.name, one.hash())) {
                    visit(name, &one.name, KnownInstance::Size(InstanceSize::Cover(one.problem.size())));
                }
            }
            Ok(Instances::Cnf(list)) => {
                for one in list.iter().filter(|one| is_recorded(&one.name, one.hash())) {
                    visit(name, &one.name, KnownInstance::Size(InstanceSize::Formula(one.problem.size())));
                }
            }
            Err(_) => {}
        }
    }
}

/// The value of `key` in `cache`, which is computed if it is missing.
fn cached<K: Ord, V: Copy>(cache: &Mutex<BTreeMap<K, V>>, key: K, compute: impl FnOnce() -> V) -> V {
    *cache.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(compute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_those_of_the_strategy() {
        let puzzle = Sudoku::empty(Shape::NINE).with(0, 1);
        let puzzles = BTreeMap::from([(("c".to_string(), "i".to_string()), puzzle)]);
        let measured = InstanceMeasures { puzzles, ..InstanceMeasures::default() };
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
