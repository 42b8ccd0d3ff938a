//! The candidates of a board by number, and the sets of them.

use crate::bits::Bits;
use crate::board::{Board, Candidate};
use crate::layout::Layout;
use std::sync::Arc;

/// A candidate, by its number in a [`Numbering`]: in ascending order of cell, then digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Mark(u16);

impl Mark {
    pub(super) const FIRST: Mark = Mark(0);

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

/// The words of a set for up to 768 candidates, which suffice for every 9x9 board.
pub(crate) const SMALL: usize = 12;
/// The words of a set for larger boards: up to 2048 candidates.
pub(crate) const LARGE: usize = 32;

/// A set of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> MarkSet<WORDS> {
    pub(crate) const EMPTY: MarkSet<WORDS> = MarkSet([0; WORDS]);

    /// The number of candidates that a set may hold.
    pub(crate) const CAPACITY: usize = 64 * WORDS;

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
    pub(crate) fn intersect(&self, other: &MarkSet<WORDS>) -> MarkSet<WORDS> {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        both
    }

    /// Removes the elements of `other`.
    #[inline]
    pub(crate) fn subtract(&mut self, other: &MarkSet<WORDS>) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
    }

    #[inline]
    pub(crate) fn unite(&mut self, other: &MarkSet<WORDS>) {
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

/// The cell and the digit of a candidate, with its places in its box, row and column.
#[derive(Debug)]
pub(super) struct Spot {
    pub(super) cell: u16,
    /// The digit, with digit 1 as number 0.
    pub(super) number: u8,
    /// The box, the row and the column.
    pub(super) houses: [u8; 3],
    /// The index of the cell in each of the houses.
    pub(super) places: [u8; 3],
}

/// The cell or house that links two candidates: at most one of them is true, or at least one.
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
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The places in the first house that are also in the second.
    pub(crate) places: Bits,
}

/// The candidates of a board by number, and what each excludes. Candidates that are gone have no number, so
/// that sets are small on any board.
#[derive(Debug)]
pub(crate) struct Numbering<const WORDS: usize> {
    layout: Arc<Layout>,
    pub(crate) side: usize,
    spots: Vec<Spot>,
    /// The candidate of each digit of each cell: `marks[cell * side + number]`.
    marks: Vec<u16>,
    /// The candidates that each candidate excludes, one list after the other: those of its cell, then those of
    /// its digit in its box, row and column.
    excluded: Vec<(Mark, Shared)>,
    /// The start of each list of `excluded`, and of its second part.
    begins: Vec<[u32; 2]>,
    /// The candidates that each candidate excludes, as a set.
    all_excluded: Vec<MarkSet<WORDS>>,
    /// The candidates of the same digit that each candidate excludes.
    pub(crate) same_digit: Vec<MarkSet<WORDS>>,
    /// The crossings of boxes with columns, boxes with rows, columns with boxes, and rows with boxes.
    pub(crate) crossings: Vec<Crossing>,
    /// The empty cells of each house.
    empty: Vec<usize>,
    /// How often each digit is placed.
    placed: Vec<usize>,
}

impl<const WORDS: usize> Numbering<WORDS> {
    /// Numbers the candidates of a board; `None` if a set cannot hold them.
    pub(crate) fn new(board: &Board) -> Option<Numbering<WORDS>> {
        let layout = board.layout();
        let (side, count) = (layout.side(), candidate_count(board));
        if count > MarkSet::<WORDS>::CAPACITY {
            return None;
        }
        let mut numbering = Numbering {
            layout: board.shared_layout(),
            side,
            spots: Vec::with_capacity(count),
            marks: vec![0; side * side * side],
            excluded: Vec::new(),
            begins: Vec::with_capacity(count + 1),
            all_excluded: vec![MarkSet::EMPTY; count],
            same_digit: vec![MarkSet::EMPTY; count],
            crossings: crossings(layout),
            empty: vec![0; layout.house_count()],
            placed: vec![0; side],
        };
        for (cell, &digit) in board.digits().iter().enumerate() {
            let box_first = |[row, column, within]: [usize; 3]| [within, row, column].map(|k| k as u8);
            let [houses, places] = [layout.houses_of(cell), layout.places_of(cell)].map(box_first);
            if digit > 0 {
                numbering.placed[usize::from(digit) - 1] += 1;
                continue;
            }
            houses.iter().for_each(|&house| numbering.empty[usize::from(house)] += 1);
            for number in board.candidates(cell).iter() {
                numbering.marks[cell * side + number] = numbering.spots.len() as u16;
                numbering.spots.push(Spot { cell: cell as u16, number: number as u8, houses, places });
            }
        }
        (0..count as u16).for_each(|mark| numbering.exclude(board, Mark(mark)));
        let end = numbering.excluded.len() as u32;
        numbering.begins.push([end, end]);
        Some(numbering)
    }

