//! How hard a puzzle is, on several axes that do not agree: none of them is "the" difficulty.
//!
//! | axis | measures |
//! |---|---|
//! | [`explainer`] | the hardest step on Sudoku Explainer's scale, up to 4.4 |
//! | [`backdoor`] | how many cells of the solution must be known until singles do the rest |
//! | [`depth`] | how deep assumptions must be nested until each wrong candidate is refuted |
//!
//! Backdoor and depth are defined by the digits that [`Singles`] derives and by nothing else: no order of
//! techniques, no tie between them and no strategy has a part in them.

pub mod backdoor;
pub mod depth;
pub mod explainer;
mod singles;

pub use singles::Singles;

/// A figure, or a bound of it where the work allowed did not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// It is this.
    Exactly(usize),
    /// It is this or more.
    AtLeast(usize),
}

/// How often singles may still be followed to their end. Counted, not timed: the same puzzle gets the same
/// figure on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// A budget of this many closures.
    pub(crate) fn new(closures: u64) -> Budget {
        Budget(closures)
    }

    /// Takes one; `None` if there is none left.
    pub(crate) fn spend(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }
}
