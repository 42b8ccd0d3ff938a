//! Generates puzzles from a seed.
//!
//! A [`PuzzleRequest`] describes the puzzles. A [`Generator`] checks it, and its [`Maker`]s generate the puzzles, one maker
//! per thread. Puzzle number `i` depends only on the request, the seed and `i`, so the number of threads does not
//! matter.
//!
//! ```
//! use coverlab_puzzles::generate::{Generator, PuzzleRequest};
//! use coverlab_model::Shape;
//!
//! let generator = Generator::new(PuzzleRequest { minimal: true, ..PuzzleRequest::new(Shape::NINE) }).unwrap();
//! let made = generator.puzzles(1).next().unwrap().unwrap();
//! assert_eq!(made.puzzle, generator.maker().make(1, 0).unwrap().puzzle);
//! ```
//!
//! To *dig* is to remove clues from a full board. A dedicated engine digs boards of up to 121 cells, and a SAT solver
//! larger ones. Boards of more than 625 cells are dug by naked and hidden singles alone, unless the puzzle must be
//! minimal. A [`Verifier`] checks generated puzzles with a registered strategy.

mod boards;
mod difficulty;
mod dig;
mod engine;
mod isomorphs;
mod numbered_random;
mod request;
mod singles;
mod solver_digger;
mod verify;

pub use difficulty::{Difficulty, Misses, RatingRange};
pub use isomorphs::Isomorphs;
pub use request::{NodeRange, PuzzleRequest, SolutionCount, parse_range};
pub use verify::Verifier;

use crate::RequestError;
use boards::BoardSource;
use coverlab_model::{Grid, Session, Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::rating::explainer::Tenths;
use difficulty::DifficultyTest;
use numbered_random::numbered_random;
use std::fmt;

/// Generates the puzzles that a valid request describes.
pub struct Generator {
    request: PuzzleRequest,
    boards: BoardSource,
    /// The strategies of [`PuzzleRequest::node_ranges`].
    strategies: Vec<(NodeRange, Configured<Sudoku>)>,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Sudoku,
    /// A solution, if it has one.
    pub solution: Option<Grid>,
    /// Proofs of minimality, if digging found them: for each clue, in order, a grid that agrees with all other clues
    /// but not with this one.
    pub proofs: Vec<Grid>,
    /// The number of tries for this puzzle, including the successful one. A try fills a board and removes clues.
    pub tries: u64,
    /// The node counts of the strategies in [`PuzzleRequest::node_ranges`].
    pub nodes: Vec<u64>,
    /// The rating on Sudoku Explainer's scale, if [`PuzzleRequest::difficulty`] has a range of ratings.
    pub rating: Option<Tenths>,
}

impl GeneratedPuzzle {
    /// The puzzle for `request` with the digits of the full `board` in the cells for which `is_kept`.
    fn new(request: &PuzzleRequest, board: &[u8], is_kept: impl Fn(usize) -> bool) -> GeneratedPuzzle {
        let clues: Vec<u8> =
            (0..board.len()).map(|cell| if is_kept(cell) { board[cell] } else { 0 }).collect();
        let is_solvable = request.solutions != SolutionCount::None;
        GeneratedPuzzle {
            puzzle: Sudoku::new(request.shape, &clues).expect("digits of this shape"),
            solution: is_solvable.then(|| Grid::new(request.shape, board).expect("a board of this shape")),
            proofs: Vec::new(),
            tries: 0,
            nodes: Vec::new(),
            rating: None,
        }
    }
}

/// The error for a puzzle that was given up because no try met the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// The number of the puzzle, from 0.
    pub index: u64,
    /// The number of tries.
    pub tries: u64,
    /// How many tries were too easy or too hard, if [`PuzzleRequest::difficulty`] restricts the difficulty.
    pub misses: Option<Misses>,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "puzzle {} was given up after {} tries", self.index + 1, self.tries)?;
        self.misses.map_or(Ok(()), |misses| write!(f, "; {misses}"))
    }
}

impl std::error::Error for GaveUp {}

