//! Literals as small integers, to index tables.

use coverlab_model::{Cnf, Refusal};
use std::ops::Not;

/// Maximum number of variables of a formula. A header can promise any number, and tables are indexed by
/// variable.
const MAX_VARIABLES: usize = 1 << 24;

/// Checks that the variables of `cnf` fit into tables.
///
/// # Errors
/// There are too many.
pub(crate) fn accepts(cnf: &Cnf) -> Result<(), Refusal> {
    Refusal::above(MAX_VARIABLES, cnf.variables(), "variables")
}

/// Variable `v`, from 0, has the literal `2v`; its negation is `2v + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    /// `variable` itself if `positive`, else its negation.
    pub(crate) fn new(variable: usize, positive: bool) -> Lit {
        Lit((variable as u32) << 1 | u32::from(!positive))
    }

    pub(crate) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
