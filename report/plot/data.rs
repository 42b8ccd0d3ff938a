//! The values of a plot, for programs.

use coverlab_bench::statistics::BoundedValue;

/// A table of values; an empty field is a missing value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data {
    /// Names with units, as in `trials.csv`.
    pub(super) columns: Vec<String>,
    /// Rows with a field per column.
    pub(super) rows: Vec<Vec<String>>,
}

impl Data {
    pub(super) fn new(columns: &[&str]) -> Data {
        Data { columns: columns.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    pub(crate) fn csv(&self) -> String {
        crate::table::as_csv([&self.columns].into_iter().chain(&self.rows))
    }
}

/// A value as a field.
pub(super) fn figure(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A value as a field, with `>` before a lower bound.
pub(super) fn bounded_figure(value: Option<BoundedValue>) -> String {
    value.map_or_else(String::new, |BoundedValue { value, lower_bound }| {
        format!("{}{value}", if lower_bound { ">" } else { "" })
    })
}
