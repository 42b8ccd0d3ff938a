//! The workbench: experiments over corpora, records of their trials, and statistics of these.
//!
//! An experiment is loaded, prepared and executed. The run writes its record to a folder, which `coverlab report` reads:
//!
//! ```
//! use coverlab_bench::experiment::LoadedExperiment;
//! use coverlab_bench::strategy_source::BuiltInStrategies;
//! use coverlab_bench::runner::{self, NoCallbacks, Overrides, PreparedExperiment, RunnerOptions};
//!
//! let text = r#"
//!     name = "two-ways"
//!     question = "Do links and masks agree on 4x4 puzzles?"
//!     strategies = ["dlx", "bird-bits"]
//!     corpora = [{ name = "unique-4x4" }]
//!     task = "unique"
//! "#;
//! let loaded = LoadedExperiment::parse(text.to_string(), "two-ways.toml", ".".into())?;
//! let prepared = PreparedExperiment::new(&loaded, Overrides::default(), &BuiltInStrategies)?;
//! let folder = std::env::temp_dir().join(format!("coverlab-two-ways-{}", std::process::id()));
//! let summary = runner::execute(&prepared, &folder, &RunnerOptions::default(), &NoCallbacks)?;
//! assert_eq!((summary.trials, summary.counts.correct, summary.counts.wrong), (100, 100, 0));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), coverlab_bench::error::Error>(())
//! ```
//!
//! Dependencies point one way, from [`runner`] and [`statistics`] to [`record`], [`plan`], [`corpus`] and
//! [`experiment`]. Statistics read the files of a record, never the memory of a run.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod argument;
pub mod atomic_file;
pub mod build_info;
pub mod certificate;
pub mod corpus;
pub mod diagnostic;
pub mod error;
pub mod experiment;
pub mod external_solver;
pub mod html_script;
pub mod input;
pub mod instance_measure;
pub mod machine_conditions;
mod named;
pub mod number;
pub mod output;
mod pinning;
pub mod plan;
pub mod problem_kind;
pub mod puzzle_flaws;
pub mod record;
mod refused_memory;
pub mod runner;
pub mod search;
mod seeded_random;
pub mod separate_process;
mod similar_file;
pub mod statistics;
pub mod steadiness;
pub mod strategy_source;
pub mod terminal;
pub mod text;
pub mod text_error;
pub mod value_set;
