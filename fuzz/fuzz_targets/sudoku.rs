//! The readers of Sudoku: no bytes make them panic, and what a notation writes it reads back.

#![no_main]

use coverlab_model::format::notation::Style;
use coverlab_model::format::notations::NOTATIONS;
use coverlab_model::format::sudoku::{Options, Reader, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, text)) = bytes.split_first() else { return };
    let notation = NOTATIONS.get(usize::from(first) % (NOTATIONS.len() + 1)).copied();
    let options = Options { notation, ..Options::default() };
    for puzzle in Reader::new(text, &options).flatten() {
        let shape = puzzle.puzzle.shape();
        let _ = puzzle.place(shape.cells() - 1);
        let Some(to) = notation.filter(|n| n.writes(shape, &options.symbols)) else { continue };
        let mut written = to.header().to_string();
        to.write(&puzzle, &Style::default(), &mut written);
        let options = Options { shape: Some(shape), ..options.clone() };
        let back = read(written.as_bytes(), &options).expect("what was written is read");
        assert_eq!(back[0].puzzle, puzzle.puzzle);
    }
});
