//! Samples minimal puzzles with weights, which make the bias of the sample known.
//!
//! Digging a full board in random order ends at a minimal puzzle, but not at each with equal probability: puzzles
//! with few clues are underrepresented. Both samplers here return a minimal puzzle and a weight that corrects this
//! bias. The sum of the weights of the puzzles with some property, divided by the number of tries, is an unbiased
//! estimate of the number of minimal puzzles with this property.
//!
//! # Controlled bias
//!
//! D. Berthier, *Unbiased Statistics of a CSP: A Controlled-Bias Generator* (2009). Remove clues from a full board in
//! random order, without ever putting one back. If a second solution appears, the try fails. If no clue can be removed,
//! it succeeds.
//!
//! Consider a minimal puzzle of `n` clues on a board of `N` cells. A try on this board reaches it if the other cells are
//! removed first, in any order: all puzzles on the way have more clues and thus one solution. This has probability
//! 1 / C(N, n). With uniform boards, **every minimal puzzle with the same number of clues is therefore equally
//! likely**, and across numbers of clues the weight is C(N, n). Nearly every try fails.
//!
//! # Weighted digging
//!
//! M. N. Rosenbluth and A. W. Rosenbluth, *Monte Carlo Calculation of the Average Extension of Molecular Chains*
//! (1955), grow a chain only where it can grow, and weight it by the product of the numbers of choices. The sampler
//! likewise removes one of the `m` removable clues at random until there are no more. A particular sequence has
//! probability 1 / (m1 · m2 · …). A minimal puzzle of `n` clues is the end of (N − n)! sequences, which share its weight
//! equally, so the weight of a sequence is m1 · m2 · … / (N − n)!. Every full board yields a puzzle. The cost is that
//! weights differ between puzzles with the same number of clues, which reduces the effective sample size, and that each
//! step must test every clue.
//!
//! # Boards
//!
//! Both weights are multiplied by the weight of the board, the inverse of its probability in one try (see
//! [`super::boards`]), so they are correct although boards are only nearly uniform.

use super::boards::BoardSource;
use super::engine::{Cells, Engine, each};
use super::{GeneratedPuzzle, PuzzleRequest};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Samples with controlled bias: fills one board and tries it. Each dive for the board is a try.
pub(super) fn controlled_bias(
    boards: &BoardSource,
    request: &PuzzleRequest,
    random: &mut Pcg64Mcg,
    tries: &mut u64,
) -> Option<GeneratedPuzzle> {
    let engine = boards.engine.as_ref().expect("a small board");
    let (board, log_weight) = boards.weighted_board(random, tries, request.max_tries)?;
    let mut order: Vec<usize> = (0..board.len()).collect();
    order.shuffle(random);
    // The puzzles of the sequence are unique up to some point and not unique after it, so bisection finds that point.
    // `kept_after[k]` lacks the first `k` cells of the order.
    let mut kept_after = vec![engine.all()];
    for &cell in &order {
        kept_after.push(kept_after[kept_after.len() - 1] & !(1 << cell));
    }
    let is_unique = |kept: &Cells| engine.count(&board, *kept, 2) == 1;
    let removed = kept_after.partition_point(is_unique) - 1;
    let kept = kept_after[removed];
    if !each(kept).all(|cell| engine.find_other(&board, kept & !(1 << cell), cell).is_some()) {
        return None;
    }
    let clues = order.len() - removed;
    let log_weight = log_weight + log_factorial(order.len()) - log_factorial(clues) - log_factorial(removed);
    Some(weighed(request, &board, kept, log_weight))
}

/// Samples by weighted digging: fills one board and digs it. Each dive for the board is a try.
pub(super) fn weighted(
    boards: &BoardSource,
    request: &PuzzleRequest,
    random: &mut Pcg64Mcg,
    tries: &mut u64,
) -> Option<GeneratedPuzzle> {
    let engine = boards.engine.as_ref().expect("a small board");
    let (board, mut log_weight) = boards.weighted_board(random, tries, request.max_tries)?;
    let mut kept = engine.all();
    let mut removable = kept;
    let mut unavoidable = UnavoidableSets::default();
    let mut steps = 0;
    loop {
        removable = unavoidable.still_removable(engine, &board, kept, removable);
        let choices = removable.count_ones() as usize;
        if choices == 0 {
            break;
        }
        let cell =
            each(removable).nth(random.random_range(0..choices)).expect("an index below the number of cells");
        kept &= !(1 << cell);
        removable &= !(1 << cell);
        log_weight += (choices as f64).ln();
        steps += 1;
    }
    log_weight -= log_factorial(steps);
    Some(weighed(request, &board, kept, log_weight))
}

/// The puzzle with the clues of `board` in the cells `kept`, and its weight.
fn weighed(request: &PuzzleRequest, board: &[u8], kept: Cells, log_weight: f64) -> GeneratedPuzzle {
    let puzzle = GeneratedPuzzle::new(request, board, |cell| kept >> cell & 1 == 1);
    GeneratedPuzzle { log_weight: Some(log_weight), ..puzzle }
}

/// The unavoidable sets of a board that are known: sets of cells in which another board differs. A unique puzzle must
/// have a clue in each.
#[derive(Default)]
pub(crate) struct UnavoidableSets(Vec<Cells>);

impl UnavoidableSets {
    /// Whether the board remains the only solution when the clue in `cell` is removed from those in `kept`. If not, a
    /// further unavoidable set may become known.
    pub(crate) fn is_removable(&mut self, engine: &Engine, board: &[u8], kept: Cells, cell: usize) -> bool {
        let rest = kept & !(1 << cell);
        if self.0.iter().any(|differs| differs & rest == 0) {
            return false;
        }
        let other = engine.find_other(board, rest, cell);
        self.0.extend(other);
        other.is_none()
    }

    /// The `candidates` whose clues can be removed. A clue that is necessary now stays necessary, so later steps need
    /// not test it again.
    fn still_removable(&mut self, engine: &Engine, board: &[u8], kept: Cells, candidates: Cells) -> Cells {
        each(candidates)
            .filter(|&cell| self.is_removable(engine, board, kept, cell))
            .fold(0, |set, cell| set | 1 << cell)
    }
}

/// The natural logarithm of `n!`.
fn log_factorial(n: usize) -> f64 {
    (2..=n).map(|k| (k as f64).ln()).sum()
}
