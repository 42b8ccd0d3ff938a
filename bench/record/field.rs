//! Describes the columns of the table of trials: names, types and meanings.

use super::{Mode, Status, Verdict};

/// A column of the table of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, which ends with the unit if there is one.
    pub name: &'static str,
    /// The SQL type.
    pub sql: &'static str,
    /// Whether a value may be missing.
    pub is_optional: bool,
    /// The description, which docs/FORMAT.md repeats.
    pub about: &'static str,
}

/// The type of a field of [`Trial`](super::Trial).
pub(super) trait Value {
    const SQL: &'static str;
    const IS_OPTIONAL: bool = false;

    /// The value as a number, if the column is a measure: a time, a size or a count.
    fn measure(&self) -> Option<f64> {
        None
    }
}

impl Value for u32 {
    const SQL: &'static str = "BIGINT";
}

impl Value for u64 {
    const SQL: &'static str = "BIGINT";
}

impl Value for Option<u64> {
    const SQL: &'static str = "BIGINT";
    const IS_OPTIONAL: bool = true;

    fn measure(&self) -> Option<f64> {
        self.map(|value| value as f64)
    }
}

impl Value for Option<f64> {
    const SQL: &'static str = "DOUBLE";
    const IS_OPTIONAL: bool = true;
}

macro_rules! text {
    ($($type:ty),*) => {
        $(impl Value for $type {
            const SQL: &'static str = "VARCHAR";
        })*
    };
}

text!(String, Status, Verdict, Mode);
