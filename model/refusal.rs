//! The reason why a strategy rejects an instance.

use crate::ExactCover;
use crate::memory::TooLarge;
use crate::observer::Stop;
use std::fmt;

/// The reason why a strategy rejects an instance. It displays as a predicate of the strategy's name: "takes no
/// multiplicities".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The strategy does not support a feature of the instance.
    Lacks(&'static str),
    /// The tables of the strategy hold at most `limit` of `what`: variables or literals of a formula.
    Exceeds {
        /// The limit.
        limit: usize,
        /// The plural of what is limited.
        what: &'static str,
    },
    /// The search needs more memory than is available. Boxed, because refusals are rare.
    TooLarge(Box<TooLarge>),
}

impl Refusal {
    /// Rejects a formula with `count` of `what` if that exceeds `limit`.
    ///
    /// # Errors
    /// It does.
    pub fn above(limit: usize, count: usize, what: &'static str) -> Result<(), Refusal> {
        if count > limit { Err(Refusal::Exceeds { limit, what }) } else { Ok(()) }
    }

    /// Rejects an exact cover with multiplicities.
    ///
    /// # Errors
    /// It has some.
    pub fn multiplicities(cover: &ExactCover) -> Result<(), Refusal> {
        if cover.has_multiplicities() { Err(Refusal::Lacks("takes no multiplicities")) } else { Ok(()) }
    }

    /// The [`Stop`] of a search that was rejected for this reason.
    pub fn stop(&self) -> Stop {
        match self {
            Refusal::Lacks(_) => Stop::Unsupported,
            Refusal::Exceeds { .. } | Refusal::TooLarge(_) => Stop::Memory,
        }
    }
}

impl From<&'static str> for Refusal {
    fn from(lacks: &'static str) -> Refusal {
        Refusal::Lacks(lacks)
    }
}

impl From<TooLarge> for Refusal {
    fn from(large: TooLarge) -> Refusal {
        Refusal::TooLarge(Box::new(large))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Lacks(why) => f.write_str(why),
            Refusal::Exceeds { limit, what } => write!(f, "takes no formula of more than {limit} {what}"),
            Refusal::TooLarge(large) => large.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
