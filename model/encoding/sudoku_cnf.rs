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
//! One unit clause per clue comes last, or, with [`Clues::Reduced`], the clues are worked in (G. Kwon
//! and H. Jain, *Optimized CNF Encoding for Sudoku Puzzles*, 2006): what a clue decides is no
//! variable, a clause with a true literal is left out, and so are false literals. That makes a 9x9
//! puzzle a fifth the size and is worth more than any choice of solver.
//!
//! The groups of which one is true depend on the shape alone. An encoding keeps those of the first
//! shape it meets, and the clauses without clues.

use super::super::{Cnf, Encoding, Grid, Literal, Model, Shape, Sudoku};
use super::at_most_one::{Amo, AtMostOne};
use std::sync::{Arc, OnceLock};

/// What the clauses say of the rules.
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
    /// What they decide is left out.
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

/// What depends on the shape alone.
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

/// "`digit`, from 1, stands in `cell`."
fn literal(shape: Shape, cell: usize, digit: usize) -> Literal {
    (cell * shape.side() + digit) as Literal
}

/// What variable `variable`, from 0, of the empty board means.
fn name(shape: Shape, variable: usize) -> String {
    let (side, cells) = (shape.side(), shape.cells());
    let (thing, digit) = (variable / side, variable % side + 1);
    if thing < cells {
        return format!("r{}c{}={digit}", shape.row(thing) + 1, shape.column(thing) + 1);
    }
    let thing = thing - cells;
    let rows = side * shape.box_rows();
    if thing < rows {
        return format!("r{}b{}={digit}", thing / shape.box_rows() + 1, thing % shape.box_rows() + 1);
    }
    let thing = thing - rows;
    format!("c{}b{}={digit}", thing / shape.box_columns() + 1, thing % shape.box_columns() + 1)
}

/// Groups of literals, of which at least one is true, or at most one, or both.
#[derive(Debug)]
struct Groups {
    /// How many variables the board has without those that help to say "at most one".
    variables: usize,
    literals: Vec<Literal>,
    /// Where each group ends, and whether at least one is true, at most one.
    ends: Vec<(usize, bool, bool)>,
}

impl Groups {
    fn of(shape: Shape, rules: SudokuRules) -> Groups {
        let side = shape.side();
        let mut groups = Groups { variables: side * shape.cells(), literals: Vec::new(), ends: Vec::new() };
        for cell in 0..shape.cells() {
            let digits = (1..=side).map(|digit| literal(shape, cell, digit));
            groups.add(digits, true, rules != SudokuRules::Minimal);
        }
        if rules == SudokuRules::Augmented {
            groups.triads(shape);
            return groups;
        }
        let every = rules == SudokuRules::Extended;
        for row in 0..side {
            for digit in 1..=side {
                let cells = (0..side).map(|k| row * side + k);
                groups.add(cells.map(|cell| literal(shape, cell, digit)), every, true);
            }
        }
        for column in 0..side {
            for digit in 1..=side {
                let cells = (0..side).map(|k| k * side + column);
                groups.add(cells.map(|cell| literal(shape, cell, digit)), every, true);
            }
        }
        for house in 0..side {
            for digit in 1..=side {
                let cells = shape.cells_of_box(house);
                groups.add(cells.map(|cell| literal(shape, cell, digit)), every, true);
            }
        }
        groups
    }

