//! Ratings on the scale of Sudoku Explainer.
//!
//! **Origin.** N. Juillerat, *Sudoku Explainer* 1.2.1, 2007. A puzzle's rating is that of the hardest
//! step when the easiest possible step is always taken. Lists of puzzles give three ratings: ER, for the
//! whole solution; EP ("pearl"), up to the first digit that is written; and ED ("diamond"), for the first
//! step.
//!
//! **Idea.** The scale has its own order. It combines into one "direct" step what a person sees at once:
//! locked candidates that leave their digit one place in a house, or a hidden subset that leaves one to
//! another digit. Naked singles rate between these, since they need pencil marks. A direct step only
//! writes its digit and removes no candidates.
//!
//! People compare ratings to a tenth, so the rules here follow the program where it matters: the order of
//! houses and combinations, the empty cells that a subset needs, and the order of chains of equal length.
//! Some rules assume that the puzzle has one solution (unique loops, BUG).
//!
//! | rating | rules |
//! |---|---|
//! | 1.0 to 2.5 | `direct`: singles, and patterns that leave a single |
//! | 2.6 to 5.4 | `subsets`: locked candidates, subsets, fish; `wings` |
//! | 4.5 to 5.3 | `unique_loops` |
//! | 5.6 to 6.2 | bivalue universal graves, of types 1 to 4 |
//! | 6.2, 7.5 | aligned pairs and triplets: the techniques of this name |
//! | 6.5 and more | chains and nets, up to side 9 |
//!
//! The program's last level, 11.0, is left out.

mod bounds;
mod direct;
mod subsets;
mod unique_loops;
mod wings;

pub use bounds::{highest_up_to, lowest_with};

use crate::aligned_exclusion::{AlignedExclusion, TripleSearch};
use crate::board::{Board, Candidate};
use crate::forcing::{Level, Numbering, Position, SMALL, Search, SingleSearch, length_difficulty};
use crate::grave::{GraveType, grave};
use crate::technique::{Entry, Step};

/// A rating in tenths: 12 means 1.2.
pub type Tenths = u8;

/// The decimal form of a rating: 26 is 2.6.
pub fn decimal(tenths: Tenths) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Parses a rating with at most one decimal: `8.4` is 84, and `8` is 80.
pub fn parse_decimal(text: &str) -> Option<Tenths> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let valid = tenth.len() == 1 && digits(whole) && digits(tenth);
    let whole: Tenths = valid.then(|| whole.parse().ok()).flatten()?;
    whole.checked_mul(10)?.checked_add(tenth.parse().ok()?)
}

/// The rating up to which the rules are complete on boards of a side.
pub fn highest(side: usize) -> Tenths {
    let (_, last_level) = LEVELS[LEVELS.len() - 1];
    if side > MAX_SIDE_OF_CHAINS { 62 } else { tenths(last_level) }
}

/// A rating that no puzzle of a side exceeds. On boards with chains it is above [`highest`], since a long chain of the
/// last level rates more than a short one.
pub fn limit(side: usize) -> Tenths {
    let longest = if side > MAX_SIDE_OF_CHAINS { 0.0 } else { length_difficulty(u32::MAX) };
    highest(side) + tenths(longest)
}

/// The largest side on which the scale rates chains and nets: the original program has no larger boards.
const MAX_SIDE_OF_CHAINS: usize = 9;

/// The three ratings of a puzzle, each the hardest step of part of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating up to the solution ("ER").
    pub whole: Tenths,
    /// The rating up to the first digit that is written ("EP", pearl).
    pub first_digit: Tenths,
    /// The rating of the first step ("ED", diamond).
    pub first_step: Tenths,
}

/// Rates a puzzle; `None` if it needs a step above [`highest`], or has no solution.
pub fn rate(mut board: Board) -> Option<Rating> {
    let (mut whole, mut first_digit, mut first_step) = (0, None, None);
    let mut chains = Chains::default();
    while !board.is_full() {
        let Rated { tenths, step } =
            RULES.iter().find_map(|rule| rule(&board)).or_else(|| chains.first(&board))?;
        step.apply(&mut board);
        whole = whole.max(tenths);
        first_step = first_step.or(Some(tenths));
        if !step.placements.is_empty() {
            first_digit = first_digit.or(Some(whole));
        }
    }
    Some(Rating { whole, first_digit: first_digit.unwrap_or(0), first_step: first_step.unwrap_or(0) })
}

