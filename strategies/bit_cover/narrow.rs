//! The search for up to 512 options, with a row of all options in registers.
//!
//! A node here takes some hundred cycles, nearly all of them latency: the counts, their minimum, the row of
//! that item and the row of its option each depend on the previous result. So the search evaluates all
//! options of an item in sequence before it goes deeper. The evaluations are independent, so the processor
//! can overlap them, and it need not predict which options are dead ends. Nodes that are not dead ends are
//! pushed on a stack.

use super::matrix::Matrix;
use super::row::Row;
use crate::support::simd::{LANES, Lanes, Vector, Work};
use coverlab_model::step::CoverStep;
use coverlab_model::{Cover, ExactCover, Flow, Observer};
use std::marker::PhantomData;

/// A search over `W` words of 32 options, in rows of type `R`.
pub(super) struct Narrow<'a, R, const W: usize, O> {
    matrix: &'a Matrix,
    /// Whether all forced items are covered in one step.
    all: bool,
    observer: &'a mut O,
    row: PhantomData<R>,
}

impl<'a, R, const W: usize, O> Narrow<'a, R, W, O> {
    pub(super) fn new(matrix: &'a Matrix, all: bool, observer: &'a mut O) -> Self {
        Narrow { matrix, all, observer, row: PhantomData }
    }
}

/// A node that was evaluated and is not a dead end.
#[derive(Clone, Copy, Default)]
struct Node<R> {
    /// The options without conflict with the chosen ones.
    alive: R,
    /// The item to branch on, and its number of options.
    item: u32,
    size: u32,
    /// The number of covered primary items.
    covered: u32,
    depth: u32,
    /// The option chosen last, its index among its siblings, and the number of siblings.
    option: u32,
    index: u32,
    of: u32,
}

/// The masks of sixteen items, word by word.
type Chunk<const W: usize> = [Lanes; W];

/// Returns the item with the fewest live options, its number of options minus one, and the number of items
/// without options: the covered items, and those that can no longer be covered. Calls `forced` with the items
/// of each chunk of sixteen that have a single option.
#[inline(always)]
fn weigh<V: Vector, R: Row, const W: usize>(
    chunks: &[Chunk<W>],
    alive: &R,
    mut forced: impl FnMut(usize, u32),
) -> (u32, u32, u32) {
    let mut best = V::splat(u32::MAX);
    let mut none = 0;
    let mut item = V::load(&FIRST_ITEMS);
    for (k, chunk) in chunks.iter().enumerate() {
        let mut count = V::splat(0);
        for (half, masks) in chunk.iter().enumerate() {
            count = count.add(V::load(masks).and(V::splat(alive.half(half))).count_ones());
        }
        none += count.zeros();
        forced(k, count.ones());
        best = best.min(count.shift().add(item));
        item = item.add(V::splat(LANES as u32));
    }
    let best = best.least();
    (best & 0xffff, best >> 16, none)
}

/// The numbers of the first sixteen items, with minus one in the upper half: adding a count of zero options
/// gives the greatest count.
pub(super) const FIRST_ITEMS: Lanes = {
    let mut lanes = [0_u32; LANES];
    let mut lane = 0;
    while lane < LANES {
        lanes[lane] = (lane as u32).wrapping_sub(1 << 16);
        lane += 1;
    }
    Lanes(lanes)
};

/// An option's conflicts, and its number of primary items.
#[derive(Clone, Copy)]
struct Choice<R> {
    conflicts: R,
    width: u32,
}

/// The instance in the layout of the search.
struct Tables<R, const W: usize> {
    items: Vec<R>,
    chunks: Vec<Chunk<W>>,
    choices: Vec<Choice<R>>,
    /// The number of covered items in a solution; lanes beyond the last item count as covered.
    complete: u32,
}

impl<R: Row, const W: usize> Tables<R, W> {
    fn new(matrix: &Matrix) -> Self {
        let items: Vec<R> = (0..matrix.primary).map(|i| R::new(&matrix.items, matrix.words, i)).collect();
        let mut chunks = vec![[Lanes::default(); W]; items.len().div_ceil(LANES)];
        for (k, item) in items.iter().enumerate() {
            for (half, lanes) in chunks[k / LANES].iter_mut().enumerate() {
                lanes.0[k % LANES] = item.half(half);
            }
        }
        let choice =
            |o| Choice { conflicts: R::new(&matrix.conflicts, matrix.words, o), width: matrix.widths[o] };
        let complete = (chunks.len() * LANES) as u32;
        Tables { items, chunks, choices: (0..matrix.ids.len()).map(choice).collect(), complete }
    }

    /// Evaluates a node; false if it is a dead end.
    #[inline(always)]
    fn look<V: Vector>(&self, alive: R, covered: u32, forced: impl FnMut(usize, u32)) -> (Node<R>, bool) {
        if covered == self.complete {
            return (Node { covered, ..Node::default() }, true);
        }
        let (item, more, none) = weigh::<V, R, W>(&self.chunks, &alive, forced);
        (Node { alive, item, size: more.wrapping_add(1), covered, ..Node::default() }, none == covered)
    }

