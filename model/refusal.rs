//! Why a strategy does not take an instance.

use crate::memory::TooLarge;
use crate::observer::Stop;
use std::fmt;

/// Why a strategy does not take an instance. As text it is the end of a sentence that begins with
/// the strategy's name: "has no multiplicities".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The instance has something that the strategy does not know, or a size it is not made for.
    Lacks(&'static str),
    /// There is not enough memory. Boxed: refusals are rare.
    TooLarge(Box<TooLarge>),
}

impl Refusal {
    /// How a search ends that does not begin for this reason.
    pub fn stop(&self) -> Stop {
        match self {
            Refusal::Lacks(_) => Stop::Unsupported,
            Refusal::TooLarge(_) => Stop::Memory,
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
            Refusal::Lacks(lacks) => f.write_str(lacks),
            Refusal::TooLarge(large) => large.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
