//! Measures the CPU time per puzzle with the lines in memory: reading and printing are outside the clock.
//!
//! ```text
//! cargo run --release --example in_memory -- STRATEGY FILE [LIMIT]
//! in_memory lockstep puzzles.txt        # 291 ns
//! ```
//! FILE has a 9x9 puzzle of 81 characters a line, STRATEGY is `lockstep` or `digit-lanes`, with parameters if need be.
//! The program prints the CPU time per puzzle, the median of the passes over the file, up to LIMIT solutions (2).

use coverlab_model::clock::ThreadTime;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use std::process::ExitCode;

/// Passes over the file.
const PASSES: usize = 5;
/// Lines are solved in blocks of some so many bytes.
const BLOCK: usize = 1 << 17;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(nanoseconds) => println!("{nanoseconds:.1} ns"),
        Err(error) => {
            eprintln!("in_memory: {error}\nusage: in_memory STRATEGY FILE [LIMIT]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn run(words: &[String]) -> Result<f64, String> {
    let [strategy, path, limit @ ..] = words else { return Err("a strategy and a file are needed".into()) };
    let spec = strategy.parse().map_err(|error| format!("{strategy}: {error}"))?;
    let mut solver =
        LineSolver::of(&spec).ok_or_else(|| format!("{strategy} does not solve lines in memory"))?;
    let limit =
        limit.first().map_or(Ok(2), |word| word.parse().map_err(|_| format!("`{word}` is no limit")))?;
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let blocks = blocks(&text);
    let mut answers = Answers::default();
    let mut passes = [0.0; PASSES];
    for pass in &mut passes {
        let (start, mut puzzles) = (ThreadTime::now(), 0);
        for block in &blocks {
            solver.solve(block, limit, &mut answers);
            if let Some(error) = answers.errors.first() {
                return Err(format!("{path}: {error}"));
            }
            puzzles += answers.puzzles.len();
        }
        *pass = start.elapsed().as_nanos() as f64 / puzzles.max(1) as f64;
    }
    passes.sort_by(f64::total_cmp);
    Ok(passes[PASSES / 2])
}

/// Splits `text` into blocks of complete lines, of about [`BLOCK`] bytes each.
fn blocks(mut text: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while !text.is_empty() {
        let least = text.len().min(BLOCK);
        let end = text[least..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |k| least + k + 1);
        let (block, rest) = text.split_at(end);
        blocks.push(block);
        text = rest;
    }
    blocks
}
