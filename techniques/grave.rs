//! Bivalue universal graves: without a few extra candidates, every empty cell would have two candidates
//! and every digit two places, and there would be no solution or several.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::combinations::{combinations_of, common_tuple};
use crate::technique::Step;

/// The cells with extra candidates.
struct Grave {
    cells: Vec<usize>,
    /// The extra digits of each of `cells`.
    extra: Vec<Bits>,
    /// The peers that `cells` have in common.
    common: Vec<usize>,
}

/// A type of a grave, as N. Juillerat, *Sudoku Explainer*, 2007, numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraveType {
    /// One cell has extra candidates.
    One,
    /// All extra candidates are of one digit.
    Two,
    /// The extra digits form a naked subset of this size with other cells.
    Three(usize),
    /// Two cells share a locked digit.
    Four,
}

/// The step of the first type that applies.
///
/// The pattern of the step is the extra candidates. Its fins are the other cells of a naked subset, or the places of
/// the locked digit.
pub(crate) fn grave(board: &Board) -> Option<(GraveType, Step)> {
    let grave = Grave::find(board)?;
    let (kind, step) = grave.step(board)?;
    let extra =
        grave.cells.iter().zip(&grave.extra).flat_map(|(&cell, &extra)| Candidate::of_cell(cell, extra));
    Some((kind, step.by(extra)))
}

impl Grave {
    /// The step of the first type that applies.
    fn step(&self, board: &Board) -> Option<(GraveType, Step)> {
        let by = |kind| move |step| (kind, step);
        let all = self.extra.iter().fold(Bits::NONE, |all, &extra| all | extra);
        match (&self.cells[..], all.count()) {
            ([], _) => None,
            (&[cell], _) => Step::removing(board, Candidate::of_cell(cell, board.candidates(cell) - all))
                .map(by(GraveType::One)),
            (cells, 1) => {
                let digit = all.single()? + 1;
                let rest = self.common.iter().map(|&cell| Candidate::new(cell, digit));
                Step::removing(board, rest)
                    .map(by(GraveType::Two))
                    .or_else(|| (cells.len() == 2).then(|| self.type_4(board, all))?)
            }
            _ if self.common.is_empty() => None,
            (cells, _) => {
                let fourth = if cells.len() == 2 { self.type_4(board, all) } else { None };
                fourth.or_else(|| self.type_3(board, all))
            }
        }
    }
}

impl Grave {
    fn find(board: &Board) -> Option<Grave> {
        let layout = board.layout();
        let mut grave = Grave { cells: Vec::new(), extra: Vec::new(), common: Vec::new() };
        for house in layout.boxes_rows_columns() {
            for number in 0..board.side() {
                if matches!(board.places(house, number).count(), 0 | 2) {
                    continue;
                }
                let mut large =
                    board.cells_for(house, number).filter(|&cell| board.candidates(cell).count() >= 3);
                let first = large.next()?;
                if large.next().is_none() {
                    grave.add(board, first, number)?;
                }
            }
        }
        let left = |cell: usize| match grave.cells.iter().position(|&other| other == cell) {
            Some(k) => board.candidates(cell) - grave.extra[k],
            None => board.candidates(cell),
        };
        let pairs = board.empty_cells().all(|cell| left(cell).count() == 2);
        let twice = layout.boxes_columns_rows().all(|house| {
            (0..board.side()).all(|number| {
                let count = layout.cells(house).iter().filter(|&&cell| left(cell).has(number)).count();
                matches!(count, 0 | 2)
            })
        });
        (pairs && twice).then_some(grave)
    }

    /// Adds an extra candidate; `None` if that leaves no type to apply.
    fn add(&mut self, board: &Board, cell: usize, number: usize) -> Option<()> {
        let near = board.layout().peers_box_first(cell);
        let is_first = self.cells.is_empty();
        let k = self.cells.iter().position(|&other| other == cell).unwrap_or_else(|| {
            self.cells.push(cell);
            self.extra.push(Bits::NONE);
            self.cells.len() - 1
        });
        self.extra[k] |= Bits::only(number);
        match is_first {
            true => self.common = near.to_vec(),
            false => self.common.retain(|cell| near.contains(cell)),
        }
        self.common.retain(|cell| !self.cells.contains(cell));
        let all = self.extra.iter().fold(Bits::NONE, |all, &extra| all | extra);
        (self.cells.len() == 1 || all.count() == 1 || !self.common.is_empty()).then_some(())
    }

    /// The houses that all cells share.
    fn houses(&self, board: &Board) -> Vec<usize> {
        let of = |cell| board.layout().box_row_column(cell);
        of(self.cells[0])
            .into_iter()
            .filter(|house| self.cells.iter().all(|&cell| of(cell).contains(house)))
            .collect()
    }

    /// A naked subset of the extra digits and other cells of a shared house.
    fn type_3(&self, board: &Board, all: Bits) -> Option<(GraveType, Step)> {
        let layout = board.layout();
        self.houses(board).into_iter().find_map(|house| {
            let cells: Vec<usize> =
                self.common.iter().copied().filter(|&cell| layout.houses_of(cell).contains(&house)).collect();
            (2..=6usize.min(cells.len())).find_map(|size| {
                combinations_of(size - 1, cells.len()).find_map(|chosen| {
                    let mut sets: Vec<Bits> = chosen.iter().map(|&k| board.candidates(cells[k])).collect();
                    if sets.iter().fold(Bits::NONE, |union, &set| union | set).count() != size {
                        return None;
                    }
                    sets.push(all);
                    let digits = common_tuple(&sets)?;
                    let others = (0..cells.len()).filter(|k| !chosen.contains(k));
                    let rest = others.flat_map(|k| Candidate::of_cell(cells[k], digits));
                    let mut step = Step::removing(board, rest)?;
                    let subset = chosen.iter().map(|&k| cells[k]);
                    step.fins = subset.flat_map(|cell| board.candidates_of(cell)).collect();
                    step.houses.push(layout.name(house));
                    Some((GraveType::Three(size), step))
                })
            })
        })
    }

    /// A digit, not an extra one, that both cells have in common.
    fn type_4(&self, board: &Board, all: Bits) -> Option<(GraveType, Step)> {
        let [first, second] = [self.cells[0], self.cells[1]];
        let locked = ((board.candidates(first) & board.candidates(second)) - all).single()?;
        let house = *self.houses(board).first()?;
        let gone = self.cells.iter().zip(&self.extra).flat_map(|(&cell, &extra)| {
            Candidate::of_cell(cell, board.candidates(cell) - extra - Bits::only(locked))
        });
        let mut step = Step::removing(board, gone)?;
        step.fins = self.cells.iter().map(|&cell| Candidate::new(cell, locked + 1)).collect();
        step.houses.push(board.layout().name(house));
        Some((GraveType::Four, step))
    }
}
