//! A small checker of proofs in DRAT, restricted to RUP steps.
//!
//! A clause has the property RUP (E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for
//! CNF Formulas*, 2003) if making all its literals false leads to a conflict by unit propagation. The solvers
//! here learn only by resolution, so their proofs need only RUP steps. A clause that is only RAT (Wetzler,
//! Heule and Hunt, *DRAT-trim*, 2014) is rejected. Deleting a clause does not undo literals that it has
//! implied at the root, as in other proof checkers.

use super::{BadProof, Checked, bad};
use crate::sat_solvers::Propagator;
use coverlab_model::{Cnf, Literal};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Checks whether `proof`, DRAT as text, refutes `cnf`. `go_on` is polled from time to time.
///
/// # Errors
/// The first step that does not follow by unit propagation, or that no step is the empty clause.
pub fn check_drat(
    cnf: &Cnf,
    proof: &str,
    mut go_on: impl FnMut() -> ControlFlow<()>,
) -> Result<Checked, BadProof> {
    let mut propagator = Propagator::default();
    propagator.clear(cnf.variables());
    let mut numbers = Numbers::default();
    for clause in cnf.clauses() {
        numbers.add(&mut propagator, clause);
    }
    let mut refuted = propagator.propagate().is_err();
    let mut checked = Checked::default();
    for (line, text) in (1..).zip(proof.lines()) {
        if refuted {
            break;
        }
        if line % 256 == 0 && go_on().is_break() {
            return bad(0, "the check was stopped");
        }
        let (deletion, words) = match text.trim().strip_prefix('d') {
            Some(rest) => (true, rest),
            None => (false, text.trim()),
        };
        if words.is_empty() || words.starts_with('c') {
            continue;
        }
        let clause = literals(line, words)?;
        if deletion {
            numbers.delete(&mut propagator, &clause).map_err(|what| BadProof { line, what })?;
            checked.deletions += 1;
            continue;
        }
        if !follows(&mut propagator, &clause) {
            return bad(line, format!("the clause ({words}) does not follow by unit propagation"));
        }
        checked.additions += 1;
        numbers.add(&mut propagator, &clause);
        refuted = clause.is_empty() || propagator.propagate().is_err();
    }
    if refuted { Ok(checked) } else { bad(0, "the proof does not derive the empty clause") }
}

/// Reads the literals up to the final 0.
fn literals(line: usize, words: &str) -> Result<Vec<Literal>, BadProof> {
    let mut clause = Vec::new();
    let mut words = words.split_whitespace();
    for word in words.by_ref() {
        match word.parse::<Literal>() {
            Ok(0) => {
                return match words.next() {
                    None => Ok(clause),
                    Some(word) => bad(line, format!("`{word}` after the end of the clause")),
                };
            }
            Ok(literal) if literal.unsigned_abs() < 1 << 28 => clause.push(literal),
            _ => return bad(line, format!("`{word}` is no literal")),
        }
    }
    bad(line, "the clause has no end: 0 is missing")
}

/// Whether the negation of `clause` leads to a conflict.
fn follows(propagator: &mut Propagator, clause: &[Literal]) -> bool {
    let mark = propagator.mark();
    let conflict =
        clause.iter().any(|&literal| propagator.assume(-literal).is_err()) || propagator.propagate().is_err();
    propagator.undo(mark);
    conflict
}

/// The propagator's numbers of clauses, to delete them.
#[derive(Default)]
struct Numbers {
    /// By sorted literals without duplicates. `None` for a clause that the propagator does not store: a unit
    /// or a tautology.
    of: HashMap<Vec<Literal>, Vec<Option<u32>>>,
}

impl Numbers {
    fn key(clause: &[Literal]) -> Vec<Literal> {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        key
    }

    fn add(&mut self, propagator: &mut Propagator, clause: &[Literal]) {
        let number = propagator.add(clause);
        self.of.entry(Numbers::key(clause)).or_default().push(number);
    }

    fn delete(&mut self, propagator: &mut Propagator, clause: &[Literal]) -> Result<(), String> {
        let Some(number) = self.of.get_mut(&Numbers::key(clause)).and_then(Vec::pop) else {
            return Err("a clause is deleted that is not there".to_string());
        };
        if let Some(number) = number {
            propagator.delete(number);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::square;
    use super::*;

    fn drat(proof: &str) -> Result<Checked, String> {
        check_drat(&square(), proof, || ControlFlow::Continue(())).map_err(|error| error.to_string())
    }

    #[test]
    fn a_proof_is_accepted_and_a_corrupted_one_is_not() {
        assert_eq!(drat("2 0\n0\n"), Ok(Checked { additions: 1, deletions: 0 }));
        assert_eq!(drat("c a comment\n1 2 0\nd 1 2 0\n 2 0\n"), Ok(Checked { additions: 2, deletions: 1 }));
        assert_eq!(drat(""), Err("the proof does not derive the empty clause".into()));
        assert_eq!(
            drat("3 0\n"),
            Err("line 1 of the proof: the clause (3 0) does not follow by unit propagation".into())
        );
        assert_eq!(
            drat("0\n"),
            Err("line 1 of the proof: the clause (0) does not follow by unit propagation".into())
        );
        assert_eq!(
            drat("d 1 3 0\n2 0\n"),
            Err("line 1 of the proof: a clause is deleted that is not there".into())
        );
        // Without the deleted clause, 2 does not follow.
        assert!(drat("d 1 2 0\n2 0\n").is_err());
        assert!(drat("2 x 0\n").unwrap_err().contains("`x` is no literal"));
        assert!(drat("2\n").unwrap_err().contains("0 is missing"));
        assert!(drat("2 0 1\n").unwrap_err().contains("after the end"));
        assert!(drat("99999999999 0\n").unwrap_err().contains("no literal"));
    }

    #[test]
    fn a_check_can_be_stopped() {
        let proof = "1 2 0\n".repeat(300);
        let stopped = check_drat(&square(), &proof, || ControlFlow::Break(()));
        assert_eq!(stopped.unwrap_err().what, "the check was stopped");
    }
}
