//! Measures of a puzzle's difficulty. They do not agree, and none of them is "the" difficulty.
//!
//! | measure | meaning |
//! |---|---|
//! | [`explainer`] | the hardest step on Sudoku Explainer's scale |
//! | [`backdoor`] | how many cells of the solution must be known so that singles solve the rest |
//! | [`depth`] | how deeply assumptions must be nested to refute every wrong candidate |
//!
//! Backdoor and depth depend only on the digits that [`Singles`] derives: not on the order of
//! techniques, on ties, or on a strategy.

pub mod backdoor;
pub mod depth;
pub mod explainer;
mod singles;

pub use singles::Singles;

/// A rating, or a lower bound if the budget did not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The exact rating.
    Exactly(usize),
    /// A lower bound.
    AtLeast(usize),
}

/// A budget of closures: of runs of singles to their end. Counted instead of timed, so that a puzzle
/// gets the same rating on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// Creates a budget of this many closures.
    pub(crate) fn new(closures: u64) -> Budget {
        Budget(closures)
    }

    /// Spends one closure; `None` if none is left.
    pub(crate) fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}
