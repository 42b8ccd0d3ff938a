//! Formulas in conjunctive normal form (CNF), and their referee.

use crate::memory::Extent;
use crate::{Problem, Violation};
use std::fmt;

/// A literal as in DIMACS: variable `v`, counted from 1, or its negation `-v`.
pub type Literal = i32;

/// A value for every variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Model(Vec<bool>);

impl Model {
    /// Creates a model from the values of variables 1, 2, ….
    pub fn new(values: Vec<bool>) -> Model {
        Model(values)
    }

    /// The value of `variable`, counted from 1.
    pub fn value(&self, variable: Literal) -> bool {
        self.0[variable as usize - 1]
    }

    /// The values of variables 1, 2, ….
    pub fn values(&self) -> &[bool] {
        &self.0
    }

    /// Whether the model makes `literal` true.
    pub fn satisfies(&self, literal: Literal) -> bool {
        self.value(literal.abs()) == (literal > 0)
    }
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables, including the auxiliary ones of an encoding.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals of all clauses together.
    pub literals: usize,
}

impl Size {
    /// The sum of both sizes; saturates on overflow.
    pub(crate) fn plus(self, other: Size) -> Size {
        Size {
            variables: self.variables.saturating_add(other.variables),
            clauses: self.clauses.saturating_add(other.clauses),
            literals: self.literals.saturating_add(other.literals),
        }
    }
}

impl Extent for Size {
    fn bytes(&self) -> u64 {
        // The end of each clause, a number per literal, a number per decisive variable.
        let part = |count: usize, bytes: u64| (count as u64).saturating_mul(bytes);
        part(self.clauses, 8).saturating_add(part(self.literals, 4)).saturating_add(part(self.variables, 4))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { variables, clauses, literals } = self;
        write!(f, "a formula of {variables} variables, {clauses} clauses and {literals} literals")
    }
}

/// A formula in conjunctive normal form. Clauses are stored one after another in one array.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    literals: Vec<Literal>,
    ends: Vec<usize>,
    decisive: Option<Decisive>,
}

/// The variables that distinguish two solutions.
#[derive(Clone, PartialEq, Eq)]
struct Decisive {
    variables: Vec<Literal>,
    /// Whether the true decisive variables of a solution never include all of another's.
    antichain: bool,
}

impl Cnf {
    /// Creates a formula of `variables` variables without clauses.
    pub fn new(variables: usize) -> Cnf {
        Cnf { variables: variables as u32, ..Cnf::default() }
    }

    /// Reserves memory for `clauses` clauses of `literals` literals in total.
    #[must_use]
    pub fn with_capacity(mut self, clauses: usize, literals: usize) -> Cnf {
        self.ends.reserve(clauses);
        self.literals.reserve(literals);
        self
    }

    /// A copy with memory for another `clauses` clauses of `literals` literals in total.
    pub(crate) fn copy_with_room(&self, clauses: usize, literals: usize) -> Cnf {
        let copy = Cnf { decisive: self.decisive.clone(), ..Cnf::new(self.variables()) };
        let mut copy = copy.with_capacity(self.ends.len() + clauses, self.literals.len() + literals);
        copy.ends.extend_from_slice(&self.ends);
        copy.literals.extend_from_slice(&self.literals);
        copy
    }

