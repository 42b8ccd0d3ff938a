//! The columns of the table of trials: their names, types and meanings.

use super::{Mode, Status, Verdict};

/// A column of the table of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, which ends with its unit if it has one.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Kind,
    /// Its description, as docs/FORMAT.md has it.
    pub about: &'static str,
}

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text. Nothing is empty text.
    Text,
    /// A whole number.
    Number,
    /// A whole number, or nothing.
    Optional,
    /// A ratio, or nothing.
    Ratio,
}

/// Columns of numbers that may take all 64 bits. The others are signed, so that a difference of two is right.
const WIDE: [&str; 4] = ["seed", "solutions", "task_solutions", "limit_nodes"];

impl Field {
    /// Whether a value may be missing.
    pub fn is_optional(self) -> bool {
        matches!(self.kind, Kind::Optional | Kind::Ratio)
    }

    /// Whether its numbers take all 64 bits.
    pub fn is_wide(self) -> bool {
        WIDE.contains(&self.name)
    }

    /// The unit of its numbers; empty: they count, or have none.
    pub fn unit(self) -> &'static str {
        match self.name.rsplit_once('_') {
            Some((_, "ns")) => "ns",
            Some((_, "bytes")) => "bytes",
            Some((_, "utc")) => "s",
            _ => "",
        }
    }

    /// Its type as SQL has it.
    pub fn sql(self) -> &'static str {
        match self.kind {
            Kind::Text => "VARCHAR",
            Kind::Number | Kind::Optional if self.is_wide() => "UBIGINT",
            Kind::Number | Kind::Optional => "BIGINT",
            Kind::Ratio => "DOUBLE",
        }
    }
}

/// A type of the fields of a trial.
pub(super) trait Value {
    const KIND: Kind;

    /// The value of a measure.
    fn measure(&self) -> Option<f64> {
        None
    }
}

impl Value for u32 {
    const KIND: Kind = Kind::Number;
}

impl Value for u64 {
    const KIND: Kind = Kind::Number;
}

impl Value for Option<u64> {
    const KIND: Kind = Kind::Optional;

    fn measure(&self) -> Option<f64> {
        self.map(|value| value as f64)
    }
}

impl Value for Option<f64> {
    const KIND: Kind = Kind::Ratio;
}

macro_rules! text {
    ($($type:ty),*) => {
        $(impl Value for $type {
            const KIND: Kind = Kind::Text;
        })*
    };
}

text!(String, Status, Verdict, Mode);
