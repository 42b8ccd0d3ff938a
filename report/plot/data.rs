//! The values of a plot as CSV, for programs. An empty field is a missing value.

use crate::table::as_csv;
use coverlab_bench::statistics::BoundedValue;

/// Rows below the names of their columns, which have units as in `trials.csv`.
pub(super) fn csv(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let header = columns.iter().map(ToString::to_string).collect();
    as_csv([header].into_iter().chain(rows))
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
