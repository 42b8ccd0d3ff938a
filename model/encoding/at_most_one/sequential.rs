//! Sequential counter, with the bound 1 (C. Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality
//! Constraints*, 2005): s_k means that one of the first k literals is true.

use crate::{Cnf, Literal};

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    let Some((&last, rest)) = literals.split_last() else { return };
    let mut before: Option<Literal> = None;
    for &literal in rest {
        let seen = cnf.fresh();
        cnf.clause(&[-literal, seen]);
        if let Some(before) = before {
            cnf.clause(&[-before, seen]);
            cnf.clause(&[-literal, -before]);
        }
        before = Some(seen);
    }
    if let Some(before) = before {
        cnf.clause(&[-last, -before]);
    }
}
