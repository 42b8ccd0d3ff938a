//! Ratings on Sudoku Explainer's scale, up to 4.4.
//!
//! **Origin.** N. Juillerat, *Sudoku Explainer* 1.2.1, 2007. A puzzle's rating is that of the hardest
//! step when the easiest possible step is always taken.
//!
//! **Idea.** The scale has its own order, and combines into one "direct" step what a person sees at
//! once: a digit confined to the intersection of two houses, or a hidden pair, that leaves another
//! digit one place. A naked single rates higher, since it needs pencil marks. Techniques above 4.4 are
//! not implemented: a puzzle that needs one is rated "above 4.4".
//!
//! A direct step only writes its digit and removes no candidates.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::technique::{Entry, Flow, Step};
use crate::tuples::tuples;
use crate::{fish, full_house, hidden_subset, locked_candidates, naked_subset, xy_wing};

/// A rating in tenths: 12 means 1.2.
pub type Tenths = u8;

/// The highest supported rating.
pub const HIGHEST: Tenths = 44;

/// The three ratings of a puzzle, each the hardest step of part of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating up to the solution.
    pub whole: Tenths,
    /// The rating up to the first digit that is written ("pearl").
    pub first_digit: Tenths,
    /// The rating of the first step ("diamond").
    pub first_step: Tenths,
}

/// Rates a puzzle; `None` if it needs a harder technique, or has no solution.
pub fn rate(mut board: Board) -> Option<Rating> {
    let (mut whole, mut first_digit, mut first_step) = (0, None, None);
    while !board.is_full() {
        let (tenths, placed) = step(&mut board)?;
        whole = whole.max(tenths);
        first_step = first_step.or(Some(tenths));
        if placed {
            first_digit = first_digit.or(Some(whole));
        }
    }
    Some(Rating { whole, first_digit: first_digit.unwrap_or(0), first_step: first_step.unwrap_or(0) })
}

/// Takes the easiest step; returns its rating and whether it wrote a digit.
fn step(board: &mut Board) -> Option<(Tenths, bool)> {
    for &(tenths, rule) in RULES {
        let placed = match rule {
            Rule::Digit(find) => {
                let Some(found) = find(board) else { continue };
                board.place(found.cell, found.digit);
                true
            }
            Rule::Step(technique) => {
                let Some(step) = technique.first(board) else { continue };
                step.apply(board);
                !step.placements.is_empty()
            }
        };
        return Some((tenths, placed));
    }
    None
}

/// A line of the scale.
#[derive(Clone, Copy)]
enum Rule {
    /// Finds a digit to write.
    Digit(fn(&Board) -> Option<Candidate>),
    /// A technique.
    Step(Entry),
}

static RULES: &[(Tenths, Rule)] = &[
    (10, Rule::Step(Entry::of::<full_house::FullHouse>())),
    (12, Rule::Digit(hidden_in_box)),
    (15, Rule::Digit(hidden_in_line)),
    (17, Rule::Digit(direct_pointing)),
    (19, Rule::Digit(direct_claiming)),
    (20, Rule::Digit(direct_hidden::<2>)),
    (23, Rule::Digit(Board::naked_single)),
    (25, Rule::Digit(direct_hidden::<3>)),
    (26, Rule::Step(Entry::of::<locked_candidates::Pointing>())),
    (28, Rule::Step(Entry::of::<locked_candidates::Claiming>())),
    (30, Rule::Step(Entry::of::<naked_subset::NakedSubset<2>>())),
    (32, Rule::Step(Entry::of::<fish::Fish<2>>())),
    (34, Rule::Step(Entry::of::<hidden_subset::HiddenSubset<2>>())),
    (36, Rule::Step(Entry::of::<naked_subset::NakedSubset<3>>())),
    (38, Rule::Step(Entry::of::<fish::Fish<3>>())),
    (40, Rule::Step(Entry::of::<hidden_subset::HiddenSubset<3>>())),
    (42, Rule::Step(Entry::of::<xy_wing::XyWing>())),
    (44, Rule::Step(Entry::of::<xy_wing::XyzWing>())),
];

fn hidden_in_box(board: &Board) -> Option<Candidate> {
    board.hidden_single(board.layout().boxes())
}

fn hidden_in_line(board: &Board) -> Option<Candidate> {
    board.hidden_single(0..board.layout().boxes().start)
}

fn direct_pointing(board: &Board) -> Option<Candidate> {
    board.layout().boxes().find_map(|from| direct_locked(board, from, &[0, 1]))
}

fn direct_claiming(board: &Board) -> Option<Candidate> {
    let layout = board.layout();
    (0..layout.boxes().start).find_map(|from| direct_locked(board, from, &[2]))
}

/// A digit confined to the intersection of house `from` with a house of one of these `kinds` (row,
/// column, box). That leaves it one place in a third house, of the kind of `from`, that crosses the
/// second.
fn direct_locked(board: &Board, from: usize, kinds: &[usize]) -> Option<Candidate> {
    let layout = board.layout();
    let own_kind = from / layout.side();
    for number in 0..board.side() {
        let mut cells = board.cells_for(from, number);
        let Some(first) = cells.next() else { continue };
        for &kind in kinds {
            let to = layout.houses_of(first)[kind];
            if to == from || !cells.clone().all(|cell| layout.houses_of(cell)[kind] == to) {
                continue;
            }
            let mut thirds: Vec<usize> =
                layout.cells(to).iter().map(|&cell| layout.houses_of(cell)[own_kind]).collect();
            thirds.sort_unstable();
            thirds.dedup();
            for third in thirds.into_iter().filter(|&third| third != from) {
                let outside = |cell: &usize| layout.houses_of(*cell)[kind] != to;
                let mut left = board.cells_for(third, number).filter(outside);
                let many = board.places(third, number).count() > 1;
                if let (true, Some(cell), None) = (many, left.next(), left.next()) {
                    return Some(Candidate::new(cell, number + 1));
                }
            }
        }
    }
    None
}

/// A hidden subset of `SIZE` digits that leaves another digit of its house one place.
fn direct_hidden<const SIZE: usize>(board: &Board) -> Option<Candidate> {
    let layout = board.layout();
    let boxes_first = layout.boxes().chain(0..layout.boxes().start);
    let roomy =
        |&house: &usize| layout.cells(house).iter().filter(|&&cell| board.digit(cell) == 0).count() > SIZE;
    boxes_first.filter(roomy).find_map(|house| {
        let left = |chosen: &[usize], taken: Bits| {
            (0..board.side()).filter(|number| !chosen.contains(number)).find_map(|number| {
                let places = board.places(house, number);
                let left = (places - taken).single().filter(|_| places.count() > 1)?;
                Some(Step::placing(layout.cells(house)[left], number))
            })
        };
        let digits = (0..board.side()).map(|number| (number, board.places(house, number)));
        let mut found = None;
        let _ = tuples(digits, SIZE, left, &mut |step| {
            found = Some(step.placements[0]);
            Flow::Break(())
        });
        found
    })
}
