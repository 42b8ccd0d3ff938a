//! Samples minimal puzzles with weights, that is, with a known bias.
//!
//! Digging a full board in any order ends at a minimal puzzle, but not at each with the same probability: puzzles
//! with few clues are rare, and are underrepresented on top. Both samplers here know the bias. Each returns a minimal
//! puzzle and a weight. The sum of the weights of the puzzles with some property, divided by the number of tries, is
//! an unbiased estimate of the number of minimal puzzles with this property.
//!
//! # Controlled bias
//!
//! D. Berthier, *Unbiased Statistics of a CSP: A Controlled-Bias Generator* (2009). Remove clues from a full board in
//! random order, without ever putting one back. If a second solution appears, the try has failed; if no clue can be
//! removed, it has succeeded.
//!
//! A try that does not fail before `n` of the `N` cells are left reaches each set of `n` cells with equal
//! probability: in any order of removing the other cells, the intermediate puzzles have more clues and thus one
//! solution. So a given minimal puzzle of `n` clues is the result with probability 1 / C(N, n), if the board is its
//! solution. Given the number of clues, and uniform boards, **every minimal puzzle is equally likely**; across
//! numbers of clues its weight is C(N, n). Nearly every try fails.
//!
//! # Weighted digging
//!
//! M. N. Rosenbluth and A. W. Rosenbluth, *Monte Carlo Calculation of the Average Extension of Molecular Chains*
//! (1955), grow a chain only where it can grow, and weight it by the product of the numbers of choices. Here: remove
//! at random one of the `m` removable clues, until there are no more. A particular sequence has probability 1 / (m1 ·
//! m2 · …). A minimal puzzle of `n` clues is the end of (N − n)! sequences. Each gets an equal share, so the weight
//! of a sequence is m1 · m2 · … / (N − n)!. No try fails. The cost is that weights differ between puzzles with the
//! same number of clues, which reduces the effective sample size, and that each step must test every clue.
//!
//! # Boards
//!
//! Both weights are multiplied by that of the board, the inverse of its probability in one try (see [`super::boards`]).
//! The weights therefore do not assume uniform boards. Boards are nearly uniform; the few that are drawn too rarely
//! carry a larger weight.

use super::boards::Boards;
use super::engine::{Cells, Engine, each};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// A sampled minimal puzzle.
pub(crate) struct SampledPuzzle {
    pub board: Vec<u8>,
    pub kept: Cells,
    pub log_weight: f64,
    /// Number of dives for the board, including dead ends and rejections.
    pub tries: u64,
}

/// Tries once with a new board. `Err` is the number of dives for the board.
pub(crate) fn controlled_bias(boards: &Boards, random: &mut Pcg64Mcg) -> Result<SampledPuzzle, u64> {
    let engine = boards.engine.as_ref().expect("a small board");
    let board = boards.weighed(random);
    let mut order: Vec<usize> = (0..board.cells.len()).collect();
    order.shuffle(random);
    // The puzzles of the sequence are unique up to some point and not unique after it, so bisection finds the point.
    // `kept_after[k]` lacks the first k cells of the order.
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
    Ok(SampledPuzzle { board: board.cells, kept, log_weight, tries: board.tries })
}

/// Digs one board to a minimal puzzle, choosing at each step among all removable clues.
pub(crate) fn weighted(boards: &Boards, random: &mut Pcg64Mcg) -> SampledPuzzle {
    let engine = boards.engine.as_ref().expect("a small board");
    let board = boards.weighed(random);
    let mut kept = engine.all();
    let mut removable = kept;
    let mut log_weight = board.log_weight;
    let mut unavoidable = UnavoidableSets::default();
    let mut steps = 0;
    loop {
        removable = unavoidable.still_removable(engine, &board.cells, kept, removable);
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
    SampledPuzzle { board: board.cells, kept, log_weight, tries: board.tries }
}

/// Unavoidable sets of a board: sets of cells in which another board differs. A unique puzzle must keep a clue in each.
#[derive(Default)]
pub(crate) struct UnavoidableSets(Vec<Cells>);

impl UnavoidableSets {
    /// Whether the board stays the only solution when the clue in `cell` is removed, too.
    pub(crate) fn can_go(&mut self, engine: &Engine, board: &[u8], kept: Cells, cell: usize) -> bool {
        let rest = kept & !(1 << cell);
        if self.0.iter().any(|differs| differs & rest == 0) {
            return false;
        }
        let other = engine.other(board, rest, cell);
        self.0.extend(other);
        other.is_none()
    }

    /// The `candidates` whose clues can be removed. A necessary clue stays necessary.
    fn still_removable(&mut self, engine: &Engine, board: &[u8], kept: Cells, candidates: Cells) -> Cells {
        each(candidates)
            .filter(|&cell| self.can_go(engine, board, kept, cell))
            .fold(0, |set, cell| set | 1 << cell)
    }
}

fn log_factorial(n: usize) -> f64 {
    (2..=n).map(|k| (k as f64).ln()).sum()
}
