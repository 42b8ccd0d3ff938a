//! `walksat`: local search that flips one variable of a false clause at a time.
//!
//! # Origin
//!
//! B. Selman, H. Kautz and B. Cohen, *Noise Strategies for Improving Local Search*, 1994. Taking the variable
//! from a false clause is C. H. Papadimitriou's (*On Selecting a Satisfying Truth Assignment*, 1991).
//!
//! # Idea
//!
//! Give every variable a random value. While a clause is false, choose one of the false clauses at random,
//! and flip one of its variables, which makes the clause true. The *break count* of a variable is the number
//! of clauses that its flip would make false. If a variable of the clause breaks nothing, flip it. Otherwise,
//! with probability `noise`, flip a random variable of the clause, else one with the least break count. After
//! `flips` flips start again with other random values, at most `tries` times.
//!
//! Unit propagation comes first and fixes variables for good, so the clues of a puzzle are never flipped.
//! Only a formula that propagation refutes is reported to have no model.
//!
//! # Cost
//!
//! A flip visits the clauses of one variable. Each clause stores the number of its true literals and the
//! exclusive or of their variables, which is the variable itself if a single one is left. So break counts are
//! updated without reading the literals of any clause, and a choice reads one number for each literal of one
//! clause.
//!
//! # What did not work
//!
//! Flipping the clues as well: without unit propagation first, 9x9 puzzles that propagation alone decides
//! took tens of thousands of flips in some runs and more than a million in others.
//!
//! One noise for all formulas: 50 percent suits random 3-SAT and small puzzles, while 10 percent leaves many
//! of the puzzles unsolved. On quasigroups with many holes it is the reverse, and 30 percent is best where
//! they are hardest; `coverlab run achlioptas-2000` shows the flips by the number of holes.
//!
//! Formulas without a model, such as pigeonholes: the search makes all flips of all tries, and proves
//! nothing.

use crate::sat_solvers::{Numbering, Propagator};
use crate::support::literal;
use coverlab_model::random::below;
use coverlab_model::{
    About, Cnf, Flow, Literal, Model, Observer, Parameter, Purpose, Refusal, Size, Stop, Strategy, Values,
};
use std::ops::Range;

/// The strategy, with its parameters.
#[derive(Clone, Debug)]
pub(crate) struct WalkSat {
    /// The probability, in percent, of a random flip if every flip breaks a clause.
    noise: u64,
    flips: u64,
    tries: u64,
}

impl Default for WalkSat {
    fn default() -> WalkSat {
        WalkSat { noise: 50, flips: 100_000, tries: 10 }
    }
}

impl Strategy for WalkSat {
    type Problem = Cnf;
    type Scratch = Walk;

    const ABOUT: About = About {
        name: "walksat",
        purpose: Purpose::Learn,
        sentence: "Local search: flips variables of false clauses, preferring those that make the fewest clauses \
                   false",
        source: "B. Selman, H. Kautz and B. Cohen, Noise Strategies for Improving Local Search, 1994",
        node: "one flip of a variable",
        complete: false,
        interruptible: true,
        events: &[],
        parameters: &[
            Parameter {
                name: "noise",
                meaning: "the probability, in percent, of flipping a random variable of a false clause if each of \
                          its variables would make another clause false",
                values: Values::Integer(0, 100),
                default: "50",
            },
            Parameter {
                name: "flips",
                meaning: "the number of flips after which the search restarts with random values",
                values: Values::Integer(1, 1_000_000_000),
                default: "100000",
            },
            Parameter {
                name: "tries",
                meaning: "the number of starts before the search gives up",
                values: Values::Integer(1, 1_000_000),
                default: "10",
            },
        ],
        note: "Stops at the first model, and is stuck if it finds none. It proves that there is no model, or no other, only if unit propagation does. On formulas of more than 2^24 variables the search ends with `memory`. On Sudokus it takes the parameters encoding, amo and clues, as sat does.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        let number = value.parse().unwrap_or_default();
        match parameter {
            "noise" => self.noise = number,
            "flips" => self.flips = number,
            _ => self.tries = number,
        }
    }

