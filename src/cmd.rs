//! The commands, one file each. The function `run` of a command returns its exit code, or the
//! [`Failure`](crate::support::Failure) that ended it.

pub mod certify;
pub mod check;
pub mod compare;
pub mod convert;
pub mod diff;
pub mod doctor;
pub mod explain;
pub mod generate;
pub mod help;
pub mod lesson;
pub mod list;
pub mod merge;
pub mod page;
pub mod rate;
pub mod report;
pub mod run;
pub mod sat;
pub mod site;
pub mod solve;
pub mod submit;
pub mod trace;
