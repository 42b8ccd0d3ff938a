//! The order of results: corpora and strategies as in the experiment, instances by natural order.

use super::instance_result::{InstanceResult, Name};
use std::collections::{BTreeSet, HashMap};

/// Sorts `results` by corpus, instance and strategy, and numbers their instances in this order. Corpora and strategies are in the
/// given order; others follow by name. Results of an instance must be adjacent.
pub(super) fn sort(results: &mut [InstanceResult], corpora: &[String], strategies: &[String]) {
    let strategy = |result: &InstanceResult| (rank(strategies, &result.label), result.strategy.clone());
    let strategies: BTreeSet<_> = results.iter().map(strategy).collect();
    let strategies: HashMap<Name, u32> =
        strategies.into_iter().map(|(_, strategy)| strategy).zip(0..).collect();
    let first = results.chunk_by(|a, b| a.instance_key() == b.instance_key()).map(|results| &results[0]);
    let instances = first.map(|result| {
        let group = (rank(corpora, &result.corpus), result.group.clone());
        (group, natural(&result.instance).collect::<Vec<_>>(), result.instance.clone())
    });
    let instances: BTreeSet<_> = instances.collect();
    let keys = instances.into_iter().map(|((_, group), _, instance)| (group, instance));
    let instances: HashMap<(Name, Name), u32> = keys.zip(0..).collect();
    // Results are large. With cached keys, they are moved only once, when the order is known.
    results.sort_by_cached_key(|result| {
        let instance = (result.group.clone(), result.instance.clone());
        (instances[&instance], strategies[&result.strategy])
    });
    let of_instance = results.chunk_by_mut(|a, b| a.instance_key() == b.instance_key());
    for (number, results) in (0..).zip(of_instance) {
        results.iter_mut().for_each(|result| result.number = number);
    }
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
    use crate::statistics::fixtures::{folded_in_order, trial};

    #[test]
    fn order_is_that_of_the_experiment_and_numbers_count_as_numbers() {
        let trials = [trial("b", "q-10", 1), trial("a", "q-9", 1), trial("b", "q-9", 1)];
        let order = ["b".to_string()];
        let found = folded_in_order(&trials, &order);
        let found = found.results.iter().map(|result| (result.number, &*result.instance, &*result.strategy));
        assert_eq!(found.collect::<Vec<_>>(), [(0, "q-9", "b"), (0, "q-9", "a"), (1, "q-10", "b")]);
    }
}