    /// Adds a clause. The empty clause makes the formula unsatisfiable.
    ///
    /// # Panics
    /// In debug builds, if a literal is 0 or its variable does not exist.
    pub fn clause(&mut self, literals: &[Literal]) {
        debug_assert!(literals.iter().all(|&l| l != 0 && l.unsigned_abs() <= self.variables), "{literals:?}");
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    /// Adds a new variable and returns its positive literal.
    ///
    /// # Panics
    /// If the formula would have more than 2^31 - 1 variables.
    pub fn fresh(&mut self) -> Literal {
        assert!(self.variables < Literal::MAX as u32, "no numbers are left for variables");
        self.variables += 1;
        self.variables as Literal
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The clauses, in order.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        (0..self.ends.len())
            .map(|k| &self.literals[k.checked_sub(1).map_or(0, |j| self.ends[j])..self.ends[k]])
    }

    /// The total number of literals in the clauses.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The size of the formula.
    pub fn size(&self) -> Size {
        Size { variables: self.variables(), clauses: self.ends.len(), literals: self.literals.len() }
    }

    /// Declares that models with equal true variables among `variables` are one solution, and that no
    /// solution's true variables include all of another's, as with exactly-one constraints. A solver may then
    /// exclude a solution by a clause that negates only its true decisive variables. The auxiliary variables
    /// of an encoding are not among `variables`.
    pub fn decide_by(&mut self, variables: Vec<Literal>) {
        self.decisive = Some(Decisive { variables, antichain: true });
    }

    /// Declares that models that agree on `variables` are one solution. In contrast to [`Self::decide_by`],
    /// the true variables of a solution may include all of another's.
    pub fn project_to(&mut self, variables: Vec<Literal>) {
        self.decisive = Some(Decisive { variables, antichain: false });
    }

    /// The variables passed to [`Self::decide_by`] or [`Self::project_to`]; `None` if every variable
    /// distinguishes solutions.
    pub fn decisive(&self) -> Option<&[Literal]> {
        self.decisive.as_ref().map(|decisive| &decisive.variables[..])
    }

    /// Whether the decisive variables were declared by [`Self::decide_by`].
    pub fn is_antichain(&self) -> bool {
        self.decisive.as_ref().is_some_and(|decisive| decisive.antichain)
    }

    /// The clause that excludes the solution of `model` and no other solution.
    pub fn blocking_clause(&self, model: &Model) -> Vec<Literal> {
        let opposite = |v: Literal| if model.value(v) { -v } else { v };
        match &self.decisive {
            Some(Decisive { variables, antichain: true }) => {
                variables.iter().filter(|&&v| model.value(v)).map(|&v| -v).collect()
            }
            Some(Decisive { variables, antichain: false }) => {
                variables.iter().map(|&v| opposite(v)).collect()
            }
            None => (1..=self.variables as Literal).map(opposite).collect(),
        }
    }
}

impl Problem for Cnf {
    type Solution = Model;
    type Size = Size;
    const SEARCH: u64 = 4;

    fn size(&self) -> Size {
        Cnf::size(self)
    }

    fn verify(&self, model: &Model) -> Result<(), Violation> {
        if model.0.len() != self.variables() {
            let what =
                format!("values for {} variables, but the formula has {}", model.0.len(), self.variables);
            return Err(Violation::new(what, []));
        }
        match self.clauses().position(|clause| !clause.iter().any(|&l| model.satisfies(l))) {
            Some(clause) => Err(Violation::new(format!("clause {} is false", clause + 1), [clause])),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cnf({} variables, {} clauses)", self.variables, self.ends.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_referee_reads_clauses() {
        let mut cnf = Cnf::new(3);
        cnf.clause(&[1, -2]);
        cnf.clause(&[2, 3]);
        let says = |values: &[bool]| cnf.verify(&Model::new(values.to_vec())).map_err(|v| v.what);
        assert_eq!(says(&[true, true, false]), Ok(()));
        assert_eq!(says(&[false, true, false]), Err("clause 1 is false".into()));
        assert_eq!(says(&[false, false, false]), Err("clause 2 is false".into()));
        assert_eq!(says(&[true]), Err("values for 1 variables, but the formula has 3".into()));
        assert_eq!(cnf.blocking_clause(&Model::new(vec![true, true, false])), [-1, -2, 3]);
        let model = Model::new(vec![true, true, false]);
        cnf.project_to(vec![1, 3]);
        assert_eq!(cnf.blocking_clause(&model), [-1, 3]);
        cnf.decide_by(vec![1, 3]);
        assert_eq!((cnf.blocking_clause(&model), cnf.decisive()), (vec![-1], Some(&[1, 3][..])));
        assert_eq!((cnf.fresh(), cnf.variables()), (4, 4));
        cnf.clause(&[]);
        assert!(cnf.verify(&Model::new(vec![true; 4])).is_err());
    }
}
