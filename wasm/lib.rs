//! The strategies as a WebAssembly module without imports. Requests and answers are JSON.
//!
//! [`Module::ask`] does all the work. Three exports transfer text: `alloc` allocates memory for a request;
//! `ask` answers it and returns the address of the answer's length (four bytes, little-endian), followed by
//! the text; `free` releases both. A module has no clock and no threads, so searches are limited by nodes.

mod error;
#[cfg(target_family = "wasm")]
pub mod exports;
mod human;
mod module;
mod puzzle;
mod search;
mod slot;
mod strategies;

pub use module::Module;

/// The fingerprint of the module's code, computed by `build.rs`.
pub const SOURCES: &str = env!("COVERLAB_SOURCES");
