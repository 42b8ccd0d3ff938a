//! Richard Bird, "Functional Pearl: A program to solve Sudoku", 2006, written as in the pearl, with
//! operations on whole lists.
//!
//! The pearl starts from a specification that is too slow to run, "generate every filled board and keep the
//! correct ones", and derives a program from it by equational reasoning. The specification is our
//! `bird-spec`. The first step of the derivation (`prune`, then generate) is `bird-prune`. This file has the
//! final program:
//!
//! ```text
//! search . prune . choices
//! ```
//!
//! A board of digits becomes a matrix of choices, in which a blank cell has every digit. `prune` removes from
//! the choices of each row, column and box the digits that are fixed elsewhere in it. `search` abandons a
//! matrix that is blocked and returns one whose choices are all single. Otherwise it expands the first cell
//! with the fewest choices into one matrix per choice, prunes each and searches it.
//!
//! The pearl uses no coordinates: columns and boxes are functions on matrices that are their own inverses, so
//! every law for rows holds for all three: `prune_by(f) = f . map reduce . f`. `bird/laws.rs` tests the laws
//! of the derivation, under the pearl's names.
//!
//! This program deviates from the pearl in three points. Boxes may be r x c. The last line of the printed
//! program lacks one `map`. The pearl has lazy lists; here `expand` is an iterator, so only the matrices on
//! the path to the current node are alive. They still take memory proportional to depth times board size, and
//! the search stops with `memory` before they exceed [`MEMORY`].
//!
//! **Cost.** Every node prunes the whole board, although most of the result is known from the parent node.
//! `bird-bits` visits the same nodes without this repetition. Pruning to a fixpoint (`prune = fixpoint`)
//! halves the nodes on hard puzzles and can still be slower here, because every further round is another pass
//! over the whole board. On minimal 9x9 puzzles a node takes 7 to 12 µs (Zen 3, machine shared with other
//! processes). The program as printed, compiled by GHC 9.0 with -O2, takes 43 to 60 µs for the same nodes.
//!
//! **What did not work.** A literal translation, in which each function borrows lists and allocates new ones,
//! took 60 to 100 µs a node, four fifths of it in the allocator. Now a function takes ownership of its list
//! and returns it modified, up to sixteen choices of a cell are stored inline, and a box is built in one
//! step, by an equation that the laws allow. With the intermediate lists of the boxes, a node took 12 to
//! 20 µs. Removing choices without branches, and copying matrices by whole lists of choices, changed nothing.

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

/// Bounds the bytes of the matrices on the path to a node. It also keeps the recursion within the 2 MiB stack
/// of a thread.
const MEMORY: usize = 256 << 20;

/// The pearl's final program.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bird(pub(crate) Variant);

/// The decisions that the pearl leaves open; `bird-bits` shares them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Variant {
    pub(crate) prune: Prune,
    pub(crate) expand: Expand,
}

/// How often a matrix is pruned before it is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Prune {
    /// Prune rows, then columns, then boxes, once.
    #[default]
    Once,
    /// Repeat until nothing changes.
    Fixpoint,
}

/// Which cell is expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Expand {
    /// The first cell with the fewest choices.
    #[default]
    Fewest,
    /// The first cell with more than one choice.
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
            meaning: "which cell with several choices is expanded: the first with the fewest choices, or simply the \
                      first",
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
        sentence: "Prunes a matrix of choices and expands the cell with the fewest, by functions on whole lists",
        source: "Richard Bird, A program to solve Sudoku, 2006",
        node: "one call of search: one pruned matrix of choices",
        complete: true,
        interruptible: true,
        events: &[Event::Conflict],
        parameters: Variant::PARAMETERS,
        note: "Keeps every matrix on the path to a node, and ends with `memory` at 256 MiB, which only boards of \
               side 41 or more reach.",
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

/// The clues of a puzzle as rows, 0 for a blank.
pub(crate) fn board(problem: &Sudoku) -> Board {
    group(problem.shape().side(), problem.clues().to_vec())
}

/// The board of a matrix of single choices: the pearl's `map (map head)`.
fn grid(shape: Shape, cm: &Matrix<Choices>) -> Grid {
    let heads: Vec<u8> = cm.iter().flatten().map(|cs| cs[0]).collect();
    Grid::new(shape, &heads).expect("a matrix has as many cells as its shape")
}

/// The approximate memory of a matrix of choices, in bytes.
fn bytes(shape: Shape) -> usize {
    // Up to sixteen choices are stored inline. A longer list is a heap block: a power of two bytes, plus one
    // word of the allocator.
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

/// The pearl's `map ungroup . ungroup . map cols . group . map group`, rewritten as
/// `ungroup . map (map ungroup . cols . map group) . group`: mapping over the bands commutes with joining
/// them.
pub(crate) fn boxs<A>(shape: Shape, m: Matrix<A>) -> Matrix<A> {
    ungroup(map(|band| boxs_of_band(shape, band), group(shape.box_rows(), m)))
}

/// `map ungroup . cols . map group` without intermediate lists: a box takes the next group of each row.
fn boxs_of_band<A>(shape: Shape, band: Matrix<A>) -> Matrix<A> {
    let boxs = band.len();
    let mut rows = map(Vec::into_iter, band);
    let mut next = || list(shape.side(), rows.iter_mut().flat_map(|row| row.take(shape.box_columns())));
    list(boxs, (0..boxs).map(|_| next()))
}

/// Splits a list into lists of length `n`.
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

/// Collects an iterator into a list that is allocated once, with capacity `length`.
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

/// The matrices that fix one cell with more than one choice, one matrix for each choice. Empty if there is no
/// such cell, where the pearl's `expand` is undefined.
pub(crate) fn expand(which: Expand, cm: &Matrix<Choices>) -> impl Iterator<Item = Matrix<Choices>> {
    let cell = expanded(which, cm);
    cell.into_iter().flat_map(move |(i, j)| cm[i][j].iter().map(move |&c| install(cm, i, j, c)))
}

/// The row and column of the cell to expand.
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
