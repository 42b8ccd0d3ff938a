//! The registers against [`bands`](crate::bands), on boards of 16x16.

use super::branch::{choose, is_crowded};
use super::{Board, CELLS, State, WORDS, cell_of, digits, from_clues, places, round};
use crate::bands::Rounds;
use crate::lockstep::driver::Choice;
use crate::lockstep::lanes::{Lanes, Portable, Row};
#[cfg(target_arch = "x86_64")]
use crate::lockstep::x86::{Avx2, Avx512};
use coverlab_model::Shape;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

fn masks(board: &Board) -> Vec<u32> {
    let mut masks = vec![0; CELLS];
    for (word, &cells) in board.iter().enumerate() {
        (masks[cell_of(word, 0)], masks[cell_of(word, 1)]) = (cells & 0xffff, cells >> 16);
    }
    masks
}

fn words(masks: &[u32]) -> Board {
    std::array::from_fn(|word| masks[cell_of(word, 0)] | masks[cell_of(word, 1)] << 16)
}

/// A board as a search may meet it, or as none would.
fn random_board(random: &mut Pcg64Mcg) -> Board {
    let mut clues = [0; CELLS];
    for _ in 0..random.next_u32() % 250 {
        let cell = random.next_u32() as usize % CELLS;
        // The rows of a simple solution, so that most clues go together.
        let fitting = (cell / 16 * 4 + cell / 64 + cell % 16) % 16;
        let digit =
            if random.next_u32().is_multiple_of(60) { random.next_u32() as usize % 16 } else { fitting };
        clues[cell] = digit as u8 + 1;
    }
    let mut masks = masks(&from_clues(&clues));
    let removals = [0, 0, 10, 100, 500, 2000][(random.next_u32() % 6) as usize];
    for _ in 0..removals {
        masks[random.next_u32() as usize % CELLS] &= !(1 << (random.next_u32() % 16));
    }
    words(&masks)
}

/// Searches along random branches: every board that is met is compared.
fn check_rounds<L: Lanes>(lanes: L, seed: u64, times: usize) {
    let rounds = Rounds::new(Shape::new(4, 4).expect("boxes of 4x4"));
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut boards: Vec<Board> = (0..L::COUNT).map(|_| random_board(&mut random)).collect();
    let (mut branches, mut crowded, mut solved, mut dead) = (0, 0, 0, 0);
    for _ in 0..times {
        let mut state: State<L> = [L::Row::ZERO; WORDS];
        for (lane, board) in boards.iter().enumerate() {
            state.iter_mut().zip(board).for_each(|(row, &word)| row.words_mut()[lane] = word);
        }
        let before = state;
        let verdict = round(lanes, &mut state);
        let places = places(lanes, &before);
        for (lane, board) in boards.iter_mut().enumerate() {
            let mut expected = masks(board);
            let bit = |set: u32| set >> lane & 1 != 0;
            let word = rounds.round(&mut expected);
            let found: Board = std::array::from_fn(|k| state[k].words()[lane]);
            assert_eq!(masks(&found), expected);
            assert_eq!(
                (bit(verdict.dead), bit(verdict.changed), bit(verdict.open)),
                (word.dead, word.changed, word.open)
            );
            *board = found;
            if word.dead || !word.changed && !word.open {
                (dead, solved) = (dead + usize::from(word.dead), solved + usize::from(!word.dead));
                if !word.dead {
                    let digits = digits(board).map(|digit| 1 << (digit - 1));
                    assert_eq!(digits[..], expected);
                }
                *board = random_board(&mut random);
            } else if !word.changed {
                branches += 1;
                let is_crowded = is_crowded::<L>(&places, lane);
                assert_eq!(is_crowded, rounds.is_crowded(&expected));
                crowded += usize::from(is_crowded);
                let branch = choose::<L>(&places, lane);
                let (mut there, mut elsewhere) = (*board, *board);
                branch.there().for_each(|(word, mask)| there[word] &= !mask);
                branch.elsewhere().for_each(|(word, mask)| elsewhere[word] &= !mask);
                assert_eq!(rounds.sides(&expected), [masks(&there), masks(&elsewhere)]);
                *board = if random.next_u32() & 1 == 0 { there } else { elsewhere };
            }
        }
    }
    let counts = (branches, crowded, solved, dead);
    assert!(branches > 500 && crowded > 10 && solved > 10 && dead > 100, "{counts:?}");
}

#[test]
fn plain_lanes_do_what_bands_does() {
    check_rounds(Portable::<4>, 1, 3000);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn registers_do_what_bands_does() {
    if let Some(lanes) = Avx2::detect() {
        check_rounds(lanes, 3, 1500);
    }
    if let Some(lanes) = Avx512::detect() {
        check_rounds(lanes, 4, 800);
    }
}
