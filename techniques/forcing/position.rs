//! The candidates of a board in words of bits, for boards of side up to 9.

use crate::board::Board;
use crate::layout::Layout;
use coverlab_model::Shape;
use std::sync::{Mutex, PoisonError};

/// The largest side that forcing chains support.
pub(crate) const MAX_SIDE: usize = 9;
const CELLS: usize = MAX_SIDE * MAX_SIDE;
const HOUSES: usize = 3 * MAX_SIDE;
const WORDS: usize = (CELLS * MAX_SIDE).div_ceil(64);
/// The number of candidates, and of slots in a table of them.
pub(crate) const CANDIDATES: usize = CELLS * MAX_SIDE;

/// A digit in a cell: `cell * 9 + digit - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Mark(pub(crate) u16);

impl Mark {
    #[inline]
    pub(crate) fn new(cell: usize, number: usize) -> Mark {
        Mark((cell * MAX_SIDE + number) as u16)
    }

    #[inline]
    pub(crate) fn cell(self) -> usize {
        usize::from(self.0) / MAX_SIDE
    }

    /// The digit, with digit 1 as number 0.
    #[inline]
    pub(crate) fn number(self) -> usize {
        usize::from(self.0) % MAX_SIDE
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn on(self) -> Assertion {
        Assertion(2 * self.0 + 1)
    }

    pub(crate) fn off(self) -> Assertion {
        Assertion(2 * self.0)
    }
}

/// A candidate that is on (true) or off (false).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Assertion(u16);

impl Assertion {
    #[inline]
    pub(crate) fn mark(self) -> Mark {
        Mark(self.0 / 2)
    }

    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.0 % 2 == 1
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkSet([u64; WORDS]);

impl MarkSet {
    pub(crate) const EMPTY: MarkSet = MarkSet([0; WORDS]);

    #[inline]
    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.0[mark.index() / 64] >> (mark.index() % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, mark: Mark) {
        self.0[mark.index() / 64] |= 1 << (mark.index() % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, mark: Mark) {
        self.0[mark.index() / 64] &= !(1 << (mark.index() % 64));
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub(crate) fn intersect(&self, other: &MarkSet) -> MarkSet {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        both
    }

    /// Removes the elements of `other`.
    #[inline]
    pub(crate) fn subtract(&mut self, other: &MarkSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &MarkSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    /// The elements in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        self.0.iter().enumerate().flat_map(|(k, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let next = (rest != 0).then(|| Mark((64 * k + rest.trailing_zeros() as usize) as u16));
                rest &= rest.wrapping_sub(1);
                next
            })
        })
    }
}

/// The cell or house that relates two candidates: only one of them, or one of the two, is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// A cell.
    Cell,
    /// A house, by its number in [`Layout`].
    House(u8),
}

/// A house, and a house that shares cells with it.
#[derive(Debug)]
pub(crate) struct Crossing {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The places in the first house that are also in the second.
    pub(crate) places: u16,
}

/// The cells, houses and exclusions of a shape.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) side: usize,
    /// The cells of each house.
    pub(crate) houses: Vec<Vec<u8>>,
    /// The box, the row and the column of each cell.
    pub(crate) houses_of: Vec<[u8; 3]>,
    /// The index of each cell in its box, row and column.
    pub(crate) places_of: Vec<[u8; 3]>,
    /// The crossings of boxes with columns, boxes with rows, columns with boxes, and rows with boxes.
    pub(crate) crossings: Vec<Crossing>,
    /// The candidates that each candidate excludes: those of its cell, then those of its digit in its
    /// box, row and column.
    excluded: Vec<Vec<(Mark, Shared)>>,
    /// The candidates that each candidate excludes, as a set.
    all_excluded: Vec<MarkSet>,
    /// The candidates of the same digit that each candidate excludes.
    pub(crate) same_digit: Vec<MarkSet>,
}

