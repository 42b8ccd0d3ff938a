//! The strategies as one WebAssembly module without imports: requests and answers are JSON.
//!
//! [`Module::ask`] does all the work. Three exports transfer text: `alloc` returns memory for a
//! request; `ask` answers it and returns the place of the answer's length (four bytes, little-endian),
//! followed by the text; `free` releases both. A module has no clock and no threads, so searches are
//! limited by nodes.

mod error;
#[cfg(target_family = "wasm")]
pub mod exports;
mod human;
mod module;
mod puzzle;
mod registries;
mod search;
mod slot;

pub use module::Module;

/// The fingerprint of the code that the module is made of; `build.rs` computes it.
pub const SOURCES: &str = env!("COVERLAB_SOURCES");