    /// Minirows and minicolumns: what they are, and that each row, column and box has a digit in
    /// one of them.
    fn triads(&mut self, shape: Shape) {
        let (side, tall, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        // Minirow `box_column` of `row`, minicolumn `box_row` of `column`.
        let minirow = |row: usize, k: usize| shape.cells() + row * tall + k;
        let minicolumn = |column: usize, k: usize| shape.cells() + side * tall + column * wide + k;
        self.variables = side * (shape.cells() + side * tall + side * wide);
        for line in 0..side {
            for digit in 1..=side {
                for k in 0..tall {
                    let cells = (0..wide).map(|c| literal(shape, line * side + k * wide + c, digit));
                    self.add(cells.chain([-literal(shape, minirow(line, k), digit)]), true, true);
                }
                for k in 0..wide {
                    let cells = (0..tall).map(|r| literal(shape, (k * tall + r) * side + line, digit));
                    self.add(cells.chain([-literal(shape, minicolumn(line, k), digit)]), true, true);
                }
            }
        }
        for line in 0..side {
            for digit in 1..=side {
                self.add((0..tall).map(|k| literal(shape, minirow(line, k), digit)), true, true);
                self.add((0..wide).map(|k| literal(shape, minicolumn(line, k), digit)), true, true);
            }
        }
        for (band, stack) in (0..wide).flat_map(|band| (0..tall).map(move |stack| (band, stack))) {
            for digit in 1..=side {
                let rows = (0..tall).map(|r| minirow(band * tall + r, stack));
                self.add(rows.map(|thing| literal(shape, thing, digit)), true, true);
                let columns = (0..wide).map(|c| minicolumn(stack * wide + c, band));
                self.add(columns.map(|thing| literal(shape, thing, digit)), true, true);
            }
        }
    }

    fn add(&mut self, literals: impl Iterator<Item = Literal>, least: bool, most: bool) {
        self.literals.extend(literals);
        self.ends.push((self.literals.len(), least, most));
    }

    /// Each group, whether at least one is true, and at most one.
    fn each(&self) -> impl Iterator<Item = (&[Literal], bool, bool)> {
        let mut from = 0;
        self.ends.iter().map(move |&(to, least, most)| {
            let group = &self.literals[from..to];
            from = to;
            (group, least, most)
        })
    }

    /// The clauses of an empty board, with room for its clues.
    fn formula(&self, amo: Amo) -> Cnf {
        let pairs: usize = self.each().map(|(group, ..)| group.len() * (group.len() - 1) / 2).sum();
        let room = if amo == Amo::Pairwise { pairs } else { 4 * self.literals.len() };
        let clues = self.variables;
        let mut cnf = Cnf::new(self.variables)
            .with_capacity(self.ends.len() + room + clues, self.literals.len() + 2 * room + clues);
        for (group, least, most) in self.each() {
            if least {
                cnf.clause(group);
            }
            if most {
                amo.add(&mut cnf, group);
            }
        }
        cnf
    }

    /// The clauses of what is open.
    fn reduced(&self, open: &Open, amo: Amo) -> Cnf {
        // More than most puzzles need; a board with hardly a clue grows beyond it.
        let mut cnf = Cnf::new(open.variables).with_capacity(4096, 16_384);
        let mut rest = Vec::new();
        for (group, least, most) in self.each() {
            rest.clear();
            let mut satisfied = false;
            for &literal in group {
                let number = open.number[literal.unsigned_abs() as usize - 1];
                if number > 0 {
                    rest.push(if literal > 0 { number } else { -number });
                } else {
                    satisfied |= (number == Open::TRUE) == (literal > 0);
                }
            }
            if satisfied {
                // The one that is true makes all others false, clues being at one with each other.
                debug_assert!(rest.is_empty() || !most);
                continue;
            }
            if least {
                cnf.clause(&rest);
            }
            if most {
                amo.add(&mut cnf, &rest);
            }
        }
        cnf.decide_by((1..=open.cells as Literal).collect());
        cnf
    }
}

/// What the clues leave open.
struct Open {
    /// By variable of the empty board, from 0: its number, from 1, or what it is.
    number: Vec<Literal>,
    variables: usize,
    /// How many of the first are digits in cells.
    cells: usize,
}

impl Open {
    const FALSE: Literal = 0;
    const TRUE: Literal = -1;

    /// Clues must not clash.
    fn of(puzzle: &Sudoku, groups: &Groups) -> Open {
        let mut number = Open::cells(puzzle);
        let cells = number.iter().copied().max().unwrap_or(0).max(0) as usize;
        let mut variables = cells;
        // A minirow or minicolumn stands last and negated in the group that defines it.
        let first = number.len();
        number.resize(groups.variables, Open::FALSE);
        for (group, ..) in groups.each() {
            let Some((&last, of)) = group.split_last() else { continue };
            if last > 0 {
                continue;
            }
            let at = last.unsigned_abs() as usize - 1;
            debug_assert!(at >= first);
            let known = |what: Literal| of.iter().any(|&v| number[v as usize - 1] == what);
            number[at] = if known(Open::TRUE) {
                Open::TRUE
            } else if of.iter().any(|&v| number[v as usize - 1] > 0) {
                variables += 1;
                variables as Literal
            } else {
                Open::FALSE
            };
        }
        Open { number, variables, cells }
    }

