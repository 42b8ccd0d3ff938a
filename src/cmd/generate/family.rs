//! `coverlab generate FAMILY`: writes an instance of a family as text.

use crate::cmd::{Exit, Failure, family, has_room};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::value_set::expand;
use coverlab_model::family::formula;
use coverlab_model::format::{dimacs, knuth};
use std::io::Write;

/// Writes the instance that `name` stands for: a formula in DIMACS, an exact cover in Knuth's format.
pub(super) fn run(name: &str) -> Result<Exit, Failure> {
    let specs =
        expand(name).map_err(|wrong| Failure::new(Exit::Usage, Diagnostic::of(&wrong.in_argument(name))))?;
    let [spec] = &specs[..] else {
        let what = format!("`{name}` stands for {} instances", specs.len());
        return Err(Failure::usage(what, "generate them one by one"));
    };
    let text = if formula::is_named(spec) {
        let cnf = family::formula(spec)?;
        has_room(cnf.size())?;
        dimacs::write(&cnf, &[spec])
    } else {
        format!("| {spec}\n{}", knuth::write(&family::open(spec)?.problem()))
    };
    output::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}
