//! The foundations of coverlab: problems and their referees, text formats, encodings, and the [`Strategy`]
//! trait.
//!
//! This example reads a puzzle and verifies two boards with its referee, without a strategy:
//!
//! ```
//! use coverlab_model::format::sudoku::{self, Options};
//! use coverlab_model::{Grid, Problem};
//!
//! let puzzle = sudoku::read(b"1...\n...3\n..2.\n...4", &Options::default())?.remove(0).puzzle;
//! let filled = |digits: &[u8]| Grid::new(puzzle.shape(), digits).unwrap();
//! let right = filled(&[1, 3, 4, 2, 4, 2, 1, 3, 3, 4, 2, 1, 2, 1, 3, 4]);
//! let wrong = filled(&[1, 3, 4, 2, 4, 2, 1, 3, 3, 4, 2, 1, 2, 1, 4, 4]);
//! assert!(puzzle.verify(&right).is_ok());
//! assert_eq!(puzzle.verify(&wrong).unwrap_err().what, "4 twice in row 4, columns 3 and 4");
//! # Ok::<(), coverlab_model::format::Error>(())
//! ```
//!
//! A strategy implements [`Strategy`] and reports nodes and solutions to an [`Observer`]. Every strategy is
//! also a [`Backend`], which runs any [`Task`]. The package `coverlab-strategies` contains the strategies of
//! coverlab.
//!
//! # Words
//!
//! *Sudoku*: a **cell** holds a digit; a digit that is still possible in a cell is a **candidate**. A
//! **house** is a row, column or box; cells that share a house are **peers**. A **band** is a row of boxes, a
//! **stack** a column of boxes, a **minirow** the cells of a row within a box. A given digit is a **clue**.
//!
//! *Exact cover*: an **option** is a set of **items**. A cover is a set of options that contains every
//! **primary** item exactly once. It contains a **secondary** item at most once or, if its options give the
//! item a **color**, any number of times with the same color.
//!
//! *CNF*: a **variable** or its negation is a **literal**; a **clause** is a disjunction of literals; a
//! **model** is an assignment that makes every clause true.
//!
//! *Search*: a **node** is a state that the search visits, at some **depth**; each strategy defines it. A
//! search **branches**, **propagates**, detects **conflicts** and **backtracks**.
//!
//! *Experiment*: an **instance** is one problem, a **corpus** a named list of instances, a **strategy** a
//! configured algorithm, an **encoding** a translation between problems, a **task** the question and its
//! limits, a **trial** one strategy on one instance once.

mod allowance;
pub mod backend;
pub mod clock;
mod cnf;
pub mod encoding;
mod exact_cover;
pub mod family;
pub mod format;
mod forward;
pub mod memory;
mod named;
mod natural;
mod nearest;
pub mod observer;
pub mod outcome;
pub mod parallel;
pub mod pool;
mod problem;
mod progress;
pub mod random;
mod refusal;
mod registry_entry;
pub mod step;
pub mod strategy;
mod strategy_spec;
mod sudoku;
mod symmetry;
pub mod task;
mod text_kind;
mod thread_group;
mod traced;
mod via;
mod watch;

pub use backend::{Backend, ParallelOutcome, Session};
pub use cnf::{Cnf, Literal, Model, Size};
pub use exact_cover::{
    BadMultiplicity, BadOption, Color, Cover, CoverSize, ExactCover, ExactCoverBuilder, Item, Multiplicity,
    OptionId,
};
pub use natural::{Natural, NotNatural};
pub use nearest::{did_you_mean, nearest};
pub use observer::{Choice, Event, Flow, Observer, Observers, Stop};
pub use outcome::{Cost, CounterSet, Counters, Fault, FaultKind, Listener, Outcome, ProcessFacts, Sink};
pub use problem::{Problem, Violation};
pub use progress::Progress;
pub use refusal::Refusal;
pub use registry_entry::Entry;
pub use step::{Step, TraceEvent};
pub use strategy::{About, Parameter, Purpose, Script, Strategy, Values};
pub use strategy_spec::{BadSpec, Spec};
pub use sudoku::{Cell, Grid, House, Shape, Sudoku, solves_line};
pub use symmetry::{
    PatternSymmetry, Symmetry, TooSymmetric, UnknownSymmetry, canonical, orbits, pattern_symmetries,
};
pub use task::{Cancel, Limits, Task};
pub use text_kind::TextKind;
pub use thread_group::{ParallelAnswer, SingleThread, ThreadGroup};
pub use via::{Encoding, Via};
