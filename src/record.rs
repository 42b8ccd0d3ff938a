//! What an experiment leaves behind: trials, and what ran them.

mod agreement;
mod block;
mod csv_line;
pub mod journal;
mod ledger;
mod run_info;
mod table;
mod trial;

pub use block::{Block, Column, Ending};
pub use ledger::{Ledger, Row};
pub use run_info::RunInfo;
pub use table::{COLUMNS, Table, Tally};
pub(crate) use trial::label;
pub use trial::{Mode, Status, Trial, Verdict};
