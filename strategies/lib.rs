//! The strategies: one file each, listed here in teaching order.
//!
//! To add one, write `strategies/my_idea.rs` with a type that implements
//! [`Strategy`](coverlab_model::Strategy), and add two lines here: its `mod` and its entry.

mod algorithm_x;
mod auto;
mod bit_cover;
mod dancing_cells;
mod dlx;
mod dlx_rs;
mod lookup;
mod mcc;
mod sat;
mod simd;
mod zdd_cover;

pub use lookup::{Configured, all_sudoku, cnf, exact_cover, sudoku};

use coverlab_model::{Cnf, Entry, ExactCover, Sudoku};

/// Strategies whose native problem is a Sudoku.
pub static SUDOKU: &[Entry<Sudoku>] = &[];

/// Strategies whose native problem is an exact cover.
pub static EXACT_COVER: &[Entry<ExactCover>] = &[
    Entry::of::<algorithm_x::AlgorithmX>(),
    Entry::of::<dlx::Dlx>(),
    Entry::of::<dancing_cells::DancingCells>(),
    Entry::of::<bit_cover::BitCover>(),
    Entry::of::<mcc::Mcc>(),
    Entry::of::<zdd_cover::ZddCover>(),
    Entry::of::<auto::Auto>(),
    Entry::of::<dlx_rs::DlxRs>(),
];

/// Strategies whose native problem is a formula.
pub static CNF: &[Entry<Cnf>] = &[Entry::of::<sat::Sat>()];
