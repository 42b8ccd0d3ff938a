//! Errors of parsers: the problem, its place, a label and a remedy.

use std::fmt;

/// An error in an input. The command line shows the line and marks the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Details>);

/// The parts of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// The problem: "row of 80 characters, but a 9x9 puzzle needs 81".
    pub what: String,
    /// The line, from 1; 0 for the whole input.
    pub line: usize,
    /// The first column, from 1, counted in characters.
    pub column: usize,
    /// Number of marked characters; 0 for a place between two characters or after the last one.
    pub width: usize,
    /// The text of the line.
    pub text: String,
    /// The label of the mark: "1 character missing".
    pub label: String,
    /// The remedy: "accepted lengths: 16 (4x4), …".
    pub help: String,
}

impl Error {
    /// Creates an error at `width` characters from `column` (from 1) of line `line` (from 1), whose text is
    /// `text`.
    pub fn new(what: impl Into<String>, line: usize, column: usize, width: usize, text: &str) -> Error {
        let (label, help) = (String::new(), String::new());
        Error(Box::new(Details {
            what: what.into(),
            line,
            column,
            width,
            text: text.to_string(),
            label,
            help,
        }))
    }

    /// Creates an error about the whole input.
    pub fn whole(what: impl Into<String>) -> Error {
        Error::new(what, 0, 0, 0, "")
    }

    /// Sets the label of the mark.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Error {
        self.0.label = label.into();
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help = help.into();
        self
    }
}

impl std::ops::Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        f.write_str(&self.what)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
