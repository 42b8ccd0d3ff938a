//! Strategies by name: a spec such as `bird-bits:prune=fixpoint` becomes a backend.

use coverlab_model::{About, Backend, BadSpec, Cnf, Entry, ExactCover, Problem, Spec, Sudoku};
use std::sync::Arc;

/// A strategy that is ready to run.
pub struct Configured<P: Problem> {
    /// As the user wrote it.
    pub spec: Spec,
    /// The encoding that lifts it to `P`; `None`: `P` is its native problem.
    pub via: Option<&'static str>,
    /// Who it is.
    pub about: &'static About,
    /// What runs it.
    pub backend: Arc<dyn Backend<P>>,
}

/// The strategy for Sudoku that `spec` names.
///
/// # Errors
/// An unknown name or parameter.
pub fn sudoku(spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
    native(crate::SUDOKU, "Sudoku", spec)
}

/// The strategy for exact cover that `spec` names.
///
/// # Errors
/// An unknown name or parameter.
pub fn exact_cover(spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
    native(crate::EXACT_COVER, "exact cover", spec)
}

/// The strategy for formulas that `spec` names.
///
/// # Errors
/// An unknown name or parameter.
pub fn cnf(spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
    native(crate::CNF, "CNF", spec)
}

/// Every strategy that solves Sudoku, with the encoding that lifts it.
pub fn all_sudoku() -> impl Iterator<Item = (&'static About, Option<&'static str>)> {
    crate::SUDOKU.iter().map(|entry| (entry.about, None))
}

fn native<P: Problem>(entries: &[Entry<P>], problem: &str, spec: &Spec) -> Result<Configured<P>, BadSpec> {
    let Some(entry) = entries.iter().find(|entry| entry.about.name == spec.name) else {
        let known = entries.iter().map(|entry| entry.about.name.to_string()).collect();
        return Err(BadSpec::new(
            format!("there is no strategy for {problem} called `{}`", spec.name),
            &spec.name,
            known,
        ));
    };
    let backend = entry.configure(spec)?.into();
    Ok(Configured { spec: spec.clone(), via: None, about: entry.about, backend })
}
