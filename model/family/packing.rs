//! Packing problems: pieces made of unit squares or cubes must fill a board exactly. Each piece is used once;
//! dominoes are used any number of times.

use super::{Board, Family, Make, Member, MemberResult, Picture, numbers};
use crate::memory::{Extent, TooLarge, fits};
use crate::{Cover, CoverSize, ExactCover, ExactCoverBuilder, Item};

pub(super) const DOMINOES: Family = Family {
    name: "dominoes",
    form: "dominoes:BOARD, drawn with # and . and / between rows, or dominoes:ROWSxCOLUMNS",
    example: "dominoes:4x4",
    sentence: "Dominoes that tile a rectangle, or any board.",
    make: Make::Cover(|rest| {
        let board = if rest.contains('#') {
            drawn(rest)?
        } else {
            let [rows, columns] = numbers(rest, 1, 100)?;
            rectangle(rows, columns)
        };
        let domino = Piece { name: String::new(), cells: vec![[0, 0, 0], [0, 1, 0]] };
        let packing = Packing::new(board, vec![domino], Turns::Flat);
        packed(packing.map(|packing| Packing { is_each_used_once: false, ..packing }))
    }),
};

pub(super) const PENTOMINOES: Family = Family {
    name: "pentominoes",
    form: "pentominoes:ROWSxCOLUMNS, or pentominoes:8x8 for the board without its center",
    example: "pentominoes:6x10",
    sentence: "The twelve pentominoes on a board of 60 cells.",
    make: Make::Cover(|rest| {
        let [rows, columns] = numbers(rest, 1, 60)?;
        let mut board = rectangle(rows, columns);
        if (rows, columns) == (8, 8) {
            board.retain(|c| !(3..5).contains(&c[1]) || !(3..5).contains(&c[2]));
        }
        if board.len() != 60 {
            return Err(format!("{rows} x {columns} is not 60 cells"));
        }
        let pieces = PIECES.iter().map(|(name, drawing)| Piece::drawn(name, drawing)).collect();
        packed(Packing::new(board, pieces, Turns::Flat))
    }),
};

pub(super) const POLYOMINOES: Family = Family {
    name: "polyominoes",
    form: "polyominoes:BOARD:PIECE,PIECE,… where each is drawn with # and . and / between rows",
    example: "polyominoes:####/####/####:###/#,##/##,####",
    sentence: "Any polyominoes, each once, on any board.",
    make: Make::Cover(polyominoes),
};

pub(super) const SOMA: Family = Family {
    name: "soma",
    form: "soma",
    example: "soma",
    sentence: "The seven Soma pieces in a cube of side 3.",
    make: Make::Cover(|rest| {
        if !rest.is_empty() {
            return Err(format!("unexpected `{rest}`"));
        }
        let pieces =
            SOMA_PIECES.iter().map(|(name, cells)| Piece { name: (*name).into(), cells: cells.to_vec() });
        packed(Packing::new(block(3, 3, 3), pieces.collect(), Turns::Solid))
    }),
};

pub(super) const POLYCUBES: Family = Family {
    name: "polycubes",
    form: "polycubes:LAYERSxROWSxCOLUMNS:PIECE,PIECE,… where a piece is flat, or has + between layers",
    example: "polycubes:2x2x2:##/#,##/##+#",
    sentence: "Any polycubes, each once, in a box.",
    make: Make::Cover(polycubes),
};

fn polyominoes(rest: &str) -> MemberResult {
    let (board, pieces) = rest.split_once(':').ok_or("no `:` between the board and the pieces")?;
    let board = drawn(board)?;
    packing(board, pieces, Turns::Flat)
}

fn polycubes(rest: &str) -> MemberResult {
    let (sizes, pieces) = rest.split_once(':').ok_or("no `:` between the box and the pieces")?;
    let [layers, rows, columns] = numbers(sizes, 1, 20)?;
    packing(block(layers, rows, columns), pieces, Turns::Solid)
}

fn packing(board: Vec<Cell>, pieces: &str, turns: Turns) -> MemberResult {
    let mut named = Vec::new();
    for (k, piece) in pieces.split(',').enumerate() {
        let cells = drawn(piece)?;
        if cells.len() > board.len() {
            return Err(format!("piece {} is larger than the board", k + 1));
        }
        named.push(Piece { name: letter(k), cells });
    }
    packed(Packing::new(board, named, turns))
}

/// Converts a packing to a family, unless it is too large.
fn packed(packing: Result<Packing, TooLarge>) -> MemberResult {
    Ok(Box::new(packing.map_err(|large| format!("it {large}"))?))
}

