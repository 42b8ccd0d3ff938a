//! The order of cells: corpora and strategies as in the experiment, instances by natural order.

use super::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Sorts `cells` by corpus, instance and strategy. Corpora and strategies are in the given order; others follow by name. Cells
/// of an instance must be adjacent.
pub(super) fn sort(cells: &mut [Cell], corpora: &[String], strategies: &[String]) {
    let ranked = |cell: &Cell| (rank(strategies, &cell.label), cell.strategy.clone());
    let ranked: BTreeSet<_> = cells.iter().map(ranked).collect();
    let ranks: HashMap<_, u32> = ranked.into_iter().map(|(_, strategy)| strategy).zip(0..).collect();
    let corpora: HashMap<&str, usize> =
        cells.iter().map(|cell| (&*cell.corpus, rank(corpora, &cell.base))).collect();
    let mut start = 0;
    let mut instances: Vec<Range<u32>> = Vec::new();
    for instance in cells.chunk_by(|a, b| a.instance_key() == b.instance_key()) {
        let end = start + instance.len() as u32;
        instances.push(start..end);
        start = end;
    }
    let key = |instance: &Range<u32>| cells[instance.start as usize].instance_key();
    instances.sort_by(|one, other| {
        let ((a, one, k), (b, other, l)) = (key(one), key(other));
        let corpus = || (corpora[a], a).cmp(&(corpora[b], b));
        let instance = || natural(one).cmp(natural(other)).then_with(|| one.cmp(other));
        corpus().then_with(instance).then(k.cmp(&l))
    });
    // Cells are large, so they are moved only once, when the order is known.
    let mut order: Vec<u32> = Vec::with_capacity(cells.len());
    for instance in instances {
        let from = order.len();
        order.extend(instance);
        order[from..].sort_by_key(|&at| ranks[&cells[at as usize].strategy]);
    }
    permute(cells, order);
}

/// Moves the element at `order[k]` to position `k`, for all `k`.
fn permute<T>(elements: &mut [T], mut order: Vec<u32>) {
    for start in 0..elements.len() {
        let mut at = start;
        // Along a cycle, one swap moves each element to its position.
        while order[at] as usize != start {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            elements.swap(at, from);
            at = from;
        }
        order[at] = at as u32;
    }
}

/// The index of `name` in `order`, or a larger one.
fn rank(order: &[String], name: &str) -> usize {
    order.iter().position(|known| known == name).unwrap_or(usize::MAX)
}

/// A natural sort key, by which `queens-9` comes before `queens-10`.
fn natural(name: &str) -> impl Iterator<Item = (&str, u128)> {
    let mut rest = name;
    std::iter::from_fn(move || {
        let (text, after) = split(rest, |c| c.is_ascii_digit());
        let (digits, after) = split(after, |c| !c.is_ascii_digit());
        let number = digits
            .bytes()
            .fold(0u128, |number, digit| number.saturating_mul(10).saturating_add(u128::from(digit - b'0')));
        let is_over = rest.is_empty();
        rest = after;
        (!is_over).then_some((text, number))
    })
}

/// Splits `text` before the first character for which `is_end` holds.
fn split(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use crate::statistics::fixtures::{cells, trial};

    #[test]
    fn order_is_that_of_the_experiment_and_numbers_count_as_numbers() {
        let trials = [trial("b", "q-10", 1), trial("a", "q-9", 1), trial("b", "q-9", 1)];
        let order = ["b".to_string()];
        let found = cells(&trials, &[], &order);
        let found: Vec<_> = found.iter().map(|cell| (&*cell.instance, &*cell.strategy)).collect();
        assert_eq!(found, [("q-9", "b"), ("q-9", "a"), ("q-10", "b")]);
    }
}
