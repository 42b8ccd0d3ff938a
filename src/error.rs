//! What the workbench says when it cannot go on: what, where, why, and what to do.

use coverlab_model::format;
use std::cmp::Reverse;
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

/// The word of `known` nearest to `word`, if it is near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |other: &str| word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let near = |candidate: &&str| (distance(word, candidate), Reverse(alike(candidate)));
    let best = known.into_iter().min_by_key(near)?;
    (distance(word, best) <= 1 + word.chars().count() / 3).then_some(best)
}

/// Letters to insert, delete or replace to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_when_near() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest("strategys", ["strategies", "corpora", "seed"]), Some("strategies"));
        assert_eq!(nearest("zebra", ["strategies", "corpora", "seed"]), None);
        assert_eq!(nearest("node", ["mode", "nodes"]), Some("nodes"));
        assert_eq!(nearest("x", []), None);
    }
}
