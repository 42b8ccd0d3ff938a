//! Sudoku as CNF: four sets of rules, each with any encoding of "at most one".
//!
//! Variable (r, c, d) means that digit d is in row r, column c. For a board of side n with C = n(n-1)/2
//! pairs, the pairwise clauses are
//!
//! | rules | clauses | meaning |
//! |---|---|---|
//! | minimal | n² + 3n²C | a cell has a digit; no digit occurs twice in a row, column or box |
//! | natural | n² + 4n²C | also: no cell has two digits |
//! | extended | 4n² + 4n²C | also: each digit occurs in each row, column and box |
//! | augmented | fewer | like extended, through minirows and minicolumns |
//!
//! I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*, 2006, give the minimal and the extended rules; T.
//! Weber, *A SAT-based Sudoku Solver*, 2005, gives the natural ones. The additional rules follow from the
//! minimal ones, but unit propagation derives more from them.
//!
//! The augmented encoding is that of T. Dillon (*tdoku*, 2019). Each digit and minirow or minicolumn has a
//! variable, which means that the minirow or minicolumn contains the digit. For each digit, exactly one of a
//! row's minirows and exactly one of a box's minirows contain it, and likewise the minicolumns. So unit
//! propagation finds locked candidates.
//!
//! Clues become unit clauses at the end of the formula or, with [`Clues::Reduced`], simplify it (G. Kwon and
//! H. Jain, *Optimized CNF Encoding for Sudoku Puzzles*, 2006). A candidate that the clues decide gets no
//! variable; clauses with a true literal and false literals are omitted. This reduces a 9x9 formula to a
//! quarter of its clauses or fewer, which matters more than the choice of solver.
//!
//! The groups of candidates depend only on the shape. An encoding caches the groups of the first shape that
//! it encodes, and the clauses of the empty board.

mod groups;

use super::at_most_one::Amo;
use crate::memory::{Extent, fits};
use crate::named::named;
use crate::{Cnf, Encoding, Grid, Literal, Model, Shape, Size, Sudoku};
use groups::{Groups, Open, literal, name};
use std::sync::{Arc, OnceLock};

named! {
    /// The rules encoded as clauses.
    #[derive(Default)]
    pub enum SudokuRules {
        /// The smallest set of rules that defines a solution.
        Minimal = "minimal",
        /// Minimal, and no cell has two digits.
        Natural = "natural",
        /// Natural, and every digit occurs in every house.
        #[default]
        Extended = "extended",
        /// Extended, expressed through minirows and minicolumns.
        Augmented = "augmented",
    }
}

named! {
    /// How clues enter the formula.
    #[derive(Default)]
    pub enum Clues {
        /// Each clue is a unit clause.
        #[default]
        Units = "units",
        /// Variables and clauses that the clues decide are omitted.
        Reduced = "reduced",
    }
}

/// Encodes Sudoku as CNF. The default is extended rules, pairwise, clues as unit clauses. Clones share the
/// cache.
#[derive(Clone, Debug, Default)]
pub struct SudokuCnf {
    rules: SudokuRules,
    amo: Amo,
    clues: Clues,
    cache: Arc<OnceLock<ShapeCache>>,
}

/// The cached parts, which depend only on the shape.
#[derive(Debug)]
struct ShapeCache {
    shape: Shape,
    groups: Groups,
    rules: OnceLock<Cnf>,
}

/// Boards with a larger side are not cached, since the clauses would take gigabytes.
const MAX_CACHED_SIDE: usize = 25;

impl SudokuCnf {
    /// Creates an encoding.
    pub fn new(rules: SudokuRules, amo: Amo, clues: Clues) -> SudokuCnf {
        SudokuCnf { rules, amo, clues, cache: Arc::default() }
    }

    /// The name of the rules.
    pub fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// The cache, if it is that of `shape`.
    fn cached(&self, shape: Shape) -> Option<&ShapeCache> {
        if shape.side() > MAX_CACHED_SIDE {
            return None;
        }
        let make = || ShapeCache { shape, groups: Groups::of(shape, self.rules), rules: OnceLock::new() };
        Some(self.cache.get_or_init(make)).filter(|cache| cache.shape == shape)
    }

    /// Calls `with` with the groups of `shape`, cached or computed.
    fn with_groups<T>(&self, shape: Shape, with: impl FnOnce(&Groups) -> T) -> T {
        match self.cached(shape) {
            Some(cache) => with(&cache.groups),
            None => with(&Groups::of(shape, self.rules)),
        }
    }

    /// The clauses of an empty board, with memory for those of `clues` if its shape is cached.
    fn empty(&self, shape: Shape, clues: usize) -> Cnf {
        match self.cached(shape) {
            Some(cache) => {
                let rules = cache.rules.get_or_init(|| cache.groups.formula(self.amo));
                rules.copy_with_room(clues, clues)
            }
            None => Groups::of(shape, self.rules).formula(self.amo),
        }
    }

