//! Text formats: one file each, read (errors with line and column) and written.

mod error;

pub use error::{Details, Error};
