//! The values that a plot shows, as a table for programs.

/// Columns and rows of plain values; an empty field is a missing value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    /// Names with units, as in trials.csv.
    pub(super) columns: Vec<String>,
    /// Each has as many fields as there are columns.
    pub(super) rows: Vec<Vec<String>>,
}

impl Data {
    pub(super) fn new(columns: &[&str]) -> Data {
        Data { columns: columns.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// As CSV.
    pub(crate) fn csv(&self) -> String {
        crate::table::as_csv([&self.columns].into_iter().chain(&self.rows))
    }
}

/// A value as a program reads it.
pub(super) fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
