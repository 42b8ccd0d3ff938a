//! Digging a large board to a minimal puzzle with a SAT solver.
//!
//! One formula serves the whole board: the rules of Sudoku, and a clause that some cell differs
//! from the board. The clues that are kept are assumptions. If they contradict the formula the
//! puzzle has one solution, and the assumptions that the solver needed to see that, its failed
//! core, are clues enough: all others go at once. If they do not, the clue that was left out
//! for trial is necessary, and stays so, as fewer clues never leave fewer solutions.
//!
//! The other board that the solver then found is remembered by the cells in which it differs:
//! whoever leaves all of these out has two solutions again, and need not ask.
//!
//! A clue once found necessary is assumed first. The solver sees a contradiction as soon as it
//! has assumed enough, so what is assumed late tends to stay out of the core.

use coverlab_model::Shape;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use varisat::{ExtendFormula, Lit, Solver};

/// Digs one board.
pub(crate) struct CoreDigger<'a> {
    shape: Shape,
    board: &'a [u8],
    solver: Solver<'static>,
    /// Sets of cells in which another board differs from this one: a puzzle must keep a clue in
    /// each.
    known: Vec<Vec<usize>>,
}

impl<'a> CoreDigger<'a> {
    /// A digger for `board`, a full board of `shape`.
    pub(crate) fn new(shape: Shape, board: &'a [u8]) -> Self {
        let mut digger = CoreDigger { shape, board, solver: Solver::new(), known: Vec::new() };
        digger.rules();
        let other: Vec<Lit> = (0..board.len()).map(|cell| !digger.clue(cell)).collect();
        digger.solver.add_clause(&other);
        digger
    }

    fn literal(&self, cell: usize, digit: usize) -> Lit {
        Lit::from_index(cell * self.shape.side() + digit - 1, true)
    }

    fn clue(&self, cell: usize) -> Lit {
        self.literal(cell, usize::from(self.board[cell]))
    }

    /// In each cell one digit, in each house each digit in one cell.
    fn rules(&mut self) {
        let (shape, side) = (self.shape, self.shape.side());
        let mut exactly_one = |literals: Vec<Lit>| {
            self.solver.add_clause(&literals);
            for (k, &a) in literals.iter().enumerate() {
                for &b in &literals[..k] {
                    self.solver.add_clause(&[!a, !b]);
                }
            }
        };
        let literal = |cell: usize, digit: usize| Lit::from_index(cell * side + digit, true);
        for cell in 0..shape.cells() {
            exactly_one((0..side).map(|digit| literal(cell, digit)).collect());
        }
        for index in 0..side {
            for digit in 0..side {
                exactly_one((0..side).map(|k| literal(index * side + k, digit)).collect());
                exactly_one((0..side).map(|k| literal(k * side + index, digit)).collect());
                exactly_one(shape.cells_of_box(index).map(|cell| literal(cell, digit)).collect());
            }
        }
    }

    /// Whether the board is the only solution of the puzzle with the clues in `cells`: if so,
    /// those of them that are enough for it.
    fn enough(&mut self, cells: &[usize]) -> Option<Vec<usize>> {
        let mut given = vec![false; self.board.len()];
        cells.iter().for_each(|&cell| given[cell] = true);
        if self.known.iter().any(|differs| !differs.iter().any(|&cell| given[cell])) {
            return None;
        }
        let assumptions: Vec<Lit> = cells.iter().map(|&cell| self.clue(cell)).collect();
        self.solver.assume(&assumptions);
        if self.solver.solve().expect("a solver without a proof to write does not fail") {
            let differs = self.difference();
            self.known.push(differs);
            return None;
        }
        let side = self.shape.side();
        let core = self.solver.failed_core().expect("a contradiction has a core");
        Some(core.iter().map(|literal| literal.index() / side).collect())
    }

    /// The cells in which the solver's board differs from this one.
    fn difference(&self) -> Vec<usize> {
        let model = self.solver.model().expect("a satisfied formula has a model");
        let same = |cell: &usize| model[self.clue(*cell).index()].is_positive();
        (0..self.board.len()).filter(|cell| !same(cell)).collect()
    }

    /// Takes away `orbits` of cells in random order, each that can go without a second solution
    /// appearing, while more than `least` clues are left; answers which cells keep theirs.
    pub(crate) fn dig(&mut self, orbits: &[Vec<usize>], least: usize, random: &mut Pcg64Mcg) -> Vec<bool> {
        let mut order: Vec<usize> = (0..orbits.len()).collect();
        order.shuffle(random);
        let mut necessary: Vec<usize> = Vec::new();
        let mut kept = vec![true; orbits.len()];
        let clues = |kept: &[bool]| -> usize {
            orbits.iter().zip(kept).filter(|(_, k)| **k).map(|(orbit, _)| orbit.len()).sum()
        };
        for &orbit in &order {
            if !kept[orbit] || clues(&kept) < least + orbits[orbit].len() {
                continue;
            }
            let rest = order.iter().copied().filter(|&o| kept[o] && o != orbit && !necessary.contains(&o));
            let tried: Vec<usize> =
                necessary.iter().copied().chain(rest).flat_map(|o| orbits[o].iter().copied()).collect();
            match self.enough(&tried) {
                None => necessary.push(orbit),
                Some(core) => {
                    kept[orbit] = false;
                    self.drop_outside(&core, orbits, &order, least, &mut kept);
                }
            }
        }
        let mut cells = vec![false; self.board.len()];
        for (orbit, _) in orbits.iter().zip(&kept).filter(|(_, k)| **k) {
            orbit.iter().for_each(|&cell| cells[cell] = true);
        }
        cells
    }

    /// Drops each orbit that holds no cell of `core`, while more than `least` clues are left.
    fn drop_outside(
        &self,
        core: &[usize],
        orbits: &[Vec<usize>],
        order: &[usize],
        least: usize,
        kept: &mut [bool],
    ) {
        let mut needed = vec![false; self.board.len()];
        core.iter().for_each(|&cell| needed[cell] = true);
        let mut clues: usize =
            orbits.iter().zip(&*kept).filter(|(_, k)| **k).map(|(orbit, _)| orbit.len()).sum();
        for &orbit in order {
            let cells = &orbits[orbit];
            if kept[orbit] && clues >= least + cells.len() && !cells.iter().any(|&cell| needed[cell]) {
                kept[orbit] = false;
                clues -= cells.len();
            }
        }
    }

    /// Whether each clue of a puzzle with one solution is necessary.
    pub(crate) fn is_minimal(&mut self, kept: &[bool]) -> bool {
        let cells: Vec<usize> = (0..kept.len()).filter(|&cell| kept[cell]).collect();
        cells.iter().all(|left_out| {
            let others: Vec<usize> = cells.iter().copied().filter(|cell| cell != left_out).collect();
            self.enough(&others).is_none()
        })
    }
}
