//! The problems of a corpus in memory, and the strategies that search them.
//!
//! Instances are searched in random order, and the fastest searches take a third of a microsecond: fetching a problem from
//! anywhere in memory would cost a good part of that. So problems are stored in the order of the first repetition, which
//! takes slices. They are put into that order stretch by stretch while the corpus is read, when they are in the cache.
//! Later repetitions, and a run that is continued, take another order or not all problems; those are copied together.
//! Tried without gain: references instead of copies, and copying a whole stretch before its first batch is searched.
//!
//! An instance has a *number* in its corpus, which records use, and a *place* in memory, which the runner uses. Both are in
//! the same stretch.

use crate::corpus::generator;
use crate::kind::Kind;
use coverlab_model::Backend;
use rand::seq::SliceRandom;
use std::ops::Range;
use std::sync::Arc;

/// Instances are shuffled in stretches of this many that follow each other in the corpus: few enough that the
/// problems stay in the cache meanwhile, and enough that neighbours in the order are unrelated.
pub(super) const STRETCH: usize = 2048;

/// The problems of a corpus, and the strategies that search them.
pub(super) struct Workload<P: Kind> {
    /// By place.
    problems: Vec<P>,
    /// By place, the number of the instance there.
    instances: Vec<u32>,
    /// By number, the only solution, where the corpus has it. Instances behind the last of them have none.
    known: Vec<Option<P::Solution>>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

impl<P: Kind> Workload<P> {
    /// No problems yet, with space for `count`.
    pub(super) fn new(backends: Vec<Arc<dyn Backend<P>>>, count: usize) -> Self {
        let (problems, instances) = (Vec::with_capacity(count), Vec::with_capacity(count));
        Workload { problems, instances, known: Vec::new(), backends }
    }

    /// Adds the next instance of the corpus, with its only solution if that is known.
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

    /// Whether a strategy is a program that solves the instances of a block by one process.
    pub(super) fn is_batched(&self, strategy: usize) -> bool {
        let (Some(backend), Some(problem)) = (self.backends.get(strategy), self.problems.first()) else {
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

/// The problems of a batch, side by side.
pub(super) struct Gathered<'a, P: Kind> {
    workload: &'a Workload<P>,
    /// The places of the copies, and the copies. Leftovers of earlier ones are behind them.
    places: Vec<u32>,
    copies: Vec<P>,
}

impl<'a, P: Kind> Gathered<'a, P> {
    pub(super) fn new(workload: &'a Workload<P>) -> Self {
        Gathered { workload, places: Vec::new(), copies: Vec::new() }
    }

    /// The problems at `places`, in that order. They are not copied again for the next strategy.
    pub(super) fn gather(&mut self, places: &[u32]) -> &[P] {
        let all = &self.workload.problems;
        if let Some(range) = range(places) {
            return &all[range];
        }
        if self.places != places {
            // Earlier copies are overwritten: no memory is given back and asked for again.
            let (over, more) = places.split_at(places.len().min(self.copies.len()));
            for (copy, &place) in self.copies.iter_mut().zip(over) {
                copy.clone_from(&all[place as usize]);
            }
            self.copies.extend(more.iter().map(|&place| all[place as usize].clone()));
            self.places.clear();
            self.places.extend_from_slice(places);
        }
        &self.copies[..places.len()]
    }
}

/// The range of `places`, if each is one more than the one before.
fn range(places: &[u32]) -> Option<Range<usize>> {
    let [first, ..] = places else { return Some(0..0) };
    // No early end: so the compiler takes many at a time.
    let odd = places.iter().zip(*first..).fold(0, |odd, (place, foreseen)| odd | (place ^ foreseen));
    (odd == 0).then(|| *first as usize..*first as usize + places.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Shape, Sudoku};

    #[test]
    fn an_instance_keeps_its_number_wherever_it_lies() {
        let puzzle = |k: usize| Sudoku::empty(Shape::NINE).with(k % 81, (k / 81 % 9 + 1) as u8);
        let mut workload = Workload::new(Vec::new(), 0);
        let mut add = |range: std::ops::Range<usize>| {
            range.clone().for_each(|k| {
                workload.add(
                    puzzle(k),
                    (k == 5).then(|| coverlab_model::Grid::new(Shape::NINE, &[1; 81]).unwrap()),
                );
            });
            workload.shuffle(range.start, "c", 7);
        };
        add(0..700);
        add(700..729);
        assert!(workload.problems().iter().zip(workload.instances()).all(|(p, &i)| *p == puzzle(i as usize)));
        let mut first = workload.instances()[..700].to_vec();
        assert!(!first.is_sorted());
        first.sort_unstable();
        assert!(first.into_iter().eq(0..700));
        assert!((0..729).all(|i| workload.known(i).is_some() == (i == 5)));
    }

    #[test]
    fn what_is_asked_for_is_there_whatever_was_there_before() {
        let puzzle = |k: usize| {
            let shape = if k.is_multiple_of(3) { Shape::of_side(16) } else { Some(Shape::NINE) };
            Sudoku::empty(shape.unwrap()).with(k % 81, (k / 81 % 9 + 1) as u8)
        };
        let mut workload = Workload::new(Vec::new(), 0);
        (0..STRETCH).for_each(|k| workload.add(puzzle(k), None));
        workload.shuffle(0, "c", 1);
        (STRETCH..STRETCH + 50).for_each(|k| workload.add(puzzle(k), None));
        let mut gathered = Gathered::new(&workload);
        let last = STRETCH as u32 + 49;
        let lists: [&[u32]; 9] = [
            &[7],
            &[2000, 3, last, 1, 5],
            &[6, 7],
            &[2000, 3, last, 1, 5],
            &[7, 6],
            &[7, 8, 10],
            &[],
            &[1, 1],
            &[last],
        ];
        for places in lists {
            let problems = gathered.gather(places);
            assert!(problems.iter().eq(places.iter().map(|&k| &workload.problems()[k as usize])));
        }
    }
}
