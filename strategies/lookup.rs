//! From a strategy's words, `bird-bits:prune=fixpoint`, to a backend for a kind of problem.

use coverlab_model::{About, Backend, BadSpec, Cnf, Entry, ExactCover, Problem, Spec, Sudoku};
use std::sync::Arc;

/// A strategy, configured for problems of kind `P`.
pub struct Configured<P: Problem> {
    /// The words that configured it.
    pub spec: Spec,
    /// The encoding that lifts it to `P`; `None`: it is native.
    pub via: Option<&'static str>,
    /// Who it is.
    pub about: &'static About,
    /// The strategy itself.
    pub backend: Arc<dyn Backend<P>>,
}

/// The strategy that `spec` names, for Sudoku.
///
/// # Errors
/// No such strategy, or parameters that it does not take.
pub fn sudoku(spec: &Spec) -> Result<Configured<Sudoku>, BadSpec> {
    native(crate::SUDOKU, spec)
}

/// The strategy that `spec` names, for exact cover.
///
/// # Errors
/// No such strategy, or parameters that it does not take.
pub fn exact_cover(spec: &Spec) -> Result<Configured<ExactCover>, BadSpec> {
    native(crate::EXACT_COVER, spec)
}

/// The strategy that `spec` names, for formulas.
///
/// # Errors
/// No such strategy, or parameters that it does not take.
pub fn cnf(spec: &Spec) -> Result<Configured<Cnf>, BadSpec> {
    native(crate::CNF, spec)
}

fn native<P: Problem>(entries: &'static [Entry<P>], spec: &Spec) -> Result<Configured<P>, BadSpec> {
    let Some(entry) = entries.iter().find(|e| e.about.name == spec.name) else {
        let known = entries.iter().map(|e| e.about.name.to_string()).collect();
        return Err(BadSpec::new(format!("there is no strategy `{}`", spec.name), &spec.name, known));
    };
    let backend = Arc::from(entry.configure(spec)?);
    Ok(Configured { spec: spec.clone(), via: None, about: entry.about, backend })
}
