//! A small checker of refutations in LRAT, and in DRAT restricted to RUP steps.
//!
//! A clause has the property RUP (E. Goldberg and Y. Novikov, *Verification of Proofs of Unsatisfiability for
//! CNF Formulas*, 2003) if making all its literals false leads to a conflict by unit propagation. A proof is
//! a list of such clauses, each checked against the formula and the earlier clauses. It refutes the formula
//! if it contains the empty clause. The solvers here learn only by resolution, so their proofs need only RUP
//! steps. A clause that is only RAT (Wetzler, Heule and Hunt, *DRAT-trim*, 2014) is rejected.
//!
//! LRAT (Cruz-Filipe and others, *Efficient Certified RAT Verification*, 2017) names the clauses that become
//! unit, in order, so that nothing has to be searched for. Its check is a second, naive implementation
//! without watched literals.
//!
//! Proofs are read as text. Deleting a clause that does not exist is an error. Deleting a clause does not
//! undo literals that it has implied at the root, as in other checkers of the field.

use super::propagate::Propagator;
use coverlab_model::{Cnf, Literal};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The error in a proof, with its line number from 1; line 0 stands for the whole proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadProof {
    /// The line number.
    pub line: usize,
    /// The error.
    pub what: String,
}

impl std::fmt::Display for BadProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "line {line} of the proof: {}", self.what),
        }
    }
}

impl std::error::Error for BadProof {}

/// The size of a checked proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of clauses that were shown to follow.
    pub additions: u64,
    /// The number of deleted clauses.
    pub deletions: u64,
}

fn bad<T>(line: usize, what: impl Into<String>) -> Result<T, BadProof> {
    Err(BadProof { line, what: what.into() })
}

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

/// Checks whether `proof`, LRAT as text, refutes `cnf`. `go_on` is polled from time to time.
///
/// # Errors
/// The first step that its hints do not justify, or that no step is the empty clause.
pub fn check_lrat(
    cnf: &Cnf,
    proof: &str,
    mut go_on: impl FnMut() -> ControlFlow<()>,
) -> Result<Checked, BadProof> {
    let mut clauses: HashMap<u64, Vec<Literal>> = (1..).zip(cnf.clauses().map(<[_]>::to_vec)).collect();
    let mut checked = Checked::default();
    let mut refuted = cnf.clauses().any(<[_]>::is_empty);
    for (line, text) in (1..).zip(proof.lines()) {
        if refuted {
            break;
        }
        if line % 256 == 0 && go_on().is_break() {
            return bad(0, "the check was stopped");
        }
        if text.trim().is_empty() || text.starts_with('c') {
            continue;
        }
        let mut words = text.split_whitespace();
        let Some(number) = words.next().and_then(|word| word.parse::<u64>().ok()) else {
            return bad(line, "it does not begin with the number of a clause");
        };
        let mut words = words.peekable();
        if words.next_if_eq(&"d").is_some() {
            for number in until_zero(line, &mut words)? {
                let gone = u64::try_from(number).ok().and_then(|number| clauses.remove(&number));
                if gone.is_none() {
                    return bad(line, format!("clause {number} is deleted, but is not there"));
                }
                checked.deletions += 1;
            }
            continue;
        }
        let clause: Vec<Literal> = until_zero(line, &mut words)?
            .into_iter()
            .map(|l| Literal::try_from(l).or_else(|_| bad(line, format!("`{l}` is no literal"))))
            .collect::<Result<_, _>>()?;
        let hints = until_zero(line, &mut words)?;
        hinted(&clauses, &clause, &hints).map_err(|what| BadProof { line, what })?;
        refuted = clause.is_empty();
        if clauses.insert(number, clause).is_some() {
            return bad(line, format!("there is a clause {number} already"));
        }
        checked.additions += 1;
    }
    if refuted { Ok(checked) } else { bad(0, "the proof does not derive the empty clause") }
}

fn until_zero<'a>(line: usize, words: &mut impl Iterator<Item = &'a str>) -> Result<Vec<i64>, BadProof> {
    let mut numbers = Vec::new();
    for word in words {
        match word.parse::<i64>() {
            Ok(0) => return Ok(numbers),
            Ok(number) => numbers.push(number),
            Err(_) => return bad(line, format!("`{word}` is no number")),
        }
    }
    bad(line, "a list has no end: 0 is missing")
}

/// Checks that, once all of `clause` is false, the clauses named by `hints` become unit one after the other,
/// and the last one false.
fn hinted(clauses: &HashMap<u64, Vec<Literal>>, clause: &[Literal], hints: &[i64]) -> Result<(), String> {
    let mut truths: HashSet<Literal> = clause.iter().map(|literal| -literal).collect();
    if truths.iter().any(|literal| truths.contains(&-literal)) {
        return Ok(());
    }
    for &hint in hints {
        if hint < 0 {
            return Err("it is a RAT step, which this checker does not take".to_string());
        }
        let Some(hinted) = clauses.get(&(hint as u64)) else {
            return Err(format!("its hint {hint} is no clause"));
        };
        let mut open: Vec<Literal> = hinted.iter().copied().filter(|l| !truths.contains(&-l)).collect();
        open.sort_unstable();
        open.dedup();
        match open[..] {
            [] => return Ok(()),
            [unit] => {
                truths.insert(unit);
            }
            _ => return Err(format!("its hint {hint} is not unit")),
        }
    }
    Err("its hints do not lead to a conflict".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four clauses over two variables, all of which are needed for the contradiction.
    fn square() -> Cnf {
        let mut cnf = Cnf::new(2);
        for clause in [[1, 2], [-1, 2], [1, -2], [-1, -2]] {
            cnf.clause(&clause);
        }
        cnf
    }

    fn drat(proof: &str) -> Result<Checked, String> {
        check_drat(&square(), proof, || ControlFlow::Continue(())).map_err(|error| error.to_string())
    }

    fn lrat(proof: &str) -> Result<Checked, String> {
        check_lrat(&square(), proof, || ControlFlow::Continue(())).map_err(|error| error.to_string())
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
        let hinted: String = (5..305).map(|number| format!("{number} 2 0 1 2 0\n")).collect();
        let stopped = check_lrat(&square(), &hinted, || ControlFlow::Break(()));
        assert_eq!(stopped.unwrap_err().what, "the check was stopped");
    }

    #[test]
    fn hints_must_lead_to_a_conflict() {
        assert_eq!(lrat("5 2 0 1 2 0\n6 0 5 3 4 0\n"), Ok(Checked { additions: 2, deletions: 0 }));
        assert_eq!(lrat("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(Checked { additions: 2, deletions: 2 }));
        for (proof, what) in [
            ("5 2 0 1 0\n", "its hints do not lead to a conflict"),
            ("5 2 0 3 1 0\n", "its hint 3 is"),
            ("5 2 0 7 0\n", "its hint 7 is no clause"),
            ("5 2 0 -1 2 0\n", "RAT"),
            ("5 2 0 1 2 0\n5 1 0 1 3 0\n", "there is a clause 5 already"),
            ("5 d 9 0\n", "clause 9 is deleted, but is not there"),
            ("5 2 0 1 2\n", "0 is missing"),
            ("x 2 0\n", "begin with the number"),
            ("5 2 0 1 2 0\n", "does not derive the empty clause"),
            ("5 99999999999 0 1 2 0\n", "is no literal"),
        ] {
            let said = lrat(proof).unwrap_err();
            assert!(said.contains(what), "{proof}: {said}");
        }
    }
}
