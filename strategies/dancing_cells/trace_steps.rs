//! The steps of the arrays: which options left which sets. They lie behind those that are alive.

use super::cells::Cells;
use coverlab_model::step::CoverStep;
use coverlab_model::{ExactCover, Item, Observer};

impl Cells {
    /// How many options of each item are alive.
    pub(super) fn sizes(&self) -> Vec<u32> {
        self.items.iter().map(|item| item.size).collect()
    }

    /// Reports the options that left a set since it had this size.
    pub(super) fn report_hidden(&self, sizes: &[u32], observer: &mut impl Observer<ExactCover>) {
        for ((number, item), &size) in (0..).zip(&self.items).zip(sizes) {
            for place in item.base + item.size..item.base + size {
                observer.step(|| CoverStep::Hide { option: self.option_at(place), item: number });
            }
        }
    }

    /// Reports that an item has lost its last option, which still lies in its set.
    pub(super) fn report_lost(&self, item: Item, observer: &mut impl Observer<ExactCover>) {
        observer.step(|| CoverStep::Hide { option: self.option_at(self.items[item as usize].base), item });
        observer.step(|| CoverStep::Starve(item));
    }

    /// An item is branched on.
    pub(super) fn selected(&self, item: Item) -> CoverStep {
        CoverStep::Select { item, options: self.items[item as usize].size as usize }
    }

    /// The option at this place of the sets is taken.
    pub(super) fn taken(&self, depth: usize, place: u32) -> CoverStep {
        CoverStep::Take { depth, option: self.option_at(place) }
    }

    /// The option chosen at this depth is given back.
    pub(super) fn given_back(&self, depth: usize) -> CoverStep {
        CoverStep::GiveBack(self.option_of(self.levels[depth].chosen))
    }
}
