//! Converts characters or clues to a [`Board`], and back.
//!
//! The three cells of a word are fields 10 bits apart, so one table per field maps a character to its bits in
//! the word: 81 look-ups and as many disjunctions, several of which the processor does in parallel. An
//! invalid character sets the top bit, which no field uses; it is tested once, at the end. A transposition in
//! registers would have to gather bytes nine apart first, and would still store scattered words to 27 rows.

use super::driver::InLane;
use super::kernel::{Board, CELL, WORDS};
use super::lanes::Row;

/// The number of cells of a board.
pub(super) const CELLS: usize = 81;
/// Marks an invalid character.
const BAD: u32 = 1 << 31;

/// The bits of a character, by field.
static SHARES: [[u32; 256]; 3] = {
    let mut shares = [[BAD; 256]; 3];
    let mut field = 0;
    while field < 3 {
        let blanks = b".0_*-xX";
        let mut k = 0;
        while k < blanks.len() {
            shares[field][blanks[k] as usize] = CELL << (10 * field);
            k += 1;
        }
        let mut digit = 0;
        while digit < 9 {
            shares[field][b'1' as usize + digit] = 1 << (10 * field + digit);
            digit += 1;
        }
        field += 1;
    }
    shares
};

/// Puts the board of a line of characters into a lane; `false` if a character is invalid.
#[inline(always)]
pub(super) fn parse<R: Row>(line: &[u8; CELLS], lane: &mut InLane<'_, R, WORDS>) -> bool {
    let mut seen = 0;
    for (k, row) in line.as_chunks::<9>().0.iter().enumerate() {
        for column in 0..3 {
            let word = SHARES[0][usize::from(row[column])]
                | SHARES[1][usize::from(row[column + 3])]
                | SHARES[2][usize::from(row[column + 6])];
            seen |= word;
            lane.set(3 * k + column, word);
        }
    }
    (super::kernel::CELLS..WORDS).for_each(|word| lane.set(word, 0));
    seen & BAD == 0
}

/// Whether all characters are valid.
#[inline(always)]
pub(crate) fn is_puzzle(line: &[u8; CELLS]) -> bool {
    line.iter().fold(0, |seen, &byte| seen | SHARES[0][usize::from(byte)]) & BAD == 0
}

/// The board of these clues, 0 for an empty cell.
#[inline(always)]
pub(super) fn from_clues(clues: &[u8; CELLS]) -> Board {
    // The table has the clues as characters.
    let share = |field: usize, clue: u8| SHARES[field][usize::from(b'0' | clue)];
    let mut board = [0; WORDS];
    for (row, words) in clues.as_chunks::<9>().0.iter().zip(board.as_chunks_mut::<3>().0) {
        for (k, word) in words.iter_mut().enumerate() {
            *word = share(0, row[k]) | share(1, row[k + 3]) | share(2, row[k + 6]);
        }
    }
    board
}

/// The candidates of a cell.
#[cfg(test)]
pub(super) fn candidates(board: &Board, cell: usize) -> u32 {
    let (row, column) = (cell / 9, cell % 9);
    board[3 * row + column % 3] >> (10 * (column / 3)) & CELL
}

/// The digits of a board with one candidate in each cell.
#[inline(always)]
pub(super) fn digits(board: &Board) -> [u8; CELLS] {
    let mut digits = [0; CELLS];
    write_digits(|k| board[k], &mut digits, 1);
    digits
}

/// Writes the digits of a board, given by its words, to `digits`, with the byte `one` for the digit 1.
///
/// The exponent of a power of two as a floating-point number shows which bit is set. The loops handle nine
/// rows at once, in a form that the compiler vectorizes.
#[inline(always)]
pub(super) fn write_digits(word: impl Fn(usize) -> u32, digits: &mut [u8; CELLS], one: u8) {
    // Rows beyond the ninth fill up the registers.
    let mut columns = [[0; 16]; 3];
    for (k, column) in columns.iter_mut().enumerate() {
        column.iter_mut().enumerate().take(9).for_each(|(row, cells)| *cells = word(3 * row + k));
    }
    let mut triples = [[0; 16]; 3];
    for (stack, triples) in triples.iter_mut().enumerate() {
        let first = 10 * stack as u32;
        let lowest = (EXPONENT_OF_1 + first - u32::from(one)) * 0x01_01_01;
        for (row, triple) in triples.iter_mut().enumerate() {
            let exponent = |k: usize| power(columns[k][row] & CELL << first).to_bits() >> (23 - 8 * k);
            *triple = (exponent(0) | exponent(1) | exponent(2)).wrapping_sub(lowest);
        }
    }
    for (row, digits) in digits.as_chunks_mut::<9>().0.iter_mut().enumerate() {
        let [a, b, c] = [0, 1, 2].map(|stack| u64::from(triples[stack][row]));
        digits[..8].copy_from_slice(&(a | b << 24 | c << 48).to_le_bytes());
        digits[8] = (c >> 16) as u8;
    }
}

/// The stored exponent of 1.
const EXPONENT_OF_1: u32 = 127;

/// Converts a word to a number; its top bit is never set.
#[inline(always)]
fn power(word: u32) -> f32 {
    word.cast_signed() as f32
}

#[cfg(test)]
mod tests {
    use super::super::quarters::Words;
    use super::*;

    fn read(line: &[u8; CELLS]) -> Option<Board> {
        let mut state = [Words::<1>::ZERO; WORDS];
        let mut lane = InLane::new(&mut state, 2);
        let good = parse(line, &mut lane);
        assert_eq!(good, is_puzzle(line));
        good.then(|| lane.board())
    }

    #[test]
    fn every_character_in_every_place_is_read_or_rejected() {
        for cell in 0..CELLS {
            for byte in 0..=u8::MAX {
                let mut line = [b'.'; CELLS];
                line[cell] = byte;
                match byte {
                    b'1'..=b'9' => {
                        let board = read(&line).unwrap();
                        assert!((0..CELLS).all(|c| {
                            candidates(&board, c) == if c == cell { 1 << (byte - b'1') } else { CELL }
                        }));
                        let mut clues = [0; CELLS];
                        clues[cell] = byte - b'0';
                        assert_eq!(from_clues(&clues), board);
                    }
                    b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' => {
                        assert_eq!(read(&line), Some(from_clues(&[0; CELLS])));
                    }
                    _ => assert_eq!(read(&line), None),
                }
            }
        }
    }

    #[test]
    fn digits_come_back() {
        let mut line = [0; CELLS];
        for (cell, byte) in line.iter_mut().enumerate() {
            *byte = b'1' + (cell * 7 % 9) as u8;
        }
        assert_eq!(digits(&read(&line).unwrap()).map(|d| d + b'0'), line);
    }
}
