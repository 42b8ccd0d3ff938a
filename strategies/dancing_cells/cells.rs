//! The sparse sets, and the operations on them.

use super::Level;
use crate::support::option_order::OptionOrder;
use coverlab_model::{Color, ExactCover, OptionId};

/// The primary item that can no longer be covered.
pub(super) struct Dead(pub(super) u32);

/// An item's set.
#[derive(Clone, Copy, Default)]
pub(super) struct Item {
    /// Where it begins in the array of sets.
    pub(super) base: u32,
    /// The number of its options that are alive.
    pub(super) size: u32,
    /// The item's position in its active list.
    place: u32,
}

/// An entry of an option, or the spacer after an option.
#[derive(Clone, Copy)]
struct Node {
    /// Its item. In a spacer: [`SPACER`] plus the length of the option before it.
    item: u32,
    /// Its position in the sets. In a spacer: the number of the option before it.
    place: u32,
}

const SPACER: u32 = 1 << 31;

/// The data of a search.
#[derive(Default)]
pub(crate) struct Cells {
    nodes: Vec<Node>,
    /// The color of each node; empty if the instance has none.
    colors: Vec<Color>,
    /// The sets of nodes, item after item; in each, the live nodes first.
    sets: Vec<u32>,
    pub(super) items: Vec<Item>,
    /// Primary items, the active ones first, then secondary items likewise.
    pub(super) list: Vec<u32>,
    /// The numbers of active primary and secondary items.
    pub(super) active: [u32; 2],
    primary: u32,
    /// Items known to have a single option left.
    pub(super) forced: Vec<u32>,
    /// Stack of saved sizes: item and size.
    saved: Vec<(u32, u32)>,
    pub(super) levels: Vec<Level>,
    /// By primary item, one more than the number of times it could not be covered.
    pub(super) weights: Vec<u32>,
    /// State of the generator that breaks ties.
    pub(super) random: u64,
}

impl Cells {
    /// Loads `problem` with its options in this order. Options without primary items are left out. `false` if
    /// the instance has more entries than node numbers.
    pub(super) fn load(&mut self, problem: &ExactCover, order: OptionOrder, seed: u64) -> bool {
        if u32::try_from(problem.entries() + problem.options()).is_err() {
            return false;
        }
        let (items, primary) = (problem.items(), problem.primary());
        self.primary = primary as u32;
        self.random = seed;
        self.items.clear();
        self.items.resize(items, Item::default());
        self.nodes.clear();
        self.colors.clear();
        let usable = |o: &OptionId| problem.option(*o).iter().any(|e| (e.0 as usize) < primary);
        let colors = problem.has_colors();
        self.nodes.reserve(problem.entries() + problem.options());
        for option in order.of(problem.options(), seed).filter(usable) {
            for &(item, color) in problem.option(option) {
                let size = &mut self.items[item as usize].size;
                self.nodes.push(Node { item, place: *size });
                *size += 1;
                self.colors.extend(colors.then_some(color));
            }
            self.nodes.push(Node { item: SPACER | problem.option(option).len() as u32, place: option });
            self.colors.extend(colors.then_some(0));
        }
        let mut base = 0;
        for item in &mut self.items {
            item.base = base;
            base += item.size;
        }
        self.sets.clear();
        self.sets.resize(base as usize, 0);
        for (number, node) in (0_u32..).zip(&mut self.nodes) {
            if node.item < SPACER {
                node.place += self.items[node.item as usize].base;
                self.sets[node.place as usize] = number;
            }
        }
        self.list.clear();
        self.list.extend(0..items as u32);
        for (place, item) in (0..).zip(&mut self.items) {
            item.place = place;
        }
        self.weights.clear();
        self.weights.resize(primary, 1);
        self.levels.clear();
        self.levels.resize(primary + 1, Level::default());
        self.saved.clear();
        self.forced.clear();
        self.active = [self.primary, items as u32 - self.primary];
        true
    }

    /// Increases the weight of the primary item `lost`, which caused a dead end.
    #[inline(always)]
    pub(super) fn weigh(&mut self, lost: u32) {
        let weight = &mut self.weights[lost as usize];
        *weight = weight.saturating_add(1);
    }

    /// Restores the state after loading, except the weights.
    pub(super) fn reset(&mut self) {
        let items = self.items.len();
        let ends: Vec<u32> =
            self.items.iter().skip(1).map(|i| i.base).chain([self.sets.len() as u32]).collect();
        for (item, end) in self.items.iter_mut().zip(ends) {
            item.size = end - item.base;
        }
        self.active = [self.primary, items as u32 - self.primary];
        self.forced.clear();
        self.saved.clear();
    }

