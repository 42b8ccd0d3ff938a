//! Square matrices of digit sets, and the permutations through them.
//!
//! Entry `(i, j)` is the set of digits that may be in row `i` and column `j`. A digit is once in each row and
//! each column, so its entries are a permutation. All digits are handled in parallel, as bits of the entries.

use crate::support::board::Mask;

/// The largest matrix that [`keep_matched`] accepts; its work doubles with each row.
pub(super) const LARGEST: usize = 6;
/// The largest matrix whose permutations are enumerated.
pub(super) const COUNTED: usize = 4;
/// The number of entries of the largest matrix.
pub(super) const ENTRIES: usize = LARGEST * LARGEST;

/// Removes from each entry the digits that no permutation through this entry can have.
pub(super) fn keep_matched<M: Mask>(matrix: &mut [M], size: usize) {
    match size {
        2 => keep::<M, 2, 4>(matrix),
        3 => keep::<M, 3, 8>(matrix),
        4 => keep::<M, 4, 16>(matrix),
        5 => keep::<M, 5, 32>(matrix),
        6 => keep::<M, 6, 64>(matrix),
        // The only entry is the only permutation.
        _ => debug_assert_eq!(size, 1),
    }
}

/// The rule for `N` rows, whose columns have `SETS` subsets.
///
/// `above[s]` has the digits that the first rows can put into exactly the columns `s`, one per row;
/// `below[s]` the same for the last rows. An entry belongs to a permutation if the rows below can fill the
/// columns that the rows above and the entry leave. For three rows this is `m & (a1 & b2 | a2 & b1)`, where
/// `a` and `b` are the two other rows, rotated by one and two.
fn keep<M: Mask, const N: usize, const SETS: usize>(matrix: &mut [M]) {
    let matrix = &mut matrix.as_chunks_mut::<N>().0[..N];
    let (mut above, mut below) = ([M::NONE; SETS], [M::NONE; SETS]);
    (above[0], below[0]) = (!M::NONE, !M::NONE);
    for set in 1..SETS {
        let rows = set.count_ones() as usize;
        for j in (0..N).filter(|j| set >> j & 1 != 0) {
            above[set] = above[set] | above[set & !(1 << j)] & matrix[rows - 1][j];
            below[set] = below[set] | below[set & !(1 << j)] & matrix[N - rows][j];
        }
    }
    let mut kept = [[M::NONE; N]; N];
    for set in 0..SETS - 1 {
        let row = &mut kept[set.count_ones() as usize];
        for j in (0..N).filter(|j| set >> j & 1 == 0) {
            row[j] = row[j] | above[set] & below[(SETS - 1) & !set & !(1 << j)];
        }
    }
    for (entry, kept) in matrix.as_flattened_mut().iter_mut().zip(kept.as_flattened()) {
        *entry = *entry & *kept;
    }
}

/// The number of permutations for all digits together, and the digits with the fewest, but at least two. Four
/// or more count as equal.
pub(super) fn configurations<M: Mask>(matrix: &[M], size: usize) -> (usize, M) {
    let mut total = 0;
    let [mut once, mut twice, mut thrice, mut more] = [M::NONE; 4];
    permutations(matrix, size, 0, 0, !M::NONE, &mut |digits| {
        total += digits.count();
        more = more | thrice & digits;
        thrice = thrice | twice & digits;
        twice = twice | once & digits;
        once = once | digits;
    });
    let fewest = [twice.minus(thrice), thrice.minus(more), more];
    (total, fewest.into_iter().find(|digits| !digits.is_empty()).unwrap_or(M::NONE))
}

/// Calls `each` with the digits that can take each permutation, unless there are none.
fn permutations<M: Mask>(
    matrix: &[M],
    size: usize,
    row: usize,
    used: usize,
    digits: M,
    each: &mut impl FnMut(M),
) {
    if row == size {
        return each(digits);
    }
    for column in (0..size).filter(|column| used >> column & 1 == 0) {
        let left = digits & matrix[row * size + column];
        if !left.is_empty() {
            permutations(matrix, size, row + 1, used | 1 << column, left, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every matrix of up to four rows and one digit with brute force over all permutations.
    #[test]
    fn exactly_what_a_permutation_uses_is_kept() {
        for size in 1..=4_usize {
            for bits in 0..1_u32 << (size * size) {
                let one = 1_u64;
                let mut matrix: Vec<_> =
                    (0..size * size).map(|k| if bits >> k & 1 != 0 { one } else { 0 }).collect();
                let mut used = vec![0; size * size];
                let mut order: Vec<usize> = (0..size).collect();
                let mut count = 0;
                each_order(&mut order, 0, &mut |order| {
                    if (0..size).all(|i| matrix[i * size + order[i]] != 0) {
                        count += 1;
                        (0..size).for_each(|i| used[i * size + order[i]] = one);
                    }
                });
                assert_eq!(configurations(&matrix, size).0, count, "{matrix:?}");
                keep_matched(&mut matrix, size);
                assert_eq!(matrix, used);
            }
        }
    }

    fn each_order(order: &mut [usize], k: usize, each: &mut impl FnMut(&[usize])) {
        if k == order.len() {
            return each(order);
        }
        for other in k..order.len() {
            order.swap(k, other);
            each_order(order, k + 1, each);
            order.swap(k, other);
        }
    }
}
