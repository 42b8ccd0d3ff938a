//! Choices of sets whose union has as many numbers as there are sets: the common part of subsets and
//! fish.

use crate::bits::Bits;
use crate::combinations::choose;
use crate::technique::{Flow, Sink, Step, offer};

/// Finds every choice of `size` of the `sets` whose union has `size` numbers, and offers the step that
/// `step` makes of the choice (by its labels) and the union. Sets with fewer than two or more than
/// `size` numbers are skipped.
pub(crate) fn tuples(
    sets: impl Iterator<Item = (usize, Bits)>,
    size: usize,
    step: impl Fn(&[usize], Bits) -> Option<Step>,
    found: Sink<'_>,
) -> Flow {
    let sets: Vec<_> = sets.filter(|(_, set)| (2..=size).contains(&set.count())).collect();
    let union = |chosen: &[(usize, Bits)]| chosen.iter().fold(Bits::NONE, |union, (_, set)| union | *set);
    let fits = |chosen: &[(usize, Bits)]| union(chosen).count() <= size;
    choose(&sets, size, fits, |chosen| {
        let union = union(chosen);
        if union.count() < size {
            return Flow::Continue(());
        }
        let labels: Vec<usize> = chosen.iter().map(|(label, _)| *label).collect();
        offer(step(&labels, union), found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Candidate;

    #[test]
    fn pairs_and_triples() {
        let sets = [[0, 1], [1, 2], [0, 2], [0, 1]].map(|set| set.into_iter().collect::<Bits>());
        let found = |size| {
            let mut all = Vec::new();
            // A step that records the chosen sets.
            let step = |chosen: &[usize], union: Bits| {
                assert_eq!(union.count(), size);
                let pattern = chosen.iter().map(|&label| Candidate::new(label, 1));
                Some(Step::default().by(pattern))
            };
            let _ = tuples(sets.into_iter().enumerate(), size, step, &mut |step| {
                all.push(step.cells());
                Flow::Continue(())
            });
            all
        };
        assert_eq!(found(2), [[0, 3]]);
        assert_eq!(found(3).len(), 4);
        assert_eq!(found(5), [] as [Vec<usize>; 0]);
    }
}
