//! The round for 16x16 boards: two cells per word.
//!
//! **The word.** A puzzle is 128 words of two cells, four rows apart, in two adjacent bands:
//!
//! ```text
//! bit     31      …      16   15      …       0
//!      (8p + 4 + i, column)    (8p + i, column)      word 16 (4p + i) + column
//! ```
//!
//! A cell of sixteen candidates leaves no room for a guard bit. Instead the two halves are added and compared
//! separately, for which registers have instructions too. A word belongs to one stack and to one row of each
//! of two bands, so boxes and bands need no shifts: an operation for a box or a band handles two of them.
//! Only stacks need shifts: the halves of two stacks are exchanged, so that a word has the same band of both,
//! and then exchanged back.
//!
//! **The line rule** is exact here too. A digit is once in each row and each column of a 4x4 matrix. The
//! upper two rows take two columns, the lower two the others. So a place keeps a digit if for one of three
//! columns the following holds: the neighboring row can take this column, and the other two rows can share
//! the remaining two. The columns that two rows can share are six words for each half of the matrix.
//!
//! [`bands`](crate::bands), against which this code is tested, explains why boxes suffice otherwise.

mod branch;

use super::driver::{AtRest, Rules};
use super::kernel::Verdict;
use super::lanes::{Lanes, Row, Vector};
use branch::{Branch, choose};

/// Words of a state.
pub(super) const WORDS: usize = 128;
/// Cells of a board.
pub(super) const CELLS: usize = 256;
/// The lower half of a word.
const LOW: u32 = 0xffff;

/// One puzzle, in the layout of a lane.
pub(super) type Board = [u32; WORDS];
/// The puzzles of all lanes.
pub(super) type State<L> = [<L as Lanes>::Row; WORDS];

/// The rules for 16x16.
#[derive(Clone, Copy)]
pub(super) struct Hexadoku;

impl Rules<WORDS> for Hexadoku {
    type Lines<L: Lanes> = Look<L>;
    type Branch = Branch;

    #[inline(always)]
    fn round<L: Lanes>(lanes: L, state: &mut State<L>) -> Verdict {
        round(lanes, state)
    }
    #[inline(always)]
    fn lines<L: Lanes>(lanes: L, state: &State<L>) -> Look<L> {
        look(lanes, state)
    }
    #[inline(always)]
    fn at_rest<L: Lanes>(_lanes: L, state: &mut State<L>, look: &Look<L>, lane: usize) -> AtRest<Branch> {
        if look.dead >> lane & 1 != 0 {
            AtRest::Dead
        } else if look.changed >> lane & 1 != 0 {
            take::<L>(state, look, lane);
            AtRest::Changed
        } else {
            AtRest::Choice(choose::<L>(&look.places, lane))
        }
    }
}

/// Rows by boxes, or bands by columns; each entry has two lines, one in each half.
type Matrix<V> = [[V; 4]; 4];

/// Applies naked singles, the band rule, the stack rule and hidden singles, once each.
///
/// The result of the band rule is not written to the cells: a later reader of a cell combines it with its
/// minirow.
#[inline(always)]
pub(super) fn round<L: Lanes>(lanes: L, state: &mut State<L>) -> Verdict {
    let zero = lanes.splat(0);
    let mut seen = RoundFacts { bad: zero, empty: zero, open: zero, changed: zero };
    let mut minirows = [[[zero; 4]; 4]; 2];
    let mut claimed = [[zero; 4]; 2];
    for (pair, (minirows, claimed)) in minirows.iter_mut().zip(&mut claimed).enumerate() {
        for (stack, claimed) in claimed.iter_mut().enumerate() {
            *claimed = naked_singles(lanes, state, pair, stack, minirows, &mut seen);
        }
        *minirows = matched(*minirows);
    }
    for pair in 0..2 {
        let columns = exchanged_back(lanes, matched(bands(lanes, state, &minirows, pair)));
        for side in 0..2 {
            for (boxes, minirows) in minirows.iter().enumerate() {
                let stack = 2 * pair + side;
                let keep = (minirows, &columns[2 * side + boxes]);
                hidden_singles(lanes, state, (boxes, stack), keep, claimed[boxes][stack], &mut seen);
            }
        }
    }
    let highest = lanes.splat(1 << 31 | 1 << 15);
    let every = u32::MAX >> (32 - L::COUNT);
    let sound = seen.bad.or_and(seen.empty, highest).zeros();
    Verdict { dead: !sound & every, changed: !seen.changed.zeros() & every, open: !seen.open.zeros() & every }
}

