//! A stream gives what reading everything at once gives.

#![no_main]

use coverlab_model::format::stream::Stream;
use coverlab_model::format::sudoku::{Options, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = Options::default();
    let whole = Reader::new(bytes, &options).map(|item| item.map_err(|e| e.to_string()));
    let stream = Stream::new(bytes, &options).map(|item| item.map_err(|e| e.to_string()));
    assert!(whole.eq(stream));
});
