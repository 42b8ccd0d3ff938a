//! The problems of a corpus in memory, and the strategies that search them.
//!
//! Instances are searched in random order. The fastest searches take a third of a microsecond, and fetching a problem from
//! anywhere in memory would take a good part of that. So problems are stored in the order of the first round, which then
//! searches slices. They are shuffled stretch by stretch, while they are in the cache. Later rounds and resumed runs need
//! another order or skip problems, so they copy the problems of a batch next to each other. Neither references instead of
//! copies, nor copying a whole stretch before its first batch, was faster.
//! The *number* of an instance, which records use, and its *place*, which the runner uses, lie in the same stretch.

use crate::problem_kind::ProblemKind;
use crate::seeded_random::seeded_random;
use coverlab_model::Backend;
use rand::seq::SliceRandom;
use std::ops::Range;
use std::sync::Arc;

/// Number of consecutive instances that are shuffled together: few enough for the problems to stay in the cache, and enough
/// for neighbors in the shuffled order to be unrelated.
pub(super) const STRETCH: usize = 2048;

/// The problems of a corpus, and the strategies that search them.
pub(super) struct Workload<P: ProblemKind> {
    /// The number of instances in the corpus, including those of other shards.
    pub(super) corpus_size: usize,
    /// By place, the problems.
    pub(super) problems: Vec<P>,
    /// By place, the numbers of the instances.
    pub(super) numbers: Vec<u32>,
    /// By number, the only solutions, if the corpus has them. It ends with the last known solution.
    known_solutions: Vec<Option<P::Solution>>,
    pub(super) backends: Vec<Arc<dyn Backend<P>>>,
}

impl<P: ProblemKind> Workload<P> {
    /// A workload without problems, for a corpus of `corpus_size` instances.
    pub(super) fn new(backends: Vec<Arc<dyn Backend<P>>>, corpus_size: usize) -> Self {
        let (problems, numbers) = (Vec::with_capacity(corpus_size), Vec::with_capacity(corpus_size));
        Workload { corpus_size, problems, numbers, known_solutions: Vec::new(), backends }
    }

    /// Adds the next instance of the corpus, with its only solution if that is known.
    pub(super) fn add(&mut self, problem: P, known_solution: Option<P::Solution>) {
        if known_solution.is_some() {
            self.known_solutions.resize_with(self.problems.len(), || None);
            self.known_solutions.push(known_solution);
        }
        self.numbers.push(self.problems.len() as u32);
        self.problems.push(problem);
    }

    /// Shuffles each stretch.
    pub(super) fn shuffle(&mut self, corpus: &str, seed: u64) {
        let stretches = self.problems.chunks_mut(STRETCH).zip(self.numbers.chunks_mut(STRETCH));
        for ((problems, numbers), from) in stretches.zip((0..).step_by(STRETCH)) {
            // Both lists get the same random numbers, so that a problem and its number move together.
            let draws = || seeded_random(&["stretch", corpus, &usize::to_string(&from)], seed);
            problems.shuffle(&mut draws());
            numbers.shuffle(&mut draws());
        }
    }

    /// The only solution of instance `number`, if the corpus has it.
    pub(super) fn known_solution(&self, number: u32) -> Option<&P::Solution> {
        self.known_solutions.get(number as usize)?.as_ref()
    }
}

/// Returns the problems of a batch as a slice. Problems that are not adjacent are copied.
pub(super) struct Gatherer<'a, P: ProblemKind> {
    workload: &'a Workload<P>,
    /// The places of the copies.
    places: Vec<u32>,
    /// The copies, followed by old ones whose memory is reused.
    copies: Vec<P>,
}

impl<'a, P: ProblemKind> Gatherer<'a, P> {
    pub(super) fn new(workload: &'a Workload<P>) -> Self {
        Gatherer { workload, places: Vec::new(), copies: Vec::new() }
    }

    /// The problems at `places`, in that order. If the places are those of the last call, nothing is copied.
    pub(super) fn gather(&mut self, places: &[u32]) -> &[P] {
        let all = &self.workload.problems;
        if let Some(range) = as_range(places) {
            return &all[range];
        }
        if self.places != places {
            // Old copies are overwritten, which reuses their memory.
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

/// `places` as a range, if they are consecutive.
fn as_range(places: &[u32]) -> Option<Range<usize>> {
    let [first, ..] = places else { return Some(0..0) };
    // The loop has no early exit, so the compiler vectorizes it.
    let difference = places.iter().zip(*first..).fold(0, |bits, (place, expected)| bits | (place ^ expected));
    (difference == 0).then(|| *first as usize..*first as usize + places.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Shape, Sudoku};

    fn puzzle(k: usize) -> Sudoku {
        Sudoku::empty(Shape::NINE).with(k % 81, (k / 81 % 9 + 1) as u8)
    }

    #[test]
    fn an_instance_keeps_its_number_when_shuffled() {
        let mut workload = Workload::new(Vec::new(), 0);
        let known = || coverlab_model::Grid::new(Shape::NINE, &[1; 81]).unwrap();
        (0..STRETCH + 29).for_each(|k| workload.add(puzzle(k), (k == 5).then(known)));
        workload.shuffle("c", 7);
        assert!(workload.problems.iter().zip(&workload.numbers).all(|(p, &i)| *p == puzzle(i as usize)));
        let mut first = workload.numbers[..STRETCH].to_vec();
        assert!(!first.is_sorted());
        first.sort_unstable();
        assert!(first.into_iter().eq(0..STRETCH as u32));
        assert!((0..STRETCH as u32 + 29).all(|i| workload.known_solution(i).is_some() == (i == 5)));
    }

    #[test]
    fn gathered_problems_are_those_at_the_places_after_any_earlier_call() {
        let puzzle = |k: usize| {
            let shape = if k.is_multiple_of(3) { Shape::of_side(16) } else { Some(Shape::NINE) };
            Sudoku::empty(shape.unwrap()).with(k % 81, (k / 81 % 9 + 1) as u8)
        };
        let mut workload = Workload::new(Vec::new(), 0);
        (0..STRETCH + 50).for_each(|k| workload.add(puzzle(k), None));
        workload.shuffle("c", 1);
        let mut gatherer = Gatherer::new(&workload);
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
            let problems = gatherer.gather(places);
            assert!(problems.iter().eq(places.iter().map(|&k| &workload.problems[k as usize])));
        }
    }
}
