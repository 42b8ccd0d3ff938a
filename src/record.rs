//! What an experiment leaves behind: trials, and what ran them.

mod agreement;
mod block;
mod column;
mod csv_line;
mod expand;
mod frame;
pub mod journal;
mod ledger;
mod roll;
mod run_info;
mod slots;
mod table;
mod tally;
mod trial;

pub use block::{Block, Ending, answer_of};
pub use column::{Code, Column, Value};
pub use expand::{expand, has_journal, parts};
pub use frame::Frame;
pub use ledger::{Ledger, Row};
pub use roll::Roll;
pub use run_info::RunInfo;
pub use table::{COLUMNS, Table};
pub use tally::Tally;
pub(crate) use trial::label;
pub use trial::{Mode, Status, Trial, Verdict};
