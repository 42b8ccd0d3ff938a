//! Sudoku as CNF, in four ways, each with any way to say "at most one".
//!
//! Variable (r, c, d) says that digit d stands in row r, column c. For a board of side n with
//! C = n(n-1)/2 pairs, pairwise, the clauses are
//!
//! | rules | clauses | what they say |
//! |---|---|---|
//! | minimal | n² + 3n²C | a cell has a digit; a digit stands not twice in a row, column, box |
//! | natural | n² + 4n²C | also: a cell has not two digits |
//! | extended | 4n² + 4n²C | also: a digit stands in each row, column, box |
//! | augmented | fewer | as extended, through minirows and minicolumns |
//!
//! I. Lynce and J. Ouaknine, *Sudoku as a SAT Problem*, 2006, have the minimal and the extended
//! one; T. Weber, *A SAT-based Sudoku Solver*, 2005, the one between. The others follow from the
//! minimal rules, but unit propagation sees more with them.
//!
//! The augmented encoding is T. Dillon's (*tdoku*, 2019): a variable for each digit and minirow or
//! minicolumn says that the digit stands there. It is true for exactly one of a row's minirows, and
//! of a box's, and likewise for columns; so unit propagation finds what people call locked
//! candidates.
//!
//! One unit clause per clue comes last, or, with [`Clues::Reduced`], the clues are worked in (G. Kwon and H.
//! Jain, *Optimized CNF Encoding for Sudoku Puzzles*, 2006): a candidate that a clue decides is no variable,
//! a clause with a true literal is left out, and so are false literals. That makes a 9x9 puzzle a fifth the
//! size and is worth more than any choice of solver.
//!
//! The groups of which one is true depend on the shape alone. An encoding keeps those of the first
//! shape it meets, and the clauses without clues.

mod groups;

use super::super::{Cnf, Encoding, Grid, Literal, Model, Shape, Size, Sudoku};
use super::at_most_one::Amo;
use crate::memory::{Extent, fits};
use groups::{Groups, Open, literal, name};
use std::sync::{Arc, OnceLock};

/// The rules that the clauses state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SudokuRules {
    /// As little as defines a solution.
    Minimal,
    /// Cells have not two digits.
    Natural,
    /// Every digit stands in every house.
    #[default]
    Extended,
    /// By way of minirows and minicolumns.
    Augmented,
}

impl SudokuRules {
    /// All of them, the fewest rules first.
    pub const ALL: [SudokuRules; 4] =
        [SudokuRules::Minimal, SudokuRules::Natural, SudokuRules::Extended, SudokuRules::Augmented];
    /// Their names.
    pub const NAMES: [&'static str; 4] = ["minimal", "natural", "extended", "augmented"];

    /// The ones of this name.
    pub fn of_name(name: &str) -> Option<SudokuRules> {
        SudokuRules::ALL.into_iter().find(|rules| rules.name() == name)
    }

    /// Their name.
    pub fn name(self) -> &'static str {
        SudokuRules::NAMES[self as usize]
    }
}

/// How clues come into the formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clues {
    /// Each as a unit clause.
    #[default]
    Units,
    /// Variables and clauses that they decide are left out.
    Reduced,
}

impl Clues {
    /// Both names.
    pub const NAMES: [&'static str; 2] = ["units", "reduced"];

    /// The one of this name.
    pub fn of_name(name: &str) -> Option<Clues> {
        [Clues::Units, Clues::Reduced].into_iter().find(|clues| Clues::NAMES[*clues as usize] == name)
    }
}

/// Sudoku → CNF; extended, pairwise, clues as units unless told otherwise. Clones share what is
/// kept of a shape.
#[derive(Clone, Debug, Default)]
pub struct SudokuCnf {
    rules: SudokuRules,
    amo: Amo,
    clues: Clues,
    kept: Arc<OnceLock<Kept>>,
}

/// The parts that depend on the shape alone.
#[derive(Debug)]
struct Kept {
    shape: Shape,
    groups: Groups,
    rules: OnceLock<Cnf>,
}

/// Boards larger than this are encoded afresh each time, to keep no template of gigabytes.
const LARGEST_TEMPLATE: usize = 25;

impl SudokuCnf {
    /// An encoding.
    pub fn new(rules: SudokuRules, amo: Amo, clues: Clues) -> SudokuCnf {
        SudokuCnf { rules, amo, clues, kept: Arc::default() }
    }

    /// The name of its rules.
    pub fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// Calls `with` with the groups of `shape`, kept or made for the purpose.
    fn with_groups<T>(&self, shape: Shape, with: impl FnOnce(&Groups) -> T) -> T {
        let make = || Kept { shape, groups: Groups::of(shape, self.rules), rules: OnceLock::new() };
        if shape.side() <= LARGEST_TEMPLATE {
            let kept = self.kept.get_or_init(make);
            if kept.shape == shape {
                return with(&kept.groups);
            }
        }
        with(&Groups::of(shape, self.rules))
    }

    /// The clauses of an empty board.
    fn empty(&self, shape: Shape) -> Cnf {
        if shape.side() > LARGEST_TEMPLATE {
            return Groups::of(shape, self.rules).formula(self.amo);
        }
        let make = || Kept { shape, groups: Groups::of(shape, self.rules), rules: OnceLock::new() };
        let kept = self.kept.get_or_init(make);
        if kept.shape == shape {
            kept.rules.get_or_init(|| kept.groups.formula(self.amo)).clone()
        } else {
            Groups::of(shape, self.rules).formula(self.amo)
        }
    }

    fn with_units(&self, puzzle: &Sudoku) -> Cnf {
        let shape = puzzle.shape();
        let mut cnf = self.empty(shape);
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

    /// The size of [`Encoding::encode`]'s formula. No clause is made to know it.
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

    /// The variables that have a meaning, in order, with it: `r1c2=3`, or for a minirow or
    /// minicolumn `r1b2=3`, `c1b2=3`. Variables beyond only help to say "at most one".
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
        if side <= LARGEST_TEMPLATE {
            // Twice the pairs of all that is in a cell, row, column or box, for what is more on small boards.
            let pairs = 2 * shape.cells() * shape.cells();
            let variables = 4 * side * shape.cells();
            let clauses = 2 * (pairs + variables);
            return Size { variables, clauses, literals: 3 * clauses };
        }
        // The groups that a formula is made of are as many literals at least.
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
