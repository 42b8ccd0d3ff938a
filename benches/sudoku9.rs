//! Compares the strategies for 9x9 boards on well-known sets: nanoseconds and guesses per puzzle.
//!
//! `cargo bench --bench sudoku9 [-- SET…]`, where a set is a part of a file's name. The sets are read from
//! the folder `COVERLAB_CORPORA` or from `../shared/corpora`. If they are missing, the benchmark measures
//! nothing and succeeds.
//!
//! Every puzzle is replaced by a seeded random isomorph, so that the branch predictor cannot learn the file.
//! In each of `ROUNDS` rounds, every strategy solves the same puzzles; the median is printed. The time is CPU
//! time of this thread, from 81 characters to the number of solutions, up to two, and the first grid. The
//! counts of all strategies are compared.
//!
//! `-- --rounds SET…` measures no time. It prints how many rounds the lanes of `lockstep:width=avx2` need for
//! a tenth of the puzzles. `-- --search SET…` only solves these puzzles and does not read the clock, which
//! fails under Callgrind. Callgrind counts the instructions (of AVX2, since it does not support AVX-512):
//!
//! ```text
//! valgrind --tool=callgrind --toggle-collect='*lockstep::dispatch::avx2*' \
//!     target/release/deps/sudoku9-… --search SET
//! ```
//!
//! The figure `Collected`, divided by the number of rounds, is the number of instructions per lane and round.

mod corpora;

use coverlab_model::clock::ThreadTime;
use coverlab_model::format::{line, symbols::Symbols};
use coverlab_model::{Event, Shape, Sudoku, Symmetry, Task};
use coverlab_strategies::lockstep::Width;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Files of the folder `sudoku9`, ordered from easy to hard.
const SETS: [&str; 7] = [
    "kaggle1M_sample20k.csv",
    "cb-000-puzzles.txt",
    "puzzles2_17_clue",
    "puzzles3_magictour_top1465",
    "puzzles5_forum_hardest_1905_11+",
    "puzzles6_forum_hardest_1106",
    "puzzles7_serg_benchmark",
];
/// The number of puzzles of a set, evenly spaced. A smaller set is repeated with other isomorphs.
const PUZZLES: usize = 10_000;
const ROUNDS: usize = 5;
/// `--rounds` and `--search` solve one in this many puzzles.
const THINNING: usize = 10;
/// The number of solutions at which a search stops.
const LIMIT: u64 = 2;

/// Solves a text of puzzles. Returns the number of solutions of each, and the total number of guesses.
type Solve = Box<dyn FnMut(&[u8]) -> (Vec<u64>, u64)>;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let has_option = |option: &str| std::env::args().any(|word| word == option);
    let (rounds, search) = (has_option("--rounds"), has_option("--search"));
    let Some(folder) = corpora::folder() else { return };
    if !rounds && !search {
        println!("{:<32} {:<24} {:>10} {:>9}", "set", "strategy", "ns/puzzle", "guesses");
    }
    for set in SETS.iter().filter(|set| wanted.is_empty() || wanted.iter().any(|w| set.contains(w.as_str())))
    {
        match std::fs::read_to_string(folder.join(set)) {
            Ok(text) if rounds => count_rounds(set, &thinned(&text)),
            Ok(text) if search => {
                LineSolver::new(Width::Avx2).solve(&lines(&thinned(&text)), LIMIT, &mut Answers::default());
            }
            Ok(text) => measure(set, &lines(&isomorphs(&text))),
            Err(error) => println!("{set}: {error}"),
        }
    }
}

fn strategies() -> Vec<(String, Solve)> {
    let mut all: Vec<(String, Solve)> = Vec::new();
    for width in ["avx512", "avx2", "portable"] {
        for name in ["lockstep", "digit-lanes"] {
            let spec = format!("{name}:width={width}");
            let mut solver = LineSolver::of(&spec.parse().expect("a spec")).expect("a solver of lines");
            let mut answers = Answers::default();
            let solve = move |text: &[u8]| {
                solver.solve(text, LIMIT, &mut answers);
                let solutions = answers.puzzles.iter().map(|puzzle| puzzle.solutions).collect();
                (solutions, answers.puzzles.iter().map(|puzzle| puzzle.guesses).sum())
            };
            all.push((spec, Box::new(solve)));
        }
    }
    all
}

fn measure(set: &str, text: &[u8]) {
    let puzzles = text.len() / 82;
    let mut strategies = strategies();
    let mut times = vec![Vec::new(); strategies.len()];
    let mut results: Vec<Option<(Vec<u64>, u64)>> = vec![None; strategies.len()];
    for _ in 0..ROUNDS {
        for (((_, solve), times), result) in strategies.iter_mut().zip(&mut times).zip(&mut results) {
            let clock = ThreadTime::now();
            let found = solve(text);
            times.push(clock.elapsed().as_nanos() as f64 / puzzles as f64);
            *result = Some(found);
        }
    }
    let reference = results[0].clone().expect("a round").0;
    for (((name, _), times), result) in strategies.iter().zip(&mut times).zip(results) {
        let (solutions, guesses) = result.expect("a round");
        assert_eq!(solutions, reference, "{name} counts other solutions on {set}");
        times.sort_by(f64::total_cmp);
        let guesses = guesses as f64 / puzzles as f64;
        println!("{set:<32} {name:<24} {:>10.1} {guesses:>9.2}", times[ROUNDS / 2]);
    }
}

/// One in [`THINNING`] isomorphs.
fn thinned(text: &str) -> Vec<Sudoku> {
    isomorphs(text).into_iter().step_by(THINNING).collect()
}

/// Prints the number of rounds of a search with eight lanes, for all lanes together.
fn count_rounds(set: &str, puzzles: &[Sudoku]) {
    let spec = "lockstep:width=avx2".parse().expect("a spec");
    let mut session = coverlab_strategies::sudoku(&spec).expect("a strategy").backend.session();
    let mut outcomes = Vec::new();
    session.run(puzzles, &Task { keep: 0, ..Task::first(LIMIT) }, &mut outcomes);
    let sum = |event| outcomes.iter().map(|outcome| outcome.counters.of(event)).sum::<u64>();
    let (guesses, rounds) = (sum(Event::Guess), sum(Event::Pass));
    println!("{set}: {} puzzles, {guesses} guesses, {rounds} rounds", puzzles.len());
}

/// [`PUZZLES`] random isomorphs of the puzzles of `text`.
fn isomorphs(text: &str) -> Vec<Sudoku> {
    let puzzles = corpora::puzzles(text);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let image = |k: usize| {
        let at = if puzzles.len() < PUZZLES { k % puzzles.len() } else { k * puzzles.len() / PUZZLES };
        Symmetry::random(Shape::NINE, &mut below).apply(&puzzles[at])
    };
    (0..PUZZLES).map(image).collect()
}

/// One line of 81 characters for each puzzle.
fn lines(puzzles: &[Sudoku]) -> Vec<u8> {
    let line = |puzzle: &Sudoku| line::write(Shape::NINE, puzzle.clues(), &Symbols::default()) + "\n";
    puzzles.iter().flat_map(|puzzle| line(puzzle).into_bytes()).collect()
}
