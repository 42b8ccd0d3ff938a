//! Measures of instances, which need no search by the strategies of an experiment.
//!
//! Richard Bird (A program to solve Sudoku, 2006) illustrates his derivation by the number of boards left to check.
//! `boards` is that number before pruning, `boards-pruned` after one prune, `boards-fixpoint` after pruning until
//! nothing changes. They are computed from Bird's definitions, independently of all strategies, so the nodes of
//! `bird-spec` and `bird-prune` can be checked against them.

use crate::named::named;
use coverlab_model::{Size, Sudoku};
use coverlab_puzzles::rating::{
    CellChoices, DifficultyAxis, Rating, Uniqueness, hardest_technique_rank, uniqueness,
};
use coverlab_techniques::Board;
use coverlab_techniques::rating::Figure;
use schemars::JsonSchema;

/// The maximum finite value of [`InstanceMeasure::Explainer`], in tenths.
const MAX_EXPLAINER: u8 = 44;

named! {
    /// A measure of an instance. Unless its description says otherwise, the instance is a Sudoku.
    #[derive(JsonSchema)]
    pub enum InstanceMeasure {
        /// Cells without a clue.
        Blanks = "blanks",
        /// The number of completions of the board: the product of the choices of all cells, where a blank cell has every
        /// digit. Infinite above 10^308.
        Boards = "boards",
        /// Like `boards`, after removing the digits of fixed cells once from the choices of their row, then of their
        /// column, then of their box.
        BoardsPruned = "boards-pruned",
        /// Like `boards`, after repeating that until nothing changes.
        BoardsFixpoint = "boards-fixpoint",
        /// The average number of choices of a cell without a clue after one prune.
        ChoicesPruned = "choices-pruned",
        /// Sudoku Explainer's rating up to 4.4, the limit when the first experiments were recorded; infinite above.
        Explainer = "explainer",
        /// The rank of the hardest human technique needed, from 1 in the order of `coverlab list techniques`; 0 if none is
        /// needed, and one more than the number of techniques if they do not suffice.
        HardestTechnique = "hardest-technique",
        /// The fewest cells to reveal so that naked and hidden singles solve the rest.
        Backdoor = "backdoor",
        /// How deeply assumptions must be nested to refute every wrong candidate.
        Depth = "depth",
        /// Always 1, so that the total is the number of instances.
        Instances = "instances",
        /// Variables of a formula, or of the formula that a strategy encodes the instance to.
        Variables = "variables",
        /// Clauses of that formula.
        Clauses = "clauses",
        /// Total number of literals in those clauses.
        Literals = "literals",
    }
}

