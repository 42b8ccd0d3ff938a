//! MacMahon's squares: the 24 squares with edges of three colors, placed in a rectangle so that adjacent
//! edges match and the border has a single color.

use super::{Board, Family, Make, Member, Picture, Tile, numbers};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "macmahon",
    form: "macmahon:ROWSxCOLUMNS, with 24 cells",
    example: "macmahon:4x6",
    sentence: "MacMahon's 24 squares with edges of three colors; touching edges match, and the border has one color.",
    make: Make::Cover(|rest| {
        let [rows, columns] = numbers(rest, 1, 24)?;
        if rows * columns != 24 {
            return Err(format!("{rows} x {columns} is not 24 cells"));
        }
        Ok(Box::new(Squares::new(rows, columns)))
    }),
};

/// The colors, from 0 to 2, of the four edges, clockwise from the top.
type Edges = [usize; 4];

/// The puzzle of P. A. MacMahon, *New Mathematical Pastimes*, 1921. Squares may be rotated but not reflected.
/// The edges between cells are secondary items with colors.
struct Squares {
    rows: usize,
    columns: usize,
    /// For each option, the square, the cell, and the edges of the rotated square.
    options: Vec<(usize, usize, Edges)>,
}

/// The squares, each in one orientation.
fn squares() -> Vec<Edges> {
    let turned = |e: &Edges| (0..4).map(|k| [0, 1, 2, 3].map(|i| e[(i + k) % 4])).min().expect("four turns");
    let all = (0..81).map(|k| [k / 27, k / 9 % 3, k / 3 % 3, k % 3]);
    all.filter(|e| turned(e) == *e).collect()
}

impl Squares {
    fn new(rows: usize, columns: usize) -> Squares {
        let mut options = Vec::new();
        for (square, edges) in squares().into_iter().enumerate() {
            let mut turns: Vec<Edges> = (0..4).map(|k| [0, 1, 2, 3].map(|i| edges[(i + k) % 4])).collect();
            turns.sort_unstable();
            turns.dedup();
            for turn in turns {
                for cell in 0..rows * columns {
                    let (row, column) = (cell / columns, cell % columns);
                    let border = [row == 0, column + 1 == columns, row + 1 == rows, column == 0];
                    if (0..4).all(|k| !border[k] || turn[k] == 0) {
                        options.push((square, cell, turn));
                    }
                }
            }
        }
        Squares { rows, columns, options }
    }

    /// The secondary items around a cell: horizontal edges first, then vertical ones.
    fn edges(&self, cell: usize) -> [usize; 4] {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let vertical = (self.rows + 1) * self.columns;
        let left = vertical + row * (self.columns + 1) + column;
        [cell, left + 1, cell + self.columns, left]
    }
}

impl Member for Squares {
    fn problem(&self) -> ExactCover {
        const NAMES: [&str; 3] = ["a", "b", "c"];
        let cells = self.rows * self.columns;
        let name = |e: &Edges| e.map(|c| NAMES[c]).concat();
        let place = |k: usize| format!("{},{}", k / self.columns, k % self.columns);
        let primary: Vec<String> = squares().iter().map(name).chain((0..cells).map(place)).collect();
        let edges = (self.rows + 1) * self.columns + self.rows * (self.columns + 1);
        let secondary: Vec<String> = (0..edges).map(|k| format!("e{k}")).collect();
        let mut builder = ExactCoverBuilder::named(&primary, &secondary);
        let colors = NAMES.map(|name| builder.color(name));
        for &(square, cell, turn) in &self.options {
            let edges = self.edges(cell);
            let colored = (0..4).map(|k| ((24 + cells + edges[k]) as Item, colors[turn[k]]));
            let entries = [(square as Item, 0), ((24 + cell) as Item, 0)];
            builder.colored_option(entries.into_iter().chain(colored)).expect("different items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        const LETTERS: [char; 3] = ['a', 'b', 'c'];
        let mut board = Board::new(self.rows, self.columns);
        for &option in cover.options() {
            let (_, cell, turn) = self.options[option as usize];
            let label = turn.map(|c| LETTERS[c]).iter().collect();
            // Each square is a separate group.
            board.cells[cell] = Some(Tile { label, group: cell + 1, edges: Some(turn) });
        }
        Picture::Boards(vec![board])
    }
}