impl Geometry {
    /// The geometry of a layout, cached until the program ends; `None` if the side exceeds [`MAX_SIDE`].
    pub(crate) fn of(layout: &Layout) -> Option<&'static Geometry> {
        static KNOWN: Mutex<Vec<(Shape, &Geometry)>> = Mutex::new(Vec::new());
        if layout.side() > MAX_SIDE {
            return None;
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, geometry)) = known.iter().find(|(shape, _)| *shape == layout.shape()) {
            return Some(geometry);
        }
        let geometry: &Geometry = Box::leak(Box::new(Geometry::new(layout)));
        known.push((layout.shape(), geometry));
        Some(geometry)
    }

    fn new(layout: &Layout) -> Geometry {
        let side = layout.side();
        let cells = side * side;
        let box_first = |[row, column, within]: [usize; 3]| [within as u8, row as u8, column as u8];
        let house = |h| layout.cells(h).iter().map(|&cell| cell as u8).collect();
        let mut geometry = Geometry {
            side,
            houses: (0..layout.house_count()).map(house).collect(),
            houses_of: (0..cells).map(|cell| box_first(layout.houses_of(cell))).collect(),
            places_of: (0..cells).map(|cell| box_first(layout.places_of(cell))).collect(),
            crossings: crossings(layout),
            excluded: vec![Vec::new(); CANDIDATES],
            all_excluded: vec![MarkSet::EMPTY; CANDIDATES],
            same_digit: vec![MarkSet::EMPTY; CANDIDATES],
        };
        for cell in 0..cells {
            (0..side).for_each(|number| geometry.exclude(cell, number));
        }
        geometry
    }

    fn exclude(&mut self, cell: usize, number: usize) {
        let mark = Mark::new(cell, number);
        let mates = (0..self.side).filter(|&other| other != number);
        let mut list: Vec<_> = mates.map(|other| (Mark::new(cell, other), Shared::Cell)).collect();
        for house in self.houses_of[cell] {
            for &peer in &self.houses[usize::from(house)] {
                let peer = Mark::new(usize::from(peer), number);
                if peer != mark && !self.same_digit[mark.index()].has(peer) {
                    self.same_digit[mark.index()].insert(peer);
                    list.push((peer, Shared::House(house)));
                }
            }
        }
        list.iter().for_each(|(other, _)| self.all_excluded[mark.index()].insert(*other));
        self.excluded[mark.index()] = list;
    }

    /// The candidates that `mark` excludes; without those of its cell unless `cells`.
    #[inline]
    pub(crate) fn excluded(&self, mark: Mark, cells: bool) -> &[(Mark, Shared)] {
        &self.excluded[mark.index()][if cells { 0 } else { self.side - 1 }..]
    }

    /// The set of [`Geometry::excluded`].
    #[inline]
    pub(crate) fn excluded_set(&self, mark: Mark, cells: bool) -> &MarkSet {
        if cells { &self.all_excluded[mark.index()] } else { &self.same_digit[mark.index()] }
    }

    /// The cell at a place of a house.
    #[inline]
    pub(crate) fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.houses[house][place])
    }

    /// The candidate of digit `number + 1` at a place of a house.
    #[inline]
    pub(crate) fn at(&self, house: usize, place: usize, number: usize) -> Mark {
        Mark::new(self.cell(house, place), number)
    }

    /// The houses in the order box, column, row.
    pub(crate) fn boxes_columns_rows(&self) -> impl Iterator<Item = usize> + use<> {
        let side = self.side;
        (2 * side..3 * side).chain(side..2 * side).chain(0..side)
    }
}

fn crossings(layout: &Layout) -> Vec<Crossing> {
    let (rows, columns, boxes) = (layout.rows(), layout.columns(), layout.boxes());
    let kinds = [
        (boxes.clone(), columns.clone()),
        (boxes.clone(), rows.clone()),
        (columns, boxes.clone()),
        (rows, boxes),
    ];
    let pairs = kinds
        .into_iter()
        .flat_map(|(from, to)| from.flat_map(move |from| to.clone().map(move |to| (from, to))));
    let crossing = |(from, to): (usize, usize)| {
        let places = layout.common_places(from, to).iter().fold(0, |places, place| places | 1 << place);
        Crossing { from: from as u8, to: to as u8, places }
    };
    pairs.map(crossing).filter(|crossing| crossing.places != 0).collect()
}

/// The numbers in a word of bits, in ascending order.
#[inline]
pub(crate) fn bits(word: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        next
    })
}

/// The candidates of a board.
#[derive(Clone)]
pub(crate) struct Position<'g> {
    pub(crate) geometry: &'g Geometry,
    /// The digits of each cell.
    cells: [u16; CELLS],
    /// The places of each digit in each house.
    places: [[u16; MAX_SIDE]; HOUSES],
    marks: MarkSet,
    /// The empty cells of each house.
    empty: [u8; HOUSES],
    /// How often each digit is placed.
    placed: [u8; MAX_SIDE],
}

