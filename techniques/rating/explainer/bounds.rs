//! The ratings that a puzzle can have if it needs a technique, although the scale has other rules and another order.

use super::Tenths;
use crate::{Entry, TECHNIQUES, find};

/// A rule of the scale without counterpart here: unique loops, from 4.5.
const FIRST_WITHOUT_COUNTERPART: Tenths = 45;

/// The rules below 4.5, by the technique that finds all of their steps, with their lowest and highest rating. `direct`
/// rules are among them: a hidden pair rates 2.0 if it leaves a single.
const COUNTERPARTS: [(&str, Tenths, Tenths); 13] = [
    ("full-house", 10, 10),
    ("hidden-single", 12, 15),
    ("pointing", 17, 26),
    ("claiming", 19, 28),
    ("hidden-pair", 20, 34),
    ("naked-single", 23, 23),
    ("hidden-triple", 25, 40),
    ("naked-pair", 30, 30),
    ("x-wing", 32, 32),
    ("naked-triple", 36, 36),
    ("swordfish", 38, 38),
    ("xy-wing", 42, 42),
    ("xyz-wing", 44, 44),
];

fn place(name: &str) -> usize {
    find(name).expect("a technique").place()
}

/// The rating below which easier techniques than `technique` solve every puzzle.
pub fn lowest_with(technique: &Entry) -> Tenths {
    let not_easier = COUNTERPARTS.iter().filter(|(name, ..)| place(name) >= technique.place());
    not_easier.map(|&(_, low, _)| low).min().unwrap_or(FIRST_WITHOUT_COUNTERPART)
}

/// The highest rating of puzzles that `technique` and easier ones solve; `None` if it is not known.
pub fn highest_up_to(technique: &Entry) -> Option<Tenths> {
    let highest =
        |entry: &Entry| COUNTERPARTS.iter().find(|(name, ..)| *name == entry.about.name).map(|c| c.2);
    let ratings: Option<Vec<Tenths>> = TECHNIQUES[..=technique.place()].iter().map(highest).collect();
    ratings?.into_iter().max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_follow_from_the_easier_techniques() {
        for (name, lowest, highest) in [
            ("full-house", 10, Some(10)),
            ("hidden-single", 12, Some(15)),
            ("naked-single", 17, Some(23)),
            ("naked-pair", 20, Some(30)),
            ("x-wing", 32, Some(40)),
            ("swordfish", 38, None),
            ("jellyfish", 45, None),
            ("nested-dynamic-forcing-chain", 45, None),
        ] {
            let technique = find(name).unwrap();
            assert_eq!((lowest_with(technique), highest_up_to(technique)), (lowest, highest), "{name}");
        }
    }
}
