//! The command line of coverlab, one file per command.
//!
//! The workbench itself is [`coverlab_bench`], puzzles and ratings are [`coverlab_puzzles`], the reports are
//! [`coverlab_report`], and pages and lessons are [`coverlab_page`]. Their modules are re-exported here, so programs can depend on this package alone:
//!
//! ```
//! use coverlab::experiment::LoadedExperiment;
//!
//! let text = r#"
//!     name = "two-ways"
//!     question = "Do links and masks agree on 4x4 puzzles?"
//!     strategies = ["dlx", "bird-bits"]
//!     corpora = [{ name = "unique-4x4" }]
//!     task = "unique"
//! "#;
//! assert_eq!(LoadedExperiment::parse(text.to_string(), "two-ways.toml", ".".into())?.experiment.name, "two-ways");
//! # Ok::<(), coverlab::error::Error>(())
//! ```
//!
//! Dependencies point one way: `main` → [`cmd`] → [`support`], [`coverlab_report`] and [`coverlab_page`] → [`coverlab_bench`] →
//! [`coverlab_puzzles`].

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod cli;
pub mod cmd;
mod command_line;
pub mod support;

pub use coverlab_bench::*;
pub use coverlab_page as page;
pub use coverlab_page::lesson;
pub use coverlab_puzzles::{generate, rating};
pub use coverlab_report as report;
pub use coverlab_report::site;

use coverlab_bench::build_info::BuildInfo;

/// Version, commit, compiler and profile of this program.
pub const BUILD: BuildInfo = BuildInfo {
    version: env!("CARGO_PKG_VERSION"),
    commit: env!("COVERLAB_COMMIT"),
    rustc: env!("COVERLAB_RUSTC"),
    profile: env!("COVERLAB_PROFILE"),
};
