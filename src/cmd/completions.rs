//! `coverlab completions SHELL`: a script that lets a shell complete commands and options.

use super::{Exit, Failure};
use crate::cli::Cli;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// What is asked.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell.
    pub shell: Shell,
}

/// Writes the script.
///
/// # Errors
/// It cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "coverlab", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Exit::Answered)
}
