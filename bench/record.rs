//! The record of an experiment: its trials, and the machines and programs that ran them.
//!
//! A [`Trial`] is a row of `trials.csv`, written when its search has ended. An `Appender` adds rows to the file in
//! blocks, and the checksum of each block to `trials.sums`. A run that is resumed reads the file into an `Index` and
//! runs what is missing. At the end of the run, a `SortedTable` replaces the file: the rows in the order of the plan,
//! with their final verdicts.

mod appender;
mod field;
mod index;
mod judge;
mod machine;
mod program;
mod run_info;
mod sorted_table;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
mod trial;
mod trial_counts;
mod trial_file;

pub(crate) use appender::{Appender, RowWriter};
pub use field::Field;
pub(crate) use index::{Index, Outdated, fingerprint};
pub(crate) use judge::{MAX_SHOWN, judge_alone, judge_merged, judge_with_recount};
pub use machine::MAX_SHARDS;
pub use machine::{Machine, Shard};
pub use program::ProgramInfo;
pub use run_info::RunInfo;
pub(crate) use sorted_table::SortedTable;
pub(crate) use sums::Origin;
pub(crate) use tables::{NamedMachines, Tables};
pub use trial::label;
pub use trial::{COLUMNS, COUNTERS, FIELDS, Mode, Status, Trial, Verdict, answer_of};
pub use trial_counts::TrialCounts;
pub(crate) use trial_file::{Place, recover};
pub use trial_file::{TrialFile, verified};

/// The table of trials in a results folder.
pub const TRIALS: &str = "trials.csv";
/// The table of recorded trials that are not part of the experiment as it is now.
pub(crate) const UNUSED: &str = "unused.csv";
