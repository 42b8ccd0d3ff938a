//! `coverlab generate FAMILY`: an instance of a family as text.

use crate::cmd::{Exit, Failure, family};
use clap::ValueEnum;
use coverlab_model::ExactCover;
use coverlab_model::format::knuth;
use std::io::Write;

/// A text format of exact covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverFormat {
    /// Knuth's, as his programs DLX1 and DLX2 read it; multiplicities as DLX3 has them.
    Dlx,
}

/// Writes the instance that `spec` names.
///
/// # Errors
/// No such family, output that cannot be written.
pub(super) fn run(spec: &str, format: CoverFormat) -> Result<Exit, Failure> {
    let problem = family::open(spec)?.problem();
    let text = format!("| {spec}\n{}", write(&problem, format));
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}

fn write(problem: &ExactCover, format: CoverFormat) -> String {
    match format {
        CoverFormat::Dlx => knuth::write(problem),
    }
}
