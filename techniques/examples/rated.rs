//! Sudoku Explainer's three ratings of each puzzle of a file, and the CPU seconds that they took. A line has
//! `line ER EP ED seconds`, with `-` for the ratings of a puzzle that cannot be rated.
//! `experiments/peers/ratings.py` compares them with published ratings.
//!
//! `cargo run --release -p coverlab-techniques --example rated -- FILE`

use coverlab_model::clock::ThreadTime;
use coverlab_model::format::sudoku::{Options, read};
use coverlab_techniques::Board;
use coverlab_techniques::rating::explainer::{Rating, decimal, rate};

fn main() {
    let file = std::env::args().nth(1).expect("a file of puzzles");
    let text = std::fs::read(file).expect("a file of puzzles");
    for puzzle in read(&text, &Options::default()).expect("puzzles") {
        let board = Board::new(&puzzle.puzzle).expect("a board");
        let begin = ThreadTime::now();
        let ratings = match rate(board) {
            Some(Rating { whole, first_digit, first_step }) => {
                [whole, first_digit, first_step].map(decimal).join(" ")
            }
            None => "- - -".into(),
        };
        println!("{} {ratings} {:.4}", puzzle.line, begin.elapsed().as_secs_f64());
    }
}
