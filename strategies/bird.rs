//! Richard Bird, "Functional Pearl: A program to solve Sudoku", 2006, as it was written: in
//! whole lists.
//!
//! The pearl starts from a specification that takes too long to wait for, "generate every filled
//! board and keep the correct ones", and derives a program from it by equations. The
//! specification is our `bird-spec`, the first step (`prune`, then generate) is `bird-prune`;
//! this is the final program:
//!
//! ```text
//! search . prune . choices
//! ```
//!
//! A board of digits becomes a matrix of choices, a blank one having all of them. `prune`
//! removes from the choices of each row, column and box those that are fixed elsewhere in it.
//! `search` gives up a matrix that is blocked, returns one whose choices are all single, and
//! else expands the first cell with the fewest choices into one matrix per choice, prunes each
//! and searches on.
//!
//! Nothing here knows a coordinate. Columns and boxes are not index arithmetic but functions on
//! matrices that are their own inverses, so that whatever holds for rows holds for all three:
//! `prune_by(f) = f . map reduce . f`. The laws that the derivation rests on are tested in
//! `bird/laws.rs`, with the pearl's names.
//!
//! Where we deviate: the boxes may be r x c; the printed last line forgets one `map`; where the
//! pearl has lazy lists, `expand` is an iterator, so that only the matrices on the path to the
//! current node are alive. They still cost memory, depth times board, and the search ends with
//! `memory` before they pass [`MEMORY`].
//!
//! **Cost.** A node prunes the whole board, mostly to find what it found one node before.
//! `bird-bits` visits the same nodes without that. Pruning to a fixpoint (`prune = fixpoint`)
//! halves the nodes on hard puzzles and can still be slower here, because every further round is
//! again a pass over everything. On minimal puzzles a node of 9x9 takes 7 to 12 µs (a Zen 3 with company) where the
//! program as it is printed, compiled by GHC 9.0 with -O2, takes 43 to 60 for the same nodes.
//!
//! **What did not work.** Lists as a Haskell program has them, each function making new ones of borrowed ones.
//! A node took 60 to 100 µs then, four fifths of it in the allocator. A function takes its list now and gives
//! it back changed, the choices of a cell stand in place up to sixteen, and a box is made at once, by an equation
//! that the laws allow: with the lists between them it took 12 to 20. To remove choices without a branch, and
//! to copy matrices by whole lists of choices, changed nothing.

#[cfg(test)]
mod laws;
pub(crate) mod trace_steps;

use coverlab_model::{
    About, Event, Flow, Grid, Observer, Parameter, Purpose, Script, Shape, Stop, Strategy, Sudoku, Values,
};
use smallvec::SmallVec;

/// A matrix as the list of its rows.
pub(crate) type Matrix<A> = Vec<Vec<A>>;
/// A board of digits, 0 for a blank.
pub(crate) type Board = Matrix<u8>;
/// The candidates of a cell, in the order in which they are tried.
pub(crate) type Choices = SmallVec<[u8; 16]>;

/// The most bytes of the matrices on the path to a node. It also keeps the recursion
/// within the two mebibytes of stack that a thread has.
const MEMORY: usize = 256 << 20;

/// The pearl's program.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bird(pub(crate) Variant);

/// Its choices where the pearl leaves one; `bird-bits` has the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Variant {
    pub(crate) prune: Prune,
    pub(crate) expand: Expand,
}

/// How often a matrix is pruned before it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Prune {
    /// Once: rows, then columns, then boxes.
    #[default]
    Once,
    /// Until nothing changes.
    Fixpoint,
}

/// Which cell is expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Expand {
    /// The first with the fewest choices.
    #[default]
    Fewest,
    /// The first with more than one.
    First,
}

impl Variant {
    pub(crate) const PARAMETERS: &[Parameter] = &[
        Parameter {
            name: "prune",
            meaning: "how often a matrix is pruned before it is searched",
            values: Values::OneOf(&["once", "fixpoint"]),
            default: "once",
        },
        Parameter {
            name: "expand",
            meaning: "which cell with more than one choice is expanded: the first with the fewest, or the first",
            values: Values::OneOf(&["fewest", "first"]),
            default: "fewest",
        },
    ];

    pub(crate) fn set(&mut self, parameter: &str, value: &str) {
        match (parameter, value) {
            ("prune", "fixpoint") => self.prune = Prune::Fixpoint,
            ("prune", _) => self.prune = Prune::Once,
            (_, "first") => self.expand = Expand::First,
            _ => self.expand = Expand::Fewest,
        }
    }
}

impl Strategy for Bird {
    type Problem = Sudoku;
    type Scratch = ();

    const ABOUT: About = About {
        name: "bird",
        purpose: Purpose::Learn,
        sentence: "Prunes a matrix of choices and expands the cell with the fewest, in whole lists",
        source: "Richard Bird, A program to solve Sudoku, 2006",
        node: "one call of search: one pruned matrix of choices",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: Variant::PARAMETERS,
        note: "keeps every matrix on the way to a node and ends with `memory` at a quarter of a gibibyte, which \
               takes a board of side 41 or more",
    };