/// A step with its rating.
struct Rated {
    tenths: Tenths,
    step: Step,
}

impl Rated {
    fn placing(tenths: Tenths, cell: usize, number: usize) -> Rated {
        Rated { tenths, step: Step::placing(cell, number) }
    }

    /// A step that removes those of `removals` that are on the board; `None` if none are.
    fn removing(
        tenths: Tenths,
        board: &Board,
        removals: impl IntoIterator<Item = Candidate>,
    ) -> Option<Rated> {
        Step::removing(board, removals).map(|step| Rated { tenths, step })
    }
}

/// The rules below chains, in the order of the program.
static RULES: &[fn(&Board) -> Option<Rated>] = &[
    direct::single,
    direct::locked,
    direct::hidden::<2, 20>,
    direct::naked_single,
    direct::hidden::<3, 25>,
    subsets::locked,
    subsets::naked::<2, 30>,
    subsets::fish::<2, 32>,
    subsets::hidden::<2, 34>,
    subsets::naked::<3, 36>,
    subsets::fish::<3, 38>,
    subsets::hidden::<3, 40>,
    wings::wing::<2, 42>,
    wings::wing::<3, 44>,
    unique_loops::unique_loop,
    subsets::naked::<4, 50>,
    subsets::fish::<4, 52>,
    subsets::hidden::<4, 54>,
    bivalue_grave,
    aligned_pair,
];

/// Bivalue universal graves.
fn bivalue_grave(board: &Board) -> Option<Rated> {
    let (kind, step) = grave(board)?;
    let tenths = match kind {
        GraveType::One => 56,
        GraveType::Two | GraveType::Four => 57,
        GraveType::Three(size) => 56 + size as Tenths,
    };
    Some(Rated { tenths, step })
}

fn aligned_pair(board: &Board) -> Option<Rated> {
    let step = Entry::of::<AlignedExclusion<2>>().first(board)?;
    Some(Rated { tenths: 62, step })
}

/// The number of empty cells of a house.
fn empty_cells(board: &Board, house: usize) -> usize {
    board.layout().cells(house).iter().filter(|&&cell| board.digit(cell) == 0).count()
}

/// The searches for aligned triplets, chains and nets, made when they are needed.
#[derive(Default)]
struct Chains {
    single: SingleSearch<SMALL>,
    triples: TripleSearch,
    levels: Vec<Search<SMALL>>,
}

/// The levels with the rating of their shortest chains.
const LEVELS: [(Level, f64); 7] = [
    (Level::Nishio, 7.5),
    (Level::Multiple, 8.0),
    (Level::Dynamic, 8.5),
    (Level::DynamicPlus, 9.0),
    (Level::NestedSingle, 9.5),
    (Level::NestedMultiple, 10.0),
    (Level::NestedDynamic, 10.5),
];

impl Chains {
    /// The first step by a chain, an aligned triplet or a net.
    fn first(&mut self, board: &Board) -> Option<Rated> {
        if board.side() > MAX_SIDE_OF_CHAINS {
            return None;
        }
        let numbering = Numbering::new(board)?;
        let position = Position::new(board, &numbering);
        if let Some(rated) = self.single.rated(&position).into_iter().next() {
            return Some(Rated { tenths: tenths(rated.difficulty), step: rated.hint.step(&numbering) });
        }
        if let Some(step) = self.triples.first(board) {
            return Some(Rated { tenths: 75, step });
        }
        LEVELS.iter().enumerate().find_map(|(k, &(level, base))| {
            if k == self.levels.len() {
                self.levels.push(Search::new(level));
            }
            let found = self.levels[k].find(&position).into_iter().next()?;
            let step = found.step(&position);
            Some(Rated { tenths: tenths(base + length_difficulty(found.complexity)), step })
        })
    }
}

fn tenths(difficulty: f64) -> Tenths {
    (10.0 * difficulty).round() as Tenths
}
