//! `sat-auto`: a portfolio of SAT solvers that take turns until one of them finishes.
//!
//! # Origin
//!
//! B. Huberman, R. Lukose and T. Hogg, *An Economics Approach to Hard Computational Problems*, 1997, and C.
//! Gomes and B. Selman, *Algorithm Portfolios*, 2001: if run times vary widely, several solvers that share
//! the time are faster on average. Doubling the limit costs at most a constant factor. Schedules of limits
//! are analyzed by M. Luby, A. Sinclair and D. Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, 1993.
//!
//! # Idea
//!
//! The first solver, which is best on most instances, gets an allowance of conflicts. Most puzzles end there,
//! and the other solvers are never loaded. If not, each of the others is loaded and gets the same allowance.
//! Then the first continues where it stopped, with twice the allowance, and so on. A solver that finds a new
//! solution continues with a fresh allowance. A solution that another solver already found is not reported
//! again.
//!
//! A Sudoku has a single solver: rounds of [`bands`](crate::bands) until nothing changes, then clause
//! learning on the groups of remaining candidates, of which exactly one is true. There is no formula; see
//! `cdcl/groups`. The first decisions make candidates of short groups true.
//!
//! The limits count conflicts, not time, so the same seed gives the same search on any machine, and no puzzle
//! changes the search of another. A node is a conflict of any solver.
//!
//! # Cost
//!
//! With an allowance of 5000 conflicts, the portfolio takes at most 1.6 times as long as the first solver,
//! and is faster where run times vary widely. A smaller allowance loads the second solver for many instances
//! that the first had nearly finished. Measurements and failed attempts are in docs/STRATEGY-NOTES.md.

mod open;
mod race;
mod sudoku;

use crate::model_count::ModelCount;
use crate::support::few::UntilCountOnly;
use crate::support::literal;
use coverlab_model::{
    About, Choice, Cnf, Event, Flow, Observer, Parameter, Purpose, Refusal, Strategy, Values,
};
use race::Race;
pub(crate) use sudoku::{Scratch, SudokuAuto};

/// The strategy, with its parameter.
#[derive(Clone, Debug)]
pub(crate) struct SatAuto {
    /// Conflicts of each solver in the first round.
    allowance: u64,
}

impl SatAuto {
    pub(crate) const NAME: &str = "sat-auto";
}

impl Default for SatAuto {
    fn default() -> Self {
        SatAuto { allowance: 5000 }
    }
}

impl Strategy for SatAuto {
    type Problem = Cnf;
    type Scratch = ();
    const ABOUT: About = About {
        name: SatAuto::NAME,
        purpose: Purpose::Choose,
        sentence: "A portfolio of SAT solvers that take turns until one finishes; on a Sudoku, clause learning on its candidates",
        source: "C. Gomes and B. Selman, Algorithm Portfolios, 2001",
        node: "one learned clause of any solver",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess],
        parameters: &[Parameter {
            name: "allowance",
            meaning: "conflicts of each solver in the first round; each round doubles them; a Sudoku has a single solver",
            values: Values::Integer(1, 1_000_000_000),
            default: "5000",
        }],
        note: "A Sudoku is searched without a formula, unless encoding=, amo= or clues= select one. On formulas of more than 2^24 variables the search ends with `memory`.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        debug_assert_eq!(parameter, "allowance");
        self.allowance = value.parse().expect("a checked number");
    }

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        literal::accepts(cnf)
    }

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        Race { cnf, allowance: self.allowance, seed }.run(observer)
    }
}

/// `auto` for formulas: `sat-auto`, or the model counter where many models are only counted.
#[derive(Clone, Default)]
pub(crate) struct Auto;

/// The number of solutions to enumerate before the model counter takes over.
const ENUMERATED: u64 = 64;

/// The work of that enumeration. Each solution becomes a clause, and a clause of n literals that is satisfied
/// last takes n² / 2 steps, since each of its literals may be watched.
const ENUMERATION_WORK: u64 = 1 << 30;

/// The number of solutions of `cnf` to enumerate before the model counter takes over.
fn enumerated(cnf: &Cnf) -> u64 {
    let width = cnf.decisive().map_or(cnf.variables(), <[_]>::len) as u64;
    (ENUMERATION_WORK / width.saturating_mul(width).max(1)).clamp(1, ENUMERATED)
}

impl Strategy for Auto {
    type Problem = Cnf;
    type Scratch = ();
    const ABOUT: About = About {
        name: "auto",
        sentence: "Chooses a strategy for formulas: sat-auto, or model-count if many models are counted",
        node: "one learned clause of any solver, or a component that is decided on",
        parameters: &[],
        note: "On formulas of more than 2^24 variables the search ends with `memory`.",
        ..SatAuto::ABOUT
    };

    fn accepts(&self, cnf: &Cnf) -> Result<(), Refusal> {
        literal::accepts(cnf)
    }

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        observer.chose(Choice { taken: SatAuto::NAME, why: "solvers in turns, the usually fastest first" });
        if !observer.will_only_count() {
            return SatAuto::default().solve(cnf, seed, &mut (), observer);
        }
        let mut few = UntilCountOnly::at_least(enumerated(cnf), &mut *observer);
        let flow = SatAuto::default().solve(cnf, seed, &mut (), &mut few);
        let UntilCountOnly { found, enough, .. } = few;
        if !enough {
            return flow;
        }
        observer
            .chose(Choice { taken: ModelCount::NAME, why: "there are many models, which are only counted" });
        let mut all = ModelCount::default().count(cnf, observer)?;
        all -= found;
        observer.solutions(&all)
    }
}
