//! Groups values and cells, in order of first occurrence. For cells this is the order of the experiment.

use coverlab_bench::statistics::Cell;

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

pub(super) fn strategies<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<&'a str> {
    distinct(cells.into_iter().map(|cell| &*cell.strategy))
}

/// The cells by strategy.
pub(super) fn by_strategy<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<(&'a str, Vec<&'a Cell>)> {
    by_key(cells.into_iter().map(|cell| (&*cell.strategy, cell)))
}

/// Whether some instance was searched with several seeds.
pub(super) fn is_seeded<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> bool {
    cells.into_iter().any(|cell| cell.seeds.is_some())
}
