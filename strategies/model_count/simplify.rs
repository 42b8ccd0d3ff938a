//! Simplification before the search: unit propagation and failed literal probing.

use super::formula::Formula;
use super::propagate::{Propagator, Reason};
use crate::sat_solvers::Numbering;
use crate::support::literal::Lit;
use coverlab_model::{Cnf, Literal, Observer, Stop};
use std::ops::ControlFlow::{self, Continue};

/// A simplified formula.
pub(super) struct Simplified {
    pub(super) formula: Formula,
    /// The number of shown variables that occur in no remaining clause.
    pub(super) free: usize,
}

/// Bounds the propagations spent on probing.
const MAX_PROBING: u64 = 10_000_000;

/// Simplifies `cnf`; `None` if there is no model.
pub(super) fn simplify(
    cnf: &Cnf,
    observer: &mut impl Observer<Cnf>,
) -> ControlFlow<Stop, Option<Simplified>> {
    let Some((raw, units, unused)) = read(cnf, observer)? else { return Continue(None) };
    let mut propagator = Propagator::new(&raw);
    for unit in units {
        match propagator.value(unit) {
            0 => propagator.assign(unit, 0, Reason::NONE),
            -1 => return Continue(None),
            _ => {}
        }
    }
    if propagator.propagate(0).is_some() || !probe(&mut propagator, raw.variables(), observer)? {
        return Continue(None);
    }
    let (formula, free) = rest(&raw, &propagator);
    Continue(Some(Simplified { formula, free: free + unused }))
}

/// Reads the clauses without duplicate literals, and unit clauses separately; counts the shown variables that
/// occur in none.
fn read(
    cnf: &Cnf,
    observer: &mut impl Observer<Cnf>,
) -> ControlFlow<Stop, Option<(Formula, Vec<Lit>, usize)>> {
    let mut numbering = Numbering::default();
    let mut clauses = Vec::with_capacity(cnf.clauses().len());
    let mut numbered = 0;
    for clause in cnf.clauses() {
        observer.poll()?;
        let mut number = |&l: &Literal| {
            let variable = numbering.number(l);
            numbered = numbered.max(variable + 1);
            Lit::new(variable, l > 0)
        };
        let mut literals: Vec<Lit> = clause.iter().map(&mut number).collect();
        literals.sort_unstable_by_key(|lit| lit.0);
        literals.dedup();
        if literals.is_empty() {
            return Continue(None);
        }
        if !literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            clauses.push(literals);
        }
    }
    let mut shown = vec![cnf.decisive().is_none(); numbered];
    let mut unused = cnf.variables() - numbered;
    if let Some(decisive) = cnf.decisive() {
        let mut decisive = decisive.to_vec();
        decisive.sort_unstable();
        decisive.dedup();
        let used = decisive.iter().filter_map(|&v| numbering.known(v));
        let mut known = 0;
        used.for_each(|variable| {
            shown[variable] = true;
            known += 1;
        });
        unused = decisive.len() - known;
    }
    clauses.sort_unstable_by(|a, b| a.iter().map(|l| l.0).cmp(b.iter().map(|l| l.0)));
    clauses.dedup();
    let units = clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
    let mut formula = Formula::new(shown);
    clauses.into_iter().filter(|clause| clause.len() > 1).for_each(|clause| formula.push(clause));
    Continue(Some((formula, units, unused)))
}

/// Failed literal probing: falsifies each literal that propagation refutes, until there are none or the limit
/// is reached. Returns false if there is no model.
fn probe(
    propagator: &mut Propagator,
    variables: usize,
    observer: &mut impl Observer<Cnf>,
) -> ControlFlow<Stop, bool> {
    loop {
        let before = propagator.trail.len();
        for literal in 0..2 * variables as u32 {
            let lit = Lit(literal);
            if propagator.propagated > MAX_PROBING {
                return Continue(true);
            }
            if !propagator.is_open(lit.variable()) {
                continue;
            }
            observer.poll()?;
            let length = propagator.trail.len();
            propagator.assign(lit, 1, Reason::NONE);
            let fails = propagator.propagate(1).is_some();
            propagator.undo(length);
            if fails {
                propagator.assign(!lit, 0, Reason::NONE);
                if propagator.propagate(0).is_some() {
                    return Continue(false);
                }
            }
        }
        if propagator.trail.len() == before {
            return Continue(true);
        }
    }
}

/// The clauses that are not true, without false literals, over renumbered variables; and the number of other
/// shown variables that are unassigned.
fn rest(raw: &Formula, propagator: &Propagator) -> (Formula, usize) {
    let is_left = |clause: &&[Lit]| clause.iter().all(|&lit| propagator.value(lit) <= 0);
    let mut numbers = vec![u32::MAX; raw.variables()];
    let mut shown = Vec::new();
    let is_open = |lit: &&Lit| propagator.value(**lit) == 0;
    for lit in raw.clauses().filter(is_left).flat_map(|clause| clause.iter().filter(is_open)) {
        let number = &mut numbers[lit.variable()];
        if *number == u32::MAX {
            *number = shown.len() as u32;
            shown.push(raw.shown[lit.variable()]);
        }
    }
    let is_free = |&v: &usize| raw.shown[v] && numbers[v] == u32::MAX && propagator.is_open(v);
    let free = (0..raw.variables()).filter(is_free).count();
    let mut formula = Formula::new(shown);
    for clause in raw.clauses().filter(is_left) {
        let number = |lit: &Lit| Lit::new(numbers[lit.variable()] as usize, lit.is_positive());
        formula.push(clause.iter().filter(is_open).map(number));
    }
    (formula, free)
}
