//! Errors of readers: what, where, why, and what to do.

use std::fmt;

/// Bad input. The workbench draws it with the line quoted and the place marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Details>);

/// The parts of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// The error: "row of 80 characters, but a 9x9 puzzle needs 81".
    pub what: String,
    /// The line, from 1; 0: the input as a whole.
    pub line: usize,
    /// The first column, from 1, counted in characters.
    pub column: usize,
    /// How many characters are meant; 0: the place between two, or past the end.
    pub width: usize,
    /// The text of the line.
    pub text: String,
    /// The text at the mark: "1 character missing".
    pub label: String,
    /// The remedy: "accepted lengths: 16 (4x4), …".
    pub help: String,
}

impl Error {
    /// An error at `width` characters from `column` (from 1) of line `line` (from 1), which
    /// reads `text`.
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

    /// An error of the input as a whole.
    pub fn whole(what: impl Into<String>) -> Error {
        Error::new(what, 0, 0, 0, "")
    }

    /// With a word at the mark.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Error {
        self.0.label = label.into();
        self
    }

    /// With the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.0.help = help.into();
        self
    }

    /// Moved down: line 1 of what was read is line `first` of the file.
    #[must_use]
    pub fn from_line(mut self, first: usize) -> Error {
        if self.0.line > 0 {
            self.0.line += first - 1;
        }
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
