//! The search when a row of all options is a few words: what is left at a node is in registers.
//!
//! Rows are made of 32-bit words here, so that sixteen items are weighed at once.

use super::matrix::Matrix;
use crate::simd::{LANES, Lanes, Vector, Work};
use coverlab_model::{Cover, ExactCover, Flow, Observer};

/// One search with rows of `W` words of 32 bits.
pub(super) struct Narrow<'a, const W: usize, O> {
    pub(super) matrix: &'a Matrix,
    pub(super) observer: &'a mut O,
}

/// A node that has options left to try. One whose last option is being tried has nothing to
/// come back for, and is forgotten.
#[derive(Clone, Copy)]
struct Choice<const W: usize> {
    /// Options that clash with none chosen.
    alive: [u32; W],
    /// Those of the item branched on that are still to be tried.
    untried: [u32; W],
    /// Primary items covered.
    covered: u32,
    depth: u32,
    /// How many options were tried, and how many there are.
    index: u32,
    of: u32,
}

/// The masks of sixteen items, word by word.
type Chunk<const W: usize> = [Lanes; W];

/// The item with the fewest options alive, and how many it has less one. An item that is
/// covered has no option alive, as has one that is lost: there are lost ones if there are more
/// of these than `covered`.
#[inline(always)]
fn choose<V: Vector, const W: usize>(
    chunks: &[Chunk<W>],
    alive: &[u32; W],
    covered: u32,
) -> Option<(usize, u32)> {
    let alive = alive.map(V::splat);
    let mut best = V::splat(u32::MAX);
    let mut none = 0;
    let mut item = V::load(&FIRST);
    for chunk in chunks {
        let mut count = V::splat(0);
        for (masks, &alive) in chunk.iter().zip(&alive) {
            count = count.add(V::load(masks).and(alive).count_ones());
        }
        none += count.zeros();
        best = best.min(count.shift().add(item));
        item = item.add(V::splat(LANES as u32));
    }
    let best = best.least();
    (none == covered).then_some((best as usize & 0xffff, best >> 16))
}

/// The numbers of the first items, less one option: none at all is the greatest number then.
pub(super) const FIRST: Lanes = {
    let mut lanes = [0_u32; LANES];
    let mut lane = 0;
    while lane < LANES {
        lanes[lane] = (lane as u32).wrapping_sub(1 << 16);
        lane += 1;
    }
    Lanes(lanes)
};

/// Takes the first option out of a row that is not empty.
#[inline(always)]
fn take<const W: usize>(row: &mut [u32; W]) -> usize {
    let mut w = 0;
    while w + 1 < W && row[w] == 0 {
        w += 1;
    }
    let option = w * 32 + row[w].trailing_zeros() as usize;
    row[w] &= row[w].wrapping_sub(1);
    option
}

/// A row of 32-bit words.
fn row<const W: usize>(rows: &[u64], words: usize, index: usize) -> [u32; W] {
    let row = &rows[index * words..][..words];
    std::array::from_fn(|w| (row[w / 2] >> (w % 2 * 32)) as u32)
}

fn chunks<const W: usize>(items: &[[u32; W]]) -> Vec<Chunk<W>> {
    let mut chunks = vec![[Lanes::default(); W]; items.len().div_ceil(LANES)];
    for (k, item) in items.iter().enumerate() {
        for (lanes, &word) in chunks[k / LANES].iter_mut().zip(item) {
            lanes.0[k % LANES] = word;
        }
    }
    chunks
}

impl<const W: usize, O: Observer<ExactCover>> Work for Narrow<'_, W, O> {
    type Output = Flow;

    #[inline(always)]
    fn run<V: Vector>(self) -> Flow {
        let Narrow { matrix, observer } = self;
        let items: Vec<[u32; W]> = (0..matrix.primary).map(|i| row(&matrix.items, matrix.words, i)).collect();
        let conflicts: Vec<([u32; W], u32)> = (0..matrix.ids.len())
            .map(|o| (row(&matrix.conflicts, matrix.words, o), matrix.widths[o]))
            .collect();
        let chunks = chunks(&items);
        // Lanes beyond the last item count as covered.
        let complete = (chunks.len() * LANES) as u32;
        let mut covered = complete - matrix.primary as u32;
        let mut alive: [u32; W] = row(&matrix.all(), matrix.words, 0);
        let mut chosen = vec![0_u32; matrix.primary];
        let mut choices: Vec<Choice<W>> = Vec::with_capacity(matrix.primary);
        let mut depth = 0;
        loop {
            observer.node(depth)?;
            let mut option = None;
            if covered == complete {
                observer.solution(|| {
                    Cover::new(chosen[..depth].iter().map(|&o| matrix.ids[o as usize]).collect())
                })?;
            } else if let Some((item, more)) = choose::<V, W>(&chunks, &alive, covered) {
                let mut untried: [u32; W] = std::array::from_fn(|w| alive[w] & items[item][w]);
                let of = more + 1;
                observer.branch(depth, 0, of as usize);
                option = Some(take(&mut untried));
                if more > 0 {
                    choices.push(Choice { alive, untried, covered, depth: depth as u32, index: 1, of });
                }
            }
            let option = if let Some(option) = option {
                option
            } else {
                let Some(choice) = choices.last_mut() else { return Flow::Continue(()) };
                (alive, covered, depth) = (choice.alive, choice.covered, choice.depth as usize);
                observer.branch(depth, choice.index as usize, choice.of as usize);
                let option = take(&mut choice.untried);
                choice.index += 1;
                if choice.index == choice.of {
                    choices.pop();
                }
                option
            };
            chosen[depth] = option as u32;
            let (conflicts, width) = &conflicts[option];
            for (alive, conflicts) in alive.iter_mut().zip(conflicts) {
                *alive &= !conflicts;
            }
            covered += width;
            depth += 1;
        }
    }
}
