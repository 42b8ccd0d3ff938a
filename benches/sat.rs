//! SAT on 9x9 Sudokus: the cost of encoding, and of solving with a proof of uniqueness.
//!
//! `cargo bench --bench sat [-- SET…]`, where a set is a part of a file's name. The sets are read from the
//! folder `COVERLAB_CORPORA` or from `../shared/corpora`. If they are missing, the benchmark measures nothing
//! and succeeds.
//!
//! Every method runs on each puzzle in turn. Times are CPU time of this thread: medians over puzzles, and
//! ratios of sums. Answers are compared: every puzzle of the sets has one solution.

use coverlab_model::clock::ThreadTime;
use coverlab_model::encoding::{Amo, Clues, SudokuCnf, SudokuRules};
use coverlab_model::{Encoding, Grid, Shape, Spec, Sudoku, Task};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SETS: [&str; 2] = ["puzzles2_17_clue", "puzzles6_forum_hardest_1106"];
/// Maximum number of puzzles of a set, evenly spaced.
const PUZZLES: usize = 400;
/// The reference strategy.
const REFERENCE: &str = "sat";

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let Some(folder) = corpora() else {
        println!("no corpora: set COVERLAB_CORPORA to a folder that contains sudoku9/");
        return;
    };
    for set in SETS.iter().filter(|set| wanted.is_empty() || wanted.iter().any(|w| set.contains(w.as_str())))
    {
        match std::fs::read_to_string(folder.join(set)) {
            Ok(text) => {
                let puzzles = puzzles(&text);
                println!("{set}, {} puzzles", puzzles.len());
                encoding(&puzzles);
                solving(&puzzles);
            }
            Err(error) => println!("{set}: {error}"),
        }
    }
}

fn corpora() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("COVERLAB_CORPORA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join("../shared/corpora")).join("sudoku9");
    folder.is_dir().then_some(folder)
}

/// Up to [`PUZZLES`] puzzles of `text`, evenly spaced.
fn puzzles(text: &str) -> Vec<Sudoku> {
    let digit = |c: u8| if c.is_ascii_digit() { c - b'0' } else { 0 };
    let lines =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.as_bytes().get(..81));
    let all: Vec<Sudoku> = lines
        .map(|cells| cells.iter().map(|&c| digit(c)).collect::<Vec<u8>>())
        .map(|clues| Sudoku::new(Shape::NINE, &clues).expect("81 digits"))
        .collect();
    let step = all.len().div_ceil(PUZZLES).max(1);
    all.into_iter().step_by(step).collect()
}

/// Measures encoding in microseconds: from scratch, with the cached clauses, and reduced.
fn encoding(puzzles: &[Sudoku]) {
    let template = SudokuCnf::default();
    type Encode<'a> = &'a dyn Fn(&Sudoku) -> usize;
    let methods: [(&str, Encode<'_>); 4] = [
        ("extended, from scratch", &|p| SudokuCnf::default().encode(p).literals()),
        ("extended, by template", &|p| template.encode(p).literals()),
        ("extended, clues=reduced", &{
            let encoding = SudokuCnf::new(SudokuRules::Extended, Amo::Pairwise, Clues::Reduced);
            move |p: &Sudoku| encoding.encode(p).literals()
        }),
        ("augmented, clues=reduced", &{
            let encoding = SudokuCnf::new(SudokuRules::Augmented, Amo::Pairwise, Clues::Reduced);
            move |p: &Sudoku| encoding.encode(p).literals()
        }),
    ];
    let mut times = vec![Vec::new(); methods.len()];
    for puzzle in puzzles {
        for ((_, encode), times) in methods.iter().zip(&mut times) {
            let clock = ThreadTime::now();
            let literals = encode(puzzle);
            times.push(clock.elapsed());
            assert!(literals > 0);
        }
    }
    let names: Vec<&str> = methods.iter().map(|(name, _)| *name).collect();
    print("encode", &names, &mut times);
}

/// A method of solving with a proof of uniqueness.
type Solve = Box<dyn FnMut(&Sudoku) -> (u64, Vec<Grid>)>;

fn solving(puzzles: &[Sudoku]) {
    let specs = [
        REFERENCE,
        "sat:solver=batsat",
        "sat:encoding=augmented",
        "sat:clues=reduced",
        "sat:clues=reduced,solver=batsat",
        "sat:clues=reduced,encoding=augmented",
        "sat:clues=reduced,encoding=augmented,solver=batsat",
    ];
    let mut methods: Vec<(String, Solve)> = specs.iter().map(|spec| fresh(spec)).collect();
    let mut times = vec![Vec::new(); methods.len()];
    for puzzle in puzzles {
        let mut reference: Option<Vec<Grid>> = None;
        for ((name, solve), times) in methods.iter_mut().zip(&mut times) {
            let clock = ThreadTime::now();
            let (solutions, grids) = solve(puzzle);
            times.push(clock.elapsed());
            assert_eq!(solutions, 1, "{name} on {puzzle:?}");
            assert_eq!(&grids, reference.get_or_insert_with(|| grids.clone()), "{name} on {puzzle:?}");
        }
    }
    let names: Vec<&str> = methods.iter().map(|(name, _)| name.as_str()).collect();
    print("unique", &names, &mut times);
}

/// Uses a new solver for each puzzle. The time includes encoding, loading, both calls and decoding.
fn fresh(spec: &str) -> (String, Solve) {
    let parsed: Spec = spec.parse().expect("a spec");
    let configured = coverlab_strategies::sudoku(&parsed).expect("a strategy");
    let mut session = configured.backend.session();
    let solve = move |puzzle: &Sudoku| {
        let mut outcomes = Vec::new();
        session.run(std::slice::from_ref(puzzle), &Task { keep: 1, ..Task::first(2) }, &mut outcomes);
        let outcome = outcomes.pop().expect("an outcome");
        (outcome.solutions, outcome.kept)
    };
    (spec.to_string(), Box::new(solve))
}

/// Prints the medians, and the ratio of each sum to the first.
fn print(what: &str, names: &[&str], times: &mut [Vec<Duration>]) {
    let total = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64();
    let first = total(&times[0]);
    for (name, times) in names.iter().zip(times) {
        times.sort_unstable();
        let median = times[times.len() / 2].as_secs_f64() * 1e6;
        let sum = total(times);
        println!("  {what:<8} {name:<52} {median:>9.1} µs   {:>6.2} x as fast", first / sum);
    }
}
