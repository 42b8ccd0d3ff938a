//! The share of puzzles solved by sets of techniques.

use coverlab_model::Sudoku;
use coverlab_model::format::sudoku::{self, Count, Options, Puzzle};
use coverlab_techniques::{Board, End, TECHNIQUES, all, solve};
use std::path::Path;

/// The last technique of each set.
const LAST: [&str; 9] = [
    "naked-single",
    "claiming",
    "hidden-triple",
    "w-wing",
    "sue-de-coq",
    "als-chain",
    "template-delete",
    "dynamic-forcing-chain",
    "nested-dynamic-forcing-chain",
];

/// Larger boards are left out: a minimal puzzle of side 25 takes more than a minute.
const MAX_SIDE: usize = 16;

/// Maximum number of puzzles of a collection; of a larger one each *n*th is taken.
const MAX_PUZZLES: usize = 100;

/// Public collections of puzzles with one solution.
const PUBLIC: [&str; 11] = [
    "norvig_easy50.txt",
    "p096_sudoku.txt",
    "kaggle1M_sample20k.csv",
    "cb-000-puzzles.txt",
    "puzzles1_unbiased_first1000",
    "puzzles2_17_clue",
    "norvig_top95.txt",
    "puzzles3_magictour_top1465",
    "norvig_hardest11.txt",
    "puzzles6_forum_hardest_1106",
    "puzzles5_forum_hardest_1905_11+",
];

/// A collection, and its puzzles that are used.
pub struct Collection {
    name: String,
    of: usize,
    puzzles: Vec<Sudoku>,
}

/// The committed corpora whose puzzles all claim one solution. Those of symmetric images are left out:
/// `delord` has the originals.
pub fn committed() -> Vec<Collection> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/corpora");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let corpora = paths.iter().filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".txt") && !name.starts_with("images-")
    });
    let unique =
        |puzzle: &Puzzle| puzzle.count == Some(Count::Exactly(1)) && puzzle.puzzle.shape().side() <= MAX_SIDE;
    let read =
        corpora.filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), read(path)?)));
    let all = read.filter(|(_, puzzles)| puzzles.iter().all(unique));
    all.map(|(name, puzzles)| Collection::new(name, puzzles)).collect()
}

/// The public collections that are present.
pub fn public() -> Vec<Collection> {
    let folder = super::public().join("sudoku9");
    let read = PUBLIC.iter().filter_map(|name| Some((name.to_string(), read(&folder.join(name))?)));
    read.map(|(name, puzzles)| Collection::new(name, puzzles)).collect()
}

fn read(path: &Path) -> Option<Vec<Puzzle>> {
    let text = std::fs::read(path).ok()?;
    Some(
        sudoku::read(&text, &Options::default())
            .unwrap_or_else(|error| panic!("{}: {error:?}", path.display())),
    )
}

impl Collection {
    fn new(name: String, puzzles: Vec<Puzzle>) -> Collection {
        let of = puzzles.len();
        let every = of.div_ceil(MAX_PUZZLES).max(1);
        Collection { name, of, puzzles: puzzles.into_iter().step_by(every).map(|p| p.puzzle).collect() }
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The puzzles that are used.
    pub fn puzzles(&self) -> &[Sudoku] {
        &self.puzzles
    }

    /// The columns of its row: its puzzles, those used, then the share solved by each set.
    fn row(&self) -> String {
        let hardest: Vec<_> = self.puzzles.iter().filter_map(hardest).collect();
        let solved = LAST.iter().map(|name| {
            let last = place(name);
            hardest.iter().filter(|&&hardest| hardest <= last).count()
        });
        let percent = |count: usize| format!("{:.0}", 100.0 * count as f64 / self.puzzles.len() as f64);
        let shares: Vec<String> = solved.map(percent).collect();
        format!("| {} | {} | {} | {} |\n", self.name, self.of, self.puzzles.len(), shares.join(" | "))
    }
}

/// A technique's index in the order.
fn place(name: &str) -> usize {
    TECHNIQUES.iter().position(|technique| technique.about.name == name).expect("a registered technique")
}

/// The index of the hardest technique needed for the solution, if it is found. The easiest step is
/// always taken, so fewer techniques take the same steps as far as they go.
fn hardest(puzzle: &Sudoku) -> Option<usize> {
    let way = solve(Board::new(puzzle).expect("a board"), &all());
    let hardest = way.steps.iter().map(|taken| place(taken.technique.about.name)).max();
    (way.end == End::Solved).then(|| hardest.unwrap_or(0))
}

/// Formats a row for each collection.
pub fn table(collections: &[Collection]) -> String {
    let mut rows = format!("| collection | puzzles | taken | {} |\n", LAST.join(" | "));
    rows += &format!("|---{}|\n", "|--:".repeat(LAST.len() + 2));
    collections.iter().for_each(|collection| rows += &collection.row());
    rows
}
