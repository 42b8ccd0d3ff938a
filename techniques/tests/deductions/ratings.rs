//! Compares ratings on Sudoku Explainer's scale with those of Sudoku Explainer itself, on public
//! collections where they are present. Compares backdoors and depths with their definitions.

use crate::tables;
use coverlab_model::format::sudoku::{Options, read};
use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::rating::explainer::{Rating, highest_up_to, lowest_with, rate};
use coverlab_techniques::rating::{Figure, Singles, backdoor, depth};
use coverlab_techniques::{Board, End, Layout, all};
use std::path::Path;
use std::sync::Arc;

fn file(name: &str) -> Option<String> {
    std::fs::read_to_string(tables::public().join("sudoku9").join(name)).ok()
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
    for (puzzle, rating) in puzzles.lines().zip(ratings.lines()).step_by(20) {
        let found = rate(board(puzzle)).map(|rating| rating.whole);
        rated += 1;
        if found != Some(tenths(rating)) {
            wrong.push(format!("{puzzle}: {found:?}, not {rating}"));
        }
    }
    println!("{rated} puzzles, {} differ", wrong.len());
    assert!(rated > 1_000 && 200 * wrong.len() <= rated, "{} of {rated}\n{}", wrong.len(), wrong.join("\n"));
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

#[test]
fn ratings_keep_to_the_bounds_of_techniques() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/corpora/unique-9x9.txt");
    let (mut above_singles, text) = (0, std::fs::read(path).unwrap());
    for found in read(&text, &Options::default()).unwrap() {
        let board = Board::new(&found.puzzle).unwrap();
        let rating = rate(board.clone()).unwrap().whole;
        let path = coverlab_techniques::solve(board, &all());
        let used = path.steps.iter().map(|taken| taken.technique);
        let lowest = used.clone().map(lowest_with).max().unwrap();
        let hardest = used.max_by_key(|technique| technique.place()).unwrap();
        let highest = highest_up_to(hardest).filter(|_| path.end == End::Solved).unwrap_or(u8::MAX);
        assert!((lowest..=highest).contains(&rating), "line {}: {rating}", found.line);
        above_singles += usize::from((16..45).contains(&rating));
    }
    assert!(above_singles > 50, "{above_singles}");
}

/// The definitions without any optimization: singles by definition, every set of cells, every candidate
/// in every round.
mod naive {
    use coverlab_model::{House, Shape, Sudoku};

    pub(super) type Cells = Vec<Vec<u8>>;

    pub(super) fn cells(puzzle: &Sudoku) -> Cells {
        let all: Vec<u8> = (1..=puzzle.shape().side() as u8).collect();
        puzzle.clues().iter().map(|&clue| if clue == 0 { all.clone() } else { vec![clue] }).collect()
    }

    pub(super) fn solved(cells: &Cells) -> bool {
        cells.iter().all(|cell| cell.len() == 1)
    }

    /// Follows singles; returns `false` on a contradiction.
    pub(super) fn follow(shape: Shape, cells: &mut Cells) -> bool {
        loop {
            let before = cells.clone();
            for house in House::all(shape) {
                let house: Vec<usize> = house.cells(shape).collect();
                for &cell in &house {
                    for &other in house.iter().filter(|&&other| other != cell) {
                        if let [digit] = before[other][..] {
                            cells[cell].retain(|&candidate| candidate != digit);
                        }
                    }
                }
                for digit in 1..=shape.side() as u8 {
                    let places: Vec<usize> =
                        house.iter().copied().filter(|&cell| cells[cell].contains(&digit)).collect();
                    match places[..] {
                        [] => return false,
                        [place] => cells[place] = vec![digit],
                        _ => {}
                    }
                }
            }
            if cells.iter().any(Vec::is_empty) {
                return false;
            }
            if *cells == before {
                return true;
            }
        }
    }

    /// Whether some set of this many cells of the solution suffices.
    pub(super) fn suffice(shape: Shape, cells: &Cells, solution: &[u8], from: usize, size: usize) -> bool {
        if solved(cells) {
            return true;
        }
        size > 0
            && (from..cells.len()).filter(|&cell| cells[cell].len() > 1).any(|cell| {
                let mut given = cells.clone();
                given[cell] = vec![solution[cell]];
                assert!(follow(shape, &mut given), "a solution contradicts nothing");
                suffice(shape, &given, solution, cell + 1, size - 1)
            })
    }

