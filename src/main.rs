//! The command line of coverlab.

use clap::Parser;
use coverlab::cmd::run::{RunArgs, run};
use std::process::ExitCode;

/// A workbench for the search strategies that solve exact-cover, SAT and Sudoku-like puzzles.
#[derive(Parser)]
#[command(name = "coverlab", version)]
enum Line {
    /// Run an experiment, or continue it
    Run(RunArgs),
}

fn main() -> ExitCode {
    let Line::Run(args) = Line::parse();
    ExitCode::from(run(&args))
}
