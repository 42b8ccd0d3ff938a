//! The search when a row of all options is a few words: everything of a level in registers or
//! in one line of cache.

use super::matrix::Matrix;
use crate::simd::Work;
use coverlab_model::{Cover, ExactCover, Flow, Observer};

/// Items are weighed eight at a time.
const LANES: usize = 8;

/// One search with rows of `W` words.
pub(super) struct Narrow<'a, const W: usize, O> {
    pub(super) matrix: &'a Matrix,
    pub(super) observer: &'a mut O,
}

/// What is left at one depth.
#[derive(Clone, Copy)]
struct Level<const W: usize> {
    /// Options that clash with none chosen.
    alive: [u64; W],
    /// Options of the item branched on that are still to be tried.
    untried: [u64; W],
    /// Primary items covered.
    covered: u64,
    /// The option tried now.
    chosen: u32,
    /// How many were tried before it.
    index: u32,
    /// How many there are.
    of: u32,
}

impl<const W: usize> Level<W> {
    fn new() -> Self {
        Level { alive: [0; W], untried: [0; W], covered: 0, chosen: 0, index: 0, of: 0 }
    }

    /// The next option to try, if there is one.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        for (w, word) in self.untried.iter_mut().enumerate() {
            if *word != 0 {
                let option = w * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                self.chosen = option as u32;
                return Some(option);
            }
        }
        None
    }
}

/// The masks of eight items, word by word.
type Chunk<const W: usize> = [[u64; LANES]; W];

/// The item with the fewest options alive, and how many it has less one. An item that is
/// covered has no option alive, as has one that is lost: there are lost ones if there are more
/// of these than `covered`.
#[inline(always)]
fn choose<const W: usize>(chunks: &[Chunk<W>], alive: &[u64; W], covered: u64) -> Option<(usize, u64)> {
    let mut best = [u64::MAX; LANES];
    let mut none = [0_u64; LANES];
    let mut item: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];
    for chunk in chunks {
        let mut count = [0_u64; LANES];
        for w in 0..W {
            for lane in 0..LANES {
                count[lane] += u64::from((chunk[w][lane] & alive[w]).count_ones());
            }
        }
        for lane in 0..LANES {
            // One less, so that no options at all is the greatest number.
            best[lane] = best[lane].min(count[lane].wrapping_sub(1) << 32 | item[lane]);
            none[lane] += u64::from(count[lane] == 0);
            item[lane] += LANES as u64;
        }
    }
    let best = best.into_iter().fold(u64::MAX, u64::min);
    let none: u64 = none.iter().sum();
    (none == covered).then_some((best as u32 as usize, best >> 32))
}

impl<const W: usize, O: Observer<ExactCover>> Narrow<'_, W, O> {
    fn row(rows: &[u64], index: usize) -> [u64; W] {
        rows[index * W..][..W].try_into().expect("a row of W words")
    }

    fn chunks(&self) -> Vec<Chunk<W>> {
        let mut chunks = vec![[[0; LANES]; W]; self.matrix.primary.div_ceil(LANES)];
        for item in 0..self.matrix.primary {
            for (w, word) in Self::row(&self.matrix.items, item).into_iter().enumerate() {
                chunks[item / LANES][w][item % LANES] = word;
            }
        }
        chunks
    }
}

impl<const W: usize, O: Observer<ExactCover>> Work for Narrow<'_, W, O> {
    type Output = Flow;

    #[inline(always)]
    fn run(self) -> Flow {
        let (matrix, observer) = (self.matrix, &mut *self.observer);
        let chunks = Narrow::<W, O> { matrix, observer }.chunks();
        let observer = self.observer;
        let items: Vec<[u64; W]> = (0..matrix.primary).map(|i| Self::row(&matrix.items, i)).collect();
        let conflicts: Vec<[u64; W]> =
            (0..matrix.ids.len()).map(|o| Self::row(&matrix.conflicts, o)).collect();
        // Lanes beyond the last item count as covered.
        let padding = (chunks.len() * LANES - matrix.primary) as u64;
        let complete = (chunks.len() * LANES) as u64;

        let mut levels = vec![Level::<W>::new(); matrix.primary + 1];
        levels[0].alive = Self::row(&matrix.all(), 0);
        levels[0].covered = padding;
        let mut depth = 0;
        loop {
            observer.node(depth)?;
            let level = &mut levels[depth];
            level.untried = [0; W];
            if level.covered == complete {
                observer.solution(|| {
                    Cover::new(levels[..depth].iter().map(|l| matrix.ids[l.chosen as usize]).collect())
                })?;
            } else if let Some((item, more)) = choose(&chunks, &level.alive, level.covered) {
                for w in 0..W {
                    level.untried[w] = level.alive[w] & items[item][w];
                }
                (level.index, level.of) = (0, more as u32 + 1);
            }
            let option = loop {
                let level = &mut levels[depth];
                if let Some(option) = level.next() {
                    observer.branch(depth, level.index as usize, level.of as usize);
                    level.index += 1;
                    break option;
                }
                if depth == 0 {
                    return Flow::Continue(());
                }
                depth -= 1;
            };
            let (above, below) = levels.split_at_mut(depth + 1);
            let (above, below) = (&above[depth], &mut below[0]);
            for w in 0..W {
                below.alive[w] = above.alive[w] & !conflicts[option][w];
            }
            below.covered = above.covered + u64::from(matrix.widths[option]);
            depth += 1;
        }
    }
}
