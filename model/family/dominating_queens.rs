//! Dominating queens: a given number of queens that occupy or attack every cell of the board.

use super::{Family, Make, Member, MemberResult, Picture, numbers, queens};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "dominating-queens",
    form: "dominating-queens:SIDExQUEENS",
    example: "dominating-queens:5x3",
    sentence: "A given number of queens that attack or occupy every cell of a square board (multiplicities).",
    make: Make::Cover(make),
};

fn make(rest: &str) -> MemberResult {
    let [side, queens] = numbers(rest, 1, 50)?;
    Ok(Box::new(Dominating { side, queens }))
}

/// Each cell is an item that must be covered at least once, by queens on it or attacking it. One more item,
/// with a multiplicity, counts the queens (D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, Algorithm
/// M).
struct Dominating {
    side: usize,
    queens: usize,
}

impl Member for Dominating {
    fn problem(&self) -> ExactCover {
        let n = self.side;
        let mut names: Vec<String> = (0..n * n).map(|k| format!("{},{}", k / n, k % n)).collect();
        names.push("queens".into());
        let mut builder = ExactCoverBuilder::named::<String>(&names, &[]);
        let queens = self.queens as u32;
        for cell in 0..(n * n) as Item {
            builder.multiplicity(cell, 1, queens).expect("a primary item");
        }
        builder.multiplicity((n * n) as Item, queens, queens).expect("a primary item");
        for queen in 0..n * n {
            let (row, column) = (queen / n, queen % n);
            let attacked = (0..n * n).filter(|&k| {
                let (r, c) = (k / n, k % n);
                r == row || c == column || r + c == row + column || r + column == row + c
            });
            let items = attacked.chain([n * n]).map(|k| k as Item);
            builder.option(items).expect("different items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        Picture::Boards(vec![queens::board(self.side, cover)])
    }
}
