//! The workbench: experiments over corpora, their records, and reports.
//!
//! The command line is the usual way in. As a library, an experiment is loaded, prepared and executed;
//! `coverlab report` reads the files that it leaves in its folder:
//!
//! ```
//! use coverlab::experiment::Loaded;
//! use coverlab::registry::Packaged;
//! use coverlab::runner::{self, Options, Overrides, Prepared, Silent};
//!
//! let text = r#"
//!     name = "two-ways"
//!     question = "Do links and masks agree on 4x4 puzzles?"
//!     strategies = ["dlx", "bird-bits"]
//!     corpora = [{ name = "unique-4x4" }]
//!     task = "unique"
//! "#;
//! let loaded = Loaded::parse(text.to_string(), "two-ways.toml", ".".into())?;
//! let prepared = Prepared::new(&loaded, Overrides::default(), &Packaged)?;
//! let folder = std::env::temp_dir().join(format!("coverlab-two-ways-{}", std::process::id()));
//! let summary = runner::execute(&prepared, &folder, &Options::default(), &Silent)?;
//! assert_eq!((summary.trials, summary.tally.correct, summary.tally.wrong), (100, 100, 0));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), coverlab::error::Error>(())
//! ```
//!
//! Imports point one way: [`experiment`], [`corpus`], [`plan`], [`record`], [`runner`] →
//! [`statistics`] → [`report`] → [`cmd`] → `main`. Reports read files, never an outcome.

mod atomic_file;
pub mod certificate;
pub mod cli;
pub mod cmd;
pub mod conditions;
pub mod corpus;
pub mod diagnostic;
pub mod error;
pub mod experiment;
pub mod generate;
pub mod input;
pub mod kind;
pub mod lesson;
pub mod measure;
mod output;
pub mod page;
pub mod plan;
pub mod rating;
pub mod record;
pub mod registry;
pub mod report;
pub mod runner;
pub mod site;
pub mod solver;
pub mod statistics;
pub mod terminal;
pub mod text;
pub mod worker;
