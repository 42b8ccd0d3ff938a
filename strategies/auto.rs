//! `auto`: looks at the instance and forwards it.
//!
//! **Origin.** Choosing among solvers by what an instance looks like: J. R. Rice, *The Algorithm
//! Selection Problem*, 1976. The estimate of a search from a part of it is Knuth's, *Estimating
//! the Efficiency of Backtrack Programs*, 1975.
//!
//! **Idea.** With multiplicities there is `mcc`. Otherwise `bit-cover` and `dancing-cells` differ in what a
//! node costs: the one looks at every item in every word of the rows, the other hides option by option. Both
//! can be told from the instance: how much the rows hold, against how many entries there are in the options
//! that one choice hides. Most instances are done in milliseconds, and the search just goes on.
//!
//! If only the number of covers is wanted, the share of the tree that was searched says after a while how
//! large the whole is. If it is large, `zdd-cover` and `frontier-cover` take turns, each going on from where
//! it stood, and each turn a little longer. Either rests when it has had a quarter of the work of the search,
//! or sooner: a sweep when the layer that it stands in would take more than that, and either after an eighth
//! of its quarter if it is not hopeful: a diagram that does not meet states again, a sweep to whose states no
//! more than one way leads, nearly. If both rest, the search goes on where it stood, and if it turns out three
//! times as large as was thought, they have more turns: reduced Latin squares of order 7 seem nine times too small
//! at first.
//!
//! An estimate that doubles as the search goes on is refuted: the tree is uneven, with its small parts first, and the
//! estimate is hardly more than what was searched. Then as much work as was done is taken to be ahead, and the two have
//! turns for that each time the search is judged. An Aztec diamond is such a tree: its first dominoes fix all at the
//! border, so that the first half of the tree is the next smaller diamond, a tiny part of the whole.
//!
//! The states of a diagram know how many nodes a search would have below them, so the estimate of the search
//! is renewed by what the diagram has seen. If the diagram is to be sooner done by that, it does not rest. Of
//! a sweep the order says how many states it can have at most, so a diagram that has taken three eighths of
//! what that comes to waits for it. Where the orders for a sweep promise a sixteenth as many components as
//! states, `component-cover` takes its place, and has no rest: the promise is a bound.
//!
//! Work is counted in units of about a nanosecond, from what the instance says of a node of each strategy and
//! from the options that a sweep tries: nodes alone do not compare, since one of pentominoes tries hundreds
//! of options in vain. No clock is asked.
//!
//! **Threads.** A diagram and a sweep are tried before the instance is split. The sweep uses all threads. If
//! both rest, so they do for the parts, unless one turns out three times as large as the whole was thought to
//! be.
//!
//! **Cost.** Where the search is the best way, a quarter of it for either rival; as much again as the winner takes,
//! where a diagram and a sweep compete and the order promises much. Beside
//! the best of the strategies, CPU time in pairs on a Zen 5: queens 12 to 15 and soma 1.2 to 1.3
//! times, Langford pairs and pentominoes 1.0 to 1.2, dominoes 16x16 1.3, Latin squares of order 5 2.2,
//! reduced ones of order 7 1.9, one-factorisations of 8 2.3, matchings of a cube of five dimensions 2.7,
//! which is a millisecond more.
//!
//! **What did not work.** To compare what a diagram promises after a million nodes with what the search
//! promised after a thousand, which is four times too much on queens 15: the promise of the diagram shrank as
//! it went on, that of the search did not, and it took 5.5 times as long as the search. To judge a diagram by
//! its estimate alone, however late: queens and Latin squares promise the same until a twentieth of the work
//! is done, and which states are met again tells them apart at a hundredth of that. To let the sweep go on
//! with its layers in parts when its memory is full: 18 queens were still in the contest after 580 seconds.
//! To let a sweep have its whole quarter: where the search was overestimated that was half of the time, and
//! on queens, Langford pairs and soma the states had one way each from the beginning to there. To look at the
//! sweep between its states only: the one state that pentominoes 8x8 begin with took 23 times as long as the
//! whole search. To begin the search again after its rivals had their turns: that is a sixteenth
//! of a large search, and all of it where an estimate is refuted late. Trying engines against the clock: the same
//! seed would not give the same search.

mod contest;
mod price;
mod scout;

