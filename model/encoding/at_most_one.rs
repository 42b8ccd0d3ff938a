//! Eight encodings of "at most one of these literals is true".
//!
//! | name | clauses for n literals | variables | source |
//! |---|---|---|---|
//! | pairwise | n(n-1)/2 | 0 | folklore |
//! | sequential | 3n - 4 | n - 1 | Sinz 2005 |
//! | ladder | 3n - 4 | n - 1 | Gent and Nightingale 2004 |
//! | bitwise | n⌈log n⌉ | ⌈log n⌉ | Prestwich 2007 |
//! | commander | about 10n/3 | about n/3 | Klieber and Kwon 2007 |
//! | bimander | about n√n/2 + n⌈log √n⌉ | log of the number of groups | Hölldobler and Nguyen 2013 |
//! | product | 2n + O(√n) | 2√n + O(n^¼) | Chen 2010 |
//! | totalizer | 4n - 4 | 2n - 2 | Bailleux and Boufkhad 2003 |
//!
//! All encodings but pairwise add auxiliary variables. Every model of the constraint extends to them, and
//! models that differ only in them are one solution. With each encoding, unit propagation makes the other
//! literals false as soon as one is true.

mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential;
pub(super) mod totalizer;

use crate::named::named;
use crate::{Cnf, Literal, Size};
use std::collections::HashMap;

named! {
    /// An encoding of the constraint "at most one of these literals is true".
    #[derive(Default)]
    pub enum Amo {
        /// A clause for each pair.
        #[default]
        Pairwise = "pairwise",
        /// A counter over the prefixes of the literals.
        Sequential = "sequential",
        /// An ordered sequence of variables, whose step from true to false marks the true literal.
        Ladder = "ladder",
        /// The number of the true literal in binary.
        Bitwise = "bitwise",
        /// Groups, each with a variable that is true if one of its literals is.
        Commander = "commander",
        /// Groups, with the number of the true literal's group in binary.
        Bimander = "bimander",
        /// The row and column of the true literal in a grid.
        Product = "product",
        /// A tree that counts the true literals.
        Totalizer = "totalizer",
    }
}

impl Amo {
    /// Adds the clauses to `cnf`, with auxiliary variables if needed. The variables of `literals` must be
    /// distinct.
    pub fn add(self, cnf: &mut Cnf, literals: &[Literal]) {
        // Fewer than two literals need no clause; for two, one clause suffices.
        match literals {
            [] | [_] => return,
            &[a, b] => return cnf.clause(&[-a, -b]),
            _ => {}
        }
        match self {
            Amo::Pairwise => pairwise::add(cnf, literals),
            Amo::Sequential => sequential::add(cnf, literals),
            Amo::Ladder => ladder::add(cnf, literals),
            Amo::Bitwise => bitwise::add(cnf, literals),
            Amo::Commander => commander::add(cnf, literals),
            Amo::Bimander => bimander::add(cnf, literals),
            Amo::Product => product::add(cnf, literals),
            Amo::Totalizer => totalizer::between(cnf, literals, 0, 1),
        }
    }
}

/// The sizes for up to this many literals are exact: the clauses are built and counted.
const MAX_COUNTED: usize = 4096;

impl Amo {
    /// The number of clauses and auxiliary variables that [`Self::add`] adds for `count` literals. For
    /// more than [`MAX_COUNTED`] literals it is an upper bound, except for pairwise.
    pub(super) fn size(self, count: usize) -> Size {
        match self {
            _ if count < 2 => Size::default(),
            Amo::Pairwise => {
                let clauses = count.saturating_mul(count - 1) / 2;
                Size { variables: 0, clauses, literals: clauses.saturating_mul(2) }
            }
            Amo::Totalizer if count > MAX_COUNTED => totalizer::bound(count, 2),
            _ if count > MAX_COUNTED => {
                let each = count.isqrt() / 2 + (usize::BITS - count.leading_zeros()) as usize + 4;
                let clauses = count.saturating_mul(each);
                Size { variables: count.saturating_mul(2), clauses, literals: clauses.saturating_mul(2) }
            }
            _ => {
                let mut cnf = Cnf::new(count);
                self.add(&mut cnf, &(1..=count as Literal).collect::<Vec<_>>());
                Size { variables: cnf.variables() - count, ..cnf.size() }
            }
        }
    }
}

/// Caches [`Amo::size`] by number of literals.
pub(super) struct AmoSizes {
    amo: Amo,
    known: HashMap<usize, Size>,
}

impl AmoSizes {
    pub(super) fn new(amo: Amo) -> AmoSizes {
        AmoSizes { amo, known: HashMap::new() }
    }

    pub(super) fn of(&mut self, count: usize) -> Size {
        *self.known.entry(count).or_insert_with(|| self.amo.size(count))
    }

    /// The size of the constraints "at least one of `count` literals" if `least`, and "at most one" if
    /// `most`.
    pub(super) fn group(&mut self, count: usize, least: bool, most: bool) -> Size {
        let one = Size { variables: 0, clauses: 1, literals: count };
        let size = if least { one } else { Size::default() };
        if most { size.plus(self.of(count)) } else { size }
    }
}

/// Adds the constraint "exactly one of `literals`".
pub(super) fn exactly_one(cnf: &mut Cnf, amo: Amo, literals: &[Literal]) {
    cnf.clause(literals);
    amo.add(cnf, literals);
}

