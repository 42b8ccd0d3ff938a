//! The built-in corpora, as one table.

use coverlab_model::TextKind;

/// A built-in corpus.
pub struct BuiltinCorpus {
    /// The name in experiments and on the command line.
    pub name: &'static str,
    /// The content and origin of the corpus, in one sentence.
    pub sentence: &'static str,
    /// Its content: puzzles or families.
    pub kind: TextKind,
    /// The content of the corpus's file.
    pub text: &'static str,
}

/// Every built-in corpus.
pub fn builtins() -> impl Iterator<Item = &'static BuiltinCorpus> {
    PUZZLES.iter().chain(FAMILIES)
}

/// Embeds the corpora of a table of names and sentences. Each is a file with its name and the given extension.
macro_rules! corpora {
    ($kind:ident $extension:literal, $($name:literal: $sentence:literal,)*) => {
        &[$(BuiltinCorpus {
            name: $name,
            sentence: $sentence,
            kind: TextKind::$kind,
            text: include_str!(concat!("../experiments/corpora/", $name, ".", $extension)),
        }),*]
    };
}

/// Built-in corpora of puzzles.
static PUZZLES: &[BuiltinCorpus] = corpora! { Sudoku "txt",
    "sources": "the eight grids of the articles that the first strategies follow",
    "delord": "the six grids that Delord measures (Simple Sudoku Solver in Haskell, 2018)",
    "unique-9x9": "200 minimal 9x9 puzzles with one solution, generated from a seed",
    "minimal-9x9": "1000 minimal 9x9 puzzles with one solution, generated from a seed: enough to time them as a stream",
    "many-9x9": "100 9x9 puzzles with 2 to 1000 solutions, generated from a seed",
    "none-9x9": "100 9x9 puzzles without a solution whose clues do not clash, generated from a seed",
    "unique-4x4": "50 minimal 4x4 puzzles with one solution, generated from a seed",
    "unique-6x6": "50 minimal 6x6 puzzles with one solution, boxes of 2x3, generated from a seed",
    "unique-12x12": "10 12x12 puzzles with one solution and 55 clues, boxes of 3x4, generated from a seed",
    "unique-16x16": "20 16x16 puzzles with one solution and 120 clues, generated from a seed",
    "unique-25x25": "3 25x25 puzzles with one solution and 360 clues, generated from a seed",
    "clues-22": "50 9x9 puzzles with one solution and 22 clues, generated from a seed",
    "clues-24": "50 9x9 puzzles with one solution and 24 clues, generated from a seed",
    "clues-28": "50 9x9 puzzles with one solution and 28 clues, generated from a seed",
    "clues-32": "50 9x9 puzzles with one solution and 32 clues, generated from a seed",
    "clues-40": "50 9x9 puzzles with one solution and 40 clues, generated from a seed",
    "minimal-12x12": "10 minimal 12x12 puzzles with one solution, generated from a seed",
    "minimal-16x16": "10 minimal 16x16 puzzles with one solution, generated from a seed",
    "minimal-25x25": "10 minimal 25x25 puzzles with one solution, generated from a seed",
    "minimal-36x36": "5 minimal 36x36 puzzles with one solution, generated from a seed",
    "unique-36x36": "3 36x36 puzzles with one solution and 778 clues, generated from a seed",
    "boards-to-81": "boards of side 9 to 81 with clues in three of five cells, generated from a seed, to measure the size of their formulas",
    "images-easy": "20 symmetric images of Delord's grid d_easy, generated from a seed",
    "images-hard": "20 symmetric images of Delord's grid d_hard, generated from a seed",
    "images-worst1": "20 symmetric images of Delord's grid d_worst1, generated from a seed",
    "images-worst2": "20 symmetric images of Delord's grid d_worst2, generated from a seed",
    "images-worst3": "20 symmetric images of Delord's grid d_worst3, generated from a seed",
    "images-worst4": "20 symmetric images of Delord's grid d_worst4, generated from a seed",
};

/// Built-in corpora of exact covers and formulas, as lists of families.
static FAMILIES: &[BuiltinCorpus] = corpora! { Family "families",
    "knuth-workloads": "workloads that programs for exact cover are compared on, with their counts",
    "knuth-workloads-large": "the larger of these workloads, with their counts",
    "quasigroups": "quasigroups of order 30 with 316 holes, at the phase transition, by seed",
    "enumerations": "small exact covers to count, on which the choice of items makes a difference",
    "quasigroups-20": "20 quasigroups of order 20 with 190 holes, near the phase transition, by seed",
    "random-3-sat-50": "random 3-SAT with 50 variables and 3 to 6 clauses per variable, by seed",
    "random-3-sat-100": "random 3-SAT with 100 variables and 3 to 6 clauses per variable, by seed",
    "random-3-sat-200": "random 3-SAT with 200 variables and 3 to 6 clauses per variable, by seed",
    "random-3-sat-150": "random 3-SAT with 150 variables at the phase transition, by seed",
    "random-3-sat": "random 3-SAT with 150 to 250 variables at the phase transition, by seed",
    "pigeonholes": "pigeonhole formulas with 4 to 8 pigeons and one hole fewer: unsatisfiable",
    "parities": "contradictory parity constraints on 10 to 30 variables: unsatisfiable",
};
