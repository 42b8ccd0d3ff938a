//! The item to cover next.

use super::links::Links;
use crate::support::item_choice::Restarts;
use crate::support::random::below;

/// A way to choose the next item, asked only when none is without options and one at least is
/// left.
pub(super) trait Choose {
    /// The item to cover.
    fn item(&mut self, links: &Links<'_>) -> u32;

    /// Some item has no option left; whether to start over.
    fn dead_end(&mut self, _links: &Links<'_>) -> bool {
        false
    }

    /// A solution was found.
    fn solved(&mut self) {}
}

impl Links<'_> {
    /// The items left, in their order, each with its number of options.
    pub(super) fn left(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut item = self.headers[self.root as usize].next;
        std::iter::from_fn(move || {
            let here = (item != self.root).then(|| (item, self.headers[item as usize].size));
            item = self.headers[item as usize].next;
            here
        })
    }
}

/// The first item.
pub(super) struct First;

impl Choose for First {
    fn item(&mut self, links: &Links<'_>) -> u32 {
        links.headers[links.root as usize].next
    }
}

/// The first item of those with the fewest options.
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

/// One of those with the fewest options, each as likely as the others.
pub(super) struct FewestAtRandom(pub(super) u64);

impl Choose for FewestAtRandom {
    fn item(&mut self, links: &Links<'_>) -> u32 {
        let (mut best, mut fewest, mut ties) = (links.root, u32::MAX, 0);
        for (item, size) in links.left() {
            if size < fewest {
                (best, fewest, ties) = (item, size, 1);
            } else if size == fewest {
                ties += 1;
                if below(&mut self.0, ties) == 0 {
                    best = item;
                }
            }
        }
        best
    }
}

/// The one with the fewest options by weight.
pub(super) struct ByWeight {
    /// By item, one more than how often it was without options.
    weights: Vec<u32>,
    /// State of the generator that breaks ties; none: the first is taken.
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
        let (mut best, mut size, mut weight, mut ties) = (links.root, u64::MAX, 1, 0);
        for (item, options) in links.left() {
            let (options, its) = (u64::from(options), u64::from(self.weights[item as usize]));
            // options / its against size / weight, without dividing.
            let (mine, bests) = (options.saturating_mul(weight), size.saturating_mul(its));
            if best == links.root || mine < bests {
                (best, size, weight, ties) = (item, options, its, 1);
            } else if let Some(state) = self.random.as_mut().filter(|_| mine == bests) {
                ties += 1;
                if below(state, ties) == 0 {
                    best = item;
                }
            }
        }
        best
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
