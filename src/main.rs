//! The command line of coverlab.

use clap::Parser;
use coverlab::cli::Cli;

fn main() -> std::process::ExitCode {
    coverlab::cmd::run(&Cli::parse())
}
