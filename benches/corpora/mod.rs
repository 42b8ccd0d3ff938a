//! The public sets of Sudokus that several benchmarks read.

use coverlab_model::{Shape, Sudoku};
use std::path::{Path, PathBuf};

/// The folder `sudoku9` of `COVERLAB_CORPORA`, or of `../shared/corpora`. Prints how to set it if the folder is missing.
pub(crate) fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("COVERLAB_CORPORA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join("../shared/corpora")).join("sudoku9");
    if !folder.is_dir() {
        println!("no corpora: set COVERLAB_CORPORA to a folder that contains sudoku9/");
    }
    Some(folder).filter(|folder| folder.is_dir())
}

/// The puzzles of a set: the first 81 characters of each line, if all of them are digits or dots.
pub(crate) fn puzzles(text: &str) -> Vec<Sudoku> {
    let clue = |&c: &u8| if c == b'.' { Some(0) } else { c.is_ascii_digit().then(|| c - b'0') };
    let lines = text.lines().filter_map(|line| line.as_bytes().get(..81));
    let clues = lines.filter_map(|cells| cells.iter().map(clue).collect::<Option<Vec<u8>>>());
    clues.map(|clues| Sudoku::new(Shape::NINE, &clues).expect("81 digits")).collect()
}
