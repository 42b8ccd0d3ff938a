//! Pairwise, also called binomial or naive: a clause "not both" for each pair, without auxiliary variables.
//! Folklore.

use crate::{Cnf, Literal};

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    for (k, a) in literals.iter().enumerate() {
        for b in &literals[k + 1..] {
            cnf.clause(&[-a, -b]);
        }
    }
}
