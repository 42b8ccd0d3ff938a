//! Literals as small numbers, so that tables can go by literal.

use std::ops::Not;

/// Variable `v`, from 0, is literal `2v`; its negation is `2v + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    /// `variable` itself if `positive`, else its negation.
    pub(super) fn new(variable: usize, positive: bool) -> Lit {
        Lit((variable as u32) << 1 | u32::from(!positive))
    }

    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
