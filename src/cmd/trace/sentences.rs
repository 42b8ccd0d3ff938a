//! A trace as sentences, indented by depth.

use coverlab_bench::terminal::{FAINT, FOUND, GIVEN, paint};
use coverlab_trace::{Head, Line, sentence};
use std::io::{self, Write};

/// Writes the lines of a trace as sentences.
pub(super) struct Sentences {
    /// The depths of the open nodes.
    open: Vec<usize>,
    color: bool,
}

impl Sentences {
    pub(super) fn new(color: bool) -> Sentences {
        Sentences { open: Vec::new(), color }
    }

    /// Writes `line` without a line break.
    pub(super) fn line(&mut self, line: &Line, head: &Head, out: &mut Vec<u8>) -> io::Result<()> {
        let inside = self.open.last().map_or(0, |depth| depth + 1);
        let (indent, style) = match line {
            Line::Head(_) | Line::Stats(_) => (0, Some(GIVEN)),
            Line::Node { depth, .. } => {
                self.open.push(*depth);
                (*depth, Some(GIVEN))
            }
            Line::Fail { .. } | Line::Done { .. } | Line::Skip { .. } => {
                (self.open.pop().unwrap_or_default(), Some(FAINT))
            }
            Line::Solution { .. } => (inside, Some(FOUND)),
            Line::Remove { .. }
            | Line::Hide { .. }
            | Line::Unhide { .. }
            | Line::Watch { .. }
            | Line::Visit { .. }
            | Line::Sub { .. } => (inside, Some(FAINT)),
            _ => (inside, None),
        };
        let words = sentence(line, head);
        let words = style.map_or_else(|| words.clone(), |style| paint(&words, style, self.color));
        write!(out, "{:width$}{words}", "", width = 2 * indent)
    }
}
