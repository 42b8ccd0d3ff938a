//! Measures parsing: lines of 81 characters through each reader, compared with copying the bytes and with
//! finding the line ends.
//!
//! `cargo bench --bench parsing`
//!
//! The text consists of images of the built-in minimal puzzles under seeded random permutations of the
//! digits, so it does not fit into the cache and does not repeat. In each of `ROUNDS` rounds, every reader
//! runs once. The output is the median CPU time of this thread.

use coverlab::corpus::{self, Instances};
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::stream::Stream;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Problem, Sudoku};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;

const PUZZLES: usize = 400_000;
const ROUNDS: usize = 9;

/// A method of reading a text, with its name. It returns the number of puzzles.
type Method = (&'static str, fn(&[u8]) -> usize);

const METHODS: [Method; 6] = [
    ("copy", copy),
    ("find line ends", line_ends),
    ("scan: Stream::plain", scan),
    ("values: Reader", |text| Reader::new(text, &Options::default()).filter(Result::is_ok).count()),
    ("values: Stream", |text| Stream::new(text, &Options::default()).filter(Result::is_ok).count()),
    ("values: Stream, kept", |text| kept(text).len()),
];

fn main() {
    let text = text();
    let mut times = vec![Vec::new(); METHODS.len()];
    for _ in 0..ROUNDS {
        for ((name, read), times) in METHODS.iter().zip(&mut times) {
            let clock = ThreadTime::now();
            let puzzles = read(black_box(&text));
            times.push(clock.elapsed().as_nanos() as f64);
            assert_eq!(puzzles, PUZZLES, "{name}");
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    };
    let times: Vec<f64> = times.iter_mut().map(median).collect();
    println!(
        "{PUZZLES} lines, {:.1} MB\n{:<24} {:>10} {:>7} {:>7} {:>7}",
        text.len() as f64 / 1e6,
        "method",
        "ns/puzzle",
        "GB/s",
        "×copy",
        "×ends"
    );
    for ((name, _), time) in METHODS.iter().zip(&times) {
        let (copies, ends) = (time / times[0], time / times[1]);
        let (each, speed) = (time / PUZZLES as f64, text.len() as f64 / time);
        println!("{name:<24} {each:>10.1} {speed:>7.2} {copies:>7.1} {ends:>7.1}");
    }
    values(&text);
}

/// Measures building a puzzle from its clues, and verifying it, without parsing.
fn values(text: &[u8]) {
    let puzzles = kept(&text[..82 * 10_000]);
    let solved: Vec<u8> = (0..81).map(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8).collect();
    let grid = coverlab_model::Grid::new(coverlab_model::Shape::NINE, &solved).expect("81 cells");
    let empty = Sudoku::empty(coverlab_model::Shape::NINE);
    each("Sudoku::new", &puzzles, |puzzle| Sudoku::new(puzzle.shape(), puzzle.clues()).is_some());
    each("Sudoku::check_clues", &puzzles, |puzzle| puzzle.check_clues().is_ok());
    each("Sudoku::verify", &puzzles, |_| black_box(&empty).verify(black_box(&grid)).is_ok());
}

fn each(name: &str, puzzles: &[Sudoku], work: impl Fn(&Sudoku) -> bool) {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let clock = ThreadTime::now();
        assert!(puzzles.iter().all(|puzzle| work(black_box(puzzle))), "{name}");
        times.push(clock.elapsed().as_nanos() as f64 / puzzles.len() as f64);
    }
    times.sort_by(f64::total_cmp);
    println!("{name:<24} {:>10.1}", times[ROUNDS / 2]);
}

fn copy(text: &[u8]) -> usize {
    let mut window = vec![0; 1 << 18];
    for piece in text.chunks(window.len()) {
        window[..piece.len()].copy_from_slice(piece);
        black_box(&mut window);
    }
    PUZZLES
}

fn line_ends(text: &[u8]) -> usize {
    // Sums of a byte are short enough for the compiler to vectorize.
    text.chunks(255).map(|piece| usize::from(piece.iter().map(|&b| u8::from(b == b'\n')).sum::<u8>())).sum()
}

fn scan(text: &[u8]) -> usize {
    let mut stream = Stream::new(text, &Options::default());
    let mut puzzles = 0;
    loop {
        while let Some(plain) = stream.plain(1 << 16) {
            puzzles += plain.puzzles;
        }
        if !stream.read_on().expect("memory can be read") {
            return puzzles;
        }
    }
}

fn kept(text: &[u8]) -> Vec<Sudoku> {
    Stream::new(text, &Options::default()).filter_map(Result::ok).map(|puzzle| puzzle.puzzle).collect()
}

fn text() -> Vec<u8> {
    let Ok(Instances::Sudoku(list)) = corpus::by_name("unique-9x9").map(|c| c.instances) else {
        unreachable!("the built-in corpus is one of Sudokus")
    };
    let mut random = Pcg64Mcg::new(1);
    let mut digits: Vec<u8> = (b'1'..=b'9').collect();
    let mut text = Vec::with_capacity(82 * PUZZLES);
    for k in 0..PUZZLES {
        digits.shuffle(&mut random);
        let clues = list[k % list.len()].problem.clues();
        text.extend(clues.iter().map(|&clue| if clue == 0 { b'.' } else { digits[usize::from(clue) - 1] }));
        text.push(b'\n');
    }
    text
}
