//! The strategies: one file each, listed here in teaching order.
//!
//! To add one, write `strategies/my_idea.rs` with a type that implements
//! [`Strategy`](coverlab_model::Strategy), and add two lines here: its `mod` and its entry.

mod bands;
pub mod digit_lanes;
pub mod lockstep;

use coverlab_model::{Cnf, Entry, ExactCover, Sudoku};

/// Strategies whose native problem is a Sudoku.
pub static SUDOKU: &[Entry<Sudoku>] =
    &[Entry::of::<bands::Bands>(), Entry::of::<lockstep::Lockstep>(), Entry::of::<digit_lanes::DigitLanes>()];

/// Strategies whose native problem is an exact cover.
pub static EXACT_COVER: &[Entry<ExactCover>] = &[];

/// Strategies whose native problem is a formula.
pub static CNF: &[Entry<Cnf>] = &[];
