//! What a solver says there is none of, shown by its own proof before it is said.

use super::rup::check_drat;
use super::{Bytes, ProofFormat};
use coverlab_model::{Cnf, Flow, Literal};
use std::io::Write;
use std::ops::ControlFlow::{self, Break, Continue};

/// A proof in the making, and the formula that it is to refute.
pub(crate) struct Proof {
    formula: Cnf,
    /// Variables of which the solver is told the opposite, from 0.
    opposite: Vec<bool>,
    written: Bytes,
}

impl Proof {
    /// Of `cnf`, and of models that are [excluded](Self::exclude) later. The solver knows `opposite` variables
    /// by their opposites, and so does its proof.
    pub(crate) fn of(cnf: &Cnf, opposite: &[Literal]) -> Proof {
        let mut proof = Proof {
            formula: Cnf::new(cnf.variables()),
            opposite: vec![false; cnf.variables()],
            written: Bytes::default(),
        };
        opposite.iter().for_each(|v| proof.opposite[v.unsigned_abs() as usize - 1] = true);
        cnf.clauses().for_each(|clause| proof.exclude(clause));
        proof
    }

    /// Where the solver is to write it.
    pub(crate) fn out(&self) -> (ProofFormat, Box<dyn Write>) {
        (ProofFormat::Drat, Box::new(self.written.clone()))
    }

    /// What it is to refute, as the solver knows it.
    pub(crate) fn formula(&self) -> &Cnf {
        &self.formula
    }

    /// The formula has this clause as well.
    pub(crate) fn exclude(&mut self, clause: &[Literal]) {
        let turned = |&literal: &Literal| {
            if self.opposite[literal.unsigned_abs() as usize - 1] { -literal } else { literal }
        };
        let clause: Vec<Literal> = clause.iter().map(turned).collect();
        self.formula.clause(&clause);
    }

    /// Goes through what was written, step by step. A proof that is not accepted is a fault of the
    /// solver, and no answer.
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

    /// A proof is of the formula with the models excluded so far, in the literals that the solver knows.
    #[test]
    fn what_follows_is_accepted() {
        let mut proof = Proof::of(&either(), &[1, 2]);
        let (_, mut out) = proof.out();
        proof.exclude(&[-1, 2]);
        proof.exclude(&[1, -2]);
        out.write_all(b"1 0\n0\n").unwrap();
        assert_eq!(proof.check(|| Continue(())), Continue(()));
    }

    #[test]
    #[should_panic(expected = "is not accepted")]
    fn what_does_not_is_no_answer() {
        let proof = Proof::of(&either(), &[]);
        let (_, mut out) = proof.out();
        out.write_all(b"0\n").unwrap();
        let _ = proof.check(|| Continue(()));
    }
}
