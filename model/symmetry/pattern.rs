//! Symmetry of the pattern of clues, as puzzle makers understand it.
//!
//! Only the positions of clues matter, not their digits. The square has seven symmetries besides the
//! identity. Rotations by 90 and by 270 degrees preserve the same patterns, so six remain.

use crate::Sudoku;
use crate::named::named;
use std::fmt;
use std::str::FromStr;

named! {
    /// A symmetry of the square board.
    pub enum PatternSymmetry {
        /// Rotation by 180 degrees.
        HalfTurn = "half-turn",
        /// Rotation by 90 degrees.
        QuarterTurn = "quarter-turn",
        /// Reflection that swaps left and right.
        LeftRight = "left-right",
        /// Reflection that swaps top and bottom.
        TopBottom = "top-bottom",
        /// Reflection in the diagonal from top left to bottom right.
        Diagonal = "diagonal",
        /// Reflection in the diagonal from top right to bottom left.
        AntiDiagonal = "anti-diagonal",
    }
}

impl PatternSymmetry {
    /// The image of `cell` on a board of side `side`.
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

/// The error for a name that no [`PatternSymmetry`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry(pub String);

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PatternSymmetry::NAMES.join(", ");
        write!(f, "unknown pattern symmetry `{}` (known: {names})", self.0)
    }
}

impl std::error::Error for UnknownSymmetry {}

impl FromStr for PatternSymmetry {
    type Err = UnknownSymmetry;

    fn from_str(word: &str) -> Result<Self, UnknownSymmetry> {
        PatternSymmetry::of_name(word).ok_or_else(|| UnknownSymmetry(word.to_string()))
    }
}

/// The symmetries of the puzzle's pattern of clues, in the order of [`PatternSymmetry::ALL`].
pub fn pattern_symmetries(puzzle: &Sudoku) -> Vec<PatternSymmetry> {
    let (side, clues) = (puzzle.shape().side(), puzzle.clues());
    let kept = |s: &PatternSymmetry| {
        (0..clues.len()).all(|cell| (clues[cell] == 0) == (clues[s.image(side, cell)] == 0))
    };
    PatternSymmetry::ALL.into_iter().filter(kept).collect()
}

/// The orbits of the cells of a board of side `side` under `symmetries`.
pub fn orbits(side: usize, symmetries: &[PatternSymmetry]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; side * side];
    let mut all = Vec::new();
    for first in 0..side * side {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        // Each symmetry has finite order, so applying it forward closes the orbit.
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
