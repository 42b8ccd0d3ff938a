//! The reader of formulas: no bytes make it panic.

#![no_main]

use coverlab_model::format::dimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = dimacs::read(bytes);
});
