//! The boards that an input may contain: their shapes, and the meaning of characters on them.

use super::error::Error;
use super::puzzle::Puzzle;
use super::symbols::{Symbols, Table, board_name, symbol_count};
use super::text_lines::TextLine;
use crate::Shape;
use std::fmt;

/// How the puzzles of a notation are read.
#[derive(Clone, Copy)]
pub(super) enum Read {
    /// A puzzle is a line whose first word contains the cells.
    Line,
    /// A puzzle is several rows of characters, possibly with decoration.
    Grid,
    /// A puzzle is several rows of numbers.
    Numbers,
    /// The notation parses a puzzle from a line by its own function.
    Own {
        /// Whether a line is certainly a puzzle in this notation.
        recognizes: fn(TextLine<'_>, &mut BoardRules) -> bool,
        /// Parses a line known to be in this notation.
        parse: fn(TextLine<'_>, &mut BoardRules) -> Result<Puzzle, Error>,
    },
}

impl Read {
    /// Whether each line is independent of its neighbors, apart from a header.
    pub(super) fn is_by_line(self) -> bool {
        matches!(self, Read::Line | Read::Own { .. })
    }
}

/// The boards that the options allow, and the values of characters on them.
#[derive(Clone)]
pub(super) struct BoardRules {
    pub(super) symbols: Symbols,
    shape: Option<Shape>,
    /// How puzzles are read, if the options determine it.
    pub(super) read: Option<Read>,
    /// The side, if the options determine it.
    pub(super) fixed: Option<usize>,
    /// The character table of plain 9x9 puzzles, if the options allow them.
    pub(super) fast: Option<Table>,
    tables: Vec<Table>,
}

impl BoardRules {
    pub(super) fn new(symbols: &Symbols, shape: Option<Shape>, read: Option<Read>) -> BoardRules {
        let fixed = shape.map(Shape::side).or(symbols.side());
        let plain = shape.is_none_or(|s| s == Shape::NINE)
            && fixed.is_none_or(|side| side == 9)
            && matches!(read, None | Some(Read::Line));
        let fast = plain.then(|| Table::new(symbols, 9));
        BoardRules { symbols: symbols.clone(), shape, read, fixed, fast, tables: Vec::new() }
    }

    pub(super) fn table(&mut self, side: usize) -> &Table {
        let known = self.tables.iter().position(|t| t.side == side);
        let index = known.unwrap_or_else(|| {
            self.tables.push(Table::new(&self.symbols, side));
            self.tables.len() - 1
        });
        &self.tables[index]
    }

    /// Whether a line of this many characters is a whole board. Boards whose side is prime have no boxes, so
    /// their lengths (9, 25, 49) are treated as lengths of rows.
    pub(super) fn is_line_length(&self, length: usize) -> bool {
        let side = length.isqrt();
        let square = side > 0 && side * side == length && side <= 255;
        square && self.fixed.map_or_else(|| side == 1 || !is_prime(side), |fixed| side == fixed)
    }

    /// The shape of a board of side `side` whose boxes are drawn `drawn` columns wide.
    ///
    /// # Errors
    /// If the options contradict the drawing; the error marks `width` characters from `column` of `line`.
    pub(super) fn shape(
        &self,
        side: usize,
        drawn: Option<usize>,
        at: (TextLine<'_>, usize, usize),
    ) -> Result<Shape, Error> {
        let (line, column, width) = at;
        let error = |what: String| line.error(what, column, width);
        if let Some(shape) = self.shape {
            if shape.side() != side {
                let what = format!("boxes of {shape} cells do not divide {} grid", board_name(side));
                return Err(error(what)
                    .label(format!("{side}x{side}, but boxes of {shape} need {0}x{0}", shape.side()))
                    .help(format!("shapes of {} grid: {}", board_name(side), shapes(side))));
            }
            if let Some(drawn) = drawn.filter(|&d| d != shape.box_columns()) {
                let what = format!("boxes drawn {drawn} columns wide, but the shape asked for is {shape}");
                let help = format!("the boxes drawn are of shape {}x{drawn}", side / drawn);
                return Err(error(what).help(help));
            }
            return Ok(shape);
        }
        if let Some(symbols) = self.symbols.side().filter(|&s| s != side) {
            let what = format!("an alphabet of {}, but {} grid", symbol_count(symbols), board_name(side));
            let help = format!("give {}, or {} grid", symbol_count(side), board_name(symbols));
            return Err(error(what).help(help));
        }
        let shape = drawn.map_or_else(|| Shape::of_side(side), |d| Shape::new(side / d, d));
        shape.ok_or_else(|| error(format!("a board of side {side}")).help("sides run from 1 to 255"))
    }
}

impl fmt::Debug for BoardRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardRules { symbols, shape, fixed, .. } = self;
        let mut shown = f.debug_struct("BoardRules");
        shown.field("symbols", symbols).field("shape", shape).field("fixed", fixed).finish_non_exhaustive()
    }
}

pub(super) fn is_prime(side: usize) -> bool {
    side > 1 && (2..side).take_while(|d| d * d <= side).all(|d| !side.is_multiple_of(d))
}

fn shapes(side: usize) -> String {
    let shape = |rows| format!("{rows}x{}", side / rows);
    (1..=side).filter(|r| side.is_multiple_of(*r)).map(shape).collect::<Vec<_>>().join(", ")
}

/// The error for an alphabet whose size does not match the shape.
pub(super) fn contradiction(symbols: &Symbols, shape: Option<Shape>) -> Option<Error> {
    let (shape, symbols) = (shape?, symbols.side()?);
    let side = shape.side();
    (side != symbols).then(|| {
        Error::whole(format!("an alphabet of {} for boards of shape {shape}", symbol_count(symbols)))
            .help(format!("{} board takes {}", board_name(side), symbol_count(side)))
    })
}