    fn bytes(&self, size: Size) -> u64 {
        let part = |count: usize, bytes: u64| (count as u64).saturating_mul(bytes);
        part(size.clauses, 64)
            .saturating_add(part(size.literals, 16))
            .saturating_add(part(size.variables, 96))
    }

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        Refusal::above(u32::MAX as usize, cnf.literals(), "literals")?;
        literal::accepts(cnf)
    }

    fn solve(&self, cnf: &Cnf, seed: u64, walk: &mut Walk, observer: &mut impl Observer<Cnf>) -> Flow {
        let mut fixed = Fixed::default();
        fixed.add(cnf, observer)?;
        if fixed.propagator.propagate().is_err() {
            return Flow::Continue(());
        }
        walk.lay_out(cnf, &fixed, observer)?;
        walk.search(self, seed, observer)?;
        observer.solution(|| model(cnf, &fixed, walk))?;
        // Another solution would differ in a variable that propagation has not fixed.
        if fixed.is_only_solution(cnf) { Flow::Continue(()) } else { Flow::Break(Stop::Stuck) }
    }
}

/// Combines the fixed values with those of the walk. A variable that occurs in no clause is false.
fn model(cnf: &Cnf, fixed: &Fixed, walk: &Walk) -> Model {
    let value = |variable: Literal| {
        fixed.numbering.known(variable).is_some_and(|number| {
            fixed.propagator.value(number as Literal + 1).unwrap_or(walk.holds[2 * number])
        })
    };
    Model::new((1..=cnf.variables() as Literal).map(value).collect())
}

/// The consequences of the formula by unit propagation.
#[derive(Default)]
struct Fixed {
    /// Variables that occur in no clause get no number and cost nothing.
    numbering: Numbering,
    propagator: Propagator,
    /// The number of variables with a number.
    variables: usize,
    clause: Vec<Literal>,
}

impl Fixed {
    fn add(&mut self, cnf: &Cnf, observer: &mut impl Observer<Cnf>) -> Flow {
        for clause in cnf.clauses() {
            observer.poll()?;
            self.clause.clear();
            for &literal in clause {
                let number = self.numbering.number(literal);
                self.variables = self.variables.max(number + 1);
                self.clause.push((number as Literal + 1) * literal.signum());
            }
            self.propagator.add(&self.clause);
        }
        Flow::Continue(())
    }

    /// The value of a literal of the formula, if it is fixed.
    fn value(&self, literal: Literal) -> Option<bool> {
        let number = self.numbering.known(literal)?;
        self.propagator.value((number as Literal + 1) * literal.signum())
    }

    /// Whether every variable that distinguishes solutions is fixed.
    fn is_only_solution(&self, cnf: &Cnf) -> bool {
        match cnf.decisive() {
            Some(variables) => variables.iter().all(|&variable| self.value(variable).is_some()),
            None => self.propagator.assigned() == cnf.variables(),
        }
    }
}

/// The clauses that propagation leaves open, and a value for each variable.
///
/// Variable number `v` has the literals `2v` and, negated, `2v + 1`.
#[derive(Default)]
pub(crate) struct Walk {
    /// The literals of all clauses, without duplicates within a clause.
    literals: Vec<u32>,
    /// Where each clause begins in `literals`, and the end of the last clause.
    starts: Vec<u32>,
    /// The clauses of all literals, grouped by literal.
    places: Vec<u32>,
    /// Where the clauses of each literal begin in `places`, and the end of the last group.
    firsts: Vec<u32>,
    /// By literal, whether it is true.
    holds: Vec<bool>,
    /// By variable, its break count.
    breaks: Vec<u32>,
    /// By clause, its true literals.
    support: Vec<Support>,
    /// The false clauses, and by false clause its index among them.
    falsified: Vec<u32>,
    place: Vec<u32>,
}

/// The true literals of a clause.
#[derive(Clone, Copy, Default)]
struct Support {
    count: u32,
    /// The exclusive or of their variables; for a single literal, its variable.
    variables: u32,
}

