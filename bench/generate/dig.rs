//! Digging: clues are taken away from a board, each that can go without too many solutions.

use super::boards::Boards;
use super::digger::Digger;
use super::engine::{Cells, Engine, each};
use super::request::{Request, Solutions};
use super::sample::Known;
use super::singles;
use coverlab_model::orbits;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// The largest side of a board that is dug with a formula of all its rules, unless it is to be minimal.
const MOST_SIDE_OF_RULES: usize = 25;

/// A full board, and the clues of it that are kept.
pub(crate) struct Dug {
    /// Full, a solution unless the puzzle is to have none.
    pub board: Vec<u8>,
    pub kept: Vec<bool>,
    /// If it is known: for each clue, in order, a board that has all others but not it.
    pub proofs: Vec<Vec<u8>>,
}

/// Digs a new board once, as `request` says. The result has no more solutions than asked for; it may have
/// fewer, clues in other number, or clues that are not necessary: `None` where that is already seen.
pub(crate) fn dig(boards: &Boards, request: &Request, random: &mut Pcg64Mcg) -> Option<Dug> {
    let board = boards.any(random);
    let orbits = orbits(request.shape.side(), &request.symmetry);
    let (low, high) = (*request.clues.start(), (*request.clues.end()).min(board.len()));
    // A minimal puzzle has the clues it has; others stop at a number in the range.
    let whole_range = low == 0 && high == board.len();
    let least = if request.minimal || whole_range { 0 } else { random.random_range(low..=high) };
    let Some(engine) = &boards.engine else {
        if !request.minimal && request.shape.side() > MOST_SIDE_OF_RULES {
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
    /// Tries to take away each orbit, in random order, while more than `least` clues are left.
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
        let mut known = Known::default();
        self.each_orbit(orbits, least, random, |pit, orbit, rest| {
            // A second solution differs somewhere that holds no clue any more; where it did not
            // before, there was none.
            orbit.iter().all(|&cell| known.can_go(pit.engine, &pit.board, rest, cell))
        });
        // Single cells were tried one by one already.
        let tried = orbits.len() == self.board.len();
        !minimal
            || tried
            || each(self.kept).all(|cell| !known.can_go(self.engine, &self.board, self.kept, cell))
    }

    /// A wrong digit in one cell of a puzzle with one solution, then as many clues less as leave
    /// it without one.
    fn none(&mut self, orbits: &[Vec<usize>], least: usize, minimal: bool, random: &mut Pcg64Mcg) -> bool {
        if !self.one(orbits, least, false, random) || !self.spoil(random) {
            return false;
        }
        self.each_orbit(orbits, least, random, |pit, _, rest| pit.engine.count(&pit.board, rest, 1) == 0);
        let needed = |cell: usize| self.engine.count(&self.board, self.kept & !(1 << cell), 1) > 0;
        !minimal || each(self.kept).all(needed)
    }

    /// Changes one clue to a digit that no other clue excludes and no solution has there.
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
