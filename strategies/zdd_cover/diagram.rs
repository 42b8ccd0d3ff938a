//! The diagram of all covers, and the search that builds it.

use super::table::Table;
use crate::bit_cover::matrix::Matrix;
use crate::bit_cover::weigh::{Found, Rows};
use crate::support::simd::{Vector, Work};
use coverlab_model::{ExactCover, Flow, Natural, Observer, Stop};
use std::cell::Cell;

/// No cover at all.
const NONE: u32 = 0;
/// The empty cover.
const EMPTY: u32 = 1;

/// Every cover as a path from the root to [`EMPTY`].
pub(crate) struct Diagram {
    /// Where the branches of each node begin; they end where those of the next begin.
    starts: Vec<u32>,
    /// An option, and the node below it.
    branches: Vec<(u32, u32)>,
    /// How many covers each node has. Stays at the greatest number if there are more.
    counts: Vec<u128>,
    root: u32,
}

impl Diagram {
    fn new() -> Diagram {
        Diagram { starts: vec![0, 0, 0], branches: Vec::new(), counts: vec![0, 1], root: NONE }
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * 4 + self.branches.capacity() * 8 + self.counts.capacity() * 16
    }

    fn branches(&self, node: u32) -> &[(u32, u32)] {
        &self.branches[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    fn add(&mut self, branches: &[(u32, u32)]) -> u32 {
        if branches.is_empty() {
            return NONE;
        }
        self.branches.extend_from_slice(branches);
        self.starts.push(self.branches.len() as u32);
        let count = branches.iter().fold(0, |sum: u128, b| sum.saturating_add(self.counts[b.1 as usize]));
        self.counts.push(count);
        self.counts.len() as u32 - 1
    }

    /// The number of covers; the greatest one if there are more.
    pub(crate) fn count(&self) -> u128 {
        self.counts[self.root as usize]
    }

    /// The number of covers, of any size. The nodes below a node come before it.
    pub(super) fn exact_count(&self) -> Natural {
        if self.count() < u128::MAX {
            return self.count().into();
        }
        let mut counts = vec![Natural::default(), Natural::from(1_u64)];
        for node in 2..self.counts.len() as u32 {
            let mut sum = Natural::default();
            self.branches(node).iter().for_each(|&(_, below)| sum += &counts[below as usize]);
            counts.push(sum);
        }
        counts.swap_remove(self.root as usize)
    }

    /// The options of cover `index`, in the order of the diagram.
    pub(super) fn cover(&self, mut index: u128, path: &mut Vec<u32>) {
        path.clear();
        let mut node = self.root;
        while node != EMPTY {
            for &(option, below) in self.branches(node) {
                let count = self.counts[below as usize];
                if index < count {
                    path.push(option);
                    node = below;
                    break;
                }
                index -= count;
            }
        }
    }
}

/// How often a state was looked up, and how often it was known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reuse {
    pub(crate) asked: u64,
    pub(crate) known: u64,
}

impl Reuse {
    fn note<T>(self, state: &Option<T>) -> Reuse {
        Reuse { asked: self.asked + 1, known: self.known + u64::from(state.is_some()) }
    }
}

/// The search that builds a diagram.
pub(crate) struct Build<'a, O> {
    pub(crate) matrix: &'a Matrix,
    /// Whether the items covered do not say which options are alive.
    pub(crate) keyed_by_options: bool,
    /// Whether to branch on the item with the fewest options rather than on the first.
    pub(crate) fewest: bool,
    pub(crate) most_bytes: usize,
    /// Kept up to date.
    pub(crate) reuse: &'a Cell<Reuse>,
    pub(crate) observer: &'a mut O,
}

/// What a level remembers besides its state.
#[derive(Clone, Copy, Default)]
struct Level {
    option: u32,
    /// Where its branches begin among those not yet stored.
    first: u32,
    index: u32,
    of: u32,
}

