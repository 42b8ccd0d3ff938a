//! Errors at a place in a text that is given as a range of bytes.

use coverlab_model::format::Error;
use std::ops::Range;

/// An error that marks the bytes `span` of `text`, as far as they lie on the line on which they begin.
pub fn error_in_text(text: &str, span: Range<usize>, what: impl Into<String>) -> Error {
    let start = span.start.min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let number = text[..start].matches('\n').count() + 1;
    let column = text[line_start..start].chars().count() + 1;
    let marked = first_line(&text[start..span.end.clamp(start, text.len())]);
    Error::new(what, number, column, marked.chars().count(), first_line(&text[line_start..]))
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
