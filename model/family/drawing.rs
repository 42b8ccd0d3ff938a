//! Packing problems drawn in a text file: a board and the pieces that fill it.
//!
//! ```text
//! // A board with a hole, and five pieces.
//! #####
//! ##.##
//! #####
//!
//! L:
//! ###
//! #..
//!
//! domino 3:
//! ##
//! ```
//!
//! The file consists of blocks separated by empty lines; the first block is the board, the others are pieces.
//! `#` and letters are cells; `.` and blanks are not. A block may start with a title, a line that ends in
//! `:`. The title of a piece is its name, optionally followed by the number of copies, or by `*` for any
//! number; by default a piece is used once. Pieces may be rotated and reflected. Lines that start with `//`
//! are comments.

use super::Member;
use super::packing::{Cell, Packing, Piece, Turns, letter};
use crate::format::Error;

/// Reads a drawing.
///
/// # Errors
/// If the text is malformed; the error states the place.
pub fn read(text: &str) -> Result<Box<dyn Member>, Error> {
    let mut blocks = blocks(text)?.into_iter();
    let Some(board) = blocks.next() else {
        return Err(
            Error::whole("no board").help("draw the board with `#`, then, after an empty line, a piece")
        );
    };
    let size = |block: &Block<'_>| block.cells.len();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut area, mut exact) = (0, true);
    for (k, block) in blocks.enumerate() {
        if size(&block) > size(&board) {
            let what = format!("a piece of {} cells on a board of {}", size(&block), size(&board));
            return Err(block.error(what, "this piece").help("the first block of lines is the board"));
        }
        let (name, times) = block.title(&letter(k))?;
        match times {
            Some(times) => area += times as usize * size(&block),
            None => exact = false,
        }
        if pieces.iter().any(|piece| piece.name == name) {
            let error = block.error(format!("two pieces have the name `{name}`"), "again");
            return Err(error.help("one piece used twice is written `name 2:`"));
        }
        pieces.push(Piece { name, cells: block.cells, times });
    }
    if pieces.is_empty() {
        return Err(board
            .error("a board without pieces", "the board")
            .help("draw a piece after an empty line"));
    }
    if area > size(&board) || exact && area != size(&board) {
        let what = format!("the pieces have {area} cells in total, but the board has {}", size(&board));
        return Err(board.error(what, "the board").help("a packing fills the board, and uses every piece"));
    }
    let packing = Packing::new(board.cells, pieces, Turns::Flat);
    Ok(Box::new(packing.map_err(|large| Error::whole(format!("it {large}")))?))
}

/// A block of lines: the board or a piece.
struct Block<'a> {
    /// The number and the text of its title line, if any.
    titled: Option<(usize, &'a str)>,
    /// The number and the text of its first line of cells.
    first: (usize, &'a str),
    rows: i16,
    cells: Vec<Cell>,
}

const MAX_SIDE: usize = 200;

fn blocks(text: &str) -> Result<Vec<Block<'_>>, Error> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut titled, mut open) = (None, false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        if line.starts_with("//") {
            continue;
        }
        if let Some(title) = line.strip_suffix(':') {
            if let Some((number, line)) = titled.replace((number, title)) {
                return Err(title_without_piece(number, line));
            }
            open = false;
        } else if line.is_empty() {
            open = false;
        } else {
            if !open {
                blocks.push(Block {
                    titled: titled.take(),
                    first: (number, line),
                    rows: 0,
                    cells: Vec::new(),
                });
                open = true;
            }
            let last = blocks.last_mut().expect("one was just begun");
            last.row(number, line)?;
        }
    }
    if let Some((number, line)) = titled {
        return Err(title_without_piece(number, line));
    }
    match blocks.iter().find(|block| block.cells.is_empty()) {
        Some(block) => Err(block.error("a drawing without cells", "no `#`").help("cells are drawn with `#`")),
        None => Ok(blocks),
    }
}

fn title_without_piece(number: usize, line: &str) -> Error {
    let width = line.chars().count() + 1;
    let error = Error::new("a title with nothing below it", number, 1, width, &format!("{line}:"));
    error.label("no piece follows").help("draw the piece in the lines after its title")
}

