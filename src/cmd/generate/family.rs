//! `coverlab generate FAMILY`: an instance of a family as text.

use crate::cmd::{Exit, Failure, family};
use crate::diagnostic::Diagnostic;
use clap::ValueEnum;
use coverlab_model::format::{ec, knuth};
use std::io::Write;

/// A text format of exact covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverFormat {
    /// Knuth's, as his programs DLX1 and DLX2 read it; multiplicities as DLX3 has them.
    Dlx,
    /// The same; the name for instances with multiplicities.
    Dlx3,
    /// Sets over numbers, without names, secondary items or colors.
    Ec,
}

/// Writes the instance that `spec` names.
///
/// # Errors
/// No such family, output that cannot be written.
pub(super) fn run(spec: &str, format: CoverFormat) -> Result<Exit, Failure> {
    let problem = family::open(spec)?.problem();
    let text = match format {
        CoverFormat::Dlx | CoverFormat::Dlx3 => format!("| {spec}\n{}", knuth::write(&problem)),
        CoverFormat::Ec => {
            let written = ec::write(&problem).ok_or_else(|| {
                let what = format!(
                    "{spec} has secondary items, colors or multiplicities, for which .ec has no words"
                );
                Failure::usage(Diagnostic::error(what).help("write it with --format dlx"))
            })?;
            format!("c {spec}\n{written}")
        }
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
