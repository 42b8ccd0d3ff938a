//! Digging a large board to a minimal puzzle with a SAT solver.
//!
//! One formula serves the whole board: the rules of Sudoku, and a clause that some cell differs
//! from the board. The clues that are kept are assumptions. If they contradict the formula the
//! puzzle has one solution, and the assumptions that the solver needed to see that, its failed
//! core, are clues enough: all others can go, in any order, without asking again. If they do not,
//! the clue that was left out for trial is necessary, and stays so, as fewer clues never leave
//! fewer solutions.
//!
//! Near the end such questions become hard: on a board of side 25 a second solution may take the
//! solver longer to find than all the rest. So it is asked as little as possible. Many sets of
//! cells in which another board differs are known beforehand, by exchanging digits or lines (see
//! [`differences`]), and each board that the solver finds adds one: a clue that is the last in
//! such a set is necessary. Clues are tried first where that leaves others so. This makes minimal
//! puzzles of another kind than a random order would; what came of a random order at side 25 was
//! not finished in many times the time.
//!
//! Clues found necessary are assumed first. The solver sees a contradiction as soon as it has
//! assumed enough, so what is assumed late tends to stay out of the core.

use super::boards::differences;
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
        let mut digger = CoreDigger { shape, board, solver: Solver::new(), known: differences(shape, board) };
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

    /// Takes away `orbits` of cells, each that can go without a second solution appearing, while
    /// more than `least` clues are left; answers which cells keep theirs.
    pub(crate) fn dig(&mut self, orbits: &[Vec<usize>], least: usize, random: &mut Pcg64Mcg) -> Vec<bool> {
        let mut open: Vec<&Vec<usize>> = orbits.iter().collect();
        open.shuffle(random);
        let mut necessary: Vec<usize> = Vec::new();
        let mut given = vec![true; self.board.len()];
        let mut core = given.clone();
        let mut clues = given.len();
        while let Some(at) = self.most_telling(&open, &given) {
            let orbit = open.swap_remove(at);
            if clues < least + orbit.len() {
                necessary.extend(orbit);
                continue;
            }
            orbit.iter().for_each(|&cell| given[cell] = false);
            if orbit.iter().any(|&cell| core[cell]) {
                let rest = open.iter().flat_map(|orbit| orbit.iter().copied());
                let tried: Vec<usize> = necessary.iter().copied().chain(rest).collect();
                let Some(enough) = self.enough(&tried) else {
                    orbit.iter().for_each(|&cell| given[cell] = true);
                    necessary.extend(orbit);
                    continue;
                };
                core.fill(false);
                enough.into_iter().for_each(|cell| core[cell] = true);
            }
            clues -= orbit.len();
        }
        given
    }

    /// Which of `open` to try next: the one without which the most known sets come near to
    /// having one clue left, so that this clue is necessary and need not be tried.
    fn most_telling(&self, open: &[&Vec<usize>], given: &[bool]) -> Option<usize> {
        let mut score = vec![0.0; given.len()];
        for differs in &self.known {
            let clues = differs.iter().filter(|&&cell| given[cell]).count();
            // One clue left: it is necessary, and to say so now costs nothing.
            let weight = if clues == 1 { f64::INFINITY } else { 0.25_f64.powi(clues as i32) };
            differs.iter().for_each(|&cell| score[cell] += weight);
        }
        let of = |orbit: &[usize]| orbit.iter().map(|&cell| score[cell]).fold(0.0, f64::max);
        let scores = open.iter().map(|orbit| of(orbit));
        scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
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
