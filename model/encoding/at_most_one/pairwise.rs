//! Pairwise, also called binomial or naive: a clause "not both" for each pair, without auxiliary variables.
//! Folklore.

use super::AtMostOne;
use crate::{Cnf, Literal};

pub(super) struct Pairwise;

impl AtMostOne for Pairwise {
    fn add(&self, cnf: &mut Cnf, literals: &[Literal]) {
        for (k, a) in literals.iter().enumerate() {
            for b in &literals[k + 1..] {
                cnf.clause(&[-a, -b]);
            }
        }
    }
}
