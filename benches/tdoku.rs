//! Compares MiniSat's guesses on public sets of Sudokus with the figures that T. Dillon published (*tdoku*,
//! benchmarks, 2022).
//!
//! `cargo bench --bench tdoku [-- SET…]`, where a set is a part of a file's name. The sets are read from the
//! folder `COVERLAB_CORPORA` or from `../shared/corpora`. If they are missing, the benchmark measures nothing
//! and succeeds. The output is a Markdown table, which is stored in results/tdoku-encodings/sets.md.
//!
//! The published counts are those of MiniSat; batsat is a port of it. The published program searches for up
//! to two solutions. It negates the variables of candidates, so that a digit is tried before its absence. It
//! assumes the clues, and one solver handles twenty-one puzzles in a row, keeping what it learned. The column
//! `his way` does all that. The column `fresh` uses a new solver per puzzle, like
//! `sat:solver=batsat,first=true`. The column `false first` is `fresh` without `first=true`, with MiniSat's
//! own polarity. These differences remain: up to [`PUZZLES`] puzzles of a set instead of all, and therefore
//! other sequences of puzzles; the symmetric images that tdoku may draw of them; the order of clauses; and
//! batsat's changes. Speed is relative to the minimal encoding, because the machines differ.

mod corpora;

use coverlab_model::clock::ThreadTime;
use coverlab_model::encoding::{Amo, Clues, SudokuCnf, SudokuRules};
use coverlab_model::{Cancel, Encoding, Event, Literal, Shape, Spec, Sudoku, Task};
use coverlab_strategies::sat_solvers::{Engine, Options, Solver, SolverLimits, Verdict};
use std::time::Duration;

/// The percentage of puzzles without a guess, and the guesses per puzzle, by encoding: minimal, natural,
/// complete, augmented.
type Published = [(f64, f64); 4];

/// The file, its name in the published table, and the published figures (Core i7-1065G7, GCC 10, `-O3`,
/// profile-guided).
const SETS: [(&str, &str, Published); 5] = [
    ("puzzles1_unbiased_first1000", "unbiased", [(1.1, 62.29), (1.1, 51.11), (35.2, 4.22), (45.1, 2.67)]),
    ("puzzles2_17_clue", "17 clues", [(0.0, 704.35), (0.0, 645.71), (44.5, 5.00), (76.0, 1.06)]),
    ("puzzles3_magictour_top1465", "top1465", [(0.0, 281.16), (0.0, 254.78), (0.0, 39.07), (4.0, 19.29)]),
    (
        "puzzles5_forum_hardest_1905_11+",
        "hardest 11+",
        [(0.0, 815.4), (0.0, 764.0), (0.0, 142.52), (0.0, 104.38)],
    ),
    (
        "puzzles6_forum_hardest_1106",
        "hardest 1106",
        [(0.0, 1122.7), (0.0, 1066.2), (0.0, 185.68), (0.0, 126.34)],
    ),
];
/// The published puzzles per second on these sets and that machine, from which the ratios between encodings
/// are computed.
const SPEEDS: [[f64; 4]; 5] = [
    [2611.0, 2743.0, 5315.0, 3929.0],
    [247.0, 249.0, 5680.0, 5012.0],
    [564.0, 605.0, 2463.0, 2154.0],
    [125.0, 127.0, 562.0, 518.0],
    [91.0, 92.0, 440.0, 434.0],
];
/// Maximum number of puzzles of a set, evenly spaced.
const PUZZLES: usize = 250;
/// Number of puzzles that one solver handles.
const PUZZLES_PER_SOLVER: usize = 21;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let Some(folder) = corpora::folder() else { return };
    println!(
        "| set | puzzles | encoding | published: no guess | his way | fresh | false first | published: guesses \
         | his way | fresh | false first | published: speed | his way |"
    );
    println!("| :-- | --: | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for ((file, name, published), speeds) in SETS.iter().zip(SPEEDS) {
        if !wanted.is_empty() && !wanted.iter().any(|word| file.contains(word.as_str())) {
            continue;
        }
        match std::fs::read_to_string(folder.join(file)) {
            Ok(text) => set(name, &puzzles(&text), published, speeds),
            Err(error) => println!("| {name} | {error} |"),
        }
    }
}

/// Up to [`PUZZLES`] puzzles of `text`, evenly spaced.
fn puzzles(text: &str) -> Vec<Sudoku> {
    let all = corpora::puzzles(text);
    let step = all.len().div_ceil(PUZZLES).max(1);
    all.into_iter().step_by(step).collect()
}

