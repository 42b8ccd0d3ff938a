//! What is open of a board, as groups of candidates.

use coverlab_model::{Cnf, Grid, Literal, Shape, Sudoku};

/// The open cells of a board with their candidates, each of which is a variable.
pub(super) struct Open<'a> {
    puzzle: &'a Sudoku,
    /// The digit of each cell that has one candidate; 0: it is open.
    decided: Vec<u8>,
    /// Cell and digit, from 0, of each variable.
    variables: Vec<(u16, u8)>,
    formula: Cnf,
}

impl<'a> Open<'a> {
    /// Of `candidates`: for each cell in order its digits from 0, as `cell * side + digit`. A
    /// digit of a cell that has no other is in no other cell of its houses, or it would be asked for there as well.
    pub(super) fn new(puzzle: &'a Sudoku, candidates: &[u32]) -> Open<'a> {
        let shape = puzzle.shape();
        let side = shape.side() as u32;
        let mut decided = vec![0; shape.cells()];
        let mut variables = Vec::with_capacity(candidates.len());
        for cell in candidates.chunk_by(|one, next| one / side == next / side) {
            let place = cell[0] / side;
            match cell {
                [one] => decided[place as usize] = (one % side) as u8 + 1,
                _ => variables.extend(cell.iter().map(|one| (place as u16, (one % side) as u8))),
            }
        }
        let formula = formula(shape, &variables);
        Open { puzzle, decided, variables, formula }
    }

    /// Whether no cell is open.
    pub(super) fn is_solved(&self) -> bool {
        self.variables.is_empty()
    }

    /// Clauses of which each says that one of its variables is true, and is meant to say that no other is.
    pub(super) fn formula(&self) -> &Cnf {
        &self.formula
    }

    /// The board with the candidates that are chosen.
    pub(super) fn grid(&self, chosen: impl Fn(Literal) -> bool) -> Grid {
        let mut cells = self.decided.clone();
        for (&(cell, digit), variable) in self.variables.iter().zip(1..) {
            if chosen(variable) {
                cells[usize::from(cell)] = digit + 1;
            }
        }
        Grid::new(self.puzzle.shape(), &cells).expect("as many cells as the puzzle has")
    }
}

/// The candidates of each open cell, and the places of each digit that is open in a house.
fn formula(shape: Shape, variables: &[(u16, u8)]) -> Cnf {
    let (side, cells) = (shape.side(), shape.cells());
    let count = variables.len();
    let mut cnf = Cnf::new(count).with_capacity(count, 4 * count);
    let mut group: Vec<Literal> = Vec::with_capacity(side);
    let mut first = 1;
    for cell in variables.chunk_by(|one, next| one.0 == next.0) {
        group.clear();
        group.extend(first..first + cell.len() as Literal);
        first += cell.len() as Literal;
        cnf.clause(&group);
    }
    // Where the places of each digit in each house begin, then where the next one of them goes.
    let mut ends = vec![0_u32; cells + 1];
    let mut places = vec![0; count];
    let houses: [fn(Shape, usize) -> usize; 3] = [Shape::row, Shape::column, Shape::box_of];
    for house in houses {
        let group = |&(cell, digit): &(u16, u8)| house(shape, usize::from(cell)) * side + usize::from(digit);
        ends.fill(0);
        variables.iter().for_each(|variable| ends[group(variable) + 1] += 1);
        for at in 1..=cells {
            ends[at] += ends[at - 1];
        }
        for (variable, number) in variables.iter().zip(1..) {
            let end = &mut ends[group(variable)];
            places[*end as usize] = number;
            *end += 1;
        }
        let mut start = 0;
        for &end in &ends[..cells] {
            if start < end {
                cnf.clause(&places[start as usize..end as usize]);
            }
            start = end;
        }
    }
    cnf.decide_by((1..=count as Literal).collect());
    cnf
}
