//! Digging: removes clues from a full board as long as the puzzle does not have too many solutions.

use super::GeneratedPuzzle;
use super::boards::BoardSource;
use super::engine::{Cells, Engine, each};
use super::request::{PuzzleRequest, SolutionCount};
use super::singles;
use super::solver_digger::SolverDigger;
use coverlab_model::orbits;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Maximum side of a board that is dug with the formula of all rules, unless it must be minimal.
const MAX_FORMULA_SIDE: usize = 25;

/// Digs a new board for `request`. The puzzle may have a number of clues that is out of range. `None` if it
/// does not meet the request in another way.
pub(super) fn dig(
    boards: &BoardSource,
    request: &PuzzleRequest,
    random: &mut Pcg64Mcg,
) -> Option<GeneratedPuzzle> {
    let board = boards.board(random);
    let orbits = orbits(request.shape.side(), &request.symmetry);
    let (low, high) = (*request.clues.start(), (*request.clues.end()).min(board.len()));
    // The number of clues of a minimal puzzle cannot be chosen. Other puzzles get a random number in the range.
    let any_number = low == 0 && high == board.len();
    let least = if request.minimal || any_number { 0 } else { random.random_range(low..=high) };
    let Some(engine) = &boards.engine else {
        if !request.minimal && request.shape.side() > MAX_FORMULA_SIDE {
            let kept = singles::dig(request.shape, &board, &orbits, least, random);
            return Some(GeneratedPuzzle::new(request, &board, |cell| kept[cell]));
        }
        let mut digger = SolverDigger::new(request.shape, &board);
        let kept = digger.dig(&orbits, least, random);
        let proofs = if request.minimal { digger.proofs(&kept)? } else { Vec::new() };
        return Some(GeneratedPuzzle { proofs, ..GeneratedPuzzle::new(request, &board, |cell| kept[cell]) });
    };
    let minimal = request.minimal;
    let mut digger = EngineDigger { engine, board, kept: engine.all(), orbits: &orbits, least, minimal };
    let succeeded = match request.solutions {
        SolutionCount::One => digger.dig_unique(minimal, random),
        SolutionCount::None => digger.dig_unsolvable(random),
        SolutionCount::Many { most } => {
            let stop_at_two = any_number && !minimal;
            digger.dig_several(most, stop_at_two, random)
        }
    };
    succeeded.then(|| GeneratedPuzzle::new(request, &digger.board, |cell| digger.kept >> cell & 1 == 1))
}

/// Digs a small board with the engine. The `dig_…` methods remove orbits of cells, and return whether the result meets
/// the request, except for the number of clues.
struct EngineDigger<'a> {
    engine: &'a Engine,
    board: Vec<u8>,
    kept: Cells,
    /// The orbits of cells that are removed together.
    orbits: &'a [Vec<usize>],
    /// The minimum number of clues that remain.
    least: usize,
    /// Whether the puzzle must be minimal.
    minimal: bool,
}

impl EngineDigger<'_> {
    /// Removes each orbit, in random order, if enough clues remain and `is_removable` allows it. That gets the orbit and
    /// the cells that would remain.
    fn remove_orbits(
        &mut self,
        random: &mut Pcg64Mcg,
        mut is_removable: impl FnMut(&Self, &[usize], Cells) -> bool,
    ) {
        let mut order: Vec<&Vec<usize>> = self.orbits.iter().collect();
        order.shuffle(random);
        for orbit in order {
            let rest = self.kept & !orbit.iter().fold(0, |set, &cell| set | 1 << cell);
            if rest.count_ones() as usize >= self.least && is_removable(self, orbit, rest) {
                self.kept = rest;
            }
        }
    }

    /// Digs a puzzle with one solution.
    fn dig_unique(&mut self, minimal: bool, random: &mut Pcg64Mcg) -> bool {
        let mut unavoidable = UnavoidableSets::default();
        self.remove_orbits(random, |digger, orbit, rest| {
            // A second solution must differ in one of the removed cells, because the puzzle was unique before.
            orbit.iter().all(|&cell| unavoidable.is_removable(digger.engine, &digger.board, rest, cell))
        });
        // Without symmetry, every cell was already tried on its own.
        let is_known_minimal = self.orbits.len() == self.board.len();
        let is_removable = |cell| unavoidable.is_removable(self.engine, &self.board, self.kept, cell);
        !minimal || is_known_minimal || !each(self.kept).any(is_removable)
    }

    /// Digs a puzzle without a solution: digs a unique puzzle, changes one clue, and removes further clues as long as
    /// there is no solution.
    fn dig_unsolvable(&mut self, random: &mut Pcg64Mcg) -> bool {
        if !self.dig_unique(false, random) || !self.change_clue(random) {
            return false;
        }
        self.remove_orbits(random, |digger, _, rest| digger.engine.count(&digger.board, rest, 1) == 0);
        let is_necessary = |cell: usize| self.engine.count(&self.board, self.kept & !(1 << cell), 1) > 0;
        !self.minimal || each(self.kept).all(is_necessary)
    }

    /// Changes one clue so that there is no solution, although no two clues clash. Returns whether that is possible.
    fn change_clue(&mut self, random: &mut Pcg64Mcg) -> bool {
        let side = self.engine.side();
        let mut choices: Vec<(usize, u8)> =
            each(self.kept).flat_map(|cell| (1..=side as u8).map(move |digit| (cell, digit))).collect();
        choices.shuffle(random);
        for (cell, digit) in choices {
            let original = std::mem::replace(&mut self.board[cell], digit);
            let clashes = each(self.engine.peers(cell) & self.kept).any(|peer| self.board[peer] == digit);
            if digit != original && !clashes && self.engine.count(&self.board, self.kept, 1) == 0 {
                return true;
            }
            self.board[cell] = original;
        }
        false
    }

    /// Digs a puzzle with 2 to `most` solutions. With `stop_at_two`, stops as soon as it has at least two.
    fn dig_several(&mut self, most: u64, stop_at_two: bool, random: &mut Pcg64Mcg) -> bool {
        let mut is_done = false;
        self.remove_orbits(random, |digger, _, rest| {
            if is_done {
                return false;
            }
            let solutions = digger.engine.count(&digger.board, rest, most.saturating_add(1));
            is_done = stop_at_two && (2..=most).contains(&solutions);
            solutions <= most
        });
        let count = |kept: Cells| self.engine.count(&self.board, kept, most.saturating_add(1));
        count(self.kept) >= 2
            && (!self.minimal || each(self.kept).all(|cell| count(self.kept & !(1 << cell)) > most))
    }
}

/// The unavoidable sets of a board that are known: sets of cells in which another board differs. A unique puzzle must
/// have a clue in each.
#[derive(Default)]
struct UnavoidableSets(Vec<Cells>);

impl UnavoidableSets {
    /// Whether the board remains the only solution when the clue in `cell` is removed from those in `kept`. If not, a
    /// further unavoidable set may become known.
    fn is_removable(&mut self, engine: &Engine, board: &[u8], kept: Cells, cell: usize) -> bool {
        let rest = kept & !(1 << cell);
        if self.0.iter().any(|differs| differs & rest == 0) {
            return false;
        }
        let other = engine.find_other(board, rest, cell);
        self.0.extend(other);
        other.is_none()
    }
}
