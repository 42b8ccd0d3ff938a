//! What the workbench says when it cannot go on: what, where, why, and what to do.

use coverlab_model::{BadSpec, format};
use coverlab_strategies::sat::Engine;
use std::fmt;
use std::path::Path;

/// A reason to stop that a user can do something about.
#[derive(Debug)]
pub enum Error {
    /// A text that is not what it should be.
    Input {
        /// The file, or the name of the built-in text.
        path: String,
        /// What is wrong with it, and where.
        error: format::Error,
    },
    /// Anything else.
    Other {
        /// What happened.
        what: String,
        /// What to do; may be empty.
        help: String,
    },
}

impl Error {
    /// Something happened.
    pub fn new(what: impl Into<String>) -> Error {
        Error::Other { what: what.into(), help: String::new() }
    }

    /// A file could not be read or written.
    pub fn file(verb: &str, path: &Path, error: &std::io::Error) -> Error {
        Error::new(format!("cannot {verb} {}: {error}", path.display()))
    }

    /// With what to do.
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
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if word.chars().all(plain) { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// What to do about a name that a Cargo feature would make known.
pub(crate) fn without_feature(feature: &str) -> String {
    format!(
        "this program was built without the feature `{feature}`; build with `cargo build --release --features {feature}`"
    )
}

/// What to do about `bad`: the nearest word, a feature to build with, or the words that are known if they
/// are few.
pub(crate) fn remedy(bad: &BadSpec) -> Option<String> {
    let near = nearest(&bad.word, bad.known.iter().map(String::as_str));
    match (Engine::missing_feature(&bad.word), near) {
        (Some(feature), _) => Some(without_feature(feature)),
        (None, Some(near)) => Some(format!("did you mean `{near}`?")),
        (None, None) if (1..=12).contains(&bad.known.len()) => {
            Some(format!("known: {}", bad.known.join(", ")))
        }
        (None, None) => None,
    }
}

/// The one of `known` that was perhaps meant by `word`: a slip or two away, or begun alike.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let far = word.chars().count().div_ceil(3).min(3);
    let distance = |other: &str| {
        let other = other.to_lowercase();
        let begun = word.chars().count() >= 3 && other.starts_with(&word);
        strsim::damerau_levenshtein(&word, &other).min(if begun { 1 } else { usize::MAX })
    };
    // Of two equally near ones, the one that begins alike.
    let alike = |other: &str| word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    known
        .map(|other| (distance(other), std::cmp::Reverse(alike(other)), other))
        .filter(|(d, ..)| *d <= far)
        .min_by_key(|&(d, alike, _)| (d, alike))
        .map(|(.., other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word() {
        let known = ["bird", "bird-bits", "delord", "dlx"];
        let near = |word| nearest(word, known.into_iter());
        assert_eq!(near("brid"), Some("bird"));
        assert_eq!(near("bird-bit"), Some("bird-bits"));
        assert_eq!(near("DLX"), Some("dlx"));
        assert_eq!(near("kissat"), None);
    }
}
