//! Traces in other formats: the search tree for Graphviz, the events as CSV, the tree for CP-Profiler.

mod csv;
mod dot;
mod profiler;

pub use csv::{csv, inert_cell};
pub use dot::dot;
pub use profiler::profiler;

use crate::line::Line;
use crate::tree::Tree;
use std::io::{self, BufRead};

/// Parses each line of a trace, with its number; a malformed line is an error.
fn lines(trace: impl BufRead) -> impl Iterator<Item = io::Result<(usize, Line)>> {
    crate::reading::lines(trace).map(|(number, line)| match line {
        Ok(line) => Ok((number, line)),
        Err(error) => Err(io::Error::new(error.kind(), format!("line {number}: {error}"))),
    })
}

/// Reads the search tree; `None` for an empty trace.
fn tree(trace: impl BufRead) -> io::Result<Option<Tree>> {
    let mut tree: Option<Tree> = None;
    for line in lines(trace) {
        let (number, line) = line?;
        match (&mut tree, &line) {
            (None, Line::Head(head)) => tree = Some(Tree::new(head)),
            (Some(tree), line) => tree.add(number - 2, line),
            (None, _) => {}
        }
    }
    Ok(tree)
}
