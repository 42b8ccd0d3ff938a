//! The constraints of Sudoku as groups of candidates, and the groups reduced by the clues.

use super::super::at_most_one::{Amo, AmoSizes};
use super::SudokuRules;
use crate::{Cnf, House, Literal, Shape, Size, Sudoku};

/// The literal "`digit` (from 1) is in `cell`".
pub(super) fn literal(shape: Shape, cell: usize, digit: usize) -> Literal {
    (cell * shape.side() + digit) as Literal
}

/// The name of variable `variable`, from 0, of the empty board.
pub(super) fn name(shape: Shape, variable: usize) -> String {
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

/// Groups of literals. In each group at least one literal is true, at most one, or exactly one.
#[derive(Debug)]
pub(super) struct Groups {
    /// Number of variables of the empty board, without auxiliary ones.
    pub(super) variables: usize,
    literals: Vec<Literal>,
    /// The end of each group, whether at least one literal is true, and whether at most one is.
    ends: Vec<(usize, bool, bool)>,
}

impl Groups {
    pub(super) fn of(shape: Shape, rules: SudokuRules) -> Groups {
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
        for house in House::all(shape) {
            let cells: Vec<usize> = house.cells(shape).collect();
            for digit in 1..=side {
                groups.add(cells.iter().map(|&cell| literal(shape, cell, digit)), every, true);
            }
        }
        groups
    }

    /// Adds minirows and minicolumns: their definitions, and the constraint that each row, column and box has
    /// each digit in exactly one of them.
    fn triads(&mut self, shape: Shape) {
        let (side, tall, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        // Minirow `k` of a row, minicolumn `k` of a column.
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

    /// Yields each group, whether at least one literal is true, and whether at most one is.
    fn each(&self) -> impl Iterator<Item = (&[Literal], bool, bool)> {
        let mut from = 0;
        self.ends.iter().map(move |&(to, least, most)| {
            let group = &self.literals[from..to];
            from = to;
            (group, least, most)
        })
    }

    /// The kinds of groups of an empty board, computed without building them: number of groups,
    /// literals per group, whether at least one literal is true, and whether at most one is.
    fn kinds(shape: Shape, rules: SudokuRules) -> Vec<(usize, usize, bool, bool)> {
        let (side, tall, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        let cells = shape.cells();
        match rules {
            SudokuRules::Minimal => vec![(cells, side, true, false), (3 * cells, side, false, true)],
            SudokuRules::Natural => vec![(cells, side, true, true), (3 * cells, side, false, true)],
            SudokuRules::Extended => vec![(4 * cells, side, true, true)],
            SudokuRules::Augmented => vec![
                (cells, side, true, true),
                (cells * tall, wide + 1, true, true),
                (cells * wide, tall + 1, true, true),
                // For each digit, one minirow of each row and of each box has it; likewise minicolumns.
                (2 * cells, tall, true, true),
                (2 * cells, wide, true, true),
            ],
        }
    }

    /// Number of literals in all groups of an empty board.
    pub(super) fn literals(shape: Shape, rules: SudokuRules) -> usize {
        Groups::kinds(shape, rules).iter().map(|(count, length, ..)| count * length).sum()
    }

    /// The size of the formula of an empty board.
    pub(super) fn size(shape: Shape, rules: SudokuRules, amo: Amo) -> Size {
        let (side, tall, wide) = (shape.side(), shape.box_rows(), shape.box_columns());
        let triads = if rules == SudokuRules::Augmented { side * side * (tall + wide) } else { 0 };
        let mut sizes = AmoSizes::new(amo);
        let mut all = Size { variables: side * shape.cells() + triads, ..Size::default() };
        for (count, length, least, most) in Groups::kinds(shape, rules) {
            let one = sizes.group(length, least, most);
            all.variables += count.saturating_mul(one.variables);
            all.clauses += count.saturating_mul(one.clauses);
            all.literals += count.saturating_mul(one.literals);
        }
        all
    }

    /// The clauses of an empty board, with memory reserved for its clues.
    pub(super) fn formula(&self, amo: Amo) -> Cnf {
        let mut sizes = AmoSizes::new(amo);
        let each = self.each().map(|(group, least, most)| sizes.group(group.len(), least, most));
        let size = each.fold(Size::default(), Size::plus);
        let clues = self.variables;
        let mut cnf = Cnf::new(self.variables).with_capacity(size.clauses + clues, size.literals + clues);
        for (group, least, most) in self.each() {
            add_group_clauses(&mut cnf, amo, group, least, most);
        }
        cnf
    }

    /// The clauses over the undecided variables.
    pub(super) fn reduced(&self, open: &Open, amo: Amo) -> Cnf {
        // Enough for most puzzles; with hardly any clues the vectors grow.
        let mut cnf = Cnf::new(open.variables).with_capacity(4096, 16_384);
        self.each_open(open, |group, least, most| add_group_clauses(&mut cnf, amo, group, least, most));
        cnf.decide_by((1..=open.cells as Literal).collect());
        cnf
    }

    /// The size of [`Self::reduced`]'s formula.
    pub(super) fn reduced_size(&self, open: &Open, amo: Amo) -> Size {
        let mut sizes = AmoSizes::new(amo);
        let mut all = Size { variables: open.variables, ..Size::default() };
        self.each_open(open, |group, least, most| all = all.plus(sizes.group(group.len(), least, most)));
        all
    }

    /// Calls `each` with the undecided literals of each group.
    fn each_open(&self, open: &Open, mut each: impl FnMut(&[Literal], bool, bool)) {
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
            // The true literal makes all others false, since clues do not clash.
            debug_assert!(!satisfied || rest.is_empty() || !most);
            if !satisfied {
                each(&rest, least, most);
            }
        }
    }
}

/// Adds the clauses of a group to `cnf`.
fn add_group_clauses(cnf: &mut Cnf, amo: Amo, group: &[Literal], least: bool, most: bool) {
    if least {
        cnf.clause(group);
    }
    if most {
        amo.add(cnf, group);
    }
}

/// The variables that the clues leave undecided.
pub(super) struct Open {
    /// For each variable of the empty board, from 0: its new number, from 1, or its value.
    pub(super) number: Vec<Literal>,
    pub(super) variables: usize,
    /// Number of leading variables that are candidates.
    cells: usize,
}

impl Open {
    const FALSE: Literal = 0;
    const TRUE: Literal = -1;

    /// Requires that clues do not clash.
    pub(super) fn of(puzzle: &Sudoku, groups: &Groups) -> Open {
        let mut number = Open::cells(puzzle);
        let cells = number.iter().copied().max().unwrap_or(0).max(0) as usize;
        let mut variables = cells;
        // The variable of a minirow or minicolumn is the last literal, negated, of the group that defines it.
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

    /// The numbers or values of candidates alone, without minirows and minicolumns.
    pub(super) fn cells(puzzle: &Sudoku) -> Vec<Literal> {
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        // For each house, the digits of its clues.
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
