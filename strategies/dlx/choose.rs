//! Ways to choose the next item to cover.

use super::links::Links;
use crate::support::item_choice::{Restarts, fewest_at_random, fewest_by_weight};

/// A way to choose the next item. It is called only if at least one item is left and every item has options.
pub(super) trait Choose {
    /// Returns the item to cover.
    fn item(&mut self, links: &Links<'_>) -> u32;

    /// Records that some item has no option left; returns whether to restart.
    fn dead_end(&mut self, _links: &Links<'_>) -> bool {
        false
    }

    /// Records a solution.
    fn solved(&mut self) {}
}

impl Links<'_> {
    /// The items left, in list order, each with its number of options.
    pub(super) fn left(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut item = self.headers[self.root as usize].next;
        std::iter::from_fn(move || {
            let here = (item != self.root).then(|| (item, self.headers[item as usize].size));
            item = self.headers[item as usize].next;
            here
        })
    }
}

/// Chooses the first item.
pub(super) struct First;

impl Choose for First {
    fn item(&mut self, links: &Links<'_>) -> u32 {
        links.headers[links.root as usize].next
    }
}

/// Chooses the first of the items with the fewest options.
pub(super) struct Fewest;

impl Choose for Fewest {
    #[inline(always)]
    fn item(&mut self, links: &Links<'_>) -> u32 {
        let (mut best, mut fewest) = (links.root, u32::MAX);
        for (item, size) in links.left() {
            if size < fewest {
                (best, fewest) = (item, size);
                if size == 1 {
                    break;
                }
            }
        }
        best
    }
}

/// Chooses an item uniformly at random among those with the fewest options.
pub(super) struct FewestAtRandom(pub(super) u64);

impl Choose for FewestAtRandom {
    fn item(&mut self, links: &Links<'_>) -> u32 {
        fewest_at_random(links.left(), &mut self.0).expect("an item is left")
    }
}

/// Chooses the item with the fewest options by weight.
pub(super) struct ByWeight {
    /// By item, one more than the number of times it ran out of options.
    weights: Vec<u32>,
    /// State of the generator that breaks ties; `None` takes the first item.
    random: Option<u64>,
    restarts: Restarts,
}

impl ByWeight {
    pub(super) fn new(items: usize, random: Option<u64>) -> ByWeight {
        ByWeight { weights: vec![1; items], random, restarts: Restarts::new(true) }
    }
}

impl Choose for ByWeight {
    fn item(&mut self, links: &Links<'_>) -> u32 {
        fewest_by_weight(links.left(), &self.weights, self.random.as_mut()).expect("an item is left")
    }

    fn dead_end(&mut self, links: &Links<'_>) -> bool {
        if let Some((item, _)) = links.left().find(|&(_, size)| size == 0) {
            let weight = &mut self.weights[item as usize];
            *weight = weight.saturating_add(1);
        }
        self.restarts.dead_end();
        self.restarts.is_due()
    }

    fn solved(&mut self) {
        self.restarts.solved();
    }
}
