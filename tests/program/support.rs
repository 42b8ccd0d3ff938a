//! Strategies for testing the runner: correct ones, and some that give wrong answers, panic or never end.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use coverlab::error::Error;
use coverlab::experiment::LoadedExperiment;
use coverlab::record::Trial;
use coverlab::runner::{self, Overrides, PreparedExperiment, RunCallbacks, RunSummary, RunnerOptions};
use coverlab::strategy_source::StrategySource;
use coverlab_model::{
    About, BadSpec, Cnf, Entry, Event, ExactCover, Flow, Grid, Observer, Shape, Spec, Stop, Strategy, Sudoku,
};
use coverlab_strategies::Configured;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The strategies of this file by name.
pub struct Fakes;

static ENTRIES: &[Entry<Sudoku>] = &[
    Entry::of::<Honest<0>>(),
    Entry::of::<Honest<1>>(),
    Entry::of::<Liar>(),
    Entry::of::<Denier>(),
    Entry::of::<Panics>(),
    Entry::of::<Endless>(),
    Entry::of::<Moody>(),
    Entry::of::<Stuck>(),
    Entry::of::<Paced>(),
];

/// The number of searches by `paced`, and the number of checks by the callbacks of the run, for which `paced`
/// waits.
static SEARCHES: AtomicU64 = AtomicU64::new(0);
static CHECKS: AtomicU64 = AtomicU64::new(0);
/// The number of searches by `paced` between two checks.
pub const PACE: u64 = 2000;

/// Records that the callbacks have checked a run of `paced`.
pub fn count_check() {
    CHECKS.fetch_add(1, Ordering::Relaxed);
}

impl StrategySource for Fakes {
    fn sudoku(&self, spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
        let Some(entry) = ENTRIES.iter().find(|e| e.about.name == spec.name) else {
            let known = ENTRIES.iter().map(|e| e.about.name.to_string()).collect();
            return Err(BadSpec::new(format!("there is no strategy `{}`", spec.name), &spec.name, known));
        };
        let backend = Arc::from(entry.configure(spec)?);
        Ok(Configured { spec: spec.clone(), via: None, about: entry.about, backend })
    }

    fn exact_cover(&self, spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
        Err(BadSpec::new("no fakes for exact covers", &spec.name, Vec::new()))
    }

    fn cnf(&self, spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
        Err(BadSpec::new("no fakes for formulas", &spec.name, Vec::new()))
    }
}

const fn about(name: &'static str) -> About {
    About {
        name,
        sentence: "a strategy for tests",
        source: "",
        node: "a call of the search",
        purpose: coverlab_model::Purpose::Learn,
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    }
}

/// A correct search of 9x9 boards. It branches on a cell with the fewest candidates: the first such cell (0)
/// or the last (1).
#[derive(Clone, Default)]
pub struct Honest<const LAST: usize>;

/// The digits in each house, as bits, and the cells.
#[derive(Clone)]
struct Board {
    cells: [u8; 81],
    taken: [[u16; 9]; 3],
}

impl Board {
    fn houses(cell: usize) -> [usize; 3] {
        [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
    }

    fn candidates(&self, cell: usize) -> u16 {
        let [r, c, b] = Board::houses(cell);
        0x3fe & !(self.taken[0][r] | self.taken[1][c] | self.taken[2][b])
    }

    fn toggle(&mut self, cell: usize, digit: u8) {
        for (kind, house) in Board::houses(cell).into_iter().enumerate() {
            self.taken[kind][house] ^= 1 << digit;
        }
    }

    fn search(&mut self, last: bool, depth: usize, observer: &mut impl Observer<Sudoku>) -> Flow {
        observer.node(depth)?;
        let (mut best, mut fewest) = (81, 10);
        for cell in (0..81).filter(|&c| self.cells[c] == 0) {
            let count = self.candidates(cell).count_ones();
            if count < fewest || last && count == fewest {
                (best, fewest) = (cell, count);
            }
            if count == 0 || count == 1 && !last {
                break;
            }
        }
        if best == 81 {
            return observer.solution(|| Grid::new(Shape::NINE, &self.cells).expect("81 cells"));
        }
        let mut candidates = self.candidates(best);
        while candidates != 0 {
            let digit = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            self.cells[best] = digit;
            self.toggle(best, digit);
            self.search(last, depth + 1, observer)?;
            self.toggle(best, digit);
            self.cells[best] = 0;
        }
        observer.count(Event::Backtrack, 1);
        Flow::Continue(())
    }
}

impl<const LAST: usize> Strategy for Honest<LAST> {
    type Problem = Sudoku;
    type Scratch = ();
    const ABOUT: About = About {
        events: &[Event::Backtrack],
        ..about(if LAST == 0 { "fewest-first" } else { "fewest-last" })
    };

