//! The strategies: one file each, listed here in teaching order.
//!
//! To add one, write `strategies/my_idea.rs` with a type that implements
//! [`Strategy`](coverlab_model::Strategy), and add two lines here: its `mod` and its entry.

mod dlx;
mod dlx_rs;
mod lookup;
mod sat;

pub use lookup::{Configured, all_sudoku, cnf, exact_cover, sudoku};

use coverlab_model::{Cnf, Entry, ExactCover, Sudoku};

/// Strategies whose native problem is a Sudoku.
pub static SUDOKU: &[Entry<Sudoku>] = &[];

/// Strategies whose native problem is an exact cover.
pub static EXACT_COVER: &[Entry<ExactCover>] = &[Entry::of::<dlx::Dlx>(), Entry::of::<dlx_rs::DlxRs>()];

/// Strategies whose native problem is a formula.
pub static CNF: &[Entry<Cnf>] = &[Entry::of::<sat::Sat>()];
