//! Digging: removes clues from a full board as long as the puzzle does not get too many solutions.

use super::boards::Boards;
use super::digger::Digger;
use super::engine::{Cells, Engine, each};
use super::request::{Request, Solutions};
use super::sample::UnavoidableSets;
use super::singles;
use coverlab_model::orbits;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Maximum side of a board that is dug with the formula of all rules, unless it must be minimal.
const MAX_FORMULA_SIDE: usize = 25;

/// A full board, and the clues that are kept.
pub(crate) struct Dug {
    /// The full board, which is a solution unless the puzzle must have none.
    pub board: Vec<u8>,
    pub kept: Vec<bool>,
    /// Proofs of minimality, if known: for each clue, in order, a board that agrees with all others but not with this
    /// one.
    pub proofs: Vec<Vec<u8>>,
}

/// Digs a new board once for `request`. The result has at most the requested number of solutions. It may have fewer,
/// another number of clues, or redundant clues; `None` if that is already known.
pub(crate) fn dig(boards: &Boards, request: &Request, random: &mut Pcg64Mcg) -> Option<Dug> {
    let board = boards.any(random);
    let orbits = orbits(request.shape.side(), &request.symmetry);
    let (low, high) = (*request.clues.start(), (*request.clues.end()).min(board.len()));
    // The number of clues of a minimal puzzle cannot be chosen; others stop at a number in the range.
    let whole_range = low == 0 && high == board.len();
    let least = if request.minimal || whole_range { 0 } else { random.random_range(low..=high) };
    let Some(engine) = &boards.engine else {
        if !request.minimal && request.shape.side() > MAX_FORMULA_SIDE {
            let kept = singles::dig(request.shape, &board, &orbits, least, random);
            return Some(Dug { board, kept, proofs: Vec::new() });
        }
        let mut digger = Digger::new(request.shape, &board);
        let kept = digger.dig(&orbits, least, random);
        let proofs = if request.minimal { digger.proofs(&kept)? } else { Vec::new() };
        return Some(Dug { board, kept, proofs });
    };
    let mut pit = Pit { engine, board, kept: engine.all() };
    let dug = match request.solutions {
        Solutions::One => pit.one(&orbits, least, request.minimal, random),
        Solutions::None => pit.none(&orbits, least, request.minimal, random),
        Solutions::Many { most } => {
            let stop_at_two = whole_range && !request.minimal;
            pit.many(&orbits, least, most, stop_at_two, request.minimal, random)
        }
    };
    dug.then(|| Dug {
        kept: (0..pit.board.len()).map(|cell| pit.kept >> cell & 1 == 1).collect(),
        board: pit.board,
        proofs: Vec::new(),
    })
}

/// A small board being dug.
struct Pit<'a> {
    engine: &'a Engine,
    board: Vec<u8>,
    kept: Cells,
}

impl Pit<'_> {
    /// Tries to remove each orbit, in random order, while more than `least` clues remain.
    fn each_orbit(
        &mut self,
        orbits: &[Vec<usize>],
        least: usize,
        random: &mut Pcg64Mcg,
        mut can_go: impl FnMut(&Self, &[usize], Cells) -> bool,
    ) {
        let mut order: Vec<&Vec<usize>> = orbits.iter().collect();
        order.shuffle(random);
        for orbit in order {
            let rest = self.kept & !orbit.iter().fold(0, |set, &cell| set | 1 << cell);
            if rest.count_ones() as usize >= least && can_go(self, orbit, rest) {
                self.kept = rest;
            }
        }
    }

    fn one(&mut self, orbits: &[Vec<usize>], least: usize, minimal: bool, random: &mut Pcg64Mcg) -> bool {
        let mut unavoidable = UnavoidableSets::default();
        self.each_orbit(orbits, least, random, |pit, orbit, rest| {
            // A second solution must differ in one of the removed cells, because the puzzle was unique before.
            orbit.iter().all(|&cell| unavoidable.can_go(pit.engine, &pit.board, rest, cell))
        });
        // Single cells were already tried one by one.
        let tried = orbits.len() == self.board.len();
        !minimal
            || tried
            || each(self.kept).all(|cell| !unavoidable.can_go(self.engine, &self.board, self.kept, cell))
    }

    /// Digs a puzzle without a solution: puts a wrong digit into one cell of a unique puzzle, then removes clues as
    /// long as it has no solution.
    fn none(&mut self, orbits: &[Vec<usize>], least: usize, minimal: bool, random: &mut Pcg64Mcg) -> bool {
        if !self.one(orbits, least, false, random) || !self.spoil(random) {
            return false;
        }
        self.each_orbit(orbits, least, random, |pit, _, rest| pit.engine.count(&pit.board, rest, 1) == 0);
        let needed = |cell: usize| self.engine.count(&self.board, self.kept & !(1 << cell), 1) > 0;
        !minimal || each(self.kept).all(needed)
    }

    /// Changes one clue to a digit that no other clue excludes and that no solution has there.
    fn spoil(&mut self, random: &mut Pcg64Mcg) -> bool {
        let side = self.engine.side();
        let mut choices: Vec<(usize, u8)> =
            each(self.kept).flat_map(|cell| (1..=side as u8).map(move |digit| (cell, digit))).collect();
        choices.shuffle(random);
        for (cell, digit) in choices {
            let right = std::mem::replace(&mut self.board[cell], digit);
            let seen = each(self.engine.peers(cell) & self.kept).any(|peer| self.board[peer] == digit);
            if digit != right && !seen && self.engine.count(&self.board, self.kept, 1) == 0 {
                return true;
            }
            self.board[cell] = right;
        }
        false
    }

    fn many(
        &mut self,
        orbits: &[Vec<usize>],
        least: usize,
        most: u64,
        stop_at_two: bool,
        minimal: bool,
        random: &mut Pcg64Mcg,
    ) -> bool {
        let mut done = false;
        self.each_orbit(orbits, least, random, |pit, _, rest| {
            let solutions =
                if done { u64::MAX } else { pit.engine.count(&pit.board, rest, most.saturating_add(1)) };
            done |= stop_at_two && (2..=most).contains(&solutions);
            solutions <= most
        });
        let count = |kept: Cells| self.engine.count(&self.board, kept, most.saturating_add(1));
        count(self.kept) >= 2
            && (!minimal || each(self.kept).all(|cell| count(self.kept & !(1 << cell)) > most))
    }
}