use crate::bit_cover::matrix::Matrix;
use crate::bit_cover::{BitCover, MOST_OPTIONS, round};
use crate::dancing_cells::DancingCells;
use crate::mcc::Mcc;
use crate::zdd_cover;
use contest::{Contest, Winner};
use coverlab_model::{
    About, Choice, CoverSize, ExactCover, Filtered, Flow, Observer, ParallelAnswer, Purpose, Refusal,
    Strategy, ThreadGroup,
};
use price::Price;
use scout::Scout;
use std::cell::OnceCell;

/// The strategy.
#[derive(Clone, Default)]
pub(crate) struct Auto {
    /// The nodes of the whole of which an instance is a part, if neither a diagram nor a sweep was better there.
    whole: Option<f64>,
}

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
        let own = Instance::new(problem);
        observer.chose(own.choice());
        if !observer.will_only_count() || problem.options() > MOST_OPTIONS {
            return own.search(scratch, &mut Filtered { filter: Scout::idle(), to: observer });
        }
        let scout = Scout::new(&own, self.whole.unwrap_or_default());
        let mut scouted = Filtered { filter: scout, to: &mut *observer };
        let flow = own.search(scratch, &mut scouted);
        let Scout { winner, found, .. } = scouted.filter;
        match winner {
            Some(winner) => winner.report(found, observer),
            None => flow,
        }
    }

    /// By a diagram or a sweep; a search is done in parts.
    fn solve_together(
        &self,
        problem: &ExactCover,
        _seed: u64,
        scratch: &mut Self::Scratch,
        group: &mut impl ThreadGroup<ExactCover>,
    ) -> ParallelAnswer<Self> {
        if problem.has_multiplicities() || problem.options() > MOST_OPTIONS {
            return ParallelAnswer::InParts(self.clone());
        }
        let own = Instance::new(problem);
        let (flow, scout) = group.alone(|observer| {
            let mut scout = Filtered { filter: Scout::silent(), to: observer };
            let flow = own.search(scratch, &mut scout);
            (flow, scout.filter)
        });
        let Some(nodes) = scout.large else {
            return ParallelAnswer::Done(group.alone(|observer| {
                observer.chose(own.choice());
                observer.solutions(&scout.found.into())?;
                flow
            }));
        };
        match own.contest(true).hold(nodes * own.price.search(), group) {
            Ok(Some(winner)) => ParallelAnswer::Done(group.alone(|observer| winner.report(0, observer))),
            Ok(None) => ParallelAnswer::InParts(Auto { whole: Some(nodes) }),
            // What is known so far is the scout's.
            Err(stop) => ParallelAnswer::Done(group.alone(|observer| {
                observer.solutions(&scout.found.into())?;
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
    Choice { taken: "zdd-cover", why: "a large count, of which a diagram meets states again" };

const SWEEP: Choice =
    Choice { taken: "frontier-cover", why: "a large count, by a sweep that meets states again" };

const PARTS: Choice =
    Choice { taken: "component-cover", why: "a large count, which falls into parts that are counted once" };

/// An instance without multiplicities, laid out.
struct Instance<'a> {
    problem: &'a ExactCover,
    price: Price,
    /// Its bit rows, if something was to be done on them.
    matrix: OnceCell<Matrix>,
}

impl<'a> Instance<'a> {
    fn new(problem: &'a ExactCover) -> Self {
        Instance { problem, price: Price::new(problem), matrix: OnceCell::new() }
    }

    /// The strategy that enumerates.
    fn choice(&self) -> Choice {
        if self.price.rows_pay { ROWS } else { CELLS }
    }

    /// Enumerates, on rows if there are any.
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

    /// The strategies that may count all covers sooner than a search.
    fn contest(&self, may_sweep: bool) -> Contest<'_> {
        Contest::new(self.problem, self.rows(), self.price, may_sweep)
    }
}

impl Winner {
    /// Reports what the winner found, but for what was `known`.
    fn report(self, known: u64, observer: &mut impl Observer<ExactCover>) -> Flow {
        match self {
            Winner::Diagram(diagram, ids) => {
                observer.chose(DIAGRAM);
                zdd_cover::report(&diagram, &ids, known, None, observer)
            }
            Winner::Sweep(mut all) => {
                observer.chose(SWEEP);
                all -= known;
                observer.solutions(&all)
            }
            Winner::Parts(mut all) => {
                observer.chose(PARTS);
                all -= known;
                observer.solutions(&all)
            }
        }
    }
}
