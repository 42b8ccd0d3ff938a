//! Unsatisfiable parity formulas: the sum of the same variables is odd and even, computed in two orders.
//!
//! Auxiliary variables divide each sum into a chain of small sums, as in J. Crawford, M. Kearns and R.
//! Schapire, *The Minimal Disagreement Parity Problem as a Hard Satisfiability Problem*, 1994 (the instances
//! par8 to par32). With the second chain in random order it is the formula of L. Chew and M. Heule, *Sorting
//! Parity Encodings by Reusing Variables*, 2020. Gaussian elimination refutes it quickly; clause learning
//! is slow from about fifty variables on.

use super::{Family, Make, numbers, sum};
use crate::random::Random;
use crate::{Cnf, Literal};

pub(in super::super) const FAMILY: Family = Family {
    name: "parity",
    form: "parity:VARIABLES or parity:VARIABLES:SEED",
    example: "parity:20:1",
    sentence: "The sum of the same variables is odd and, in another order, even: no model.",
    make: Make::Formula { make, satisfiable: |_| Some(false) },
};

fn make(rest: &str) -> Result<Cnf, String> {
    let ([variables, seed], _) = numbers(rest, 1, u32::MAX as usize)?;
    if !(3..=100_000).contains(&variables) {
        return Err(format!("`{variables}` is not a number of variables from 3 to 100000"));
    }
    let mut order: Vec<Literal> = (1..=variables as Literal).collect();
    let mut cnf = Cnf::new(variables);
    chain(&mut cnf, &order, true);
    Random(seed as u64).shuffle(&mut order);
    chain(&mut cnf, &order, false);
    Ok(cnf)
}

/// Adds "the sum of `variables`, at least three, is odd" (or even). Auxiliary variables represent the partial
/// sums.
fn chain(cnf: &mut Cnf, variables: &[Literal], odd: bool) {
    let mut so_far = variables[0];
    for &variable in &variables[1..variables.len() - 2] {
        let next = cnf.fresh();
        sum(cnf, &[so_far, variable, next], false);
        so_far = next;
    }
    let last = &variables[variables.len() - 2..];
    sum(cnf, &[so_far, last[0], last[1]], odd);
}

#[cfg(test)]
mod tests {
    use super::super::{models, parse};
    use super::*;

    #[test]
    fn a_chain_is_a_sum() {
        for odd in [false, true] {
            for length in 3..9 {
                let mut cnf = Cnf::new(length);
                chain(&mut cnf, &(1..=length as Literal).collect::<Vec<_>>(), odd);
                assert_eq!(models(&cnf), 1 << (length - 1), "{length}");
                assert_eq!(cnf.variables(), 2 * length - 3);
            }
        }
    }

    #[test]
    fn it_has_no_model() {
        for variables in 3..8 {
            for seed in 0..5 {
                assert_eq!(models(&parse(&format!("parity:{variables}:{seed}")).unwrap()), 0);
            }
        }
        let twenty = parse("parity:20:1").unwrap();
        assert_eq!((twenty.variables(), twenty.clauses().len()), (20 + 2 * 17, 2 * 18 * 4));
    }
}
