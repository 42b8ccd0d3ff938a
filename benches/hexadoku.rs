//! Compares strategies on 16x16 boards: `cargo bench --bench hexadoku [-- FILE…]`.
//!
//! Without a file, the puzzles are images of the built-in corpora `unique-16x16`, which need no guesses, and
//! `minimal-16x16`, which need hundreds. In each of `ROUNDS` rounds, every strategy searches the same batch.
//! The output is the median CPU time per puzzle, the median of its ratio to that of `bands`, and the guesses
//! and rounds of inference per puzzle. The task is to count up to two solutions.

use coverlab::corpus::{self, Corpus, Instances};
use coverlab_model::{Event, Sudoku, Symmetry, Task};
use coverlab_strategies::sudoku;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::path::Path;

const ROUNDS: usize = 5;

/// The strategies; the first is the reference. `dlx` takes a thousand times as long on the minimal puzzles;
/// the experiment `sizes` includes it.
const STRATEGIES: [&str; 4] =
    ["bands", "lockstep:width=portable", "lockstep:width=avx2", "lockstep:width=avx512"];

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!(
        "{:<24} {:<24} {:>10} {:>7} {:>9} {:>9}",
        "set", "strategy", "µs/puzzle", "times", "guesses", "rounds"
    );
    for file in &files {
        let corpus = corpus::from_path(Path::new(file)).unwrap_or_else(|e| panic!("{file}: {e:?}"));
        measure(file, &puzzles(corpus));
    }
    if files.is_empty() {
        for (name, count) in [("unique-16x16", 200), ("minimal-16x16", 100)] {
            let corpus = corpus::by_name(name).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            measure(name, &images(&puzzles(corpus), count));
        }
    }
}

fn puzzles(corpus: Corpus) -> Vec<Sudoku> {
    let Instances::Sudoku(instances) = corpus.instances else { panic!("{} has no Sudokus", corpus.name) };
    instances.into_iter().map(|instance| instance.problem).collect()
}

/// Makes `count` symmetric images of each puzzle. All puzzles occur once before any occurs again.
fn images(puzzles: &[Sudoku], count: usize) -> Vec<Sudoku> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let image = |puzzle: &Sudoku| Symmetry::random(puzzle.shape(), &mut below).apply(puzzle);
    std::iter::repeat_n(puzzles, count).flatten().map(image).collect()
}

fn measure(set: &str, puzzles: &[Sudoku]) {
    let task = Task { solutions: 2, keep: 1, ..Task::default() };
    let mut sessions: Vec<_> = STRATEGIES
        .iter()
        .map(|name| sudoku(&name.parse().expect("a spec")).unwrap_or_else(|e| panic!("{name}: {e}")))
        .map(|configured| configured.backend.session())
        .collect();
    let mut times = vec![Vec::new(); sessions.len()];
    let mut counted = vec![(0, 0, 0); sessions.len()];
    for _ in 0..ROUNDS {
        for ((session, times), counted) in sessions.iter_mut().zip(&mut times).zip(&mut counted) {
            let mut outcomes = Vec::new();
            let cost = session.run(puzzles, &task, &mut outcomes);
            times.push(cost.solve.as_nanos() as f64 / 1e3 / puzzles.len() as f64);
            let sum = |event: Event| outcomes.iter().map(|o| o.counters.of(event)).sum::<u64>();
            let solutions = outcomes.iter().map(|o| o.solutions).sum::<u64>();
            *counted = (solutions, sum(Event::Guess), sum(Event::Pass));
        }
    }
    for (which, name) in STRATEGIES.iter().enumerate() {
        assert_eq!(counted[which].0, counted[0].0, "{name} counts other solutions on {set}");
        let faster = times[0].iter().zip(&times[which]).map(|(first, own)| first / own).collect();
        let each = |total: u64| total as f64 / puzzles.len() as f64;
        println!(
            "{set:<24} {name:<24} {:>10.2} {:>7.2} {:>9.2} {:>9.2}",
            median(times[which].clone()),
            median(faster),
            each(counted[which].1),
            each(counted[which].2)
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
