//! Measures recording: the CPU time of a run until all of its trials are on disk, compared with a bare loop
//! over the same puzzles with the same strategy.
//!
//! Rounds of both alternate in one process. The printed ratio is the median over the rounds, since a machine
//! that is slow for a while slows both; the ratio of the minimum times is printed beside it. The ratio of
//! wall times is printed as well, because a run waits for the disk. All threads share one processor. The bare
//! loop calls the session for batches as large as the runner's and reads only the number of solutions. The
//! run does everything that `coverlab run` does from the first search to `run.json`: orders, the referee,
//! rows, verdicts, the sorted table. The work before that, reading and hashing the corpus, is printed
//! separately. The puzzles are images of the built-in minimal puzzles, and images of one easy puzzle, which
//! some strategies solve without a guess, so that recording weighs most.
//!
//! A file of puzzles with one solution each replaces both sets.
//!
//! `cargo bench --bench recording [-- STRATEGY ... [FILE]]`

#[path = "../tests/program/support.rs"]
mod support;

use coverlab::corpus::{self, Instances};
use coverlab::experiment::LoadedExperiment;
use coverlab::runner::{self, NoCallbacks, Overrides, PreparedExperiment, RunnerOptions};
use coverlab::strategy_source::{BuiltInStrategies, StrategySource};
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::{line, symbols::Symbols};
use coverlab_model::{Backend, Spec, Sudoku, Task};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{EASY, Scratch, images};

const PUZZLES: usize = 20_000;
const ROUNDS: usize = 41;
/// The number of puzzles per batch, as in the runner.
const BATCH: usize = 1024;

fn main() {
    pin();
    let mut strategies: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let file = strategies.pop_if(|last| Path::new(last).is_file());
    if strategies.is_empty() {
        strategies = vec!["heller".into(), "dlx".into()];
    }
    let sets = match &file {
        Some(file) => vec![(file.as_str(), std::fs::read_to_string(file).expect("a file of puzzles"))],
        None => vec![("minimal", minimal()), ("easy", images("easy", EASY, PUZZLES))],
    };
    for (name, text) in sets {
        println!("{name} puzzles, median of {ROUNDS} rounds, CPU time per puzzle");
        strategies.iter().for_each(|strategy| compare(strategy, &text));
    }
}

/// Images of the built-in minimal puzzles in random order. Images of one puzzle in a row would train the
/// branch predictor for the bare loop but not for the run, which uses another order.
fn minimal() -> String {
    let Ok(Instances::Sudoku(list)) = corpus::by_name("unique-9x9").map(|c| c.instances) else {
        unreachable!()
    };
    let each = PUZZLES / list.len();
    let line = |p: &Sudoku| line::write(p.shape(), p.clues(), &Symbols::default());
    let text: String = list.iter().map(|i| images(&i.name, &line(&i.problem), each)).collect();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.shuffle(&mut Pcg64Mcg::new(1));
    lines.join("\n")
}

fn compare(strategy: &str, text: &str) {
    let spec: Spec = strategy.parse().expect("a strategy");
    let folder = Scratch::new("recording");
    let path = folder.0.join("corpus.txt");
    std::fs::write(&path, text).expect("a corpus");
    let prepared = prepare(&spec, &BuiltInStrategies, &path);
    let mut prepare_times = Vec::new();
    let backend = BuiltInStrategies.sudoku(&spec).unwrap_or_else(|e| panic!("{e}")).backend;
    let problems = problems(&path);

    let (mut bare_times, mut run_times) = (Vec::new(), Vec::new());
    let (mut bare_walls, mut run_walls) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let out = Scratch::new("recording-out");
        let clock = process_time();
        drop(prepare(&spec, &BuiltInStrategies, &path));
        prepare_times.push(process_time() - clock);
        let start = Instant::now();
        bare_times.push(on_new_thread(|| run_bare(&backend, &problems)));
        bare_walls.push(start.elapsed());
        let start = Instant::now();
        run_times.push(run(&prepared, &out.0, problems.len()));
        run_walls.push(start.elapsed());
    }
    let each = |time: Duration| time.as_nanos() as f64 / problems.len() as f64;
    let (min_bare, min_run) = (each(minimum(&bare_times)), each(minimum(&run_times)));
    let (ratio, wall) = (ratio(&run_times, &bare_times), ratio(&run_walls, &bare_walls));
    let (bare, run) = (each(median(bare_times)), each(median(run_times)));
    let before = each(median(prepare_times));
    println!(
        "  {strategy:24} bare loop {bare:8.0} ns, run {run:8.0} ns, recording {:6.0} ns, ratio {ratio:.3}, \
         of the minimum times {:.3}, of wall time {wall:.3}; preparing {before:5.0} ns",
        run - bare,
        min_run / min_bare
    );
}

