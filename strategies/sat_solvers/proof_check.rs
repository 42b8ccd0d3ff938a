//! Checkers of proofs that a formula has no model. They share no code with the solvers that write the proofs.
//!
//! [`check_drat`] and [`check_lrat`] are small checkers written here, [`check_varisat`] calls a library.
//!
//! A proof in DRAT or LRAT is a list of clauses, each checked against the formula and the earlier clauses. It
//! refutes the formula if it contains the empty clause. Proofs are read as text. Deleting a clause that does
//! not exist is an error.

mod drat;
mod lrat;
mod varisat;

pub use drat::check_drat;
pub use lrat::check_lrat;
pub use varisat::{check_varisat, refute};

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

#[cfg(test)]
mod tests {
    use coverlab_model::Cnf;

    /// Four clauses over two variables, all of which are needed for the contradiction.
    pub(super) fn square() -> Cnf {
        let mut cnf = Cnf::new(2);
        for clause in [[1, 2], [-1, 2], [1, -2], [-1, -2]] {
            cnf.clause(&clause);
        }
        cnf
    }
}
