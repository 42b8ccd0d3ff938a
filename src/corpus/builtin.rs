//! The corpora that come with coverlab, as one table.

/// A corpus within the program.
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What it is and where it is from.
    pub sentence: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every built-in corpus.
pub static BUILTIN: &[Builtin] = &[
    Builtin {
        name: "sources",
        sentence: "the eight grids of the articles that the first strategies follow",
        text: include_str!("../../experiments/corpora/sources.txt"),
    },
    Builtin {
        name: "delord",
        sentence: "the six grids that Delord measures (A simple Sudoku solver in Haskell, 2018)",
        text: include_str!("../../experiments/corpora/delord.txt"),
    },
];