impl Generator {
    /// A generator of the puzzles that `request` describes.
    ///
    /// # Errors
    /// The request contradicts itself, or names an unknown strategy or technique.
    pub fn new(request: PuzzleRequest) -> Result<Generator, RequestError> {
        request.check()?;
        let configured = |range: &NodeRange| {
            let strategy = coverlab_strategies::sudoku(&range.strategy)?;
            if !strategy.about.counts_nodes() {
                return Err(RequestError::new(format!("{} does not count nodes", range.strategy)));
            }
            Ok((range.clone(), strategy))
        };
        let strategies = request.node_ranges.iter().map(configured).collect::<Result<_, RequestError>>()?;
        request.difficulty.test()?;
        Ok(Generator { boards: BoardSource::new(request.shape), request, strategies })
    }

    /// The request.
    pub fn request(&self) -> &PuzzleRequest {
        &self.request
    }

    /// A maker of puzzles for one thread.
    pub fn maker(&self) -> Maker<'_> {
        let sessions = self.strategies.iter().map(|(_, strategy)| strategy.backend.session()).collect();
        let difficulty = self.request.difficulty.test().expect("checked by `Generator::new`");
        Maker { generator: self, sessions, difficulty }
    }

    /// The infinite sequence of puzzles number 0, 1, 2, … of `seed`.
    pub fn puzzles(&self, seed: u64) -> impl Iterator<Item = Result<GeneratedPuzzle, GaveUp>> {
        let mut maker = self.maker();
        (0..).map(move |index| maker.make(seed, index))
    }
}

/// Generates puzzles on one thread.
pub struct Maker<'a> {
    generator: &'a Generator,
    /// A session of each strategy of the generator.
    sessions: Vec<Box<dyn Session<Sudoku>>>,
    difficulty: DifficultyTest,
}

impl Maker<'_> {
    /// Generates puzzle number `index` of `seed`.
    ///
    /// # Errors
    /// The maximum number of tries was reached.
    pub fn make(&mut self, seed: u64, index: u64) -> Result<GeneratedPuzzle, GaveUp> {
        self.make_while(seed, index, |_| true)
    }

    /// Like [`Maker::make`], but stops when `keep_trying`, called before each board with the number of tries so far,
    /// returns `false`.
    ///
    /// # Errors
    /// The maximum number of tries was reached, or `keep_trying` returned `false`.
    pub fn make_while(
        &mut self,
        seed: u64,
        index: u64,
        mut keep_trying: impl FnMut(u64) -> bool,
    ) -> Result<GeneratedPuzzle, GaveUp> {
        let mut random = numbered_random("puzzle", seed, index);
        let Generator { request, boards, .. } = self.generator;
        let mut tries = 0;
        self.difficulty.misses = Misses::default();
        while tries < request.max_tries && keep_trying(tries) {
            let made = dig::dig(boards, request, &mut random);
            tries += 1;
            let has_clues = |made: &GeneratedPuzzle| request.clues.contains(&made.puzzle.clue_count());
            if let Some(made) = made.filter(has_clues).and_then(|made| self.measure(made)) {
                return Ok(GeneratedPuzzle { tries, ..made });
            }
        }
        let misses = (!request.difficulty.is_unrestricted()).then_some(self.difficulty.misses);
        Err(GaveUp { index, tries, misses })
    }

    /// Adds the node counts of the strategies and the rating. `None` if one of them is not in the requested range.
    fn measure(&mut self, mut made: GeneratedPuzzle) -> Option<GeneratedPuzzle> {
        for ((range, _), session) in self.generator.strategies.iter().zip(&mut self.sessions) {
            // One node beyond the range is enough to decide.
            let task = Task { keep: 0, nodes: range.nodes.end().saturating_add(1), ..Task::first(2) };
            let nodes = session.untimed(&made.puzzle, &task).counters.nodes;
            if !range.nodes.contains(&nodes) {
                return None;
            }
            made.nodes.push(nodes);
        }
        let is_unrestricted = self.generator.request.difficulty.is_unrestricted();
        (is_unrestricted || self.difficulty.passes(&made.puzzle, &mut made.rating)).then_some(made)
    }
}

#[cfg(test)]
mod tests;
