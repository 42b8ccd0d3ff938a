//! Pairwise: a clause "not both" for each pair, without auxiliary variables. Folklore; also called
//! binomial or naive.

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