/// The label of piece `k`, from 0: A, B, …, Z, A1, …
fn letter(k: usize) -> String {
    let letter = char::from(b'A' + (k % 26) as u8);
    if k < 26 { letter.to_string() } else { format!("{letter}{}", k / 26) }
}

/// A unit cube, as layer, row and column.
type Cell = [i16; 3];

fn rectangle(rows: usize, columns: usize) -> Vec<Cell> {
    block(1, rows, columns)
}

fn block(layers: usize, rows: usize, columns: usize) -> Vec<Cell> {
    let cell = |k: usize| [k / columns / rows, k / columns % rows, k % columns].map(|v| v as i16);
    (0..layers * rows * columns).map(cell).collect()
}

/// Parses the cells of a drawing: `#` and letters are cells, `.` is not. `/` starts a row, `+` a layer.
fn drawn(text: &str) -> Result<Vec<Cell>, String> {
    let mut cells = Vec::new();
    let [mut layer, mut row, mut column] = [0_i16; 3];
    for character in text.chars() {
        match character {
            '/' => (row, column) = (row + 1, 0),
            '+' => (layer, row, column) = (layer + 1, 0, 0),
            '.' => column += 1,
            c if c == '#' || c.is_ascii_alphabetic() => {
                cells.push([layer, row, column]);
                column += 1;
            }
            c => return Err(format!("`{c}` in `{text}` is neither # nor . nor /")),
        }
        if layer.max(row).max(column) > 200 {
            return Err("a drawing of more than 200 rows or columns".into());
        }
    }
    if cells.is_empty() { Err(format!("`{text}` has no cell")) } else { Ok(cells) }
}

/// The allowed orientations of pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// Rotations and reflections in the plane: eight orientations.
    Flat,
    /// Rotations in space: 24 orientations.
    Solid,
}

struct Piece {
    name: String,
    cells: Vec<Cell>,
}

impl Piece {
    fn drawn(name: &str, drawing: &str) -> Piece {
        Piece { name: name.into(), cells: drawn(drawing).expect("a drawing of this file") }
    }

    /// All distinct orientations, each shifted to the origin and sorted.
    fn orientations(&self, turns: Turns) -> Vec<Vec<Cell>> {
        let mut all: Vec<Vec<Cell>> = Vec::new();
        for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..8 {
                let sign = |k: usize| if signs >> k & 1 == 1 { -1 } else { 1 };
                let odd = (axes[0] > axes[1]) ^ (axes[0] > axes[2]) ^ (axes[1] > axes[2]);
                let mirrored = odd ^ (sign(0) * sign(1) * sign(2) < 0);
                let allowed = match turns {
                    Turns::Flat => axes[0] == 0 && sign(0) == 1,
                    Turns::Solid => !mirrored,
                };
                if allowed {
                    let turn = |c: &Cell| [sign(0) * c[axes[0]], sign(1) * c[axes[1]], sign(2) * c[axes[2]]];
                    let mut cells: Vec<Cell> = self.cells.iter().map(turn).collect();
                    let low = [0, 1, 2].map(|k| cells.iter().map(|c| c[k]).min().unwrap_or(0));
                    cells.iter_mut().for_each(|c| (0..3).for_each(|k| c[k] -= low[k]));
                    cells.sort_unstable();
                    if !all.contains(&cells) {
                        all.push(cells);
                    }
                }
            }
        }
        all
    }
}

/// Pieces and a board; each placement of a piece is an option.
struct Packing {
    board: Vec<Cell>,
    pieces: Vec<Piece>,
    /// Otherwise each piece is used any number of times.
    is_each_used_once: bool,
    /// For each option, the piece and the indices of its cells on the board.
    options: Vec<(usize, Vec<usize>)>,
}

