//! The undecided cells of a board, as groups of candidates.

use crate::cdcl::Groups;
use coverlab_model::{Flow, Grid, Shape, Sudoku};

/// The undecided cells of a board; each of their candidates is a variable.
pub(super) struct OpenCells<'a> {
    puzzle: &'a Sudoku,
    /// The digit of each decided cell; 0 for an undecided one.
    decided: Vec<u8>,
    /// The cell and the digit, from 0, of each variable.
    variables: Vec<(u16, u8)>,
}

impl<'a> OpenCells<'a> {
    /// The board with these `candidates`, as `cell * side + digit`, by cell, digits from 0. The digit of a
    /// decided cell must not be a candidate elsewhere in its houses; otherwise it would also become a
    /// variable there.
    pub(super) fn new(puzzle: &'a Sudoku, candidates: &[u32]) -> OpenCells<'a> {
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
        OpenCells { puzzle, decided, variables }
    }

    /// Whether all cells are decided.
    pub(super) fn is_solved(&self) -> bool {
        self.variables.is_empty()
    }

    /// The number of variables.
    pub(super) fn variables(&self) -> usize {
        self.variables.len()
    }

    /// Adds the groups: the candidates of each undecided cell, and the places of each unplaced digit in each
    /// house.
    pub(super) fn add_to(&self, groups: &mut Groups) -> Flow {
        let shape = self.puzzle.shape();
        let (side, cells) = (shape.side(), shape.cells());
        let mut places: Vec<u32> = (0..self.variables.len() as u32).collect();
        let mut first = 0;
        for cell in self.variables.chunk_by(|one, next| one.0 == next.0) {
            groups.exactly_one(&places[first..first + cell.len()])?;
            first += cell.len();
        }
        // First the counts of places for each digit and house, then their start positions, then the position
        // of the next one.
        let mut ends = vec![0_u32; cells + 1];
        let houses: [fn(Shape, usize) -> usize; 3] = [Shape::row, Shape::column, Shape::box_of];
        for house in houses {
            let house_of: Vec<u16> = (0..cells).map(|cell| house(shape, cell) as u16).collect();
            let group = |&(cell, digit): &(u16, u8)| {
                usize::from(house_of[usize::from(cell)]) * side + usize::from(digit)
            };
            ends.fill(0);
            self.variables.iter().for_each(|variable| ends[group(variable) + 1] += 1);
            for at in 1..=cells {
                ends[at] += ends[at - 1];
            }
            for (variable, number) in self.variables.iter().zip(0..) {
                let end = &mut ends[group(variable)];
                places[*end as usize] = number;
                *end += 1;
            }
            let mut start = 0;
            for &end in &ends[..cells] {
                if start < end {
                    groups.exactly_one(&places[start as usize..end as usize])?;
                }
                start = end;
            }
        }
        Flow::Continue(())
    }

    /// The board with the chosen candidates.
    pub(super) fn grid(&self, chosen: impl Fn(usize) -> bool) -> Grid {
        let mut cells = self.decided.clone();
        for (variable, &(cell, digit)) in self.variables.iter().enumerate() {
            if chosen(variable) {
                cells[usize::from(cell)] = digit + 1;
            }
        }
        Grid::new(self.puzzle.shape(), &cells).expect("as many cells as the puzzle has")
    }
}
