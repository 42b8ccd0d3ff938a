//! Exact cover with secondary items and colors, and its referee.

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

    /// The name of a color.
    ///
    /// # Panics
    /// If it is 0, which is no color.
    pub fn color_name(&self, color: Color) -> String {
        self.colors.get(color as usize - 1)
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
        match (0..self.primary()).find(|&i| by[i].is_none()) {
            Some(item) => {
                Err(Violation::new(format!("item {} is not covered", self.item_name(item as Item)), []))
            }
            None => Ok(()),
        }
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
}
