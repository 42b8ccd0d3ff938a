//! The difficulty of a puzzle on several axes: for people, for proofs, and for searches. No axis is "the" difficulty,
//! and none is computed from another.

mod boards;
mod effort;

pub use boards::{BoardCounts, CellChoices};
pub use effort::{DeadEnds, Effort, RatedImage};

use coverlab_model::{Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::rating::{Figure, Singles, backdoor, depth, explainer};
use coverlab_techniques::{Board, End, Entry, Layout, Premise, TECHNIQUES, all, solve};
use std::sync::Arc;

/// Maximum number of times that the search for a backdoor, and that for the depth, fill singles to a fixpoint.
const MAX_CLOSURES: u64 = 1_000_000;

/// Maximum depth of trial and error.
const MAX_DEPTH: usize = 3;

/// An axis of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum DifficultyAxis {
    /// The number of candidate boards, before and after pruning
    Boards,
    /// The hardest human technique needed, and how often each is used
    Techniques,
    /// Sudoku Explainer's scale
    Explainer,
    /// The fewest cells to reveal so that singles solve the rest
    Backdoor,
    /// How deeply assumptions must be nested
    Depth,
    /// Dead ends of each strategy
    DeadEnds,
    /// Dead ends on symmetric images of the puzzle
    Images,
}

/// Whether a puzzle has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// It has none.
    None,
    /// It has exactly this one.
    One(Vec<u8>),
    /// It has two or more.
    Several,
    /// Unknown, because the search ran out of memory.
    Unknown,
}

/// Searches for two solutions of a puzzle.
pub fn uniqueness(puzzle: &Sudoku) -> Uniqueness {
    let spec = "auto".parse().expect("a name");
    let auto = coverlab_strategies::sudoku(&spec).expect("a built-in strategy");
    let outcome = auto.backend.session().untimed(puzzle, &Task::first(2));
    match (&outcome.kept[..], outcome.stop) {
        ([_, _, ..], _) => Uniqueness::Several,
        (_, Some(_)) => Uniqueness::Unknown,
        ([one], None) => Uniqueness::One(one.cells().to_vec()),
        ([], None) => Uniqueness::None,
    }
}

/// A human solution: the techniques used and how far they led.
#[derive(Clone, Debug)]
pub struct HumanSolution {
    /// The techniques used, easiest first, and how often.
    pub used: Vec<(&'static Entry, usize)>,
    /// The number of empty cells when no technique applied any more.
    pub left: usize,
}

impl HumanSolution {
    /// Solves `board` with the easiest applicable technique at each step.
    pub fn of(board: Board) -> HumanSolution {
        let techniques = all();
        let path = solve(board, &techniques);
        let count = |technique: &&'static Entry| {
            let name = technique.about.name;
            (*technique, path.steps.iter().filter(|step| step.technique.about.name == name).count())
        };
        let used = techniques.iter().map(count).filter(|(_, count)| *count > 0).collect();
        HumanSolution { used, left: if path.end == End::Solved { 0 } else { path.board.empty() } }
    }

    /// The hardest technique used, and how often.
    pub fn hardest(&self) -> Option<(&'static Entry, usize)> {
        self.used.last().copied()
    }
}

/// The rank of the hardest technique that `board` needs, from 1, in the order of `coverlab list techniques` without
/// techniques that use nets. 0 if no technique is needed, and one more than their number if they do not suffice.
pub fn hardest_technique_rank(board: Board) -> usize {
    let ranked: Vec<&'static Entry> = TECHNIQUES.iter().filter(|technique| !technique.has_nets).collect();
    // The others assume that the solution is unique.
    let usable: Vec<&'static Entry> =
        ranked.iter().copied().filter(|technique| technique.premise == Premise::Rules).collect();
    let path = solve(board, &usable);
    if path.end != End::Solved {
        return ranked.len() + 1;
    }
    let is_used =
        |technique: &&Entry| path.steps.iter().any(|step| step.technique.about.name == technique.about.name);
    ranked.iter().rposition(is_used).map_or(0, |at| at + 1)
}

