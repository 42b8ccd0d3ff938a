//! "First sixty days of Haskell": depth-first search on the list of legal moves.
//!
//! A move writes a number into a cell. The state of the game is not the board but the list of moves that are
//! still legal. To make a move is to take it from the list and drop all moves that it makes illegal: the same
//! number in its row, column and area, and every other number in its cell. The puzzle is solved when the list
//! is empty and every cell has had its move.
//!
//! The search makes the first move and continues with it. If that fails, it drops the move for good and
//! continues without it. So it branches in two ways, on "this move, or not", where other programs branch on a
//! cell in as many ways as it has candidates. Before each step the list is sorted by the number of moves left
//! in each move's cell, so after a drop the search stays with the cell, whose count fell. A branch ends as
//! soon as an empty cell has no move.
//!
//! The sort is stable, and this is decisive. Among cells with equally many moves, those whose count fell
//! first come first, so the search tends to stay in one area of the board. No program with a fixed order of
//! cells has this order. On single puzzles its number of nodes differs by large factors, in either direction,
//! from that of `delord`, which is otherwise much the same search.
//!
//! A list of single moves would be slow to sort. But the moves of a cell start adjacent and in ascending
//! order, and the sort key belongs to the cell, so neither sorting nor dropping ever separates or reorders
//! them. So the list is stored as the order of the cells, with the moves of each cell as a set. Dropping the
//! first move leaves its cell in front, because its count only falls. Only making a move
//! requires a sort, by counting. The initial list is not sorted: the first step takes the first empty cell,
//! not the smallest, and only the next step sorts. The node counts of the source depend on that.

use crate::support::board::{Board, Candidates, Mark, Mask, Order, Scratch, Search};
use coverlab_model::{About, Event, Flow, Observer, Purpose, Script, Step, Stop, Strategy, Sudoku};

/// Bounds the total number of cells in the orders on the path to a node.
const MEMORY: usize = 1 << 28;

/// Searches the list of legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveList;

impl Strategy for MoveList {
    type Problem = Sudoku;
    type Scratch = Scratch<MoveList>;

    const ABOUT: About = About {
        name: "move-list",
        purpose: Purpose::Learn,
        sentence: "Makes or drops the first of the legal moves, sorted by the moves left in their cells",
        source: "First sixty days of Haskell: Sudoku by depth-first search on a list of moves",
        node: "one call of go: a list of moves whose first is made or dropped",
        complete: true,
        interruptible: true,
        events: &[Event::Place, Event::Backtrack],
        parameters: &[],
        note: "Keeps an order of the cells for each move made, and ends with `memory` at 512 MiB, which only nearly \
               empty boards of side 150 or more reach.",
    };

