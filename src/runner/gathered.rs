//! The problems of a part of a streamed block, one after the other: a session takes a slice.
//!
//! The first repetition takes them as they lie. Later ones, and a run that is continued, take them in another
//! order, or not all of them; those are copied together. Whose turn it is reads the stretch first as it lies,
//! which the processor foresees, so that the copies are made from the cache.
//!
//! What was tried without gain: to hand the session references instead of copies (the search waits for what the
//! copy waits for here); to copy a whole stretch before its first part is searched.

use super::bench::{Bench, STRETCH};
use crate::kind::Kind;
use std::hint::black_box;
use std::ops::Range;

/// Some problems of a bench.
pub(super) struct Gathered<'a, P: Kind> {
    bench: &'a Bench<P>,
    /// Where they lie.
    places: Vec<u32>,
    /// The places, if they follow each other.
    row: Option<Range<usize>>,
    /// Copies of those that do not, and behind them what is left of earlier ones.
    problems: Vec<P>,
    /// The numbers of the copies.
    instances: Vec<u32>,
    /// The stretch that was read last.
    near: Option<usize>,
}

impl<'a, P: Kind> Gathered<'a, P> {
    pub(super) fn new(bench: &'a Bench<P>) -> Self {
        let (places, problems, instances) = (Vec::new(), Vec::new(), Vec::new());
        Gathered { bench, places, row: Some(0..0), problems, instances, near: None }
    }

    /// Gathers those in `places`, unless they are what it has: lanes that share a block share them.
    pub(super) fn gather(&mut self, places: &[u32]) {
        self.row = row(places);
        if self.row.is_some() || self.places == places {
            return;
        }
        let stretch = |place: &u32| *place as usize / STRETCH;
        for row in places.chunk_by(|a, b| stretch(a) == stretch(b)) {
            self.come_near(stretch(&row[0]));
        }
        // Over those that are there: no memory is given back and asked for again.
        let all = self.bench.problems();
        let (over, more) = places.split_at(places.len().min(self.problems.len()));
        for (problem, &place) in self.problems.iter_mut().zip(over) {
            problem.clone_from(&all[place as usize]);
        }
        self.problems.extend(more.iter().map(|&place| all[place as usize].clone()));
        self.instances.clear();
        self.instances.extend(places.iter().map(|&place| self.bench.instances()[place as usize]));
        self.places.clear();
        self.places.extend_from_slice(places);
    }

    /// Brings a stretch into the cache.
    fn come_near(&mut self, stretch: usize) {
        if self.near != Some(stretch) {
            self.near = Some(stretch);
            let all = self.bench.problems();
            let all = &all[stretch * STRETCH..all.len().min((stretch + 1) * STRETCH)];
            black_box(all.iter().fold(0, |seen, problem| seen ^ problem.touch()));
        }
    }

    /// The problems, in the order in which they were asked for.
    pub(super) fn problems(&self) -> &[P] {
        match &self.row {
            Some(row) => &self.bench.problems()[row.clone()],
            None => &self.problems[..self.places.len()],
        }
    }

    /// The numbers of their instances.
    pub(super) fn instances(&self) -> &[u32] {
        match &self.row {
            Some(row) => &self.bench.instances()[row.clone()],
            None => &self.instances,
        }
    }
}

/// The range of `places`, if each is one more than the one before.
fn row(places: &[u32]) -> Option<Range<usize>> {
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
    fn what_is_asked_for_is_there_whatever_was_there_before() {
        let puzzle = |k: usize| {
            let shape = if k.is_multiple_of(3) { Shape::of_side(16) } else { Some(Shape::NINE) };
            Sudoku::empty(shape.unwrap()).with(k % 81, (k / 81 % 9 + 1) as u8)
        };
        let mut bench = Bench::new(Vec::new(), 0);
        (0..STRETCH).for_each(|k| bench.add(puzzle(k), None));
        bench.shuffle(0, "c", 1);
        (STRETCH..STRETCH + 50).for_each(|k| bench.add(puzzle(k), None));
        let mut gathered = Gathered::new(&bench);
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
            gathered.gather(places);
            assert!(gathered.problems().iter().eq(places.iter().map(|&k| &bench.problems()[k as usize])));
            assert!(gathered.instances().iter().eq(places.iter().map(|&k| &bench.instances()[k as usize])));
            let own = |(problem, &instance): (&Sudoku, &u32)| *problem == puzzle(instance as usize);
            assert!(gathered.problems().iter().zip(gathered.instances()).all(own));
        }
    }
}
