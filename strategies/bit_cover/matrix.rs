//! An instance as bit rows: which options conflict, and the options of each primary item.

use coverlab_model::{CoverSize, ExactCover, Item, OptionId, Refusal};

/// With more options the matrix would be too large.
pub(crate) const MAX_OPTIONS: usize = 32_768;

/// The options that can be part of a cover (those with a primary item), renumbered. Each has the bit row of
/// all options that conflict with it, itself included.
///
/// Two options conflict if they share a primary item that must be covered at most once, or a secondary item
/// to which they do not give the same color. Once the matrix is built, the search does not need secondary
/// items or colors.
pub(crate) struct Matrix {
    /// The original number of each option.
    pub(crate) ids: Vec<OptionId>,
    /// Words per row.
    pub(crate) words: usize,
    /// Row `o`: the options that conflict with `o`.
    pub(crate) conflicts: Vec<u64>,
    /// Row `i`: the options of primary item `i`.
    pub(crate) items: Vec<u64>,
    /// The number of primary items of each option.
    pub(crate) widths: Vec<u32>,
    /// The number of primary items.
    pub(crate) primary: usize,
}

impl Matrix {
    /// Checks that the rows of an instance are not too large.
    pub(crate) fn accepts(problem: &ExactCover) -> Result<(), Refusal> {
        if problem.options() > MAX_OPTIONS {
            return Err("keeps a matrix of all pairs of options, which would be too large".into());
        }
        Ok(())
    }

    /// The approximate memory of an instance's rows, in bytes.
    pub(crate) fn bytes(size: CoverSize) -> u64 {
        let CoverSize { items, options, .. } = size;
        let rows = (items as u64).saturating_add(options as u64);
        (options as u64).div_ceil(8).saturating_mul(rows)
    }

    /// Builds the rows of `problem`; `round` may round up the number of words per row.
    pub(crate) fn new(problem: &ExactCover, round: impl Fn(usize) -> usize) -> Matrix {
        Matrix::in_order(problem, 0..problem.options() as OptionId, round)
    }

    /// Builds the rows of `problem` with its `options` numbered in this order.
    pub(crate) fn in_order(
        problem: &ExactCover,
        options: impl Iterator<Item = OptionId>,
        round: impl Fn(usize) -> usize,
    ) -> Matrix {
        let primary = problem.primary();
        let width =
            |o: OptionId| problem.option(o).iter().filter(|e| (e.0 as usize) < primary).count() as u32;
        let ids: Vec<OptionId> = options.filter(|&o| width(o) > 0).collect();
        let words = round(ids.len().div_ceil(64)).max(1);
        let widths = ids.iter().map(|&o| width(o)).collect();

        let mut users: Vec<Vec<(u32, u32)>> = vec![Vec::new(); problem.items()];
        for (o, &id) in (0_u32..).zip(&ids) {
            for &(item, color) in problem.option(id) {
                users[item as usize].push((o, color));
            }
        }
        let mut items = vec![0; primary * words];
        let mut conflicts = vec![0; ids.len() * words];
        let mut row = vec![0; words];
        for (item, users) in users.iter_mut().enumerate() {
            row.fill(0);
            for &(o, _) in users.iter() {
                row[o as usize / 64] |= 1_u64 << (o % 64);
            }
            if item < primary {
                items[item * words..][..words].copy_from_slice(&row);
            }
            if item < primary && problem.multiplicity(item as Item).most > 1 {
                continue;
            }
            // Options with the same color do not conflict: clear them from the common row while it serves
            // this group.
            users.sort_unstable_by_key(|&(_, color)| color);
            for group in users.chunk_by(|a, b| a.1 != 0 && a.1 == b.1) {
                let friends = |row: &mut [u64]| {
                    for &(o, color) in group {
                        row[o as usize / 64] ^= u64::from(color != 0) << (o % 64);
                    }
                };
                friends(&mut row);
                for &(o, _) in group {
                    let conflicts = &mut conflicts[o as usize * words..][..words];
                    conflicts.iter_mut().zip(&row).for_each(|(c, r)| *c |= r);
                }
                friends(&mut row);
            }
        }
        for o in 0..ids.len() {
            conflicts[o * words + o / 64] |= 1 << (o % 64);
        }
        Matrix { ids, words, conflicts, items, widths, primary }
    }

    /// The row with all options.
    pub(crate) fn all(&self) -> Vec<u64> {
        let mut row = vec![0; self.words];
        for o in 0..self.ids.len() {
            row[o / 64] |= 1 << (o % 64);
        }
        row
    }
}