/// Facts collected during a round, in any word of a lane.
struct RoundFacts<V> {
    bad: V,
    /// The highest bit of a half marks a cell without candidates.
    empty: V,
    open: V,
    changed: V,
}

/// Removes each digit that is single in a cell from its box, in one stack and a pair of bands. Adds the
/// remaining candidates to the minirows. Returns these digits.
#[inline(always)]
fn naked_singles<L: Lanes>(
    lanes: L,
    state: &mut State<L>,
    pair: usize,
    stack: usize,
    minirows: &mut Matrix<L::Vector>,
    seen: &mut RoundFacts<L::Vector>,
) -> L::Vector {
    let (zero, ones) = (lanes.splat(0), lanes.splat(u32::MAX));
    let (mut x, mut singles) = ([zero; 16], [zero; 16]);
    let mut claimed = zero;
    for k in 0..16 {
        let word = lanes.load(&state[cell(pair, stack, k)]);
        let less = word.add_halves(ones);
        // Subtracting 1 sets the highest bit only in an empty half.
        seen.empty = seen.empty.or(less.without(word));
        let single = word.and(word.and(less).zero_halves());
        claimed = claimed.or(single);
        (x[k], singles[k]) = (word, single);
    }
    seen.open = seen.open.or_xor(claimed, ones);
    for (i, minirows) in minirows.iter_mut().enumerate() {
        let mut minirow = zero;
        for k in 4 * i..4 * i + 4 {
            let word = x[k].without_but(claimed, singles[k]);
            seen.changed = seen.changed.or_xor(x[k], word);
            minirow = minirow.or(word);
            word.store(&mut state[cell(pair, stack, k)]);
        }
        minirows[stack] = minirow;
    }
    claimed
}

/// Applies both line rules to one stack in a pair of bands, then places digits with one cell in a box. The
/// results of the line rules are given by row and stack, and by column.
#[inline(always)]
fn hidden_singles<L: Lanes>(
    lanes: L,
    state: &mut State<L>,
    (pair, stack): (usize, usize),
    (minirows, minicolumns): (&Matrix<L::Vector>, &[L::Vector; 4]),
    claimed: L::Vector,
    seen: &mut RoundFacts<L::Vector>,
) {
    let (zero, ones) = (lanes.splat(0), lanes.splat(u32::MAX));
    let (mut once, mut twice) = (zero, zero);
    let mut x = [zero; 16];
    for k in 0..16 {
        let word = lanes.load(&state[cell(pair, stack, k)]);
        x[k] = word.and3(minirows[k / 4][stack], minicolumns[k % 4]);
        twice = twice.or_and(once, x[k]);
        once = once.or(x[k]);
    }
    seen.bad = seen.bad.or_xor(once, ones).or_and(claimed, twice);
    let hidden = once.without(twice);
    for k in 0..16 {
        let row = &mut state[cell(pair, stack, k)];
        let single = x[k].and(hidden);
        seen.bad = seen.bad.or_and(single, single.add_halves(ones));
        let word = x[k].and(single.or(single.zero_halves()));
        seen.changed = seen.changed.or_xor(lanes.load(row), word);
        word.store(row);
    }
}

/// The word of cell `k` of the box of `stack` in a pair of bands.
const fn cell(pair: usize, stack: usize, k: usize) -> usize {
    16 * (4 * pair + k / 4) + 4 * stack + k % 4
}