impl Walk {
    /// Loads the clauses that propagation leaves open, without their false literals.
    fn lay_out(&mut self, cnf: &Cnf, fixed: &Fixed, observer: &mut impl Observer<Cnf>) -> Flow {
        self.literals.clear();
        self.starts.clear();
        for clause in cnf.clauses() {
            observer.poll()?;
            let start = self.literals.len();
            self.starts.push(start as u32);
            if self.push_open(clause, fixed, start).is_none() {
                self.literals.truncate(start);
                self.starts.pop();
            }
        }
        self.starts.push(self.literals.len() as u32);
        self.index(2 * fixed.variables);
        Flow::Continue(())
    }

    /// Appends the unassigned literals of `clause`; `None` if the clause is true.
    fn push_open(&mut self, clause: &[Literal], fixed: &Fixed, start: usize) -> Option<()> {
        for &literal in clause {
            match fixed.value(literal) {
                Some(true) => return None,
                Some(false) => continue,
                None => {}
            }
            let code = 2 * fixed.numbering.known(literal)? as u32 + u32::from(literal < 0);
            let seen = &self.literals[start..];
            if seen.contains(&(code ^ 1)) {
                return None;
            }
            if !seen.contains(&code) {
                self.literals.push(code);
            }
        }
        Some(())
    }

    /// Lists the clauses of each literal below `literals`.
    fn index(&mut self, literals: usize) {
        self.firsts.clear();
        self.firsts.resize(literals + 1, 0);
        self.literals.iter().for_each(|&code| self.firsts[code as usize] += 1);
        let mut end = 0;
        for first in &mut self.firsts {
            end += *first;
            *first = end;
        }
        // Each list is filled from its end, which leaves its start position in `firsts`.
        self.places.clear();
        self.places.resize(self.literals.len(), 0);
        for clause in (0..self.clauses()).rev() {
            for &code in &self.literals[self.range(clause)] {
                let first = &mut self.firsts[code as usize];
                *first -= 1;
                self.places[*first as usize] = clause as u32;
            }
        }
    }

    fn clauses(&self) -> usize {
        self.starts.len() - 1
    }

    /// The range of the literals of `clause`.
    fn range(&self, clause: usize) -> Range<usize> {
        self.starts[clause] as usize..self.starts[clause + 1] as usize
    }

    /// Flips variables until every clause is true, or all tries are used up.
    fn search(&mut self, strategy: &WalkSat, seed: u64, observer: &mut impl Observer<Cnf>) -> Flow {
        let mut random = seed;
        for _ in 0..strategy.tries {
            observer.poll()?;
            self.begin(&mut random);
            let mut left = strategy.flips;
            while !self.falsified.is_empty() && left > 0 {
                left -= 1;
                observer.node(0)?;
                let variable = self.choose(strategy.noise, &mut random);
                self.flip(variable);
            }
            if self.falsified.is_empty() {
                return Flow::Continue(());
            }
        }
        Flow::Break(Stop::Stuck)
    }

    /// Gives every variable a random value.
    fn begin(&mut self, random: &mut u64) {
        let variables = self.firsts.len() / 2;
        self.holds.clear();
        for _ in 0..variables {
            let value = below(random, 2) == 0;
            self.holds.extend([value, !value]);
        }
        self.breaks.clear();
        self.breaks.resize(variables, 0);
        self.support.clear();
        self.support.resize(self.clauses(), Support::default());
        self.place.resize(self.clauses(), 0);
        self.falsified.clear();
        self.falsified.reserve(self.clauses());
        for clause in 0..self.clauses() {
            let mut support = Support::default();
            for &code in &self.literals[self.range(clause)] {
                if self.holds[code as usize] {
                    support.count += 1;
                    support.variables ^= code / 2;
                }
            }
            match support.count {
                0 => self.falsify(clause as u32),
                1 => self.breaks[support.variables as usize] += 1,
                _ => {}
            }
            self.support[clause] = support;
        }
    }

