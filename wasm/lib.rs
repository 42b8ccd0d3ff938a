//! The strategies as one WebAssembly module without imports: a page asks in JSON, and the module answers in JSON.
//!
//! [`Module::ask`] is the whole of it. The three exports carry text in and out: `alloc` gives memory for a request, `ask`
//! answers it with the place of the answer's length, four bytes, little-endian, and its text behind, and `free` takes
//! both back. A module has neither a clock nor threads, so that searches are limited by nodes.

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
