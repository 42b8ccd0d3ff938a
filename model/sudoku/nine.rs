//! A fast check of 9x9 boards. It only accepts or rejects a board; for a rejected one, the full referee finds
//! the errors and their places.

#[cfg(target_arch = "x86_64")]
mod avx2;

/// Whether the line `grid` solves the line `puzzle`. Both have 81 characters in row-major order. Each
/// character of `grid` must be a digit from 1 to 9; any other byte in `puzzle` is an empty cell.
///
/// The verdict equals that of [`verify`](crate::Problem::verify) on the puzzle and the grid.
pub fn solves_line(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    solves::<b'1'>(puzzle, grid)
}

/// Whether `cells` solve the puzzle `clues`, where 0 is an empty cell.
pub(super) fn solves_nine(clues: &[u8], cells: &[u8]) -> bool {
    let (Ok(clues), Ok(cells)) = (clues.try_into(), cells.try_into()) else { return false };
    solves::<1>(clues, cells)
}

/// Whether `grid` agrees with `puzzle` and every house has all nine digits, where the byte `ONE` represents
/// the digit 1. Uses vector instructions if the processor has them.
fn solves<const ONE: u8>(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the required instructions, as checked above.
        return unsafe { avx2::solves::<ONE>(puzzle, grid) };
    }
    solves_anywhere::<ONE>(puzzle, grid)
}

/// The portable implementation of [`solves`].
fn solves_anywhere<const ONE: u8>(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
    // Without an early exit the compiler vectorizes this loop.
    let differs =
        |(&clue, &digit): (&u8, &u8)| u8::from(clue.wrapping_sub(ONE) < 9) & u8::from(clue != digit);
    let kept = puzzle.iter().zip(grid).fold(0, |seen, pair| seen | differs(pair)) == 0;
    kept && is_complete::<ONE>(grid)
}

/// The bit of each of the nine digits, in one of three fields of a word.
struct Bits<const ONE: u8>;

impl<const ONE: u8> Bits<ONE> {
    const FIELD: u32 = 0b1_1111_1111;
    /// By field and byte; `ONE` represents the digit 1. Bytes that are not digits have no bit.
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

/// Whether every house of a filled board has all digits, where the byte `ONE` represents the digit 1. This
/// check runs on every answer of every experiment. A word holds the digits of three adjacent cells, one bit
/// each. A house with nine distinct valid digits is correct.
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

/// Whether a house of a 9x9 board contains a digit twice; 0 is an empty cell. This check runs on every puzzle
/// that is read. The digits seen in a row, column or box are a bit set; a digit that is already in the set is
/// a clash.
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
    const EMPTY: &[u8; 81] = &[b'.'; 81];

    /// The verdict of a naive check, house by house.
    fn naive_verdict(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
        let house = |cell: &dyn Fn(usize) -> usize| {
            let mut digits: Vec<u8> = (0..9).map(|k| grid[cell(k)]).collect();
            digits.sort_unstable();
            digits == b"123456789"
        };
        let right = (0..9).all(|n| {
            let corner = n / 3 * 27 + n % 3 * 3;
            house(&|k| 9 * n + k) && house(&|k| 9 * k + n) && house(&|k| corner + k / 3 * 9 + k % 3)
        });
        right && puzzle.iter().zip(grid).all(|(clue, digit)| !(b'1'..=b'9').contains(clue) || clue == digit)
    }

    /// The verdicts of both implementations. Without vector instructions, both are the portable one.
    fn verdicts<const ONE: u8>(puzzle: &[u8; 81], grid: &[u8; 81]) -> [bool; 2] {
        [solves::<ONE>(puzzle, grid), solves_anywhere::<ONE>(puzzle, grid)]
    }

    /// Checks that all implementations agree, and returns their verdict.
    #[track_caller]
    fn verdict(puzzle: &[u8; 81], grid: &[u8; 81]) -> bool {
        let right = naive_verdict(puzzle, grid);
        let say = || format!("{} of {}", String::from_utf8_lossy(grid), String::from_utf8_lossy(puzzle));
        assert!(verdicts::<b'1'>(puzzle, grid).iter().all(|&verdict| verdict == right), "{}", say());
        let number = |byte: &u8| if (b'1'..=b'9').contains(byte) { byte - b'0' } else { 0 };
        let (clues, cells) = (puzzle.each_ref().map(number), grid.each_ref().map(number));
        assert!(verdicts::<1>(&clues, &cells).iter().all(|&verdict| verdict == right), "{}", say());
        right
    }