impl InstanceMeasure {
    /// The title of the column in reports.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Blanks => "blank cells",
            Self::Boards => "boards",
            Self::BoardsPruned => "pruned once",
            Self::BoardsFixpoint => "pruned to a fixpoint",
            Self::ChoicesPruned => "choices per blank cell, pruned once",
            Self::Explainer => "Sudoku Explainer",
            Self::HardestTechnique => "hardest technique",
            Self::Backdoor => "backdoor",
            Self::Depth => "depth of trial and error",
            Self::Instances => "instances",
            Self::Variables => "variables",
            Self::Clauses => "clauses",
            Self::Literals => "literals",
        }
    }

    /// Whether it measures the formula that a strategy encodes the instance to. It depends on the strategy, unless the
    /// instance is a formula itself.
    pub const fn is_of_formula(self) -> bool {
        matches!(self, Self::Variables | Self::Clauses | Self::Literals)
    }

    /// Whether it measures the difficulty of a puzzle instead of its size.
    pub const fn is_of_difficulty(self) -> bool {
        matches!(self, Self::Explainer | Self::HardestTechnique | Self::Backdoor | Self::Depth)
    }

    /// The largest finite value of a scale that ends, beyond which the measure is infinite.
    pub fn scale_end(self) -> Option<f64> {
        (self == Self::Explainer).then(|| f64::from(MAX_EXPLAINER) / 10.0)
    }

    /// The smallest value that is recorded as infinite, if the measure has a scale that ends. Ratings are tenths.
    pub fn first_beyond_scale(self) -> Option<f64> {
        self.scale_end().map(|end| end + 0.1)
    }

    /// The value for `puzzle`, whose formula has the size that `size` returns. `None` if the measure is not defined for it. A
    /// measure of difficulty is defined if the puzzle has exactly one solution and its board is not too large.
    pub fn of(self, puzzle: &Sudoku, size: impl FnOnce() -> Option<Size>) -> Option<f64> {
        let blanks = puzzle.clues().len() - puzzle.clue_count();
        let exact = |figure| match figure {
            Figure::Exactly(figure) => Some(figure as f64),
            Figure::AtLeast(_) => None,
        };
        Some(match self {
            Self::Blanks => blanks as f64,
            Self::Boards => CellChoices::of(puzzle).boards(),
            Self::BoardsPruned => CellChoices::of(puzzle).pruned().boards(),
            Self::BoardsFixpoint => CellChoices::of(puzzle).fixpoint().boards(),
            Self::ChoicesPruned => {
                let left: usize = CellChoices::of(puzzle)
                    .pruned()
                    .counts()
                    .zip(puzzle.clues())
                    .map(|(count, clue)| if *clue == 0 { count } else { 0 })
                    .sum();
                if blanks == 0 { 0.0 } else { left as f64 / blanks as f64 }
            }
            Self::Explainer => {
                let rating = Rating::on(puzzle, DifficultyAxis::Explainer)?.explainer?;
                let finite = rating.filter(|rating| rating.whole <= MAX_EXPLAINER);
                finite.map_or(f64::INFINITY, |rating| f64::from(rating.whole) / 10.0)
            }
            Self::HardestTechnique => {
                let is_unique = matches!(uniqueness(puzzle), Uniqueness::One(_));
                hardest_technique_rank(Board::new(puzzle).ok().filter(|_| is_unique)?) as f64
            }
            Self::Backdoor => exact(Rating::on(puzzle, DifficultyAxis::Backdoor)?.backdoor?.0)?,
            Self::Depth => exact(Rating::on(puzzle, DifficultyAxis::Depth)?.depth?)?,
            Self::Instances => 1.0,
            Self::Variables | Self::Clauses | Self::Literals => return self.of_formula(size()?),
        })
    }

    /// The value for a formula of this size; `None` if it measures only puzzles.
    pub fn of_formula(self, size: Size) -> Option<f64> {
        match self {
            Self::Instances => Some(1.0),
            Self::Variables => Some(size.variables as f64),
            Self::Clauses => Some(size.clauses as f64),
            Self::Literals => Some(size.literals as f64),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use InstanceMeasure as Measure;
    use coverlab_model::Task;
    use coverlab_model::format::sudoku::{Options, read};

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle(text: &str) -> Sudoku {
        read(text.as_bytes(), &Options::default()).unwrap().remove(0).puzzle
    }

    fn of(measure: Measure, puzzle: &Sudoku) -> f64 {
        measure.of(puzzle, || None).unwrap()
    }

    #[test]
    fn boards_are_the_nodes_of_birds_first_two_programs() {
        let puzzles = crate::corpus::by_name("unique-4x4").unwrap().instances;
        let crate::corpus::Instances::Sudoku(puzzles) = puzzles else { unreachable!("they are Sudokus") };
        for (strategy, measure) in [("bird-spec", Measure::Boards), ("bird-prune", Measure::BoardsPruned)] {
            let configured = coverlab_strategies::sudoku(&strategy.parse().unwrap()).unwrap();
            let mut session = configured.backend.session();
            for instance in puzzles.iter().take(4) {
                let task = Task { keep: 0, ..Task::first(u64::MAX) };
                let nodes = session.untimed(&instance.problem, &task).counters.nodes;
                assert_eq!(nodes as f64, of(measure, &instance.problem), "{strategy} on {}", instance.name);
            }
        }
    }

    #[test]
    fn a_half_empty_board_has_the_number_of_boards_that_bird_prints() {
        let half = puzzle(&(".".repeat(40) + "12345" + &"123456789".repeat(4)));
        assert_eq!(of(Measure::Blanks, &half), 40.0);
        assert!(
            (of(Measure::Boards, &half) / 147_808_829_414_345_923_316_083_210_206_383_297_601.0 - 1.0).abs()
                < 1e-12
        );
        assert_eq!(of(Measure::Boards, &puzzle("1......3..2....4")), 16_777_216.0);
        assert_eq!(of(Measure::BoardsPruned, &puzzle("1......3..2....4")), 864.0);
    }

    #[test]
    fn a_puzzle_that_singles_solve_has_one_board_left() {
        let easy = puzzle(EASY);
        assert_eq!(of(Measure::BoardsFixpoint, &easy), 1.0);
        let left = of(Measure::ChoicesPruned, &easy);
        assert!((1.0..9.0).contains(&left), "{left}");
    }

    #[test]
    fn difficulty_is_defined_only_for_unique_puzzles() {
        let easy = puzzle(EASY);
        let hard =
            puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let all = [Measure::Explainer, Measure::HardestTechnique, Measure::Backdoor, Measure::Depth];
        assert_eq!(all.map(Measure::is_of_difficulty), [true; 4]);
        assert_eq!((of(Measure::Explainer, &easy), of(Measure::Explainer, &hard)), (1.2, f64::INFINITY));
        assert_eq!((of(Measure::Backdoor, &easy), of(Measure::Depth, &easy)), (0.0, 0.0));
        assert_eq!((of(Measure::Backdoor, &hard), of(Measure::Depth, &hard)), (2.0, 2.0));
        let beyond = coverlab_techniques::TECHNIQUES.iter().filter(|t| !t.has_nets).count() + 1;
        assert_eq!(of(Measure::HardestTechnique, &hard), beyond as f64);
        for measure in all {
            assert_eq!(measure.of(&puzzle("1..............."), || None), None, "{measure:?}");
        }
    }
}
