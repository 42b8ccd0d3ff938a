//! The arrays of links, and the operations on them.

use crate::support::option_order::OptionOrder;
use coverlab_model::{Color, Cover, ExactCover, Item, Observer, OptionId, Step};

/// An entry of an option, the header of an item's list, or a spacer between options.
///
/// In a spacer, `item` is [`SPACER`] plus the number of the option before it, `up` is the first node of that
/// option, and `down` is the last node of the next option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) down: u32,
    pub(super) item: u32,
}

pub(super) const SPACER: u32 = 1 << 31;

/// An item's links in the list of items to cover, and its number of remaining options. A secondary item is
/// alone in a list of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) previous: u32,
    pub(super) next: u32,
    pub(super) size: u32,
}

/// Added to the size of a secondary item, which may run out of options without a dead end.
const NEVER_EMPTY: u32 = 1 << 31;

/// Memory reused between instances.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The headers of the items' lists by item, then the options with their spacers.
    pub(super) nodes: Vec<Node>,
    /// By item; the last one is the root of the list of items.
    pub(super) headers: Vec<Header>,
    /// By node; empty if the instance has no colors.
    pub(super) colors: Vec<Color>,
    /// The choice of each level.
    pub(super) chosen: Vec<Chosen>,
}

impl Scratch {
    /// C1. [Initialize.] Loads the options in this order. `false` if the instance has more entries than node
    /// numbers.
    pub(super) fn load(&mut self, cover: &ExactCover, order: OptionOrder, seed: u64) -> bool {
        let items = cover.items();
        let nodes = items + cover.entries() + cover.options() + 1;
        if nodes >= SPACER as usize {
            return false;
        }
        self.headers.clear();
        self.nodes.clear();
        self.nodes.reserve(nodes);
        let (primary, root) = (cover.primary() as u32, items as u32);
        for item in 0..root {
            let (previous, next) = match item {
                _ if item >= primary => (item, item),
                0 => (root, 1),
                _ => (item - 1, item + 1),
            };
            let next = if next == primary { root } else { next };
            let size = if item < primary { 0 } else { NEVER_EMPTY };
            self.headers.push(Header { previous, next, size });
            self.nodes.push(Node { up: item, down: item, item });
        }
        let (first, last) = if primary > 0 { (0, primary - 1) } else { (root, root) };
        self.headers.push(Header { previous: last, next: first, size: 0 });
        self.nodes.push(Node { up: 0, down: 0, item: SPACER });
        self.colors.clear();
        if cover.has_colors() {
            self.colors.resize(self.nodes.len(), 0);
        }
        for option in order.of(cover.options(), seed) {
            self.add(cover, option, primary);
        }
        self.chosen.clear();
        self.chosen.reserve(cover.primary());
        true
    }

    /// Appends an option. An option without primary items belongs to no cover and is left out.
    fn add(&mut self, cover: &ExactCover, option: OptionId, primary: u32) {
        let entries = cover.option(option);
        if entries.iter().all(|&(item, _)| item >= primary) {
            return;
        }
        let first = self.nodes.len() as u32;
        for (node, &(item, _)) in (first..).zip(entries) {
            let above = std::mem::replace(&mut self.nodes[item as usize].up, node);
            self.nodes[above as usize].down = node;
            self.nodes.push(Node { up: above, down: item, item });
            self.headers[item as usize].size += 1;
        }
        let spacer = self.nodes.len() as u32;
        self.nodes[first as usize - 1].down = spacer - 1;
        self.nodes.push(Node { up: first, down: 0, item: SPACER | option });
        if cover.has_colors() {
            self.colors.extend(entries.iter().map(|&(_, color)| color));
            self.colors.push(0);
        }
    }
}

/// The choice of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// The node by which the option covers the item.
    pub(super) node: u32,
    /// The number of the item's options that were tried before.
    pub(super) before: u32,
}

/// The links of one instance during a search.
pub(super) struct Links<'a> {
    pub(super) nodes: &'a mut [Node],
    pub(super) headers: &'a mut [Header],
    pub(super) colors: &'a mut [Color],
    pub(super) root: u32,
    /// The number of items to cover that have no option left.
    pub(super) starved: u32,
}

/// Replaces the color of a node whose item was purified with that color.
const PURE: Color = Color::MAX;

