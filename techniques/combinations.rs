//! Choices of positions, in the order of Sudoku Explainer, and of elements in the order given.

use crate::bits::Bits;
use crate::technique::Flow;

/// The sets of `SIZE` numbers below `count`, ordered by their largest elements.
pub(crate) fn combinations<const SIZE: usize>(count: usize) -> impl Iterator<Item = [usize; SIZE]> {
    let first = (SIZE <= count).then(|| std::array::from_fn(|k| k));
    std::iter::successors(first, move |chosen: &[usize; SIZE]| {
        let mut next = *chosen;
        advance(&mut next, count).then_some(next)
    })
}

/// Like [`combinations`], for a size that is not a constant.
pub(crate) fn combinations_of(size: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (size <= count).then(|| (0..size).collect());
    std::iter::successors(first, move |chosen: &Vec<usize>| {
        let mut next = chosen.clone();
        advance(&mut next, count).then_some(next)
    })
}

/// Raises the first number that has room, and resets those below it; `false` after the last set.
#[inline]
fn advance(chosen: &mut [usize], count: usize) -> bool {
    for k in 0..chosen.len() {
        if chosen[k] + 1 < chosen.get(k + 1).copied().unwrap_or(count) {
            chosen[k] += 1;
            (0..k).for_each(|below| chosen[below] = below);
            return true;
        }
    }
    false
}

/// Calls `found` with each choice of `size` elements of `from`. A choice is extended only while it `fits`.
pub(crate) fn choose<T: Copy>(
    from: &[T],
    size: usize,
    fits: impl Fn(&[T]) -> bool,
    mut found: impl FnMut(&[T]) -> Flow,
) -> Flow {
    extend(from, size, &fits, &mut Vec::with_capacity(size), &mut found)
}

fn extend<T: Copy>(
    from: &[T],
    size: usize,
    fits: &impl Fn(&[T]) -> bool,
    chosen: &mut Vec<T>,
    found: &mut impl FnMut(&[T]) -> Flow,
) -> Flow {
    let missing = size - chosen.len();
    if missing == 0 {
        return found(chosen);
    }
    for (k, &one) in from.iter().enumerate().take((from.len() + 1).saturating_sub(missing)) {
        chosen.push(one);
        if fits(chosen) {
            extend(&from[k + 1..], size, fits, chosen, found)?;
        }
        chosen.pop();
    }
    Flow::Continue(())
}

/// The union of `sets`, if each has two elements or more and the union has as many as there are sets.
pub(crate) fn common_tuple(sets: &[Bits]) -> Option<Bits> {
    let mut union = Bits::NONE;
    for &set in sets {
        if set.count() < 2 {
            return None;
        }
        union |= set;
    }
    (union.count() == sets.len()).then_some(union)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_ordered_by_their_largest_elements() {
        let pairs: Vec<_> = combinations::<2>(4).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]);
        assert_eq!(combinations_of(2, 4).collect::<Vec<_>>(), pairs);
        assert_eq!(combinations::<3>(9).count(), 84);
        assert_eq!((combinations_of(0, 3).count(), combinations::<2>(1).count()), (1, 0));
    }

    #[test]
    fn a_tuple_has_as_many_elements_as_sets() {
        let sets = [[0, 1], [1, 2], [0, 2]].map(|set| set.into_iter().collect::<Bits>());
        assert_eq!(common_tuple(&sets), Some(Bits::below(3)));
        assert_eq!(common_tuple(&sets[..2]), None);
        assert_eq!(common_tuple(&[Bits::only(1), sets[0]]), None);
    }
}
