//! `bands`: exact inference within bands and stacks, and little else.
//!
//! # Origin
//! The view of a band as rows by boxes, whose entries are minirows, comes from band or triad solvers: T.
//! Dillon, *Tdoku* (2019), and before it JCZSolve (JasonLion, champagne and zhouyundong). The formulation as
//! one rule on square matrices of digit sets is ours. Read this version first; [`lockstep`](super::lockstep)
//! and [`digit-lanes`](super::digit_lanes) compute the same in registers and are tested against it.
//!
//! # Idea
//! A digit occurs three times in a band: once in each row, and once in each box. So its three minirows are a
//! permutation of the 3x3 matrix *rows x boxes*, one of six. The **band rule**: a minirow keeps a digit only
//! if
//!
//! ```text
//! m(r,b)  and  ( m(r+1,b+1) and m(r+2,b+2)  or  m(r+1,b+2) and m(r+2,b+1) )
//! ```
//!
//! with indices modulo 3. The **stack rule** is the same for *bands x columns*. Two rules that use only boxes
//! complete a round: a **naked single** (a cell with one candidate) removes its digit from the rest of its
//! box, and a **hidden single** (a digit with one cell in a box) takes the cell.
//!
//! **Why the band rule is exact.** The ways to put a digit once in each row and box of the band are the
//! permutations of the matrix, and each is possible if and only if its three entries are. The two brackets
//! are the two permutations through `(r,b)`, without that entry. So one application of the rule keeps exactly
//! the minirows that occur in a possible permutation. Locked candidates in either direction are instances of
//! the rule.
//!
//! **Why boxes suffice.** A naked single in row `r`, box `b` clears its box; then its minirow is the only one
//! of the box with the digit, and the band rule clears the rest of row `r`. A digit with one cell left in row
//! `r` has one minirow left there; the band rule removes it from the other rows of that box, where it is now
//! a hidden single. The stack rule does the same for columns. So if a round does not change a board, no naked
//! or hidden single of any house and no locked candidates are left. If each cell has one candidate and no
//! round finds a contradiction, the board is solved.
//!
//! **The place rule.** A minirow has three cells. If four digits have no other place in their row, there is
//! no solution; if three have none, there is no room for a fourth. This is half of what Tdoku's triads infer.
//! The rule is applied to all lines before a choice. It saves up to a third of the guesses, and is
//! indispensable on boards that are mostly empty.
//!
//! **Branching.** The *configurations* of a line (a band or a stack) are its possible permutations, over all
//! digits. The search takes the open line with the fewest configurations, in it a digit with the fewest but
//! at least two, and a place that some of the digit's permutations use and others do not. Either the digit is
//! there or it is not. A 9x9 board is branched on when a round fixes no further digit. A larger one, where a
//! choice costs more, is branched on when nothing changes.
//!
//! **Other shapes.** The matrices are square on any board. Up to six rows the rule is exact: it enumerates
//! the 2^n sets of columns that the rows above and below can fill. Up to four rows the configurations are
//! counted. Beyond six, a weaker rule (a digit with one place in a row or column of the matrix) and branching
//! on the cell with the fewest candidates keep the search complete.
//!
//! # Cost
//! On 16x16 boards the exact rule still pays. At 25x25 the sets cost more than they find, and a solver for
//! such boards should learn from its conflicts instead. Measurements and failed attempts are in
//! docs/STRATEGY-NOTES.md.

mod board;
mod layout;
mod matching;
mod trace_steps;

use crate::support::board::{Mask, Wide};
use board::{Board, Rule, Verdict};
use coverlab_model::memory;
use coverlab_model::{About, Event, Flow, Grid, Observer, Purpose, Script, Shape, Stop, Strategy, Sudoku};
use layout::Layout;
use std::ops::ControlFlow;
use trace_steps::Reporter;

/// The strategy, without parameters.
#[derive(Clone, Default)]
pub(crate) struct Bands;

/// Memory reused between instances: the layout of the last shape, and a stack for each width of masks.
#[derive(Default)]
pub(crate) struct Scratch {
    layout: Option<Layout>,
    up_to_64: Stack<u64>,
    up_to_128: Stack<u128>,
    up_to_255: Stack<Wide>,
}

/// The boards still to be searched, concatenated, and their nodes.
#[derive(Default)]
struct Stack<M> {
    cells: Vec<M>,
    nodes: Vec<Node>,
    /// A buffer for one board.
    spare: Vec<M>,
    reporter: Reporter<M>,
}

