//! How far the techniques lead on a file of puzzles: for each technique the puzzles that need it, and the
//! steps, the longest net and the CPU time of a puzzle. Every net is checked.
//!
//! `cargo run --release -p coverlab-techniques --example explained -- FILE [EVERY] [LIMIT]`

use coverlab_model::format::sudoku::{Options, read};
use coverlab_techniques::net_check::check;
use coverlab_techniques::{Board, End, TECHNIQUES, all, solve};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, otherwise| words.get(k).map_or(otherwise, |word| word.parse().expect("a number"));
    let text = std::fs::read(&words[0]).expect("a file of puzzles");
    let puzzles = read(&text, &Options::default()).expect("puzzles");
    let mut rows: Vec<Row> = Vec::new();
    for puzzle in puzzles.iter().step_by(number(1, 1)).take(number(2, usize::MAX)) {
        rows.push(Row::of(Board::new(&puzzle.puzzle).expect("a board")));
    }
    let middle = |value: fn(&Row) -> usize| {
        let mut values: Vec<usize> = rows.iter().map(value).collect();
        values.sort_unstable();
        (values[values.len() / 2], values[values.len() - 1])
    };
    println!("{} puzzles, {} solved", rows.len(), rows.iter().filter(|row| row.solved).count());
    println!(
        "steps {:?}, nets {:?}, longest net {:?}, lines {:?} (median, most)",
        middle(|row| row.steps),
        middle(|row| row.nets),
        middle(|row| row.longest),
        middle(|row| row.lines)
    );
    let mut lines: Vec<usize> = rows.iter().flat_map(|row| row.all_lines.iter().copied()).collect();
    lines.sort_unstable();
    if let [.., most] = lines[..] {
        let at = |share: usize| lines[(lines.len() - 1) * share / 100];
        println!("lines of a net: median {}, 90 % up to {}, most {most}", at(50), at(90));
    }
    println!(
        "CPU {:?} ms, of nets {:?} ms",
        middle(|row| row.time.as_millis() as usize),
        middle(|row| row.net_time.as_millis() as usize)
    );
    for (k, technique) in TECHNIQUES.iter().enumerate() {
        let hardest = rows.iter().filter(|row| row.hardest == k).count();
        if hardest > 0 {
            println!("{hardest:6} {}", technique.about.name);
        }
    }
}

struct Row {
    solved: bool,
    steps: usize,
    nets: usize,
    longest: usize,
    lines: usize,
    all_lines: Vec<usize>,
    hardest: usize,
    time: Duration,
    net_time: Duration,
}

impl Row {
    fn of(board: Board) -> Row {
        let begin = Instant::now();
        let way = solve(board, &all());
        let time = begin.elapsed();
        let place = |name| TECHNIQUES.iter().position(|technique| technique.about.name == name);
        let mut row = Row {
            solved: way.end == End::Solved,
            steps: way.steps.len(),
            nets: 0,
            longest: 0,
            lines: 0,
            all_lines: Vec::new(),
            hardest: way
                .steps
                .iter()
                .filter_map(|taken| place(taken.technique.about.name))
                .max()
                .unwrap_or(0),
            time,
            net_time: Duration::ZERO,
        };
        for taken in &way.steps {
            let Some(net) = &taken.step.net else { continue };
            if let Err(claim) = check(&taken.before, &taken.step) {
                panic!("{claim}\n{}", taken.sentence());
            }
            let begin = Instant::now();
            std::hint::black_box(taken.technique.first(&taken.before));
            row.net_time += begin.elapsed();
            row.nets += 1;
            row.longest = row.longest.max(net.len());
            let lines = taken.sentence().lines().count();
            row.lines = row.lines.max(lines);
            row.all_lines.push(lines);
        }
        row
    }
}
