//! From characters or clues to a [`Board`], and back.
//!
//! A cell's three columns of its word are fields 10 bits apart, so one table per field turns a
//! character into its share of the word: 81 look-ups and as many disjunctions, of which the
//! processor does several at a time. What is no character of a puzzle sets the top bit, which
//! no field uses; whether there was one is asked once, at the end. A transposition in registers
//! would have to gather bytes nine apart first, and then store what is scattered to 27 rows all
//! the same.

use super::kernel::{Board, CELL, WORDS};

/// Cells of a board.
pub(super) const CELLS: usize = 81;
/// The mark of a character that is none of a puzzle's.
const BAD: u32 = 1 << 31;

/// By field and character.
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

/// The board of a line of characters, or the first index at which there is no puzzle's.
#[inline(always)]
pub(super) fn parse(line: &[u8; CELLS]) -> Result<Board, usize> {
    let mut board = [0; WORDS];
    let mut seen = 0;
    for (row, words) in line.as_chunks::<9>().0.iter().zip(board.as_chunks_mut::<3>().0) {
        for (k, word) in words.iter_mut().enumerate() {
            *word = SHARES[0][usize::from(row[k])]
                | SHARES[1][usize::from(row[k + 3])]
                | SHARES[2][usize::from(row[k + 6])];
            seen |= *word;
        }
    }
    if seen & BAD == 0 { Ok(board) } else { Err(first_bad(line).unwrap_or(CELLS)) }
}

/// The first index at which there is no puzzle's character.
#[inline(always)]
pub(crate) fn first_bad(line: &[u8; CELLS]) -> Option<usize> {
    let seen = line.iter().fold(0, |seen, &byte| seen | SHARES[0][usize::from(byte)]);
    if seen & BAD == 0 { None } else { line.iter().position(|&byte| SHARES[0][usize::from(byte)] & BAD != 0) }
}

/// The board of clues, 0 for an empty cell.
#[inline(always)]
pub(super) fn from_clues(clues: &[u8; CELLS]) -> Board {
    // As characters they are in the table already.
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
    write_digits(board, &mut digits, 1);
    digits
}

/// Writes them where they are to stand, the digit 1 as the byte `one`.
#[inline(always)]
pub(super) fn write_digits(board: &Board, digits: &mut [u8; CELLS], one: u8) {
    for (row, words) in digits.as_chunks_mut::<9>().0.iter_mut().zip(board.as_chunks::<3>().0) {
        for (k, word) in words.iter().enumerate() {
            for stack in 0..3 {
                // The guard bit above the cell, lest the others be counted.
                let cell = word >> (10 * stack) | 1 << 9;
                row[3 * stack + k] = cell.trailing_zeros() as u8 + one;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_in_every_place_is_read_or_named() {
        for cell in 0..CELLS {
            for byte in 0..=u8::MAX {
                let mut line = [b'.'; CELLS];
                line[cell] = byte;
                match byte {
                    b'1'..=b'9' => {
                        let board = parse(&line).unwrap();
                        assert!((0..CELLS).all(|c| {
                            candidates(&board, c) == if c == cell { 1 << (byte - b'1') } else { CELL }
                        }));
                        let mut clues = [0; CELLS];
                        clues[cell] = byte - b'0';
                        assert_eq!(from_clues(&clues), board);
                    }
                    b'.' | b'0' | b'_' | b'*' | b'-' | b'x' | b'X' => {
                        assert_eq!(parse(&line), Ok(from_clues(&[0; CELLS])));
                    }
                    _ => assert_eq!(parse(&line), Err(cell)),
                }
            }
        }
    }

    #[test]
    fn the_first_of_two_bad_characters_is_named() {
        let mut line = [b'7'; CELLS];
        (line[80], line[13]) = (b'?', b'A');
        assert_eq!(parse(&line), Err(13));
    }

    #[test]
    fn digits_come_back() {
        let mut line = [0; CELLS];
        for (cell, byte) in line.iter_mut().enumerate() {
            *byte = b'1' + (cell * 7 % 9) as u8;
        }
        assert_eq!(digits(&parse(&line).unwrap()).map(|d| d + b'0'), line);
    }
}
