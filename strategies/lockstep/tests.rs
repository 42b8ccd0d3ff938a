//! The registers against [`bands`](crate::bands): round by round, in every lane, for every kind.

use super::branch::{choose, configurations, is_crowded};
use super::driver::Choice;
use super::kernel::{Board, State, WORDS, round};
use super::lanes::{Lanes, Portable, Row};
use super::parse::{candidates, from_clues};
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use crate::bands::Rounds;
use coverlab_model::Shape;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

fn masks(board: &Board) -> [u32; 81] {
    std::array::from_fn(|cell| candidates(board, cell))
}

fn words(masks: &[u32; 81]) -> Board {
    std::array::from_fn(|word| {
        let cell = |stack: usize| masks[word / 3 * 9 + word % 3 + 3 * stack];
        cell(0) | cell(1) << 10 | cell(2) << 20
    })
}

/// A board as a search may meet it, or as none would: candidates at random, few or many.
fn random_board(random: &mut Pcg64Mcg) -> Board {
    let mut clues = [0; 81];
    for _ in 0..random.next_u32() % 30 {
        let cell = (random.next_u32() % 81) as usize;
        // The rows of a simple solution, so that most clues go together.
        let fitting = (cell / 9 * 3 + cell / 27 + cell % 9) % 9;
        let digit =
            if random.next_u32().is_multiple_of(20) { random.next_u32() as usize % 9 } else { fitting };
        clues[cell] = digit as u8 + 1;
    }
    let mut masks = masks(&from_clues(&clues));
    let removals = [0, 0, 3, 30, 100, 400][(random.next_u32() % 6) as usize];
    for _ in 0..removals {
        masks[(random.next_u32() % 81) as usize] &= !(1 << (random.next_u32() % 9));
    }
    words(&masks)
}

/// Searches along random branches: every board that is met is compared.
fn check_rounds<L: Lanes>(lanes: L, seed: u64) {
    let rounds = Rounds::new(Shape::NINE);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut boards: Vec<Board> = (0..L::COUNT).map(|_| random_board(&mut random)).collect();
    let (mut branches, mut crowded, mut solved, mut dead) = (0, 0, 0, 0);
    for _ in 0..2000 {
        let mut state: State<L> = [L::Row::ZERO; WORDS];
        for (lane, board) in boards.iter().enumerate() {
            state.iter_mut().zip(board).for_each(|(row, &word)| row.words_mut()[lane] = word);
        }
        let before = state;
        let verdict = round(lanes, &mut state);
        let lines = configurations(lanes, &before);
        for (lane, board) in boards.iter_mut().enumerate() {
            let mut expected = masks(board);
            let bit = |set: u32| set >> lane & 1 != 0;
            let word = rounds.round(&mut expected);
            let found: Board = std::array::from_fn(|k| state[k].words()[lane]);
            assert_eq!(masks(&found), expected);
            assert_eq!(words(&expected), found, "a guard bit is set");
            assert_eq!(
                (bit(verdict.dead), bit(verdict.changed), bit(verdict.open)),
                (word.dead, word.changed, word.open)
            );
            *board = found;
            if word.dead || !word.changed && !word.open {
                (dead, solved) = (dead + usize::from(word.dead), solved + usize::from(!word.dead));
                *board = random_board(&mut random);
            } else if !word.changed {
                branches += 1;
                let is_crowded = is_crowded(&state, lane);
                assert_eq!(is_crowded, rounds.is_crowded(&expected));
                crowded += usize::from(is_crowded);
                let branch = choose(&lines, lane);
                let (mut there, mut elsewhere) = (*board, *board);
                branch.there().for_each(|(word, mask)| there[word] &= !mask);
                branch.elsewhere().for_each(|(word, mask)| elsewhere[word] &= !mask);
                assert_eq!(rounds.sides(&expected), [masks(&there).to_vec(), masks(&elsewhere).to_vec()]);
                *board = if random.next_u32() & 1 == 0 { there } else { elsewhere };
            }
        }
    }
    let counts = (branches, crowded, solved, dead);
    assert!(branches > 500 && crowded > 10 && solved > 10 && dead > 100, "{counts:?}");
}

#[test]
fn plain_lanes_do_what_bands_does() {
    check_rounds(Portable::<8>, 1);
    check_rounds(Portable::<3>, 2);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn registers_do_what_bands_does() {
    if let Some(lanes) = Avx2::detect() {
        check_rounds(lanes, 3);
    }
    if let Some(lanes) = Avx512::detect() {
        check_rounds(lanes, 4);
    }
}
