//! The workers. Each takes the next number, generates the puzzle with that number and verifies it.

use coverlab_bench::generate::{GeneratedPuzzle, Isomorphs, Maker, Plan, Solutions, Verifier};
use coverlab_model::format::sudoku::{Count, Puzzle};
use coverlab_model::pool::{ChannelCapacity, Ordered};
use coverlab_model::{Cancel, Grid, Outcome, Session, Stop, Sudoku, Task, canonical};
use coverlab_strategies::Configured;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far workers may run ahead of the next number to write, which bounds the memory for waiting puzzles.
const MAX_AHEAD: u64 = 4096;

/// Where puzzles come from.
pub(super) enum Source {
    /// New puzzles.
    Plan(Plan),
    /// Symmetric images of other puzzles.
    Images { originals: Vec<Original>, images: Isomorphs, each: usize },
}

/// A puzzle whose images are generated.
pub(super) struct Original {
    name: String,
    puzzle: Sudoku,
    count: Option<Count>,
    solution: Option<Grid>,
}

impl Original {
    pub(super) fn of(read: Puzzle) -> Original {
        let name = read.name.unwrap_or_else(|| format!("line-{}", read.line));
        Original { name, puzzle: read.puzzle, count: read.count, solution: read.solution }
    }
}

/// A verified puzzle.
pub(super) struct Product {
    pub(super) name: String,
    pub(super) puzzle: Sudoku,
    pub(super) count: Option<Count>,
    pub(super) solution: Option<Grid>,
    pub(super) log_weight: Option<f64>,
    pub(super) tries: Option<u64>,
    /// Nodes of each strategy in `--nodes`.
    pub(super) nodes: Vec<u64>,
}

/// Why no puzzle was generated.
pub(super) enum NoPuzzle {
    /// The tries were used up.
    GaveUp(String),
    /// The puzzle failed its verification.
    Flawed(String),
    /// The command was interrupted.
    Stopped,
}

/// The state that the workers share.
pub(super) struct Factory {
    pub(super) source: Source,
    pub(super) referee: Option<Configured<Sudoku>>,
    pub(super) seed: u64,
    count: u64,
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
        source: Source,
        count: u64,
        referee: Option<Configured<Sudoku>>,
        seed: u64,
        stem: String,
        interrupted: Cancel,
    ) -> Factory {
        let (abandoned, tries) = (AtomicBool::new(false), AtomicU64::new(0));
        let count = match &source {
            Source::Plan(_) => count,
            Source::Images { images, .. } => images.len() as u64,
        };
        let numbers = Mutex::new(0..count);
        let products = Ordered::new(ChannelCapacity { items: MAX_AHEAD, results: 1 });
        Factory { source, referee, seed, count, stem, interrupted, abandoned, tries, numbers, products }
    }

    /// Number of puzzles to generate.
    pub(super) fn len(&self) -> u64 {
        self.count
    }

    /// Total tries of all workers so far.
    pub(super) fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// Makes the workers stop.
    pub(super) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.products.close();
    }

    pub(super) fn stopped(&self) -> bool {
        self.interrupted.is_raised() || self.abandoned.load(Ordering::Relaxed)
    }

    /// The loop of one worker. It ends after the last number or when the command is stopped.
    pub(super) fn work(&self) {
        if catch_unwind(AssertUnwindSafe(|| self.make_all())).is_err() {
            // The worker panicked, so its number will never arrive.
            self.products.close();
        }
    }

    fn make_all(&self) {
        let mut bench = Worker::new(self);
        while let Some((ticket, number)) = self.products.take(&self.numbers) {
            let product = if self.stopped() { Err(NoPuzzle::Stopped) } else { bench.make(number) };
            ticket.send((number, product));
        }
    }

    /// `stem-007`, padded to the width of the last number.
    fn name(&self, stem: &str, number: u64, of: u64) -> String {
        let width = of.to_string().len();
        format!("{stem}-{:0width$}", number + 1)
    }
}

/// The tools of one worker.
enum Worker<'a> {
    Plan {
        factory: &'a Factory,
        maker: Box<Maker<'a>>,
        verifier: Option<Box<Verifier>>,
        solutions: Solutions,
    },
    Images {
        factory: &'a Factory,
        session: Option<Box<dyn Session<Sudoku>>>,
    },
}

