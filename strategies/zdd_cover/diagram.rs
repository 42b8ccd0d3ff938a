//! The diagram of all covers.

use coverlab_model::Natural;
use std::ops::Range;

/// The node without covers.
pub(super) const NONE: u32 = 0;
/// The node with the empty cover.
pub(super) const EMPTY: u32 = 1;

/// All covers, as paths from the root to [`EMPTY`].
pub(crate) struct Diagram {
    /// By node, the start of its branches; they end at the start of the next node's.
    starts: Vec<u32>,
    /// An option, and the node below it.
    branches: Vec<(u32, u32)>,
    /// The number of covers of each node, saturating.
    counts: Vec<u128>,
    pub(super) root: u32,
}

impl Diagram {
    pub(super) fn new() -> Diagram {
        Diagram { starts: vec![0, 0, 0], branches: Vec::new(), counts: vec![0, 1], root: NONE }
    }

    pub(super) fn bytes(&self) -> usize {
        self.starts.capacity() * 4 + self.branches.capacity() * 8 + self.counts.capacity() * 16
    }

    /// Whether the 32-bit numbers of branches are running out. The search checks this only when it stores a
    /// state, so half of the numbers are a reserve.
    pub(super) fn is_full(&self) -> bool {
        self.branches.len() > u32::MAX as usize / 2
    }

    /// The branches of a node.
    fn range(&self, node: u32) -> Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    pub(super) fn add(&mut self, branches: &[(u32, u32)]) -> u32 {
        if branches.is_empty() {
            return NONE;
        }
        self.branches.extend_from_slice(branches);
        self.starts.push(self.branches.len() as u32);
        let count = branches.iter().fold(0, |sum: u128, b| sum.saturating_add(self.counts[b.1 as usize]));
        self.counts.push(count);
        self.counts.len() as u32 - 1
    }

    /// The number of covers, saturating.
    pub(crate) fn count(&self) -> u128 {
        self.counts[self.root as usize]
    }

    /// The exact number of covers. Nodes below a node have lower numbers.
    pub(crate) fn exact_count(&self) -> Natural {
        if self.count() < u128::MAX {
            return self.count().into();
        }
        let mut counts = vec![Natural::default(), Natural::from(1_u64)];
        for node in 2..self.counts.len() as u32 {
            let mut sum = Natural::default();
            self.branches[self.range(node)].iter().for_each(|&(_, below)| sum += &counts[below as usize]);
            counts.push(sum);
        }
        counts.swap_remove(self.root as usize)
    }
}

/// A cover of a diagram. The next one in the order of the diagram shares most of its path.
pub(super) struct Walk<'a> {
    diagram: &'a Diagram,
    /// From the root, the branch taken at each node and those after it.
    levels: Vec<Range<usize>>,
}

impl<'a> Walk<'a> {
    /// A walk that has no cover yet.
    pub(super) fn new(diagram: &'a Diagram) -> Walk<'a> {
        Walk { diagram, levels: Vec::new() }
    }

    /// Goes to cover number `index`.
    pub(super) fn seek(&mut self, index: u128) {
        self.levels.clear();
        self.descend(self.diagram.root, index);
    }

    /// Goes to the next cover, which exists.
    pub(super) fn advance(&mut self) {
        while let Some(mut level) = self.levels.pop() {
            level.start += 1;
            if !level.is_empty() {
                let below = self.diagram.branches[level.start].1;
                self.levels.push(level);
                return self.descend(below, 0);
            }
        }
    }

    /// Goes from `node` to its cover number `index`.
    fn descend(&mut self, mut node: u32, mut index: u128) {
        let Diagram { branches, counts, .. } = self.diagram;
        while node != EMPTY {
            let mut level = self.diagram.range(node);
            node = branches[level.start].1;
            while index >= counts[node as usize] {
                index -= counts[node as usize];
                level.start += 1;
                node = branches[level.start].1;
            }
            self.levels.push(level);
        }
    }

    /// Whether the walk has no cover yet, or the empty one.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The options of the cover, in the order of the diagram.
    pub(super) fn options(&self) -> impl Iterator<Item = u32> {
        self.levels.iter().map(|level| self.diagram.branches[level.start].0)
    }
}
