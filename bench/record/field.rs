//! The columns of the table of trials: their names, types and meanings.

use super::{Mode, Status, Verdict};

/// A column of the table of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, which ends with its unit if it has one.
    pub name: &'static str,
    /// Its type as SQL has it.
    pub sql: &'static str,
    /// Whether a value may be missing.
    pub is_optional: bool,
    /// Its description, as docs/FORMAT.md has it.
    pub about: &'static str,
}

/// A type of the fields of a trial.
pub(super) trait Value {
    const SQL: &'static str;
    const IS_OPTIONAL: bool = false;

    /// The value of a measure.
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
