//! The search that builds a diagram. It can pause before any node.

use super::diagram::{Diagram, EMPTY, NONE};
use super::table::{Known, Table};
use crate::bit_cover::matrix::Matrix;
use crate::bit_cover::weigh::{Rows, Weighed};
use crate::support::silent::Silent;
use crate::support::simd::{Vector, Work};
use coverlab_model::{Flow, Observer, Stop};

/// A diagram in progress.
pub(crate) struct Building<'a> {
    matrix: &'a Matrix,
    rows: Rows,
    /// The primary items of each option as a bit set.
    members: Vec<u64>,
    /// The number of words of a state (the set of covered items, then the row of live options), and of its
    /// key.
    state: usize,
    key: usize,
    states: Vec<u64>,
    untried: Vec<u64>,
    levels: Vec<Level>,
    covered: Vec<u32>,
    depth: usize,
    /// Branches of nodes that are not yet stored.
    pending: Vec<(u32, u32)>,
    table: Table,
    pub(crate) diagram: Diagram,
    /// The number of nodes so far.
    pub(crate) nodes: u64,
    /// The number of look-ups of states, and of successful ones.
    asked: u64,
    known: u64,
}

/// The search, up to `until` nodes.
pub(crate) struct Build<'a, 'b, 'c> {
    pub(crate) building: &'b mut Building<'a>,
    /// Whether to branch on the item with the fewest options rather than on the first.
    pub(crate) fewest: bool,
    pub(crate) most_bytes: usize,
    pub(crate) until: u64,
    pub(crate) observer: &'b mut Silent<'c>,
}

/// The data of a level, except its state.
#[derive(Clone, Copy, Default)]
struct Level {
    option: u32,
    /// The start of its branches in `pending`.
    first: u32,
    index: u32,
    of: u32,
    /// The nodes so far, including this one, of a search that stores no states.
    tree: f64,
}

