//! The candidates of a board, and those that are left after an assumption.

use super::numbering::{Assertion, Mark, MarkSet, Numbering, Shared, Spot};
use crate::bits::Bits;
use crate::board::Board;

/// The candidates of a board that are left.
#[derive(Clone)]
pub(crate) struct Position<'n, const WORDS: usize> {
    pub(crate) numbering: &'n Numbering<WORDS>,
    /// The digits of each cell, then the places of each digit in each house.
    sets: Vec<Bits>,
    marks: MarkSet<WORDS>,
}

impl<'n, const WORDS: usize> Position<'n, WORDS> {
    /// All candidates of `board`, which `numbering` has numbered.
    pub(crate) fn new(board: &Board, numbering: &'n Numbering<WORDS>) -> Position<'n, WORDS> {
        let (layout, side) = (board.layout(), board.side());
        let cells = (0..side * side).map(|cell| board.candidates(cell));
        let houses = 0..layout.house_count();
        let places = houses.flat_map(|house| (0..side).map(move |number| board.places(house, number)));
        let mut marks = MarkSet::EMPTY;
        numbering.marks().for_each(|mark| marks.insert(mark));
        Position { numbering, sets: cells.chain(places).collect(), marks }
    }

    #[inline]
    fn set_of_places(&self, house: usize, number: usize) -> usize {
        let side = self.numbering.side;
        (side + house) * side + number
    }

    pub(crate) fn remove(&mut self, mark: Mark) {
        let &Spot { cell, number, houses, places } = self.numbering.spot(mark);
        self.marks.remove(mark);
        self.sets[usize::from(cell)].remove(usize::from(number));
        for (house, place) in houses.into_iter().zip(places) {
            let set = self.set_of_places(usize::from(house), usize::from(number));
            self.sets[set].remove(usize::from(place));
        }
    }

    pub(crate) fn marks(&self) -> &MarkSet<WORDS> {
        &self.marks
    }

    /// The digits of a cell; none for a solved cell.
    #[inline]
    pub(crate) fn digits(&self, cell: usize) -> Bits {
        self.sets[cell]
    }

    /// The places of a digit in a house; none if it is solved there.
    #[inline]
    pub(crate) fn places(&self, house: usize, number: usize) -> Bits {
        self.sets[self.set_of_places(house, number)]
    }

    /// The candidates of a cell, in ascending order.
    pub(crate) fn in_cell(&self, cell: usize) -> impl Iterator<Item = Mark> + use<'n, WORDS> {
        let numbering = self.numbering;
        self.digits(cell).iter().map(move |number| numbering.mark(cell, number))
    }

    /// The candidates of a digit in a house, in the order of its cells.
    pub(crate) fn in_house(
        &self,
        house: usize,
        number: usize,
    ) -> impl Iterator<Item = Mark> + use<'n, WORDS> {
        let numbering = self.numbering;
        self.places(house, number).iter().map(move |place| numbering.at(house, place, number))
    }

    /// The cells that are not solved.
    pub(crate) fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.numbering.side * self.numbering.side).filter(|&cell| !self.sets[cell].is_empty())
    }

    /// The candidates that follow if `mark` is false, each with what it shares with `mark`: the other
    /// one of the cell if `cells`, and of the box, the row and the column if `houses`.
    #[inline]
    pub(super) fn forced_by_absence(&self, mark: Mark, cells: bool, houses: bool) -> Forced {
        let numbering = self.numbering;
        let spot = numbering.spot(mark);
        let (cell, number) = (usize::from(spot.cell), usize::from(spot.number));
        let mut forced = Forced::NONE;
        if cells && let Some(other) = other_of_two(self.sets[cell], number) {
            forced.push(numbering.mark(cell, other), Shared::Cell);
        }
        if houses {
            for (&house, &place) in spot.houses.iter().zip(&spot.places) {
                let places = self.places(usize::from(house), number);
                if let Some(other) = other_of_two(places, usize::from(place)) {
                    forced.push(numbering.at(usize::from(house), other, number), Shared::House(house));
                }
            }
        }
        forced
    }

    /// The candidates that are false if `target` holds, in ascending order.
    pub(crate) fn removals(&self, target: Assertion) -> Vec<Mark> {
        let mark = target.mark();
        match target.is_on() {
            true => self.in_cell(self.numbering.cell(mark)).filter(|&other| other != mark).collect(),
            false => vec![mark],
        }
    }

    /// The candidates of `before` that are gone from the cell of `mark`, or from a house for its digit.
    #[inline]
    pub(crate) fn gone(
        &self,
        before: &Position<'_, WORDS>,
        mark: Mark,
        shared: Shared,
    ) -> impl Iterator<Item = Mark> + use<'n, WORDS> {
        let numbering = self.numbering;
        let (cell, number) = (numbering.cell(mark), numbering.number(mark));
        let set = match shared {
            Shared::Cell => cell,
            Shared::House(house) => self.set_of_places(usize::from(house), number),
        };
        (before.sets[set] - self.sets[set]).iter().map(move |k| match shared {
            Shared::Cell => numbering.mark(cell, k),
            Shared::House(house) => numbering.at(usize::from(house), k, number),
        })
    }
}

/// The other element, if `set` is `number` and one more.
#[inline]
fn other_of_two(set: Bits, number: usize) -> Option<usize> {
    if set.has(number) { (set - Bits::only(number)).single() } else { None }
}

/// Candidates that are true if another one is false: at most one each in its cell, box, row and column, each
/// candidate once.
#[derive(Clone, Copy)]
pub(super) struct Forced {
    list: [(Mark, Shared); 4],
    count: u8,
}

impl Forced {
    pub(super) const NONE: Forced = Forced { list: [(Mark::FIRST, Shared::Cell); 4], count: 0 };

    #[inline]
    pub(super) fn push(&mut self, mark: Mark, shared: Shared) {
        if self.as_slice().iter().all(|(other, _)| *other != mark) {
            self.list[usize::from(self.count)] = (mark, shared);
            self.count += 1;
        }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[(Mark, Shared)] {
        &self.list[..usize::from(self.count)]
    }
}
