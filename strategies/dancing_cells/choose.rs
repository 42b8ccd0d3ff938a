//! The choice of the item to branch on.

use super::DancingCells;
use super::cells::{Cells, Item};
use crate::support::item_choice::{Heuristic, fewest_at_random, fewest_by_weight};

/// The next step of the search.
pub(super) enum Next {
    /// Every primary item is covered.
    Solution,
    /// This uncovered item has no option left.
    DeadEnd(u32),
    /// Branch on this item, which has options; true if it has a single one.
    Item(u32, bool),
}

impl DancingCells {
    /// Chooses the item to branch on.
    ///
    /// Hiding detects most items that lose their last option. It misses items all of whose options are
    /// options of the branching item. If that item has the fewest options, each of its options also covers
    /// those items. But `first` and `weighted` may branch on an item with more options, and leave such an
    /// item without any.
    #[inline(always)]
    pub(super) fn choose(&self, cells: &mut Cells) -> Next {
        if self.choice.heuristic == Heuristic::First {
            cells.forced.clear();
            return first(cells).map_or(Next::Solution, |item| next(cells, item, false));
        }
        if let Some(item) = next_forced(cells) {
            return next(cells, item, true);
        }
        let Cells { list, active, items, weights, random, .. } = &mut *cells;
        let open = &list[..active[0] as usize];
        let sizes = open.iter().map(|&item| (item, items[item as usize].size));
        let chosen = match (self.choice.heuristic, self.choice.ties_random) {
            (Heuristic::Weighted, at_random) => fewest_by_weight(sizes, weights, at_random.then_some(random)),
            (_, false) => fewest(open, items),
            (_, true) => fewest_at_random(sizes, random),
        };
        let Some(item) = chosen else { return Next::Solution };
        let forced = cells.items[item as usize].size == 1;
        if forced {
            // Hiding records most forced items. One that it missed usually had a single option at first.
            let active = &cells.list[..cells.active[0] as usize];
            let items = &cells.items;
            cells.forced.extend(active.iter().filter(|&&i| i != item && items[i as usize].size == 1));
        }
        next(cells, item, forced)
    }
}

#[inline(always)]
fn next(cells: &Cells, item: u32, forced: bool) -> Next {
    let size = cells.items[item as usize].size;
    debug_assert!(!forced || size == 1, "a forced item has one option");
    if size == 0 { Next::DeadEnd(item) } else { Next::Item(item, forced) }
}

#[inline(always)]
fn next_forced(cells: &mut Cells) -> Option<u32> {
    while let Some(item) = cells.forced.pop() {
        if cells.is_open(item) {
            return Some(item);
        }
    }
    None
}

fn first(cells: &Cells) -> Option<u32> {
    cells.list[..cells.active[0] as usize].iter().copied().min()
}

/// The first of the items with the fewest options.
#[inline(always)]
fn fewest(open: &[u32], items: &[Item]) -> Option<u32> {
    let mut best = u64::MAX;
    for &item in open {
        best = best.min(u64::from(items[item as usize].size) << 32 | u64::from(item));
    }
    (best != u64::MAX).then_some(best as u32)
}
