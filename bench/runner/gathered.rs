//! The problems of a batch of a streamed block, one after the other: a session takes a slice.
//!
//! The first repetition takes them as they lie. Later ones, and a run that is continued, take them in another
//! order, or not all of them; those are copied together.
//!
//! Tried without gain: to hand the session references instead of copies (the search then waits for the memory
//! that the copy waits for here); to copy a whole stretch before its first batch is searched.

use super::bench::Bench;
use crate::kind::Kind;
use std::ops::Range;

/// Some problems of a bench.
pub(super) struct Gathered<'a, P: Kind> {
    bench: &'a Bench<P>,
    /// Where they lie.
    places: Vec<u32>,
    /// The places, if they follow each other.
    range: Option<Range<usize>>,
    /// Copies of those that do not, and behind them leftovers of earlier ones.
    problems: Vec<P>,
}

impl<'a, P: Kind> Gathered<'a, P> {
    pub(super) fn new(bench: &'a Bench<P>) -> Self {
        Gathered { bench, places: Vec::new(), range: Some(0..0), problems: Vec::new() }
    }

    /// Gathers those in `places`, unless it has them already: lanes that share a block share them.
    pub(super) fn gather(&mut self, places: &[u32]) {
        self.range = range(places);
        if self.range.is_some() || self.places == places {
            return;
        }
        // Earlier copies are overwritten: no memory is given back and asked for again.
        let all = self.bench.problems();
        let (over, more) = places.split_at(places.len().min(self.problems.len()));
        for (problem, &place) in self.problems.iter_mut().zip(over) {
            problem.clone_from(&all[place as usize]);
        }
        self.problems.extend(more.iter().map(|&place| all[place as usize].clone()));
        self.places.clear();
        self.places.extend_from_slice(places);
    }

    /// The problems, in the order in which they were asked for.
    pub(super) fn problems(&self) -> &[P] {
        match &self.range {
            Some(range) => &self.bench.problems()[range.clone()],
            None => &self.problems[..self.places.len()],
        }
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
    use super::super::bench::STRETCH;
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
        }
    }
}
