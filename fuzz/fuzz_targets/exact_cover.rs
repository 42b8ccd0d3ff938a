//! The reader of exact cover: no bytes make it panic.

#![no_main]

use coverlab_model::format::knuth;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = knuth::read(bytes);
});
