//! Numbers variables for a solver in the order in which clauses first use them.
//!
//! Solvers create all variables up to the largest number, so a variable that is never used costs nothing this
//! way.

use coverlab_model::Literal;

/// The numbers assigned so far, from 0 without gaps.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// By variable: its number plus 1; 0 if it has none.
    number: Vec<u32>,
    /// By number: the variable, from 1.
    variable: Vec<Literal>,
    /// Whether each variable keeps its own number.
    same: bool,
}

impl Numbering {
    /// A numbering in which variable `v` has number `v - 1`, for proofs that other programs read.
    pub(crate) fn same() -> Numbering {
        Numbering { same: true, ..Numbering::default() }
    }

    /// The number of the variable of `literal`, assigned if it has none.
    pub(crate) fn number(&mut self, literal: Literal) -> usize {
        let variable = literal.unsigned_abs() as usize;
        if self.same {
            while self.variable.len() < variable {
                self.variable.push(self.variable.len() as Literal + 1);
            }
            return variable - 1;
        }
        if self.number.len() < variable {
            self.number.resize(variable.max(2 * self.number.len()), 0);
        }
        let number = &mut self.number[variable - 1];
        if *number == 0 {
            self.variable.push(variable as Literal);
            *number = self.variable.len() as u32;
        }
        *number as usize - 1
    }

    /// The number of the variable of `literal`, if it has one.
    pub(crate) fn known(&self, literal: Literal) -> Option<usize> {
        let variable = literal.unsigned_abs() as usize;
        if self.same {
            return (variable <= self.variable.len()).then(|| variable - 1);
        }
        (*self.number.get(variable - 1)? as usize).checked_sub(1)
    }

    /// The literal of the variable with `number`.
    pub(crate) fn literal(&self, number: usize, positive: bool) -> Literal {
        if positive { self.variable[number] } else { -self.variable[number] }
    }
}
