//! Random samples of a corpus.

use super::{Corpus, Instances};
use crate::seeded_random::seeded_random;
use std::collections::HashSet;

impl Corpus {
    /// A random sample of `size` instances, in the order of the corpus; all instances if it is not larger. The sample
    /// depends only on the corpus and `seed`.
    #[must_use]
    pub fn sample(mut self, size: usize, seed: u64) -> Corpus {
        let mut random = seeded_random(&["sample", &self.name], seed);
        let (len, size) = (self.instances.len(), size.min(self.instances.len()));
        let sampled = rand::seq::index::sample(&mut random, len, size).into_iter().collect();
        self.instances = match self.instances {
            Instances::Sudoku(list) => Instances::Sudoku(select(list, &sampled)),
            Instances::ExactCover(list) => Instances::ExactCover(select(list, &sampled)),
            Instances::Cnf(list) => Instances::Cnf(select(list, &sampled)),
        };
        self
    }
}

/// The elements of `list` at `indices`.
fn select<T>(list: Vec<T>, indices: &HashSet<usize>) -> Vec<T> {
    list.into_iter().enumerate().filter(|(index, _)| indices.contains(index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::super::by_name;
    use super::*;

    #[test]
    fn a_sample_depends_on_the_seed_alone() {
        let names = |seed| match by_name("sources").unwrap().sample(4, seed).instances {
            Instances::Sudoku(list) => list.into_iter().map(|i| i.name).collect::<Vec<_>>(),
            _ => unreachable!("sources are Sudokus"),
        };
        assert_eq!(names(7), names(7));
        assert_eq!(names(7).len(), 4);
        assert!((0..20).any(|seed| names(seed) != names(7)));
        assert_eq!(by_name("sources").unwrap().sample(99, 1).instances.len(), 8);
    }
}
