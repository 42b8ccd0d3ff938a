//! Measures how steady the times of this machine are, by repeating one search.

use crate::corpus::{self, Instances};
use crate::statistics::quantile;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::{Spec, Task};
use std::time::{Duration, Instant};

/// The corpus whose first puzzle is searched.
const CORPUS: &str = "sources";
const STRATEGY: &str = "dlx";
/// Duration of the measurement, after a warm-up.
const TOTAL_TIME: Duration = Duration::from_secs(2);
/// Approximate duration of one sample, which repeats the search as often as needed.
const MIN_SAMPLE_TIME: Duration = Duration::from_millis(5);

/// The result of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct Steadiness {
    /// Wall over CPU time: the median and the 90th percentile.
    pub noise: (f64, f64),
    /// The 90th percentile of CPU times over their median.
    pub slowest: f64,
    /// CPU time of reading the clock, in nanoseconds.
    pub clock_ns: u64,
}

impl Steadiness {
    /// Searches one puzzle again and again for two seconds.
    pub fn measure() -> Steadiness {
        let mut search = search();
        // The first searches run with cold caches.
        let warm_up = Instant::now();
        let mut searches = 0;
        while warm_up.elapsed() < Duration::from_millis(200) {
            search();
            searches += 1;
        }
        let searches = (searches * MIN_SAMPLE_TIME.as_millis() / 200).max(1);
        let (mut times, mut noise) = (Vec::new(), Vec::new());
        let started = Instant::now();
        while started.elapsed() < TOTAL_TIME {
            let (wall, cpu) = (Instant::now(), ThreadTime::now());
            (0..searches).for_each(|_| search());
            let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
            times.push(cpu);
            noise.push(wall / cpu);
        }
        times.sort_by(f64::total_cmp);
        noise.sort_by(f64::total_cmp);
        Steadiness {
            noise: (quantile(&noise, 0.5), quantile(&noise, 0.9)),
            slowest: quantile(&times, 0.9) / quantile(&times, 0.5),
            clock_ns: clock_ns(),
        }
    }
}

/// A closure that solves the puzzle once.
fn search() -> impl FnMut() {
    let instances = corpus::by_name(CORPUS).expect("the corpus is built in").instances;
    let Instances::Sudoku(list) = instances else { unreachable!("the corpus holds Sudokus") };
    let puzzle = list.into_iter().next().expect("the corpus has puzzles").problem;
    let spec: Spec = STRATEGY.parse().expect("the name is well formed");
    let configured = coverlab_strategies::sudoku(&spec).expect("the strategy is registered");
    let (mut session, mut outcomes) = (configured.backend.session(), Vec::new());
    let task = Task { solutions: 2, ..Task::default() };
    move || {
        let _ = session.run(std::slice::from_ref(&puzzle), &task, &mut outcomes);
    }
}

fn clock_ns() -> u64 {
    const READINGS: u32 = 1000;
    let started = ThreadTime::now();
    for _ in 0..READINGS {
        std::hint::black_box(ThreadTime::now());
    }
    nanoseconds(started.elapsed()) / u64::from(READINGS)
}
