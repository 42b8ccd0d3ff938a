//! The requested difficulty of generated puzzles for a person, and the test whether a puzzle has it.

use super::parse_range;
use crate::error::Error;
use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::rating::explainer::{self, Tenths, decimal, parse_decimal};
use coverlab_techniques::{Board, End, Entry, MAX_SIDE, TECHNIQUES, UnknownTechnique, solve};
use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The requested difficulty; by default unrestricted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difficulty {
    /// The rating on Sudoku Explainer's scale.
    pub rating: Option<RatingRange>,
    /// The hardest technique that a puzzle must need, if the easiest applicable one is always used.
    pub technique: Option<String>,
}

impl Difficulty {
    /// Whether puzzles of any difficulty are accepted.
    pub fn is_unrestricted(&self) -> bool {
        *self == Difficulty::default()
    }

    /// Checks that puzzles of `shape` may have this difficulty.
    pub(super) fn check(&self, shape: Shape) -> Result<(), Error> {
        let (side, highest) = (shape.side(), explainer::highest(shape.side()));
        if !self.is_unrestricted() && side > MAX_SIDE {
            let what = format!("puzzles of side {side} are not solved by techniques");
            return Err(Error::new(what).help(format!("the largest side is {MAX_SIDE}")));
        }
        let Some(rating) = &self.rating else { return Ok(()) };
        if rating.0.is_empty() {
            let what = format!("no rating is in the range {rating}");
            return Err(Error::new(what).help("give the smaller rating first"));
        }
        if *rating.0.start() > highest {
            let highest = RatingRange(highest..=highest);
            let what = format!("ratings of boards of side {side} are not computed above {highest}");
            return Err(Error::new(what).help("give a smaller rating"));
        }
        Ok(())
    }

    /// A test for this difficulty.
    pub(super) fn test(&self) -> Result<DifficultyTest, Error> {
        let technique = self.technique.as_deref().map(coverlab_techniques::find).transpose()?;
        let techniques = technique.map_or(Vec::new(), |technique| {
            let allowed = |entry: &&'static Entry| entry.premise <= technique.premise;
            TECHNIQUES[..=technique.place()].iter().filter(allowed).collect()
        });
        Ok(DifficultyTest { rating: self.rating.clone(), techniques, misses: Misses::default() })
    }
}

impl From<UnknownTechnique> for Error {
    fn from(unknown: UnknownTechnique) -> Error {
        let reference = || "`coverlab list techniques` lists them".to_string();
        Error::new(unknown.to_string()).help(unknown.suggestion().unwrap_or_else(reference))
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rating) = &self.rating {
            write!(f, ", rated {rating}")?;
        }
        match &self.technique {
            Some(technique) => write!(f, ", hardest technique {technique}"),
            None => Ok(()),
        }
    }
}

/// An inclusive range of ratings, in tenths: `8.4..9.0`, `7..`, `..2.3`, `7.2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingRange(pub RangeInclusive<Tenths>);

impl FromStr for RatingRange {
    type Err = Error;

    fn from_str(text: &str) -> Result<RatingRange, Error> {
        if let Some(only) = parse_decimal(text.trim()) {
            return Ok(RatingRange(only..=only));
        }
        let (low, high) = parse_range(text, parse_decimal).ok_or_else(|| {
            Error::new("give a rating, or a range of them with one decimal: 8.4..9.0, 7..8, ..2.3")
        })?;
        Ok(RatingRange(low.unwrap_or(0)..=high.unwrap_or(Tenths::MAX)))
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self.0.start(), *self.0.end()) {
            (low, high) if low == high => f.write_str(&decimal(low)),
            (0, high) => write!(f, "..{}", decimal(high)),
            (low, Tenths::MAX) => write!(f, "{}..", decimal(low)),
            (low, high) => write!(f, "{}..{}", decimal(low), decimal(high)),
        }
    }
}

/// The numbers of puzzles that failed a [`Difficulty`] because they were easier or harder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misses {
    /// Easier puzzles.
    pub easier: u64,
    /// Harder puzzles.
    pub harder: u64,
}

impl fmt::Display for Misses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} puzzles were easier than requested, {} harder", self.easier, self.harder)
    }
}

/// Tests the difficulty of puzzles with one solution.
pub(super) struct DifficultyTest {
    rating: Option<RatingRange>,
    /// The allowed techniques up to the requested one, easiest first; empty if no technique is requested.
    techniques: Vec<&'static Entry>,
    /// Counts the failed tests. The caller resets it.
    pub(super) misses: Misses,
}

impl DifficultyTest {
    /// Whether `puzzle` has the requested difficulty. Sets `rating` if a rating is requested and was computed.
    pub(super) fn passes(&mut self, puzzle: &Sudoku, rating: &mut Option<Tenths>) -> bool {
        let board = Board::new(puzzle).expect("a board whose clues do not clash");
        let order = self.compare_techniques(&board).then_with(|| self.compare_rating(board, rating));
        match order {
            Ordering::Less => self.misses.easier += 1,
            Ordering::Greater => self.misses.harder += 1,
            Ordering::Equal => {}
        }
        order == Ordering::Equal
    }

    /// Compares the rating of `board` with the requested range.
    fn compare_rating(&self, board: Board, rating: &mut Option<Tenths>) -> Ordering {
        let Some(RatingRange(range)) = &self.rating else { return Ordering::Equal };
        *rating = explainer::rate(board).map(|rating| rating.whole);
        match *rating {
            Some(rating) if rating < *range.start() => Ordering::Less,
            Some(rating) if rating <= *range.end() => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }

    /// Compares the hardest technique that `board` needs with the requested one.
    fn compare_techniques(&self, board: &Board) -> Ordering {
        let Some((_, easier)) = self.techniques.split_last() else { return Ordering::Equal };
        if solve(board.clone(), easier).end == End::Solved {
            return Ordering::Less;
        }
        match solve(board.clone(), &self.techniques).end {
            End::Solved => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_one_decimal() {
        let range =
            |text: &str| text.parse::<RatingRange>().ok().map(|range| (range.0.clone(), range.to_string()));
        assert_eq!(range("8.4..9.0"), Some((84..=90, "8.4..9.0".to_string())));
        assert_eq!(range("7..=8"), Some((70..=80, "7.0..8.0".to_string())));
        assert_eq!(range("..2.3"), Some((0..=23, "..2.3".to_string())));
        assert_eq!(range("9.5.."), Some((95..=255, "9.5..".to_string())));
        assert_eq!(range("7.2"), Some((72..=72, "7.2".to_string())));
        for wrong in ["", "x", "8.45", "8.", ".5", "8,4", "-1", "30", "8.4...9"] {
            assert!(range(wrong).is_none(), "{wrong}");
        }
    }
}
