//! Totalizer (O. Bailleux and Y. Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*,
//! 2003): a tree whose nodes count the true literals below them in unary. Counts are limited to the highest
//! value needed.
//!
//! The tree also encodes lower and upper bounds on the number of true literals, for the multiplicities of
//! exact covers.

use crate::{Cnf, Literal, Size};

/// An upper bound for the size of [`between`] with `count` literals and counts up to `cut`.
pub(in super::super) fn bound(count: usize, cut: usize) -> Size {
    let mut size = Size { variables: 0, clauses: 2, literals: 2 };
    // Level by level; each node of a level has at most this many literals.
    let (mut nodes, mut each) = (1_usize, count);
    while each > 1 {
        let half = each.div_ceil(2);
        let counted = half.min(cut).saturating_add(1);
        let clauses = nodes.saturating_mul(counted).saturating_mul(counted).saturating_mul(2);
        let variables = nodes.saturating_mul(each.min(cut));
        size = size.plus(Size { variables, clauses, literals: clauses.saturating_mul(3) });
        (nodes, each) = (nodes.saturating_mul(2), half);
    }
    size
}

/// Adds the constraint "from `least` to `most` of `literals` are true".
pub(in super::super) fn between(cnf: &mut Cnf, literals: &[Literal], least: usize, most: usize) {
    let n = literals.len();
    if least > n {
        return cnf.clause(&[]);
    }
    if most == 0 {
        return literals.iter().for_each(|&literal| cnf.clause(&[-literal]));
    }
    let sides = Sides { up: most < n, down: least > 0, cut: if most < n { most + 1 } else { least } };
    if sides.cut == 0 {
        return;
    }
    let count = sides.count(cnf, literals);
    if most < n {
        cnf.clause(&[-count[most]]);
    }
    if least > 0 {
        cnf.clause(&[count[least - 1]]);
    }
}

/// The directions of the implications between counts and literals, and the highest count needed.
struct Sides {
    /// True literals imply the count.
    up: bool,
    /// The count implies true literals.
    down: bool,
    cut: usize,
}

impl Sides {
    /// Creates the variables of a count; variable k, from 0, means that more than k of `literals` are true.
    fn count(&self, cnf: &mut Cnf, literals: &[Literal]) -> Vec<Literal> {
        if literals.len() == 1 {
            return literals.to_vec();
        }
        let (left, right) = literals.split_at(literals.len() / 2);
        let (left, right) = (self.count(cnf, left), self.count(cnf, right));
        let count: Vec<Literal> = (0..self.cut.min(left.len() + right.len())).map(|_| cnf.fresh()).collect();
        for a in 0..=left.len() {
            for b in 0..=right.len() {
                if self.up && a + b > 0 {
                    // a on the left and b on the right give a + b.
                    let sum = count[(a + b).min(count.len()) - 1];
                    let ones = [(a, &left), (b, &right)].into_iter().filter(|(k, _)| *k > 0);
                    let mut clause: Vec<Literal> = ones.map(|(k, side)| -side[k - 1]).collect();
                    clause.push(sum);
                    if a + b <= count.len() {
                        cnf.clause(&clause);
                    }
                }
                if self.down && a + b < count.len() {
                    // At most a and at most b give at most a + b.
                    let zeros = [left.get(a), right.get(b)].into_iter().flatten().copied();
                    let clause: Vec<Literal> = zeros.chain([-count[a + b]]).collect();
                    cnf.clause(&clause);
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Problem};

    #[test]
    fn counts_between_two_bounds() {
        for n in 1..=5 {
            for least in 0..=n + 1 {
                for most in least..=n + 1 {
                    let mut cnf = Cnf::new(n);
                    between(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>(), least, most);
                    let extra = cnf.variables() - n;
                    for bits in 0..1_u32 << n {
                        let extends = (0..1_u32 << extra).any(|more| {
                            let all = bits | more << n;
                            let values = (0..n + extra).map(|v| all >> v & 1 == 1).collect();
                            cnf.verify(&Model::new(values)).is_ok()
                        });
                        let ones = bits.count_ones() as usize;
                        assert_eq!(extends, (least..=most).contains(&ones), "{least} to {most} of {n}");
                    }
                }
            }
        }
    }
}
