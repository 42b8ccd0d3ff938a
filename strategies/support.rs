//! The machinery that strategies share. No strategy is here: those are the files of the crate's root.

pub(crate) mod board;
#[cfg(test)]
pub(crate) mod drawn;
pub mod encodings;
pub(crate) mod few;
pub(crate) mod lookup;
pub(crate) mod random;
pub(crate) mod simd;
pub mod solvers;
