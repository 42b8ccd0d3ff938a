//! Checks varisat's own proofs by J. Harder's *varisat-checker* 0.2.2, which shares no state with the solver and
//! reads the formula again.

use crate::sat_solvers::{Engine, Numbering, Options, ProofFormat, SharedBuffer, SolverLimits, Verdict};
use coverlab_model::{Cancel, Cnf, Literal};
use std::io::Write;
use std::time::Duration;
use varisat::Lit;
use varisat_checker::{CheckedProofStep, Checker, CheckerData, ProofProcessor};

/// Makes varisat prove that `cnf` has no model, and checks the proof with its checker.
///
/// # Errors
/// [`Verdict::Satisfiable`] if there is a model, [`Verdict::Unknown`] at a limit, [`Verdict::Failed`] if the
/// proof was not accepted.
pub fn refute(cnf: &Cnf, cancel: &Cancel, time: Option<Duration>) -> Result<(), Verdict> {
    let limits = SolverLimits::new(cancel.clone()).time(time);
    let proof = SharedBuffer::default();
    let copy: Box<dyn Write> = Box::new(proof.clone());
    let monitor = limits.shared();
    let mut solver =
        Engine::Varisat.start(Options { seed: 0, monitor, proof: Some((ProofFormat::Varisat, copy)) });
    cnf.clauses().for_each(|clause| solver.add(clause));
    match solver.solve(&[]) {
        Verdict::Unsatisfiable => {}
        other => return Err(other),
    }
    solver.finish().map_err(Verdict::Failed)?;
    let bytes = proof.take();
    check_varisat(cnf, &bytes).map_err(Verdict::Failed)
}

/// Checks that `proof`, in varisat's format, proves that `cnf` has no model.
///
/// # Errors
/// The error reported by the checker.
pub fn check_varisat(cnf: &Cnf, proof: &[u8]) -> Result<(), String> {
    if cnf.clauses().any(<[Literal]>::is_empty) {
        return Ok(());
    }
    let mut refuted = Refuted::default();
    let mut checker = Checker::new();
    checker.add_processor(&mut refuted);
    let mut numbering = Numbering::default();
    let mut literals = Vec::new();
    for clause in cnf.clauses() {
        literals.clear();
        // The numbers that the solver used: in the order of first use.
        literals.extend(clause.iter().map(|&l| Lit::from_index(numbering.number(l), l > 0)));
        checker.add_clause(&literals).map_err(|error| error.to_string())?;
    }
    checker.check_proof(proof).map_err(|error| error.to_string())?;
    drop(checker);
    if refuted.0 { Ok(()) } else { Err("the proof does not derive the empty clause".to_string()) }
}

/// Whether a proof has the empty clause: the checker also accepts a correct proof that refutes nothing.
#[derive(Default)]
struct Refuted(bool);

impl ProofProcessor for Refuted {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, _: CheckerData<'_, '_>) -> anyhow::Result<()> {
        self.0 |= matches!(step, CheckedProofStep::AtClause { clause: [], .. });
        Ok(())
    }
}
