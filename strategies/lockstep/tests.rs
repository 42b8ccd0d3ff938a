//! Compares the registers with [`bands`](crate::bands), round by round and choice by choice, in every lane,
//! for every type of register and every board size.

use super::driver::{AtRest, Choice};
use super::hexadoku::Hexadoku;
use super::lanes::{Lanes, Row};
use super::nine::Nine;
use super::quarters::Portable;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use super::{Reads, SIXTEEN};
use crate::bands::Rounds;
use coverlab_model::{Shape, Sudoku};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A board size, and the parameters of its random boards.
struct Size {
    shape: Shape,
    /// The word of a cell, and the lowest bit of its field.
    place: fn(usize) -> (usize, usize),
    /// The number of words that hold cells.
    words: usize,
    /// Boards have fewer than `clues` clues; one in `odd` of them is any digit.
    clues: usize,
    odd: usize,
    /// How many further candidates are removed.
    removals: [usize; 6],
}

const NINE: Size = Size {
    shape: Shape::NINE,
    place: |cell| (cell / 9 * 3 + cell % 3, cell % 9 / 3 * 10),
    words: 27,
    clues: 30,
    odd: 20,
    removals: [0, 0, 3, 30, 100, 400],
};

const HEXADOKU: Size = Size {
    shape: SIXTEEN,
    place: |cell| (16 * (cell / 128 * 4 + cell / 16 % 4) + cell % 16, cell / 64 % 2 * 16),
    words: 128,
    clues: 250,
    odd: 60,
    removals: [0, 0, 10, 100, 500, 2000],
};

impl Size {
    /// The candidates of each cell.
    fn masks(&self, board: &[u32]) -> Vec<u32> {
        let every = (1 << self.shape.side()) - 1;
        (0..self.shape.cells()).map(self.place).map(|(word, bit)| board[word] >> bit & every).collect()
    }

    /// The board with these candidates.
    fn board<const WORDS: usize>(&self, masks: &[u32]) -> [u32; WORDS] {
        let mut board = [0; WORDS];
        for (cell, mask) in masks.iter().enumerate() {
            let (word, bit) = (self.place)(cell);
            board[word] |= mask << bit;
        }
        board
    }

    /// A random board: as in a search, or with arbitrary candidates, few or many.
    fn random<R: Reads<WORDS>, const WORDS: usize>(&self, random: &mut Pcg64Mcg) -> [u32; WORDS] {
        let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
        let (side, high, wide) = (self.shape.side(), self.shape.box_rows(), self.shape.box_columns());
        let mut clues = vec![0; self.shape.cells()];
        for _ in 0..below(self.clues) {
            let cell = below(clues.len());
            // Take most clues from a simple solution, so that they rarely contradict each other.
            let fitting = (cell / side % high * wide + cell / side / high + cell % side) % side;
            clues[cell] = if below(self.odd) == 0 { below(side) } else { fitting } as u8 + 1;
        }
        let puzzle = Sudoku::new(self.shape, &clues).expect("clues of the side");
        let mut masks = self.masks(&R::read(&puzzle).expect("a puzzle of the size"));
        for _ in 0..self.removals[below(6)] {
            masks[below(clues.len())] &= !(1 << below(side));
        }
        self.board(&masks)
    }

