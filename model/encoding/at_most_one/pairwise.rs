//! Pairwise: not both, for each pair. No variable is added. Old beyond a source; also called
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
