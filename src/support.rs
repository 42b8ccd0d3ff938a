//! Code that the commands share: their inputs, outputs, failures and exit codes. It knows no command.

pub(crate) mod candidate_boards;
mod clap_answer;
mod exit_code;
mod failure;
pub mod family;
pub(crate) mod inputs;
pub mod instance;
pub(crate) mod interrupt;
mod output;
pub(crate) mod progress_bar;
pub(crate) mod puzzle_input;
pub mod read_options;
pub(crate) mod registry;

pub use clap_answer::exit_with;
pub use exit_code::{Exit, exit_codes};
pub use failure::Failure;
pub use output::show_diagnostic;
pub(crate) use output::{check_not_input, ignore_closed_pipe, print, print_json, unwritable, write_json};

/// Parses a number of threads; 0: one per processor.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let number: u16 = text.parse().map_err(|_| format!("write a number from 0 to {}", u16::MAX))?;
    let per_processor = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(if number > 0 { usize::from(number) } else { per_processor() })
}
