//! `auto` for exact covers: examines the instance and chooses a strategy.
//!
//! **Origin.** Algorithm selection by features of an instance: J. R. Rice, *The Algorithm Selection Problem*,
//! 1976. The estimate of a search from a part of it: D. E. Knuth, *Estimating the Efficiency of Backtrack
//! Programs*, 1975.
//!
//! **Idea.** An instance with multiplicities goes to `mcc`. Otherwise `bit-cover` and `dancing-cells` differ
//! in the cost of a node: one reads every item in every word of the rows, the other hides option by option.
//! Both costs follow from the instance. Most instances take milliseconds, and this search simply runs to its
//! end.
//!
//! If only the number of covers is wanted, the searched share of the tree gives an estimate of the whole. If
//! the search is large, `zdd-cover` and `frontier-cover` take turns, each a little longer than the last.
//! Either of these rivals pauses when it has used a quarter of the work of the search. A sweep pauses earlier
//! if its current layer would take more than that. Each of them pauses after an eighth of its quarter if it
//! is unpromising: a diagram that rarely meets a state again, or a sweep whose states are reached in little
//! more than one way. If both pause, the search continues. If it turns out three times as large as estimated,
//! they get more turns. For reduced Latin squares of order 7, the first estimate is nine times too small.
//!
//! An estimate that doubles during the search is refuted: the tree is uneven, with its small parts first.
//! Then the remaining work is assumed to equal the work done, and the rivals get turns for that each time the
//! search is judged. An Aztec diamond has such a tree.
//!
//! The states of a diagram record how many nodes a search would have below them, so the diagram updates the
//! estimate of the search. A diagram that is expected to finish sooner does not pause. The order of a sweep
//! bounds its number of states, so a diagram that has used three eighths of that bound waits for the sweep.
//! If the search and a sweep would take hours, `model-count` gets a turn of some seconds. It counts tilings of
//! large boards with branches, whose components it counts separately.
//!
//! If the task has limits, each rival may use a sixteenth of them, a promising sweep a fifth, and a rival that
//! is expected to finish within three quarters of them that much. So the search gets most of the limits if no
//! rival is expected to finish.
//!
//! Work is counted in units of about a nanosecond, computed from the instance and never from a clock, so the
//! same instance and limits always give the same run. All constants are in `auto/tuning.rs`.
//!
//! **Threads.** A diagram and a sweep are tried before the instance is split. The sweep uses all threads. If
//! both pause, they are not tried again for the parts, unless a part turns out three times as large as the
//! estimate of the whole.
//!
//! **Cost.** Where the search is best, each rival wastes up to a quarter of its work. Measurements and failed
//! attempts are in docs/STRATEGY-NOTES.md.

mod contest;
mod models;
mod price;
mod scout;
mod tuning;

use crate::bit_cover::matrix::{MAX_OPTIONS, Matrix};
use crate::bit_cover::{BitCover, round};
use crate::dancing_cells::DancingCells;
use crate::mcc::Mcc;
use crate::zdd_cover;
use contest::{Contest, Winner};
use coverlab_model::{
    About, Choice, CoverSize, ExactCover, Flow, Observer, ParallelAnswer, Purpose, Refusal, Strategy,
    ThreadGroup,
};
use price::Price;
use scout::Scout;
use std::cell::OnceCell;

/// The strategy; a part of a divided instance has an estimate of the whole.
#[derive(Clone, Default)]
pub(crate) struct Auto {
    /// If this instance is a part: the estimated nodes of the whole, where neither a diagram nor a sweep was
    /// faster.
    whole: Option<f64>,
}

impl Strategy for Auto {
    type Problem = ExactCover;
    type Scratch = <DancingCells as Strategy>::Scratch;

    const ABOUT: About = About {
        name: "auto",
        purpose: Purpose::Choose,
        sentence: "Examines the instance and chooses the strategy that is likely to be fastest",
        source: "J. R. Rice, The Algorithm Selection Problem, 1976; D. E. Knuth's estimate of a search, 1975",
        node: "a node of the strategies that it tries",
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    };

    fn accepts(&self, problem: &ExactCover) -> Result<(), Refusal> {
        if problem.has_multiplicities() { Mcc::default().accepts(problem) } else { Ok(()) }
    }

