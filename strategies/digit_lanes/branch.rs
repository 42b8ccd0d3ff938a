//! The choice of [`bands`](crate::bands), from what [`configurations`](super::kernel) says.

/// A choice: what goes from one lane of one band on either side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub band: usize,
    pub digit: usize,
    /// What goes if the digit is in its place.
    pub there: u32,
    /// What goes if it is elsewhere.
    pub elsewhere: u32,
}

const ROWS: u32 = 1 | 1 << 10 | 1 << 20;

/// Where the configurations of line `line` stand in a word.
const fn mask(line: usize) -> u32 {
    if line < 3 { 0x1ff << (10 * line) } else { (7 | 7 << 10) << (3 * (line - 3)) }
}

/// The choice on an open board at rest; `words[line / 3][digit]` are the configurations.
#[inline(always)]
pub(super) fn choose(words: [&[u32]; 2]) -> Branch {
    let mut best = u32::MAX;
    for line in 0..6 {
        let mut left = 0;
        for word in &words[line / 3][..9] {
            left += (word & mask(line)).count_ones();
        }
        best = if left > 9 { best.min(left << 3 | line as u32) } else { best };
    }
    debug_assert_ne!(best, u32::MAX, "an open board at rest, every line of which is decided");
    let line = (best & 7) as usize % 6;
    let mut fewest = u32::MAX;
    for (digit, word) in words[line / 3][..9].iter().enumerate() {
        let left = (word & mask(line)).count_ones();
        let key = left.min(4) << 4 | digit as u32;
        fewest = if left >= 2 { fewest.min(key) } else { fewest };
    }
    let digit = (fewest & 15) as usize % 9;
    let left = words[line / 3][digit] & mask(line);
    let used = if line < 3 {
        let both = (left | left >> 1) >> (10 * line);
        both & 1 | both >> 2 & 2 | both >> 4 & 4
    } else {
        (left | left >> 10) >> (3 * (line - 3)) & 7
    };
    // The first row with a choice, and the first place in it.
    let first = used.trailing_zeros();
    let (row, place) = if used & used.wrapping_sub(1) != 0 { (0, first) } else { (1, u32::from(first == 0)) };
    if line < 3 {
        let minirow = 7 << (10 * row + 3 * place);
        Branch { band: line, digit, there: 0x1ff << (10 * row) & !minirow, elsewhere: minirow }
    } else {
        let stack = 3 * (line as u32 - 3);
        let column = (1 << (stack + place)) * ROWS;
        Branch { band: row as usize, digit, there: ((7 << stack) * ROWS) & !column, elsewhere: column }
    }
}
