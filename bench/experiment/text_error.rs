//! Errors at a place in the text of an experiment.

use coverlab_model::format;
use std::ops::Range;

/// An error that marks the bytes `span` of `text`, as far as they lie on the line on which they begin.
pub(super) fn error_in_text(text: &str, span: Range<usize>, what: impl Into<String>) -> format::Error {
    let start = span.start.min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |offset| start + offset);
    let number = text[..start].matches('\n').count() + 1;
    let column = text[line_start..start].chars().count() + 1;
    let width = text[start..span.end.clamp(start, line_end)].chars().count();
    format::Error::new(what, number, column, width, &text[line_start..line_end])
}
