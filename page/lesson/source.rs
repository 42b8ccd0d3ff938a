//! The text of a lesson, in which errors are located.

use coverlab_bench::text_error::error_in_text;
use coverlab_model::format::Error;
use std::ops::Range;

/// A lesson's text. Everything else refers to it by byte ranges, so that each error has a line and a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// An error about a part of the text.
    pub(super) fn error(&self, at: &Range<usize>, what: impl Into<String>) -> Error {
        error_in_text(self.text, at.clone(), what)
    }
}