    fn with_units(&self, puzzle: &Sudoku) -> Cnf {
        let shape = puzzle.shape();
        let mut cnf = self.empty(shape, puzzle.clue_count());
        let mut decisive = Vec::with_capacity(puzzle.clues().len() * shape.side());
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            match usize::from(clue) {
                0 => decisive.extend((1..=shape.side()).map(|digit| literal(shape, cell, digit))),
                digit => cnf.clause(&[literal(shape, cell, digit)]),
            }
        }
        cnf.decide_by(decisive);
        cnf
    }

    fn reduced(&self, puzzle: &Sudoku) -> Cnf {
        if puzzle.check_clues().is_err() {
            let mut clash = Cnf::new(0);
            clash.clause(&[]);
            clash.decide_by(Vec::new());
            return clash;
        }
        self.with_groups(puzzle.shape(), |groups| {
            let open = Open::of(puzzle, groups);
            groups.reduced(&open, self.amo)
        })
    }

    /// The exact size of the formula of [`Encoding::encode`], computed without building a clause.
    pub fn size(&self, puzzle: &Sudoku) -> Size {
        let shape = puzzle.shape();
        if self.clues == Clues::Units {
            let clues = puzzle.clue_count();
            let units = Size { variables: 0, clauses: clues, literals: clues };
            return Groups::size(shape, self.rules, self.amo).plus(units);
        }
        if puzzle.check_clues().is_err() {
            return self.reduced(puzzle).size();
        }
        self.with_groups(shape, |groups| groups.reduced_size(&Open::of(puzzle, groups), self.amo))
    }

    /// The variables with a meaning, in order: `r1c2=3` for a candidate, `r1b2=3` or `c1b2=3` for a digit in
    /// a minirow or minicolumn. All further variables are auxiliary variables of "at most one" constraints.
    pub fn names(&self, puzzle: &Sudoku) -> Vec<(Literal, String)> {
        let shape = puzzle.shape();
        if self.clues == Clues::Reduced && puzzle.check_clues().is_err() {
            return Vec::new();
        }
        self.with_groups(shape, |groups| {
            let number = match self.clues {
                Clues::Units => (1..=groups.variables as Literal).collect(),
                Clues::Reduced => Open::of(puzzle, groups).number,
            };
            let named = number.into_iter().enumerate().filter(|(_, number)| *number > 0);
            let mut names: Vec<_> = named.map(|(variable, number)| (number, name(shape, variable))).collect();
            names.sort_unstable();
            names
        })
    }
}

impl Encoding for SudokuCnf {
    type From = Sudoku;
    type To = Cnf;
    const NAME: &'static str = "extended";

    fn bound(&self, puzzle: &Sudoku) -> Size {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        if side <= MAX_CACHED_SIDE {
            // Twice the pairs of all cells, rows, columns and boxes, to allow for the extra clauses of small
            // boards.
            let pairs = 2 * shape.cells() * shape.cells();
            let variables = 4 * side * shape.cells();
            let clauses = 2 * (pairs + variables);
            return Size { variables, clauses, literals: 3 * clauses };
        }
        // The number of literals in the groups is a lower bound for the formula.
        let literals = Groups::literals(shape, self.rules);
        let groups = Size { variables: side * shape.cells(), clauses: 0, literals };
        if self.clues == Clues::Reduced && fits(groups.bytes(), groups).is_err() {
            return groups;
        }
        self.size(puzzle)
    }

    fn encode(&self, puzzle: &Sudoku) -> Cnf {
        match self.clues {
            Clues::Units => self.with_units(puzzle),
            Clues::Reduced => self.reduced(puzzle),
        }
    }

    fn decode(&self, puzzle: &Sudoku, model: &Model) -> Grid {
        let shape = puzzle.shape();
        let side = shape.side();
        let mut cells = puzzle.clues().to_vec();
        let mut set = |variable: usize| cells[variable / side] = (variable % side + 1) as u8;
        match self.clues {
            Clues::Units => {
                let variables = 0..shape.cells() * side;
                variables.filter(|&v| model.value(v as Literal + 1)).for_each(&mut set);
            }
            Clues::Reduced => {
                let open = Open::cells(puzzle);
                let chosen = open.iter().enumerate().filter(|(_, number)| **number > 0);
                chosen.filter(|(_, number)| model.value(**number)).for_each(|(v, _)| set(v));
            }
        }
        Grid::new(shape, &cells).expect("as many cells as the puzzle has")
    }
}

#[cfg(test)]
pub(super) mod tests;
