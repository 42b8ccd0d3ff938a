//! Bitwise (S. Prestwich, *Variable Dependency in Local Search: Prevention is Better than Cure*, 2007; A. M.
//! Frisch, T. Peugniez, A. Doggett and P. Nightingale, *Solving Non-Boolean Satisfiability Problems with
//! Stochastic Local Search*, 2005): a true literal implies the bits of its number.

use super::{bit_literal, bits};
use crate::{Cnf, Literal};

pub(super) fn add(cnf: &mut Cnf, literals: &[Literal]) {
    let variables: Vec<Literal> = (0..bits(literals.len())).map(|_| cnf.fresh()).collect();
    for (number, &literal) in literals.iter().enumerate() {
        for k in 0..variables.len() {
            cnf.clause(&[-literal, bit_literal(&variables, number, k)]);
        }
    }
}
