//! The n queens problem: n queens on an n by n board, no two of them in a row, column or diagonal.

use super::{Board, Family, Make, Member, MemberResult, Picture, number};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "queens",
    form: "queens:SIDE",
    example: "queens:8",
    sentence: "Queens on a square board, no two in one row, column or diagonal.",
    make: Make::Cover(make),
};

fn make(rest: &str) -> MemberResult {
    Ok(Box::new(Queens { side: number(rest, 1, 200)? }))
}

/// Rows and columns are primary items, diagonals are secondary. Rows and columns are ordered from the middle
/// outwards: among equally good items a search takes the first, and a queen in the middle attacks the most
/// cells (the organ-pipe order of D. E. Knuth, *The Art of Computer Programming* 7.2.2.1).
struct Queens {
    side: usize,
}

impl Member for Queens {
    fn problem(&self) -> ExactCover {
        let n = self.side;
        let (mut primary, mut place) = (Vec::new(), vec![0; n]);
        for (k, place) in place.iter_mut().enumerate() {
            *place = if k < n / 2 { (n / 2 - 1 - k) * 2 + 1 } else { (k - n / 2) * 2 };
        }
        let mut middle_out: Vec<usize> = (0..n).collect();
        middle_out.sort_by_key(|&k| place[k]);
        for &k in &middle_out {
            primary.push(format!("r{k}"));
            primary.push(format!("c{k}"));
        }
        let diagonals = 2 * n - 1;
        let secondary: Vec<String> =
            (0..diagonals).map(|k| format!("a{k}")).chain((0..diagonals).map(|k| format!("b{k}"))).collect();
        let mut builder = ExactCoverBuilder::named(&primary, &secondary).with_capacity(n * n, 4 * n * n);
        for row in 0..n {
            for column in 0..n {
                let (r, c) = (place[row] * 2, place[column] * 2 + 1);
                let (a, b) = (2 * n + row + column, 2 * n + diagonals + row + n - 1 - column);
                builder.option([r, c, a, b].map(|i| i as Item)).expect("four different items");
            }
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        Picture::Boards(vec![board(self.side, cover)])
    }
}

/// Draws a checkered board with a queen for each chosen option; option k is a queen on cell k.
pub(super) fn board(side: usize, cover: &Cover) -> Board {
    let mut board = Board::new(side, side);
    for (cell, tile) in board.cells.iter_mut().flatten().enumerate() {
        tile.group = (cell / side + cell % side) % 2;
        if cover.options().contains(&(cell as u32)) {
            tile.label = "♛".into();
        }
    }
    board
}
