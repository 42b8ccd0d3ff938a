//! The referee's first look at boards of 9x9: right or not, at the speed at which they are found.
//! What is wrong with a board, and where, is the business of the referee proper.

/// Whether the line `grid` is a solution of the line `puzzle`: 81 characters each, row after row,
/// of which all in `grid` must be digits from 1 to 9; what is no such digit in `puzzle` is an empty cell.
///
/// It says what [`verify`](crate::Problem::verify) says of the puzzle and the grid.
pub fn solves_line(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    // No early end: so the compiler takes many cells at a time.
    let differs =
        |(&clue, &digit): (&u8, &u8)| u8::from(clue.wrapping_sub(b'1') < 9) & u8::from(clue != digit);
    let kept = puzzle.iter().zip(grid).fold(0, |seen, pair| seen | differs(pair)) == 0;
    kept && is_complete::<b'1'>(grid)
}

/// Whether `cells` solve a puzzle of `clues`, 0 for an empty cell.
pub(super) fn solves_nine(clues: &[u8], cells: &[u8]) -> bool {
    let Ok(whole) = cells.try_into() else { return false };
    let differs = |(&clue, &digit): (&u8, &u8)| u8::from(clue != 0) & u8::from(clue != digit);
    clues.iter().zip(cells).fold(0, |seen, pair| seen | differs(pair)) == 0 && is_complete::<1>(whole)
}

/// The bits of nine digits, in one of three fields of a word.
struct Bits<const ONE: u8>;

impl<const ONE: u8> Bits<ONE> {
    const FIELD: u32 = 0b1_1111_1111;
    /// By field and byte, the digit 1 being `ONE`. What is no digit has none of the bits.
    const OF: &'static [[u32; 256]; 3] = &{
        let mut bits = [[0; 256]; 3];
        let mut k = 0;
        while k < 27 {
            bits[k / 9][ONE as usize + k % 9] = 1 << (10 * (k / 9) + k % 9);
            k += 1;
        }
        bits
    };
}

/// Whether every house of a filled board has all digits, that of the byte `ONE` being 1: every
/// answer of every experiment comes by here. A word has the digits of three cells side by side, a
/// bit each; a house is right when nine digits are seen in it, for then none is there twice and all
/// are digits.
fn is_complete<const ONE: u8>(cells: &[u8; 81]) -> bool {
    let seen = |word: u32| word | word >> 10 | word >> 20;
    let (mut columns, mut all) = ([0; 3], u32::MAX);
    for band in cells.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for line in band.as_chunks::<9>().0 {
            let mut row = 0;
            for stack in 0..3 {
                let bit = |k: usize| Bits::<ONE>::OF[k][usize::from(line[3 * stack + k])];
                let word = bit(0) | bit(1) | bit(2);
                columns[stack] |= word;
                boxes[stack] |= word;
                row |= word;
            }
            all &= seen(row);
        }
        boxes.iter().for_each(|&word| all &= seen(word));
    }
    columns.iter().for_each(|&word| all &= word & word >> 10 & word >> 20);
    all & Bits::<ONE>::FIELD == Bits::<ONE>::FIELD
}

/// Whether two equal digits, 0 being none, share a house of a 9x9 board: every puzzle that is read
/// comes by here. What was seen in a row, a column, a box is a set of bits, one a digit; a digit
/// that was seen already is a clash.
pub(super) fn clash_on_nine(cells: &[u8]) -> bool {
    let (mut columns, mut clashes) = ([0_u16; 9], 0);
    for band in cells.chunks_exact(27) {
        let mut boxes = [0_u16; 3];
        for line in band.chunks_exact(9) {
            let mut row = 0;
            for (column, &digit) in line.iter().enumerate() {
                let bit = (1_u16 << (digit & 15)) & !1;
                clashes |= bit & (row | columns[column] | boxes[column / 3]);
                row |= bit;
                columns[column] |= bit;
                boxes[column / 3] |= bit;
            }
        }
    }
    clashes != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Problem, Shape, Sudoku};

    const SOLVED: &[u8; 81] =
        b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    #[test]
    fn a_line_is_right_where_the_referee_says_so() {
        let digits =
            |line: &[u8; 81]| line.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
        let puzzles =
            [*b".................................................................................", *SOLVED];
        for puzzle in puzzles {
            for cell in 0..81 {
                for byte in 0..=u8::MAX {
                    let mut grid = *SOLVED;
                    grid[cell] = byte;
                    let sudoku = Sudoku::new(Shape::NINE, &digits(&puzzle)).unwrap();
                    let verdict = sudoku.verify(&Grid::new(Shape::NINE, &digits(&grid)).unwrap());
                    assert_eq!(solves_line(&puzzle, &grid), verdict.is_ok(), "{cell} {byte:#04x}");
                }
            }
        }
        // Two rows of a band, two digits of two rows: houses that only some of the checks see.
        for (one, other) in [(0, 9), (0, 40), (3, 70), (80, 8)] {
            let mut grid = *SOLVED;
            grid.swap(one, other);
            assert!(!solves_line(&puzzles[0], &grid), "{one} {other}");
        }
        let mut moved = *SOLVED;
        moved[..27].rotate_left(9);
        assert!(solves_line(&puzzles[0], &moved));
        moved[..36].rotate_left(9);
        assert!(!solves_line(&puzzles[0], &moved), "boxes are houses too");
    }
}