impl<O: Observer<ExactCover>> Work for Build<'_, O> {
    type Output = Result<Diagram, Stop>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Result<Diagram, Stop> {
        let Build { matrix, keyed_by_options, fewest, most_bytes, reuse, observer } = self;
        let (words, set) = (matrix.words, matrix.primary.div_ceil(64));
        let members = members(matrix);
        let rows = Rows::new(matrix);
        // A state: the set of covered items, then the row of options alive.
        let state = set + words;
        let key = if keyed_by_options { state } else { set };
        let depths = matrix.primary + 1;
        let mut states = vec![0; depths * state];
        states[set..state].copy_from_slice(&matrix.all());
        let mut untried = vec![0; depths * words];
        let mut levels = vec![Level::default(); depths];
        let mut table = Table::new(key);
        let mut diagram = Diagram::new();
        let mut pending: Vec<(u32, u32)> = Vec::new();
        let mut covered = vec![0_u32; depths];
        let mut depth = 0;
        let stop = |flow: Flow| flow.break_value().map_or(Ok(()), Err);
        loop {
            // Enter the state at this depth: its node, if it is known or needs no branches.
            stop(observer.node(depth))?;
            let here = &states[depth * state..][..state];
            let (set_here, alive) = here.split_at(set);
            let mut node = (covered[depth] as usize == matrix.primary).then_some(EMPTY);
            if node.is_none() {
                let mut found = rows.weigh::<V>(alive);
                let lost = found.none > covered[depth];
                // A forced state has one state below it, which is the one to be remembered.
                let mut known = None;
                if !lost && found.size > 1 {
                    known = table.get(&here[..key]);
                    reuse.set(reuse.get().note(&known));
                }
                node = if lost { Some(NONE) } else { known };
                if node.is_none() {
                    if !fewest && found.size > 1 {
                        found = first(matrix, set_here, alive);
                    }
                    let row = &matrix.items[found.item * words..][..words];
                    let untried = untried[depth * words..].iter_mut().zip(alive).zip(row);
                    untried.for_each(|((untried, alive), row)| *untried = alive & row);
                    let (first, of) = (pending.len() as u32, found.size);
                    levels[depth] = Level { option: 0, first, index: 0, of };
                }
            }
            // Hand finished nodes up until a level has another option to try.
            loop {
                if let Some(node) = node {
                    if depth == 0 {
                        diagram.root = node;
                        return Ok(diagram);
                    }
                    depth -= 1;
                    if node != NONE {
                        pending.push((levels[depth].option, node));
                    }
                }
                let level = &mut levels[depth];
                let row = &mut untried[depth * words..][..words];
                if let Some(word) = row.iter().position(|w| *w != 0) {
                    level.option = (word * 64) as u32 + row[word].trailing_zeros();
                    row[word] &= row[word] - 1;
                    observer.branch(depth, level.index as usize, level.of as usize);
                    level.index += 1;
                    break;
                }
                let made = diagram.add(&pending[level.first as usize..]);
                pending.truncate(level.first as usize);
                if level.of > 1 {
                    if diagram.bytes() + table.bytes() > most_bytes {
                        return Err(Stop::Memory);
                    }
                    table.insert(&states[depth * state..][..key], made);
                }
                node = Some(made);
            }
            let option = levels[depth].option as usize;
            let (above, below) = states.split_at_mut((depth + 1) * state);
            let (above, below) = (&above[depth * state..], &mut below[..state]);
            for (k, below) in below[..set].iter_mut().enumerate() {
                *below = above[k] | members[option * set + k];
            }
            let conflicts = &matrix.conflicts[option * words..][..words];
            for ((below, above), conflicts) in below[set..].iter_mut().zip(&above[set..]).zip(conflicts) {
                *below = above & !conflicts;
            }
            covered[depth + 1] = covered[depth] + matrix.widths[option];
            depth += 1;
        }
    }
}

/// The primary items of each option as a bit set.
fn members(matrix: &Matrix) -> Vec<u64> {
    let set = matrix.primary.div_ceil(64);
    let mut members = vec![0; matrix.ids.len() * set];
    for item in 0..matrix.primary {
        for option in 0..matrix.ids.len() {
            let uses = matrix.items[item * matrix.words + option / 64] >> (option % 64) & 1;
            members[option * set + item / 64] |= uses << (item % 64);
        }
    }
    members
}

/// The first item that is not covered.
#[inline(always)]
fn first(matrix: &Matrix, covered: &[u64], alive: &[u64]) -> Found {
    let word = covered.iter().position(|word| *word != u64::MAX).unwrap_or(0);
    let item = word * 64 + covered[word].trailing_ones() as usize;
    let row = &matrix.items[item * matrix.words..][..matrix.words];
    let size = row.iter().zip(alive).map(|(row, alive)| (row & alive).count_ones()).sum();
    Found { item, size, none: 0 }
}