impl Links<'_> {
    /// Covers or purifies every other item of the option of `node`, from left to right.
    pub(super) fn take<const COLORS: bool>(
        &mut self,
        node: u32,
        observer: &mut impl Observer<ExactCover>,
    ) -> u64 {
        let mut updates = 0;
        let mut p = node + 1;
        while p != node {
            let Node { up, item, .. } = self.nodes[p as usize];
            if item >= SPACER {
                p = up;
                continue;
            }
            updates += match COLORS {
                true if self.colors[p as usize] == PURE => 0,
                true if self.colors[p as usize] != 0 => self.purify(p, observer),
                _ => self.cover::<COLORS>(item, observer),
            };
            p += 1;
        }
        updates
    }

    /// Undoes [`Self::take`], from right to left.
    pub(super) fn give_back<const COLORS: bool>(
        &mut self,
        node: u32,
        observer: &mut impl Observer<ExactCover>,
    ) {
        let mut p = node - 1;
        while p != node {
            let Node { down, item, .. } = self.nodes[p as usize];
            if item >= SPACER {
                p = down;
                continue;
            }
            match COLORS {
                true if self.colors[p as usize] == PURE => {}
                true if self.colors[p as usize] != 0 => self.unpurify(p, observer),
                _ => self.uncover::<COLORS>(item, observer),
            }
            p -= 1;
        }
    }

    /// Removes `item` from the list of items, and its options from all other lists.
    pub(super) fn cover<const COLORS: bool>(
        &mut self,
        item: u32,
        observer: &mut impl Observer<ExactCover>,
    ) -> u64 {
        observer.step(|| Step::Cover { item });
        let Header { previous, next, .. } = self.headers[item as usize];
        self.headers[previous as usize].next = next;
        self.headers[next as usize].previous = previous;
        self.starved -= u32::from(self.headers[item as usize].size == 0);
        let mut updates = 1;
        let mut p = self.nodes[item as usize].down;
        while p != item {
            updates += self.hide::<COLORS>(p, observer);
            p = self.nodes[p as usize].down;
        }
        updates
    }

    /// Undoes [`Self::cover`].
    pub(super) fn uncover<const COLORS: bool>(
        &mut self,
        item: u32,
        observer: &mut impl Observer<ExactCover>,
    ) {
        let mut p = self.nodes[item as usize].up;
        while p != item {
            self.unhide::<COLORS>(p, observer);
            p = self.nodes[p as usize].up;
        }
        self.starved += u32::from(self.headers[item as usize].size == 0);
        let Header { previous, next, .. } = self.headers[item as usize];
        self.headers[previous as usize].next = item;
        self.headers[next as usize].previous = item;
        observer.step(|| Step::Uncover { item });
    }

    /// Removes the option of `p` from the lists of its other items.
    #[inline(always)]
    fn hide<const COLORS: bool>(&mut self, p: u32, observer: &mut impl Observer<ExactCover>) -> u64 {
        // Separate slices tell the compiler that they do not overlap.
        let (nodes, headers, colors) = (&mut *self.nodes, &mut *self.headers, &*self.colors);
        let (mut updates, mut starved) = (0, 0);
        let mut q = p + 1;
        while q != p {
            let Node { up, down, item } = nodes[q as usize];
            if item >= SPACER {
                q = up;
                continue;
            }
            if !COLORS || colors[q as usize] != PURE {
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                let size = &mut headers[item as usize].size;
                *size -= 1;
                starved += u32::from(*size == 0);
                updates += 1;
                observer.step(|| Step::Hide { option: option_of(nodes, p), item });
            }
            q += 1;
        }
        self.starved += starved;
        updates
    }

    /// Undoes [`Self::hide`].
    #[inline(always)]
    fn unhide<const COLORS: bool>(&mut self, p: u32, observer: &mut impl Observer<ExactCover>) {
        let (nodes, headers, colors) = (&mut *self.nodes, &mut *self.headers, &*self.colors);
        let mut starved = 0;
        let mut q = p - 1;
        while q != p {
            let Node { up, down, item } = nodes[q as usize];
            if item >= SPACER {
                q = down;
                continue;
            }
            if !COLORS || colors[q as usize] != PURE {
                nodes[up as usize].down = q;
                nodes[down as usize].up = q;
                let size = &mut headers[item as usize].size;
                starved += u32::from(*size == 0);
                *size += 1;
                observer.step(|| Step::Unhide { option: option_of(nodes, p), item });
            }
            q -= 1;
        }
        self.starved -= starved;
    }

    /// Fixes the color of the item of `p`: marks the options that agree, hides the others.
    fn purify(&mut self, p: u32, observer: &mut impl Observer<ExactCover>) -> u64 {
        let (color, item) = (self.colors[p as usize], self.nodes[p as usize].item);
        let mut updates = 0;
        let mut q = self.nodes[item as usize].down;
        while q != item {
            if self.colors[q as usize] == color {
                self.colors[q as usize] = PURE;
            } else {
                updates += self.hide::<true>(q, observer);
            }
            q = self.nodes[q as usize].down;
        }
        updates
    }

    /// Undoes [`Self::purify`].
    fn unpurify(&mut self, p: u32, observer: &mut impl Observer<ExactCover>) {
        let (color, item) = (self.colors[p as usize], self.nodes[p as usize].item);
        let mut q = self.nodes[item as usize].up;
        while q != item {
            if self.colors[q as usize] == PURE {
                self.colors[q as usize] = color;
            } else {
                self.unhide::<true>(q, observer);
            }
            q = self.nodes[q as usize].up;
        }
    }

    /// The cover that consists of the options of the chosen nodes.
    pub(super) fn solution(&self, chosen: &[Chosen]) -> Cover {
        Cover::new(chosen.iter().map(|level| self.option(level.node)).collect())
    }

    /// The option of a node.
    pub(super) fn option(&self, node: u32) -> OptionId {
        option_of(self.nodes, node)
    }

    /// An item to cover that has no option left. The caller knows that one exists.
    pub(super) fn starved_item(&self) -> Item {
        self.left().find(|&(_, size)| size == 0).expect("a starved item").0
    }

    /// The step that chooses an item.
    pub(super) fn select(&self, item: Item) -> Step {
        Step::Select { item, options: self.headers[item as usize].size as usize }
    }

    /// The step that takes the option of a node.
    pub(super) fn taken(&self, depth: usize, node: u32) -> Step {
        Step::Take { depth, option: self.option(node) }
    }
}

/// The option of a node, read from the spacer that follows every option.
fn option_of(nodes: &[Node], node: u32) -> OptionId {
    let spacer = nodes[node as usize..].iter().find(|n| n.item >= SPACER);
    spacer.expect("a spacer ends every option").item - SPACER
}
