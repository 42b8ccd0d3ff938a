//! The built-in corpora, as one table.

/// A built-in corpus.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// A sentence on its contents and origin.
    pub sentence: &'static str,
    /// The text.
    pub text: &'static str,
}

/// Every built-in corpus, with the extension of its format.
pub fn builtins() -> impl Iterator<Item = (&'static Builtin, &'static str)> {
    let puzzles = BUILTIN.iter().map(|entry| (entry, "txt"));
    puzzles.chain(FAMILIES.iter().map(|entry| (entry, "families")))
}

/// Built-in corpora of puzzles.
pub static BUILTIN: &[Builtin] = &[
    Builtin {
        name: "sources",
        sentence: "the eight grids of the articles that the first strategies follow",
        text: include_str!("../experiments/corpora/sources.txt"),
    },
    Builtin {
        name: "delord",
        sentence: "the six grids that Delord measures (Simple Sudoku Solver in Haskell, 2018)",
        text: include_str!("../experiments/corpora/delord.txt"),
    },
    Builtin {
        name: "unique-9x9",
        sentence: "200 minimal 9x9 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/unique-9x9.txt"),
    },
    Builtin {
        name: "minimal-9x9",
        sentence: "1000 minimal 9x9 puzzles with one solution, generated from a seed: enough to be streamed",
        text: include_str!("../experiments/corpora/minimal-9x9.txt"),
    },
    Builtin {
        name: "many-9x9",
        sentence: "100 9x9 puzzles with 2 to 1000 solutions, generated from a seed",
        text: include_str!("../experiments/corpora/many-9x9.txt"),
    },
    Builtin {
        name: "none-9x9",
        sentence: "100 9x9 puzzles without a solution whose clues do not clash, generated from a seed",
        text: include_str!("../experiments/corpora/none-9x9.txt"),
    },
    Builtin {
        name: "unique-4x4",
        sentence: "50 minimal 4x4 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/unique-4x4.txt"),
    },
    Builtin {
        name: "unique-6x6",
        sentence: "50 minimal 6x6 puzzles with one solution, boxes of 2x3, generated from a seed",
        text: include_str!("../experiments/corpora/unique-6x6.txt"),
    },
    Builtin {
        name: "unique-12x12",
        sentence: "10 12x12 puzzles with one solution and 55 clues, boxes of 3x4, generated from a seed",
        text: include_str!("../experiments/corpora/unique-12x12.txt"),
    },
    Builtin {
        name: "unique-16x16",
        sentence: "20 16x16 puzzles with one solution and 120 clues, generated from a seed",
        text: include_str!("../experiments/corpora/unique-16x16.txt"),
    },
    Builtin {
        name: "unique-25x25",
        sentence: "3 25x25 puzzles with one solution and 360 clues, generated from a seed",
        text: include_str!("../experiments/corpora/unique-25x25.txt"),
    },
    Builtin {
        name: "clues-22",
        sentence: "50 9x9 puzzles with one solution and 22 clues, generated from a seed",
        text: include_str!("../experiments/corpora/clues-22.txt"),
    },
    Builtin {
        name: "clues-24",
        sentence: "50 9x9 puzzles with one solution and 24 clues, generated from a seed",
        text: include_str!("../experiments/corpora/clues-24.txt"),
    },
    Builtin {
        name: "clues-28",
        sentence: "50 9x9 puzzles with one solution and 28 clues, generated from a seed",
        text: include_str!("../experiments/corpora/clues-28.txt"),
    },
    Builtin {
        name: "clues-32",
        sentence: "50 9x9 puzzles with one solution and 32 clues, generated from a seed",
        text: include_str!("../experiments/corpora/clues-32.txt"),
    },
    Builtin {
        name: "clues-40",
        sentence: "50 9x9 puzzles with one solution and 40 clues, generated from a seed",
        text: include_str!("../experiments/corpora/clues-40.txt"),
    },
    Builtin {
        name: "minimal-12x12",
        sentence: "10 minimal 12x12 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/minimal-12x12.txt"),
    },
    Builtin {
        name: "minimal-16x16",
        sentence: "10 minimal 16x16 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/minimal-16x16.txt"),
    },
    Builtin {
        name: "minimal-25x25",
        sentence: "10 minimal 25x25 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/minimal-25x25.txt"),
    },
    Builtin {
        name: "minimal-36x36",
        sentence: "5 minimal 36x36 puzzles with one solution, generated from a seed",
        text: include_str!("../experiments/corpora/minimal-36x36.txt"),
    },
    Builtin {
        name: "unique-36x36",
        sentence: "3 36x36 puzzles with one solution and 778 clues, generated from a seed",
        text: include_str!("../experiments/corpora/unique-36x36.txt"),
    },
    Builtin {
        name: "boards-to-81",
        sentence: "boards of side 9 to 81 with a clue in three cells of five, generated from a seed, for the size of their formulas",
        text: include_str!("../experiments/corpora/boards-to-81.txt"),
    },
    Builtin {
        name: "images-easy",
        sentence: "20 symmetric images of Delord's grid d_easy, generated from a seed",
        text: include_str!("../experiments/corpora/images-easy.txt"),
    },
    Builtin {
        name: "images-hard",
        sentence: "20 symmetric images of Delord's grid d_hard, generated from a seed",
        text: include_str!("../experiments/corpora/images-hard.txt"),
    },
    Builtin {
        name: "images-worst1",
        sentence: "20 symmetric images of Delord's grid d_worst1, generated from a seed",
        text: include_str!("../experiments/corpora/images-worst1.txt"),
    },
    Builtin {
        name: "images-worst2",
        sentence: "20 symmetric images of Delord's grid d_worst2, generated from a seed",
        text: include_str!("../experiments/corpora/images-worst2.txt"),
    },
    Builtin {
        name: "images-worst3",
        sentence: "20 symmetric images of Delord's grid d_worst3, generated from a seed",
        text: include_str!("../experiments/corpora/images-worst3.txt"),
    },
    Builtin {
        name: "images-worst4",
        sentence: "20 symmetric images of Delord's grid d_worst4, generated from a seed",
        text: include_str!("../experiments/corpora/images-worst4.txt"),
    },
];