impl Block<'_> {
    fn row(&mut self, number: usize, line: &str) -> Result<(), Error> {
        let too_large = line.chars().count() > MAX_SIDE || self.rows as usize >= MAX_SIDE;
        if too_large {
            let error =
                Error::new(format!("a drawing of more than {MAX_SIDE} rows or columns"), number, 1, 1, line);
            return Err(error.label("here").help("draw it smaller"));
        }
        for (column, character) in line.chars().enumerate() {
            match character {
                '.' | ' ' => {}
                c if c == '#' || c.is_ascii_alphabetic() => {
                    self.cells.push([0, self.rows, column as i16]);
                }
                c => {
                    let what = format!("`{c}` is not allowed in a drawing");
                    let error = Error::new(what, number, column + 1, 1, line).label("unexpected character");
                    return Err(
                        error.help("`#` and letters are cells, `.` and blanks are not; a title ends in `:`")
                    );
                }
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// The name and the number of copies from the title.
    fn title(&self, default: &str) -> Result<(String, Option<u32>), Error> {
        let Some((number, title)) = self.titled else { return Ok((default.to_string(), Some(1))) };
        let (name, times) = title.trim().rsplit_once(' ').unwrap_or((title.trim(), "1"));
        let shown = format!("{title}:");
        let wrong = |what: String, width| Error::new(what, number, 1, width, &shown);
        if name.is_empty() || name.contains(['|', ' ', ':']) {
            let error = wrong(format!("`{name}` is not the name of a piece"), title.chars().count().max(1));
            return Err(error.label("a name is one word").help("write `name:`, `name 3:` or `name *:`"));
        }
        let times = match times {
            "*" => None,
            number => match number.parse() {
                Ok(times @ 1..=40_000) => Some(times),
                _ => {
                    let error = wrong(format!("`{number}` is not a number of copies"), title.chars().count());
                    return Err(error
                        .label("a number from 1 or `*`")
                        .help("write `name:`, `name 3:` or `name *:`"));
                }
            },
        };
        Ok((name.to_string(), times))
    }

    fn error(&self, what: impl Into<String>, label: &str) -> Error {
        let (number, line) = self.first;
        Error::new(what, number, 1, line.chars().count(), line).label(label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(text: &str) -> (String, usize, usize) {
        let Err(error) = read(text) else { panic!("{text} is no error") };
        assert!(!error.help.is_empty() && (error.line == 0 || !error.label.is_empty()), "{error}");
        (error.what.clone(), error.line, error.column)
    }

    #[test]
    fn a_board_and_its_pieces() {
        let problem = read("// two\n###\n###\n\nL:\n##\n#\n\nL2:\n# \n##\n").unwrap().problem();
        assert_eq!((problem.primary(), problem.options()), (8, 16));
        let problem = read("##\n##\n\ndomino 2:\n##").unwrap().problem();
        assert_eq!((problem.item_name(0).as_str(), problem.multiplicity(0).least), ("domino", 2));
        let problem = read("#.\n##\n\nI *:\n#\n\n##").unwrap().problem();
        assert_eq!((problem.primary(), problem.options(), problem.has_multiplicities()), (4, 5, false));
    }

    #[test]
    fn errors_are_reported_with_their_place() {
        assert_eq!(says(""), ("no board".into(), 0, 0));
        assert_eq!(says("##\n"), ("a board without pieces".into(), 1, 1));
        assert_eq!(says("##\n\n#1\n"), ("`1` is not allowed in a drawing".into(), 3, 2));
        assert_eq!(says("##\n\n###\n"), ("a piece of 3 cells on a board of 2".into(), 3, 1));
        assert_eq!(
            says("###\n\n##\n"),
            ("the pieces have 2 cells in total, but the board has 3".into(), 1, 1)
        );
        assert_eq!(says("##\n\nL:\n"), ("a title with nothing below it".into(), 3, 1));
        assert_eq!(says("##\n\nL x:\n##\n"), ("`x` is not a number of copies".into(), 3, 1));
        assert_eq!(says("####\n\nL:\n##\n\nL:\n##\n"), ("two pieces have the name `L`".into(), 7, 1));
        assert_eq!(says("##\n\n...\n"), ("a drawing without cells".into(), 3, 1));
        assert_eq!(says("##\n\n:\n##\n"), ("`` is not the name of a piece".into(), 3, 1));
    }
}
