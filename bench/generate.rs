//! Generates puzzles from a seed.
//!
//! A [`Request`] describes the puzzles, a [`Plan`] is a request that can be met, and a [`Maker`] generates them one by
//! one. Puzzle number `i` depends only on the request, the seed and `i`, so any number of threads, each with its own
//! maker, generate the same puzzles.
//!
//! ```
//! use coverlab_bench::generate::{Plan, Request};
//! use coverlab_model::Shape;
//!
//! let plan = Plan::new(Request { minimal: true, ..Request::new(Shape::NINE) }).unwrap();
//! let made = plan.puzzles(1).next().unwrap().unwrap();
//! assert_eq!(made.puzzle, plan.maker().make(1, 0).unwrap().puzzle);
//! ```
//!
//! To *dig* is to remove clues from a full board. A dedicated engine digs boards of up to 121 cells, and a SAT solver
//! larger ones. Boards of more than 625 cells are dug by singles alone, unless they must be minimal. A [`Verifier`]
//! checks every puzzle with a registered strategy before it is returned.

mod boards;
mod difficulty;
mod dig;
mod digger;
mod engine;
mod isomorphs;
mod request;
mod sample;
mod singles;
mod verify;

pub use difficulty::{Difficulty, Misses, RatingRange};
pub use isomorphs::Isomorphs;
pub use request::{BadRequest, Effort, Request, Sampling, Solutions};
pub use verify::Verifier;

use boards::Boards;
use coverlab_model::{Grid, Session, Sudoku, Task};
use coverlab_strategies::Configured;
use coverlab_techniques::rating::explainer::Tenths;
use difficulty::DifficultyTest;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use sample::SampledPuzzle;
use std::fmt;

/// A request that can be met, with its boards and strategies.
pub struct Plan {
    request: Request,
    boards: Boards,
    efforts: Vec<(Effort, Configured<Sudoku>)>,
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
    /// The natural logarithm of its weight, if the sampling has weights. The sum of weights over puzzles with a
    /// property, divided by the sum of their tries, estimates the number of such puzzles.
    pub log_weight: Option<f64>,
    /// Tries up to and including this one. With weights, every attempt at a board counts; without weights, every
    /// puzzle.
    pub tries: u64,
    /// The node counts of the strategies in [`Request::efforts`].
    pub nodes: Vec<u64>,
    /// The rating on Sudoku Explainer's scale, if [`Request::difficulty`] has a range of ratings.
    pub rating: Option<Tenths>,
}

/// The maximum number of tries was reached without a puzzle that meets the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// The number of the puzzle.
    pub index: u64,
    /// The number of tries.
    pub tries: u64,
    /// The rejected puzzles, if [`Request::difficulty`] has a condition.
    pub misses: Option<Misses>,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "puzzle {} was given up after {} tries", self.index + 1, self.tries)?;
        self.misses.map_or(Ok(()), |misses| write!(f, "; {misses}"))
    }
}

impl std::error::Error for GaveUp {}

impl Plan {
    /// Plans `request`.
    ///
    /// # Errors
    /// The request contradicts itself, or names an unknown strategy.
    pub fn new(request: Request) -> Result<Plan, BadRequest> {
        request.check()?;
        let configured = |effort: &Effort| {
            let strategy = coverlab_strategies::sudoku(&effort.strategy);
            let strategy = strategy.map_err(|bad| BadRequest::new(bad.what))?;
            if !strategy.about.counts_nodes() {
                return Err(BadRequest::new(format!("{} counts no nodes", effort.strategy)));
            }
            Ok((effort.clone(), strategy))
        };
        let efforts = request.efforts.iter().map(configured).collect::<Result<_, _>>()?;
        request.difficulty.test()?;
        Ok(Plan { boards: Boards::new(request.shape), request, efforts })
    }

    /// The request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// A maker of puzzles for one thread.
    pub fn maker(&self) -> Maker<'_> {
        let sessions = self.efforts.iter().map(|(_, strategy)| strategy.backend.session()).collect();
        let difficulty = self.request.difficulty.test().expect("checked when the plan was made");
        Maker { plan: self, sessions, difficulty }
    }

    /// The infinite sequence of puzzles number 0, 1, 2, … of `seed`.
    pub fn puzzles(&self, seed: u64) -> impl Iterator<Item = Result<GeneratedPuzzle, GaveUp>> {
        let mut maker = self.maker();
        (0..).map(move |index| maker.make(seed, index))
    }
}

