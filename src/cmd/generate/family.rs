//! `coverlab generate FAMILY`: writes an instance of a family as text.

use crate::cmd::{Exit, Failure, family, has_room, too_large};
use clap::ValueEnum;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_model::family::formula;
use coverlab_model::format::{dimacs, ec, knuth};
use std::io::Write;

/// A text format of instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InstanceFormat {
    /// Knuth's format for DLX1 and DLX2, with multiplicities as in DLX3.
    Dlx,
    /// Another name of Dlx, for instances with multiplicities.
    Dlx3,
    /// Sets of numbers, without names, secondary items or colors.
    Ec,
    /// DIMACS, for formulas and encoded exact covers.
    Cnf,
}

/// Writes the instance that `spec` names. By default, a formula is written in DIMACS and an exact cover in
/// Knuth's format.
///
/// # Errors
/// The family is unknown, the format cannot express the instance, or the output cannot be written.
pub(super) fn run(spec: &str, format: Option<InstanceFormat>) -> Result<Exit, Failure> {
    let text = if formula::is_named(spec) {
        if format.is_some_and(|format| format != InstanceFormat::Cnf) {
            let error = Diagnostic::error(format!("{spec} is a formula, not an exact cover"));
            return Err(Failure::usage(error.help("write it with --format cnf")));
        }
        let cnf = formula::parse(spec).map_err(|bad| Failure::usage(family::bad_family(&bad)))?;
        has_room(cnf.size())?;
        dimacs::write(&cnf, &[spec])
    } else {
        cover(spec, format.unwrap_or(InstanceFormat::Dlx))?
    };
    output::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}

/// The exact cover that `spec` names, as text.
fn cover(spec: &str, format: InstanceFormat) -> Result<String, Failure> {
    let problem = family::open(spec)?.problem();
    Ok(match format {
        InstanceFormat::Dlx | InstanceFormat::Dlx3 => format!("| {spec}\n{}", knuth::write(&problem)),
        InstanceFormat::Cnf => {
            let cnf = formula::encode(&problem).map_err(|large| too_large(spec, &large))?;
            has_room(cnf.size())?;
            dimacs::write(&cnf, &[spec])
        }
        InstanceFormat::Ec => {
            let written = ec::write(&problem).ok_or_else(|| {
                let what =
                    format!("{spec} has secondary items, colors or multiplicities, which .ec cannot express");
                Failure::usage(Diagnostic::error(what).help("write it with --format dlx"))
            })?;
            format!("c {spec}\n{written}")
        }
    })
}
