//! What an experiment leaves behind: trials, and what ran them.

mod run_info;
mod trial;

pub use run_info::RunInfo;
pub use trial::{Mode, Status, Trial, Verdict};
