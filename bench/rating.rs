//! How hard a puzzle is, on named axes: to a person, to a proof, and to each search. No axis is "the"
//! difficulty, and none is computed from another.

mod boards;
mod effort;

pub use boards::{Boards, Choices};
pub use effort::{DeadEnds, Effort, Image};

use coverlab_model::{Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::rating::{Figure, Singles, backdoor, depth, explainer};
use coverlab_techniques::{Board, End, Entry, Layout, TECHNIQUES, all, solve};
use std::sync::Arc;

/// The closures under singles that are allowed for a backdoor, and again for the depth.
pub const CLOSURES: u64 = 1_000_000;

/// Trial and error is tried down to this depth.
pub const DEEPEST: usize = 3;

/// What is to be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Axis {
    /// How many boards are left, before and after pruning
    Boards,
    /// The hardest technique on the way of a person, and how often each is used
    Techniques,
    /// Sudoku Explainer's scale, up to 4.4
    Explainer,
    /// How many cells must be given until singles do the rest
    Backdoor,
    /// How deep assumptions must be nested
    Depth,
    /// Dead ends of each strategy
    DeadEnds,
    /// Dead ends on symmetric images of the puzzle
    Images,
}

/// How many solutions a puzzle has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None.
    None,
    /// One: this.
    One(Vec<u8>),
    /// Two or more.
    Several,
    /// The search was given up for want of memory.
    Unknown,
}

/// The solutions of a puzzle, as far as it matters here.
///
/// # Panics
/// Never: the strategy is part of the program.
pub fn solutions(puzzle: &Sudoku) -> Solutions {
    let spec = "auto".parse().expect("a name");
    let auto = coverlab_strategies::sudoku(&spec).expect("a strategy of the program");
    let mut outcomes = Vec::new();
    auto.backend.session().run(std::slice::from_ref(puzzle), &Task::first(2), &mut outcomes);
    match (&outcomes[0].kept[..], outcomes[0].stop) {
        ([_, _, ..], _) => Solutions::Several,
        (_, Some(_)) => Solutions::Unknown,
        ([one], None) => Solutions::One(one.cells().to_vec()),
        ([], None) => Solutions::None,
    }
}

/// The way of a person.
#[derive(Clone, Debug)]
pub struct Techniques {
    /// The techniques used, easiest first, with how often.
    pub used: Vec<(&'static Entry, usize)>,
    /// The cells that are left where no technique helps.
    pub left: usize,
}

impl Techniques {
    /// The techniques used on the way from `board`, the easiest that helps at each step.
    pub fn of(board: Board) -> Techniques {
        let techniques = all();
        let way = solve(board, &techniques);
        let count = |technique: &&'static Entry| {
            let name = technique.about.name;
            (*technique, way.steps.iter().filter(|taken| taken.technique.about.name == name).count())
        };
        let used = techniques.iter().map(count).filter(|(_, count)| *count > 0).collect();
        Techniques { used, left: if way.end == End::Solved { 0 } else { way.board.empty() } }
    }

    /// The hardest that is used, with how often.
    pub fn hardest(&self) -> Option<(&'static Entry, usize)> {
        self.used.last().copied()
    }

    /// Its place in [`TECHNIQUES`], from 1, which is the number that `coverlab techniques` gives it; one more than
    /// there are if none helps at the end, 0 if there is nothing to do.
    pub fn rank(&self) -> usize {
        let name =
            |at: &Entry| self.hardest().is_some_and(|(hardest, _)| hardest.about.name == at.about.name);
        match self.left {
            0 => TECHNIQUES.iter().position(name).map_or(0, |at| at + 1),
            _ => TECHNIQUES.len() + 1,
        }
    }
}

/// The board of a puzzle with every single followed; `None` if that shows that it has no solution, or if the
/// board is too large.
fn singles(puzzle: &Sudoku) -> Option<Singles> {
    Singles::new(Arc::new(Layout::new(puzzle.shape())?), puzzle).ok()
}

/// A request for a rating.
#[derive(Clone, Debug)]
pub struct Request {
    /// The axes.
    pub axes: Vec<Axis>,
    /// The strategies whose dead ends are counted.
    pub strategies: Vec<Configured<Sudoku>>,
    /// The most nodes of each search.
    pub nodes: u64,
    /// How many symmetric images.
    pub images: usize,
    /// The seed of the images, and of what a strategy does at random.
    pub seed: u64,
}

/// A puzzle on the axes asked for. Axes that mean nothing without exactly one solution are then absent.
#[derive(Clone, Debug)]
pub struct Rating {
    /// Cells with a clue.
    pub clues: usize,
    /// All cells.
    pub cells: usize,
    /// Whether there is exactly one solution.
    pub unique: bool,
    /// Boards.
    pub boards: Option<Boards>,
    /// The way of a person.
    pub techniques: Option<Techniques>,
    /// Sudoku Explainer's scale; inside, `None` is above 4.4.
    pub explainer: Option<Option<explainer::Rating>>,
    /// The size of the smallest backdoor, with the cells of one.
    pub backdoor: Option<(Figure, Option<Vec<usize>>)>,
    /// The depth of trial and error.
    pub depth: Option<Figure>,
    /// The searches, in the order asked for.
    pub searches: Vec<Effort>,
}

impl Rating {
    /// Rates `puzzle` on one axis that needs no search to be asked for; `None` if it has not exactly one solution,
    /// or its board is too large.
    pub fn on(puzzle: &Sudoku, axis: Axis) -> Option<Rating> {
        let board = Board::new(puzzle).ok()?;
        let request = Request { axes: vec![axis], strategies: Vec::new(), nodes: 0, images: 0, seed: 0 };
        let solutions = solutions(puzzle);
        let one = matches!(solutions, Solutions::One(_));
        one.then(|| Rating::of(puzzle, &board, &solutions, &request))
    }

    /// Rates `puzzle`, whose `board` is at hand, and whose `solutions` are known to be one or several.
    pub fn of(puzzle: &Sudoku, board: &Board, solutions: &Solutions, request: &Request) -> Rating {
        let wants = |axis| request.axes.contains(&axis);
        let unique = match solutions {
            Solutions::One(solution) => Some(solution),
            Solutions::None | Solutions::Several | Solutions::Unknown => None,
        };
        let singles = unique.and_then(|_| singles(puzzle));
        let singles = singles.as_ref();
        let backdoor = || Some(backdoor::backdoor(singles?, unique?, CLOSURES));
        let images = if wants(Axis::Images) { request.images } else { 0 };
        let searches = if unique.is_some() && (wants(Axis::DeadEnds) || images > 0) {
            effort::efforts(puzzle, &request.strategies, request.nodes, images, request.seed)
        } else {
            Vec::new()
        };
        Rating {
            clues: puzzle.clue_count(),
            cells: puzzle.clues().len(),
            unique: unique.is_some(),
            boards: wants(Axis::Boards).then(|| Boards::of(puzzle)),
            techniques: wants(Axis::Techniques).then(|| Techniques::of(board.clone())),
            explainer: (wants(Axis::Explainer) && unique.is_some()).then(|| explainer::rate(board.clone())),
            backdoor: wants(Axis::Backdoor).then(backdoor).flatten(),
            depth: singles.filter(|_| wants(Axis::Depth)).map(|s| depth::depth(s, DEEPEST, CLOSURES)),
            searches,
        }
    }
}

/// A rating on Sudoku Explainer's scale as it is written: 26 is 2.6.
pub fn tenths(rating: explainer::Tenths) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}
