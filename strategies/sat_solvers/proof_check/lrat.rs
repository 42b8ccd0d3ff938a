//! A small checker of proofs in LRAT (Cruz-Filipe and others, *Efficient Certified RAT Verification*, 2017).
//!
//! Each step names the clauses that become unit, in order, so that nothing has to be searched for. There are
//! no watched literals.

use super::{BadProof, Checked, bad};
use coverlab_model::{Cnf, Literal};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

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
    use super::super::tests::square;
    use super::*;

    fn lrat(proof: &str) -> Result<Checked, String> {
        check_lrat(&square(), proof, || ControlFlow::Continue(())).map_err(|error| error.to_string())
    }

    #[test]
    fn a_check_can_be_stopped() {
        let proof: String = (5..305).map(|number| format!("{number} 2 0 1 2 0\n")).collect();
        let stopped = check_lrat(&square(), &proof, || ControlFlow::Break(()));
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
