//! The state of a search on a board.

use coverlab_model::{Cell, Shape, Step, Sudoku};

/// The current board, and those of the nodes above it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    shape: Shape,
    clues: Vec<u8>,
    now: Position,
    /// For each depth on the path, the node's board when it branched.
    before: Vec<Position>,
    /// The depth of the current node or guess.
    depth: usize,
    /// The branch that started since the last node.
    branch: Option<Branch>,
    /// The events that led to the current board.
    path: Vec<u32>,
}

/// A board at one moment.
#[derive(Clone, Debug)]
struct Position {
    /// Whether each digit is a candidate, `side` entries per cell.
    candidates: Vec<bool>,
    /// The digits written, 0 for none.
    written: Vec<u8>,
    /// Whether each digit is a guess.
    guessed: Vec<bool>,
    /// The numbers of remaining boards reported so far, as decimal logarithms.
    boards: Vec<f64>,
    /// The number of events that led to it.
    events: usize,
}

/// The start of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branch {
    /// A guess that leads to this depth.
    Guess(usize),
    /// The other side of a choice.
    Side,
}

impl Board {
    pub(crate) fn new(puzzle: &Sudoku) -> Board {
        let shape = puzzle.shape();
        let now = Position {
            candidates: vec![true; shape.cells() * shape.side()],
            written: vec![0; shape.cells()],
            guessed: vec![false; shape.cells()],
            boards: Vec::new(),
            events: 0,
        };
        let (clues, before) = (puzzle.clues().to_vec(), Vec::new());
        Board { shape, clues, now, before, depth: 0, branch: None, path: Vec::new() }
    }

    /// The clue of each cell; 0 for none.
    pub(crate) fn clues(&self) -> &[u8] {
        &self.clues
    }

    /// Whether `digit`, from 1, is a candidate of a cell.
    pub(crate) fn has(&self, cell: usize, digit: u8) -> bool {
        self.place(cell, digit).is_some_and(|at| self.now.candidates[at])
    }

    /// The candidates of a cell, from 1.
    pub(crate) fn left(&self, cell: usize) -> Vec<u8> {
        (1..=self.shape.side() as u8).filter(|&digit| self.has(cell, digit)).collect()
    }

    /// The digit written into a cell; 0 for none.
    pub(crate) fn written(&self, cell: usize) -> u8 {
        self.now.written[cell]
    }

    /// Whether the digit in a cell is a guess.
    pub(crate) fn guessed(&self, cell: usize) -> bool {
        self.now.guessed[cell]
    }

    /// The numbers of remaining boards reported so far.
    pub(crate) fn boards(&self) -> &[f64] {
        &self.now.boards
    }

    /// The depth of the current node or guess.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The branch that started since the last node.
    pub(crate) fn branched(&self) -> Option<Branch> {
        self.branch
    }

    /// Whether a branch from `depth` is possible: from the current node, or from one that has branched.
    pub(crate) fn branches_from(&self, depth: usize) -> bool {
        depth < self.before.len() || depth == self.before.len() && depth <= self.depth
    }

    /// The events that led to the current board.
    pub(crate) fn path(&self) -> &[u32] {
        &self.path
    }

    /// Enters a node by the event with this number.
    pub(crate) fn node(&mut self, depth: usize, event: u32) {
        match self.branch.take() {
            // This board is enumerated below its guess, which does not branch.
            Some(Branch::Guess(guessed)) if guessed != depth => {}
            _ => {
                self.before.truncate(depth);
                self.depth = depth;
            }
        }
        self.path.push(event);
    }

    /// Applies a step, the event with this number.
    pub(crate) fn apply(&mut self, step: &Step, event: u32) {
        match *step {
            Step::Try { depth, cell, digit } => {
                self.begin(depth.saturating_sub(1), Branch::Guess(depth));
                self.write(cell, digit, true);
            }
            Step::Side { from } => self.begin(from, Branch::Side),
            Step::Clue { cell, digit } | Step::Naked { cell, digit } | Step::Hidden { cell, digit, .. } => {
                self.write(cell, digit, false);
            }
            Step::Remove { cell, digit } => {
                let at = cell.index(self.shape).and_then(|cell| self.place(cell, digit));
                if let Some(at) = at {
                    self.now.candidates[at] = false;
                }
            }
            Step::Boards { log10 } => self.now.boards.push(log10),
            _ => return,
        }
        self.path.push(event);
    }

    fn place(&self, cell: usize, digit: u8) -> Option<usize> {
        let side = self.shape.side();
        let inside = cell < self.shape.cells() && (1..=side).contains(&usize::from(digit));
        inside.then(|| cell * side + usize::from(digit) - 1)
    }

    /// Reduces a cell to a single candidate.
    fn write(&mut self, cell: Cell, digit: u8, guess: bool) {
        let Some(cell) = cell.index(self.shape) else { return };
        let Some(at) = self.place(cell, digit) else { return };
        let side = self.shape.side();
        self.now.candidates[cell * side..][..side].fill(false);
        self.now.candidates[at] = true;
        self.now.written[cell] = digit;
        self.now.guessed[cell] = guess;
    }

    /// Restores the board of the node at `depth` when it branched, or saves the board if it branches
    /// now.
    pub(crate) fn begin(&mut self, depth: usize, branch: Branch) {
        match self.before.get(depth) {
            Some(position) => {
                self.now = position.clone();
                self.path.truncate(position.events);
            }
            None => self.before.push(Position { events: self.path.len(), ..self.now.clone() }),
        }
        self.before.truncate(depth.saturating_add(1));
        self.branch = Some(branch);
        self.depth = match branch {
            Branch::Guess(to) => to,
            Branch::Side => depth,
        };
    }
}
