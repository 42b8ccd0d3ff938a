//! The problems of a stage as they lie in memory, and the strategies at work on them.
//!
//! Instances are searched in random order, and the time of a search of a third of a microsecond depends on
//! where its problem lies: fetching each from anywhere, or copying them together, costs a good part of the
//! time of the fastest searches. So problems lie in the order in which the first repetition takes them. They
//! are put into it stretch by stretch while the corpus is read, when they are in the cache anyway; then a
//! search of many is handed a slice.
//!
//! An instance has a *number* in its corpus, which records name, and a *place* in memory, which the runner
//! goes by. Both are in the same stretch.

use crate::corpus::generator;
use crate::kind::Kind;
use coverlab_model::{Backend, Cnf, ExactCover, Sudoku};
use rand::seq::SliceRandom;
use std::sync::Arc;

/// Instances are shuffled in stretches of this many that follow each other in the corpus: few enough that the
/// problems stay in the cache meanwhile, and enough that neighbours in the order are unrelated.
pub(super) const STRETCH: usize = 2048;

/// Some problems, and the strategies at work on them.
pub(super) struct Bench<P: Kind> {
    /// By place.
    problems: Vec<P>,
    /// By place, the number of the instance there.
    instances: Vec<u32>,
    /// By number, the only solution there is, where the corpus knows it. Empty from where it knows
    /// no more.
    known: Vec<Option<P::Solution>>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

pub(super) enum AnyBench {
    Sudoku(Bench<Sudoku>),
    ExactCover(Bench<ExactCover>),
    Cnf(Bench<Cnf>),
}

impl<P: Kind> Bench<P> {
    /// A bench without problems, to which about `count` will come.
    pub(super) fn new(backends: Vec<Arc<dyn Backend<P>>>, count: usize) -> Self {
        let (problems, instances) = (Vec::with_capacity(count), Vec::with_capacity(count));
        Bench { problems, instances, known: Vec::new(), backends }
    }

    /// Adds the next instance of the corpus, and its only solution if that is known.
    pub(super) fn add(&mut self, problem: P, known: Option<P::Solution>) {
        if known.is_some() {
            self.known.resize_with(self.problems.len(), || None);
            self.known.push(known);
        }
        self.instances.push(self.problems.len() as u32);
        self.problems.push(problem);
    }

    /// Puts the last stretch, which begins at `from`, into random order.
    pub(super) fn shuffle(&mut self, from: usize, corpus: &str, seed: u64) {
        // Both lists get equal draws, so that an instance and its number move together.
        let draws = || generator(&["stretch", corpus, &from.to_string()], seed);
        self.problems[from..].shuffle(&mut draws());
        self.instances[from..].shuffle(&mut draws());
    }

    /// Whether a lane's strategy is a program that solves the instances of a block by one process.
    pub(super) fn is_batched(&self, lane: usize) -> bool {
        let (Some(backend), Some(problem)) = (self.backends.get(lane), self.problems.first()) else {
            return false;
        };
        !backend.about().interruptible && backend.side_by_side(problem)
    }

    /// The problems, by place.
    pub(super) fn problems(&self) -> &[P] {
        &self.problems
    }

    /// The numbers of the instances, by place.
    pub(super) fn instances(&self) -> &[u32] {
        &self.instances
    }

    /// The only solution that the instance with this number has, if the corpus knows it.
    pub(super) fn known(&self, instance: u32) -> Option<&P::Solution> {
        self.known.get(instance as usize)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::Shape;

    #[test]
    fn an_instance_keeps_its_number_wherever_it_lies() {
        let puzzle = |k: usize| Sudoku::empty(Shape::NINE).with(k % 81, (k / 81 % 9 + 1) as u8);
        let mut bench = Bench::new(Vec::new(), 0);
        let mut add = |range: std::ops::Range<usize>| {
            range.clone().for_each(|k| {
                bench.add(
                    puzzle(k),
                    (k == 5).then(|| coverlab_model::Grid::new(Shape::NINE, &[1; 81]).unwrap()),
                );
            });
            bench.shuffle(range.start, "c", 7);
        };
        add(0..700);
        add(700..729);
        assert!(bench.problems().iter().zip(bench.instances()).all(|(p, &i)| *p == puzzle(i as usize)));
        let mut first = bench.instances()[..700].to_vec();
        assert!(!first.is_sorted());
        first.sort_unstable();
        assert!(first.into_iter().eq(0..700));
        assert!((0..729).all(|i| bench.known(i).is_some() == (i == 5)));
    }
}