    /// The same for digits in cells alone.
    fn cells(puzzle: &Sudoku) -> Vec<Literal> {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        // By house, the digits that a clue has put there.
        let mut taken = vec![false; 3 * shape.cells()];
        let (rows, columns, boxes) = (0, shape.cells(), 2 * shape.cells());
        for (cell, &clue) in puzzle.clues().iter().enumerate().filter(|(_, clue)| **clue != 0) {
            let digit = usize::from(clue) - 1;
            taken[rows + shape.row(cell) * side + digit] = true;
            taken[columns + shape.column(cell) * side + digit] = true;
            taken[boxes + shape.box_of(cell) * side + digit] = true;
        }
        let mut number = vec![Open::FALSE; shape.cells() * side];
        let mut next = 0;
        for (cell, &clue) in puzzle.clues().iter().enumerate() {
            let number = &mut number[cell * side..][..side];
            if clue != 0 {
                number[usize::from(clue) - 1] = Open::TRUE;
                continue;
            }
            let row = &taken[rows + shape.row(cell) * side..][..side];
            let column = &taken[columns + shape.column(cell) * side..][..side];
            let house = &taken[boxes + shape.box_of(cell) * side..][..side];
            for (digit, number) in number.iter_mut().enumerate() {
                if !(row[digit] | column[digit] | house[digit]) {
                    next += 1;
                    *number = next;
                }
            }
        }
        number
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Problem;
    use std::collections::BTreeSet;

    /// A solved board: each row is the one above, shifted.
    pub(in crate::encoding) fn pattern(shape: Shape) -> Grid {
        let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
        let digit = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            ((row % rows * columns + row / rows + column) % side + 1) as u8
        };
        Grid::new(shape, &(0..shape.cells()).map(digit).collect::<Vec<_>>()).unwrap()
    }

    /// `grid` with a clue in every cell whose number `every` divides.
    pub(in crate::encoding) fn puzzle(grid: &Grid, every: usize) -> Sudoku {
        let clue = |(cell, &digit): (usize, &u8)| if cell % every == 0 { digit } else { 0 };
        let clues: Vec<u8> = grid.cells().iter().enumerate().map(clue).collect();
        Sudoku::new(grid.shape(), &clues).unwrap()
    }

