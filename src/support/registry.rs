//! Every registered strategy with its native problem, for lists.

use coverlab_model::About;

/// A registered strategy.
#[derive(Clone, Copy)]
pub(crate) struct RegisteredStrategy {
    pub(crate) about: &'static About,
    /// The native problem.
    pub(crate) problem: &'static str,
    /// The encoding by which it solves Sudoku, if it needs one.
    pub(crate) sudoku_via: Option<&'static str>,
}

/// Every registered strategy once, in teaching order.
pub(crate) fn registered_strategies() -> Vec<RegisteredStrategy> {
    let for_sudoku: Vec<_> = coverlab_strategies::all_sudoku().collect();
    let via = |about: &About| {
        for_sudoku.iter().find(|(other, _)| other.name == about.name).and_then(|(_, via)| *via)
    };
    let row = |about: &'static About, problem| RegisteredStrategy { about, problem, sudoku_via: via(about) };
    let sudoku = coverlab_strategies::SUDOKU.iter().map(|entry| row(entry.about, "sudoku"));
    let cover = coverlab_strategies::EXACT_COVER.iter().map(|entry| row(entry.about, "exact-cover"));
    let cnf = coverlab_strategies::CNF.iter().map(|entry| row(entry.about, "cnf"));
    let mut rows: Vec<RegisteredStrategy> = [by_purpose(sudoku), by_purpose(cover), by_purpose(cnf)].concat();
    // Strategies outside the registries, such as one that only chooses among others.
    for &(about, sudoku_via) in &for_sudoku {
        if rows.iter().all(|row| row.about.name != about.name) {
            rows.push(RegisteredStrategy { about, problem: "sudoku", sudoku_via });
        }
    }
    rows
}

/// Sorts strategies that choose others first, then fast ones, then those to learn from, each in teaching order.
fn by_purpose(rows: impl Iterator<Item = RegisteredStrategy>) -> Vec<RegisteredStrategy> {
    let mut rows: Vec<RegisteredStrategy> = rows.collect();
    rows.sort_by_key(|row| row.about.purpose);
    rows
}
