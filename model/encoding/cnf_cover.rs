//! CNF as exact cover. Models and covers correspond one to one if every variable is decisive.
//!
//! **General formulas.** Each variable is a primary item, covered by the option "it is true" or "it is
//! false". Each clause is a primary item, covered by the options "this literal is true and those before it
//! are false". The value of a variable is the color of a secondary item. With the simpler option "this
//! literal is true", a clause could be covered in as many ways as it has true literals, which would change
//! the count. (The reduction from SAT in D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, exercises on
//! exact covering, avoids this in the same way.)
//!
//! **Formulas that state an exact cover.** Some formulas consist only of clauses "at least one of these
//! variables" and "not both of these two", with all pairs of each clause of the first kind present. The
//! clauses of the first kind become primary items, variables become options, and the remaining pairs become
//! secondary items. [`CnfCover::recognizes`] detects such formulas. Among them are the Sudoku encodings with
//! pairwise clauses, except the minimal one.
//!
//! **Projection.** If only some variables are decisive ([`Cnf::decisive`]), models that agree on them are
//! distinct covers, which the caller must merge.
//!
//! In both cases option v - 1 means "variable v is true".

use crate::{Cnf, Cover, CoverSize, Encoding, ExactCover, ExactCoverBuilder, Item, Literal, Model, OptionId};
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
        Groups::of(cnf).map_or_else(|| general(cnf), |groups| groups.cover(cnf))
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

impl CnfCover {
    /// Whether `cnf` consists only of "exactly one of these" and "not both of these".
    pub fn recognizes(cnf: &Cnf) -> bool {
        Groups::of(cnf).is_some()
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

fn general(cnf: &Cnf) -> ExactCover {
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

/// The constraints of a formula that states an exact cover.
struct Groups {
    /// Exactly one variable of each group is true.
    exactly: Vec<Vec<Literal>>,
    /// Pairs that are not both true and have no group in common.
    pairs: Vec<(Literal, Literal)>,
}

impl Groups {
    fn of(cnf: &Cnf) -> Option<Groups> {
        let (mut exactly, mut pairs): (Vec<Vec<Literal>>, HashSet<(Literal, Literal)>) = Default::default();
        let mut all: HashSet<Vec<Literal>> = HashSet::new();
        for clause in cnf.clauses() {
            let Some(mut literals) = distinct(clause) else { continue };
            literals.sort_unstable();
            match literals[..] {
                [] => return None,
                [b, a] if a < 0 => {
                    pairs.insert((-a, -b));
                }
                [first, ..] if first > 0 => {
                    if all.insert(literals.clone()) {
                        exactly.push(literals);
                    }
                }
                _ => return None,
            }
        }
        let mut left = pairs.clone();
        for group in &exactly {
            for (k, &a) in group.iter().enumerate() {
                for &b in &group[k + 1..] {
                    if !pairs.contains(&(a, b)) {
                        return None;
                    }
                    left.remove(&(a, b));
                }
            }
        }
        let mut pairs: Vec<_> = left.into_iter().collect();
        pairs.sort_unstable();
        Some(Groups { exactly, pairs })
    }

    fn cover(&self, cnf: &Cnf) -> ExactCover {
        let variables = cnf.variables();
        let mut items: Vec<Vec<Item>> = vec![Vec::new(); variables];
        for (item, group) in self.exactly.iter().enumerate() {
            group.iter().for_each(|&v| items[v as usize - 1].push(item as Item));
        }
        // A variable in no group may be false, so an item of its own chooses its value.
        let mut primary = self.exactly.len() as Item;
        let mut free = Vec::new();
        for items in items.iter_mut().filter(|items| items.is_empty()) {
            items.push(primary);
            free.push(primary);
            primary += 1;
        }
        for (k, &(a, b)) in self.pairs.iter().enumerate() {
            for v in [a, b] {
                items[v as usize - 1].push(primary + k as Item);
            }
        }
        let mut builder = ExactCoverBuilder::new(primary as usize, self.pairs.len());
        for items in items.into_iter().chain(free.into_iter().map(|item| vec![item])) {
            let option: Result<OptionId, _> = builder.option(items);
            option.expect("different items");
        }
        builder.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::Sudoku;
    use crate::encoding::{Amo, Clues, SudokuCnf, SudokuRules};

    #[test]
    fn a_sudoku_in_disguise_is_recognized() {
        let puzzle = Sudoku::empty(Shape::NINE).with(0, 1).with(40, 2);
        let recognized =
            |rules, amo, clues| CnfCover::recognizes(&SudokuCnf::new(rules, amo, clues).encode(&puzzle));
        for clues in [Clues::Units, Clues::Reduced] {
            assert!(recognized(SudokuRules::Extended, Amo::Pairwise, clues));
            assert!(!recognized(SudokuRules::Augmented, Amo::Pairwise, clues));
            assert!(!recognized(SudokuRules::Extended, Amo::Product, clues));
        }
        assert!(recognized(SudokuRules::Natural, Amo::Pairwise, Clues::Units));
        assert!(!recognized(SudokuRules::Minimal, Amo::Pairwise, Clues::Units));
        let cover = CnfCover.encode(&SudokuCnf::default().encode(&Sudoku::empty(Shape::NINE)));
        assert_eq!((cover.primary(), cover.items(), cover.options()), (324, 324, 729));
        assert!(!cover.has_colors());
    }

    #[test]
    fn a_general_formula_becomes_colors() {
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
