//! Reordering an exact cover problem, so that a search visits its covers in another order.

use crate::random::Random;
use crate::{ExactCover, ExactCoverBuilder, Item, OptionId};

/// Permutes the items of `problem`, its options and the entries of each option at random, by `seed`. Also
/// returns the original number of each option. The first cover that a strategy finds then depends on the
/// seed: any cover may be the first, but not with equal probability.
pub fn shuffled(problem: &ExactCover, seed: u64) -> (ExactCover, Vec<OptionId>) {
    let mut random = Random(seed);
    let (primary, items) = (problem.primary(), problem.items());
    let mut number: Vec<Item> = (0..items as Item).collect();
    random.shuffle(&mut number[..primary]);
    random.shuffle(&mut number[primary..]);
    let mut order: Vec<OptionId> = (0..problem.options() as OptionId).collect();
    random.shuffle(&mut order);
    let builder = ExactCoverBuilder::new(primary, items - primary);
    let mut builder = builder.with_capacity(problem.options(), problem.entries());
    for color in 1..=problem.colors() {
        builder.color(&problem.color_name(color));
    }
    for item in 0..primary as Item {
        let range = problem.multiplicity(item);
        builder
            .multiplicity(number[item as usize], range.least, range.most)
            .expect("a range of a good instance");
    }
    let mut entries = Vec::new();
    for &option in &order {
        entries.clear();
        entries.extend(problem.option(option).iter().map(|&(item, color)| (number[item as usize], color)));
        random.shuffle(&mut entries);
        builder.colored_option(entries.iter().copied()).expect("an option of a good instance");
    }
    (builder.build(), order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    #[test]
    fn the_same_options_in_another_order() {
        for spec in ["word-square:ab,ba", "dominating-queens:4x2", "queens:5"] {
            let problem = family::parse(spec).unwrap();
            let (other, order) = shuffled(&problem, 7);
            assert!(problem != other && shuffled(&problem, 7).0 == other && shuffled(&problem, 8).0 != other);
            assert_eq!((other.primary(), other.items()), (problem.primary(), problem.items()));
            let mut seen = order.clone();
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(k, &o)| k == o as usize), "{spec}");
            for (k, &option) in order.iter().enumerate() {
                assert_eq!(other.option(k as OptionId).len(), problem.option(option).len());
            }
        }
    }
}
