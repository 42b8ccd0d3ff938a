//! Symmetry in the sense of puzzle makers: that of the pattern of clues.
//!
//! Only which cells hold a clue matters here, not which digit. These are the seven ways other
//! than lying still to lay a square upon itself; a turn by three quarters leaves the same
//! patterns unchanged as one by a quarter, which leaves six.

use crate::Sudoku;
use std::fmt;
use std::str::FromStr;

/// A way to lay the square board upon itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PatternSymmetry {
    /// Half a turn about the centre.
    HalfTurn,
    /// A quarter turn about the centre.
    QuarterTurn,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// The mirror is the diagonal from top left to bottom right.
    Diagonal,
    /// The mirror is the diagonal from top right to bottom left.
    AntiDiagonal,
}

impl PatternSymmetry {
    /// All of them.
    pub const ALL: [PatternSymmetry; 6] = [
        PatternSymmetry::HalfTurn,
        PatternSymmetry::QuarterTurn,
        PatternSymmetry::LeftRight,
        PatternSymmetry::TopBottom,
        PatternSymmetry::Diagonal,
        PatternSymmetry::AntiDiagonal,
    ];

    /// The name by which it is asked for and reported.
    pub const fn name(self) -> &'static str {
        match self {
            PatternSymmetry::HalfTurn => "half-turn",
            PatternSymmetry::QuarterTurn => "quarter-turn",
            PatternSymmetry::LeftRight => "left-right",
            PatternSymmetry::TopBottom => "top-bottom",
            PatternSymmetry::Diagonal => "diagonal",
            PatternSymmetry::AntiDiagonal => "anti-diagonal",
        }
    }

    /// Where `cell` comes to lie on a board of side `side`.
    pub const fn image(self, side: usize, cell: usize) -> usize {
        let (row, column, last) = (cell / side, cell % side, side - 1);
        let (row, column) = match self {
            PatternSymmetry::HalfTurn => (last - row, last - column),
            PatternSymmetry::QuarterTurn => (column, last - row),
            PatternSymmetry::LeftRight => (row, last - column),
            PatternSymmetry::TopBottom => (last - row, column),
            PatternSymmetry::Diagonal => (column, row),
            PatternSymmetry::AntiDiagonal => (last - column, last - row),
        };
        row * side + column
    }
}

impl fmt::Display for PatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no [`PatternSymmetry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry(pub String);

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PatternSymmetry::ALL.map(PatternSymmetry::name).join(", ");
        write!(f, "`{}` is no symmetry of a pattern; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownSymmetry {}

impl FromStr for PatternSymmetry {
    type Err = UnknownSymmetry;

    fn from_str(word: &str) -> Result<Self, UnknownSymmetry> {
        let named = PatternSymmetry::ALL.into_iter().find(|s| s.name() == word);
        named.ok_or_else(|| UnknownSymmetry(word.to_string()))
    }
}

/// The symmetries that the pattern of clues has, in the order of [`PatternSymmetry::ALL`].
pub fn pattern_symmetries(puzzle: &Sudoku) -> Vec<PatternSymmetry> {
    let (side, clues) = (puzzle.shape().side(), puzzle.clues());
    let kept = |s: &PatternSymmetry| {
        (0..clues.len()).all(|cell| (clues[cell] == 0) == (clues[s.image(side, cell)] == 0))
    };
    PatternSymmetry::ALL.into_iter().filter(kept).collect()
}

/// The cells of a board of side `side`, those together that `symmetries` carry into each other.
pub fn orbits(side: usize, symmetries: &[PatternSymmetry]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; side * side];
    let mut all = Vec::new();
    for first in 0..side * side {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        // Each symmetry has finite order, so going forward alone closes the orbit.
        let mut orbit = vec![first];
        let mut next = 0;
        while next < orbit.len() {
            for symmetry in symmetries {
                let image = symmetry.image(side, orbit[next]);
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        all.push(orbit);
    }
    all
}
