//! Exact cover with secondary items, colors and multiplicities, and its referee.

use crate::{Problem, Violation};
use std::fmt;

/// An item by its number, from 0; the primary ones come first.
pub type Item = u32;
/// An option by its number, from 0, in the order they were added.
pub type OptionId = u32;
/// A color by its number, from 1; 0 is no color.
pub type Color = u32;

/// A set of options that covers: its members in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cover(Vec<OptionId>);

impl Cover {
    /// A cover from its options in any order.
    pub fn new(mut options: Vec<OptionId>) -> Cover {
        options.sort_unstable();
        Cover(options)
    }

    /// Its options in ascending order.
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

/// An exact cover problem. An option without primary items belongs to no cover: there is never a
/// reason to take it (Knuth's programs leave it out too). Options lie one after the other in one array: option `o` is
/// `entries[starts[o]..starts[o + 1]]`, pairs of an item and a color.
#[derive(Clone, PartialEq, Eq)]
pub struct ExactCover {
    primary: u32,
    names: Names,
    colors: Names,
    starts: Vec<u32>,
    entries: Vec<(Item, Color)>,
    /// How often each primary item is to be covered; empty if it is once for all of them.
    multiplicities: Vec<Multiplicity>,
}

/// How many options must cover a primary item: at least `least`, at most `most`. Knuth writes
/// `2:4|name` for an item with least 2 and most 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiplicity {
    /// The fewest options that may cover it.
    pub least: u32,
    /// The most options that may cover it.
    pub most: u32,
}

impl Multiplicity {
    /// Exactly once, as in any exact cover.
    pub const ONE: Multiplicity = Multiplicity { least: 1, most: 1 };
}

impl ExactCover {
    /// How many items are primary; they are numbered first.
    pub fn primary(&self) -> usize {
        self.primary as usize
    }

    /// How many items there are, secondary ones included.
    pub fn items(&self) -> usize {
        self.names.len()
    }

    /// How many options there are.
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many entries the options have together.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The items of an option, each with its color (0: none).
    pub fn option(&self, option: OptionId) -> &[(Item, Color)] {
        &self.entries[self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize]
    }

    /// The name of an item. An instance built without names calls item k `k`, counted from 0.
    pub fn item_name(&self, item: Item) -> String {
        self.names.get(item as usize)
    }

    /// How many colors there are.
    pub fn colors(&self) -> Color {
        self.colors.len() as Color
    }

    /// The name of a color.
    ///
    /// # Panics
    /// If it is 0, which is no color.
    pub fn color_name(&self, color: Color) -> String {
        self.colors.get(color as usize - 1)
    }

    /// How many options must cover a primary item.
    pub fn multiplicity(&self, item: Item) -> Multiplicity {
        self.multiplicities.get(item as usize).copied().unwrap_or(Multiplicity::ONE)
    }

    /// Whether any primary item is to be covered otherwise than once.
    pub fn has_multiplicities(&self) -> bool {
        !self.multiplicities.is_empty()
    }

    /// The first primary item without enough options, if there is one: then there is no cover.
    pub fn starved_item(&self) -> Option<Item> {
        let mut options = vec![0_u32; self.primary()];
        for &(item, _) in &self.entries {
            if let Some(count) = options.get_mut(item as usize) {
                *count += 1;
            }
        }
        (0..self.primary).find(|&item| options[item as usize] < self.multiplicity(item).least)
    }

    /// What is left to cover once the options of `chosen` are in the cover, and the numbers of the
    /// options that are left: those that clash with a chosen one are gone, and so are the items
    /// that it covers. `None` if two chosen options clash.
    ///
    /// Multiplicities are not reduced: for instances without them only.
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
        // A colored item stays, as a secondary one whose options all have its color.
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

    /// An option as text: the names of its items, with their colors.
    pub fn option_text(&self, option: OptionId) -> String {
        let entry = |&(item, color): &(Item, Color)| match color {
            0 => self.item_name(item),
            _ => format!("{}:{}", self.item_name(item), self.color_name(color)),
        };
        self.option(option).iter().map(entry).collect::<Vec<_>>().join(" ")
    }
}

impl Problem for ExactCover {
    type Solution = Cover;

    fn verify(&self, cover: &Cover) -> Result<(), Violation> {
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
                    Some((first, other)) => {
                        let name = self.item_name(item);
                        let what = if color != 0 && other != 0 {
                            let (a, b) = (self.color_name(other), self.color_name(color));
                            format!(
                                "item {name} is {a} in option {} and {b} in option {}",
                                first + 1,
                                option + 1
                            )
                        } else {
                            format!(
                                "item {name} is covered twice, by options {} and {}",
                                first + 1,
                                option + 1
                            )
                        };
                        return Err(Violation::new(what, [first as usize, option as usize]));
                    }
                }
            }
        }
        for (item, &times) in (0..).zip(&times) {
            let Multiplicity { least, most } = self.multiplicity(item);
            let name = self.item_name(item);
            if times == 0 && least > 0 {
                return Err(Violation::new(format!("item {name} is not covered"), []));
            }
            if times < least || times > most {
                let what = format!("item {name} is covered {times} times, not {least} to {most} times");
                return Err(Violation::new(what, []));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ExactCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secondary = self.items() - self.primary();
        write!(f, "ExactCover({}+{secondary} items, {} options)", self.primary, self.options())
    }
}

