//! `unit-propagation`: inference by unit propagation, optionally with failed literals.
//!
//! # Origin
//!
//! I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*, 2006, ask which puzzles polynomial inference decides,
//! by encoding. The failed literal rule is from J. W. Freeman, *Improvements to Propositional Satisfiability
//! Search Algorithms*, 1995.
//!
//! # Idea
//!
//! If a clause has a single literal left, this literal is true; this is repeated until nothing follows. With
//! `failed=yes` each unassigned literal is then tried: if propagation leads to a conflict, the negation
//! follows. Rounds over all literals are repeated until one adds nothing. The result does not depend on their
//! order.
//!
//! # Cost
//!
//! Without trials the cost is linear in the formula; a round tries each unassigned variable both ways.
//!
//! # What it decides
//!
//! Shares of three public sets, of which the first is all known puzzles with 17 clues, as measured by
//! `coverlab run experiments/lynce-ouaknine-2006-sets.toml`:
//!
//! | encoding | failed | 17 clues | magictour top1465 | forum hardest 1106 |
//! |---|---|---|---|---|
//! | minimal | no | 0 of 49158 | 0 of 1465 | 0 of 375 |
//! | extended | no | 21905 | 0 | 0 |
//! | augmented | no | 37375 | 60 | 0 |
//! | minimal | yes | 2883 | 180 | 0 |
//! | extended | yes | 49158 | 1459 | 0 |
//! | augmented | decisive | 49158 | 1465 | 1 |
//! | augmented | yes | 49158 | 1465 | 1 |
//!
//! This confirms "about half" and "all", as Lynce and Ouaknine report for 17 clues. Trying minirows and
//! minicolumns in addition to candidates decides no further puzzle. The one of the hardest that is decided,
//! number 361 of its file, is decided by trying digits alone; trying only that a digit is not in a cell does
//! not decide it.
//!
//! # What did not work
//!
//! The method is incomplete by design: if variables stay unassigned, it is stuck. Its purpose is to measure
//! the share of puzzles that each encoding decides; `clues=reduced` would mix in inferences of the encoder.

mod trace_steps;

use crate::sat_solvers::{Conflict, Propagator};
use crate::support::literal;
use coverlab_model::{
    About, Cnf, Event, Flow, Literal, Model, Observer, Parameter, Purpose, Refusal, Script, Stop, Strategy,
    Values,
};
use std::ops::ControlFlow::Continue;
use trace_steps::Reporter;

/// The strategy, with its parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitPropagation {
    failed: Failed,
}

/// Which literals are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Failed {
    #[default]
    No,
    /// The literals of all variables.
    Yes,
    /// The literals of variables that distinguish solutions.
    Decisive,
}

impl Strategy for UnitPropagation {
    type Problem = Cnf;
    type Scratch = Propagator;
    const ABOUT: About = About {
        name: "unit-propagation",
        purpose: Purpose::Learn,
        sentence: "Inference by unit propagation, optionally with failed literals; never guesses",
        source: "I. Lynce and J. Ouaknine, Sudoku as a SAT Problem, 2006",
        node: "one complete propagation: of the formula, or of a literal that is tried",
        complete: false,
        interruptible: true,
        events: &[Event::Propagate, Event::Pass],
        parameters: &[Parameter {
            name: "failed",
            meaning: "which literals to try, so that failed ones become false: none, those of every variable, or only those of variables that distinguish solutions, which are the candidates of a Sudoku",
            values: Values::OneOf(&["no", "yes", "decisive"]),
            default: "no",
        }],
        note: "Decides a formula when every variable follows, or a clause becomes false; else it is stuck. On formulas of more than 2^24 variables the search ends with `memory`. On Sudokus it takes the parameters encoding, amo and clues, as sat does.",
    };

    fn set(&mut self, _: &str, value: &str) {
        self.failed = match value {
            "yes" => Failed::Yes,
            "decisive" => Failed::Decisive,
            _ => Failed::No,
        };
    }

    const SCRIPT: Script = &[
        ("begin with the clauses of one literal", &[]),
        ("while a clause has all literals but one false:", &["node"]),
        ("  its last literal follows", &["propagate"]),
        ("if a clause has all literals false, what was assumed is wrong", &["conflict"]),
        ("  its opposite follows", &["learn", "backjump"]),
        ("  if nothing was assumed, there is no model", &["fail"]),
        ("failed literals: assume each literal, and propagate", &["decide"]),
        ("all variables have values: this is a model", &["solution"]),
    ];

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        literal::accepts(cnf)
    }

    fn solve(
        &self,
        cnf: &Cnf,
        _seed: u64,
        propagator: &mut Propagator,
        observer: &mut impl Observer<Cnf>,
    ) -> Flow {
        propagator.clear(cnf.variables());
        for clause in cnf.clauses() {
            observer.poll()?;
            propagator.add(clause);
        }
        let flow = self.follow(cnf, propagator, observer);
        observer.count(Event::Propagate, propagator.propagations());
        flow
    }
}

