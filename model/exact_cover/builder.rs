//! Building exact cover problems option by option.

use super::names::Names;
use super::{Color, ExactCover, Item, Multiplicity, OptionId};

/// Builds an [`ExactCover`] option by option.
#[derive(Clone, Debug)]
pub struct ExactCoverBuilder(pub(super) ExactCover);

impl ExactCoverBuilder {
    /// Starts a problem with `primary` primary and `secondary` secondary items, without names.
    ///
    /// # Panics
    /// If there are more items than an [`Item`] can number.
    pub fn new(primary: usize, secondary: usize) -> Self {
        assert!(primary.saturating_add(secondary) <= Item::MAX as usize, "at most {} items", Item::MAX);
        ExactCoverBuilder(ExactCover {
            primary: primary as u32,
            names: Names::numbered(primary + secondary),
            colors: Names::default(),
            starts: vec![0],
            entries: Vec::new(),
            multiplicities: Vec::new(),
        })
    }

    /// Starts a problem with these named primary and secondary items.
    ///
    /// # Panics
    /// If there are more items than an [`Item`] can number, or their names are longer than 4 GiB together.
    pub fn named<T: AsRef<str>>(primary: &[T], secondary: &[T]) -> Self {
        let mut builder = ExactCoverBuilder::new(primary.len(), secondary.len());
        builder.0.names = Names::default();
        for name in primary.iter().chain(secondary) {
            builder.0.names.push(name.as_ref());
        }
        builder
    }

    /// Reserves memory for `options` options of `entries` entries in total.
    #[must_use]
    pub fn with_capacity(mut self, options: usize, entries: usize) -> Self {
        self.0.starts.reserve(options);
        self.0.entries.reserve(entries);
        self
    }

    /// Adds a color with this name and returns its number.
    ///
    /// # Panics
    /// If the names of all colors are longer than 4 GiB together.
    pub fn color(&mut self, name: &str) -> Color {
        self.0.colors.push(name);
        self.0.colors.len() as Color
    }

    /// Sets how many options must cover a primary item. Without a call every primary item must be covered
    /// exactly once, and no multiplicities are stored.
    ///
    /// # Errors
    /// If `item` is not primary, or `most` is 0 or below `least`.
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

    /// Adds an option of items with their colors (0 for none).
    ///
    /// # Errors
    /// If an item is unknown or repeated, a primary item has a color, or there are no items; or if the options
    /// together have more than [`u32::MAX`] entries.
    pub fn colored_option(
        &mut self,
        entries: impl IntoIterator<Item = (Item, Color)>,
    ) -> Result<OptionId, BadOption> {
        let from = self.0.entries.len();
        self.0.entries.extend(entries);
        match self.check(from).and_then(|()| offset(self.0.entries.len())) {
            Ok(end) => self.0.starts.push(end),
            Err(bad) => {
                self.0.entries.truncate(from);
                return Err(bad);
            }
        }
        // Every option has an entry, so there are no more options than entries.
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
        // Options are usually short; only a long one is sorted.
        let twice = if entries.len() <= 32 {
            (1..entries.len()).find(|&k| entries[..k].iter().any(|e| e.0 == entries[k].0))
        } else {
            let mut order: Vec<usize> = (0..entries.len()).collect();
            order.sort_by_key(|&k| entries[k].0);
            order.windows(2).filter(|w| entries[w[0]].0 == entries[w[1]].0).map(|w| w[1]).min()
        };
        twice.map_or(Ok(()), |k| Err(BadOption::ItemTwice(k)))
    }

    /// Finishes the problem.
    pub fn build(self) -> ExactCover {
        self.0
    }
}

/// The number of entries so far, as the start of the next option.
pub(super) fn offset(entries: usize) -> Result<u32, BadOption> {
    u32::try_from(entries).map_err(|_| BadOption::TooManyEntries)
}

/// Why an option was rejected. The number is the index of the entry within the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// The option has no items.
    Empty,
    /// The item of this entry does not exist.
    UnknownItem(usize),
    /// This entry repeats an item of the option.
    ItemTwice(usize),
    /// The entry gives a color to a primary item, or its color does not exist.
    ColorOnPrimary(usize),
    /// The options together have more than [`u32::MAX`] entries.
    TooManyEntries,
}

/// Why a multiplicity was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMultiplicity {
    /// The item is secondary or does not exist.
    NotPrimary,
    /// The range is empty: `most` is 0 or below `least`.
    EmptyRange,
}