    /// Chooses the only option of an item, unless an option chosen just before covers the item or conflicts
    /// with its option, which makes the node a dead end. Returns the new depth.
    #[inline(always)]
    fn force<V: Vector>(&self, node: &mut Node<R>, item: usize, chosen: &mut [u32], depth: usize) -> usize {
        let Some(option) = node.alive.and::<V>(&self.items[item]).first::<V>() else { return depth };
        let Choice { conflicts, width } = &self.choices[option as usize];
        node.alive = node.alive.without::<V>(conflicts);
        node.covered += width;
        chosen[depth] = option;
        depth + 1
    }
}

impl<R: Row, const W: usize, O: Observer<ExactCover>> Work for Narrow<'_, R, W, O> {
    type Output = Flow;

    #[inline(always)]
    fn run<V: Vector>(self) -> Flow {
        let Narrow { matrix, all, observer, .. } = self;
        let tables = &Tables::<R, W>::new(matrix);
        let Tables { items, choices, complete, .. } = tables;
        let mut chosen = vec![0_u32; matrix.primary];
        let mut stack = vec![Node::default(); 64];
        let mut forced = vec![0; tables.chunks.len().max(1)];

        observer.node(0)?;
        let covered = complete - matrix.primary as u32;
        let (root, lives) = tables.look::<V>(R::new(&matrix.all(), matrix.words, 0), covered, |_, _| ());
        if observer.watches() && !lives {
            matrix.report_starved(&[], observer);
        }
        // The number of chosen options that were reported as taken, if the observer watches steps.
        let mut taken = 0;
        stack[0] = root;
        let mut top = usize::from(lives);
        while top > 0 {
            top -= 1;
            let mut node = stack[top];
            let mut depth = node.depth as usize;
            if depth > 0 {
                if observer.watches() {
                    matrix.report_given_back(&chosen[depth - 1..taken], observer);
                }
                chosen[depth - 1] = node.option;
                if observer.watches() {
                    matrix.report_taken(&chosen[..depth], observer);
                }
                observer.branch(depth - 1, node.index as usize, node.of as usize);
            }
            // A node from the stack records one forced item; later rounds find all of them. An instance
            // without primary items has none to force.
            if all && !forced.is_empty() {
                forced.fill(0);
                forced[node.item as usize / LANES] = 1 << (node.item as usize % LANES);
            }
            let mut lives = true;
            while lives && node.size == 1 && node.covered != *complete {
                if all {
                    for (k, &items) in forced.iter().enumerate() {
                        let mut items: u32 = items;
                        while items != 0 {
                            let item = k * LANES + items.trailing_zeros() as usize;
                            items &= items - 1;
                            let before = depth;
                            depth = tables.force::<V>(&mut node, item, &mut chosen, depth);
                            if observer.watches() && depth > before {
                                matrix.report_forced(item as u32, &chosen[..depth], observer);
                            }
                        }
                    }
                } else {
                    let item = node.item as usize;
                    depth = tables.force::<V>(&mut node, item, &mut chosen, depth);
                    if observer.watches() {
                        matrix.report_forced(item as u32, &chosen[..depth], observer);
                    }
                }
                observer.node(depth)?;
                (node, lives) = if all {
                    tables.look::<V>(node.alive, node.covered, |k, items| forced[k] = items)
                } else {
                    tables.look::<V>(node.alive, node.covered, |_, _| ())
                };
            }
            taken = depth;
            if !lives {
                if observer.watches() {
                    matrix.report_starved(&chosen[..depth], observer);
                }
                continue;
            }
            if node.covered == *complete {
                observer.solution(|| {
                    Cover::new(chosen[..depth].iter().map(|&o| matrix.ids[o as usize]).collect())
                })?;
                continue;
            }
            let mut untried = node.alive.and::<V>(&items[node.item as usize]).rest::<V>();
            let of = node.size;
            if stack.len() < top + of as usize {
                stack.resize(top + of as usize + 64, Node::default());
            }
            observer.step(|| CoverStep::Select { item: node.item, options: of as usize });
            // Push the last option first, so that the first is on top.
            for index in (0..of).rev() {
                let option = R::last(&mut untried);
                if observer.watches() {
                    chosen[depth] = option;
                    matrix.report_taken(&chosen[..=depth], observer);
                }
                observer.node(depth + 1)?;
                let Choice { conflicts, width } = &choices[option as usize];
                let alive = node.alive.without::<V>(conflicts);
                let (child, lives) = tables.look::<V>(alive, node.covered + width, |_, _| ());
                if observer.watches() {
                    if !lives {
                        matrix.report_starved(&chosen[..=depth], observer);
                    }
                    matrix.report_given_back(&chosen[depth..=depth], observer);
                }
                stack[top] = Node { depth: depth as u32 + 1, option, index, of, ..child };
                top += usize::from(lives);
            }
        }
        Flow::Continue(())
    }
}
