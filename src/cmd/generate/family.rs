//! `coverlab generate FAMILY`: writes instances of a family as text.

use crate::cmd::{Exit, Failure, family, has_room, too_large, unwritable};
use clap::ValueEnum;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::value_set::expand;
use coverlab_model::family::formula;
use coverlab_model::format::{dimacs, ec, knuth};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// A text format of instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InstanceFormat {
    /// Knuth's format for DLX1 and DLX2, with multiplicities as in DLX3.
    Dlx,
    /// Sets of numbers, without names, secondary items or colors.
    Ec,
    /// DIMACS, for formulas and encoded exact covers.
    Cnf,
}

/// Writes the instances that `name` stands for: into files in `folder`, one to standard output, or each as a JSON object
/// with `as_json`. By default, a formula is written in DIMACS and an exact cover in Knuth's format.
pub(super) fn run(
    name: &str,
    format: Option<InstanceFormat>,
    folder: Option<&Path>,
    as_json: bool,
) -> Result<Exit, Failure> {
    let specs =
        expand(name).map_err(|wrong| Failure::new(Exit::Usage, Diagnostic::of(&wrong.in_argument(name))))?;
    match (folder, &specs[..]) {
        (Some(folder), _) => {
            std::fs::create_dir_all(folder).map_err(|why| unwritable(folder, &why))?;
            for spec in &specs {
                let path = folder.join(file_name(spec, format));
                let text = instance(spec, format)?;
                std::fs::write(&path, text).map_err(|why| unwritable(&path, &why))?;
            }
        }
        (None, specs) if as_json => {
            let mut out = output::stdout();
            for spec in specs {
                let (format, text) = (extension(spec, format), instance(spec, format)?);
                writeln!(out, "{}", json!({ "name": spec, "format": format, "text": text }))?;
            }
        }
        (None, [spec]) => output::stdout().write_all(instance(spec, format)?.as_bytes())?,
        (None, _) => {
            return Err(Failure::usage(
                format!("`{name}` stands for {} instances", specs.len()),
                "write each to its own file with --out DIR",
            ));
        }
    }
    Ok(Exit::Answered)
}

/// The name of the file of an instance: `queens-8.dlx`.
fn file_name(spec: &str, format: Option<InstanceFormat>) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.%".contains(c);
    let stem: String = spec.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    format!("{stem}.{}", extension(spec, format))
}

/// The extension of the file of an instance, which names its format.
fn extension(spec: &str, format: Option<InstanceFormat>) -> &'static str {
    match format {
        Some(InstanceFormat::Ec) => "ec",
        Some(InstanceFormat::Cnf) => "cnf",
        None if formula::is_named(spec) => "cnf",
        None | Some(InstanceFormat::Dlx) => "dlx",
    }
}

/// The instance that `spec` names, as text.
fn instance(spec: &str, format: Option<InstanceFormat>) -> Result<String, Failure> {
    if formula::is_named(spec) {
        if format.is_some_and(|format| format != InstanceFormat::Cnf) {
            return Err(Failure::usage(
                format!("{spec} is a formula, not an exact cover"),
                "write it with --to cnf",
            ));
        }
        let cnf = family::formula(spec)?;
        has_room(cnf.size())?;
        Ok(dimacs::write(&cnf, &[spec]))
    } else {
        cover(spec, format.unwrap_or(InstanceFormat::Dlx))
    }
}

/// The exact cover that `spec` names, as text.
fn cover(spec: &str, format: InstanceFormat) -> Result<String, Failure> {
    let problem = family::open(spec)?.problem();
    Ok(match format {
        InstanceFormat::Dlx => format!("| {spec}\n{}", knuth::write(&problem)),
        InstanceFormat::Cnf => {
            let cnf = formula::encode(&problem).map_err(|large| too_large(spec, &large))?;
            has_room(cnf.size())?;
            dimacs::write(&cnf, &[spec])
        }
        InstanceFormat::Ec => {
            let written = ec::write(&problem).ok_or_else(|| {
                let what =
                    format!("{spec} has secondary items, colors or multiplicities, which .ec cannot express");
                Failure::usage(what, "write it with --to dlx")
            })?;
            format!("c {spec}\n{written}")
        }
    })
}
