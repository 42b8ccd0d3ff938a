//! Traces in other formats: the search tree for Graphviz, events as CSV, the tree for CP-Profiler.

mod csv;
mod dot;
mod profiler;
mod tree;

pub use csv::csv;
pub use dot::dot;
pub use profiler::profiler;

use super::line::Line;
use std::io::{self, BufRead};

/// Each line of a trace with its number; lines that are none of a trace are errors.
fn lines(trace: impl BufRead) -> impl Iterator<Item = io::Result<(usize, Line)>> {
    (1..).zip(trace.split(b'\n')).map(|(number, text)| {
        let wrong = |error| io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {error}"));
        Ok((number, serde_json::from_slice(&text?).map_err(wrong)?))
    })
}