    #[test]
    fn the_number_of_clauses_is_that_of_the_extended_encoding() {
        for ((rows, columns), clauses) in [((3, 3), 11_988), ((4, 4), 123_904), ((5, 5), 752_500)] {
            let cnf = SudokuCnf::default().encode(&Sudoku::empty(Shape::new(rows, columns).unwrap()));
            assert_eq!(cnf.clauses().len(), clauses);
        }
        let encoding = SudokuCnf::default();
        for (rows, columns) in [(2, 3), (1, 1), (2, 2), (1, 5), (3, 4), (2, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let n = shape.side();
            let puzzle = puzzle(&pattern(shape), 3);
            let cnf = encoding.encode(&puzzle);
            let rules = 4 * n * n + 4 * n * n * (n * (n - 1) / 2);
            assert_eq!((cnf.variables(), cnf.clauses().len()), (n * n * n, rules + puzzle.clue_count()));
        }
    }

    #[test]
    fn a_solution_survives_the_round_trip_and_a_wrong_one_is_no_model() {
        let encoding = SudokuCnf::default();
        for (rows, columns) in [(3, 3), (1, 1), (2, 3), (4, 4)] {
            let shape = Shape::new(rows, columns).unwrap();
            let grid = pattern(shape);
            let puzzle = puzzle(&grid, 4);
            let cnf = encoding.encode(&puzzle);
            let mut values = vec![false; cnf.variables()];
            for (cell, &digit) in grid.cells().iter().enumerate() {
                values[literal(shape, cell, usize::from(digit)) as usize - 1] = true;
            }
            let model = Model::new(values.clone());
            assert_eq!(cnf.verify(&model), Ok(()));
            assert_eq!(encoding.decode(&puzzle, &model), grid);
            let blocking = cnf.blocking_clause(&model);
            assert_eq!(blocking.len(), shape.cells() - puzzle.clue_count());
            for variable in 0..values.len() {
                values[variable] ^= true;
                assert!(cnf.verify(&Model::new(values.clone())).is_err());
                values[variable] ^= true;
            }
        }
    }

    fn encoding(rules: SudokuRules) -> SudokuCnf {
        SudokuCnf::new(rules, Amo::Pairwise, Clues::Units)
    }

    #[test]
    fn sizes_of_every_encoding() {
        for side in [4, 9, 16, 25] {
            let shape = Shape::of_side(side).unwrap();
            let (n2, pairs) = (side * side, side * side * (side * (side - 1) / 2));
            let size = |rules| encoding(rules).encode(&Sudoku::empty(shape)).clauses().len();
            assert_eq!(size(SudokuRules::Minimal), n2 + 3 * pairs);
            assert_eq!(size(SudokuRules::Natural), n2 + 4 * pairs);
            assert_eq!(size(SudokuRules::Extended), 4 * n2 + 4 * pairs);
        }
        let nine = Sudoku::empty(Shape::NINE);
        let size = |rules| encoding(rules).encode(&nine).clauses().len();
        assert_eq!(SudokuRules::ALL.map(size), [8829, 11_745, 11_988, 7695]);
        assert_eq!(encoding(SudokuRules::Augmented).encode(&nine).variables(), 1215);
    }

    #[test]
    fn a_solution_survives_every_encoding() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            let grid = pattern(shape);
            for every in [1, 2, 3, 7, 1000] {
                let puzzle = puzzle(&grid, every);
                for rules in SudokuRules::ALL {
                    for clues in [Clues::Units, Clues::Reduced] {
                        let encoding = SudokuCnf::new(rules, Amo::Pairwise, clues);
                        let cnf = encoding.encode(&puzzle);
                        let names: Vec<(Literal, String)> = encoding.names(&puzzle);
                        assert!(names.iter().map(|(v, _)| *v).eq(1..=cnf.variables() as Literal));
                        // What the names say, read off the grid, is a model.
                        let values = names.iter().map(|(_, name)| holds(&grid, name)).collect();
                        let model = Model::new(values);
                        assert_eq!(cnf.verify(&model), Ok(()), "{} {clues:?} {shape}", rules.name());
                        assert_eq!(encoding.decode(&puzzle, &model), grid);
                        let blocking = cnf.blocking_clause(&model);
                        assert_eq!(blocking.len(), shape.cells() - puzzle.clue_count());
                    }
                }
            }
        }
    }

    /// Whether what `name` says is so in `grid`.
    fn holds(grid: &Grid, name: &str) -> bool {
        let shape = grid.shape();
        let numbers: Vec<usize> =
            name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
        let [a, b, digit] = numbers[..] else { panic!("{name}") };
        let (a, b) = (a - 1, b - 1);
        let at = |row: usize, column: usize| usize::from(grid.cells()[row * shape.side() + column]) == digit;
        match (&name[..1], name.contains('b')) {
            ("r", false) => at(a, b),
            ("r", true) => (0..shape.box_columns()).any(|k| at(a, b * shape.box_columns() + k)),
            _ => (0..shape.box_rows()).any(|k| at(b * shape.box_rows() + k, a)),
        }
    }

    #[test]
    fn clues_make_a_formula_small() {
        let grid = pattern(Shape::NINE);
        let puzzle = puzzle(&grid, 3);
        let full = encoding(SudokuRules::Extended).encode(&puzzle);
        let encoding = SudokuCnf::new(SudokuRules::Extended, Amo::Pairwise, Clues::Reduced);
        let cnf = encoding.encode(&puzzle);
        assert!(cnf.variables() * 2 < full.variables(), "{cnf:?}");
        assert!(cnf.clauses().len() * 3 < full.clauses().len(), "{cnf:?}");
        // No variable is idle.
        let used: BTreeSet<Literal> = cnf.clauses().flatten().map(|l| l.abs()).collect();
        assert_eq!(used.len(), cnf.variables());
    }

    #[test]
    fn clashing_clues_have_no_model() {
        let clash = Sudoku::empty(Shape::NINE).with(0, 5).with(10, 5);
        for rules in SudokuRules::ALL {
            let cnf = SudokuCnf::new(rules, Amo::Pairwise, Clues::Reduced).encode(&clash);
            assert!(cnf.verify(&Model::new(Vec::new())).is_err());
        }
    }
}
