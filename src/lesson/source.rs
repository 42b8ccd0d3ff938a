//! The text of a lesson, in which errors are located.

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
        let before = &self.text[..at.start];
        let line = before.matches('\n').count() + 1;
        let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
        let text = self.text[begin..].lines().next().unwrap_or_default();
        let marked = self.text[at.clone()].lines().next().unwrap_or_default();
        Error::new(what, line, self.text[begin..at.start].chars().count() + 1, marked.chars().count(), text)
    }
}
