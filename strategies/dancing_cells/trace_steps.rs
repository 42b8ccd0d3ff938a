//! Trace steps: the options that left a set. They are behind those that are alive.

use super::cells::Cells;
use coverlab_model::{ExactCover, Item, Observer, Step};

impl Cells {
    /// The number of live options of each item.
    pub(super) fn sizes(&self) -> Vec<u32> {
        self.items.iter().map(|item| item.size).collect()
    }

    /// Reports the options that left a set since it had this size.
    pub(super) fn report_hidden(&self, sizes: &[u32], observer: &mut impl Observer<ExactCover>) {
        for ((number, item), &size) in (0..).zip(&self.items).zip(sizes) {
            for place in item.base + item.size..item.base + size {
                observer.step(|| Step::Hide { option: self.option_at(place), item: number });
            }
        }
    }

    /// Reports that an item lost its last option, which is still in its set.
    pub(super) fn report_lost(&self, item: Item, observer: &mut impl Observer<ExactCover>) {
        observer.step(|| Step::Hide { option: self.option_at(self.items[item as usize].base), item });
        observer.step(|| Step::Starve { item });
    }

    /// The step that branches on an item.
    pub(super) fn selected(&self, item: Item) -> Step {
        Step::Select { item, options: self.items[item as usize].size as usize }
    }

    /// The step that takes the option at this position of the sets.
    pub(super) fn taken(&self, depth: usize, place: u32) -> Step {
        Step::Take { depth, option: self.option_at(place) }
    }

    /// The step that gives back the option chosen at this depth.
    pub(super) fn given_back(&self, depth: usize) -> Step {
        Step::GiveBack { option: self.option_of(self.levels[depth].chosen) }
    }
}
