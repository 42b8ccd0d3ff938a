//! The record of an experiment: its trials, and the machines and programs that ran them.
//!
//! A trial is a [`Row`] as soon as its search is over. Rows that share a [`Head`] go into a [`journal`] as a block. A
//! [`Ledger`] finds them again, and writes each with its verdict into `trials.csv`, as a [`Trial`].

mod agreement;
mod block;
mod csv_rows;
mod expand;
mod field;
pub mod journal;
mod ledger;
mod machine;
mod parquet_rows;
mod program;
mod row;
mod rows;
mod run_info;
mod table;
mod tally;
mod trial;

pub use block::{Block, Head};
pub use expand::plan;
pub use expand::{expand, has_journal, parts};
pub use field::{Field, Kind};
pub(crate) use ledger::Place;
pub use ledger::{Foreign, Ledger};
pub use machine::MOST_SHARDS;
pub use machine::{Machine, Shard};
pub use program::ProgramInfo;
pub use row::{Column, ROW, Row, answer_of};
pub use run_info::RunInfo;
pub use table::Table;
pub use tally::Tally;
pub use trial::label;
pub use trial::{COLUMNS, FIELDS, Mode, Status, Trial, Verdict};
