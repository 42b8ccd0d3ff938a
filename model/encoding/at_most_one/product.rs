//! Product (J. Chen, *A New SAT Encoding of the At-Most-One Constraint*, 2010): the literals are arranged in
//! a grid. A true literal implies the variables of its row and its column. This encoding, used
//! recursively, makes at most one row and at most one column true.

use super::pairwise;
use crate::{Cnf, Literal};

/// For up to this many literals, pairwise is no larger.
const PAIRWISE_UP_TO: usize = 6;

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    let n = literals.len();
    if n <= PAIRWISE_UP_TO {
        return pairwise::add(cnf, literals);
    }
    let root = n.isqrt();
    let across = if root * root == n { root } else { root + 1 };
    let rows: Vec<Literal> = (0..n.div_ceil(across)).map(|_| cnf.fresh()).collect();
    let columns: Vec<Literal> = (0..across).map(|_| cnf.fresh()).collect();
    add(cnf, &rows);
    add(cnf, &columns);
    for (k, &literal) in literals.iter().enumerate() {
        cnf.clause(&[-literal, rows[k / across]]);
        cnf.clause(&[-literal, columns[k % across]]);
    }
}