    fn bytes(&self, size: CoverSize) -> u64 {
        let rows = if size.options <= MAX_OPTIONS { Matrix::bytes(size) } else { 0 };
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
            return Mcc::default().solve(problem, seed, &mut (), observer);
        }
        let own = CoverWithRows::new(problem);
        observer.chose(own.choice());
        if !observer.will_only_count() || problem.options() > MAX_OPTIONS {
            return own.search(scratch, &mut Scout::idle(observer));
        }
        let mut scout = Scout::new(&own, self.whole.unwrap_or_default(), &mut *observer);
        let flow = own.search(scratch, &mut scout);
        let Scout { winner, found, .. } = scout;
        match winner {
            Some(winner) => winner.report(found, observer),
            None => flow,
        }
    }

    /// Tries a diagram and a sweep with all threads; otherwise the search is done in parts.
    fn solve_together(
        &self,
        problem: &ExactCover,
        _seed: u64,
        scratch: &mut Self::Scratch,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> ParallelAnswer<Self> {
        if problem.has_multiplicities() || problem.options() > MAX_OPTIONS {
            return ParallelAnswer::InParts(self.clone());
        }
        let own = CoverWithRows::new(problem);
        let (flow, large, found) = group.alone(|observer| {
            let mut scout = Scout::silent(observer);
            let flow = own.search(scratch, &mut scout);
            (flow, scout.large, scout.found)
        });
        let Some(nodes) = large else {
            return ParallelAnswer::Done(group.alone(|observer| {
                observer.chose(own.choice());
                observer.solutions(&found.into())?;
                flow
            }));
        };
        let mut contest = own.contest(true);
        match contest.hold(nodes * own.price.search(), group) {
            Ok(Some(winner)) => ParallelAnswer::Done(group.alone(|observer| winner.report(0, observer))),
            Ok(None) => ParallelAnswer::InParts(Auto { whole: Some(nodes) }),
            // So far only the scout has counted solutions.
            Err(stop) => ParallelAnswer::Done(group.alone(|observer| {
                observer.chose(contest.last);
                observer.solutions(&found.into())?;
                Flow::Break(stop)
            })),
        }
    }
}

const MULTIPLE: Choice = Choice { taken: "mcc", why: "it has multiplicities" };
const ROWS: Choice =
    Choice { taken: "bit-cover", why: "a pass over its bit rows costs less than hiding options" };
const CELLS: Choice =
    Choice { taken: "dancing-cells", why: "hiding options costs less than a pass over its bit rows" };
const DIAGRAM: Choice =
    Choice { taken: "zdd-cover", why: "a large count, in which a diagram meets equal states" };

const SWEEP: Choice =
    Choice { taken: "frontier-cover", why: "a large count, in which a sweep meets equal states" };

const FORMULA: Choice =
    Choice { taken: "model-count", why: "a large count, in which components of a formula are counted once" };

/// An instance without multiplicities, with its bit rows.
struct CoverWithRows<'a> {
    problem: &'a ExactCover,
    price: Price,
    /// Its bit rows, built when first needed.
    matrix: OnceCell<Matrix>,
}

impl<'a> CoverWithRows<'a> {
    fn new(problem: &'a ExactCover) -> Self {
        CoverWithRows { problem, price: Price::new(problem), matrix: OnceCell::new() }
    }

    /// The strategy that enumerates faster.
    fn choice(&self) -> Choice {
        if self.price.rows_pay { ROWS } else { CELLS }
    }

    /// Enumerates, on bit rows if these are faster.
    fn search(
        &self,
        scratch: &mut <DancingCells as Strategy>::Scratch,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        if self.price.rows_pay {
            return BitCover::default().search(self.rows(), observer);
        }
        DancingCells::default().solve(self.problem, 0, scratch, observer)
    }

    fn rows(&self) -> &Matrix {
        self.matrix.get_or_init(|| Matrix::new(self.problem, round))
    }

    /// A contest of the strategies that may count all covers faster than a search.
    fn contest(&self, may_sweep: bool) -> Contest<'_> {
        Contest::new(self.problem, self.rows(), self.price, may_sweep)
    }
}

impl Winner {
    /// Reports the winner's result, without the first `known` solutions.
    fn report(self, known: u64, observer: &mut impl Observer<ExactCover>) -> Flow {
        match self {
            Winner::Diagram(diagram, ids) => {
                observer.chose(DIAGRAM);
                zdd_cover::report(&diagram, &ids, known, None, observer)
            }
            Winner::Count(mut all, choice) => {
                observer.chose(choice);
                all -= known;
                observer.solutions(&all)
            }
        }
    }
}
