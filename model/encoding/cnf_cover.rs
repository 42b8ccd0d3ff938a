//! CNF as exact cover. Models and covers correspond one to one if every variable is decisive.
//!
//! Each variable is a primary item, covered by the option "it is true" or "it is false". Each clause is a
//! primary item, covered by the options "this literal is true and those before it are false". The value of a
//! variable is the color of a secondary item. With the simpler option "this literal is true", a clause could
//! be covered in as many ways as it has true literals, which would change the count. (The reduction from SAT
//! in D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, exercises on exact covering, avoids this in the
//! same way.) Option v - 1 means "variable v is true".
//!
//! **Projection.** If only some variables are decisive ([`Cnf::decisive`]), models that agree on them are
//! distinct covers, which the caller must merge.

use crate::{Cnf, Cover, CoverSize, Encoding, ExactCover, ExactCoverBuilder, Item, Literal, Model};
use std::collections::HashSet;

/// Encodes CNF as exact cover.
#[derive(Clone, Copy, Debug, Default)]
pub struct CnfCover;

impl Encoding for CnfCover {
    type From = Cnf;
    type To = ExactCover;
    const NAME: &'static str = "cnf-to-cover";

    fn bound(&self, cnf: &Cnf) -> CoverSize {
        let (variables, literals) = (cnf.variables(), cnf.literals());
        // Each literal of a clause gives an option with the clause, the literal and those before it.
        let pairs = |clause: &[Literal]| clause.len().saturating_mul(clause.len() + 3) / 2;
        CoverSize {
            items: 2 * variables + cnf.clauses().len(),
            options: 2 * variables + literals,
            entries: cnf.clauses().map(pairs).fold(4 * variables, usize::saturating_add),
        }
    }

    fn encode(&self, cnf: &Cnf) -> ExactCover {
        let variables = cnf.variables();
        let clauses: Vec<Vec<Literal>> = cnf.clauses().filter_map(distinct).collect();
        let primary = variables + clauses.len();
        let mut builder = ExactCoverBuilder::new(primary, variables);
        let (yes, no) = (builder.color("true"), builder.color("false"));
        let value = |literal: Literal| {
            let item = primary as Item + literal.unsigned_abs() - 1;
            (item, if literal > 0 { yes } else { no })
        };
        let expected = "different items, colors on secondary ones";
        for sign in [1, -1] {
            for variable in 0..variables {
                let literal = sign * (variable as Literal + 1);
                builder.colored_option([(variable as Item, 0), value(literal)]).expect(expected);
            }
        }
        for (number, clause) in clauses.iter().enumerate() {
            for (k, &first) in clause.iter().enumerate() {
                let item = ((variables + number) as Item, 0);
                let before = clause[..k].iter().map(|&literal| value(-literal));
                builder.colored_option([item, value(first)].into_iter().chain(before)).expect(expected);
            }
        }
        builder.build()
    }

    fn decode(&self, cnf: &Cnf, cover: &Cover) -> Model {
        let mut values = vec![false; cnf.variables()];
        for &option in cover.options() {
            if let Some(value) = values.get_mut(option as usize) {
                *value = true;
            }
        }
        Model::new(values)
    }

    fn merges(&self, cnf: &Cnf) -> bool {
        cnf.decisive().is_some_and(|variables| {
            let different: HashSet<Literal> = variables.iter().copied().collect();
            different.len() < cnf.variables()
        })
    }

    fn key(&self, cnf: &Cnf, model: &Model) -> Vec<bool> {
        cnf.decisive().unwrap_or_default().iter().map(|&variable| model.value(variable)).collect()
    }
}

/// The distinct literals of `clause`, in order; `None` for a tautology.
fn distinct(clause: &[Literal]) -> Option<Vec<Literal>> {
    let mut literals = Vec::with_capacity(clause.len());
    let mut seen = HashSet::with_capacity(clause.len());
    for &literal in clause {
        if seen.contains(&-literal) {
            return None;
        }
        if seen.insert(literal) {
            literals.push(literal);
        }
    }
    Some(literals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_colors() {
        let mut cnf = Cnf::new(3);
        cnf.clause(&[1, -2, 1]);
        cnf.clause(&[2, -2]);
        cnf.clause(&[3]);
        let cover = CnfCover.encode(&cnf);
        assert_eq!((cover.primary(), cover.items(), cover.options()), (5, 8, 9));
        assert!(cover.has_colors());
        let model = CnfCover.decode(&cnf, &Cover::new(vec![0, 2, 4, 6, 8]));
        assert_eq!(model.values(), [true, false, true]);
    }
}
