//! Langford pairs: arrangements of 1, 1, 2, 2, …, n, n in a row, with k numbers between the two k.

use super::{Board, Family, Make, Member, MemberResult, Picture, number};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "langford",
    form: "langford:N",
    example: "langford:7",
    sentence: "Langford pairs: the two k have k numbers between them (a row and its mirror image both count).",
    make: Make::Cover(|rest| make(rest, false)),
};

pub(super) const REDUCED: Family = Family {
    name: "langford-reduced",
    form: "langford-reduced:N",
    example: "langford-reduced:7",
    sentence: "Langford pairs, only one of a row and its mirror image.",
    make: Make::Cover(|rest| make(rest, true)),
};

fn make(rest: &str, reduced: bool) -> MemberResult {
    Ok(Box::new(Langford::new(number(rest, 1, 200)?, reduced)))
}

struct Langford {
    n: usize,
    /// For each option, the number and the slot of the first of its two copies.
    options: Vec<(usize, usize)>,
}

impl Langford {
    /// If `reduced`, keeps one of each pair of mirror images: for one number, the midpoint of its two slots
    /// must be in the left half. The number is the greatest odd one, whose midpoint is never the center (D.
    /// E. Knuth, *The Art of Computer Programming* 7.2.2.1, exercise 15).
    fn new(n: usize, reduced: bool) -> Langford {
        let slots = 2 * n;
        let anchor = if n.is_multiple_of(2) { n - 1 } else { n };
        let mut options = Vec::new();
        for k in 1..=n {
            for first in 0..slots.saturating_sub(k + 1) {
                let right = first >= (slots - k - 1) / 2;
                if !(reduced && k == anchor && right) {
                    options.push((k, first));
                }
            }
        }
        Langford { n, options }
    }
}

impl Member for Langford {
    fn problem(&self) -> ExactCover {
        let names: Vec<String> =
            (1..=self.n).map(|k| k.to_string()).chain((1..=2 * self.n).map(|s| format!("s{s}"))).collect();
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        for &(k, first) in &self.options {
            let items = [k - 1, self.n + first, self.n + first + k + 1];
            builder.option(items.map(|i| i as Item)).expect("three different items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let mut board = Board::new(1, 2 * self.n);
        for &option in cover.options() {
            let (k, first) = self.options[option as usize];
            for slot in [first, first + k + 1] {
                board.put(slot, k.to_string(), k);
            }
        }
        Picture::Boards(vec![board])
    }
}
