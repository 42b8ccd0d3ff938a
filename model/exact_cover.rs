//! Exact cover with secondary items, colors and multiplicities, and its referee.

mod builder;
mod names;
mod referee;
#[cfg(test)]
mod tests;

use crate::memory::Extent;
pub use builder::{BadMultiplicity, BadOption, ExactCoverBuilder};
use names::Names;
use std::fmt;

/// An item's number, from 0. Primary items have the lowest numbers.
pub type Item = u32;
/// An option's number, from 0, in the order in which options were added.
pub type OptionId = u32;
/// A color's number, from 1; 0 means no color.
pub type Color = u32;

/// A set of options that solves an exact cover problem, in ascending order.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Cover(Vec<OptionId>);

impl Clone for Cover {
    fn clone(&self) -> Cover {
        Cover(self.0.clone())
    }

    /// Reuses the memory of this cover, which the derived implementation would not.
    fn clone_from(&mut self, source: &Cover) {
        self.0.clone_from(&source.0);
    }
}

impl Cover {
    /// Creates a cover from options in any order.
    pub fn new(mut options: Vec<OptionId>) -> Cover {
        options.sort_unstable();
        Cover(options)
    }

    /// The options in ascending order.
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

/// An exact cover problem.
///
/// An option without primary items belongs to no cover, as in Knuth's programs: no search has a reason to
/// take it. All options are stored in one array: option `o` is `entries[starts[o]..starts[o + 1]]`, pairs of
/// an item and a color.
#[derive(Clone, PartialEq, Eq)]
pub struct ExactCover {
    primary: u32,
    names: Names,
    colors: Names,
    starts: Vec<u32>,
    entries: Vec<(Item, Color)>,
    /// The multiplicity of each primary item; empty if each must be covered exactly once.
    multiplicities: Vec<Multiplicity>,
}

/// The size of an exact cover problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverSize {
    /// Items, including secondary ones.
    pub items: usize,
    /// Number of options.
    pub options: usize,
    /// Entries of all options together.
    pub entries: usize,
}

impl Extent for CoverSize {
    fn bytes(&self) -> u64 {
        // A short name per item, the end of each option, an item and a color per entry.
        let part = |count: usize, bytes: u64| (count as u64).saturating_mul(bytes);
        part(self.items, 12).saturating_add(part(self.options, 4)).saturating_add(part(self.entries, 8))
    }
}

impl fmt::Display for CoverSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CoverSize { items, options, entries } = self;
        write!(f, "an exact cover of {items} items, {options} options and {entries} entries")
    }
}

/// The number of options that must cover a primary item: at least `least`, at most `most`. Knuth writes
/// `2:4|name` for an item with `least` 2 and `most` 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiplicity {
    /// The minimum number of options.
    pub least: u32,
    /// The maximum number of options.
    pub most: u32,
}

impl Multiplicity {
    /// Exactly one option, as in the standard problem.
    pub const ONE: Multiplicity = Multiplicity { least: 1, most: 1 };
}

impl ExactCover {
    /// The number of primary items, which have the lowest numbers.
    pub fn primary(&self) -> usize {
        self.primary as usize
    }

    /// The number of items, including secondary ones.
    pub fn items(&self) -> usize {
        self.names.len()
    }

    /// The number of options.
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of entries of all options together.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The items of an option, each with its color (0 for none).
    pub fn option(&self, option: OptionId) -> &[(Item, Color)] {
        &self.entries[self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize]
    }

    /// The name of an item. In an instance without names, the name of item `k` is the number `k`, counted
    /// from 0.
    pub fn item_name(&self, item: Item) -> String {
        self.names.get(item as usize)
    }

    /// The number of colors.
    pub fn colors(&self) -> Color {
        self.colors.len() as Color
    }

    /// The name of a color.
    ///
    /// # Panics
    /// If `color` is 0, which means no color.
    pub fn color_name(&self, color: Color) -> String {
        self.colors.get(color as usize - 1)
    }

    /// How many options must cover this primary item.
    pub fn multiplicity(&self, item: Item) -> Multiplicity {
        self.multiplicities.get(item as usize).copied().unwrap_or(Multiplicity::ONE)
    }

    /// Whether any primary item has a multiplicity other than [`Multiplicity::ONE`].
    pub fn has_multiplicities(&self) -> bool {
        !self.multiplicities.is_empty()
    }

    /// The first primary item with fewer options than it needs. If one exists, no cover exists.
    pub fn starved_item(&self) -> Option<Item> {
        let mut options = vec![0_u32; self.primary()];
        for &(item, _) in &self.entries {
            if let Some(count) = options.get_mut(item as usize) {
                *count += 1;
            }
        }
        (0..self.primary).find(|&item| options[item as usize] < self.multiplicity(item).least)
    }

    /// The problem that remains when the options of `chosen` are in the cover, and the original numbers of
    /// its options. It contains no option that clashes with a chosen one, and no item that a chosen one
    /// covers. `None` if two chosen options clash.
    ///
    /// # Panics
    /// If the instance has multiplicities.
    pub fn residual(&self, chosen: &[OptionId]) -> Option<(ExactCover, Vec<OptionId>)> {
        assert!(!self.has_multiplicities(), "an instance without multiplicities");
        let mut given: Vec<Option<Color>> = vec![None; self.items()];
        for &(item, color) in chosen.iter().flat_map(|&o| self.option(o)) {
            match given[item as usize] {
                None => given[item as usize] = Some(color),
                Some(other) if color != 0 && color == other => {}
                Some(_) => return None,
            }
        }
        // A colored item remains, as a secondary item whose options all have its color.
        let open = |item: Item| given[item as usize].is_none_or(|color| color != 0);
        let (primary, secondary): (Vec<Item>, Vec<Item>) =
            (0..self.items() as Item).filter(|&i| open(i)).partition(|&i| i < self.primary);
        let mut number = vec![Item::MAX; self.items()];
        (0..).zip(primary.iter().chain(&secondary)).for_each(|(k, &item)| number[item as usize] = k);
        let names = |items: &[Item]| items.iter().map(|&i| self.item_name(i)).collect::<Vec<_>>();
        let mut builder = ExactCoverBuilder::named(&names(&primary), &names(&secondary));
        builder.0.colors = self.colors.clone();
        let mut kept = Vec::new();
        for option in 0..self.options() as OptionId {
            let fits = self.option(option).iter().all(|&(item, color)| match given[item as usize] {
                None => true,
                Some(other) => color != 0 && color == other,
            });
            if fits && !chosen.contains(&option) {
                let entries = self.option(option).iter().map(|&(item, color)| (number[item as usize], color));
                builder.colored_option(entries).expect("an option of a good instance");
                kept.push(option);
            }
        }
        Some((builder.build(), kept))
    }

    /// Whether any entry has a color.
    pub fn has_colors(&self) -> bool {
        self.colors.len() > 0
    }

    /// Formats an option as the names of its items with their colors.
    pub fn option_text(&self, option: OptionId) -> String {
        let entry = |&(item, color): &(Item, Color)| match color {
            0 => self.item_name(item),
            _ => format!("{}:{}", self.item_name(item), self.color_name(color)),
        };
        self.option(option).iter().map(entry).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Debug for ExactCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secondary = self.items() - self.primary();
        write!(f, "ExactCover({}+{secondary} items, {} options)", self.primary, self.options())
    }
}
