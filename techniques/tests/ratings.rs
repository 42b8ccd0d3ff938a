//! Ratings on Sudoku Explainer's scale against those that Sudoku Explainer gave, over public collections that
//! are not part of the project: looked for in `COVERLAB_CORPORA`, or in `shared/corpora` beside the repository.

use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::Board;
use coverlab_techniques::explainer::{HIGHEST, Rating, rate};
use std::path::{Path, PathBuf};

fn file(name: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    let root = std::env::var_os("COVERLAB_CORPORA").map_or(beside, PathBuf::from);
    std::fs::read_to_string(root.join("sudoku9").join(name)).ok()
}

fn board(line: &str) -> Board {
    let clues: Vec<u8> = line.chars().take(81).map(|c| c.to_digit(10).unwrap_or(0) as u8).collect();
    Board::new(&Sudoku::new(Shape::NINE, &clues).unwrap()).unwrap()
}

/// `2.0` as 20.
fn tenths(text: &str) -> u8 {
    let (whole, tenth) = text.trim().split_once('.').expect("a rating has a point");
    whole.parse::<u8>().unwrap() * 10 + tenth.parse::<u8>().unwrap()
}

#[test]
fn ratings_of_a_large_collection() {
    let (Some(puzzles), Some(ratings)) = (file("cb-000-puzzles.txt"), file("cb-000-SER.txt")) else { return };
    let (mut rated, mut wrong) = (0, Vec::new());
    for (puzzle, rating) in puzzles.lines().zip(ratings.lines()) {
        let expected = Some(tenths(rating)).filter(|&tenths| tenths <= HIGHEST);
        let found = rate(board(puzzle)).map(|rating| rating.whole);
        rated += 1;
        if found != expected {
            wrong.push(format!("{puzzle}: {found:?}, not {rating}"));
        }
    }
    println!("{rated} puzzles");
    assert!(
        rated > 20_000 && wrong.is_empty(),
        "{} of {rated}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(30)].join("\n")
    );
}

#[test]
fn three_figures_of_easy_puzzles() {
    let Some(text) = file("norvig_easy50_se_ratings.txt") else { return };
    let mut wrong = Vec::new();
    for line in text.lines() {
        let figures = line.split_whitespace().nth(1).expect("ratings behind the puzzle");
        let [whole, first_digit, first_step] = [0, 1, 2].map(|k| tenths(figures.split('/').nth(k).unwrap()));
        let found = rate(board(line));
        if found != Some(Rating { whole, first_digit, first_step }) {
            wrong.push(format!("{line}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