/// The matrices of bands by columns of stacks `2 * pair` and the next, the first in the lower halves, after
/// the restriction by minirows.
#[inline(always)]
fn bands<L: Lanes>(
    lanes: L,
    state: &State<L>,
    minirows: &[Matrix<L::Vector>; 2],
    pair: usize,
) -> Matrix<L::Vector> {
    let (low, high) = (lanes.splat(LOW), lanes.splat(!LOW));
    let mut matrix = [[lanes.splat(0); 4]; 4];
    for boxes in 0..2 {
        for column in 0..4 {
            let mut minicolumns = [lanes.splat(0); 2];
            for (side, minicolumn) in minicolumns.iter_mut().enumerate() {
                let stack = 2 * pair + side;
                for i in 0..4 {
                    let word = lanes.load(&state[cell(boxes, stack, 4 * i + column)]);
                    *minicolumn = minicolumn.or_and(word, minirows[boxes][i][stack]);
                }
            }
            let [a, b] = minicolumns;
            matrix[2 * boxes][column] = b.shl::<16>().or_and(a, low);
            matrix[2 * boxes + 1][column] = a.shr::<16>().or_and(b, high);
        }
    }
    matrix
}

/// Undoes the exchange of `bands`: entry `[2 * side + boxes][column]` has the minicolumns in that pair of
/// bands, of the first or the second stack.
#[inline(always)]
fn exchanged_back<L: Lanes>(lanes: L, matrix: Matrix<L::Vector>) -> Matrix<L::Vector> {
    let (low, high) = (lanes.splat(LOW), lanes.splat(!LOW));
    let mut back = [[lanes.splat(0); 4]; 4];
    for boxes in 0..2 {
        for column in 0..4 {
            let (a, b) = (matrix[2 * boxes][column], matrix[2 * boxes + 1][column]);
            back[boxes][column] = b.shl::<16>().or_and(a, low);
            back[2 + boxes][column] = a.shr::<16>().or_and(b, high);
        }
    }
    back
}

/// For each place of a matrix, the digits of which a permutation goes through it. The digits of the place
/// itself are not tested, because the caller intersects them with the result.
#[inline(always)]
fn matched<V: Vector>(m: Matrix<V>) -> Matrix<V> {
    let (upper, lower) = (shared(m[0], m[1]), shared(m[2], m[3]));
    let mut keep = m;
    for (row, keep) in keep.iter_mut().enumerate() {
        let (neighbor, rest) = (m[row ^ 1], if row < 2 { lower } else { upper });
        for (column, keep) in keep.iter_mut().enumerate() {
            let [a, b, c] = [column ^ 1, column ^ 2, column ^ 3];
            *keep =
                neighbor[a].and(rest[b][c]).or_and(neighbor[b], rest[a][c]).or_and(neighbor[c], rest[a][b]);
        }
    }
    keep
}

/// For each pair of columns, the digits that two rows can put there.
#[inline(always)]
fn shared<V: Vector>(one: [V; 4], other: [V; 4]) -> Matrix<V> {
    let mut shared = [one; 4];
    for i in 0..4 {
        for j in i + 1..4 {
            let digits = one[i].and(other[j]).or_and(one[j], other[i]);
            (shared[i][j], shared[j][i]) = (digits, digits);
        }
    }
    shared
}

/// Rows by boxes of the bands, then bands by columns of the stacks, two lines per matrix: the input of
/// [`branch::choose`].
pub(super) type Places<L> = [<L as Lanes>::Row; 64];

/// Computes the places of `state`, on which a round changed nothing.
#[inline(always)]
pub(super) fn places<L: Lanes>(lanes: L, state: &State<L>) -> Places<L> {
    let all = [[[lanes.splat(u32::MAX); 4]; 4]; 2];
    let mut places = [L::Row::ZERO; 64];
    for pair in 0..2 {
        let stacks = bands(lanes, state, &all, pair);
        for k in 0..16 {
            let mut minirow = lanes.splat(0);
            for i in 0..4 {
                minirow = minirow.or(lanes.load(&state[cell(pair, k % 4, k / 4 * 4 + i)]));
            }
            minirow.store(&mut places[16 * pair + k]);
            stacks[k / 4][k % 4].store(&mut places[32 + 16 * pair + k]);
        }
    }
    places
}

