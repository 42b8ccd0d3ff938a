//! The requested properties of generated puzzles.

use super::Difficulty;
use crate::RequestError;
use coverlab_model::{PatternSymmetry, Shape, Spec, orbits};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A request to the generator. [`PuzzleRequest::new`] requests puzzles with one solution and as few clues as digging leaves.
/// The fields may be changed as needed.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRequest {
    /// The shape of the board.
    pub shape: Shape,
    /// The number of clues. Digging stops at a random number in the range, or as near to it as it gets.
    pub clues: RangeInclusive<usize>,
    /// Whether every clue must be necessary: without it, there are more solutions than requested.
    pub minimal: bool,
    /// The symmetries that the pattern of clues must have.
    pub symmetry: Vec<PatternSymmetry>,
    /// The number of solutions.
    pub solutions: SolutionCount,
    /// The numbers of nodes that strategies must need for a puzzle.
    pub node_ranges: Vec<NodeRange>,
    /// How hard the puzzles must be for a person.
    pub difficulty: Difficulty,
    /// Maximum number of tries for one puzzle.
    pub max_tries: u64,
}

impl PuzzleRequest {
    /// A request for puzzles of `shape` with exactly one solution.
    pub fn new(shape: Shape) -> PuzzleRequest {
        PuzzleRequest {
            shape,
            clues: 0..=shape.cells(),
            minimal: false,
            symmetry: Vec::new(),
            solutions: SolutionCount::One,
            node_ranges: Vec::new(),
            difficulty: Difficulty::default(),
            max_tries: 10_000_000,
        }
    }

    /// Checks that the request can be met, as far as that is known in advance.
    ///
    /// # Errors
    /// Fields contradict each other, or no puzzle is known to have the requested properties.
    pub fn check(&self) -> Result<(), RequestError> {
        let (side, small) = (self.shape.side(), super::engine::MAX_SIDE);
        let what = format!("boards of side {side} cannot be generated");
        fail_if(side > MAX_SIDE, &what, &format!("the largest side is {MAX_SIDE}"))?;

        let is_one = self.solutions == SolutionCount::One;
        let no_several = matches!(self.solutions, SolutionCount::Many { most: 0..=1 });
        let help = "ask for at most 2 solutions, or for more";
        fail_if(no_several, "puzzles with several solutions have at least 2", help)?;
        fail_if(side == 1 && !is_one, "a board of one cell has one solution", "")?;
        let what = format!("puzzles of side {side} are generated with exactly one solution only");
        let help = format!("other numbers of solutions need a side of at most {small}");
        fail_if(!is_one && !self.is_small(), &what, &help)?;

        let (low, high) = (*self.clues.start(), *self.clues.end());
        let what = format!("no number of clues is in the range {low} to {high}");
        fail_if(self.clues.is_empty(), &what, "give the smaller number first")?;
        let (least, most) = self.possible_clues();
        let what = format!("no puzzle of {} cells with {} has", self.shape.cells(), self.solutions);
        fail_if(low > most, &format!("{what} {low} clues or more"), &format!("ask for {most} or fewer"))?;
        fail_if(high < least, &format!("{what} {high} clues or fewer"), &format!("ask for {least} or more"))?;
        self.check_pattern()?;

        let what = "ratings and techniques are known for puzzles with one solution only";
        fail_if(!self.difficulty.is_unrestricted() && !is_one, what, "ask for one solution")?;
        self.difficulty.check(self.shape)?;
        self.node_ranges.iter().try_for_each(|range| {
            let what = format!("no number of nodes is in the range of `{range}`");
            fail_if(range.nodes.is_empty(), &what, "give the smaller number first")
        })
    }

    /// Whether the board has at most 121 cells, so that the engine for small boards digs it.
    pub fn is_small(&self) -> bool {
        self.shape.side() <= super::engine::MAX_SIDE
    }

    /// Known bounds on the number of clues. For 9x9 boards: G. McGuire, B. Tugemann and G. Civario, *There is no
    /// 16-clue Sudoku* (2012).
    fn possible_clues(&self) -> (usize, usize) {
        let (side, cells) = (self.shape.side(), self.shape.cells());
        match (self.solutions, self.shape.box_rows(), self.shape.box_columns()) {
            (SolutionCount::One, 2, 2) => (4, cells),
            (SolutionCount::One, 2, 3) | (SolutionCount::One, 3, 2) => (8, cells),
            (SolutionCount::One, 3, 3) => (17, cells),
            // Two digits without clues may be exchanged.
            (SolutionCount::One, ..) => (side - 1, cells),
            // Two solutions differ in at least two rows, and in each in at least two cells.
            (SolutionCount::Many { .. }, ..) => (0, cells - 4),
            // A full board without a clash is a solution.
            (SolutionCount::None, ..) => (1, cells - 1),
        }
    }

