//! `sat-auto`: several ways to solve a formula, in turns, until one of them is done.
//!
//! # Origin
//!
//! B. Huberman, R. Lukose and T. Hogg, *An Economics Approach to Hard Computational Problems*, 1997, and
//! C. Gomes and B. Selman, *Algorithm Portfolios*, 2001: searches of uneven length are shorter in the mean
//! if several share the time. That limits which double lose at most a factor over the best fixed limit is
//! M. Luby, A. Sinclair and D. Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, 1993.
//!
//! # Idea
//!
//! The instance itself is the pilot. The first way, which is the one that does best on most instances, gets
//! so many conflicts. Most puzzles end there and never learn that there are others. If not, each of the other
//! ways is loaded and gets as many; then the first goes on where it stopped, with twice the number, and so
//! on. Who finds a solution that is new goes on with a fresh allowance. A solution that another way found
//! before is not reported again.
//!
//! A Sudoku has one way: rounds of [`bands`](crate::bands) until the board is at rest, then clause learning on the
//! groups of candidates that are open, of which each says that exactly one is true. There is no formula; see
//! `cdcl/groups`. What is decided first is a candidate of short groups, and that it is true. Nothing takes turns.
//!
//! Conflicts are counted, not time, so the same seed gives the same search on any machine, and no puzzle
//! changes the search of another. All that is spent counts: a node is a conflict of whichever way.
//!
//! # Cost
//!
//! What it begins with is our own solver. CPU time in milliseconds, encoding and solving, of all instances of each
//! corpus of `coverlab run sat-auto` and `coverlab run sat-auto-formulas`; the best and the worst are those of the fixed
//! ways there. The Sudokus were formulas then, with the clues worked in, and had two ways as well:
//!
//! | corpus | first way | best | worst | `allowance=5000` | 500 | 50 |
//! |---|---|---|---|---|---|---|
//! | 9x9, 22 clues | 2.8 | 2.8 | 10.9 | 3.1 | 3.3 | 3.3 |
//! | 16x16, minimal | 10.1 | 10.1 | 27.7 | 11.5 | 12.4 | 13.4 |
//! | 25x25, minimal | 105 | 105 | 1450 | 123 | 131 | 240 |
//! | quasigroups of order 30 | 182 | 124 | 442 | 180 | 167 | 147 |
//! | of order 20 | 30.6 | 23.6 | 34.5 | 31.3 | 33.1 | 39.5 |
//! | random 3-SAT, 150 variables | 251 | 231 | 272 | 236 | 303 | 313 |
//! | sums in two orders | 245 | 245 | 3550 | 387 | 651 | 1338 |
//!
//! So where the first way is known to be good it is better taken at once, but for quasigroups, where others are ahead;
//! the wrong one costs up to fifteen times as much. With an allowance of 5000 turns take at
//! most 1.6 times as long as the first way, and they gain where searches are of uneven length: the smaller
//! the allowance, the more.
//!
//! # What did not work
//!
//! A small allowance: the second way has to be loaded for many instances of which the first was nearly
//! done. It pays on quasigroups of order 30 alone. To choose by time, or by the puzzles before: neither repeats.
//! varisat as a way: it cannot go on where it was stopped, so each round would begin anew.
//!
//! On Sudokus batsat in turns with ours, on fifteen hard boards of 16x16 in two images each (Emerald Rapids, a
//! machine in use): 3.5 seconds with an allowance of 5000 conflicts, 4.3 with 1000, 2.7 without batsat.
//! To begin with short groups, digits true, takes 0.84 of the time on a hundred images of minimal 25x25
//! boards, 1.1 times as long on those of minimal 16x16, and 1.2 times on those fifteen.
//!
//! On Gecode's eighteen boards of 25x25, one solution looked for, at most two seconds each, eight were left open. With restarts
//! after Luby's sequence it was five, with values of the longest trail as well seven, these in turns with glucose's
//! restarts seven, every decision true six, activities that decay by 0.8 eight: nothing that is worth a second mode.

mod open;
mod race;
mod sudoku;

use crate::model_count::ModelCount;
use crate::solvers::Engine;
use crate::support::few::Few;
use coverlab_model::{
    About, Choice, Cnf, Event, Filtered, Flow, Observer, Parameter, Purpose, Stop, Strategy, Values,
};
use race::{Race, Way};
pub(crate) use sudoku::{Scratch, SudokuAuto};

/// The most variables a formula may have.
const MOST_VARIABLES: usize = 1 << 24;

/// Several solvers in turns.
#[derive(Clone, Debug)]
pub(crate) struct SatAuto {
    /// Conflicts of the first round.
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
        sentence: "Several solvers for formulas in turns until one is done; on a Sudoku, clause learning on its candidates",
        source: "C. Gomes and B. Selman, Algorithm Portfolios, 2001; M. Luby, A. Sinclair and D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, 1993",
        node: "one learned clause, of whichever way",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict, Event::Propagate, Event::Guess],
        parameters: &[Parameter {
            name: "allowance",
            meaning: "Conflicts of each way in the first round; each round doubles them. A Sudoku has one way.",
            values: Values::Integer(1, 1_000_000_000),
            default: "5000",
        }],
        note: "A Sudoku becomes no formula, unless encoding=, amo= or clues= say which to take. A formula of more than 2^24 variables is given up for want of memory.",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        debug_assert_eq!(parameter, "allowance");
        self.allowance = value.parse().expect("a checked number");
    }

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        if cnf.variables() > MOST_VARIABLES {
            return Flow::Break(Stop::Memory);
        }
        Race { cnf, ways: &WAYS, allowance: self.allowance, seed }.run(observer)
    }
}

/// `auto` for formulas: this, or the counter of models where there are many and only their number is asked for.
#[derive(Clone, Default)]
pub(crate) struct Auto(SatAuto);

/// Solutions that are enumerated before they are counted otherwise.
const ENUMERATED: u64 = 1000;

impl Strategy for Auto {
    type Problem = Cnf;
    type Scratch = ();
    const ABOUT: About = About {
        name: "auto",
        sentence: "The strategy for formulas that is fast on most: sat-auto, or model-count where many models are counted",
        node: "one learned clause, of whichever way, or a component that is decided on",
        parameters: &[],
        note: "A formula of more than 2^24 variables is given up for want of memory.",
        ..SatAuto::ABOUT
    };

    fn solve(&self, cnf: &Cnf, seed: u64, (): &mut (), observer: &mut impl Observer<Cnf>) -> Flow {
        observer.chose(Choice { taken: SatAuto::NAME, why: "solvers in turns, the usually fastest first" });
        if !observer.will_only_count() {
            return self.0.solve(cnf, seed, &mut (), observer);
        }
        let mut few = Filtered { filter: Few::at_least(ENUMERATED), to: &mut *observer };
        let flow = self.0.solve(cnf, seed, &mut (), &mut few);
        let Few { found, enough, .. } = few.filter;
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

/// The ways for formulas.
const WAYS: [Way; 2] =
    [Way { engine: Engine::Cdcl, truth: false }, Way { engine: Engine::Batsat, truth: true }];