/// Places, and the result of the place rule of [`bands`](crate::bands).
pub(super) struct Look<L: Lanes> {
    places: Places<L>,
    /// The digits removed from minirows, as in `places`, and from minicolumns, by stack and pair of bands.
    gone: [[[L::Row; 4]; 4]; 4],
    /// Lanes in which some place is the only one for too many digits.
    dead: u32,
    /// Lanes in which a digit is removed.
    changed: u32,
}

/// Computes the places of `state`, on which a round changed nothing, and applies the place rule to all of
/// them.
#[inline(always)]
fn look<L: Lanes>(lanes: L, state: &State<L>) -> Look<L> {
    let places = places(lanes, state);
    let zero = lanes.splat(0);
    let (mut any, mut more) = (zero, zero);
    let mut gone = [[[zero; 4]; 4]; 4];
    for (row, gone) in places.as_chunks::<4>().0.iter().zip(gone.as_flattened_mut()) {
        let (mut once, mut twice) = (zero, zero);
        for place in row {
            let digits = lanes.load(place);
            twice = twice.or_and(once, digits);
            once = once.or(digits);
        }
        for (place, gone) in row.iter().zip(gone) {
            let here = lanes.load(place);
            let only = here.without(twice);
            let fourth = fewer(lanes, fewer(lanes, fewer(lanes, only)));
            more = more.or(fewer(lanes, fourth));
            *gone = here.without(only.or(fourth.zero_halves()));
            any = any.or(*gone);
        }
    }
    let mut rows = [[[L::Row::ZERO; 4]; 4]; 4];
    let [first, second, third, fourth] = gone;
    let stacks = [exchanged_back(lanes, third), exchanged_back(lanes, fourth)];
    for (rows, gone) in rows.iter_mut().zip([first, second, stacks[0], stacks[1]]) {
        rows.as_flattened_mut().iter_mut().zip(gone.as_flattened()).for_each(|(row, word)| word.store(row));
    }
    Look { places, gone: rows, dead: !more.zeros(), changed: !any.zeros() }
}

/// Removes the digits of `look` from the board in `lane`.
#[inline(always)]
fn take<L: Lanes>(state: &mut State<L>, look: &Look<L>, lane: usize) {
    for boxes in 0..2 {
        for stack in 0..4 {
            for k in 0..16 {
                let row = look.gone[boxes][k / 4][stack].words()[lane];
                let column = look.gone[2 + stack / 2][stack % 2 * 2 + boxes][k % 4].words()[lane];
                state[cell(boxes, stack, k)].words_mut()[lane] &= !(row | column);
            }
        }
    }
}

/// Clears the lowest set bit of each half.
#[inline(always)]
fn fewer<L: Lanes>(lanes: L, halves: L::Vector) -> L::Vector {
    halves.and(halves.add_halves(lanes.splat(u32::MAX)))
}

/// The board of a puzzle's clues.
pub(super) fn from_clues(clues: &[u8; CELLS]) -> Board {
    std::array::from_fn(|word| {
        let half = |below: usize| match clues[cell_of(word, below)] {
            0 => LOW,
            clue => 1 << (clue - 1),
        };
        half(0) | half(1) << 16
    })
}

/// The digits of a solved board.
pub(super) fn digits(board: &Board) -> [u8; CELLS] {
    let mut digits = [0; CELLS];
    for (word, &cells) in board.iter().enumerate() {
        for below in 0..2 {
            digits[cell_of(word, below)] = (cells >> (16 * below)).trailing_zeros() as u8 + 1;
        }
    }
    digits
}

/// The row-major index of the cell in a half of a word.
const fn cell_of(word: usize, half: usize) -> usize {
    let (pair, row, column) = (word / 64, word / 16 % 4, word % 16);
    16 * (8 * pair + 4 * half + row) + column
}