impl<'a> Building<'a> {
    /// Creates an empty diagram. If the covered items do not determine the live options, keys of states
    /// contain both.
    pub(crate) fn new(matrix: &'a Matrix, keyed_by_options: bool) -> Building<'a> {
        let (words, set) = (matrix.words, matrix.primary.div_ceil(64));
        let (state, depths) = (set + words, matrix.primary + 1);
        let key = if keyed_by_options { state } else { set };
        let mut states = vec![0; depths * state];
        states[set..state].copy_from_slice(&matrix.all());
        Building {
            matrix,
            rows: Rows::new(matrix),
            members: members(matrix),
            state,
            key,
            states,
            untried: vec![0; depths * words],
            levels: vec![Level::default(); depths],
            covered: vec![0; depths],
            depth: 0,
            pending: Vec::new(),
            table: Table::new(key),
            diagram: Diagram::new(),
            nodes: 0,
            asked: 0,
            known: 0,
        }
    }

    /// The estimated total number of nodes, from the share of branches taken, as if the reuse of states
    /// stayed the same. `None` until a path from the root has ended.
    pub(crate) fn promise(&self) -> Option<f64> {
        if self.nodes <= self.depth as u64 {
            return None;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for level in self.levels[..self.depth].iter().filter(|level| level.of > 0) {
            share /= f64::from(level.of);
            done += share * f64::from(level.index.saturating_sub(1));
        }
        Some(self.nodes as f64 / (done + share / 2.0))
    }

    /// The number of nodes of a search that stores no states, relative to the nodes so far.
    pub(crate) fn gain(&self) -> f64 {
        let trees: f64 = self.levels[..self.depth.max(1)].iter().map(|level| level.tree).sum();
        trees / self.nodes.max(1) as f64
    }

    /// The share of successful look-ups of states.
    pub(crate) fn reuse(&self) -> f64 {
        self.known as f64 / self.asked.max(1) as f64
    }

    /// Enters the state of this level. Returns its node if that is known or needs no branches.
    #[inline(always)]
    fn enter<V: Vector>(&mut self, fewest: bool) -> Option<Known> {
        let (matrix, depth) = (self.matrix, self.depth);
        let leaf = |node| Some(Known { node, tree: 1.0 });
        if self.covered[depth] as usize == matrix.primary {
            return leaf(EMPTY);
        }
        let here = &self.states[depth * self.state..][..self.state];
        let (covered, alive) = here.split_at(self.state - matrix.words);
        let mut found = self.rows.weigh::<V>(alive);
        if found.none > self.covered[depth] {
            return leaf(NONE);
        }
        // Instead of a forced state, the single state below it is stored.
        if found.size > 1 {
            self.asked += 1;
            if let Some(known) = self.table.get(&here[..self.key]) {
                self.known += 1;
                return Some(known);
            }
            if !fewest {
                found = first(matrix, covered, alive);
            }
        }
        let row = &matrix.items[found.item * matrix.words..][..matrix.words];
        let untried = self.untried[depth * matrix.words..].iter_mut().zip(alive).zip(row);
        untried.for_each(|((untried, alive), row)| *untried = alive & row);
        let (first, of) = (self.pending.len() as u32, found.size);
        self.levels[depth] = Level { option: 0, first, index: 0, of, tree: 1.0 };
        None
    }

    /// Chooses the next option of this level, or of the lowest one above that has another to try; the nodes
    /// of the levels between are finished. `known` is the node of this level, if it has no branches. Returns
    /// false if the diagram is complete.
    #[inline(always)]
    fn next_option(
        &mut self,
        mut known: Option<Known>,
        most_bytes: usize,
        observer: &mut Silent<'_>,
    ) -> Result<bool, Stop> {
        loop {
            if let Some(Known { node, tree }) = known {
                if self.depth == 0 {
                    self.diagram.root = node;
                    return Ok(false);
                }
                self.depth -= 1;
                let level = &mut self.levels[self.depth];
                level.tree += f64::from(tree);
                if node != NONE {
                    self.pending.push((level.option, node));
                }
            }
            let level = &mut self.levels[self.depth];
            let row = &mut self.untried[self.depth * self.matrix.words..][..self.matrix.words];
            if let Some(word) = row.iter().position(|w| *w != 0) {
                level.option = (word * 64) as u32 + row[word].trailing_zeros();
                row[word] &= row[word] - 1;
                observer.branch(self.depth, level.index as usize, level.of as usize);
                level.index += 1;
                return Ok(true);
            }
            known = Some(self.finish(most_bytes)?);
        }
    }

    /// Makes the node of this level from its branches, and stores it if the level had a choice.
    #[inline(always)]
    fn finish(&mut self, most_bytes: usize) -> Result<Known, Stop> {
        let level = &self.levels[self.depth];
        let node = self.diagram.add(&self.pending[level.first as usize..]);
        let made = Known { node, tree: level.tree as f32 };
        self.pending.truncate(level.first as usize);
        if level.of > 1 {
            let full = self.diagram.is_full() || self.table.is_full();
            if full || self.diagram.bytes() + self.table.bytes() > most_bytes {
                return Err(Stop::Memory);
            }
            self.table.insert(&self.states[self.depth * self.state..][..self.key], made);
        }
        Ok(made)
    }

    /// Goes to the state below the option chosen at this level.
    #[inline(always)]
    fn descend(&mut self) {
        let (matrix, depth, state) = (self.matrix, self.depth, self.state);
        let (words, set) = (matrix.words, state - matrix.words);
        let option = self.levels[depth].option as usize;
        let (above, below) = self.states.split_at_mut((depth + 1) * state);
        let (above, below) = (&above[depth * state..], &mut below[..state]);
        for (k, below) in below[..set].iter_mut().enumerate() {
            *below = above[k] | self.members[option * set + k];
        }
        let conflicts = &matrix.conflicts[option * words..][..words];
        for ((below, above), conflicts) in below[set..].iter_mut().zip(&above[set..]).zip(conflicts) {
            *below = above & !conflicts;
        }
        self.covered[depth + 1] = self.covered[depth] + matrix.widths[option];
        self.depth += 1;
    }
}

impl Work for Build<'_, '_, '_> {
    /// Whether the diagram is complete.
    type Output = Result<bool, Stop>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Result<bool, Stop> {
        let Build { building, fewest, most_bytes, until, observer } = self;
        while building.nodes < until {
            building.nodes += 1;
            if let Flow::Break(stop) = observer.node(building.depth) {
                return Err(stop);
            }
            let known = building.enter::<V>(fewest);
            if !building.next_option(known, most_bytes, observer)? {
                return Ok(true);
            }
            building.descend();
        }
        Ok(false)
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
fn first(matrix: &Matrix, covered: &[u64], alive: &[u64]) -> Weighed {
    let word = covered.iter().position(|word| *word != u64::MAX).unwrap_or(0);
    let item = word * 64 + covered[word].trailing_ones() as usize;
    let row = &matrix.items[item * matrix.words..][..matrix.words];
    let size = row.iter().zip(alive).map(|(row, alive)| (row & alive).count_ones()).sum();
    Weighed { item, size, none: 0 }
}