/// The board of a puzzle with all singles filled; `None` if that leads to a contradiction, or if the board is too
/// large.
fn singles(puzzle: &Sudoku) -> Option<Singles> {
    Singles::new(Arc::new(Layout::new(puzzle.shape())?), puzzle).ok()
}

/// The measures to compute, and the effort to spend.
#[derive(Clone, Debug)]
pub struct RatingRequest {
    /// The axes.
    pub axes: Vec<DifficultyAxis>,
    /// The strategies whose dead ends are counted.
    pub strategies: Vec<Configured<Sudoku>>,
    /// Maximum number of nodes per search.
    pub nodes: u64,
    /// Number of symmetric images, for [`DifficultyAxis::Images`].
    pub images: usize,
    /// The seed of the images and of the strategies.
    pub seed: u64,
}

/// The rating of a puzzle. An axis is `None` or empty if it was not requested, or is not defined for this puzzle: most
/// are only defined for puzzles with one solution.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The number of clues.
    pub clues: usize,
    /// The number of cells.
    pub cells: usize,
    /// Whether there is exactly one solution.
    pub unique: bool,
    /// The numbers of candidate boards.
    pub boards: Option<BoardCounts>,
    /// The human solution.
    pub techniques: Option<HumanSolution>,
    /// The rating of Sudoku Explainer. The inner `None` is a rating above [`highest`](explainer::highest).
    pub explainer: Option<Option<explainer::Rating>>,
    /// The size of the smallest backdoor, and its cells.
    pub backdoor: Option<(Figure, Option<Vec<usize>>)>,
    /// The depth of trial and error.
    pub depth: Option<Figure>,
    /// The dead ends of the strategies, in the requested order.
    pub searches: Vec<Effort>,
}

impl Rating {
    /// Rates `puzzle` on one axis that needs no strategies. `None` if the puzzle does not have exactly one solution, or
    /// its board is too large.
    pub fn on(puzzle: &Sudoku, axis: DifficultyAxis) -> Option<Rating> {
        let board = Board::new(puzzle).ok()?;
        let request =
            RatingRequest { axes: vec![axis], strategies: Vec::new(), nodes: 0, images: 0, seed: 0 };
        let uniqueness = uniqueness(puzzle);
        let is_unique = matches!(uniqueness, Uniqueness::One(_));
        is_unique.then(|| Rating::of(puzzle, &board, &uniqueness, &request))
    }

    /// Rates `puzzle`, given its `board` and how many solutions it has; it must have one or more.
    pub fn of(puzzle: &Sudoku, board: &Board, uniqueness: &Uniqueness, request: &RatingRequest) -> Rating {
        let wants = |axis| request.axes.contains(&axis);
        let solution = match uniqueness {
            Uniqueness::One(solution) => Some(solution),
            Uniqueness::None | Uniqueness::Several | Uniqueness::Unknown => None,
        };
        let singles = solution.and_then(|_| singles(puzzle));
        let singles = singles.as_ref();
        let backdoor = || Some(backdoor::backdoor(singles?, solution?, MAX_CLOSURES));
        let images = if wants(DifficultyAxis::Images) { request.images } else { 0 };
        let searches = if solution.is_some() && (wants(DifficultyAxis::DeadEnds) || images > 0) {
            effort::efforts(puzzle, &request.strategies, request.nodes, images, request.seed)
        } else {
            Vec::new()
        };
        Rating {
            clues: puzzle.clue_count(),
            cells: puzzle.clues().len(),
            unique: solution.is_some(),
            boards: wants(DifficultyAxis::Boards).then(|| BoardCounts::of(puzzle)),
            techniques: wants(DifficultyAxis::Techniques).then(|| HumanSolution::of(board.clone())),
            explainer: (wants(DifficultyAxis::Explainer) && solution.is_some())
                .then(|| explainer::rate(board.clone())),
            backdoor: wants(DifficultyAxis::Backdoor).then(backdoor).flatten(),
            depth: singles
                .filter(|_| wants(DifficultyAxis::Depth))
                .map(|s| depth::depth(s, MAX_DEPTH, MAX_CLOSURES)),
            searches,
        }
    }
}
