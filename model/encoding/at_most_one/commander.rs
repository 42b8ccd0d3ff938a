//! Commander (W. Klieber and G. Kwon, *Efficient CNF Encoding for Selecting 1 from N Objects*, 2007):
//! groups of four, pairwise within each. A true literal makes its group's commander true, and at most
//! one commander is true, by the same encoding.
//!
//! The third rule of the paper, that a true commander has a true literal in its group, is omitted: "at most
//! one" does not need it.

use super::pairwise;
use crate::{Cnf, Literal};

const GROUP_SIZE: usize = 4;
/// For up to this many literals, pairwise is no larger.
const PAIRWISE_UP_TO: usize = 7;

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    if literals.len() <= PAIRWISE_UP_TO {
        return pairwise::add(cnf, literals);
    }
    let mut commanders = Vec::with_capacity(literals.len().div_ceil(GROUP_SIZE));
    for group in literals.chunks(GROUP_SIZE) {
        pairwise::add(cnf, group);
        let commander = cnf.fresh();
        for &literal in group {
            cnf.clause(&[-literal, commander]);
        }
        commanders.push(commander);
    }
    add(cnf, &commanders);
}
