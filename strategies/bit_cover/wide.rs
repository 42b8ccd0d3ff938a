//! The search when a row of all options is many words.
//!
//! Deep in a search most words of the row of options alive are zero, and most items covered.
//! Both are left out: a level lists its words that are not zero, and items are weighed in
//! blocks of 32, of which one whose items are all covered is passed over. A block with a lost
//! item ends the look at once, and the block that ended the last look is looked at first: it
//! is beside the option just tried as a rule, and so it is for the next one.

use super::matrix::Matrix;
use crate::simd::Work;
use coverlab_model::{Cover, ExactCover, Flow, Observer};

const LANES: usize = 8;
const CHUNKS: usize = 4;
/// Items in a block.
pub(super) const BLOCK: usize = LANES * CHUNKS;

/// The masks of a block's items in one word of the row.
type Masks = [[u64; LANES]; CHUNKS];

/// One search with rows of any length.
pub(super) struct Wide<'a, O> {
    pub(super) matrix: &'a Matrix,
    pub(super) observer: &'a mut O,
}

/// What a level remembers besides its rows.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The item branched on.
    item: u32,
    /// The option tried now.
    chosen: u32,
    /// How many were tried before it.
    index: u32,
    /// How many there are.
    of: u32,
    /// The word in which the next option is looked for.
    word: u32,
    /// How many words of `alive` are not zero.
    nonzero: u32,
    /// Primary items covered.
    covered: u32,
}

/// The rows of every level.
struct Rows {
    words: usize,
    blocks: usize,
    /// Options that clash with none chosen.
    alive: Vec<u64>,
    /// Options of the item branched on, not yet tried, in the word `Level::word`.
    untried: Vec<u64>,
    /// The words of `alive` that are not zero.
    nonzero: Vec<u16>,
    /// Bit sets of covered items, a block each.
    covered: Vec<u32>,
}

/// The masks of every block, word by word, and the items of every option.
struct Blocks {
    masks: Vec<Masks>,
    items: Vec<u32>,
}

impl Blocks {
    fn new(matrix: &Matrix) -> Blocks {
        let (words, blocks) = (matrix.words, matrix.primary.div_ceil(BLOCK));
        let mut masks = vec![[[0; LANES]; CHUNKS]; blocks * words];
        let mut items = vec![0; matrix.ids.len() * blocks];
        for item in 0..matrix.primary {
            let (block, place) = (item / BLOCK, item % BLOCK);
            for w in 0..words {
                let mut word = matrix.items[item * words + w];
                masks[block * words + w][place / LANES][place % LANES] = word;
                while word != 0 {
                    let option = w * 64 + word.trailing_zeros() as usize;
                    items[option * blocks + block] |= 1 << place;
                    word &= word - 1;
                }
            }
        }
        Blocks { masks, items }
    }
}

/// The item of this block with the fewest options, and how many it has less one, as one number
/// that compares; `None` if an item is lost.
#[inline(always)]
fn weigh(masks: &[Masks], alive: &[u64], nonzero: &[u16], covered: u32) -> Option<u64> {
    let mut count = [[0_u64; LANES]; CHUNKS];
    for &w in nonzero {
        let (masks, alive) = (&masks[w as usize], alive[w as usize]);
        for chunk in 0..CHUNKS {
            for lane in 0..LANES {
                count[chunk][lane] += u64::from((masks[chunk][lane] & alive).count_ones());
            }
        }
    }
    let mut best = [u64::MAX; LANES];
    let mut none = [0_u64; LANES];
    let mut item: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
    for count in &count {
        for lane in 0..LANES {
            best[lane] = best[lane].min(count[lane].wrapping_sub(1) << 32 | item[lane]);
            none[lane] += u64::from(count[lane] == 0);
            item[lane] += LANES as u64;
        }
    }
    let best = best.into_iter().fold(u64::MAX, u64::min);
    let none: u64 = none.iter().sum();
    (none == u64::from(covered.count_ones())).then_some(best)
}

