//! Makes puzzles from a seed: the same seed gives the same puzzles.
//!
//! A full board comes from a randomised search: the cell with the fewest candidates, ties and
//! digits at random. That is not uniform over all boards. A puzzle comes from a board by taking
//! clues away in random order, each one that can go without a second solution appearing.

use coverlab_model::{BadSpec, Grid, Outcome, Session, Shape, Spec, Sudoku, Task};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

/// A seeded source of boards and puzzles of one shape.
pub struct Generator {
    shape: Shape,
    random: Pcg64Mcg,
    session: Box<dyn Session<Sudoku>>,
    found: Vec<Outcome<Sudoku>>,
}

impl Generator {
    /// A generator that counts solutions with the strategy `referee`, which must be complete.
    ///
    /// # Errors
    /// If there is no such strategy.
    pub fn new(shape: Shape, seed: u64, referee: &Spec) -> Result<Self, BadSpec> {
        let session = coverlab_strategies::sudoku(referee)?.backend.session();
        Ok(Generator { shape, random: Pcg64Mcg::seed_from_u64(seed), session, found: Vec::new() })
    }

    /// A random full board.
    pub fn grid(&mut self) -> Grid {
        // A search that went wrong early may take forever; another start is cheap.
        let patience = 20 * self.shape.cells();
        loop {
            let mut board = Board::new(self.shape);
            let mut nodes = patience;
            if board.fill(&mut self.random, &mut nodes) {
                return Grid::new(self.shape, &board.cells).expect("a board of this shape");
            }
        }
    }

    /// A puzzle with exactly one solution: clues are taken away while that holds and more than
    /// `clues` are left. With `clues` 0 it is minimal: no clue can go.
    pub fn unique(&mut self, clues: usize) -> Sudoku {
        let grid = self.grid();
        let mut puzzle = Sudoku::new(self.shape, grid.cells()).expect("a board of this shape");
        let mut left = self.shape.cells();
        for cell in self.order() {
            if left == clues {
                break;
            }
            let without = puzzle.with(cell, 0);
            if self.solutions(&without, 2) == 1 {
                puzzle = without;
                left -= 1;
            }
        }
        puzzle
    }

    /// A puzzle with at least two and fewer than `limit` solutions: a minimal one with clues
    /// taken away.
    pub fn many(&mut self, limit: u64) -> Sudoku {
        loop {
            let mut puzzle = self.unique(0);
            for cell in self.order() {
                if puzzle.clues()[cell] == 0 {
                    continue;
                }
                let without = puzzle.with(cell, 0);
                let solutions = self.solutions(&without, limit);
                if solutions < limit {
                    puzzle = without;
                    if self.random.random_bool(0.5) {
                        break;
                    }
                }
            }
            if self.solutions(&puzzle, 2) == 2 {
                return puzzle;
            }
        }
    }

    /// A puzzle without a solution whose clues do not clash: a minimal one with a wrong digit in
    /// an empty cell that no peer excludes.
    pub fn none(&mut self) -> Sudoku {
        loop {
            let puzzle = self.unique(0);
            for cell in self.order() {
                if puzzle.clues()[cell] != 0 {
                    continue;
                }
                let digit = self.random.random_range(1..=self.shape.side()) as u8;
                let wrong = puzzle.with(cell, digit);
                if wrong.check_clues().is_ok() && self.solutions(&wrong, 1) == 0 {
                    return wrong;
                }
            }
        }
    }

    /// How many solutions `puzzle` has, up to `limit`.
    pub fn solutions(&mut self, puzzle: &Sudoku, limit: u64) -> u64 {
        self.found.clear();
        let task = Task { keep: 0, ..Task::first(limit) };
        self.session.run(std::slice::from_ref(puzzle), &task, &mut self.found);
        self.found[0].solutions
    }

    fn order(&mut self) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.shape.cells()).collect();
        cells.shuffle(&mut self.random);
        cells
    }
}

/// A board being filled: the digits used in each house as bit masks.
struct Board {
    shape: Shape,
    cells: Vec<u8>,
    rows: Vec<u128>,
    columns: Vec<u128>,
    boxes: Vec<u128>,
}

impl Board {
    fn new(shape: Shape) -> Self {
        assert!(shape.side() <= 128, "boards of side {} are beyond this generator", shape.side());
        let houses = vec![0; shape.side()];
        let cells = vec![0; shape.cells()];
        Board { shape, cells, rows: houses.clone(), columns: houses.clone(), boxes: houses }
    }

    fn candidates(&self, cell: usize) -> u128 {
        let all = u128::MAX >> (128 - self.shape.side());
        let (row, column, in_box) = (self.shape.row(cell), self.shape.column(cell), self.shape.box_of(cell));
        all & !(self.rows[row] | self.columns[column] | self.boxes[in_box])
    }

    fn toggle(&mut self, cell: usize, digit: u8) {
        let bit = 1 << (digit - 1);
        self.rows[self.shape.row(cell)] ^= bit;
        self.columns[self.shape.column(cell)] ^= bit;
        self.boxes[self.shape.box_of(cell)] ^= bit;
    }

    fn fill(&mut self, random: &mut Pcg64Mcg, nodes: &mut usize) -> bool {
        let mut fewest = u32::MAX;
        let mut ties: Vec<usize> = Vec::new();
        for cell in (0..self.shape.cells()).filter(|&c| self.cells[c] == 0) {
            let count = self.candidates(cell).count_ones();
            if count < fewest {
                fewest = count;
                ties.clear();
            }
            if count == fewest {
                ties.push(cell);
            }
        }
        if ties.is_empty() {
            return true;
        }
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        let cell = ties[random.random_range(0..ties.len())];
        let candidates = self.candidates(cell);
        let mut digits: Vec<u8> =
            (1..=self.shape.side() as u8).filter(|d| candidates >> (d - 1) & 1 == 1).collect();
        digits.shuffle(random);
        for digit in digits {
            self.cells[cell] = digit;
            self.toggle(cell, digit);
            if self.fill(random, nodes) {
                return true;
            }
            self.toggle(cell, digit);
            self.cells[cell] = 0;
        }
        false
    }
}