    /// A puzzle with every third cell as a clue.
    fn puzzle() -> [u8; 81] {
        std::array::from_fn(|cell| if cell % 3 == 1 { SOLVED[cell] } else { b'.' })
    }

    #[test]
    fn the_full_referee_agrees() {
        let digits =
            |line: &[u8; 81]| line.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
        for puzzle in [*EMPTY, puzzle(), *SOLVED] {
            for cell in 0..81 {
                for byte in 0..=u8::MAX {
                    let mut grid = *SOLVED;
                    grid[cell] = byte;
                    let sudoku = Sudoku::new(Shape::NINE, &digits(&puzzle)).unwrap();
                    let referee = sudoku.verify(&Grid::new(Shape::NINE, &digits(&grid)).unwrap());
                    assert_eq!(solves_line(&puzzle, &grid), referee.is_ok(), "{cell} {byte:#04x}");
                }
            }
        }
    }

    #[test]
    fn any_byte_in_any_cell_of_the_grid_or_the_puzzle() {
        for cell in 0..81 {
            for byte in 0..=u8::MAX {
                let mut grid = *SOLVED;
                grid[cell] = byte;
                assert_eq!(verdict(EMPTY, &grid), byte == SOLVED[cell], "{cell} {byte:#04x}");
                let mut puzzle = puzzle();
                puzzle[cell] = byte;
                let is_clue = (b'1'..=b'9').contains(&byte);
                assert_eq!(verdict(&puzzle, SOLVED), !is_clue || byte == SOLVED[cell], "{cell} {byte:#04x}");
            }
        }
    }

    #[test]
    fn two_wrong_cells_wherever_they_are() {
        for one in 0..81 {
            for other in 0..one {
                let mut grid = *SOLVED;
                grid.swap(one, other);
                assert_eq!(verdict(EMPTY, &grid), SOLVED[one] == SOLVED[other]);
                // Two swapped digits, so that every digit still occurs nine times.
                for (first, second) in [(b'9', b'1'), (b'8', b'9'), (b'4', b'4'), (0, b'9'), (b':', b'9')] {
                    let mut grid = *SOLVED;
                    (grid[one], grid[other]) = (first, second);
                    assert_eq!(verdict(EMPTY, &grid), grid == *SOLVED);
                }
            }
        }
    }

    #[test]
    fn houses_that_change_places() {
        let cell = |kind, house: usize, k: usize| match kind {
            0 => 9 * house + k,
            1 => 9 * k + house,
            _ => house / 3 * 27 + house % 3 * 3 + k / 3 * 9 + k % 3,
        };
        let (mut right, mut wrong) = (0, 0);
        for kind in 0..3 {
            for (one, other) in (0..9).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let mut grid = *SOLVED;
                (0..9).for_each(|k| grid.swap(cell(kind, one, k), cell(kind, other, k)));
                let verdict = verdict(EMPTY, &grid);
                assert_eq!(verdict, kind < 2 && one / 3 == other / 3, "{kind} {one} {other}");
                (right, wrong) = (right + usize::from(verdict), wrong + usize::from(!verdict));
            }
        }
        assert_eq!((right, wrong), (18, 90));
        // Every row and every column has all digits, but no box has.
        let shifted = std::array::from_fn(|cell| b'1' + ((cell / 9 + cell) % 9) as u8);
        assert!(!verdict(EMPTY, &shifted));
        // A single digit per row, column or box.
        for kind in 0..3 {
            let mut grid = [b'9'; 81];
            assert!(!verdict(EMPTY, &grid));
            (0..81).for_each(|k| grid[cell(kind, k / 9, k % 9)] = b'1' + (k % 9) as u8);
            assert!(!verdict(EMPTY, &grid));
        }
    }

    #[test]
    fn digits_that_change_places() {
        // Each digit takes each place of a house, so that each of its bits is tested.
        for turn in 0..9 {
            let turned = |byte: &u8| b'1' + (byte - b'1' + turn) % 9;
            let grid = SOLVED.each_ref().map(turned);
            assert!(verdict(EMPTY, &grid));
            assert_eq!(verdict(&puzzle(), &grid), turn == 0);
            for digit in b'1'..=b'9' {
                // The digit replaces another one in the whole board.
                let other = b'1' + (digit - b'1' + 4) % 9;
                let flat = grid.map(|byte| if byte == other { digit } else { byte });
                assert!(!verdict(EMPTY, &flat));
            }
        }
    }
}