    /// Refutes candidates by trial and error at this depth; returns `false` on a contradiction.
    pub(super) fn refute(shape: Shape, cells: &mut Cells, depth: usize) -> bool {
        if !follow(shape, cells) {
            return false;
        }
        let mut changed = depth > 0;
        while changed {
            changed = false;
            for cell in 0..cells.len() {
                for digit in cells[cell].clone() {
                    let mut trial = cells.clone();
                    trial[cell] = vec![digit];
                    if cells[cell].len() > 1 && !refute(shape, &mut trial, depth - 1) {
                        cells[cell].retain(|&candidate| candidate != digit);
                        changed = true;
                        if !follow(shape, cells) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }
}

#[test]
fn backdoor_and_depth_match_their_definitions() {
    let path = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments/corpora").join(name);
    let mut seen = [[0; 4]; 2];
    for (name, every) in [("unique-4x4.txt", 1), ("unique-6x6.txt", 1), ("minimal-9x9.txt", 4)] {
        let text = std::fs::read(path(name)).unwrap();
        for found in read(&text, &Options::default()).unwrap().iter().step_by(every) {
            let puzzle = &found.puzzle;
            let shape = puzzle.shape();
            let mut cells = naive::cells(puzzle);
            assert!(naive::follow(shape, &mut cells), "{name}: a puzzle with a solution");
            let layout = Arc::new(Layout::new(shape).unwrap());
            let singles = Singles::new(layout, puzzle).unwrap();
            let known = |cell: &usize| singles.candidates(*cell).count() == cells[*cell].len();
            assert!((0..cells.len()).all(|cell| known(&cell)), "{name}: singles derive the same");

            let trials = (0..3).find(|&depth| {
                let mut cells = naive::cells(puzzle);
                assert!(naive::refute(shape, &mut cells, depth));
                naive::solved(&cells)
            });
            let expected = trials.map_or(Figure::AtLeast(3), Figure::Exactly);
            assert_eq!(depth::depth(&singles, 2, u64::MAX), expected, "{name}:{}", found.line);
            seen[0][trials.unwrap_or(3)] += 1;

            let solution = solve(shape, &cells);
            let (size, chosen) = backdoor::backdoor(&singles, &solution, u64::MAX);
            let expected = (0..4).find(|&size| naive::suffice(shape, &cells, &solution, 0, size)).unwrap();
            assert_eq!(size, Figure::Exactly(expected), "{name}:{}", found.line);
            let mut given = cells.clone();
            chosen.unwrap().into_iter().for_each(|cell| given[cell] = vec![solution[cell]]);
            assert!(naive::follow(shape, &mut given) && naive::solved(&given), "{name}: the cells suffice");
            seen[1][expected] += 1;
        }
    }
    assert!(seen[0][..2].iter().chain(&seen[1][..3]).all(|&count| count > 0), "{seen:?}");
}

/// Solves a puzzle with one solution by trying the digits of each cell in order.
fn solve(shape: Shape, cells: &naive::Cells) -> Vec<u8> {
    let Some(open) = cells.iter().position(|cell| cell.len() > 1) else { return cells.concat() };
    let attempt = |&digit: &u8| {
        let mut cells = cells.clone();
        cells[open] = vec![digit];
        naive::follow(shape, &mut cells).then(|| solve(shape, &cells)).filter(|found| !found.is_empty())
    };
    cells[open].iter().find_map(attempt).unwrap_or_default()
}

#[test]
fn a_figure_says_where_its_budget_ended() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let digits: Vec<u8> = hard.chars().map(|c| c.to_digit(10).unwrap_or(0) as u8).collect();
    let layout = Arc::new(Layout::new(Shape::NINE).unwrap());
    let singles = Singles::new(layout, &Sudoku::new(Shape::NINE, &digits).unwrap()).unwrap();
    assert_eq!(depth::depth(&singles, 3, 100), Figure::AtLeast(1));
    assert_eq!(depth::depth(&singles, 1, u64::MAX), Figure::AtLeast(2));
    assert_eq!(depth::depth(&singles, 2, u64::MAX), Figure::Exactly(2));
}
