//! The order of cells: corpora and strategies as in the experiment, instances by natural order.

use super::cell::{Cell, Name};
use std::collections::{BTreeSet, HashMap};

/// Sorts `cells` by corpus, instance and strategy. Corpora and strategies are in the given order; others follow by name. Cells
/// of an instance must be adjacent.
pub(super) fn sort(cells: &mut [Cell], corpora: &[String], strategies: &[String]) {
    let strategy = |cell: &Cell| (rank(strategies, &cell.label), cell.strategy.clone());
    let strategies: BTreeSet<_> = cells.iter().map(strategy).collect();
    let strategies: HashMap<Name, u32> =
        strategies.into_iter().map(|(_, strategy)| strategy).zip(0..).collect();
    let first = cells.chunk_by(|a, b| a.instance_key() == b.instance_key()).map(|cells| &cells[0]);
    let instances = first.map(|cell| {
        let corpus = (rank(corpora, &cell.base), cell.corpus.clone());
        (corpus, natural(&cell.instance).collect::<Vec<_>>(), cell.instance.clone(), cell.isomorph)
    });
    let instances: BTreeSet<_> = instances.collect();
    let keys = instances.into_iter().map(|((_, corpus), _, instance, isomorph)| (corpus, instance, isomorph));
    let instances: HashMap<(Name, Name, u32), u32> = keys.zip(0..).collect();
    // Cells are large. With cached keys, they are moved only once, when the order is known.
    cells.sort_by_cached_key(|cell| {
        let instance = (cell.corpus.clone(), cell.instance.clone(), cell.isomorph);
        (instances[&instance], strategies[&cell.strategy])
    });
}

/// The index of `name` in `order`. A name that is missing comes last.
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
