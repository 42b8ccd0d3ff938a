//! The record of an experiment: its trials, and the machines and programs that ran them.
//!
//! Each finished search becomes a [`Trial`], one row of `trials.csv`. An `Appender` writes rows in blocks, and the
//! checksum of each block to `trials.sums`. A run that resumes reads both files into a `TrialIndex` and searches only what is
//! missing. At the end of a run, a `SortedTable` replaces the file: it has the rows in the order of the plan, each with
//! its final verdict.

mod appender;
mod checksums;
mod index;
mod judge;
mod machine;
mod reuse;
mod run_info;
mod sorted_table;
mod tables;
#[cfg(test)]
mod tests;
mod trial;
mod trial_counts;
mod trial_file;

pub(crate) use appender::{Appender, RowWriter};
pub(crate) use checksums::Origin;
pub(crate) use index::{TimedTrials, TrialIndex};
pub(crate) use judge::{MAX_SHOWN, judge, judge_merged, no_recount};
pub use machine::{MAX_SHARDS, Machine, Shard, missing_shards};
pub use run_info::{RunInfo, SolverInfo};
pub(crate) use sorted_table::SortedTable;
pub(crate) use tables::{NamedMachines, Tables};
pub use trial::{COLUMNS, COUNTERS, Status, TimingMode, Trial, Verdict, answer_hash, label, number_columns};
pub use trial_counts::TrialCounts;
pub(crate) use trial_file::{RowLocation, new_sums, recover};
pub use trial_file::{TrialFile, verified};

/// The file of the experiment's trials in a results folder.
pub const TRIALS: &str = "trials.csv";
/// The file with the checksums of the experiment's trials.
pub const SUMS: &str = "trials.sums";
/// The file of the experiment in a results folder.
pub const EXPERIMENT: &str = "experiment.toml";
/// The file that describes the machines and programs of a run. It is written at the end.
pub const RUN: &str = "run.json";
/// All files of a record.
pub const FILES: [&str; 4] = [TRIALS, SUMS, RUN, EXPERIMENT];