    /// The number of the option that `node` belongs to.
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        let spacer = self.nodes[node as usize..].iter().find(|n| n.item >= SPACER);
        spacer.expect("a spacer ends every option").place
    }

    /// The number of the option at this position of the sets.
    pub(super) fn option_at(&self, place: u32) -> OptionId {
        self.option_of(self.sets[place as usize])
    }

    /// Whether an item was active when these were the numbers of active items of each kind.
    #[inline(always)]
    fn is_active(&self, item: u32, place: u32, active: [u32; 2]) -> bool {
        place < if item < self.primary { active[0] } else { self.primary + active[1] }
    }

    /// Removes an active item from its list.
    #[inline(always)]
    fn deactivate<const SECONDARY: bool>(&mut self, item: u32) {
        let kind = usize::from(SECONDARY && item >= self.primary);
        self.active[kind] -= 1;
        let last = self.active[kind] + if kind == 1 { self.primary } else { 0 };
        let place = self.items[item as usize].place;
        let other = self.list[last as usize];
        self.list[last as usize] = item;
        self.list[place as usize] = other;
        self.items[other as usize].place = place;
        self.items[item as usize].place = last;
    }

    /// Makes `item` the branching item of `depth`; returns the number of updates.
    #[inline(always)]
    pub(super) fn branch<const SECONDARY: bool>(&mut self, depth: usize, item: u32, forced: bool) -> u64 {
        self.deactivate::<SECONDARY>(item);
        let (updates, _) = self.hide::<false, SECONDARY, false>(item, 0, self.active);
        let Item { base, size, .. } = self.items[item as usize];
        let from = if depth == 0 { 0 } else { self.levels[depth - 1].saved.1 };
        self.saved.truncate(from as usize);
        if !forced {
            let [primary, secondary] = self.active;
            for range in [0..primary, self.primary..self.primary + secondary] {
                let (list, items) = (&self.list[range.start as usize..range.end as usize], &self.items);
                self.saved.extend(list.iter().map(|&item| (item, items[item as usize].size)));
            }
        }
        let saved = (from, self.saved.len() as u32);
        let (next, end, active) = (base, base + size, self.active);
        self.levels[depth] = Level { item, next, end, chosen: 0, saved, active };
        updates + 1
    }

    /// Restores the options that were alive when the item of `depth` was chosen.
    #[inline(always)]
    pub(super) fn restore(&mut self, depth: usize) {
        let Level { saved, active, .. } = self.levels[depth];
        self.active = active;
        for &(item, size) in &self.saved[saved.0 as usize..saved.1 as usize] {
            self.items[item as usize].size = size;
        }
    }

    /// Takes the option whose node is at `place` in the sets: deactivates its other items and hides the
    /// options that conflict with it. Returns the number of updates, and the item that lost its last option,
    /// if any.
    #[inline(always)]
    pub(super) fn take<const COLORS: bool, const SECONDARY: bool>(
        &mut self,
        depth: usize,
        place: u32,
    ) -> (u64, Option<Dead>) {
        let chosen = self.sets[place as usize];
        self.levels[depth].chosen = chosen;
        let outer = self.active;
        let mut updates = 0;
        let mut at = chosen + 1;
        while at != chosen {
            let item = self.nodes[at as usize].item;
            if item >= SPACER {
                at -= item - SPACER;
                continue;
            }
            // All primary items of an option that is alive are active.
            if !SECONDARY || self.is_active(item, self.items[item as usize].place, self.active) {
                self.deactivate::<SECONDARY>(item);
                updates += 1;
            }
            at += 1;
        }
        at = chosen + 1;
        while at != chosen {
            let item = self.nodes[at as usize].item;
            if item >= SPACER {
                at -= item - SPACER;
                continue;
            }
            // A secondary item whose color was already fixed has no conflicting option left.
            if !SECONDARY
                || item < self.primary
                || self.is_active(item, self.items[item as usize].place, outer)
            {
                let color = if COLORS { self.colors[at as usize] } else { 0 };
                let (hidden, dead) = self.hide::<COLORS, SECONDARY, true>(item, color, outer);
                updates += hidden;
                if dead.is_some() {
                    self.forced.clear();
                    return (updates, dead);
                }
            }
            at += 1;
        }
        (updates, None)
    }

    /// Hides the options of `item`, except those with this `color`, from the sets of all their other items
    /// that were active at `outer`. With `CHECK`, stops at an uncovered item that loses its last option, and
    /// records items with a single option left.
    #[inline(always)]
    fn hide<const COLORS: bool, const SECONDARY: bool, const CHECK: bool>(
        &mut self,
        item: u32,
        color: Color,
        outer: [u32; 2],
    ) -> (u64, Option<Dead>) {
        let Item { base, size, .. } = self.items[item as usize];
        let (nodes, sets, items) = (&mut self.nodes[..], &mut self.sets[..], &mut self.items[..]);
        let limits = [outer[0], self.primary + outer[1]];
        let mut updates = 0;
        for k in base..base + size {
            let hidden = sets[k as usize];
            if COLORS && color != 0 && self.colors[hidden as usize] == color {
                continue;
            }
            let mut at = hidden + 1;
            while at != hidden {
                let node = nodes[at as usize];
                if node.item >= SPACER {
                    at -= node.item - SPACER;
                    continue;
                }
                let other = &mut items[node.item as usize];
                let secondary = SECONDARY && node.item >= self.primary;
                if other.place < if secondary { limits[1] } else { limits[0] } {
                    let left = other.size - 1;
                    if CHECK && left <= 1 && !secondary && other.place < self.active[0] {
                        if left == 0 {
                            return (updates, Some(Dead(node.item)));
                        }
                        self.forced.push(node.item);
                    }
                    other.size = left;
                    let last = other.base + left;
                    let moved = sets[last as usize];
                    sets[last as usize] = at;
                    sets[node.place as usize] = moved;
                    nodes[at as usize].place = last;
                    nodes[moved as usize].place = node.place;
                    updates += 1;
                }
                at += 1;
            }
        }
        (updates, None)
    }

    /// Whether a primary item is not yet covered.
    #[inline(always)]
    pub(super) fn is_open(&self, item: u32) -> bool {
        self.items[item as usize].place < self.active[0]
    }
}
