//! Sudoku Explainer's ratings of a file of puzzles, with the CPU time of each puzzle.
//!
//! `cargo run --release -p coverlab-techniques --example rated -- FILE [EVERY] [LIMIT]`

use coverlab_model::format::sudoku::{Options, read};
use coverlab_techniques::Board;
use coverlab_techniques::rating::explainer::{Rating, rate};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, otherwise| words.get(k).map_or(otherwise, |word| word.parse().expect("a number"));
    let text = std::fs::read(&words[0]).expect("a file of puzzles");
    let puzzles = read(&text, &Options::default()).expect("puzzles");
    let mut times = Vec::new();
    for puzzle in puzzles.iter().step_by(number(1, 1)).take(number(2, usize::MAX)) {
        let board = Board::new(&puzzle.puzzle).expect("a board");
        let begin = Instant::now();
        let rating = rate(board);
        times.push(begin.elapsed());
        match rating {
            Some(Rating { whole, first_digit, first_step }) => {
                println!("{} {whole} {first_digit} {first_step}", puzzle.line);
            }
            None => println!("{} -", puzzle.line),
        }
    }
    times.sort_unstable();
    let (middle, most) = (times[times.len() / 2], times[times.len() - 1]);
    let mean = times.iter().sum::<std::time::Duration>() / times.len() as u32;
    eprintln!("{} puzzles, mean {mean:.1?}, median {middle:.1?}, most {most:.1?}", times.len());
}
