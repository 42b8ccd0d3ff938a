//! The notations of Sudoku, one file each, in the order of the help.
//!
//! To add one, write `model/format/notations/mine.rs` with a type that implements `Format`, and add two lines
//! here: its `mod` and its entry. The readers, the commands, their help and completions, and
//! `model/tests/formats/notation_contract.rs` then include it.

use super::notation::Notation;
use std::fmt;
use std::str::FromStr;

pub mod boxed;
mod candidates;
pub(super) mod csv;
mod hodoku;
pub mod line;
mod numbers;
pub(super) mod sdk;
mod sdm;
mod ss;

/// All notations.
pub static NOTATIONS: &[Notation] = &[
    Notation::of::<line::OneLine>(),
    Notation::of::<boxed::Boxed>(),
    Notation::of::<sdk::Sdk>(),
    Notation::of::<sdm::Sdm>(),
    Notation::of::<ss::Ss>(),
    Notation::of::<csv::Csv>(),
    Notation::of::<hodoku::Hodoku>(),
    Notation::of::<candidates::Candidates>(),
    Notation::of::<numbers::Numbers>(),
];

/// The error for a name that no notation has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(pub String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NOTATIONS.iter().map(Notation::name).collect();
        write!(f, "unknown notation `{}` (known: {})", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = NOTATIONS.iter().find(|notation| notation.name() == text);
        named.copied().ok_or_else(|| UnknownNotation(text.to_string()))
    }
}
