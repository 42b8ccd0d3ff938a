//! Bimander (S. Hölldobler and V. H. Nguyen, *An Efficient Encoding of the At-Most-One Constraint*, 2013):
//! groups as in commander, pairwise within each group, but groups are numbered in binary. A true literal
//! implies the bits of its group's number. Groups have about √n literals.

use super::{bit_literal, bits, pairwise};
use crate::{Cnf, Literal};

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    let size = literals.len().isqrt().max(1);
    let groups = literals.len().div_ceil(size);
    let variables: Vec<Literal> = (0..bits(groups)).map(|_| cnf.fresh()).collect();
    for (number, group) in literals.chunks(size).enumerate() {
        pairwise::add(cnf, group);
        for &literal in group {
            for k in 0..variables.len() {
                cnf.clause(&[-literal, bit_literal(&variables, number, k)]);
            }
        }
    }
}