    /// Checks that a pattern with the requested symmetry can have a number of clues in the range.
    fn check_pattern(&self) -> Result<(), RequestError> {
        // `sums[n]`: some orbits of the symmetry have `n` cells together.
        let mut sums = vec![false; self.shape.cells() + 1];
        sums[0] = true;
        for orbit in orbits(self.shape.side(), &self.symmetry) {
            for sum in (orbit.len()..sums.len()).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        let (low, high) = (*self.clues.start(), *self.clues.end());
        let is_possible = |clues: &usize| sums.get(*clues).copied().unwrap_or(false);
        if (low..=high.min(sums.len() - 1)).any(|clues| is_possible(&clues)) {
            return Ok(());
        }
        let names: Vec<&str> = self.symmetry.iter().map(|symmetry| symmetry.name()).collect();
        let what = format!("no pattern with the symmetry {} has {low} to {high} clues", names.join(", "));
        let near = [(0..low).rev().find(is_possible), (high + 1..sums.len()).find(is_possible)];
        let near: Vec<String> = near.iter().flatten().map(usize::to_string).collect();
        Err(RequestError::new(what).help(format!("the nearest numbers are {}", near.join(" and "))))
    }
}

/// Fails with the error `what` and the remedy `help` if `is_wrong`.
fn fail_if(is_wrong: bool, what: &str, help: &str) -> Result<(), RequestError> {
    if is_wrong { Err(RequestError::new(what).help(help)) } else { Ok(()) }
}

impl fmt::Display for PuzzleRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.shape.side();
        write!(f, "{side}x{side} in boxes of {}, {}", self.shape, self.solutions)?;
        if self.minimal {
            f.write_str(", minimal")?;
        }
        match (*self.clues.start(), *self.clues.end()) {
            (0, high) if high >= self.shape.cells() => {}
            (low, high) if low == high => write!(f, ", {low} clues")?,
            (low, high) => write!(f, ", {low} to {high} clues")?,
        }
        if !self.symmetry.is_empty() {
            let names: Vec<&str> = self.symmetry.iter().map(|symmetry| symmetry.name()).collect();
            write!(f, ", pattern of symmetry {}", names.join(", "))?;
        }
        self.node_ranges.iter().try_for_each(|range| write!(f, ", nodes {range}"))?;
        self.difficulty.fmt(f)
    }
}

/// Maximum side for which the digits of a cell fit into 128 bits.
const MAX_SIDE: usize = 128;

/// The requested number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCount {
    /// None, although no two clues clash.
    None,
    /// Exactly one.
    One,
    /// At least two.
    Many {
        /// The maximum.
        most: u64,
    },
}

impl SolutionCount {
    /// The minimum and maximum number of solutions.
    pub fn range(self) -> (u64, u64) {
        match self {
            SolutionCount::None => (0, 0),
            SolutionCount::One => (1, 1),
            SolutionCount::Many { most } => (2, most),
        }
    }
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionCount::None => f.write_str("no solution"),
            SolutionCount::One => f.write_str("one solution"),
            SolutionCount::Many { most: 2 } => f.write_str("2 solutions"),
            SolutionCount::Many { most } => write!(f, "2 to {most} solutions"),
        }
    }
}

/// The number of nodes that a strategy needs to find the solution of a puzzle and to prove it unique: `dlx:1000..`,
/// `dlx:..50`, `bird-bits:prune=fixpoint:10..20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRange {
    /// The strategy.
    pub strategy: Spec,
    /// The inclusive range of nodes.
    pub nodes: RangeInclusive<u64>,
}

impl FromStr for NodeRange {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let malformed = || {
            RequestError::new(format!(
                "`{text}` is not a range of nodes; write it like `dlx:1000..` or `dlx:10..50`"
            ))
        };
        let (strategy, range) = text.rsplit_once(':').ok_or_else(malformed)?;
        let (low, high) = parse_range(range, |number| number.parse().ok()).ok_or_else(malformed)?;
        let nodes = low.unwrap_or(0)..=high.unwrap_or(u64::MAX);
        Ok(NodeRange { strategy: strategy.parse()?, nodes })
    }
}

impl fmt::Display for NodeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..", self.strategy, self.nodes.start())?;
        if *self.nodes.end() == u64::MAX { Ok(()) } else { write!(f, "{}", self.nodes.end()) }
    }
}

/// Parses an inclusive range, `low..high` or `low..=high`, whose ends `parse` reads. Either end may be missing.
pub fn parse_range<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<(Option<T>, Option<T>)> {
    let end = |word: &str| match word.trim() {
        "" => Some(None),
        word => parse(word).map(Some),
    };
    let (low, high) = text.split_once("..")?;
    Some((end(low)?, end(high.strip_prefix('=').unwrap_or(high))?))
}
