//! This crate contains the strategies: a file or a folder each, registered here in teaching order. `support/`
//! holds code that they share and imports none of them; `sat_solvers/` holds the built-in SAT solvers.
//!
//! [`sudoku()`], [`exact_cover()`] and [`cnf()`] find a strategy by name, with its parameters. An encoding
//! lets it solve problems of another kind. The referee verifies every answer:
//!
//! ```
//! use coverlab_model::{Shape, Sudoku, Task};
//!
//! let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let clues: Vec<u8> = cells.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
//! let puzzle = Sudoku::new(Shape::NINE, &clues).ok_or("81 cells")?;
//!
//! for name in ["bird-bits:prune=fixpoint", "delord", "dlx", "sat:solver=batsat"] {
//!     let strategy = coverlab_strategies::sudoku(&name.parse()?)?;
//!     let (outcome, _cost) = strategy.backend.session().run_one(&puzzle, &Task::first(2));
//!     outcome.verify(&puzzle)?;
//!     assert_eq!(outcome.solutions, 1, "{name} finds the only solution");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The essays
//!
//! A strategy's file opens with an essay: its origin, its idea, its cost. Measurements and failed attempts
//! are in docs/STRATEGY-NOTES.md. The modules are private, so the compiler warns of a strategy without an
//! entry. This command builds their documentation:
//!
//! ```text
//! cargo doc --package coverlab-strategies --no-deps --document-private-items --open
//! ```
//!
//! # Adding a strategy
//!
//! Write `strategies/my_idea.rs` with a type that implements [`Strategy`](coverlab_model::Strategy), and add
//! two lines here: its `mod` and its entry.

use coverlab_model::{Cnf, Entry, ExactCover, Sudoku};

mod lookup;
pub mod sat_solvers;
#[cfg(test)]
mod small_covers;
mod support;
mod unknown_strategy;

pub use lookup::{Configured, all_sudoku, cnf, current, exact_cover, formula_size, sudoku};
pub use support::encodings;
pub use unknown_strategy::unknown_strategy;

mod bird;
mod bird_bits;
mod bird_prune;
mod bird_spec;
mod delord;
mod heller;
mod hidden_single;
mod move_list;

mod bands;
mod digit_lanes;
pub mod lockstep;
mod sudoku_auto;

mod algorithm_x;
mod auto;
mod bit_cover;
mod dancing_cells;
mod dlx;
mod dlx_rs;
mod frontier_cover;
mod mcc;
mod zdd_cover;

mod cdcl;
mod model_count;
mod sat;
mod sat_auto;
mod unit_propagation;
mod walksat;

pub use cdcl::Groups;
pub use sudoku_auto::LANES;

/// Strategies whose native problem is a Sudoku.
pub static SUDOKU: &[Entry<Sudoku>] = &[
    Entry::of::<bird_spec::BirdSpec>(),
    Entry::of::<bird_prune::BirdPrune>(),
    Entry::of::<bird::Bird>(),
    Entry::of::<bird_bits::BirdBits>(),
    Entry::of::<delord::Delord>(),
    Entry::of::<heller::Heller>(),
    Entry::of::<move_list::MoveList>(),
    Entry::of::<hidden_single::HiddenSingle>(),
    Entry::of::<bands::Bands>(),
    Entry::of::<lockstep::Lockstep>(),
    Entry::of::<digit_lanes::DigitLanes>(),
    Entry::of::<sudoku_auto::Auto>(),
];

/// Strategies whose native problem is an exact cover.
pub static EXACT_COVER: &[Entry<ExactCover>] = &[
    Entry::of::<algorithm_x::AlgorithmX>(),
    Entry::of::<dlx::Dlx>(),
    Entry::of::<dancing_cells::DancingCells>(),
    Entry::of::<bit_cover::BitCover>(),
    Entry::of::<mcc::Mcc>(),
    Entry::of::<zdd_cover::ZddCover>(),
    Entry::of::<frontier_cover::FrontierCover>(),
    Entry::of::<auto::Auto>(),
    Entry::of::<dlx_rs::DlxRs>(),
];

/// Strategies whose native problem is a CNF formula.
pub static CNF: &[Entry<Cnf>] = &[
    Entry::of::<unit_propagation::UnitPropagation>(),
    Entry::of::<walksat::WalkSat>(),
    Entry::of::<cdcl::Cdcl>(),
    Entry::of::<model_count::ModelCount>(),
    Entry::of::<sat::Sat>(),
    Entry::of::<sat_auto::SatAuto>(),
    Entry::of::<sat_auto::Auto>(),
];