impl<'a> Worker<'a> {
    fn new(factory: &'a Factory) -> Worker<'a> {
        match &factory.source {
            Source::Plan(plan) => {
                let verifier = factory.referee.as_ref().map(|referee| {
                    Box::new(Verifier::new(plan.request(), referee).expect("a referee that always decides"))
                });
                Worker::Plan {
                    factory,
                    maker: Box::new(plan.maker()),
                    verifier,
                    solutions: plan.request().solutions,
                }
            }
            Source::Images { .. } => {
                let session = factory.referee.as_ref().map(|referee| referee.backend.session());
                Worker::Images { factory, session }
            }
        }
    }

    fn make(&mut self, number: u64) -> Result<Product, NoPuzzle> {
        match self {
            Worker::Plan { factory, maker, verifier, solutions } => {
                let made = fresh(factory, maker, number)?;
                let count = match verifier {
                    Some(verifier) => Count::Exactly(verifier.verify(&made).map_err(NoPuzzle::Flawed)?),
                    None => unverified(*solutions),
                };
                let name = factory.name(&factory.stem, number, factory.len());
                let tries = Some(made.tries);
                let GeneratedPuzzle { puzzle, solution, log_weight, nodes, .. } = made;
                Ok(Product { name, puzzle, count: Some(count), solution, log_weight, tries, nodes })
            }
            Worker::Images { factory, session } => image(factory, session.as_deref_mut(), number),
        }
    }
}

fn fresh(factory: &Factory, maker: &mut Maker<'_>, number: u64) -> Result<GeneratedPuzzle, NoPuzzle> {
    let mut counted = 0;
    let mut count = |tries: u64| {
        factory.tries.fetch_add(tries - counted, Ordering::Relaxed);
        counted = tries;
    };
    let made = maker.make_while(factory.seed, number, |tries| {
        count(tries);
        !factory.stopped()
    });
    match made {
        Ok(made) => {
            count(made.tries);
            Ok(made)
        }
        Err(_) if factory.stopped() => Err(NoPuzzle::Stopped),
        Err(gave_up) => {
            Err(NoPuzzle::GaveUp(format!("puzzle {} was given up after {} tries", number + 1, gave_up.tries)))
        }
    }
}

/// The number of solutions that the generator knows without a referee.
fn unverified(solutions: Solutions) -> Count {
    match solutions {
        Solutions::None => Count::Exactly(0),
        Solutions::One => Count::Exactly(1),
        Solutions::Many { .. } => Count::AtLeast(2),
    }
}

/// Image `number`. With a session, it is checked to have the same canonical form as its original, and the same number
/// of solutions (counted up to two).
fn image(
    factory: &Factory,
    session: Option<&mut (dyn Session<Sudoku> + 'static)>,
    number: u64,
) -> Result<Product, NoPuzzle> {
    let Source::Images { originals, images, each } = &factory.source else {
        unreachable!("images are made of originals")
    };
    let index = usize::try_from(number).expect("no more images than memory holds");
    let (puzzle, symmetry) = images.get(factory.seed, index).expect("a number below their count");
    let original = &originals[index / each];
    let mut count = original.count;
    if let Some(session) = session {
        same_form(&original.puzzle, &puzzle)?;
        let solutions = count_two(session, &[original.puzzle.clone(), puzzle.clone()])?;
        count = match (solutions, original.count) {
            ((a, b), _) if a != b => {
                return Err(NoPuzzle::Flawed(format!("{puzzle:?} has {b} solutions, its original {a}")));
            }
            ((2, _), None | Some(Count::Exactly(0 | 1))) => Some(Count::AtLeast(2)),
            ((2, _), known) => known,
            ((few, _), _) => Some(Count::Exactly(few)),
        };
    }
    let name = factory.name(&original.name, number % *each as u64, *each as u64);
    let solution = original.solution.as_ref().map(|grid| symmetry.apply_to_grid(grid));
    Ok(Product { name, puzzle, count, solution, log_weight: None, tries: None, nodes: Vec::new() })
}

/// Fails if the canonical forms differ. A puzzle too symmetric for a canonical form is left to the referee.
fn same_form(original: &Sudoku, image: &Sudoku) -> Result<(), NoPuzzle> {
    match (canonical(original), canonical(image)) {
        (Ok((a, _)), Ok((b, _))) if a != b => {
            Err(NoPuzzle::Flawed(format!("{image:?} has another canonical form than its original")))
        }
        _ => Ok(()),
    }
}

fn count_two(session: &mut dyn Session<Sudoku>, pair: &[Sudoku; 2]) -> Result<(u64, u64), NoPuzzle> {
    let mut outcomes: Vec<Outcome<Sudoku>> = Vec::with_capacity(2);
    session.run(pair, &Task { keep: 0, ..Task::first(2) }, &mut outcomes);
    let undecided = outcomes.iter().find_map(|o| o.stop.filter(|stop| *stop != Stop::Enough));
    match (undecided, &outcomes[..]) {
        (None, [a, b]) => Ok((a.solutions, b.solutions)),
        (stop, _) => Err(NoPuzzle::Flawed(format!("{:?} was not decided: {stop:?}", pair[1]))),
    }
}
