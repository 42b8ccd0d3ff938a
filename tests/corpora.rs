//! The generated corpora are what the generator makes: the same seeds give the same files.
//!
//! `COVERLAB_BLESS=1 cargo test --test corpora` writes them anew.

use coverlab::generate::Generator;
use coverlab_model::format::{line, symbols::Symbols};
use coverlab_model::{Shape, Sudoku};
use std::fmt::Write;
use std::path::Path;

/// A corpus: its file, what it says of itself, the shape of its boards, its seed, how many
/// puzzles, and what makes one.
struct Recipe {
    file: &'static str,
    about: &'static str,
    shape: (usize, usize),
    seed: u64,
    count: usize,
    make: fn(&mut Generator) -> Sudoku,
}

const RECIPES: &[Recipe] = &[
    Recipe {
        file: "unique-9x9.txt",
        about: "minimal puzzles with one solution",
        shape: (3, 3),
        seed: 1,
        count: 200,
        make: |g| g.unique(0),
    },
    Recipe {
        file: "many-9x9.txt",
        about: "puzzles with 2 to 1000 solutions",
        shape: (3, 3),
        seed: 2,
        count: 100,
        make: |g| g.many(1001),
    },
    Recipe {
        file: "none-9x9.txt",
        about: "puzzles without a solution whose clues do not clash",
        shape: (3, 3),
        seed: 3,
        count: 100,
        make: |g| g.none(),
    },
    Recipe {
        file: "unique-4x4.txt",
        about: "minimal puzzles with one solution",
        shape: (2, 2),
        seed: 4,
        count: 50,
        make: |g| g.unique(0),
    },
    Recipe {
        file: "unique-6x6.txt",
        about: "minimal puzzles with one solution, boxes of 2 rows and 3 columns",
        shape: (2, 3),
        seed: 5,
        count: 50,
        make: |g| g.unique(0),
    },
    Recipe {
        file: "unique-16x16.txt",
        about: "puzzles with one solution and 120 clues",
        shape: (4, 4),
        seed: 6,
        count: 20,
        make: |g| g.unique(120),
    },
];

#[test]
fn the_generator_makes_the_committed_corpora() {
    let bless = std::env::var_os("COVERLAB_BLESS").is_some();
    for recipe in RECIPES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/corpora").join(recipe.file);
        let made = text(recipe);
        if bless {
            std::fs::write(&path, &made).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap();
        assert!(made == committed, "{} is not what its recipe makes", recipe.file);
    }
}

fn text(recipe: &Recipe) -> String {
    let (rows, columns) = recipe.shape;
    let shape = Shape::new(rows, columns).unwrap();
    let mut generator = Generator::new(shape, recipe.seed, &"dlx".parse().unwrap()).unwrap();
    let mut text = format!(
        "# {} {}, made by coverlab's generator from seed {}: puzzle:count # name\n",
        recipe.count, recipe.about, recipe.seed
    );
    let stem = recipe.file.trim_end_matches(".txt");
    for k in 1..=recipe.count {
        let puzzle = (recipe.make)(&mut generator);
        let count = generator.solutions(&puzzle, u64::MAX);
        let cells = line::write(shape, puzzle.clues(), &Symbols::default());
        writeln!(text, "{cells}:{count} # {stem}-{k:03}").unwrap();
    }
    text
}