/// Pins all threads to the current processor. The system places a new thread on the processor that has been
/// idle for longest. On virtual machines that processor was a third slower for whole rounds, and the run's
/// threads got it more often than those of the bare loop.
fn pin() {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
        let mut here = CpuSet::new();
        here.set(sched_getcpu());
        sched_setaffinity(None, &here).expect("the current processor is available");
    }
}

/// Runs `work` on a new thread, as the runner does.
fn on_new_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("bare".to_string());
        thread.spawn_scoped(scope, work).expect("a thread").join().expect("no panic")
    })
}

fn prepare(spec: &Spec, source: &dyn StrategySource, path: &Path) -> PreparedExperiment {
    let corpora = format!("[[corpora]]\npath = {:?}", path.display().to_string());
    let text = support::experiment(&[&spec.to_string()], &corpora, "task = \"unique\"");
    let loaded = LoadedExperiment::parse(text, "bench", PathBuf::new()).unwrap_or_else(|e| panic!("{e}"));
    PreparedExperiment::new(&loaded, Overrides::default(), source).unwrap_or_else(|e| panic!("{e}"))
}

fn problems(path: &Path) -> Vec<Sudoku> {
    match corpus::from_path(path).unwrap_or_else(|e| panic!("{e}")).instances {
        Instances::Sudoku(list) => list.into_iter().map(|instance| instance.problem).collect(),
        _ => unreachable!("it was written as Sudokus"),
    }
}

/// The CPU time of a bare loop over `problems`.
fn run_bare(backend: &Arc<dyn Backend<Sudoku>>, problems: &[Sudoku]) -> Duration {
    let mut session = backend.session();
    let (task, mut outcomes, mut solutions) = (Task::first(2), Vec::new(), 0);
    let clock = ThreadTime::now();
    for batch in problems.chunks(BATCH) {
        session.run(batch, &task, &mut outcomes);
        solutions += outcomes.iter().map(|outcome| outcome.solutions).sum::<u64>();
    }
    let time = clock.elapsed();
    assert_eq!(solutions, problems.len() as u64);
    time
}

/// The CPU time of all threads of a run, read from the clock of the process, because the threads have ended
/// when the run ends.
fn run(prepared: &PreparedExperiment, folder: &Path, puzzles: usize) -> Duration {
    let clock = process_time();
    let summary = runner::execute(prepared, folder, &RunnerOptions::default(), &NoCallbacks)
        .unwrap_or_else(|e| panic!("{e}"));
    let time = process_time() - clock;
    // The counts may be unknown if the puzzles come from a file.
    let counts = &summary.counts;
    assert_eq!((counts.correct + counts.unverified, counts.wrong), (puzzles as u64, 0));
    time
}

/// CPU time of this process.
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn minimum(times: &[Duration]) -> Duration {
    times.iter().copied().min().unwrap_or_default()
}

/// The median of the ratios of `times` to the corresponding times in `against`.
fn ratio(times: &[Duration], against: &[Duration]) -> f64 {
    let ratio = |(time, other): (&Duration, &Duration)| time.as_secs_f64() / other.as_secs_f64();
    let mut ratios: Vec<f64> = times.iter().zip(against).map(ratio).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