/// Builds an [`ExactCover`] option by option.
#[derive(Clone, Debug)]
pub struct ExactCoverBuilder(ExactCover);

impl ExactCoverBuilder {
    /// A problem of `primary` and then `secondary` items without names.
    pub fn new(primary: usize, secondary: usize) -> Self {
        ExactCoverBuilder(ExactCover {
            primary: primary as u32,
            names: Names::numbered(primary + secondary),
            colors: Names::default(),
            starts: vec![0],
            entries: Vec::new(),
            multiplicities: Vec::new(),
        })
    }

    /// A problem whose items have names.
    pub fn named<T: AsRef<str>>(primary: &[T], secondary: &[T]) -> Self {
        let mut builder = ExactCoverBuilder::new(primary.len(), 0);
        builder.0.names = Names::default();
        for name in primary.iter().chain(secondary) {
            builder.0.names.push(name.as_ref());
        }
        builder
    }

    /// Room for `options` options of `entries` entries together.
    #[must_use]
    pub fn with_capacity(mut self, options: usize, entries: usize) -> Self {
        self.0.starts.reserve(options);
        self.0.entries.reserve(entries);
        self
    }

    /// Names a new color and returns its number.
    pub fn color(&mut self, name: &str) -> Color {
        self.0.colors.push(name);
        self.0.colors.len() as Color
    }

    /// Says how many options must cover a primary item. Where it is never called, the problem
    /// holds nothing about multiplicities.
    ///
    /// # Errors
    /// An item that is not primary, `most` of 0 or below `least`.
    pub fn multiplicity(&mut self, item: Item, least: u32, most: u32) -> Result<(), BadMultiplicity> {
        if item >= self.0.primary {
            return Err(BadMultiplicity::NotPrimary);
        }
        if most == 0 || least > most {
            return Err(BadMultiplicity::EmptyRange);
        }
        let multiplicity = Multiplicity { least, most };
        let all = &mut self.0.multiplicities;
        if all.is_empty() && multiplicity == Multiplicity::ONE {
            return Ok(());
        }
        all.resize(self.0.primary as usize, Multiplicity::ONE);
        all[item as usize] = multiplicity;
        if multiplicity == Multiplicity::ONE && all.iter().all(|m| *m == Multiplicity::ONE) {
            all.clear();
        }
        Ok(())
    }

    /// Adds an option without colors.
    ///
    /// # Errors
    /// See [`Self::colored_option`].
    pub fn option(&mut self, items: impl IntoIterator<Item = Item>) -> Result<OptionId, BadOption> {
        self.colored_option(items.into_iter().map(|item| (item, 0)))
    }

    /// Adds an option of items with their colors (0: none).
    ///
    /// # Errors
    /// An unknown item, an item twice, a color on a primary item, no items at all.
    pub fn colored_option(
        &mut self,
        entries: impl IntoIterator<Item = (Item, Color)>,
    ) -> Result<OptionId, BadOption> {
        let from = self.0.entries.len();
        self.0.entries.extend(entries);
        if let Err(bad) = self.check(from) {
            self.0.entries.truncate(from);
            return Err(bad);
        }
        self.0.starts.push(self.0.entries.len() as u32);
        Ok(self.0.options() as OptionId - 1)
    }

    fn check(&self, from: usize) -> Result<(), BadOption> {
        let entries = &self.0.entries[from..];
        if entries.is_empty() {
            return Err(BadOption::Empty);
        }
        for (k, &(item, color)) in entries.iter().enumerate() {
            if item as usize >= self.0.items() {
                return Err(BadOption::UnknownItem(k));
            }
            if color != 0 && (item < self.0.primary || color as usize > self.0.colors.len()) {
                return Err(BadOption::ColorOnPrimary(k));
            }
        }
        // Options are short as a rule; a long one is sorted.
        let twice = if entries.len() <= 32 {
            (1..entries.len()).find(|&k| entries[..k].iter().any(|e| e.0 == entries[k].0))
        } else {
            let mut order: Vec<usize> = (0..entries.len()).collect();
            order.sort_by_key(|&k| entries[k].0);
            order.windows(2).filter(|w| entries[w[0]].0 == entries[w[1]].0).map(|w| w[1]).min()
        };
        twice.map_or(Ok(()), |k| Err(BadOption::ItemTwice(k)))
    }

    /// The problem.
    pub fn build(self) -> ExactCover {
        self.0
    }
}

/// Why an option was refused. The number is that of the entry within the option, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// It has no items.
    Empty,
    /// This entry names an item that is not there.
    UnknownItem(usize),
    /// This entry repeats an item of the same option.
    ItemTwice(usize),
    /// This entry colors a primary item, or with a color that is not there.
    ColorOnPrimary(usize),
}