fn set(name: &str, puzzles: &[Sudoku], published: &Published, speeds: [f64; 4]) {
    let mut first_speed = None;
    for (((rules, (share, guesses)), speed), title) in SudokuRules::ALL
        .into_iter()
        .zip(published)
        .zip(speeds)
        .zip(["minimal", "natural", "complete", "augmented"])
    {
        let reused = published_method(rules, puzzles);
        let fresh = fresh(rules, true, puzzles);
        let plain = self::fresh(rules, false, puzzles);
        let own_speed = reused.count / reused.time.as_secs_f64();
        let (base, published_base) = *first_speed.get_or_insert((own_speed, speed));
        println!(
            "| {name} | {} | {title} | {share:.1} % | {:.1} % | {:.1} % | {:.1} % | {guesses:.2} | {:.2} | {:.2} \
             | {:.2} | {:.2}× | {:.2}× |",
            puzzles.len(),
            reused.share(),
            fresh.share(),
            plain.share(),
            reused.mean(),
            fresh.mean(),
            plain.mean(),
            speed / published_base,
            own_speed / base,
        );
    }
}

/// Sums over puzzles.
#[derive(Default)]
struct Sum {
    count: f64,
    without_guess: f64,
    guesses: f64,
    time: Duration,
}

impl Sum {
    fn add(&mut self, guesses: u64) {
        self.count += 1.0;
        self.without_guess += f64::from(u8::from(guesses == 0));
        self.guesses += guesses as f64;
    }

    fn share(&self) -> f64 {
        100.0 * self.without_guess / self.count
    }

    fn mean(&self) -> f64 {
        self.guesses / self.count
    }
}

/// Uses a new solver for each puzzle.
fn fresh(rules: SudokuRules, truth: bool, puzzles: &[Sudoku]) -> Sum {
    let spec: Spec =
        format!("sat:solver=batsat,encoding={},first={truth}", rules.name()).parse().expect("a spec");
    let mut session = coverlab_strategies::sudoku(&spec).expect("a strategy").backend.session();
    let mut sum = Sum::default();
    for puzzle in puzzles {
        let mut outcomes = Vec::new();
        session.run(std::slice::from_ref(puzzle), &Task { keep: 1, ..Task::first(2) }, &mut outcomes);
        assert_eq!(outcomes[0].solutions, 1, "{puzzle:?}");
        sum.add(outcomes[0].counters.of(Event::Guess));
    }
    sum
}

/// Uses one solver for [`PUZZLES_PER_SOLVER`] puzzles, with the clues as assumptions.
fn published_method(rules: SudokuRules, puzzles: &[Sudoku]) -> Sum {
    let encoding = SudokuCnf::new(rules, Amo::Pairwise, Clues::Units);
    let cnf = encoding.encode(&Sudoku::empty(Shape::NINE));
    let (variables, candidates) = (cnf.variables() as Literal, 729);
    let negate_candidate = move |l: Literal| if l.abs() <= candidates { -l } else { l };
    let mut sum = Sum::default();
    let clock = ThreadTime::now();
    for chunk in puzzles.chunks(PUZZLES_PER_SOLVER) {
        let monitor = SolverLimits::new(Cancel::default()).shared();
        let mut solver: Box<dyn Solver> = Engine::Batsat.start(Options::new(monitor));
        for clause in cnf.clauses() {
            solver.add(&clause.iter().map(|&l| negate_candidate(l)).collect::<Vec<_>>());
        }
        let mut before = 0;
        for (at, puzzle) in chunk.iter().enumerate() {
            // While this variable is assumed false, the blocking clauses of this puzzle hold.
            let activator = variables + 1 + at as Literal;
            let cells = puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue != 0);
            let mut assumptions: Vec<Literal> = cells
                .map(|(cell, &clue)| negate_candidate(cell as Literal * 9 + Literal::from(clue)))
                .collect();
            assumptions.push(-activator);
            let mut solutions = 0;
            while solutions < 2 && solver.solve(&assumptions) == Verdict::Satisfiable {
                solutions += 1;
                let differs = |v: Literal| if solver.value(v) { -v } else { v };
                let mut blocking: Vec<Literal> = (1..=variables).map(differs).collect();
                blocking.push(activator);
                solver.add(&blocking);
            }
            solver.add(&[activator]);
            assert_eq!(solutions, 1, "{puzzle:?}");
            let decisions = solver.statistics().decisions.expect("batsat counts");
            sum.add(decisions - before);
            before = decisions;
        }
    }
    sum.time = clock.elapsed();
    sum
}
