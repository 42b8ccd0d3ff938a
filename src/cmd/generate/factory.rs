//! The threads that generate puzzles. Each takes the next number, generates the puzzle with that number and verifies it.

use coverlab_model::format::sudoku::{Count, Puzzle};
use coverlab_model::pool::{ChannelCapacity, Ordered};
use coverlab_model::{Cancel, Outcome, Session, Stop, Sudoku, Task, canonical};
use coverlab_puzzles::generate::{GeneratedPuzzle, Generator, Isomorphs, Maker, SolutionCount, Verifier};
use coverlab_strategies::Configured;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far threads may run ahead of the next number to write. It bounds the memory for puzzles that wait.
const MAX_AHEAD: u64 = 4096;

pub(super) enum PuzzleSource {
    /// New puzzles.
    Generator(Box<Generator>),
    /// Symmetric images of other puzzles.
    Images(Images),
}

/// Puzzles and their images, `each` images per puzzle.
pub(super) struct Images {
    pub(super) originals: Vec<Puzzle>,
    pub(super) images: Isomorphs,
    pub(super) each: usize,
}

/// A verified puzzle, generated or an image.
pub(super) struct Product {
    pub(super) name: String,
    pub(super) count: Option<Count>,
    pub(super) made: GeneratedPuzzle,
}

/// Why no puzzle was generated.
pub(super) enum NoPuzzle {
    /// The tries were used up.
    GaveUp(String),
    /// The puzzle failed its verification.
    Flawed(String),
    /// The number of solutions that the source claims is wrong.
    FalseClaim(String),
    /// The command was interrupted.
    Stopped,
}

/// The state that the threads share.
pub(super) struct Factory {
    pub(super) source: PuzzleSource,
    pub(super) referee: Option<Configured<Sudoku>>,
    pub(super) seed: u64,
    count: u64,
    /// The prefix of puzzle names.
    stem: String,
    interrupted: Cancel,
    abandoned: AtomicBool,
    tries: AtomicU64,
    numbers: Mutex<Range<u64>>,
    /// The puzzles or failures with their numbers, in order.
    pub(super) products: Ordered<(u64, Result<Product, NoPuzzle>)>,
}

impl Factory {
    pub(super) fn new(
        source: PuzzleSource,
        count: u64,
        referee: Option<Configured<Sudoku>>,
        seed: u64,
        stem: String,
        interrupted: Cancel,
    ) -> Factory {
        let (abandoned, tries) = (AtomicBool::new(false), AtomicU64::new(0));
        let count = match &source {
            PuzzleSource::Generator(_) => count,
            PuzzleSource::Images(Images { images, .. }) => images.len() as u64,
        };
        let numbers = Mutex::new(0..count);
        let products = Ordered::new(ChannelCapacity { items: MAX_AHEAD, results: 1 });
        Factory { source, referee, seed, count, stem, interrupted, abandoned, tries, numbers, products }
    }

    /// Number of puzzles to generate.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    /// Total tries of all threads so far.
    pub(super) fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// Makes the threads stop.
    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.products.close();
    }

    pub(super) fn stopped(&self) -> bool {
        self.interrupted.is_raised() || self.abandoned.load(Ordering::Relaxed)
    }

    /// The loop of one thread. It ends after the last number or when the command is stopped.
    pub(super) fn work(&self) {
        if catch_unwind(AssertUnwindSafe(|| self.make_all())).is_err() {
            // The thread panicked, so its number will never arrive.
            self.products.close();
        }
    }

    fn make_all(&self) {
        match &self.source {
            PuzzleSource::Generator(generator) => {
                let mut maker = generator.maker();
                let mut verifier = self.referee.as_ref().map(|referee| {
                    Verifier::new(generator.request(), referee).expect("a referee that always decides")
                });
                let solutions = generator.request().solutions;
                self.each_number(|number| {
                    let mut made = self.generate(&mut maker, number)?;
                    let count = match &mut verifier {
                        Some(verifier) => Count::Exactly(verifier.verify(&made).map_err(NoPuzzle::Flawed)?),
                        None => unverified(solutions),
                    };
                    // Many puzzles may wait for an earlier one, and nobody reads their proofs again.
                    made.proofs.clear();
                    let name = name(&self.stem, number, self.len());
                    Ok(Product { name, count: Some(count), made })
                });
            }
            PuzzleSource::Images(images) => {
                let mut session = self.referee.as_ref().map(|referee| referee.backend.session());
                self.each_number(|number| images.make(self.seed, session.as_deref_mut(), number));
            }
        }
    }

    /// Takes numbers until none is left, and sends what `make` returns for each.
    fn each_number(&self, mut make: impl FnMut(u64) -> Result<Product, NoPuzzle>) {
        while let Some((ticket, number)) = self.products.take(&self.numbers) {
            let product = if self.stopped() { Err(NoPuzzle::Stopped) } else { make(number) };
            ticket.send((number, product));
        }
    }

    /// Generates puzzle `number`, and counts the tries.
    fn generate(&self, maker: &mut Maker<'_>, number: u64) -> Result<GeneratedPuzzle, NoPuzzle> {
        let mut counted = 0;
        let mut count_up_to = |tries: u64| {
            self.tries.fetch_add(tries - counted, Ordering::Relaxed);
            counted = tries;
        };
        let made = maker.make_while(self.seed, number, |tries| {
            count_up_to(tries);
            !self.stopped()
        });
        match made {
            Ok(made) => {
                count_up_to(made.tries);
                Ok(made)
            }
            Err(_) if self.stopped() => Err(NoPuzzle::Stopped),
            Err(gave_up) => Err(NoPuzzle::GaveUp(gave_up.to_string())),
        }
    }
}