impl<'g> Position<'g> {
    pub(crate) fn new(board: &Board, geometry: &'g Geometry) -> Position<'g> {
        let mut position = Position {
            geometry,
            cells: [0; CELLS],
            places: [[0; MAX_SIDE]; HOUSES],
            marks: MarkSet::EMPTY,
            empty: [0; HOUSES],
            placed: [0; MAX_SIDE],
        };
        for (cell, &digit) in board.digits().iter().enumerate() {
            if digit > 0 {
                position.placed[usize::from(digit) - 1] += 1;
                continue;
            }
            geometry.houses_of[cell].iter().for_each(|&house| position.empty[usize::from(house)] += 1);
            for number in board.candidates(cell).iter() {
                position.add(Mark::new(cell, number));
            }
        }
        position
    }

    fn add(&mut self, mark: Mark) {
        let (cell, number) = (mark.cell(), mark.number());
        self.marks.insert(mark);
        self.cells[cell] |= 1 << number;
        for (house, place) in self.geometry.houses_of[cell].into_iter().zip(self.geometry.places_of[cell]) {
            self.places[usize::from(house)][number] |= 1 << place;
        }
    }

    pub(crate) fn remove(&mut self, mark: Mark) {
        let (cell, number) = (mark.cell(), mark.number());
        self.marks.remove(mark);
        self.cells[cell] &= !(1 << number);
        for (house, place) in self.geometry.houses_of[cell].into_iter().zip(self.geometry.places_of[cell]) {
            self.places[usize::from(house)][number] &= !(1 << place);
        }
    }

    #[inline]
    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    pub(crate) fn marks(&self) -> &MarkSet {
        &self.marks
    }

    /// The digits of a cell, as bits; none for a solved cell.
    #[inline]
    pub(crate) fn digits(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// The places of a digit in a house, as bits; none if it is solved there.
    #[inline]
    pub(crate) fn places(&self, house: usize, number: usize) -> u16 {
        self.places[house][number]
    }

    pub(crate) fn empty(&self, house: usize) -> usize {
        usize::from(self.empty[house])
    }

    pub(crate) fn placed(&self, number: usize) -> usize {
        usize::from(self.placed[number])
    }

    /// The cells that are not solved.
    pub(crate) fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.geometry.houses_of.len()).filter(|&cell| self.cells[cell] != 0)
    }

    /// The candidates that follow if `mark` is false, each with what it shares with `mark`: the other
    /// one of the cell if `cells`, and of the box, the row and the column if `houses`.
    #[inline]
    pub(crate) fn forced_by_absence(&self, mark: Mark, cells: bool, houses: bool) -> Forced {
        let (cell, number) = (mark.cell(), mark.number());
        let mut forced = Forced { list: [(mark, Shared::Cell); 4], count: 0, next: 0 };
        let rest = self.cells[cell] & !(1 << number);
        if cells && rest.is_power_of_two() && rest != self.cells[cell] {
            forced.push(Mark::new(cell, rest.trailing_zeros() as usize), Shared::Cell);
        }
        if houses {
            let geometry = self.geometry;
            for (&house, &place) in geometry.houses_of[cell].iter().zip(&geometry.places_of[cell]) {
                let places = self.places[usize::from(house)][number];
                let rest = places & !(1 << place);
                if rest.is_power_of_two() && rest != places {
                    let other = geometry.at(usize::from(house), rest.trailing_zeros() as usize, number);
                    forced.push(other, Shared::House(house));
                }
            }
        }
        forced
    }

    /// The candidates that are false if `target` holds, in ascending order.
    pub(crate) fn removals(&self, target: Assertion) -> Vec<Mark> {
        let mark = target.mark();
        if !target.is_on() {
            return vec![mark];
        }
        let others = self.digits(mark.cell()) & !(1 << mark.number());
        bits(others).map(|number| Mark::new(mark.cell(), number)).collect()
    }

    /// The candidates of `before` that are gone from the cell of `mark`, or from a house for its digit.
    #[inline]
    pub(crate) fn gone(
        &self,
        before: &Position<'_>,
        mark: Mark,
        shared: Shared,
    ) -> impl Iterator<Item = Mark> + use<'g> {
        let (geometry, cell, number) = (self.geometry, mark.cell(), mark.number());
        let gone = match shared {
            Shared::Cell => before.cells[cell] & !self.cells[cell],
            Shared::House(house) => {
                let house = usize::from(house);
                before.places[house][number] & !self.places[house][number]
            }
        };
        bits(gone).map(move |k| match shared {
            Shared::Cell => Mark::new(cell, k),
            Shared::House(house) => geometry.at(usize::from(house), k, number),
        })
    }
}

/// Up to four forced candidates, each once.
pub(crate) struct Forced {
    list: [(Mark, Shared); 4],
    count: usize,
    next: usize,
}

impl Forced {
    #[inline]
    fn push(&mut self, mark: Mark, shared: Shared) {
        if self.list[..self.count].iter().all(|(other, _)| *other != mark) {
            self.list[self.count] = (mark, shared);
            self.count += 1;
        }
    }
}

impl Iterator for Forced {
    type Item = (Mark, Shared);

    #[inline]
    fn next(&mut self) -> Option<(Mark, Shared)> {
        let next = (self.next < self.count).then(|| self.list[self.next]);
        self.next += 1;
        next
    }
}
