//! The error for a request that cannot be met.

use coverlab_model::BadSpec;
use coverlab_techniques::UnknownTechnique;
use std::fmt;

/// A request for puzzles is malformed, contradictory, or never met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The problem.
    pub what: String,
    /// The remedy; may be empty.
    pub help: String,
}

impl RequestError {
    /// An error without a remedy.
    pub(crate) fn new(what: impl Into<String>) -> RequestError {
        RequestError { what: what.into(), help: String::new() }
    }

    #[must_use]
    pub(crate) fn help(self, help: impl Into<String>) -> RequestError {
        RequestError { help: help.into(), ..self }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, " ({})", self.help) }
    }
}

impl std::error::Error for RequestError {}

/// A strategy or a parameter is unknown.
impl From<BadSpec> for RequestError {
    fn from(bad: BadSpec) -> RequestError {
        let reference = || "`coverlab list strategies` lists strategies".to_string();
        RequestError { help: bad.remedy().unwrap_or_else(reference), what: bad.what }
    }
}

/// A technique is unknown.
impl From<UnknownTechnique> for RequestError {
    fn from(unknown: UnknownTechnique) -> RequestError {
        let reference = || "`coverlab list techniques` lists them".to_string();
        RequestError::new(unknown.to_string()).help(unknown.suggestion().unwrap_or_else(reference))
    }
}
