//! The puzzles of built-in corpora that were tried.

use super::anchors::Key;
use coverlab_bench::corpus::{self, Instances};
use coverlab_bench::statistics::Cell;
use coverlab_model::Sudoku;
use std::collections::BTreeMap;

/// The puzzles of built-in corpora, as far as they are those that were tried: a report must not
/// depend on a file that may have changed.
pub(super) fn sudokus(
    builtin: &[String],
    cells: &[Cell],
    wanted: impl Fn(&Key) -> bool,
) -> BTreeMap<Key, Sudoku> {
    let mut hashes: BTreeMap<Key, &str> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| builtin.iter().any(|name| cell.corpus == *name)) {
        let key = (cell.corpus.to_string(), cell.instance.to_string());
        if wanted(&key) {
            hashes.insert(key, cell.hash.as_str());
        }
    }
    let mut puzzles = BTreeMap::new();
    for name in builtin.iter().filter(|name| hashes.keys().any(|(corpus, _)| corpus == *name)) {
        let Ok(Instances::Sudoku(list)) = corpus::builtin(name).map(|corpus| corpus.instances) else {
            continue;
        };
        for instance in list {
            let key = (name.clone(), instance.name.to_string());
            if hashes.get(&key).is_some_and(|hash| *hash == instance.hash()) {
                puzzles.insert(key, instance.problem);
            }
        }
    }
    puzzles
}
