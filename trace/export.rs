//! Traces in other formats: the search tree for Graphviz, the events as CSV, the tree for CP-Profiler.

mod csv;
mod dot;
mod profiler;

pub use csv::{csv, inert_cell};
pub use dot::dot;
pub use profiler::profiler;

use crate::head::Head;
use crate::line::Line;
use crate::tree::Tree;
use std::io::{self, BufRead, ErrorKind};

/// The head of a trace, and each line after it with its number; a malformed line is an error.
fn lines(trace: impl BufRead) -> io::Result<(Head, impl Iterator<Item = io::Result<(usize, Line)>>)> {
    let mut lines = crate::reading::lines(trace).map(|(number, line)| match line {
        Ok(line) => Ok((number, line)),
        Err(error) => Err(io::Error::new(error.kind(), format!("line {number}: {error}"))),
    });
    match lines.next().transpose()? {
        Some((_, Line::Head(head))) => Ok((*head, lines)),
        _ => Err(io::Error::new(ErrorKind::InvalidData, "it does not begin with a line of kind `head`")),
    }
}

/// Reads the search tree.
fn tree(trace: impl BufRead) -> io::Result<Tree> {
    let (head, lines) = lines(trace)?;
    let mut tree = Tree::new(head);
    for line in lines {
        let (number, line) = line?;
        tree.add(number - 2, &line);
    }
    Ok(tree)
}
