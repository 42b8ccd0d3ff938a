//! Minimal puzzles with weights: samples with a known bias.
//!
//! Digging a full board in any order ends at a minimal puzzle, but not at each equally often:
//! puzzles of few clues are rare, and come up rarer still than they should. Both samplers here
//! know the bias. Each answers a minimal puzzle and a weight, such that the sum of the weights
//! of the answers with some property, divided by the number of tries, estimates without bias the
//! number of minimal puzzles with this property.
//!
//! # Controlled bias
//!
//! D. Berthier, *Unbiased Statistics of a CSP: A Controlled-Bias Generator* (2009). Take clues
//! away from a full board in random order, never putting one back: when a second solution
//! appears the try has failed; when no clue can go, it has succeeded.
//!
//! A try that does not fail before `n` of the `N` cells are left is at each set of `n` cells
//! equally often, because in any order in which the other cells are taken away the puzzles on
//! the way have one solution, each having more clues. So a given minimal puzzle of `n` clues is
//! the answer with probability 1 / C(N, n), if the board is its solution. Given the number of
//! clues, and uniform boards, **every minimal puzzle is equally likely**; over numbers of clues
//! its weight is C(N, n). Nearly every try fails.
//!
//! # Weighted digging
//!
//! M. N. Rosenbluth and A. W. Rosenbluth, *Monte Carlo Calculation of the Average Extension of
//! Molecular Chains* (1955), grow a chain only to where it can grow, and weigh it by the product
//! of the numbers of choices. Here: take away at random one of the `m` clues that can go, until
//! none can. A particular sequence has probability 1 / (m1 · m2 · …). A minimal puzzle of `n`
//! clues is the end of (N − n)! sequences; giving each a share of one over that number, the
//! weight of a sequence is m1 · m2 · … / (N − n)!. No try fails. The price is that weights
//! differ between puzzles of the same number of clues, so that a sample is worth less than
//! its size; and that at each step each clue has to be tried.
//!
//! # Boards
//!
//! Both weights are multiplied by that of the board, one over the probability that one try gives it
//! (see [`super::boards`]). With it the weights do not assume that boards are uniform. They
//! are nearly so; the few boards that are drawn too rarely carry a greater weight.

use super::boards::Boards;
use super::engine::{Cells, Engine, each};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// A minimal puzzle as drawn.
pub struct Drawn {
    pub board: Vec<u8>,
    pub kept: Cells,
    pub log_weight: f64,
    /// Dives for a board, dead ends and rejections included.
    pub tries: u64,
}

/// Tries once, with a new board; `Err` holds the tries that its board took.
pub(crate) fn controlled_bias(boards: &Boards, random: &mut Pcg64Mcg) -> Result<Drawn, u64> {
    let engine = boards.engine.as_ref().expect("a small board");
    let board = boards.weighed(random);
    let mut order: Vec<usize> = (0..board.cells.len()).collect();
    order.shuffle(random);
    // Puzzles on the way have one solution up to some point and several from there on, so the
    // point is found by halving. `kept_after[k]` has the first k cells of the order taken away.
    let mut kept_after = vec![engine.all()];
    for &cell in &order {
        kept_after.push(kept_after[kept_after.len() - 1] & !(1 << cell));
    }
    let unique = |kept: &Cells| engine.count(&board.cells, *kept, 2) == 1;
    let last = kept_after.partition_point(unique) - 1;
    let kept = kept_after[last];
    if !each(kept).all(|cell| engine.other(&board.cells, kept & !(1 << cell), cell).is_some()) {
        return Err(board.tries);
    }
    let clues = order.len() - last;
    let log_weight =
        board.log_weight + log_factorial(order.len()) - log_factorial(clues) - log_factorial(last);
    Ok(Drawn { board: board.cells, kept, log_weight, tries: board.tries })
}

/// Digs one board to a minimal puzzle, choosing at each step among all clues that can go.
pub fn weighted(boards: &Boards, random: &mut Pcg64Mcg) -> Drawn {
    let engine = boards.engine.as_ref().expect("a small board");
    let board = boards.weighed(random);
    let mut kept = engine.all();
    let mut removable = kept;
    let mut log_weight = board.log_weight;
    let mut known = Known::default();
    let mut steps = 0;
    loop {
        removable = known.still_removable(engine, &board.cells, kept, removable);
        let choices = removable.count_ones() as usize;
        if choices == 0 {
            break;
        }
        let cell = each(removable).nth(random.random_range(0..choices)).expect("as many as counted");
        kept &= !(1 << cell);
        removable &= !(1 << cell);
        log_weight += (choices as f64).ln();
        steps += 1;
    }
    log_weight -= log_factorial(steps);
    Drawn { board: board.cells, kept, log_weight, tries: board.tries }
}

/// Sets of cells in which another board differs from this one: a puzzle must keep a clue in each.
#[derive(Default)]
pub struct Known(Vec<Cells>);

impl Known {
    /// Whether the board stays the only solution when the clue in `cell` goes too.
    pub(crate) fn can_go(&mut self, engine: &Engine, board: &[u8], kept: Cells, cell: usize) -> bool {
        let rest = kept & !(1 << cell);
        if self.0.iter().any(|differs| differs & rest == 0) {
            return false;
        }
        let other = engine.other(board, rest, cell);
        self.0.extend(other);
        other.is_none()
    }

    /// The `candidates` whose clue can go. A clue that cannot go now never can.
    fn still_removable(&mut self, engine: &Engine, board: &[u8], kept: Cells, candidates: Cells) -> Cells {
        each(candidates)
            .filter(|&cell| self.can_go(engine, board, kept, cell))
            .fold(0, |set, cell| set | 1 << cell)
    }
}

fn log_factorial(n: usize) -> f64 {
    (2..=n).map(|k| (k as f64).ln()).sum()
}