/// The number of bits that distinguish `count` values.
fn bits(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// The literal that states bit `k` of `number`, where `variables` represent the bits.
fn bit_literal(variables: &[Literal], number: usize, k: usize) -> Literal {
    if number >> k & 1 == 1 { variables[k] } else { -variables[k] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Problem};
    use std::collections::BTreeSet;

    /// The projections of all models to the first `n` variables, as bit sets.
    fn projected(cnf: &Cnf, n: usize) -> BTreeSet<u32> {
        let variables = cnf.variables();
        assert!(variables <= 24, "too many to try: {variables}");
        let model = |bits: u32| Model::new((0..variables).map(|v| bits >> v & 1 == 1).collect());
        let models = (0..1u32 << variables).filter(|&bits| cnf.verify(&model(bits)).is_ok());
        models.map(|bits| bits & ((1 << n) - 1)).collect()
    }

    #[test]
    fn none_or_one_and_nothing_else() {
        for amo in Amo::ALL {
            for n in 1..=7 {
                let mut cnf = Cnf::new(n);
                amo.add(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>());
                let expected: BTreeSet<u32> = std::iter::once(0).chain((0..n).map(|k| 1 << k)).collect();
                assert_eq!(projected(&cnf, n), expected, "{} of {n}", amo.name());
            }
        }
    }

    /// The literals that follow from `assumed` by naive unit propagation.
    fn follows(cnf: &Cnf, assumed: Literal) -> BTreeSet<Literal> {
        let mut known = BTreeSet::from([assumed]);
        loop {
            let before = known.len();
            for clause in cnf.clauses() {
                if clause.iter().any(|l| known.contains(l)) {
                    continue;
                }
                let open: Vec<Literal> = clause.iter().copied().filter(|l| !known.contains(&-l)).collect();
                assert!(!open.is_empty(), "a conflict");
                if let [unit] = open[..] {
                    known.insert(unit);
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }

    #[test]
    fn one_true_makes_the_others_false_by_propagation() {
        for amo in Amo::ALL {
            for n in [2, 3, 4, 5, 6, 8, 9, 11, 16, 17, 25] {
                let literals: Vec<Literal> = (1..=n).map(|v| if v % 3 == 0 { -v } else { v }).collect();
                let mut cnf = Cnf::new(n as usize);
                amo.add(&mut cnf, &literals);
                for &one in &literals {
                    let known = follows(&cnf, one);
                    let others = literals.iter().filter(|&&l| l != one);
                    assert!(others.clone().all(|l| known.contains(&-l)), "{} of {n}", amo.name());
                }
            }
        }
    }

    #[test]
    fn sizes_are_known_without_the_clauses() {
        for amo in Amo::ALL {
            for n in [0, 1, 2, 3, 9, 25, 100] {
                let mut cnf = Cnf::new(n);
                amo.add(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>());
                assert_eq!(amo.size(n), Size { variables: cnf.variables() - n, ..cnf.size() });
            }
            // Larger sizes are upper bounds, except for pairwise.
            let n = MAX_COUNTED + 1;
            let mut cnf = Cnf::new(n);
            amo.add(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>());
            let (size, made) = (amo.size(n), cnf.size());
            let holds = size.clauses >= made.clauses && size.literals >= made.literals;
            assert!(holds && size.variables >= made.variables - n, "{}: {size} {made}", amo.name());
            assert!(amo.size(usize::MAX).clauses > 1 << 60, "{}", amo.name());
        }
        for (n, least, most) in [(5, 1, 2), (20, 0, 3), (33, 7, 9), (64, 1, 1)] {
            let mut cnf = Cnf::new(n);
            totalizer::between(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>(), least, most);
            let size = totalizer::bound(n, most + 1);
            assert!(size.clauses >= cnf.clauses().len() && size.literals >= cnf.literals(), "{n} {most}");
            assert!(size.variables >= cnf.variables() - n);
        }
    }

    /// Clauses and auxiliary variables for `n` literals.
    fn size(amo: Amo, n: usize) -> (usize, usize) {
        let mut cnf = Cnf::new(n);
        amo.add(&mut cnf, &(1..=n as Literal).collect::<Vec<_>>());
        (cnf.clauses().len(), cnf.variables() - n)
    }

    #[test]
    fn sizes_are_those_of_the_formulas() {
        for n in 3..40 {
            assert_eq!(size(Amo::Pairwise, n), (n * (n - 1) / 2, 0));
            assert_eq!(size(Amo::Sequential, n), (3 * n - 4, n - 1));
            assert_eq!(size(Amo::Bitwise, n), (n * bits(n) as usize, bits(n) as usize));
        }
        // The size of a row, column, box or cell of a 25x25 Sudoku.
        assert_eq!(size(Amo::Pairwise, 25).0, 300);
        assert_eq!(size(Amo::Commander, 25).0, 82);
        assert_eq!(size(Amo::Product, 25).0, 70);
        // From 25 literals on, every encoding has fewer clauses than pairwise.
        for amo in Amo::ALL.into_iter().skip(1) {
            assert!(size(amo, 25).0 < 300, "{}: {:?}", amo.name(), size(amo, 25));
        }
    }

    #[test]
    fn names() {
        for amo in Amo::ALL {
            assert_eq!(Amo::of_name(amo.name()), Some(amo));
        }
        assert_eq!(Amo::of_name("binary"), None);
    }
}
