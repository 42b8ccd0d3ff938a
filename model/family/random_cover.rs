//! Random exact covers: all options have the same size and are random sets of items.
//!
//! An option is drawn like a clause of random k-SAT: its items are distinct, and every set of items is
//! equally likely. With few options, some item is in none of them, and no cover exists; with more options,
//! covers appear and soon become numerous. Both extremes are easy, so varying the number of options shows
//! where the search is hard.

use super::{Family, Make, Member, MemberResult, Picture, number, number_or_percent};
use crate::memory::fits;
use crate::random::Random;
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "random-cover",
    form: "random-cover:ITEMS:OPTIONS:SIZE or random-cover:ITEMS:OPTIONS:SIZE:SEED",
    example: "random-cover:24:120:3:1",
    sentence: "Random options of equal size; OPTIONS may be in percent of the items, 500%.",
    make: Make::Cover(make),
};

/// Maximum number of items, of options, and of items in an option.
const MAX_ITEMS: usize = 10_000;
const MAX_SIZE: usize = 1000;
const MAX_OPTIONS: usize = 1 << 20;

struct RandomCover {
    items: usize,
    /// The items of each option.
    options: Vec<Vec<Item>>,
}

fn make(rest: &str) -> MemberResult {
    let parts: Vec<&str> = rest.split(':').collect();
    let (items, options, size, seed) = match parts[..] {
        [items, options, size] => (items, options, size, "0"),
        [items, options, size, seed] => (items, options, size, seed),
        _ => return Err(format!("`{rest}` is not three or four numbers")),
    };
    let items = number(items, 1, MAX_ITEMS)?;
    let options = number_or_percent(options, items, MAX_OPTIONS)?;
    let size = number(size, 1, items.min(MAX_SIZE))?;
    let mut random = Random(number(seed, 0, u32::MAX as usize)? as u64);
    let bytes = (options * size * size_of::<Item>()) as u64;
    fits(bytes, format!("it has {options} options of {size} items")).map_err(|large| large.to_string())?;
    let options = (0..options).map(|_| option(items, size, &mut random)).collect();
    Ok(Box::new(RandomCover { items, options }))
}

/// A random set of `size` of `items` items, sorted.
fn option(items: usize, size: usize, random: &mut Random) -> Vec<Item> {
    let mut option: Vec<Item> = Vec::with_capacity(size);
    // Floyd's algorithm (J. Bentley and B. Floyd, *A Sample of Brilliance*, 1987) draws once per item.
    for last in items - size..items {
        let item = random.below(last + 1) as Item;
        option.push(if option.contains(&item) { last as Item } else { item });
    }
    option.sort_unstable();
    option
}

impl Member for RandomCover {
    fn problem(&self) -> ExactCover {
        let names: Vec<String> = (0..self.items).map(|item| format!("i{item}")).collect();
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        for option in &self.options {
            builder.option(option.iter().copied()).expect("distinct items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let line = |&option: &u32| {
            let items = self.options[option as usize].iter().map(|item| format!("i{item}"));
            items.collect::<Vec<_>>().join(" ")
        };
        Picture::Lines(cover.options().iter().map(line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn options_are_distinct_items_drawn_from_the_seed() {
        let problem = parse("random-cover:24:120:3:1").unwrap();
        assert_eq!((problem.primary(), problem.options()), (24, 120));
        assert_eq!(problem, parse("random-cover:24:500%:3:1").unwrap());
        assert_ne!(problem, parse("random-cover:24:120:3:2").unwrap());
        for seed in 0..50 {
            let mut drawn = option(7, 1 + seed as usize % 7, &mut Random(seed));
            assert!(drawn.len() == 1 + seed as usize % 7 && drawn.iter().all(|item| *item < 7));
            drawn.dedup();
            assert_eq!(drawn.len(), 1 + seed as usize % 7);
        }
    }

    #[test]
    fn every_set_of_items_is_about_equally_likely() {
        let (mut random, mut seen) = (Random(1), std::collections::BTreeMap::new());
        for _ in 0..6000 {
            *seen.entry(option(4, 2, &mut random)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn numbers_out_of_range_are_errors() {
        let says = |spec| parse(spec).unwrap_err().what;
        assert!(says("random-cover:5:10:6").starts_with("`6` is not a whole number from 1 to 5"));
        assert!(says("random-cover:5:10").starts_with("`5:10` is not three or four numbers"));
        assert!(says("random-cover:5:x%:2").starts_with("`x%` is not a percentage"));
    }
}