/// Built-in corpora of exact covers and formulas, as lists of families.
pub static FAMILIES: &[Builtin] = &[
    Builtin {
        name: "knuth-workloads",
        sentence: "the workloads on which programs for exact cover are compared, with their counts",
        text: include_str!("../experiments/corpora/knuth-workloads.families"),
    },
    Builtin {
        name: "knuth-workloads-large",
        sentence: "the larger of these workloads, with their counts",
        text: include_str!("../experiments/corpora/knuth-workloads-large.families"),
    },
    Builtin {
        name: "quasigroups",
        sentence: "quasigroups of order 30 with 316 holes, at the phase transition, by seed",
        text: include_str!("../experiments/corpora/quasigroups.families"),
    },
    Builtin {
        name: "enumerations",
        sentence: "small exact covers to be counted, on which an item's choice makes a difference",
        text: include_str!("../experiments/corpora/enumerations.families"),
    },
    Builtin {
        name: "quasigroups-20",
        sentence: "20 quasigroups of order 20 with 190 holes, near the phase transition, by seed",
        text: include_str!("../experiments/corpora/quasigroups-20.families"),
    },
    Builtin {
        name: "random-3-sat-50",
        sentence: "random 3-SAT with 50 variables and 3 to 6 clauses a variable, by seed",
        text: include_str!("../experiments/corpora/random-3-sat-50.families"),
    },
    Builtin {
        name: "random-3-sat-100",
        sentence: "random 3-SAT with 100 variables and 3 to 6 clauses a variable, by seed",
        text: include_str!("../experiments/corpora/random-3-sat-100.families"),
    },
    Builtin {
        name: "random-3-sat-200",
        sentence: "random 3-SAT with 200 variables and 3 to 6 clauses a variable, by seed",
        text: include_str!("../experiments/corpora/random-3-sat-200.families"),
    },
    Builtin {
        name: "random-3-sat-150",
        sentence: "random 3-SAT with 150 variables at the phase transition, by seed",
        text: include_str!("../experiments/corpora/random-3-sat-150.families"),
    },
    Builtin {
        name: "random-3-sat",
        sentence: "random 3-SAT with 150 to 250 variables at the phase transition, by seed",
        text: include_str!("../experiments/corpora/random-3-sat.families"),
    },
    Builtin {
        name: "pigeonholes",
        sentence: "one pigeon more than holes, 4 to 8 pigeons: no model",
        text: include_str!("../experiments/corpora/pigeonholes.families"),
    },
    Builtin {
        name: "parities",
        sentence: "contradicting sums of 10 to 30 variables: no model",
        text: include_str!("../experiments/corpora/parities.families"),
    },
];
