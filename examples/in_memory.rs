//! Measures the CPU time per puzzle of lines in memory, without reading and printing.
//!
//! ```text
//! cargo run --release --example in_memory -- STRATEGY FILE [LIMIT]
//! in_memory lockstep puzzles.txt        # 291 ns
//! ```
//!
//! FILE has one 9x9 puzzle of 81 characters per line. STRATEGY is `lockstep` or `digit-lanes`, optionally with
//! parameters. The program counts up to LIMIT solutions (2 by default) of each puzzle. It prints the median of several
//! passes over the file.

use coverlab_model::clock::ThreadTime;
use coverlab_strategies::lockstep::lines::{Answers, LineSolver};
use std::process::ExitCode;

/// Number of passes over the file.
const PASSES: usize = 5;
/// Approximate number of bytes that are solved at a time.
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
    let limit = limit
        .first()
        .map_or(Ok(2), |word| word.parse().map_err(|_| format!("`{word}` is not a number of solutions")))?;
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let blocks = blocks(&text);
    let mut answers = Answers::default();
    let mut passes = [0.0; PASSES];
    for pass in &mut passes {
        let (start, mut puzzles) = (ThreadTime::now(), 0);
        for block in &blocks {
            solver.solve(block, limit, &mut answers);
            if let Some(&number) = answers.rejected.first() {
                let line = block.split(|&byte| byte == b'\n').nth(number - 1).unwrap_or_default();
                return Err(format!("{path}: not a puzzle: {}", String::from_utf8_lossy(line)));
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
        let min = text.len().min(BLOCK);
        let end = text[min..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |k| min + k + 1);
        let (block, rest) = text.split_at(end);
        blocks.push(block);
        text = rest;
    }
    blocks
}