/// The state of a board, except its cells.
#[derive(Clone, Copy, Default)]
struct Node {
    depth: usize,
    /// The number of digits with one cell in their box after the last round above this node.
    fixed: usize,
}

/// Bounds the memory of the boards to be searched, in bytes, even if more is available.
const MAX_MEMORY: u64 = 8 << 30;

/// Beyond this size, memory is allocated in pieces of this many bytes.
const PIECE: usize = 256 << 20;

impl Strategy for Bands {
    type Problem = Sudoku;
    type Scratch = Scratch;

    const ABOUT: About = About {
        name: "bands",
        purpose: Purpose::Fast,
        sentence: "Keeps the minirows of a band and the columns of a stack that some permutation uses, \
                   and branches where the fewest permutations are left",
        source: "after T. Dillon, Tdoku: A Fast Sudoku Solver, 2019",
        node: "the root, and each side of a choice that is entered",
        complete: true,
        interruptible: true,
        events: EVENTS,
        parameters: &[],
        note: "The band rule is exact up to boxes of 6 rows or columns, weaker beyond. \
               Boards still to be searched take at most half of the available memory, and at most 8 GiB.",
    };

    const SCRIPT: Script = &[
        ("read the clues", &["clue", "remove", "wipe-twice"]),
        ("search(bands and stacks):", &["node"]),
        ("  until nothing changes, for each band and each digit:", &[]),
        ("    keep the minirows that some permutation of the band uses", &["remove"]),
        ("    what has one place or one candidate left is fixed", &["naked", "hidden", "remove"]),
        (
            "  if nothing is left somewhere, go back",
            &["wipe-cell", "wipe-digit", "wipe-twice", "wipe-crowded", "fail"],
        ),
        ("  if every cell is fixed, this is a solution", &["solution"]),
        ("  branch where the fewest are left: first one side, then the other", &["side", "remove", "fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let shape = problem.shape();
        let Scratch { layout, up_to_64, up_to_128, up_to_255 } = scratch;
        let layout = Layout::kept(layout, shape);
        match shape.side() {
            ..=64 => search(layout, problem, up_to_64, observer),
            65..=128 => search(layout, problem, up_to_128, observer),
            _ => search(layout, problem, up_to_255, observer),
        }
    }
}

/// The candidates of `puzzle` when a round changes nothing: by cell, digits from 0, as `cell * side + digit`.
/// `None` if there is no solution. Nothing is counted.
pub(crate) fn candidates<O: Observer<Sudoku>>(
    puzzle: &Sudoku,
    scratch: &mut Scratch,
    observer: &mut O,
) -> ControlFlow<Stop, Option<Vec<u32>>> {
    let Scratch { layout, up_to_64, up_to_128, up_to_255 } = scratch;
    let layout = Layout::kept(layout, puzzle.shape());
    match puzzle.shape().side() {
        ..=64 => up_to_64.at_rest(layout, puzzle, observer),
        65..=128 => up_to_128.at_rest(layout, puzzle, observer),
        _ => up_to_255.at_rest(layout, puzzle, observer),
    }
}

impl<M: Mask> Stack<M> {
    fn at_rest<O: Observer<Sudoku>>(
        &mut self,
        layout: &Layout,
        puzzle: &Sudoku,
        observer: &mut O,
    ) -> ControlFlow<Stop, Option<Vec<u32>>> {
        self.begin(puzzle);
        let mut board = Board { layout, cells: &mut self.cells, fixed: 0 };
        loop {
            observer.poll()?;
            // Compare candidates, because on a 9x9 board a round may remove some without fixing a digit.
            let before = board.candidates();
            let mut verdict = board.round(|_, _| ());
            if !verdict.dead && verdict.open && board.candidates() == before {
                verdict = board.place_rule(&mut self.spare);
            }
            if verdict.dead {
                return ControlFlow::Continue(None);
            }
            if board.candidates() == before {
                break;
            }
        }
        let side = layout.shape.side();
        let digits = self
            .cells
            .iter()
            .enumerate()
            .flat_map(|(cell, digits)| digits.digits().map(move |digit| (cell * side + digit) as u32));
        ControlFlow::Continue(Some(digits.collect()))
    }

    /// Starts with the clues of `puzzle`, and every digit in every other cell.
    fn begin(&mut self, puzzle: &Sudoku) {
        let every = M::all(puzzle.shape().side());
        let given = |&clue: &u8| if clue == 0 { every } else { M::of(usize::from(clue) - 1) };
        self.nodes.clear();
        self.cells.clear();
        // Most boards need less, and other searches may need the memory.
        self.cells.shrink_to(PIECE / size_of::<M>());
        self.cells.extend(puzzle.clues().iter().map(given));
    }

    /// Ensures that there is memory for one more board of `size` cells; false if there is not.
    #[inline]
    fn has_room(&mut self, size: usize) -> bool {
        self.cells.len() + size <= self.cells.capacity() || self.grow(size)
    }

    #[cold]
    fn grow(&mut self, size: usize) -> bool {
        let held = self.cells.capacity() * size_of::<M>();
        if held < PIECE {
            self.cells.reserve(size);
            return true;
        }
        // Doubling the capacity might exceed the available memory, which would abort the process.
        let fits = (held + PIECE) as u64 <= MAX_MEMORY.min(memory::available());
        if fits {
            self.cells.reserve_exact(PIECE / size_of::<M>());
        }
        fits
    }
}

/// The events that the strategies of this family count.
pub(crate) const EVENTS: &[Event] = &[Event::Guess, Event::Pass, Event::Conflict];

fn search<M: Mask>(
    layout: &Layout,
    problem: &Sudoku,
    stack: &mut Stack<M>,
    observer: &mut impl Observer<Sudoku>,
) -> Flow {
    let size = layout.shape.cells();
    stack.begin(problem);
    stack.nodes.push(Node::default());
    if observer.watches() {
        stack.reporter.begin(problem, &stack.cells, observer);
    }
    // The current board is on top of the stack.
    while let Some(&Node { depth, fixed }) = stack.nodes.last() {
        let top = stack.cells.len() - size;
        if observer.watches() {
            stack.reporter.side(depth, layout.shape, &stack.cells[top..], observer);
        }
        observer.node(depth)?;
        let mut board = Board { layout, cells: &mut stack.cells[top..], fixed };
        let (verdict, choice) = rest(&mut board, &mut stack.spare, &mut stack.reporter, observer)?;
        let fixed = board.fixed;
        if verdict.dead || !verdict.open {
            if verdict.dead {
                if observer.watches() {
                    stack.reporter.wipe(layout.shape, observer);
                }
                observer.count(Event::Conflict, 1);
            } else {
                observer.solution(|| grid(layout.shape, board.cells))?;
            }
            stack.nodes.pop();
            stack.cells.truncate(top);
            continue;
        }
        if !stack.has_room(size) {
            return ControlFlow::Break(Stop::Memory);
        }
        observer.count(Event::Guess, 1);
        if observer.watches() {
            stack.reporter.branch(depth);
        }
        branch(layout, stack, top, choice);
        let side = Node { depth: depth + 1, fixed };
        *stack.nodes.last_mut().expect("a node") = side;
        stack.nodes.push(side);
    }
    ControlFlow::Continue(())
}

/// Applies rounds and the place rule until they find a contradiction, or no rule has an effect. If the board
/// is open, also returns the line to branch in.
fn rest<M: Mask>(
    board: &mut Board<'_, M>,
    spare: &mut Vec<M>,
    reporter: &mut Reporter<M>,
    observer: &mut impl Observer<Sudoku>,
) -> ControlFlow<Stop, (Verdict, Option<Choice>)> {
    loop {
        observer.poll()?;
        observer.count(Event::Pass, 1);
        let shape = board.layout.shape;
        let report = |rule: Rule, cells: &[_]| {
            if observer.watches() {
                reporter.rule(rule, shape, cells, observer);
            }
        };
        let mut verdict = board.round(report);
        if verdict.dead || !verdict.open {
            return ControlFlow::Continue((verdict, None));
        }
        if verdict.changed {
            continue;
        }
        verdict = board.place_rule(spare);
        if observer.watches() {
            reporter.rule(Rule::Places, shape, board.cells, observer);
        }
        if verdict.dead {
            return ControlFlow::Continue((verdict, None));
        }
        let choice = choose_line(board);
        // At rest, a 9x9 board may still have candidates to remove, and certainly has if no line is open.
        if !verdict.changed && (choice.is_some() || shape != Shape::NINE) {
            return ControlFlow::Continue((verdict, choice));
        }
    }
}

/// Replaces the board on top with the two sides of a choice; the side to be searched first is on top.
fn branch<M: Mask>(layout: &Layout, stack: &mut Stack<M>, top: usize, choice: Option<Choice>) {
    let end = stack.cells.len();
    stack.cells.extend_from_within(top..end);
    let (elsewhere, there) = stack.cells[top..].split_at_mut(end - top);
    if let Some(Choice { line, digit }) = choice {
        let line = &layout.lines[line];
        let board = Board { layout, cells: there, fixed: 0 };
        let matrix = board.matched(line).expect("a line with few permutations");
        let one = M::of(digit);
        let takes = |place: usize| matrix[place].meets(one);
        // Take the first row with a choice, and the first place in it.
        let mut rows = (0..line.size).map(|row| row * line.size..(row + 1) * line.size);
        let row = rows.find(|row| row.clone().filter(|&place| takes(place)).count() > 1);
        let row = row.expect("a digit with two permutations has a row with two places");
        let here = row.clone().find(|&place| takes(place)).expect("one of them");
        for place in row {
            let side = if place == here { &mut *elsewhere } else { &mut *board.cells };
            line.places[place].iter().for_each(|&cell| side[cell] = side[cell].minus(one));
        }
    } else {
        let open = |&cell: &usize| there[cell].count() > 1;
        let cell = (0..there.len()).filter(open).min_by_key(|&cell| there[cell].count());
        let cell = cell.expect("an open board has an open cell");
        let one = there[cell].lowest();
        (there[cell], elsewhere[cell]) = (one, elsewhere[cell].minus(one));
    }
}

/// The open line with the fewest configurations, and a digit in it.
#[derive(Clone, Copy, Debug)]
struct Choice {
    line: usize,
    digit: usize,
}

fn choose_line<M: Mask>(board: &Board<'_, M>) -> Option<Choice> {
    let side = board.layout.shape.side();
    let mut best: Option<(usize, usize, usize)> = None;
    for (index, line) in board.layout.lines.iter().enumerate() {
        if line.size > matching::COUNTED {
            continue;
        }
        let mut matrix = [M::NONE; matching::COUNTED * matching::COUNTED];
        for (entry, place) in matrix.iter_mut().zip(&line.places) {
            *entry = board.any(place);
        }
        let (total, fewest) = matching::configurations(&matrix, line.size);
        if total > side && best.is_none_or(|(least, ..)| total < least) {
            best = Some((total, index, fewest.index()));
        }
    }
    best.map(|(_, line, digit)| Choice { line, digit })
}

fn grid<M: Mask>(shape: Shape, cells: &[M]) -> Grid {
    let digits: Vec<u8> = cells.iter().map(|cell| cell.index() as u8 + 1).collect();
    Grid::new(shape, &digits).expect("as many cells as the shape has")
}

/// Rounds and branches on masks of candidates, to test the strategies that do the same in registers.
#[cfg(test)]
pub(crate) struct Rounds(Layout);

#[cfg(test)]
impl Rounds {
    pub(crate) fn new(shape: Shape) -> Self {
        Rounds(Layout::new(shape))
    }

    /// Applies one round to a board on which this many digits had one cell in their box.
    pub(crate) fn round(&self, cells: &mut [u32], fixed: &mut usize) -> Verdict {
        self.apply(cells, fixed, |board| board.round(|_, _| ()))
    }

    /// Applies the place rule to an open board at rest.
    pub(crate) fn place_rule(&self, cells: &mut [u32]) -> Verdict {
        self.apply(cells, &mut 0, |board| board.place_rule(&mut Vec::new()))
    }

    fn apply(
        &self,
        cells: &mut [u32],
        fixed: &mut usize,
        rule: impl FnOnce(&mut Board<'_, u64>) -> Verdict,
    ) -> Verdict {
        let mut sets: Vec<u64> = cells.iter().map(|&mask| mask.into()).collect();
        let mut board = Board { layout: &self.0, cells: &mut sets, fixed: *fixed };
        let verdict = rule(&mut board);
        *fixed = board.fixed;
        cells.iter_mut().zip(&sets).for_each(|(mask, set)| *mask = *set as u32);
        verdict
    }

    /// The two sides of the choice on a board at rest, the one to be searched first in front; `None` if no
    /// line is open.
    pub(crate) fn sides(&self, cells: &[u32]) -> Option<[Vec<u32>; 2]> {
        let mut cells: Vec<u64> = cells.iter().map(|&mask| mask.into()).collect();
        let choice = choose_line(&Board { layout: &self.0, cells: &mut cells, fixed: 0 })?;
        let mut stack = Stack { cells, ..Stack::default() };
        branch(&self.0, &mut stack, 0, Some(choice));
        let (second, first) = stack.cells.split_at(self.0.shape.cells());
        Some([first, second].map(|side| side.iter().map(|&set| set as u32).collect()))
    }
}