/// Why a multiplicity was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMultiplicity {
    /// The item is secondary, or not there.
    NotPrimary,
    /// No number of options fits: `most` is 0 or below `least`.
    EmptyRange,
}

/// Many short strings in one, or just numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Names {
    text: String,
    ends: Vec<u32>,
    numbered: usize,
}

impl Names {
    fn numbered(count: usize) -> Names {
        Names { numbered: count, ..Names::default() }
    }

    fn len(&self) -> usize {
        self.numbered + self.ends.len()
    }

    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    fn get(&self, index: usize) -> String {
        if self.numbered > 0 {
            return index.to_string();
        }
        let start = index.checked_sub(1).map_or(0, |i| self.ends[i] as usize);
        self.text[start..self.ends[index] as usize].to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's toy problem of TAOCP 7.2.2.1, (49): p and q primary… x and y with colors.
    fn toy() -> ExactCover {
        let mut b = ExactCoverBuilder::named(&["p", "q", "r"], &["x", "y"]);
        let (blue, red) = (b.color("A"), b.color("B"));
        b.colored_option([(0, 0), (1, 0), (3, 0), (4, blue)]).unwrap();
        b.colored_option([(0, 0), (2, 0), (3, blue), (4, 0)]).unwrap();
        b.colored_option([(0, 0), (3, red)]).unwrap();
        b.colored_option([(1, 0), (3, blue)]).unwrap();
        b.colored_option([(2, 0), (4, red)]).unwrap();
        b.build()
    }

    #[test]
    fn the_referee_knows_the_toy_problem() {
        let toy = toy();
        let says = |options: &[u32]| toy.verify(&Cover::new(options.to_vec())).map_err(|v| v.what);
        assert_eq!(says(&[1, 3]), Ok(()));
        assert_eq!(says(&[3]), Err("item p is not covered".into()));
        assert_eq!(says(&[0, 1]), Err("item p is covered twice, by options 1 and 2".into()));
        assert_eq!(says(&[2, 3]), Err("item x is B in option 3 and A in option 4".into()));
        assert_eq!(says(&[0, 0]), Err("option 1 twice".into()));
        assert_eq!(says(&[9]), Err("option 10 of 5".into()));
        assert_eq!(toy.option_text(3), "q x:A");
        let mut builder = ExactCoverBuilder::new(1, 1);
        builder.option([0]).unwrap();
        builder.option([1]).unwrap();
        let idle = builder.build().verify(&Cover::new(vec![0, 1])).unwrap_err();
        assert_eq!(idle.what, "option 2 has no primary item");
    }

    #[test]
    fn bad_options_are_refused_and_leave_no_trace() {
        let mut b = ExactCoverBuilder::named(&["p"], &["x"]);
        assert_eq!(b.option([]), Err(BadOption::Empty));
        assert_eq!(b.option([0, 2]), Err(BadOption::UnknownItem(1)));
        assert_eq!(b.option([0, 1, 0]), Err(BadOption::ItemTwice(2)));
        assert_eq!(b.colored_option([(0, 1)]), Err(BadOption::ColorOnPrimary(0)));
        assert_eq!(b.option([0, 1]), Ok(0));
        assert_eq!(b.build().entries(), 2);
    }

    #[test]
    fn the_referee_counts_multiplicities() {
        let mut b = ExactCoverBuilder::named(&["p", "q"], &["x"]);
        assert_eq!(b.multiplicity(0, 2, 3), Ok(()));
        assert_eq!(b.multiplicity(2, 1, 1), Err(BadMultiplicity::NotPrimary));
        assert_eq!(b.multiplicity(1, 2, 1), Err(BadMultiplicity::EmptyRange));
        assert_eq!(b.multiplicity(1, 0, 0), Err(BadMultiplicity::EmptyRange));
        for items in [vec![0, 1], vec![0], vec![0, 2], vec![0]] {
            b.option(items).unwrap();
        }
        let problem = b.build();
        let says = |options: &[u32]| problem.verify(&Cover::new(options.to_vec())).map_err(|v| v.what);
        assert_eq!(says(&[0, 1]), Ok(()));
        assert_eq!(says(&[0, 1, 2]), Ok(()));
        assert_eq!(says(&[0]), Err("item p is covered 1 times, not 2 to 3 times".into()));
        assert_eq!(says(&[0, 1, 2, 3]), Err("item p is covered 4 times, not 2 to 3 times".into()));
        assert_eq!(says(&[1, 2]), Err("item q is not covered".into()));
        assert_eq!(problem.starved_item(), None);
    }

    #[test]
    fn a_multiplicity_of_one_is_none() {
        let mut b = ExactCoverBuilder::named(&["p", "q"], &[]);
        b.multiplicity(1, 1, 1).unwrap();
        assert!(!b.clone().build().has_multiplicities());
        b.multiplicity(1, 0, 2).unwrap();
        b.multiplicity(1, 1, 1).unwrap();
        assert!(!b.clone().build().has_multiplicities());
        assert_eq!(b.build().starved_item(), Some(0));
    }
}
