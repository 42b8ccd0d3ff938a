//! The command line of coverlab.

use clap::{Parser, Subcommand};
use coverlab::cmd::report::{ReportArgs, report};
use std::process::ExitCode;

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand)]
enum Commands {
    Report(ReportArgs),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Commands::Report(args) => ExitCode::from(report(&args)),
    }
}