/// Generates puzzles on one thread.
pub struct Maker<'a> {
    plan: &'a Plan,
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

    /// Like [`Maker::make`], but stops when `keep_trying`, called before each try with the number of tries so far,
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
        let mut random = random("puzzle", seed, index);
        let mut tries = 0;
        self.difficulty.misses = Misses::default();
        for _ in 0..self.plan.request.max_tries {
            if !keep_trying(tries) {
                break;
            }
            let attempt = self.attempt(&mut random, &mut tries);
            let fits = |made: &GeneratedPuzzle| self.plan.request.clues.contains(&made.puzzle.clue_count());
            let found = attempt.filter(fits).and_then(|made| self.measure(made));
            if let Some(made) = found {
                return Ok(GeneratedPuzzle { tries, ..made });
            }
        }
        let misses = (!self.plan.request.difficulty.is_unrestricted()).then_some(self.difficulty.misses);
        Err(GaveUp { index, tries, misses })
    }

    fn attempt(&self, random: &mut Pcg64Mcg, tries: &mut u64) -> Option<GeneratedPuzzle> {
        let Plan { request, boards, .. } = self.plan;
        let drawn = match request.sampling {
            Sampling::Quick => {
                *tries += 1;
                let dug = dig::dig(boards, request, random)?;
                let grid = |cells: &Vec<u8>| Grid::new(request.shape, cells).expect("a board of this shape");
                let proofs = dug.proofs.iter().map(grid).collect();
                return Some(GeneratedPuzzle { proofs, ..self.made(&dug.board, |cell| dug.kept[cell]) });
            }
            Sampling::ControlledBias => sample::controlled_bias(boards, random),
            Sampling::Weighted => Ok(sample::weighted(boards, random)),
        };
        *tries += drawn.as_ref().map_or_else(|failed| *failed, |drawn| drawn.tries);
        let SampledPuzzle { board, kept, log_weight, .. } = drawn.ok()?;
        Some(GeneratedPuzzle {
            log_weight: Some(log_weight),
            ..self.made(&board, |cell| kept >> cell & 1 == 1)
        })
    }

    fn made(&self, board: &[u8], kept: impl Fn(usize) -> bool) -> GeneratedPuzzle {
        let shape = self.plan.request.shape;
        let clues: Vec<u8> = (0..board.len()).map(|cell| if kept(cell) { board[cell] } else { 0 }).collect();
        let solvable = self.plan.request.solutions != Solutions::None;
        GeneratedPuzzle {
            puzzle: Sudoku::new(shape, &clues).expect("digits of this shape"),
            solution: solvable.then(|| Grid::new(shape, board).expect("a board of this shape")),
            proofs: Vec::new(),
            log_weight: None,
            tries: 0,
            nodes: Vec::new(),
            rating: None,
        }
    }

    /// Adds the node counts of the strategies and the rating, if they are in the requested ranges.
    fn measure(&mut self, mut made: GeneratedPuzzle) -> Option<GeneratedPuzzle> {
        for ((effort, _), session) in self.plan.efforts.iter().zip(&mut self.sessions) {
            // One node beyond the range is enough to decide.
            let task = Task { keep: 0, nodes: effort.nodes.end().saturating_add(1), ..Task::first(2) };
            let nodes = session.untimed(&made.puzzle, &task).counters.nodes;
            if !effort.nodes.contains(&nodes) {
                return None;
            }
            made.nodes.push(nodes);
        }
        let any = self.plan.request.difficulty.is_unrestricted();
        (any || self.difficulty.passes(&made.puzzle, &mut made.rating)).then_some(made)
    }
}

/// A random generator that differs for each purpose, seed and number.
fn random(purpose: &str, seed: u64, index: u64) -> Pcg64Mcg {
    let mut hash = blake3::Hasher::new();
    hash.update(purpose.as_bytes()).update(&seed.to_le_bytes()).update(&index.to_le_bytes());
    let mut bytes = [0; 16];
    hash.finalize_xof().fill(&mut bytes);
    Pcg64Mcg::from_seed(bytes)
}

#[cfg(test)]
mod tests;