    fn set(&mut self, parameter: &str, value: &str) {
        self.0.set(parameter, value);
    }

    const SCRIPT: Script = &[
        ("choices: a blank cell may have every digit, a clue is one", &["clue", "boards"]),
        ("search(choices):", &["node"]),
        ("  prune by rows, then by columns, then by boxes:", &["pass"]),
        ("    remove what is fixed from the other choices of its house", &["remove", "naked", "boards"]),
        (
            "  blocked, if a cell has no choice or a house a fixed digit twice",
            &["wipe-cell", "wipe-twice", "fail"],
        ),
        ("  if every choice is single, this is a solution", &["solution"]),
        ("  expand the first cell with the fewest choices:", &["expand"]),
        ("    for each choice: search(choices with it)", &["try", "fail"]),
    ];

    fn solve(
        &self,
        problem: &Sudoku,
        _seed: u64,
        _scratch: &mut (),
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        let shape = problem.shape();
        trace_steps::begin(problem, observer);
        let cm = self.0.prune(shape, choices(shape, &board(problem)), observer);
        self.0.search(shape, &cm, 0, observer)
    }
}

impl Variant {
    fn search(
        self,
        shape: Shape,
        cm: &Matrix<Choices>,
        depth: usize,
        observer: &mut impl Observer<Sudoku>,
    ) -> Flow {
        observer.node(depth)?;
        if blocked(shape, cm) {
            observer.step(|| trace_steps::blocked(shape, cm));
            observer.count(Event::Conflict, 1);
            return Flow::Continue(());
        }
        if cm.iter().flatten().all(|cs| single(cs)) {
            return observer.solution(|| grid(shape, cm));
        }
        if (depth + 1) * bytes(shape) > MEMORY {
            return Flow::Break(Stop::Memory);
        }
        observer.step(|| trace_steps::expanded(self.expand, cm));
        for (before, next) in expand(self.expand, cm).enumerate() {
            observer.step(|| trace_steps::tried(self.expand, cm, before, depth + 1));
            self.search(shape, &self.prune(shape, next, observer), depth + 1, observer)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn prune(
        self,
        shape: Shape,
        mut cm: Matrix<Choices>,
        observer: &mut impl Observer<Sudoku>,
    ) -> Matrix<Choices> {
        match self.prune {
            Prune::Once => trace_steps::prune(shape, cm, observer),
            Prune::Fixpoint => loop {
                let pruned = trace_steps::prune(shape, cm.clone(), observer);
                if pruned == cm {
                    return cm;
                }
                cm = pruned;
            },
        }
    }
}

/// The rows of a puzzle.
pub(crate) fn board(problem: &Sudoku) -> Board {
    group(problem.shape().side(), problem.clues().to_vec())
}

/// The board of a matrix of single choices: the pearl's `map (map head)`.
fn grid(shape: Shape, cm: &Matrix<Choices>) -> Grid {
    let heads: Vec<u8> = cm.iter().flatten().map(|cs| cs[0]).collect();
    Grid::new(shape, &heads).expect("a matrix has as many cells as its shape")
}

/// About what a matrix of choices takes.
fn bytes(shape: Shape) -> usize {
    // Up to sixteen choices stand in the list itself. Longer lists get room for a power of two, and a word of the
    // allocator's.
    let apart = if shape.side() > 16 { shape.side().next_power_of_two() + 8 } else { 0 };
    shape.cells() * (size_of::<Choices>() + apart)
}

// Rows, columns and boxes.

pub(crate) fn rows<A>(m: Matrix<A>) -> Matrix<A> {
    m
}

pub(crate) fn cols<A>(m: Matrix<A>) -> Matrix<A> {
    let width = m.first().map_or(0, Vec::len);
    let mut rows: Vec<_> = map(Vec::into_iter, m);
    let height = rows.len();
    (0..width).map(|_| list(height, rows.iter_mut().filter_map(Iterator::next))).collect()
}

/// `map ungroup . ungroup . map cols . group . map group`, put as `ungroup . map (map ungroup . cols . map group)
/// . group`: what is done to each list of lists can be done before these become one.
pub(crate) fn boxs<A>(shape: Shape, m: Matrix<A>) -> Matrix<A> {
    ungroup(map(|band| boxs_of_band(shape, band), group(shape.box_rows(), m)))
}

/// `map ungroup . cols . map group`, no list of which is made but the last: a box is the next group of each row.
fn boxs_of_band<A>(shape: Shape, band: Matrix<A>) -> Matrix<A> {
    let boxs = band.len();
    let mut rows = map(Vec::into_iter, band);
    let mut next = || list(shape.side(), rows.iter_mut().flat_map(|row| row.take(shape.box_columns())));
    list(boxs, (0..boxs).map(|_| next()))
}

/// A list as lists of length `n`.
pub(crate) fn group<A>(n: usize, xs: Vec<A>) -> Vec<Vec<A>> {
    let lists = xs.len().div_ceil(n);
    let mut xs = xs.into_iter();
    (0..lists).map(|_| xs.by_ref().take(n).collect()).collect()
}

pub(crate) fn ungroup<A>(xss: Vec<Vec<A>>) -> Vec<A> {
    let mut xs = Vec::with_capacity(xss.iter().map(Vec::len).sum());
    xss.into_iter().for_each(|more| xs.extend(more));
    xs
}

/// A list of these, for which there is room at once.
fn list<A>(length: usize, xs: impl IntoIterator<Item = A>) -> Vec<A> {
    let mut list = Vec::with_capacity(length);
    xs.into_iter().for_each(|x| list.push(x));
    list
}

fn map<A, B>(f: impl FnMut(A) -> B, xs: Vec<A>) -> Vec<B> {
    xs.into_iter().map(f).collect()
}

// The specification.

pub(crate) fn nodups<A: PartialEq>(xs: &[A]) -> bool {
    xs.iter().enumerate().all(|(k, x)| !xs[k + 1..].contains(x))
}

pub(crate) fn choices(shape: Shape, board: &Board) -> Matrix<Choices> {
    let cellvals = 1..=shape.side() as u8;
    let choose = |&e: &u8| if e == 0 { cellvals.clone().collect() } else { Choices::from_slice(&[e]) };
    board.iter().map(|row| row.iter().map(choose).collect()).collect()
}

// Pruning.

pub(crate) fn single<A>(xs: &[A]) -> bool {
    xs.len() == 1
}

pub(crate) fn fixed<'a>(css: impl IntoIterator<Item = &'a Choices>) -> Choices {
    css.into_iter().filter(|cs| single(cs)).flatten().copied().collect()
}

pub(crate) fn reduce(css: Vec<Choices>) -> Vec<Choices> {
    let fs = fixed(&css);
    map(|cs| remove(&fs, cs), css)
}

fn remove(fs: &[u8], mut cs: Choices) -> Choices {
    if !single(&cs) {
        cs.retain(|c| !fs.contains(c));
    }
    cs
}

/// `f . map reduce . f`, for an `f` that is its own inverse.
pub(crate) fn prune_by(
    f: impl Fn(Matrix<Choices>) -> Matrix<Choices>,
    cm: Matrix<Choices>,
) -> Matrix<Choices> {
    f(map(reduce, f(cm)))
}

/// `prune_by boxs . prune_by cols . prune_by rows`
pub(crate) fn prune(shape: Shape, cm: Matrix<Choices>) -> Matrix<Choices> {
    prune_by(|m| boxs(shape, m), prune_by(cols, prune_by(rows, cm)))
}

// One choice at a time.

pub(crate) fn blocked(shape: Shape, cm: &Matrix<Choices>) -> bool {
    void(cm) || !safe(shape, cm)
}

fn void(cm: &Matrix<Choices>) -> bool {
    cm.iter().flatten().any(Choices::is_empty)
}

fn safe(shape: Shape, cm: &Matrix<Choices>) -> bool {
    let all_nodups = |m: Matrix<&Choices>| m.into_iter().all(|css| nodups(&fixed(css)));
    let cm = || -> Matrix<&Choices> { cm.iter().map(|row| row.iter().collect()).collect() };
    all_nodups(rows(cm())) && all_nodups(cols(cm())) && all_nodups(boxs(shape, cm()))
}

/// The matrices in which one cell of more than one choice is fixed to each of them. There is
/// none if there is no such cell, where the pearl's `expand` is undefined.
pub(crate) fn expand(which: Expand, cm: &Matrix<Choices>) -> impl Iterator<Item = Matrix<Choices>> {
    let cell = expanded(which, cm);
    cell.into_iter().flat_map(move |(i, j)| cm[i][j].iter().map(move |&c| install(cm, i, j, c)))
}

/// The row and the column of the cell that is expanded.
fn expanded(which: Expand, cm: &Matrix<Choices>) -> Option<(usize, usize)> {
    let sizes = || cm.iter().flatten().map(Choices::len).filter(|&n| n > 1);
    let n = match which {
        Expand::Fewest => sizes().min(),
        Expand::First => sizes().next(),
    };
    let best = move |cs: &Choices| Some(cs.len()) == n;
    let row = cm.iter().position(|row| row.iter().any(best));
    row.and_then(|i| cm[i].iter().position(best).map(|j| (i, j)))
}

/// `rows1 ++ [row1 ++ [c] : row2] ++ rows2`
fn install(cm: &Matrix<Choices>, i: usize, j: usize, c: u8) -> Matrix<Choices> {
    let mut next = cm.clone();
    next[i][j] = Choices::from_slice(&[c]);
    next
}
