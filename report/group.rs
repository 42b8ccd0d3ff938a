//! Groups values and results, in order of first occurrence. For results this is the order of the experiment.

use coverlab_bench::statistics::InstanceResult;

/// The values without duplicates.
pub(super) fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// The values by key.
pub(super) fn by_key<K: PartialEq, V>(pairs: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

pub(super) fn strategies<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> Vec<&'a str> {
    distinct(results.into_iter().map(|result| &*result.strategy))
}

/// The results by strategy.
pub(super) fn by_strategy<'a>(
    results: impl IntoIterator<Item = &'a InstanceResult>,
) -> Vec<(&'a str, Vec<&'a InstanceResult>)> {
    by_key(results.into_iter().map(|result| (&*result.strategy, result)))
}

/// Whether some instance was searched with several seeds.
pub(super) fn is_seeded<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> bool {
    results.into_iter().any(|result| result.seeds.is_some())
}