    fn solve(&self, problem: &Sudoku, _: u64, (): &mut (), observer: &mut impl Observer<Sudoku>) -> Flow {
        let mut board = Board { cells: [0; 81], taken: [[0; 9]; 3] };
        board.cells.copy_from_slice(problem.clues());
        for cell in (0..81).filter(|&c| problem.clues()[c] != 0) {
            let digit = board.cells[cell];
            if board.candidates(cell) >> digit & 1 == 0 {
                return Flow::Continue(());
            }
            board.toggle(cell, digit);
        }
        board.search(LAST == 1, 0, observer)
    }
}

macro_rules! fake {
    ($type:ident, $name:literal, |$problem:ident, $observer:ident| $body:expr) => {
        #[derive(Clone, Default)]
        pub struct $type;

        impl Strategy for $type {
            type Problem = Sudoku;
            type Scratch = ();
            const ABOUT: About = about($name);

            fn solve(
                &self,
                $problem: &Sudoku,
                _: u64,
                (): &mut (),
                $observer: &mut impl Observer<Sudoku>,
            ) -> Flow {
                $body
            }
        }
    };
}

fake!(Liar, "liar", |problem, observer| {
    let ones = Grid::new(problem.shape(), &vec![1; problem.shape().cells()]).expect("so many cells");
    observer.solution(|| ones)
});
fake!(Denier, "denier", |_problem, observer| observer.node(0));
fake!(Panics, "panics", |problem, observer| {
    assert!(problem.clues()[0] != 8, "an eight to begin with");
    Honest::<0>.solve(problem, 0, &mut (), observer)
});
fake!(Endless, "endless", |_problem, observer| loop {
    observer.node(0)?;
});
fake!(Moody, "moody", |problem, observer| {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    for _ in 0..CALLS.fetch_add(1, Ordering::Relaxed) {
        observer.node(0)?;
    }
    Honest::<0>.solve(problem, 0, &mut (), observer)
});
fake!(Paced, "paced", |problem, observer| {
    let checks = CHECKS.load(Ordering::Relaxed);
    if SEARCHES.fetch_add(1, Ordering::Relaxed).is_multiple_of(PACE) {
        while CHECKS.load(Ordering::Relaxed) == checks {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    Honest::<0>.solve(problem, 0, &mut (), observer)
});
fake!(Stuck, "stuck", |problem, observer| {
    observer.partial(|| problem.with(80, 4));
    Flow::Break(Stop::Stuck)
});

/// An experiment on built-in corpora or files.
pub fn experiment(strategies: &[&str], corpora: &str, more: &str) -> String {
    format!("name = \"test\"\nquestion = \"does it work?\"\nstrategies = {strategies:?}\n{more}\n{corpora}\n")
}

/// Prepares the experiment `text` with the fake strategies.
pub fn prepare(text: &str) -> Result<PreparedExperiment, Error> {
    let loaded = LoadedExperiment::parse(text.to_string(), "test.toml", PathBuf::new())?;
    PreparedExperiment::new(&loaded, Overrides::default(), &Fakes)
}

/// Runs the experiment `text` in `folder`.
pub fn run(text: &str, folder: &Path) -> RunSummary {
    run_with(text, folder, &runner::NoCallbacks)
}

/// Runs the experiment `text` in `folder` with `callbacks`.
pub fn run_with(text: &str, folder: &Path, callbacks: &dyn RunCallbacks) -> RunSummary {
    let prepared = prepare(text).unwrap_or_else(|e| panic!("{e}"));
    runner::execute(&prepared, folder, &RunnerOptions::default(), callbacks).unwrap_or_else(|e| panic!("{e}"))
}

/// The rows of `trials.csv` in `folder`.
pub fn trials(folder: &Path) -> Vec<Trial> {
    let reader = csv::Reader::from_path(folder.join("trials.csv")).expect("a table");
    reader.into_deserialize().collect::<Result<_, _>>().expect("trials")
}

/// The table without the columns that depend on time.
pub fn timeless(folder: &Path) -> Vec<Trial> {
    let mut trials = trials(folder);
    for trial in &mut trials {
        (trial.order_index, trial.block) = (0, None);
        trial.mode = coverlab::record::TimingMode::default();
        (trial.solve_cpu_ns, trial.solve_wall_ns, trial.noise, trial.started_utc) = (None, None, None, 0);
    }
    trials
}

/// Records the messages of a run.
#[derive(Default)]
pub struct Notes(pub Mutex<Vec<String>>);

impl RunCallbacks for Notes {
    fn note(&self, line: &str) {
        self.0.lock().expect("no panic while locked").push(line.to_string());
    }
}

/// A folder that is removed when it is dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("coverlab-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lines of a corpus file: `count` images of `puzzle` (81 characters) that differ in the names of their
/// digits, each with the count 1.
pub fn images(name: &str, puzzle: &str, count: usize) -> String {
    let mut digits: Vec<char> = ('1'..='9').collect();
    let mut text = String::new();
    for k in 0..count {
        // Steps through permutations by swaps and a rotation, so that consecutive images differ.
        digits.swap(k % 9, (k / 9 + 1) % 9);
        digits.rotate_left(1);
        let image = puzzle.chars().map(|c| c.to_digit(10).map_or('.', |d| digits[(d as usize + 8) % 9]));
        text.extend(image);
        text.push_str(&format!(":1 # {name}-{k}\n"));
    }
    text
}

/// An easy puzzle.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A harder puzzle.
pub const HARD: &str = "4.......2..5.829...2.....3...8.1....56..9..78....6.5...1.....6...615.7..3.......4";