impl UnitPropagation {
    fn follow(&self, cnf: &Cnf, propagator: &mut Propagator, observer: &mut impl Observer<Cnf>) -> Flow {
        observer.node(0)?;
        let mut reporter = observer.watches().then(|| Reporter::new(cnf));
        let failed = propagator.propagate().is_err();
        if let Some(reporter) = &mut reporter {
            reporter.propagated(propagator, failed, observer);
        }
        if failed {
            return Continue(());
        }
        while self.failed != Failed::No && !decided(cnf, propagator) {
            observer.count(Event::Pass, 1);
            let before = propagator.assigned();
            if round(cnf, self.failed, propagator, &mut reporter, observer)?.is_err() {
                return Continue(());
            }
            if propagator.assigned() == before {
                break;
            }
        }
        if !decided(cnf, propagator) || complete(cnf, propagator, &mut reporter, observer).is_err() {
            return Flow::Break(Stop::Stuck);
        }
        let value = |v: Literal| propagator.value(v) == Some(true);
        observer.solution(|| Model::new((1..=cnf.variables() as Literal).map(value).collect()))
    }
}

/// Whether every variable that distinguishes solutions has a value.
fn decided(cnf: &Cnf, propagator: &Propagator) -> bool {
    match cnf.decisive() {
        Some(variables) => variables.iter().all(|&v| propagator.value(v).is_some()),
        None => propagator.assigned() == cnf.variables(),
    }
}

/// Assigns the variables that only support an encoding.
fn complete(
    cnf: &Cnf,
    propagator: &mut Propagator,
    reporter: &mut Option<Reporter>,
    observer: &mut impl Observer<Cnf>,
) -> Result<(), Conflict> {
    for variable in 1..=cnf.variables() as Literal {
        if propagator.value(variable).is_none() {
            if let Some(reporter) = reporter {
                reporter.assume(-variable, observer);
            }
            follow(-variable, propagator, reporter, observer)?;
        }
    }
    Ok(())
}

/// Makes an unassigned literal true, and propagates.
fn follow(
    literal: Literal,
    propagator: &mut Propagator,
    reporter: &mut Option<Reporter>,
    observer: &mut impl Observer<Cnf>,
) -> Result<(), Conflict> {
    let result = propagator.assume(literal).and_then(|()| propagator.propagate());
    if let Some(reporter) = reporter {
        reporter.propagated(propagator, result.is_err(), observer);
    }
    result
}

/// Tries every unassigned literal once. The inner error means that the formula has no model.
fn round(
    cnf: &Cnf,
    which: Failed,
    propagator: &mut Propagator,
    reporter: &mut Option<Reporter>,
    observer: &mut impl Observer<Cnf>,
) -> std::ops::ControlFlow<Stop, Result<(), Conflict>> {
    let all: Vec<Literal>;
    let variables = match cnf.decisive() {
        Some(decisive) if which == Failed::Decisive => decisive,
        _ => {
            all = (1..=cnf.variables() as Literal).collect();
            &all
        }
    };
    for &variable in variables {
        for literal in [variable, -variable] {
            if propagator.value(literal).is_some() {
                break;
            }
            if let Some(reporter) = reporter {
                reporter.assume(literal, observer);
            }
            observer.node(1)?;
            let mark = propagator.mark();
            let failed = follow(literal, propagator, reporter, observer).is_err();
            propagator.undo(mark);
            if let Some(reporter) = reporter {
                reporter.taken_back(failed, observer);
            }
            if failed && follow(-literal, propagator, reporter, observer).is_err() {
                return Continue(Err(Conflict));
            }
        }
    }
    Continue(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{Backend, Task};

    fn decided(cnf: &Cnf, failed: bool) -> (Option<Stop>, u64) {
        let strategy = UnitPropagation { failed: if failed { Failed::Yes } else { Failed::No } };
        let (outcome, _) = Backend::session(&strategy).run_one(cnf, &Task::first(2));
        assert_eq!(outcome.verify(cnf), Ok(()));
        (outcome.stop, outcome.solutions)
    }

    #[test]
    fn a_failed_literal_decides_what_propagation_does_not() {
        let mut cnf = Cnf::new(3);
        // 1 is implied by both values of 2; then 3 follows.
        for clause in [&[1, 2][..], &[1, -2], &[-1, 3], &[-1, -3, 2]] {
            cnf.clause(clause);
        }
        assert_eq!(decided(&cnf, false), (Some(Stop::Stuck), 0));
        assert_eq!(decided(&cnf, true), (None, 1));
        cnf.clause(&[-1, -2]);
        assert_eq!(decided(&cnf, false), (Some(Stop::Stuck), 0));
        assert_eq!(decided(&cnf, true), (None, 0));
    }

    #[test]
    fn nothing_to_do_is_done() {
        assert_eq!(decided(&Cnf::new(0), false), (None, 1));
        assert_eq!(decided(&Cnf::new(1), true), (Some(Stop::Stuck), 0));
        let mut clash = Cnf::new(1);
        clash.clause(&[1]);
        clash.clause(&[-1]);
        assert_eq!(decided(&clash, false), (None, 0));
    }
}
