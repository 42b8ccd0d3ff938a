//! The reason why a strategy rejects an instance.

use crate::memory::TooLarge;
use crate::observer::Stop;
use std::fmt;

/// The reason why a strategy rejects an instance. It displays as a predicate of the strategy's name: "has no
/// multiplicities".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The strategy does not support a feature of the instance.
    Lacks(&'static str),
    /// The instance is larger than the tables of the strategy.
    Exceeds(&'static str),
    /// The search needs more memory than is available. Boxed, because refusals are rare.
    TooLarge(Box<TooLarge>),
}

impl Refusal {
    /// The [`Stop`] of a search that was rejected for this reason.
    pub fn stop(&self) -> Stop {
        match self {
            Refusal::Lacks(_) => Stop::Unsupported,
            Refusal::Exceeds(_) | Refusal::TooLarge(_) => Stop::Memory,
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
            Refusal::Lacks(why) | Refusal::Exceeds(why) => f.write_str(why),
            Refusal::TooLarge(large) => large.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
