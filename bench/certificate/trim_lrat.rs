//! Reads LRAT refutations, trims them to the necessary steps, and writes them with consecutive numbers.

use coverlab_model::Literal;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// A refutation, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proof {
    steps: Vec<Step>,
}

/// A derived clause.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    number: usize,
    clause: Vec<Literal>,
    /// The numbers of the clauses that this one follows from.
    hints: Vec<usize>,
}

impl Proof {
    /// Reads a proof up to the empty clause. Deletions are skipped.
    pub(super) fn read(text: &str) -> Result<Proof, String> {
        let mut proof = Proof::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let malformed = || format!("a step of the proof is malformed: `{line}`");
            let number = words.next().and_then(|word| word.parse().ok()).ok_or_else(malformed)?;
            let numbers: Option<Vec<i64>> = match words.clone().next() {
                Some("d") => continue,
                _ => words.map(|word| word.parse().ok()).collect(),
            };
            let numbers = numbers.ok_or_else(malformed)?;
            let mut parts = numbers.split(|number| *number == 0);
            let (clause, hints) = parts.next().zip(parts.next()).ok_or_else(malformed)?;
            let clause: Vec<Literal> = clause.iter().map(|&literal| literal as Literal).collect();
            let hints: Option<Vec<usize>> = hints.iter().map(|&hint| hint.try_into().ok()).collect();
            let is_last = clause.is_empty();
            proof.steps.push(Step { number, clause, hints: hints.ok_or_else(malformed)? });
            if is_last {
                return Ok(proof);
            }
        }
        Err("the proof does not derive the empty clause".to_string())
    }

    /// Trims the proof to the steps and the `original` clauses (numbered from 1) that its last step depends on. Returns the
    /// indices of these clauses, from 0, and the steps in the text format of LRAT, with literals replaced by `rename`.
    pub(super) fn trimmed(
        &self,
        original: usize,
        rename: impl Fn(&Literal) -> Literal,
    ) -> Result<(Vec<usize>, String), String> {
        let mut cited: HashSet<usize> = HashSet::new();
        let mut steps: Vec<&Step> = Vec::new();
        for (back, step) in self.steps.iter().rev().enumerate() {
            if back == 0 || cited.contains(&step.number) {
                cited.extend(&step.hints);
                steps.push(step);
            }
        }
        steps.reverse();
        let mut needed: Vec<usize> =
            cited.into_iter().filter(|number| (1..=original).contains(number)).collect();
        needed.sort_unstable();
        let old = needed.iter().copied().chain(steps.iter().map(|step| step.number));
        let new: HashMap<usize, usize> = old.zip(1..).collect();
        let mut text = String::new();
        for step in steps {
            let _ = write!(text, "{}", new[&step.number]);
            for literal in &step.clause {
                let _ = write!(text, " {}", rename(literal));
            }
            text.push_str(" 0");
            for hint in &step.hints {
                let unknown = || format!("the proof cites clause {hint}, which does not exist");
                let _ = write!(text, " {}", new.get(hint).ok_or_else(unknown)?);
            }
            text.push_str(" 0\n");
        }
        Ok((needed.into_iter().map(|number| number - 1).collect(), text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A refutation of the clauses `1 2`, `1 -2`, `-1 2`, `-1 -2`, and an unnecessary fifth.
    const PROOF: &str = "6 1 0 1 2 0\n7 3 0 5 0\n7 d 5 0\n8 0 6 3 4 0\n9 2 0 1 0\n";

    #[test]
    fn unnecessary_steps_are_trimmed() {
        let trimmed = Proof::read(PROOF).unwrap().trimmed(5, |literal| 10 * literal);
        assert_eq!(trimmed, Ok((vec![0, 1, 2, 3], "5 10 0 1 2 0\n6 0 5 3 4 0\n".to_string())));
    }

    #[test]
    fn a_malformed_proof_is_an_error() {
        for bad in ["", "x", "6 1 0 1 2 0", "6 1", "6 0 x 0", "6 0 -1 0"] {
            assert!(Proof::read(bad).is_err(), "{bad}");
        }
        assert!(Proof::read("6 0 9 0").unwrap().trimmed(5, |literal| *literal).is_err());
    }
}
