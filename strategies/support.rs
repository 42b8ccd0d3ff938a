//! The machinery that strategies share. No strategy is here: those are the files of the crate's root.

pub(crate) mod board;
pub mod encodings;
pub(crate) mod few;
pub(crate) mod item_orders;
pub(crate) mod literal;
pub(crate) mod random;
pub(crate) mod silent;
pub(crate) mod simd;
