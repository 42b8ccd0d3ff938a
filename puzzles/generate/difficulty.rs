//! The requested difficulty of generated puzzles for a person, and the test whether a puzzle has it.

use super::parse_range;
use crate::RequestError;
use coverlab_model::{Shape, Sudoku};
use coverlab_techniques::rating::explainer::{self, Tenths, decimal, parse_decimal};
use coverlab_techniques::{
    Board, End, Entry, MAX_SIDE, Premise, SolveSteps, find_by_any_name, solve, supposing,
};
use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The requested difficulty; by default unrestricted. The human solution of a puzzle always uses the easiest technique
/// that applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difficulty {
    /// The rating on Sudoku Explainer's scale.
    pub rating: Option<RatingRange>,
    /// A technique that the human solution must use in some step.
    pub technique: Option<String>,
    /// The hardest technique that the human solution must use.
    pub hardest: Option<String>,
}

impl Difficulty {
    /// Whether puzzles of any difficulty are accepted.
    pub fn is_unrestricted(&self) -> bool {
        *self == Difficulty::default()
    }

    /// Checks that puzzles of `shape` may have this difficulty.
    pub(super) fn check(&self, shape: Shape) -> Result<(), RequestError> {
        let (side, limit) = (shape.side(), explainer::limit(shape.side()));
        if !self.is_unrestricted() && side > MAX_SIDE {
            let what = format!("puzzles of side {side} are not solved by techniques");
            return Err(RequestError::new(what).help(format!("the largest side is {MAX_SIDE}")));
        }
        let [used, hardest] = self.techniques()?;
        if let (Some(used), Some(hardest)) = (used, hardest)
            && used.place() > hardest.place()
        {
            let (used, hardest) = (used.about.name, hardest.about.name);
            let what = format!(
                "a puzzle whose hardest technique is `{hardest}` does not use `{used}`, which is harder"
            );
            return Err(RequestError::new(what).help("`coverlab list techniques` lists them, easiest first"));
        }
        let Some(rating) = &self.rating else { return Ok(()) };
        if rating.0.is_empty() {
            let what = format!("no rating is in the range {rating}");
            return Err(RequestError::new(what).help("give the smaller rating first"));
        }
        if *rating.0.start() > limit {
            let what = format!("no board of side {side} is rated above {}", decimal(limit));
            return Err(RequestError::new(what).help("give a smaller rating"));
        }
        [used, hardest].into_iter().flatten().try_for_each(|technique| rating.check_technique(technique))?;
        hardest.map_or(Ok(()), |hardest| rating.check_hardest(hardest))
    }

    /// The technique that must be used, and the hardest one.
    fn techniques(&self) -> Result<[Option<&'static Entry>; 2], RequestError> {
        let find = |name: &Option<String>| name.as_deref().map(find_by_any_name).transpose();
        Ok([find(&self.technique)?, find(&self.hardest)?])
    }

    /// A test for this difficulty.
    pub(super) fn test(&self) -> Result<DifficultyTest, RequestError> {
        let [used, hardest] = self.techniques()?;
        let premise = [used, hardest].into_iter().flatten().map(|technique| technique.premise).max();
        let mut techniques = supposing(premise.unwrap_or(Premise::Rules));
        techniques.retain(|technique| hardest.is_none_or(|hardest| technique.place() <= hardest.place()));
        let (rating, needs_hardest) = (self.rating.clone(), hardest.is_some());
        Ok(DifficultyTest { rating, techniques, needs_hardest, used, misses: Misses::default() })
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rating) = &self.rating {
            write!(f, ", rated {rating}")?;
        }
        if let Some(technique) = &self.technique {
            write!(f, ", uses {technique}")?;
        }
        match &self.hardest {
            Some(hardest) => write!(f, ", hardest technique {hardest}"),
            None => Ok(()),
        }
    }
}

/// An inclusive range of ratings, in tenths: `8.4..9.0`, `7..`, `..2.3`, `7.2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingRange(pub RangeInclusive<Tenths>);

