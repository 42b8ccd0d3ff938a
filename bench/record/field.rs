//! The columns of the table of trials: their names, types and meanings.

use super::{Mode, Status, Verdict};

/// A column of the table of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, which ends with its unit if it has one.
    pub name: &'static str,
    /// The type of its values.
    pub kind: Kind,
    /// Its description, as FORMAT.md has it.
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

/// A value on its way into a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cell<'a> {
    /// Any text, in UTF-8.
    Text(&'a [u8]),
    /// A word that no format has to quote.
    Word(&'static str),
    /// A number.
    Number(u64),
    /// A number, or nothing.
    Optional(Option<u64>),
    /// A hash as eight hexadecimal digits; no text if it is 0.
    Hash(u32),
    /// A number over another, with three decimals; nothing if the other is 0.
    Ratio(u64, u64),
}

impl Cell<'_> {
    /// The value of a measure.
    pub(super) fn measure(self) -> Option<f64> {
        match self {
            Cell::Optional(value) => value.map(|value| value as f64),
            _ => None,
        }
    }
}

/// `over / under` in whole units and thousandths, rounded; `None` if that is no number.
#[inline]
pub(super) fn thousandths(over: u64, under: u64) -> Option<(u64, u16)> {
    if under == 0 {
        return None;
    }
    Some(match over.checked_mul(1000).and_then(|n| n.checked_add(under / 2)) {
        Some(over) => (over / under / 1000, (over / under % 1000) as u16),
        None => {
            let thousandths = (u128::from(over) * 1000 + u128::from(under) / 2) / u128::from(under);
            ((thousandths / 1000) as u64, (thousandths % 1000) as u16)
        }
    })
}

/// A type of the fields of a trial.
pub(super) trait Value {
    const KIND: Kind;
    fn cell(&self) -> Cell<'_>;
}

macro_rules! value {
    ($type:ty, $kind:ident, |$value:ident| $cell:expr) => {
        impl Value for $type {
            const KIND: Kind = Kind::$kind;

            fn cell(&self) -> Cell<'_> {
                let $value = self;
                $cell
            }
        }
    };
}

value!(String, Text, |value| Cell::Text(value.as_bytes()));
value!(u32, Number, |value| Cell::Number((*value).into()));
value!(u64, Number, |value| Cell::Number(*value));
value!(Option<u64>, Optional, |value| Cell::Optional(*value));
value!(Option<f64>, Ratio, |value| match value {
    Some(ratio) => Cell::Ratio((ratio * 1000.0).round() as u64, 1000),
    None => Cell::Ratio(0, 0),
});
value!(Status, Text, |value| Cell::Word(value.word()));
value!(Verdict, Text, |value| Cell::Word(value.word()));
value!(Mode, Text, |value| Cell::Word(value.word()));