impl Packing {
    /// Enumerates all placements of all pieces, each of which is used once.
    ///
    /// # Errors
    /// If the placements need more memory than is available.
    fn new(board: Vec<Cell>, pieces: Vec<Piece>, turns: Turns) -> Result<Packing, TooLarge> {
        let mut options = Vec::new();
        let size = [0, 1, 2].map(|k| board.iter().map(|c| c[k]).max().unwrap_or(0) as usize + 1);
        let most = bound(&board, size, &pieces, turns);
        // In addition to the entries of the instance, each placement stores eight bytes per cell.
        fits(most.bytes().saturating_mul(3), most)?;
        let index = |c: Cell| (c[0] as usize * size[1] + c[1] as usize) * size[2] + c[2] as usize;
        let mut places = vec![usize::MAX; size.iter().product()];
        for (k, &cell) in board.iter().enumerate() {
            places[index(cell)] = k;
        }
        for (k, piece) in pieces.iter().enumerate() {
            for cells in piece.orientations(turns) {
                for start in 0..places.len() {
                    let shift = [start / size[2] / size[1], start / size[2] % size[1], start % size[2]];
                    let place = |c: &Cell| {
                        let moved = [0, 1, 2].map(|a| c[a] + shift[a] as i16);
                        let inside = (0..3).all(|a| (moved[a] as usize) < size[a]);
                        inside.then(|| places[index(moved)]).filter(|&p| p != usize::MAX)
                    };
                    if let Some(placed) = cells.iter().map(place).collect() {
                        options.push((k, placed));
                    }
                }
            }
        }
        Ok(Packing { board, pieces, is_each_used_once: true, options })
    }
}

/// An upper bound for the size of the instance: all placements within the bounding box of the board.
fn bound(board: &[Cell], size: [usize; 3], pieces: &[Piece], turns: Turns) -> CoverSize {
    let mut all = CoverSize { items: pieces.len() + board.len(), ..CoverSize::default() };
    for piece in pieces {
        for cells in piece.orientations(turns) {
            let reach = |k: usize| cells.iter().map(|c| c[k]).max().unwrap_or(0) as usize;
            let places: usize = (0..3).map(|k| size[k].saturating_sub(reach(k))).product();
            all.options = all.options.saturating_add(places);
            all.entries = all.entries.saturating_add(places.saturating_mul(cells.len() + 1));
        }
    }
    all
}

impl Member for Packing {
    fn problem(&self) -> ExactCover {
        let mut names: Vec<String> = Vec::new();
        if self.is_each_used_once {
            names.extend(self.pieces.iter().map(|piece| piece.name.clone()));
        }
        let pieces = names.len();
        let solid = self.board.iter().any(|c| c[0] > 0);
        names.extend(self.board.iter().map(|[layer, row, column]| {
            if solid { format!("{layer},{row},{column}") } else { format!("{row},{column}") }
        }));
        let entries = self.options.iter().map(|o| o.1.len() + 1).sum();
        let mut builder =
            ExactCoverBuilder::named::<String>(&names, &[]).with_capacity(self.options.len(), entries);
        for (piece, cells) in &self.options {
            let piece = self.is_each_used_once.then_some(*piece as Item);
            let cells = cells.iter().map(|&c| (pieces + c) as Item);
            builder.option(piece.into_iter().chain(cells)).expect("different items");
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let top = |k: usize| self.board.iter().map(|c| c[k]).max().unwrap_or(0) as usize + 1;
        let (layers, rows, columns) = (top(0), top(1), top(2));
        let mut boards = vec![Board { columns, cells: vec![None; rows * columns] }; layers];
        for (group, &option) in cover.options().iter().enumerate() {
            let (piece, cells) = &self.options[option as usize];
            for &cell in cells {
                let [layer, row, column] = self.board[cell].map(|v| v as usize);
                boards[layer].put(row * columns + column, &self.pieces[*piece].name, group + 1);
            }
        }
        Picture::Boards(boards)
    }
}

/// The pentominoes, with the letters of S. W. Golomb, *Polyominoes*, 1965.
const PIECES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "#.../####"),
    ("N", "##../.###"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", ".#../####"),
    ("Z", "##./.#./.##"),
];

/// The Soma pieces (P. Hein, 1933): the V of three cubes and the six irregular ones of four.
const SOMA_PIECES: [(&str, &[Cell]); 7] = [
    ("V", &[[0, 0, 0], [0, 0, 1], [0, 1, 0]]),
    ("L", &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]]),
    ("T", &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1]]),
    ("Z", &[[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 2]]),
    ("A", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]),
    ("B", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]),
    ("P", &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_their_orientations() {
        let count = |name: &str| {
            let (name, drawing) = PIECES.iter().find(|p| p.0 == name).unwrap();
            Piece::drawn(name, drawing).orientations(Turns::Flat).len()
        };
        assert_eq!(["F", "I", "X", "Z", "V", "T"].map(count), [8, 2, 1, 4, 4, 4]);
        let soma = SOMA_PIECES.map(|(name, cells)| {
            Piece { name: name.into(), cells: cells.to_vec() }.orientations(Turns::Solid).len()
        });
        assert_eq!(soma, [12, 24, 12, 12, 12, 12, 8]);
    }
}
