//! Commander (W. Klieber and G. Kwon, *Efficient CNF Encoding for Selecting 1 from N Objects*,
//! 2007): groups of four, pairwise within each; a literal that is true raises its group's
//! commander, and of the commanders at most one is true, by the same means.
//!
//! Their third rule, that a commander has a true literal in its group, is left out: at most one
//! does not need it.

use super::AtMostOne;
use super::pairwise::Pairwise;
use crate::{Cnf, Literal};

pub(super) struct Commander;

const GROUP: usize = 4;
/// Up to this many literals pairs are no worse.
const FEW: usize = 7;

impl AtMostOne for Commander {
    fn add(&self, cnf: &mut Cnf, literals: &[Literal]) {
        if literals.len() <= FEW {
            return Pairwise.add(cnf, literals);
        }
        let mut commanders = Vec::with_capacity(literals.len().div_ceil(GROUP));
        for group in literals.chunks(GROUP) {
            Pairwise.add(cnf, group);
            let commander = cnf.fresh();
            for &literal in group {
                cnf.clause(&[-literal, commander]);
            }
            commanders.push(commander);
        }
        self.add(cnf, &commanders);
    }
}
