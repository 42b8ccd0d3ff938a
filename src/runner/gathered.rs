//! The problems of a part of a streamed block, copied to lie one after the other: a session takes a slice.
//!
//! They come in random order from a stretch of the corpus. Whose turn it is reads the stretch first as it lies,
//! which the processor foresees, so that the copies are made from the cache: to fetch each from wherever it
//! lies was the largest part of what a run added to the fastest searches.
//!
//! What was tried without gain: to hand the session references instead of copies (the search waits for what the
//! copy waits for here); to copy a whole stretch before its first part is searched.

use super::stage::STRETCH;
use crate::kind::Kind;
use std::hint::black_box;

/// Copies of some problems.
pub(super) struct Gathered<P> {
    /// Those of `instances`, and behind them what is left of earlier ones.
    problems: Vec<P>,
    instances: Vec<u32>,
    /// The stretch that was read last.
    near: Option<usize>,
}

impl<P: Kind> Gathered<P> {
    pub(super) fn new() -> Self {
        Gathered { problems: Vec::new(), instances: Vec::new(), near: None }
    }

    /// Gathers the `instances` among `problems`, unless they are what it has: lanes that share a block share
    /// them.
    pub(super) fn gather(&mut self, problems: &[P], instances: &[u32]) {
        if self.instances == instances {
            return;
        }
        let stretch = |i: &u32| *i as usize / STRETCH;
        for row in instances.chunk_by(|a, b| stretch(a) == stretch(b)) {
            self.come_near(problems, stretch(&row[0]));
        }
        // Over those that are there: no memory is given back and asked for again.
        let (over, more) = instances.split_at(instances.len().min(self.problems.len()));
        for (place, &i) in self.problems.iter_mut().zip(over) {
            place.clone_from(&problems[i as usize]);
        }
        self.problems.extend(more.iter().map(|&i| problems[i as usize].clone()));
        self.instances.clear();
        self.instances.extend_from_slice(instances);
    }

    /// Brings a stretch of `problems` into the cache.
    fn come_near(&mut self, problems: &[P], stretch: usize) {
        if self.near != Some(stretch) {
            self.near = Some(stretch);
            let all = &problems[stretch * STRETCH..problems.len().min((stretch + 1) * STRETCH)];
            black_box(all.iter().fold(0, |seen, problem| seen ^ problem.touch()));
        }
    }

    /// The problems, in the order in which they were asked for.
    pub(super) fn problems(&self) -> &[P] {
        &self.problems[..self.instances.len()]
    }
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
        let problems: Vec<Sudoku> = (0..STRETCH + 50).map(puzzle).collect();
        let mut gathered = Gathered::new();
        for instances in [vec![7], vec![2000, 3, STRETCH as u32 + 49, 1, 5], vec![6, 7], vec![6, 7], vec![]] {
            gathered.gather(&problems, &instances);
            assert!(gathered.problems().iter().eq(instances.iter().map(|&i| &problems[i as usize])));
        }
    }
}