    /// Chooses a variable of a random false clause.
    fn choose(&self, noise: u64, random: &mut u64) -> u32 {
        let clause = self.falsified[below(random, self.falsified.len() as u64) as usize] as usize;
        let literals = &self.literals[self.range(clause)];
        let (mut least, mut best, mut ties) = (u32::MAX, 0, 0);
        for &code in literals {
            let breaks = self.breaks[code as usize / 2];
            if breaks < least {
                (least, best, ties) = (breaks, code / 2, 1);
            } else if breaks == least {
                ties += 1;
                if below(random, ties) == 0 {
                    best = code / 2;
                }
            }
        }
        if least > 0 && below(random, 100) < noise {
            return literals[below(random, literals.len() as u64) as usize] / 2;
        }
        best
    }

    /// Flips `variable`.
    fn flip(&mut self, variable: u32) {
        let positive = 2 * variable as usize;
        let code = positive + usize::from(self.holds[positive]);
        self.holds[code] = true;
        self.holds[code ^ 1] = false;
        for k in self.firsts[code]..self.firsts[code + 1] {
            let clause = self.places[k as usize];
            self.gain(clause, variable);
        }
        for k in self.firsts[code ^ 1]..self.firsts[(code ^ 1) + 1] {
            let clause = self.places[k as usize];
            self.lose(clause, variable);
        }
    }

    /// Records that a literal of `variable` in `clause` becomes true.
    #[inline]
    fn gain(&mut self, clause: u32, variable: u32) {
        let support = &mut self.support[clause as usize];
        let before = *support;
        support.count += 1;
        support.variables ^= variable;
        match before.count {
            0 => {
                self.breaks[variable as usize] += 1;
                self.satisfy(clause);
            }
            1 => self.breaks[before.variables as usize] -= 1,
            _ => {}
        }
    }

    /// Records that a literal of `variable` in `clause` becomes false.
    #[inline]
    fn lose(&mut self, clause: u32, variable: u32) {
        let support = &mut self.support[clause as usize];
        support.count -= 1;
        support.variables ^= variable;
        match support.count {
            0 => {
                self.breaks[variable as usize] -= 1;
                self.falsify(clause);
            }
            1 => self.breaks[support.variables as usize] += 1,
            _ => {}
        }
    }

    fn falsify(&mut self, clause: u32) {
        self.place[clause as usize] = self.falsified.len() as u32;
        self.falsified.push(clause);
    }

    fn satisfy(&mut self, clause: u32) {
        let place = self.place[clause as usize];
        self.falsified.swap_remove(place as usize);
        if let Some(&moved) = self.falsified.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The incrementally updated data must agree with the values.
    #[test]
    fn break_counts_stay_true() {
        let (mut random, mut cnf) = (1, Cnf::new(20));
        for _ in 0..90 {
            let mut literal = || {
                let variable = 1 + below(&mut random, 20) as Literal;
                if below(&mut random, 2) == 0 { variable } else { -variable }
            };
            cnf.clause(&[literal(), literal(), literal()]);
        }
        let mut walk = Walk::default();
        let mut fixed = Fixed::default();
        assert!(fixed.add(&cnf, &mut ()).is_continue() && fixed.propagator.propagate().is_ok());
        assert!(walk.lay_out(&cnf, &fixed, &mut ()).is_continue());
        walk.begin(&mut random);
        for _ in 0..2000 {
            walk.flip(below(&mut random, 20) as u32);
            let mut breaks = vec![0; 20];
            let mut falsified = Vec::new();
            for clause in 0..walk.clauses() {
                let literals = &walk.literals[walk.range(clause)];
                let holding: Vec<u32> =
                    literals.iter().filter(|&&l| walk.holds[l as usize]).copied().collect();
                match holding[..] {
                    [] => falsified.push(clause as u32),
                    [only] => breaks[only as usize / 2] += 1,
                    _ => {}
                }
            }
            let mut kept = walk.falsified.clone();
            kept.sort_unstable();
            assert_eq!((&walk.breaks, kept), (&breaks, falsified));
        }
    }
}
