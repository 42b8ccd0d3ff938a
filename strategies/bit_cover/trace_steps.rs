//! Trace steps of a search on bit rows. The search clears whole rows, so the hidden options are recomputed
//! here, and only for an observer that watches steps.

use super::matrix::Matrix;
use coverlab_model::{ExactCover, Item, Observer, Step};

impl Matrix {
    /// Reports that the last of these options is taken, and the options that it hides.
    pub(crate) fn report_taken(&self, chosen: &[u32], observer: &mut impl Observer<ExactCover>) {
        let Some((&option, others)) = chosen.split_last() else { return };
        observer.step(|| Step::Take { depth: chosen.len(), option: self.ids[option as usize] });
        let (mut before, after) = (self.left_by(others), self.left_by(chosen));
        before[option as usize / 64] &= !(1 << (option % 64));
        self.report_hidden(&before, &after, observer);
    }

    /// Reports that the last of these options is taken because it is the only one left for the item.
    pub(super) fn report_forced(&self, item: Item, chosen: &[u32], observer: &mut impl Observer<ExactCover>) {
        observer.step(|| Step::Select { item, options: 1 });
        self.report_taken(chosen, observer);
    }

    /// Reports that these options are given back, the last one first.
    pub(super) fn report_given_back(&self, chosen: &[u32], observer: &mut impl Observer<ExactCover>) {
        for &option in chosen.iter().rev() {
            observer.step(|| Step::GiveBack { option: self.ids[option as usize] });
        }
    }

    /// Reports an item that these options do not cover and leave without options.
    pub(super) fn report_starved(&self, chosen: &[u32], observer: &mut impl Observer<ExactCover>) {
        let mut row = self.left_by(chosen);
        chosen.iter().for_each(|option| row[*option as usize / 64] |= 1 << (option % 64));
        let starves = |item: &Item| self.row(*item).iter().zip(&row).all(|(item, row)| item & row == 0);
        if let Some(item) = (0..self.primary as Item).find(starves) {
            observer.step(|| Step::Starve { item });
        }
    }

    /// Reports which options left the lists of their primary items when `before` became `after`.
    pub(crate) fn report_hidden(
        &self,
        before: &[u64],
        after: &[u64],
        observer: &mut impl Observer<ExactCover>,
    ) {
        for (o, &option) in self.ids.iter().enumerate() {
            let has = |row: &[u64]| row[o / 64] >> (o % 64) & 1 == 1;
            if has(before) && !has(after) {
                for item in (0..self.primary as Item).filter(|&item| has(self.row(item))) {
                    observer.step(|| Step::Hide { option, item });
                }
            }
        }
    }

    /// The options of a primary item.
    pub(crate) fn row(&self, item: Item) -> &[u64] {
        &self.items[item as usize * self.words..][..self.words]
    }

    /// The options that conflict with none of these.
    fn left_by(&self, chosen: &[u32]) -> Vec<u64> {
        let mut row = self.all();
        for &option in chosen {
            let conflicts = &self.conflicts[option as usize * self.words..][..self.words];
            row.iter_mut().zip(conflicts).for_each(|(row, conflicts)| *row &= !conflicts);
        }
        row
    }
}