    /// Searches along random branches and compares every board.
    fn check<L: Lanes, R: Reads<WORDS>, const WORDS: usize>(&self, lanes: L, _: R, seed: u64, times: usize) {
        let rounds = Rounds::new(self.shape);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut boards: Vec<[u32; WORDS]> =
            (0..L::COUNT).map(|_| self.random::<R, WORDS>(&mut random)).collect();
        let mut fixed = vec![0; L::COUNT];
        let (mut branches, mut places, mut crowded, mut solved, mut dead) = (0, 0, 0, 0, 0);
        for _ in 0..times {
            let mut state = [L::Row::ZERO; WORDS];
            for (lane, board) in boards.iter().enumerate() {
                state.iter_mut().zip(board).for_each(|(row, &word)| row.words_mut()[lane] = word);
            }
            let verdict = R::round(lanes, &mut state);
            let lines = R::lines(lanes, &state);
            for (lane, board) in boards.iter_mut().enumerate() {
                let mut expected = self.masks(board);
                let bit = |set: u32| set >> lane & 1 != 0;
                let word = rounds.round(&mut expected, &mut fixed[lane]);
                *board = std::array::from_fn(|k| state[k].words()[lane]);
                // Compare all bits, including those outside of cells.
                assert_eq!(self.board::<WORDS>(&expected)[..self.words], board[..self.words]);
                assert_eq!((bit(verdict.dead), bit(verdict.open)), (word.dead, word.open));
                if word.dead || !word.open {
                    if word.dead {
                        dead += 1;
                    } else {
                        solved += 1;
                        let digits =
                            R::grid(board).cells().iter().map(|digit| 1 << (digit - 1)).collect::<Vec<_>>();
                        assert_eq!(digits, expected);
                    }
                    (*board, fixed[lane]) = (self.random::<R, WORDS>(&mut random), 0);
                    continue;
                }
                assert_eq!(bit(verdict.changed), word.changed);
                if word.changed {
                    continue;
                }
                let mut after = state;
                let at_rest = R::at_rest(lanes, &mut after, &lines, lane);
                let sides = rounds.sides(&expected);
                let found = rounds.place_rule(&mut expected);
                let side = |board: &mut [u32; WORDS], masks: &[u32]| {
                    board[..self.words].copy_from_slice(&self.board::<WORDS>(masks)[..self.words]);
                };
                *board = std::array::from_fn(|k| after[k].words()[lane]);
                match at_rest {
                    AtRest::Dead => {
                        assert!(found.dead);
                        crowded += 1;
                        (*board, fixed[lane]) = (self.random::<R, WORDS>(&mut random), 0);
                    }
                    AtRest::Changed => {
                        assert!(!found.dead && (found.changed || sides.is_none()));
                        assert_eq!(self.board::<WORDS>(&expected)[..self.words], board[..self.words]);
                        places += 1;
                        // Sometimes skip the place rule; otherwise the search would never meet a board that
                        // contradicts it.
                        if let Some(sides) = sides.filter(|_| random.next_u32() % 4 != 0) {
                            side(board, &sides[random.next_u32() as usize % 2]);
                        }
                    }
                    AtRest::Choice(branch) => {
                        assert!(!found.dead && !found.changed);
                        branches += 1;
                        let (mut there, mut elsewhere) = (*board, *board);
                        branch.there().for_each(|(word, mask)| there[word] &= !mask);
                        branch.elsewhere().for_each(|(word, mask)| elsewhere[word] &= !mask);
                        assert_eq!(sides, Some([self.masks(&there), self.masks(&elsewhere)]));
                        *board = if random.next_u32() & 1 == 0 { there } else { elsewhere };
                    }
                }
            }
        }
        let counts = (branches, places, crowded, solved, dead);
        assert!(branches > 500 && places > 100 && crowded > 10 && solved > 10 && dead > 100, "{counts:?}");
    }
}

#[test]
fn portable_lanes_do_what_bands_does() {
    NINE.check(Portable::<2>, Nine, 1, 2000);
    NINE.check(Portable::<1>, Nine, 2, 2000);
    HEXADOKU.check(Portable::<1>, Hexadoku, 1, 3000);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn registers_do_what_bands_does() {
    if let Some(lanes) = Avx2::detect() {
        NINE.check(lanes, Nine, 3, 2000);
        HEXADOKU.check(lanes, Hexadoku, 3, 1500);
    }
    if let Some(lanes) = Avx512::detect() {
        NINE.check(lanes, Nine, 4, 2000);
        HEXADOKU.check(lanes, Hexadoku, 4, 800);
    }
}
