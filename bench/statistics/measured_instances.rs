//! Measures of the instances in a record, such as numbers of clues or clauses.

use super::InstanceResult;
use crate::corpus::{self, Instances, is_family};
use crate::experiment::Experiment;
use crate::instance_measure::InstanceMeasure;
use coverlab_model::{Shape, Size, Sudoku};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The measures of the instances of built-in corpora and families in a record. Other corpora have none, because their files
/// may have changed.
#[derive(Debug, Default)]
pub struct MeasuredInstances {
    known: KnownInstances,
    /// Cached sizes of formulas, by corpus, instance and strategy. Encoding a large board takes a while.
    sizes: Mutex<BTreeMap<[String; 3], Option<Size>>>,
    /// Cached difficulties, by corpus, instance and measure. A rating takes milliseconds.
    difficulties: Mutex<BTreeMap<(String, String, InstanceMeasure), Option<f64>>>,
}

impl MeasuredInstances {
    /// The measures of the instances in `results`; empty if `experiment` requests none.
    pub fn of(experiment: &Experiment, results: &[InstanceResult]) -> MeasuredInstances {
        let mut measures = experiment.claims_and_laws().flat_map(|(claim, _)| claim.measures());
        let are_claimed = measures.any(|name| InstanceMeasure::of_name(name).is_some());
        if experiment.instance_measures.is_empty() && !are_claimed {
            return MeasuredInstances::default();
        }
        MeasuredInstances { known: known_instances(experiment, results), ..MeasuredInstances::default() }
    }

    /// A measure of the instance of `result`, or of its formula for the strategy; `None` if the strategy uses no formula, or if the
    /// puzzle is unknown, which still counts as one instance.
    pub fn get(&self, result: &InstanceResult, measure: InstanceMeasure) -> Option<f64> {
        if measure == InstanceMeasure::Instances {
            return Some(1.0);
        }
        match self.find(result)? {
            KnownInstance::Formula(size) => measure.of_formula(*size),
            KnownInstance::Cover => None,
            KnownInstance::Puzzle(puzzle) if measure.is_of_difficulty() => {
                let key = (result.corpus.to_string(), result.instance.to_string(), measure);
                cached(&self.difficulties, key, || measure.of(puzzle, || None))
            }
            KnownInstance::Puzzle(puzzle) => measure.of(puzzle, || self.size(result, puzzle)),
        }
    }

    fn size(&self, result: &InstanceResult, puzzle: &Sudoku) -> Option<Size> {
        let key = [&result.corpus, &result.instance, &result.label].map(ToString::to_string);
        let compute = || coverlab_strategies::formula_size(&result.label.parse().ok()?, puzzle).ok()?;
        cached(&self.sizes, key, compute)
    }

    /// Whether the instance of `result` is a formula, as far as is known.
    pub fn is_formula(&self, result: &InstanceResult) -> bool {
        matches!(self.find(result), Some(KnownInstance::Formula(_)))
    }

    /// Whether the instance of `result` is known.
    pub fn knows(&self, result: &InstanceResult) -> bool {
        self.find(result).is_some()
    }

    /// The shape of the board of `result`, if the puzzle is known.
    pub fn shape(&self, result: &InstanceResult) -> Option<Shape> {
        self.find(result)?.puzzle().map(Sudoku::shape)
    }

    fn find(&self, result: &InstanceResult) -> Option<&KnownInstance> {
        self.known.get(&(result.corpus.to_string(), result.instance.to_string()))
    }
}

/// An instance whose measures are known.
#[derive(Debug)]
enum KnownInstance {
    Puzzle(Sudoku),
    Formula(Size),
    Cover,
}

impl KnownInstance {
    fn puzzle(&self) -> Option<&Sudoku> {
        match self {
            KnownInstance::Puzzle(puzzle) => Some(puzzle),
            KnownInstance::Formula(_) | KnownInstance::Cover => None,
        }
    }
}

/// By corpus and instance.
type KnownInstances = BTreeMap<(String, String), KnownInstance>;

/// The instances of `results` that are in a built-in corpus or a family. Others are left out, because a report must not depend
/// on a file that may have changed.
fn known_instances(experiment: &Experiment, results: &[InstanceResult]) -> KnownInstances {
    let hashes: BTreeMap<(&str, &str), &str> =
        results.iter().map(|result| ((&*result.corpus, &*result.instance), &*result.content_hash)).collect();
    let is_tried =
        |name: &&str| hashes.range((*name, "")..).next().is_some_and(|((corpus, _), _)| corpus == name);
    let mut all = KnownInstances::new();
    let named =
        experiment.corpora.iter().filter_map(|corpus| Some((corpus.name.as_deref()?, &corpus.members)));
    for (name, member) in named.filter(|(name, _)| is_tried(name)).flat_map(sources) {
        // A corpus that is no longer built in has no measures.
        let Ok(corpus) = corpus::by_name(member) else { continue };
        let mut add = |instance: &str, hash: String, known| {
            if hashes.get(&(name, instance)).is_some_and(|recorded| *recorded == hash) {
                all.insert((name.to_string(), instance.to_string()), known);
            }
        };
        match corpus.instances {
            Instances::Sudoku(list) => list.into_iter().for_each(|one| {
                add(&one.name, one.content_hash(), KnownInstance::Puzzle(one.problem));
            }),
            Instances::ExactCover(list) => list.iter().for_each(|one| {
                add(&one.name, one.content_hash(), KnownInstance::Cover);
            }),
            Instances::Cnf(list) => list.iter().for_each(|one| {
                add(&one.name, one.content_hash(), KnownInstance::Formula(one.problem.size()));
            }),
        }
    }
    all
}

/// The names of the built-in corpora or families of which the corpus called `name` consists, each with `name`.
fn sources<'a>((name, members): (&'a str, &'a Vec<String>)) -> Vec<(&'a str, &'a str)> {
    match &members[..] {
        [] => vec![(name, name)],
        _ => members.iter().filter(|member| is_family(member)).map(|member| (name, &**member)).collect(),
    }
}

/// The value of `key` in `cache`, which is computed if it is missing.
fn cached<K: Ord, V: Copy>(cache: &Mutex<BTreeMap<K, V>>, key: K, compute: impl FnOnce() -> V) -> V {
    *cache.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(compute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::fixtures::{results, trial};

    #[test]
    fn formulas_are_those_of_the_strategy() {
        let puzzle = Sudoku::empty(Shape::NINE).with(0, 1);
        let known = KnownInstances::from([(("corpus".into(), "i".into()), KnownInstance::Puzzle(puzzle))]);
        let measured = MeasuredInstances { known, ..MeasuredInstances::default() };
        let get =
            |strategy, instance, measure| measured.get(&results(&[trial(strategy, instance, 1)])[0], measure);
        let clauses = |strategy| get(strategy, "i", InstanceMeasure::Clauses);
        for _ in 0..2 {
            assert_eq!(clauses("sat"), Some(11_989.0));
            assert_eq!(clauses("sat:encoding=minimal"), Some(8830.0));
            assert!(clauses("cdcl:clues=reduced") < clauses("cdcl"));
            assert_eq!((clauses("dlx"), clauses("sat:encoding=extensive")), (None, None));
        }
        assert_eq!(get("dlx", "i", InstanceMeasure::Blanks), Some(80.0));
        assert_eq!(get("dlx", "i", InstanceMeasure::Instances), Some(1.0));
        assert_eq!(get("sat", "j", InstanceMeasure::Clauses), None);
        assert_eq!(get("sat", "j", InstanceMeasure::Instances), Some(1.0));
    }
}