    /// Adds the candidates that `mark` excludes.
    fn exclude(&mut self, board: &Board, mark: Mark) {
        let Numbering { spots, marks, side, excluded, .. } = self;
        let Spot { cell, number, houses, .. } = spots[mark.index()];
        let (cell, number) = (usize::from(cell), usize::from(number));
        let of = |cell: usize, number: usize| Mark(marks[cell * *side + number]);
        let begin = excluded.len();
        let mates = board.candidates(cell).iter().filter(|&other| other != number);
        excluded.extend(mates.map(|other| (of(cell, other), Shared::Cell)));
        self.begins.push([begin, excluded.len()].map(|k| k as u32));
        let (all, same_digit) = (&mut self.all_excluded[mark.index()], &mut self.same_digit[mark.index()]);
        excluded[begin..].iter().for_each(|(mate, _)| all.insert(*mate));
        for house in houses {
            for peer in board.cells_for(usize::from(house), number).map(|cell| of(cell, number)) {
                if peer != mark && !same_digit.has(peer) {
                    same_digit.insert(peer);
                    excluded.push((peer, Shared::House(house)));
                }
            }
        }
        all.unite(same_digit);
    }

    /// The candidates, in ascending order.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> + use<WORDS> {
        (0..self.spots.len() as u16).map(Mark)
    }

    #[inline]
    pub(super) fn spot(&self, mark: Mark) -> &Spot {
        &self.spots[mark.index()]
    }

    #[inline]
    pub(crate) fn cell(&self, mark: Mark) -> usize {
        usize::from(self.spots[mark.index()].cell)
    }

    /// The digit of a candidate, with digit 1 as number 0.
    #[inline]
    pub(crate) fn number(&self, mark: Mark) -> usize {
        usize::from(self.spots[mark.index()].number)
    }

    pub(crate) fn candidate(&self, mark: Mark) -> Candidate {
        Candidate::new(self.cell(mark), self.number(mark) + 1)
    }

    /// The candidate of digit `number + 1` in a cell.
    #[inline]
    pub(crate) fn mark(&self, cell: usize, number: usize) -> Mark {
        Mark(self.marks[cell * self.side + number])
    }

    /// The candidate of digit `number + 1` at a place of a house.
    #[inline]
    pub(crate) fn at(&self, house: usize, place: usize, number: usize) -> Mark {
        self.mark(self.layout.cells(house)[place], number)
    }

    /// The box, the row and the column of a candidate.
    pub(crate) fn houses(&self, mark: Mark) -> [usize; 3] {
        self.spots[mark.index()].houses.map(usize::from)
    }

    /// The candidates that `mark` excludes, including those of its cell if `cells`.
    #[inline]
    pub(crate) fn excluded(&self, mark: Mark, cells: bool) -> &[(Mark, Shared)] {
        let [begin, houses] = self.begins[mark.index()];
        let [end, _] = self.begins[mark.index() + 1];
        &self.excluded[if cells { begin } else { houses } as usize..end as usize]
    }

    /// The set of [`Numbering::excluded`].
    #[inline]
    pub(crate) fn excluded_set(&self, mark: Mark, cells: bool) -> &MarkSet<WORDS> {
        if cells { &self.all_excluded[mark.index()] } else { &self.same_digit[mark.index()] }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of empty cells of a house.
    pub(crate) fn empty(&self, house: usize) -> usize {
        self.empty[house]
    }

    /// How often digit `number + 1` is placed.
    pub(crate) fn placed(&self, number: usize) -> usize {
        self.placed[number]
    }

    /// The houses in the order box, column, row.
    pub(crate) fn boxes_columns_rows(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let side = self.side;
        (2 * side..3 * side).chain(side..2 * side).chain(0..side)
    }
}

/// The number of candidates of a board.
pub(crate) fn candidate_count(board: &Board) -> usize {
    board.empty_cells().map(|cell| board.candidates(cell).count()).sum()
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
    let crossing = |(from, to): (usize, usize)| Crossing { from, to, places: layout.common_places(from, to) };
    pairs.map(crossing).filter(|crossing| !crossing.places.is_empty()).collect()
}