impl<O: Observer<ExactCover>> Work for Wide<'_, O> {
    type Output = Flow;

    #[inline(always)]
    fn run(self) -> Flow {
        let Wide { matrix, observer } = self;
        let (words, blocks) = (matrix.words, matrix.primary.div_ceil(BLOCK));
        let tables = Blocks::new(matrix);
        let depths = matrix.primary + 1;
        let mut rows = Rows {
            words,
            blocks,
            alive: vec![0; depths * words],
            untried: vec![0; depths],
            nonzero: vec![0; depths * words],
            covered: vec![0; depths * blocks],
        };
        let mut levels = vec![Level::default(); depths];
        rows.alive[..words].copy_from_slice(&matrix.all());
        levels[0].nonzero = list(&rows.alive[..words], &mut rows.nonzero[..words]);
        if !matrix.primary.is_multiple_of(BLOCK) {
            rows.covered[blocks - 1] = u32::MAX << (matrix.primary % BLOCK);
        }
        let mut killer = 0;
        let mut depth = 0;
        loop {
            observer.node(depth)?;
            let level = &mut levels[depth];
            level.word = words as u32;
            rows.untried[depth] = 0;
            if level.covered as usize == matrix.primary {
                observer.solution(|| {
                    Cover::new(levels[..depth].iter().map(|l| matrix.ids[l.chosen as usize]).collect())
                })?;
            } else if let Some((item, more)) = rows.choose(&tables, depth, level.nonzero, &mut killer) {
                (level.item, level.index, level.of) = (item, 0, more + 1);
                level.word = 0;
                rows.untried[depth] = rows.alive[depth * words] & matrix.items[item as usize * words];
            }
            let option = loop {
                if let Some(option) = rows.next(matrix, &mut levels[depth], depth) {
                    break option;
                }
                if depth == 0 {
                    return Flow::Continue(());
                }
                depth -= 1;
            };
            let level = &mut levels[depth];
            observer.branch(depth, level.index as usize, level.of as usize);
            level.index += 1;
            let covered = level.covered + matrix.widths[option];
            depth += 1;
            levels[depth].covered = covered;
            levels[depth].nonzero = rows.cover(matrix, &tables, depth, option);
        }
    }
}

/// Lists the words of `row` that are not zero; returns how many.
#[inline(always)]
fn list(row: &[u64], nonzero: &mut [u16]) -> u32 {
    let mut count = 0;
    for (w, &word) in row.iter().enumerate() {
        nonzero[count] = w as u16;
        count += usize::from(word != 0);
    }
    count as u32
}

impl Rows {
    /// The next option to try at this depth.
    #[inline(always)]
    fn next(&mut self, matrix: &Matrix, level: &mut Level, depth: usize) -> Option<usize> {
        let mut word = level.word as usize;
        while self.untried[depth] == 0 {
            word += 1;
            if word >= self.words {
                return None;
            }
            self.untried[depth] =
                self.alive[depth * self.words + word] & matrix.items[level.item as usize * self.words + word];
        }
        let option = word * 64 + self.untried[depth].trailing_zeros() as usize;
        self.untried[depth] &= self.untried[depth] - 1;
        level.word = word as u32;
        level.chosen = option as u32;
        Some(option)
    }

    /// Fills the rows of `depth` with what `option` leaves of those above; returns how many of
    /// its words are not zero.
    #[inline(always)]
    fn cover(&mut self, matrix: &Matrix, tables: &Blocks, depth: usize, option: usize) -> u32 {
        let (words, blocks) = (self.words, self.blocks);
        let (above, below) = self.alive.split_at_mut(depth * words);
        let above = &above[(depth - 1) * words..];
        let below = &mut below[..words];
        let conflicts = &matrix.conflicts[option * words..][..words];
        for ((below, above), conflicts) in below.iter_mut().zip(above).zip(conflicts) {
            *below = above & !conflicts;
        }
        for block in 0..blocks {
            self.covered[depth * blocks + block] =
                self.covered[(depth - 1) * blocks + block] | tables.items[option * blocks + block];
        }
        list(below, &mut self.nonzero[depth * words..][..words])
    }

    /// The item with the fewest options, and how many it has less one; `None` if one has none.
    #[inline(always)]
    fn choose(&self, tables: &Blocks, depth: usize, nonzero: u32, killer: &mut usize) -> Option<(u32, u32)> {
        let (words, blocks) = (self.words, self.blocks);
        let alive = &self.alive[depth * words..][..words];
        let nonzero = &self.nonzero[depth * words..][..nonzero as usize];
        let covered = &self.covered[depth * blocks..][..blocks];
        let first = *killer;
        let mut best = u64::MAX;
        for turn in 0..blocks {
            let block = if turn == 0 {
                first
            } else if turn <= first {
                turn - 1
            } else {
                turn
            };
            if covered[block] == u32::MAX {
                continue;
            }
            let Some(key) = weigh(&tables.masks[block * words..][..words], alive, nonzero, covered[block])
            else {
                *killer = block;
                return None;
            };
            best = best.min(key + (block * BLOCK) as u64);
        }
        Some((best as u32, (best >> 32) as u32))
    }
}
