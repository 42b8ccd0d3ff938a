//! `auto`: looks at the instance and forwards it.
//!
//! **Origin.** Choosing among solvers by what an instance looks like: J. R. Rice, *The Algorithm
//! Selection Problem*, 1976. The estimate of a search from a part of it is Knuth's, *Estimating
//! the Efficiency of Backtrack Programs*, 1975.
//!
//! **Idea.** With multiplicities there is `mcc`. Otherwise `bit-cover` and `dancing-cells` differ
//! in what a node costs: the one looks at every item in every word of the rows, the other hides
//! option by option. Both can be told from the instance: how much the rows hold, against how many
//! entries there are in the options that one choice hides. If only the number of covers is
//! wanted, the share of the tree that was searched says after a while how large the whole is. Most
//! instances are done in milliseconds, and the search just goes on. If it is large, another small part
//! of it is spent on `zdd-cover`. That is dropped when its own estimate says that it will not be done
//! sooner; where it is not dropped, the number it comes to may be far beyond enumeration. A diagram that meets more and more of its states again gets more time, since
//! what that saves shows late: so it is with Latin squares of order 5.
//!
//! **Cost.** A sixteenth of a large search at most, before it begins again, and less on a diagram.
//!
//! **What did not work.** To judge a diagram by its estimate alone, however late: queens and
//! Latin squares promise the same until a twentieth of the work is done, and which states are met
//! again tells them apart at a hundredth of that. To begin every search again after its first thousand
//! nodes: on pentominoes 3x20 that is a tenth of the work. Trying engines against the clock: the same
//! seed would not give the same search.

mod trial;

use crate::bit_cover::matrix::Matrix;
use crate::bit_cover::{BitCover, MOST_OPTIONS, round};
use crate::dancing_cells::DancingCells;
use crate::mcc::Mcc;
use crate::support::simd;
use crate::zdd_cover::{self, Build, Reuse};
use coverlab_model::{
    About, Choice, CoverSize, ExactCover, Filtered, Flow, Observer, Purpose, Refusal, Stop, Strategy,
};
use std::cell::Cell;
use trial::{Scout, Trial};

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct Auto;

/// A diagram is judged when it has one node for so many of the search that it might save.
const SHARE: f64 = 256.0;

/// How many nodes of a search take the time of one of a diagram.
const DEAR: f64 = 2.5;

/// The most nodes of a diagram.
const MOST_NODES: f64 = 2e6;

impl Strategy for Auto {
    type Problem = ExactCover;
    type Scratch = <DancingCells as Strategy>::Scratch;

    const ABOUT: About = About {
        name: "auto",
        purpose: Purpose::Choose,
        sentence: "Looks at the instance and forwards it to the strategy that should be fastest",
        source: "J. R. Rice, The Algorithm Selection Problem, 1976; D. E. Knuth's estimate of a search, 1975",
        node: "a node of the strategies that it tries",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    };

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        if problem.has_multiplicities() { Mcc.accepts(problem) } else { Ok(()) }
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        let rows = if size.options <= MOST_OPTIONS { Matrix::bytes(size) } else { 0 };
        DancingCells::default().bytes(size).max(rows.saturating_mul(2))
    }

    fn solve(
        &self,
        problem: &ExactCover,
        seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if problem.has_multiplicities() {
            observer.chose(MULTIPLE);
            return Mcc.solve(problem, seed, &mut (), observer);
        }
        let matrix = rows_pay(problem).then(|| Matrix::new(problem, round));
        let mut known = 0;
        observer.chose(if matrix.is_some() { ROWS } else { CELLS });
        if observer.will_only_count() && problem.options() <= MOST_OPTIONS {
            let mut scout = Filtered { filter: Scout::new(), to: &mut *observer };
            let flow = search(problem, matrix.as_ref(), scratch, &mut scout);
            known = scout.filter.found;
            let Some(nodes) = scout.filter.large else { return flow };
            if let Some(flow) = count(problem, matrix.as_ref(), nodes, known, observer) {
                return flow;
            }
        }
        search(problem, matrix.as_ref(), scratch, &mut Filtered { filter: Scout::rest(known), to: observer })
    }
}

const MULTIPLE: Choice = Choice { taken: "mcc", why: "it has multiplicities" };
const ROWS: Choice =
    Choice { taken: "bit-cover", why: "a pass over its bit rows costs less than hiding options" };
const CELLS: Choice =
    Choice { taken: "dancing-cells", why: "hiding options costs less than a pass over its bit rows" };
const DIAGRAM: Choice =
    Choice { taken: "zdd-cover", why: "a large count, of which a diagram meets states again" };

/// Enumerates, on rows if there are any.
fn search(
    problem: &ExactCover,
    matrix: Option<&Matrix>,
    scratch: &mut <DancingCells as Strategy>::Scratch,
    observer: &mut impl Observer<ExactCover>,
) -> Flow {
    match matrix {
        Some(matrix) => BitCover::default().search(matrix, observer),
        None => DancingCells::default().solve(problem, 0, scratch, observer),
    }
}

/// Whether a pass over the bit rows costs less than hiding what one choice hides.
fn rows_pay(problem: &ExactCover) -> bool {
    let (options, entries) = (problem.options() as f64, problem.entries() as f64);
    if options > MOST_OPTIONS as f64 {
        return false;
    }
    if options <= 256.0 {
        return true;
    }
    // Vectors of a pass: sixteen items in 32 options each; deep in a search most are passed over.
    let pass = (problem.primary() as f64 / 16.0) * (options / 32.0);
    // A choice hides the options of each of its items, each with all its entries.
    let length = entries / options;
    let hidden = length * (entries / problem.items() as f64) * length;
    pass < HIDING * hidden
}

/// How many vectors of a pass are as much work as to hide one entry: where the two engines met,
/// over instances from dominoes to words.
const HIDING: f64 = 1.4;

/// Counts by a diagram, if that promises to be sooner done than a search of so many nodes, but
/// reports only what was not `known`.
fn count(
    problem: &ExactCover,
    matrix: Option<&Matrix>,
    nodes: f64,
    known: u64,
    observer: &mut impl Observer<ExactCover>,
) -> Option<Flow> {
    let rival = (nodes / DEAR).min(MOST_NODES);
    let reuse = Cell::new(Reuse::default());
    let filter = Trial::new((nodes / SHARE).min(MOST_NODES) as u64, rival, &reuse);
    let mut trial = Filtered { filter, to: &mut *observer };
    let made = matrix.is_none().then(|| Matrix::new(problem, round));
    let matrix = matrix.or(made.as_ref())?;
    let keyed_by_options = problem.items() > problem.primary();
    let most_bytes = 1 << 30;
    let build =
        Build { matrix, keyed_by_options, fewest: true, most_bytes, reuse: &reuse, observer: &mut trial };
    match simd::best(build) {
        Ok(diagram) => {
            observer.chose(DIAGRAM);
            Some(zdd_cover::report(&diagram, matrix, known, None, observer))
        }
        Err(Stop::Memory) => None,
        Err(_) if trial.filter.over => None,
        Err(stop) => Some(Flow::Break(stop)),
    }
}