/// `stem-007`, padded to the width of the last number.
fn name(stem: &str, number: u64, of: u64) -> String {
    let width = of.to_string().len();
    format!("{stem}-{:0width$}", number + 1)
}

/// The number of solutions that the generator knows without a referee.
fn unverified(solutions: SolutionCount) -> Count {
    match solutions {
        SolutionCount::None => Count::Exactly(0),
        SolutionCount::One => Count::Exactly(1),
        SolutionCount::Many { .. } => Count::AtLeast(2),
    }
}

impl Images {
    /// Image `number`. With a session, it is checked to have the same canonical form as its original, and the same
    /// number of solutions (counted up to two).
    fn make(
        &self,
        seed: u64,
        session: Option<&mut (dyn Session<Sudoku> + 'static)>,
        number: u64,
    ) -> Result<Product, NoPuzzle> {
        let index = usize::try_from(number).expect("no more images than memory holds");
        let (puzzle, symmetry) = self.images.get(seed, index).expect("a number below their count");
        let original = &self.originals[index / self.each];
        let mut count = original.count;
        if let Some(session) = session {
            check_same_form(&original.puzzle, &puzzle)?;
            let solutions = count_both(session, &[original.puzzle.clone(), puzzle.clone()])?;
            if let Some(claim) = original.count.filter(|claim| !allows(*claim, solutions.0)) {
                let (line, found) = (original.line, Count::AtLeast(solutions.0));
                let found = match solutions.0 {
                    0 => "no solution".to_string(),
                    1 => "1 solution".to_string(),
                    _ => format!("{found} solutions"),
                };
                let what = format!("the puzzle in line {line} has {found}, but claims :{claim}");
                return Err(NoPuzzle::FalseClaim(what));
            }
            count = match (solutions, original.count) {
                ((a, b), _) if a != b => {
                    return Err(NoPuzzle::Flawed(format!("{puzzle:?} has {b} solutions, its original {a}")));
                }
                ((2, _), None) => Some(Count::AtLeast(2)),
                ((2, _), known) => known,
                ((few, _), _) => Some(Count::Exactly(few)),
            };
        }
        let stem = original.name.clone().unwrap_or_else(|| format!("line-{}", original.line));
        let name = name(&stem, number % self.each as u64, self.each as u64);
        let solution = original.solution.as_ref().map(|grid| symmetry.apply_to_grid(grid));
        let (proofs, nodes) = (Vec::new(), Vec::new());
        let made = GeneratedPuzzle { puzzle, solution, proofs, tries: 0, nodes, rating: None };
        Ok(Product { name, count, made })
    }
}

/// Whether `claim` allows the number of solutions `found`, which was counted up to two.
fn allows(claim: Count, found: u64) -> bool {
    match claim {
        Count::Exactly(count) => found == count.min(2),
        Count::AtLeast(count) => found >= count.min(2),
    }
}

/// Fails if the canonical forms differ. A puzzle too symmetric for a canonical form is left to the referee.
fn check_same_form(original: &Sudoku, image: &Sudoku) -> Result<(), NoPuzzle> {
    match (canonical(original), canonical(image)) {
        (Ok((a, _)), Ok((b, _))) if a != b => {
            Err(NoPuzzle::Flawed(format!("{image:?} has a different canonical form from its original")))
        }
        _ => Ok(()),
    }
}

/// The numbers of solutions of both puzzles, up to two each.
fn count_both(session: &mut dyn Session<Sudoku>, pair: &[Sudoku; 2]) -> Result<(u64, u64), NoPuzzle> {
    let mut outcomes: Vec<Outcome<Sudoku>> = Vec::with_capacity(2);
    session.run(pair, &Task { keep: 0, ..Task::first(2) }, &mut outcomes);
    let undecided = outcomes.iter().find_map(|o| o.stop.filter(|stop| *stop != Stop::Enough));
    match (undecided, &outcomes[..]) {
        (None, [a, b]) => Ok((a.solutions, b.solutions)),
        (stop, _) => Err(NoPuzzle::Flawed(format!("{:?} was not decided: {stop:?}", pair[1]))),
    }
}
