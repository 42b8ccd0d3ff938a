//! Checks a solver's claim that there are no more models by its own proof, before the claim is reported.

use super::proof_check::check_drat;
use super::{ProofFormat, SharedBuffer};
use coverlab_model::{Cnf, Flow, Literal};
use std::io::Write;
use std::ops::ControlFlow::{self, Break, Continue};

/// A proof that is being written, and the formula that it must refute.
pub(crate) struct RecordedProof {
    formula: Cnf,
    /// By variable, from 0: whether its polarity is flipped for the solver.
    opposite: Vec<bool>,
    written: SharedBuffer,
}

impl RecordedProof {
    /// Creates a proof for `cnf` and for models that are [excluded](Self::exclude) later. The solver and its
    /// proof see the `opposite` variables with flipped polarity.
    pub(crate) fn of(cnf: &Cnf, opposite: &[Literal]) -> RecordedProof {
        let mut proof = RecordedProof {
            formula: Cnf::new(cnf.variables()),
            opposite: vec![false; cnf.variables()],
            written: SharedBuffer::default(),
        };
        opposite.iter().for_each(|v| proof.opposite[v.unsigned_abs() as usize - 1] = true);
        cnf.clauses().for_each(|clause| proof.exclude(clause));
        proof
    }

    /// The format and the writer for the solver.
    pub(crate) fn out(&self) -> (ProofFormat, Box<dyn Write>) {
        (ProofFormat::Drat, Box::new(self.written.clone()))
    }

    /// The formula to be refuted, as the solver sees it.
    pub(crate) fn formula(&self) -> &Cnf {
        &self.formula
    }

    /// Adds a clause to the formula.
    pub(crate) fn exclude(&mut self, clause: &[Literal]) {
        let turned = |&literal: &Literal| {
            if self.opposite[literal.unsigned_abs() as usize - 1] { -literal } else { literal }
        };
        let clause: Vec<Literal> = clause.iter().map(turned).collect();
        self.formula.clause(&clause);
    }

    /// Checks the written proof step by step. Panics if it is not accepted, because that is a fault of the
    /// solver.
    pub(crate) fn check(&self, mut poll: impl FnMut() -> Flow) -> Flow {
        let mut stop = Continue(());
        let go_on = || {
            stop = poll();
            if stop.is_break() { Break(()) } else { Continue(()) }
        };
        let bytes = self.written.take();
        let text = std::str::from_utf8(&bytes).expect("a proof in text");
        match check_drat(&self.formula, text, go_on) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) if stop.is_break() => stop,
            Err(why) => panic!("the proof that there are no more models is not accepted: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn either() -> Cnf {
        let mut cnf = Cnf::new(2);
        cnf.clause(&[1, 2]);
        cnf.clause(&[-1, -2]);
        cnf
    }

    /// The proof refutes the formula with the models excluded so far, in the solver's literals.
    #[test]
    fn what_follows_is_accepted() {
        let mut proof = RecordedProof::of(&either(), &[1, 2]);
        let (_, mut out) = proof.out();
        proof.exclude(&[-1, 2]);
        proof.exclude(&[1, -2]);
        out.write_all(b"1 0\n0\n").unwrap();
        assert_eq!(proof.check(|| Continue(())), Continue(()));
    }

    #[test]
    #[should_panic(expected = "is not accepted")]
    fn what_does_not_is_no_answer() {
        let proof = RecordedProof::of(&either(), &[]);
        let (_, mut out) = proof.out();
        out.write_all(b"0\n").unwrap();
        let _ = proof.check(|| Continue(()));
    }
}
