//! How the techniques solve each puzzle of a file. A line has `line end steps nets longest lines technique seconds`:
//! the end (`solved`, `stuck` or `wrong`), the number of steps, the number of forcing nets, the inferences of the longest net,
//! the lines of text of each net (as `7+12`, or `-`), the hardest technique, and CPU seconds. Every net is checked.
//! `experiments/peers/explanations.py` summarizes them beside other programs.
//!
//! `cargo run --release -p coverlab-techniques --example explained -- FILE`

use coverlab_model::clock::ThreadTime;
use coverlab_model::format::sudoku::{Options, read};
use coverlab_techniques::net_check::check;
use coverlab_techniques::{Board, End, all, solve};

fn main() {
    let file = std::env::args().nth(1).expect("a file of puzzles");
    let text = std::fs::read(file).expect("a file of puzzles");
    let techniques = all();
    for puzzle in read(&text, &Options::default()).expect("puzzles") {
        let board = Board::new(&puzzle.puzzle).expect("a board");
        let begin = ThreadTime::now();
        let path = solve(board, &techniques);
        let seconds = begin.elapsed().as_secs_f64();
        let (mut longest, mut lines) = (0, Vec::new());
        for taken in &path.steps {
            let Some(net) = &taken.step.net else { continue };
            if let Err(claim) = check(&taken.before, &taken.step) {
                panic!("line {}: {claim}\n{}", puzzle.line, taken.sentence());
            }
            longest = longest.max(net.len());
            lines.push(taken.sentence().lines().count().to_string());
        }
        let hardest =
            path.steps.iter().map(|taken| taken.technique).max_by_key(|technique| technique.place());
        let end = match path.end {
            End::Solved => "solved",
            End::Stuck => "stuck",
            End::Wrong(_) => "wrong",
        };
        println!(
            "{} {end} {} {} {longest} {} {} {seconds:.4}",
            puzzle.line,
            path.steps.len(),
            lines.len(),
            if lines.is_empty() { "-".into() } else { lines.join("+") },
            hardest.map_or("-", |technique| technique.about.name),
        );
    }
}
