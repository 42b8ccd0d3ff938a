//! The referee of exact cover. It shares no code with any strategy. A quick check with a bit set comes first;
//! what it does not accept, a naive check decides. The referee of many covers starts with a check that is
//! quicker still. A test compares the three.

use super::{Color, Cover, CoverSize, ExactCover, Item, Multiplicity, OptionId};
use crate::{Problem, Violation};

impl Problem for ExactCover {
    type Solution = Cover;
    type Size = CoverSize;
    const SEARCH: u64 = 3;

    fn size(&self) -> CoverSize {
        CoverSize { items: self.items(), options: self.options(), entries: self.entries() }
    }

    fn verify(&self, cover: &Cover) -> Result<(), Violation> {
        if self.covers_each_item_once(cover) { Ok(()) } else { self.verify_naively(cover) }
    }

    fn referee(&self) -> impl Fn(&Cover) -> Result<(), Violation> {
        let sets = ItemSets::new(self);
        move |cover| match &sets {
            Some(sets) if sets.are_partitioned_by(cover) => Ok(()),
            _ => self.verify(cover),
        }
    }
}

/// The number of words of the bit sets in which the quick checks keep the covered items.
const WORDS: usize = 16;

/// The items of each option as a bit set. Checking a cover by these takes a few operations per option.
pub(super) struct ItemSets {
    /// The number of words of a set: a power of two, so that few lengths need code of their own.
    words: usize,
    sets: Vec<u64>,
    /// The set of all primary items.
    primary: Vec<u64>,
}

impl ItemSets {
    /// The maximum number of words of all sets together: a megabyte.
    const MAX_WORDS: usize = 1 << 17;

    /// The sets of `problem`, unless it has multiplicities, an option without primary items, or too many items or
    /// options.
    pub(super) fn new(problem: &ExactCover) -> Option<ItemSets> {
        let words = problem.items().div_ceil(64).next_power_of_two();
        if problem.has_multiplicities() || words > WORDS || words * problem.options() > Self::MAX_WORDS {
            return None;
        }
        let mut sets = vec![0; words * problem.options()];
        for (option, set) in (0..).zip(sets.chunks_exact_mut(words)) {
            let items = problem.option(option);
            if items.iter().all(|&(item, _)| item >= problem.primary) {
                return None;
            }
            items.iter().for_each(|&(item, _)| set[item as usize / 64] |= 1 << (item % 64));
        }
        let mut primary = vec![0; words];
        (0..problem.primary()).for_each(|item| primary[item / 64] |= 1 << (item % 64));
        Some(ItemSets { words, sets, primary })
    }

    /// Whether the options of `cover` share no item and cover all primary items. Such a cover is valid; others may be,
    /// with colors.
    pub(super) fn are_partitioned_by(&self, cover: &Cover) -> bool {
        match self.words {
            1 => self.are_partitioned::<1>(cover),
            2 => self.are_partitioned::<2>(cover),
            4 => self.are_partitioned::<4>(cover),
            8 => self.are_partitioned::<8>(cover),
            _ => self.are_partitioned::<WORDS>(cover),
        }
    }

    /// [`Self::are_partitioned_by`] for sets of `N` words: short ones stay in registers.
    fn are_partitioned<const N: usize>(&self, cover: &Cover) -> bool {
        let (sets, _) = self.sets.as_chunks::<N>();
        let (mut all, mut shared) = ([0; N], 0);
        for &option in &cover.0 {
            let Some(set) = sets.get(option as usize) else { return false };
            for (all, items) in all.iter_mut().zip(set) {
                shared |= *all & items;
                *all |= items;
            }
        }
        shared == 0 && self.primary.iter().zip(&all).all(|(primary, all)| primary & !all == 0)
    }
}

impl ExactCover {
    /// Checks without allocation that the options of `cover` are distinct, have primary items, share no item,
    /// and cover all primary items. Such a cover is valid. Others may be, with colors or multiplicities, or
    /// if the instance has more items than the bit set.
    pub(super) fn covers_each_item_once(&self, cover: &Cover) -> bool {
        if self.items() > 64 * WORDS || self.has_multiplicities() {
            return false;
        }
        let mut covered = [0_u64; WORDS];
        let mut all_primary = 0;
        for &option in &cover.0 {
            if option as usize >= self.options() {
                return false;
            }
            let mut primary = 0;
            for &(item, _) in self.option(option) {
                let (word, bit) = (&mut covered[item as usize / 64], 1 << (item % 64));
                if *word & bit != 0 {
                    return false;
                }
                *word |= bit;
                primary += u32::from(item < self.primary);
            }
            if primary == 0 {
                return false;
            }
            all_primary += primary;
        }
        all_primary == self.primary
    }

    /// The violation of two options with colors that share an item.
    fn clash(&self, item: Item, one: (OptionId, Color), other: (OptionId, Color)) -> Violation {
        let (name, [a, b]) = (self.item_name(item), [one.0 + 1, other.0 + 1]);
        let what = if one.1 != 0 && other.1 != 0 {
            let (first, second) = (self.color_name(one.1), self.color_name(other.1));
            format!("item {name} is {first} in option {a} and {second} in option {b}")
        } else {
            format!("item {name} is covered twice, by options {a} and {b}")
        };
        Violation::new(what, [one.0 as usize, other.0 as usize])
    }

    pub(super) fn verify_naively(&self, cover: &Cover) -> Result<(), Violation> {
        let mut by: Vec<Option<(OptionId, Color)>> = vec![None; self.items()];
        let mut times = vec![0_u32; self.primary()];
        for (k, &option) in cover.0.iter().enumerate() {
            if option as usize >= self.options() {
                let what = format!("option {} of {}", u64::from(option) + 1, self.options());
                return Err(Violation::new(what, [option as usize]));
            }
            if k > 0 && cover.0[k - 1] == option {
                return Err(Violation::new(format!("option {} twice", option + 1), [option as usize]));
            }
            if self.option(option).iter().all(|&(item, _)| item >= self.primary) {
                let what = format!("option {} has no primary item", option + 1);
                return Err(Violation::new(what, [option as usize]));
            }
            for &(item, color) in self.option(option) {
                if let Some(times) = times.get_mut(item as usize) {
                    *times += 1;
                    if self.multiplicity(item).most > 1 {
                        continue;
                    }
                }
                match by[item as usize] {
                    None => by[item as usize] = Some((option, color)),
                    Some((_, other)) if color != 0 && color == other => {}
                    Some(first) => return Err(self.clash(item, first, (option, color))),
                }
            }
        }
        for (item, &times) in (0..).zip(&times) {
            let Multiplicity { least, most } = self.multiplicity(item);
            if times == 0 && least > 0 {
                return Err(Violation::new(format!("item {} is not covered", self.item_name(item)), []));
            }
            if times < least || times > most {
                let name = self.item_name(item);
                let what = format!("item {name} is covered {times} times, not {least} to {most} times");
                return Err(Violation::new(what, []));
            }
        }
        Ok(())
    }
}
