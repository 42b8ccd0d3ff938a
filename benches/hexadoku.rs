//! Compares strategies on batches of 16x16 boards: `cargo bench --bench hexadoku`.
//!
//! `coverlab compare` searches slow puzzles in small batches, which leave lanes of `lockstep` empty. Here a
//! batch has all images of a built-in corpus: `unique-16x16`, which needs no guesses, and `minimal-16x16`,
//! which needs dozens. In each round, every strategy counts up to two solutions of each puzzle. The output
//! is the median CPU time per puzzle and the median of its ratio to that of `bands`.

use coverlab::corpus::{self, Instances};
use coverlab_model::{Sudoku, Symmetry, Task};
use coverlab_strategies::sudoku;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

const ROUNDS: usize = 5;

/// The strategies; the first is the reference. `dlx` takes a thousand times as long on the minimal puzzles;
/// the experiment `sizes` includes it.
const STRATEGIES: [&str; 4] =
    ["bands", "lockstep:width=portable", "lockstep:width=avx2", "lockstep:width=avx512"];

fn main() {
    println!("{:<14} {:<24} {:>10} {:>7}", "corpus", "strategy", "µs/puzzle", "times");
    for (name, count) in [("unique-16x16", 200), ("minimal-16x16", 100)] {
        measure(name, &images(name, count));
    }
}

/// Makes `count` symmetric images of each puzzle of a corpus. All puzzles occur once before any occurs again.
fn images(name: &str, count: usize) -> Vec<Sudoku> {
    let Ok(Instances::Sudoku(puzzles)) = corpus::by_name(name).map(|corpus| corpus.instances) else {
        unreachable!("the built-in corpus is one of Sudokus")
    };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut image = |puzzle: &Sudoku| Symmetry::random(puzzle.shape(), &mut below).apply(puzzle);
    (0..count).flat_map(|_| &puzzles).map(|instance| image(&instance.problem)).collect()
}

fn measure(name: &str, puzzles: &[Sudoku]) {
    let task = Task { keep: 1, ..Task::first(2) };
    let mut sessions = STRATEGIES
        .map(|spec| sudoku(&spec.parse().expect("a spec")).unwrap_or_else(|e| panic!("{spec}: {e}")))
        .map(|configured| configured.backend.session());
    let mut times = [const { Vec::new() }; STRATEGIES.len()];
    for _ in 0..ROUNDS {
        let mut counts = Vec::new();
        for (session, times) in sessions.iter_mut().zip(&mut times) {
            let mut outcomes = Vec::new();
            let cost = session.run(puzzles, &task, &mut outcomes);
            times.push(cost.solve.as_nanos() as f64 / 1e3 / puzzles.len() as f64);
            counts.push(outcomes.iter().map(|outcome| outcome.solutions).sum::<u64>());
        }
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?} solutions on {name}");
    }
    for (spec, own) in STRATEGIES.iter().zip(&times) {
        let faster = times[0].iter().zip(own).map(|(first, own)| first / own).collect();
        println!("{name:<14} {spec:<24} {:>10.2} {:>7.2}", median(own.clone()), median(faster));
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
