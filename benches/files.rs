//! Measures `coverlab solve` from file to file, compared with the solver in memory and with copying.
//!
//! `cargo bench --bench files [-- FILE]`: the file has one puzzle of 81 characters per line. Without a file,
//! the benchmark uses the 17-clue set in the folder `COVERLAB_CORPORA` or in `../shared/corpora`. If the set
//! is missing, the benchmark measures nothing and succeeds.
//!
//! The file is repeated until the start of the program takes negligible time. In each of `ROUNDS` rounds,
//! every method runs once for each limit on solutions:
//! - `memory`: solves the lines in memory, repeated as often as in the file;
//! - `copy`: reads and writes the file, which is the cost of the system;
//! - `file`: runs the program from file to file with one thread;
//! - `file, 2 threads`: runs it with two threads.
//!
//! Times are CPU time per puzzle, of all threads and including the system. Ratios are ratios of medians. For
//! wall time the median and the minimum over the rounds are printed: on a busy machine the median mostly
//! reflects the other load. Measuring two threads requires two idle cores, or a higher priority: on Linux,
//! `chrt -r 1` before the command.

use coverlab_model::clock::ThreadTime;
use coverlab_strategies::lockstep::Width;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use nix::sys::resource::{UsageWho, getrusage};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;
/// Minimum number of puzzles in the measured file.
const PUZZLES: usize = 1_000_000;
/// Block size of the copy.
const BLOCK: usize = 1 << 18;

fn main() {
    let named = std::env::args().skip(1).find(|word| !word.starts_with('-')).map(PathBuf::from);
    let Some(path) = named.or_else(seventeen) else {
        return println!(
            "no corpora: name a file, or set COVERLAB_CORPORA to a folder that contains sudoku9/"
        );
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let text: String = text.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let folder = Folder::new();
    let (repeats, puzzles) = repeats(&text);
    let input = folder.0.join("puzzles.txt");
    let mut file = File::create(&input).expect("a temporary file");
    (0..repeats).for_each(|_| file.write_all(text.as_bytes()).expect("room for the puzzles"));
    drop(file);

    println!("{puzzles} puzzles, median of {ROUNDS} rounds; load {}", load());
    for (limit, question) in [(1, None), (2, Some("--unique"))] {
        measure(&folder.0, &text, repeats, puzzles, limit, question);
    }
    println!("load {}", load());
}

fn seventeen() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("COVERLAB_CORPORA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join("../shared/corpora"));
    Some(folder.join("sudoku9/puzzles2_17_clue")).filter(|path| path.is_file())
}

/// The number of repetitions of the text, and the number of puzzles after repetition.
fn repeats(text: &str) -> (usize, usize) {
    let once = text.lines().filter(|line| line.len() >= 81).count().max(1);
    let repeats = PUZZLES.div_ceil(once);
    (repeats, repeats * once)
}

/// CPU and wall times of one method, per round.
#[derive(Default)]
struct Times {
    cpu: Vec<Duration>,
    wall: Vec<Duration>,
}

impl Times {
    /// The medians of CPU time and wall time.
    fn medians(&mut self) -> (Duration, Duration) {
        self.cpu.sort_unstable();
        self.wall.sort_unstable();
        (self.cpu[self.cpu.len() / 2], self.wall[self.wall.len() / 2])
    }

    fn add(&mut self, (cpu, wall): (Duration, Duration)) {
        self.cpu.push(cpu);
        self.wall.push(wall);
    }
}

fn measure(folder: &Path, text: &str, repeats: usize, puzzles: usize, limit: u64, question: Option<&str>) {
    let (input, output) = (folder.join("puzzles.txt"), folder.join("solved.txt"));
    let mut solver = LineSolver::new(Width::Auto);
    let mut answers = Answers::default();
    let names = ["memory", "copy", "file", "file, 2 threads"];
    let mut times: [Times; 4] = Default::default();
    for _ in 0..ROUNDS {
        times[0].add(timed_here(|| {
            (0..repeats).for_each(|_| solver.solve(text.as_bytes(), limit, &mut answers));
        }));
        times[1].add(timed_here(|| copy(&input, &output)));
        for (times, threads) in times[2..].iter_mut().zip(["1", "2"]) {
            times.add(solve(&input, &output, question, threads));
            let lines = std::fs::metadata(&output).map_or(0, |facts| facts.len() / 82);
            assert_eq!(lines, puzzles as u64, "one line per puzzle");
        }
    }
    let memory = times[0].medians().0;
    let each = |time: Duration| time.as_nanos() as f64 / puzzles as f64;
    println!("limit {limit}");
    for (name, times) in names.iter().zip(&mut times) {
        let ((cpu, wall), min_wall) = (times.medians(), times.wall[0]);
        let ratio = cpu.as_secs_f64() / memory.as_secs_f64();
        println!(
            "  {name:16} {:7.1} ns CPU, ratio {ratio:.3}, wall {:7.1} ns, minimum {:7.1} ns",
            each(cpu),
            each(wall),
            each(min_wall)
        );
    }
    let [.., one, two] = &mut times;
    let times_as_fast = |one: Duration, two: Duration| one.as_secs_f64() / two.as_secs_f64();
    println!(
        "  2 threads are {:.2} times as fast as 1 by the medians, {:.2} times by the minima",
        times_as_fast(one.medians().1, two.medians().1),
        times_as_fast(one.wall[0], two.wall[0])
    );
}

fn timed_here(work: impl FnOnce()) -> (Duration, Duration) {
    let (cpu, wall) = (ThreadTime::now(), Instant::now());
    work();
    (cpu.elapsed(), wall.elapsed())
}

fn copy(input: &Path, output: &Path) {
    let (mut from, mut to) = (File::open(input).expect("puzzles"), File::create(output).expect("a file"));
    let mut block = vec![0; BLOCK];
    loop {
        match from.read(&mut block).expect("puzzles") {
            0 => return,
            read => to.write_all(&block[..read]).expect("room for a copy"),
        }
    }
}

fn solve(input: &Path, output: &Path, question: Option<&str>, threads: &str) -> (Duration, Duration) {
    let out = File::create(output).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_coverlab"));
    command.args(["solve", "--strategy", "lockstep", "--threads", threads]).args(question).arg(input);
    let (cpu, wall) = (children(), Instant::now());
    let status = command.stdout(out).stderr(Stdio::inherit()).status().expect("coverlab starts");
    let times = (children() - cpu, wall.elapsed());
    assert!(status.success(), "{status}");
    times
}

/// The CPU time of all child processes that have ended.
fn children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts CPU time");
    let time =
        |value: nix::sys::time::TimeVal| Duration::new(value.tv_sec() as u64, value.tv_usec() as u32 * 1000);
    time(usage.user_time()) + time(usage.system_time())
}

/// The load average of the last minute, if known.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_string()
}

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("coverlab-files-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