    const SCRIPT: Script = &[
        ("moves: every digit in every empty cell that no clue forbids", &["clue", "remove", "wipe-twice"]),
        ("search(moves):", &["node"]),
        ("  if every cell is filled, this is a solution", &["solution"]),
        ("  if a cell has no move, go back", &["wipe-cell", "fail"]),
        ("  sort the moves by how many are left in their cell; take the first", &[]),
        ("  make it: search(moves without those it forbids)", &["try", "remove"]),
        ("  drop it: search(moves without it)", &["side", "remove", "skip", "fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        scratch: &mut Self::Scratch,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        scratch.search(self, Order::Rows, problem, observer)
    }
}

/// The legal moves, and the moves made on the path.
#[derive(Default)]
pub(crate) struct Space<M> {
    moves: Candidates<M>,
    /// Orders of the cells that still have moves, concatenated: one after the clues, then one for each move
    /// made.
    orders: Vec<u16>,
    made: Vec<Made<M>>,
    /// For the counting sort: by number of moves, the position of the next such cell.
    places: Vec<u32>,
}

/// A move that was made.
struct Made<M> {
    cell: u16,
    number: M,
    /// Where the order begins from which the move was taken.
    order: u32,
    /// The state of the legal moves before it.
    before: Mark,
}

impl Search for MoveList {
    type Space<M: Mask> = Space<M>;

    fn search<M: Mask>(
        &self,
        board: &Board,
        problem: &Sudoku,
        space: &mut Space<M>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        // Where the current order begins, and whether no empty cell has run out of moves.
        let (mut order, mut solvable) = (0, space.start(board, problem, observer));
        loop {
            observer.node(space.made.len())?;
            let first = space.orders.get(order).map(|&cell| usize::from(cell));
            match first {
                Some(cell) if solvable => {
                    observer.count(Event::Place, 1);
                    let number = space.moves.of(cell).lowest();
                    space.push(order, cell, number);
                    observer.step(|| board.tried(space.made.len(), cell, number));
                    solvable = space.make(board, cell, number, observer);
                    if space.orders.len() > MEMORY {
                        return Flow::Break(Stop::Memory);
                    }
                    order = if solvable { space.sort(board.side(), order + 1) } else { space.orders.len() };
                    continue;
                }
                None if solvable => observer.solution(|| board.grid(space.moves.all()))?,
                _ => {
                    observer.step(|| board.wiped(&space.moves, problem));
                    observer.count(Event::Backtrack, 1);
                }
            }
            match space.drop_last(board, order, observer) {
                Some(state) => (order, solvable) = state,
                None => return Flow::Continue(()),
            }
        }
    }
}

impl<M: Mask> Space<M> {
    /// Makes the moves that the clues are; false if one is illegal or leaves a cell without moves.
    fn start(&mut self, board: &Board, problem: &Sudoku, observer: &mut impl Observer<Sudoku>) -> bool {
        self.moves.reset(board);
        self.orders.clear();
        self.made.clear();
        for (cell, number) in board.clues::<M>(problem) {
            observer.step(|| board.clue(cell, number));
            if !self.moves.of(cell).meets(number) || !self.make(board, cell, number, observer) {
                return false;
            }
        }
        let cells = 0..board.cells() as u16;
        self.orders.extend(cells.filter(|&cell| !self.moves.is_decided(usize::from(cell))));
        true
    }

    /// Makes a move and drops every move that it makes illegal; false if a cell has none left.
    #[inline(always)]
    fn make(&mut self, board: &Board, cell: usize, number: M, observer: &mut impl Observer<Sudoku>) -> bool {
        self.moves.decide(cell, number);
        let mut solvable = true;
        for &peer in board.peers(cell) {
            if self.moves.of(usize::from(peer)).meets(number) {
                observer.step(|| board.removed(usize::from(peer), number));
                solvable &= self.moves.remove(usize::from(peer), number) != 0;
            }
        }
        solvable
    }

    #[inline(always)]
    fn push(&mut self, order: usize, cell: usize, number: M) {
        let before = self.moves.mark();
        self.made.push(Made { cell: cell as u16, number, order: order as u32, before });
    }

    /// Appends the cells from `old` on, stably sorted by their number of moves. Returns where the new order
    /// begins.
    #[inline(always)]
    fn sort(&mut self, side: usize, old: usize) -> usize {
        let from = self.orders.len();
        self.places.clear();
        self.places.resize(side + 2, 0);
        for k in old..from {
            self.places[self.moves.size(usize::from(self.orders[k])) + 1] += 1;
        }
        let mut place = from as u32;
        for count in &mut self.places {
            place += *count;
            *count = place;
        }
        self.orders.resize(2 * from - old, 0);
        for k in old..from {
            let cell = self.orders[k];
            let place = &mut self.places[self.moves.size(usize::from(cell))];
            self.orders[*place as usize] = cell;
            *place += 1;
        }
        from
    }

    /// Undoes the last move and drops it from the list from which it was taken. Returns where the order of
    /// that list begins, and whether the move's cell has another move.
    #[inline(always)]
    fn drop_last(
        &mut self,
        board: &Board,
        order: usize,
        observer: &mut impl Observer<Sudoku>,
    ) -> Option<(usize, bool)> {
        let made = self.made.pop()?;
        observer.step(|| Step::Side { from: self.made.len() });
        observer.step(|| board.removed(usize::from(made.cell), made.number));
        self.orders.truncate(order);
        self.moves.undo(made.before);
        let left = self.moves.remove(usize::from(made.cell), made.number);
        // Only the initial order, after the clues, is not yet sorted.
        let order = if made.order == 0 { self.sort(board.side(), 0) } else { made.order as usize };
        Some((order, left != 0))
    }
}
