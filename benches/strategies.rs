//! Measures speed ratios that the project claims, in one process.
//!
//! - `bird-bits` compared with the Haskell program: nanoseconds per node on Delord's grid `easy`. The Haskell
//!   program's figure, 0.22 s of CPU time for 4247 nodes (the pearl's program rebuilt with GHC 9.0.2 -O2),
//!   was measured on another day and machine, so the ratio is rough.
//! - `dlx` compared with the crate dlx-rs: both as Sudoku strategies on the same puzzles, counting up to two
//!   solutions, in interleaved rounds; once for the searches alone, and once including the encoding and
//!   decoding that both need.
//!
//! `cargo bench --bench strategies [-- FILE]`: puzzles from FILE, or the built-in minimal ones.

use coverlab::corpus::{self, Instances};
use coverlab_model::{Cost, Session, Sudoku, Task};
use std::path::Path;

const ROUNDS: usize = 11;
/// The Haskell program on `d_easy`: CPU seconds and nodes.
const HASKELL: (f64, f64) = (0.22, 4247.0);

fn main() {
    // Cargo adds arguments that start with a dash.
    let file = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    bird_bits();
    dancing_links(file.as_deref());
}

fn session(spec: &str) -> Box<dyn Session<Sudoku>> {
    coverlab_strategies::sudoku(&spec.parse().expect("a valid spec"))
        .expect("a known strategy")
        .backend
        .session()
}

fn puzzles(file: Option<&str>) -> Vec<Sudoku> {
    let corpus = match file {
        Some(file) => corpus::from_path(Path::new(file)),
        None => corpus::by_name("unique-9x9"),
    };
    match corpus.unwrap_or_else(|e| panic!("{e}")).instances {
        Instances::Sudoku(list) => list.into_iter().map(|i| i.problem).collect(),
        _ => panic!("{} holds no Sudoku", file.unwrap_or_default()),
    }
}

fn bird_bits() {
    let Ok(Instances::Sudoku(grids)) = corpus::by_name("sources").map(|c| c.instances) else {
        unreachable!()
    };
    let easy = grids.into_iter().find(|i| i.name == "d_easy").expect("a grid of the sources").problem;
    let mut session = session("bird-bits");
    let mut per_node = Vec::new();
    for _ in 0..10 * ROUNDS {
        let mut outcomes = Vec::new();
        let cost = session.run(std::slice::from_ref(&easy), &Task::first(1), &mut outcomes);
        per_node.push(cost.solve.as_secs_f64() * 1e9 / outcomes[0].counters.nodes as f64);
    }
    let ours = median(per_node);
    let theirs = HASKELL.0 * 1e9 / HASKELL.1;
    println!(
        "bird-bits on d_easy: {ours:.0} ns per node; the Haskell program {theirs:.0}: {:.0}x faster",
        theirs / ours
    );
}

fn dancing_links(file: Option<&str>) {
    let puzzles = puzzles(file);
    let task = Task { keep: 0, ..Task::first(2) };
    let mut engines = [session("dlx"), session("dlx-rs")];
    let mut costs: [Vec<Cost>; 2] = [Vec::new(), Vec::new()];
    // The first round is a warm-up.
    for round in 0..=ROUNDS {
        for k in 0..2 {
            let engine = (k + round) % 2;
            let mut outcomes = Vec::new();
            let mut total = Cost::default();
            for block in puzzles.chunks(64) {
                let cost = engines[engine].run(block, &task, &mut outcomes);
                assert!(
                    outcomes.iter().all(|o| o.stop.is_none() && o.solutions == 1),
                    "every puzzle is unique"
                );
                total.encode += cost.encode;
                total.solve += cost.solve;
                total.decode += cost.decode;
            }
            if round > 0 {
                costs[engine].push(total);
            }
        }
    }
    let [ours, theirs] = costs;
    let ratio = |of: fn(&Cost) -> f64| median(theirs.iter().zip(&ours).map(|(t, o)| of(t) / of(o)).collect());
    let each = |list: &[Cost]| median(list.iter().map(solve).collect()) * 1e6 / puzzles.len() as f64;
    println!(
        "dlx {:.1} µs, dlx-rs {:.1} µs per puzzle over {} puzzles: {:.2}x faster; with encoding and decoding {:.2}x",
        each(&ours),
        each(&theirs),
        puzzles.len(),
        ratio(solve),
        ratio(|c| (c.encode + c.solve + c.decode).as_secs_f64())
    );
}

fn solve(cost: &Cost) -> f64 {
    cost.solve.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
