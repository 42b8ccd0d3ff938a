//! Code that strategies share. Nothing here imports a strategy.

pub(crate) mod board;
pub mod encodings;
pub(crate) mod few;
pub(crate) mod item_choice;
pub(crate) mod literal;
pub(crate) mod option_order;
pub(crate) mod silent;
pub(crate) mod simd;
pub(crate) mod watched_literals;

/// The bytes of a parameter `memory`, which is a checked number of MiB; as many as can be addressed if it is
/// larger.
pub(crate) fn memory_limit(value: &str) -> usize {
    value.parse::<usize>().expect("a checked number").saturating_mul(1 << 20)
}
