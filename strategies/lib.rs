//! The strategies: one file each, listed here in teaching order.
//!
//! To add one, write `strategies/my_idea.rs` with a type that implements
//! [`Strategy`](coverlab_model::Strategy), and add two lines here: its `mod` and its entry.

use coverlab_model::{Cnf, Entry, ExactCover, Sudoku};

mod board;
pub mod encodings;
mod lookup;
mod simd;

pub use lookup::{Configured, all_sudoku, cnf, exact_cover, formula_size, sudoku};

mod bird;
mod bird_bits;
#[cfg(test)]
mod bird_laws;
mod bird_prune;
mod bird_spec;
mod delord;
mod delord_fixed;
mod heller;
mod hidden_single;
mod move_list;

mod bands;
pub mod digit_lanes;
pub mod lockstep;
mod sudoku_auto;

mod algorithm_x;
mod auto;
mod bit_cover;
mod dancing_cells;
mod dlx;
mod dlx_rs;
mod mcc;
mod zdd_cover;

mod cdcl;
pub mod sat;
mod sat_auto;
mod sat_cli;
mod unit_propagation;

pub use sat_cli::missing_program;
pub use sudoku_auto::LANES;

/// Strategies whose native problem is a Sudoku.
pub static SUDOKU: &[Entry<Sudoku>] = &[
    Entry::of::<bird_spec::BirdSpec>(),
    Entry::of::<bird_prune::BirdPrune>(),
    Entry::of::<bird::Bird>(),
    Entry::of::<bird_bits::BirdBits>(),
    Entry::of::<delord_fixed::DelordFixed>(),
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
    Entry::of::<auto::Auto>(),
    Entry::of::<dlx_rs::DlxRs>(),
];

/// Strategies whose native problem is a formula.
pub static CNF: &[Entry<Cnf>] = &[
    Entry::of::<unit_propagation::UnitPropagation>(),
    Entry::of::<cdcl::Cdcl>(),
    Entry::of::<sat::Sat>(),
    Entry::of::<sat_auto::SatAuto>(),
    Entry::of::<sat_auto::Auto>(),
];