impl RatingRange {
    /// Checks that a puzzle with such a rating may use `technique`.
    fn check_technique(&self, technique: &Entry) -> Result<(), RequestError> {
        let (name, lowest) = (technique.about.name, explainer::lowest_with(technique));
        if *self.0.end() >= lowest {
            return Ok(());
        }
        let lowest = decimal(lowest);
        let what = format!(
            "no puzzle rated {self} needs `{name}`: easier techniques solve all puzzles rated below {lowest}"
        );
        Err(RequestError::new(what)
            .help(format!("ask for ratings of {lowest} or more, or for an easier technique")))
    }

    /// Checks that a puzzle with such a rating may have this `hardest` technique.
    fn check_hardest(&self, hardest: &Entry) -> Result<(), RequestError> {
        let name = hardest.about.name;
        let Some(highest) = explainer::highest_up_to(hardest).filter(|highest| self.0.start() > highest)
        else {
            return Ok(());
        };
        let highest = decimal(highest);
        let what = format!(
            "no puzzle rated {self} is solved by `{name}` and easier techniques: they suffice up to {highest}"
        );
        Err(RequestError::new(what)
            .help(format!("`--technique {name}` also finds puzzles that need harder techniques")))
    }
}

impl FromStr for RatingRange {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<RatingRange, RequestError> {
        if let Some(only) = parse_decimal(text.trim()) {
            return Ok(RatingRange(only..=only));
        }
        let (low, high) = parse_range(text, parse_decimal).ok_or_else(|| {
            RequestError::new("give a rating, or a range of them with one decimal: 8.4..9.0, 7..8, ..2.3")
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

/// The numbers of puzzles that failed a [`Difficulty`], by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misses {
    /// Easier puzzles.
    pub easier: u64,
    /// Harder puzzles.
    pub harder: u64,
    /// Puzzles that do not use the requested technique.
    pub without_technique: u64,
}

impl fmt::Display for Misses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} puzzles were easier than requested, {} harder", self.easier, self.harder)?;
        match self.without_technique {
            0 => Ok(()),
            without => write!(f, ", {without} did not use the technique"),
        }
    }
}

/// Tests the difficulty of puzzles with one solution.
pub(super) struct DifficultyTest {
    rating: Option<RatingRange>,
    /// The techniques of the human solution, easiest first; the last one is the hardest if that is requested.
    techniques: Vec<&'static Entry>,
    /// Whether the last technique must be the hardest.
    needs_hardest: bool,
    /// The technique that the human solution must use.
    used: Option<&'static Entry>,
    /// Counts the failed tests. The caller resets it.
    pub(super) misses: Misses,
}

impl DifficultyTest {
    /// Whether `puzzle` has the requested difficulty. Sets `rating` if a rating is requested and was computed.
    pub(super) fn passes(&mut self, puzzle: &Sudoku, rating: &mut Option<Tenths>) -> bool {
        let board = Board::new(puzzle).expect("a board whose clues do not clash");
        let order = self.compare_hardest(&board).then_with(|| self.compare_rating(board.clone(), rating));
        match order {
            Ordering::Less => self.misses.easier += 1,
            Ordering::Greater => self.misses.harder += 1,
            Ordering::Equal => return self.uses_technique(board),
        }
        false
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
    fn compare_hardest(&self, board: &Board) -> Ordering {
        let easier = match self.techniques.split_last() {
            Some((_, easier)) if self.needs_hardest => easier,
            _ => return Ordering::Equal,
        };
        if solve(board.clone(), easier).end == End::Solved {
            return Ordering::Less;
        }
        match solve(board.clone(), &self.techniques).end {
            End::Solved => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }

    /// Whether the human solution of `board` uses the requested technique.
    fn uses_technique(&mut self, board: Board) -> bool {
        let Some(used) = self.used else { return true };
        let mut steps = SolveSteps::new(board, &self.techniques);
        let uses = steps.any(|taken| taken.technique.place() == used.place());
        self.misses.without_technique += u64::from(!uses);
        uses
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
