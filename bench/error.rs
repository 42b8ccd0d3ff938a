//! Errors of the workbench: what, where, why, and what to do.

use coverlab_model::{BadSpec, format};
use coverlab_strategies::solvers::Engine;
use std::fmt;
use std::path::Path;

/// A reason to stop that a user can do something about.
#[derive(Debug)]
pub enum Error {
    /// A malformed text.
    Input {
        /// The file, or the name of the built-in text.
        path: String,
        /// The error, and its place.
        error: format::Error,
    },
    /// Anything else.
    Other {
        /// The failure.
        what: String,
        /// The remedy; may be empty.
        help: String,
    },
}

impl Error {
    /// A failure.
    pub fn new(what: impl Into<String>) -> Error {
        Error::Other { what: what.into(), help: String::new() }
    }

    /// A file could not be read or written.
    pub fn file(verb: &str, path: &Path, error: &std::io::Error) -> Error {
        Error::new(format!("cannot {verb} {}: {error}", path.display()))
    }

    /// With the remedy.
    #[must_use]
    pub fn help(self, words: impl Into<String>) -> Error {
        match self {
            Error::Other { what, .. } => Error::Other { what, help: words.into() },
            input @ Error::Input { .. } => input,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input { path, error } => write!(f, "{path}: {error}"),
            Error::Other { what, help } if help.is_empty() => f.write_str(what),
            Error::Other { what, help } => write!(f, "{what} ({help})"),
        }
    }
}

impl std::error::Error for Error {}

/// `word` as a shell takes it, for commands that a user is told to type.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// `word` of a command, in quotes only where a person would miss them.
pub(crate) fn quoted_plainly(word: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"'\"\\$`;&|<>*?()#!~".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.escape_debug())
    }
}

/// The remedy for a name that a Cargo feature would make known.
pub fn without_feature(feature: &str) -> String {
    format!(
        "this program was built without the feature `{feature}`; build with `cargo build --release --features {feature}`"
    )
}

/// The remedy for `bad`: a feature to build with, or a suggestion from the names that are known.
pub fn remedy(bad: &BadSpec) -> Option<String> {
    Engine::missing_feature(&bad.word).map(without_feature).or_else(|| bad.remedy())
}
