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
use coverlab_model::{Cover, ExactCover, Flow, Observer, Step, Stop};
use std::marker::PhantomData;
use std::ops::ControlFlow;

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
}

impl<R: Row, const W: usize, O: Observer<ExactCover>> Work for Narrow<'_, R, W, O> {
    type Output = Flow;

    #[inline(always)]
    fn run<V: Vector>(self) -> Flow {
        let Narrow { matrix, all, observer, .. } = self;
        let tables = &Tables::<R, W>::new(matrix);
        let mut path = Path { matrix, chosen: vec![0; matrix.primary], depth: 0, observer };
        let mut forced = vec![0; tables.chunks.len().max(1)];

        path.observer.node(0)?;
        let covered = tables.complete - matrix.primary as u32;
        let (root, lives) = tables.look::<V>(R::new(&matrix.all(), matrix.words, 0), covered, |_, _| ());
        if !lives {
            path.report_starved();
        }
        let mut stack = vec![Node::default(); 64];
        stack[0] = root;
        let mut top = usize::from(lives);
        while top > 0 {
            top -= 1;
            let mut node = stack[top];
            path.enter(&node);
            let lives = if all {
                path.force_all::<V, R, W>(tables, &mut node, &mut forced)?
            } else {
                path.force_each::<V, R, W>(tables, &mut node)?
            };
            if !lives {
                path.report_starved();
            } else if node.covered == tables.complete {
                let chosen = &path.chosen[..path.depth];
                path.observer
                    .solution(|| Cover::new(chosen.iter().map(|&o| matrix.ids[o as usize]).collect()))?;
            } else {
                path.push_options::<V, R, W>(tables, &node, &mut stack, &mut top)?;
            }
        }
        Flow::Continue(())
    }
}

/// The options chosen for the current node. If the observer watches steps, they are reported as taken.
struct Path<'a, O> {
    matrix: &'a Matrix,
    chosen: Vec<u32>,
    depth: usize,
    observer: &'a mut O,
}

impl<O: Observer<ExactCover>> Path<'_, O> {
    /// Goes to a node from the stack.
    #[inline(always)]
    fn enter<R>(&mut self, node: &Node<R>) {
        let depth = node.depth as usize;
        if depth > 0 {
            if self.observer.watches() {
                self.matrix.report_given_back(&self.chosen[depth - 1..self.depth], self.observer);
            }
            self.chosen[depth - 1] = node.option;
            if self.observer.watches() {
                self.matrix.report_taken(&self.chosen[..depth], self.observer);
            }
            self.observer.branch(depth - 1, node.index as usize, node.of as usize);
        }
        self.depth = depth;
    }

    /// Covers an item with a single option at a time, as long as there is one; false if the node becomes a
    /// dead end.
    #[inline(always)]
    fn force_each<V: Vector, R: Row, const W: usize>(
        &mut self,
        tables: &Tables<R, W>,
        node: &mut Node<R>,
    ) -> ControlFlow<Stop, bool> {
        let mut lives = true;
        while lives && node.size == 1 && node.covered != tables.complete {
            self.force::<V, R, W>(tables, node, node.item as usize);
            self.observer.node(self.depth)?;
            (*node, lives) = tables.look::<V>(node.alive, node.covered, |_, _| ());
        }
        ControlFlow::Continue(lives)
    }

    /// Covers all items with a single option in one step, as long as there are any; false if the node
    /// becomes a dead end. `forced` is scratch space: a bit for each item of a chunk.
    #[inline(always)]
    fn force_all<V: Vector, R: Row, const W: usize>(
        &mut self,
        tables: &Tables<R, W>,
        node: &mut Node<R>,
        forced: &mut [u32],
    ) -> ControlFlow<Stop, bool> {
        // A node from the stack records one forced item; later rounds find all of them.
        forced.fill(0);
        forced[node.item as usize / LANES] = 1 << (node.item as usize % LANES);
        let mut lives = true;
        while lives && node.size == 1 && node.covered != tables.complete {
            for (k, &items) in forced.iter().enumerate() {
                let mut items: u32 = items;
                while items != 0 {
                    self.force::<V, R, W>(tables, node, k * LANES + items.trailing_zeros() as usize);
                    items &= items - 1;
                }
            }
            self.observer.node(self.depth)?;
            (*node, lives) = tables.look::<V>(node.alive, node.covered, |k, items| forced[k] = items);
        }
        ControlFlow::Continue(lives)
    }

    /// Chooses the only option of an item, unless an option chosen just before covers the item or conflicts
    /// with its option, which makes the node a dead end.
    #[inline(always)]
    fn force<V: Vector, R: Row, const W: usize>(
        &mut self,
        tables: &Tables<R, W>,
        node: &mut Node<R>,
        item: usize,
    ) {
        let Some(option) = node.alive.and::<V>(&tables.items[item]).first::<V>() else { return };
        let Choice { conflicts, width } = &tables.choices[option as usize];
        node.alive = node.alive.without::<V>(conflicts);
        node.covered += width;
        self.chosen[self.depth] = option;
        self.depth += 1;
        if self.observer.watches() {
            self.matrix.report_forced(item as u32, &self.chosen[..self.depth], self.observer);
        }
    }

    /// Evaluates the options of the node's item and pushes those that are not dead ends.
    #[inline(always)]
    fn push_options<V: Vector, R: Row, const W: usize>(
        &mut self,
        tables: &Tables<R, W>,
        node: &Node<R>,
        stack: &mut Vec<Node<R>>,
        top: &mut usize,
    ) -> Flow {
        let (depth, of) = (self.depth, node.size);
        if stack.len() < *top + of as usize {
            stack.resize(*top + of as usize + 64, Node::default());
        }
        self.observer.step(|| Step::Select { item: node.item, options: of as usize });
        let mut untried = node.alive.and::<V>(&tables.items[node.item as usize]).rest::<V>();
        // Push the last option first, so that the first is on top.
        for index in (0..of).rev() {
            let option = R::last(&mut untried);
            if self.observer.watches() {
                self.chosen[depth] = option;
                self.matrix.report_taken(&self.chosen[..=depth], self.observer);
            }
            self.observer.node(depth + 1)?;
            let Choice { conflicts, width } = &tables.choices[option as usize];
            let alive = node.alive.without::<V>(conflicts);
            let (child, lives) = tables.look::<V>(alive, node.covered + width, |_, _| ());
            if self.observer.watches() {
                if !lives {
                    self.matrix.report_starved(&self.chosen[..=depth], self.observer);
                }
                self.matrix.report_given_back(&self.chosen[depth..=depth], self.observer);
            }
            stack[*top] = Node { depth: depth as u32 + 1, option, index, of, ..child };
            *top += usize::from(lives);
        }
        Flow::Continue(())
    }

    fn report_starved(&mut self) {
        if self.observer.watches() {
            self.matrix.report_starved(&self.chosen[..self.depth], self.observer);
        }
    }
}
