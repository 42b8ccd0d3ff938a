//! Figures that may be lower bounds in the cells of tables, and the notes that explain them.

use super::group::is_seeded;
use super::table::{Table, Text, Tone};
use super::units::integer;
use coverlab_bench::statistics::{Cell, Figure};

/// The explanation of `>`.
const BOUND: &str = ">: a lower bound; a search without an answer counts with what was spent on it.";
/// The explanation of a figure of an instance that was searched with several seeds.
pub(super) const MEDIAN_OF_SEEDS: &str = "An instance counts with the median of its seeds.";

/// A figure in words: `> 12` if it is a lower bound.
pub(super) fn bounded(figure: Figure, show: &dyn Fn(f64) -> String) -> String {
    let bound = if figure.lower_bound { ">\u{202f}" } else { "" };
    format!("{bound}{}", show(figure.value))
}

/// A cell with a figure.
pub(super) fn cell(figure: Option<Figure>, show: &dyn Fn(f64) -> String) -> Text {
    let Some(figure) = figure else { return Text::missing() };
    let tone = if figure.lower_bound { Tone::Faint } else { Tone::Plain };
    Text::toned(bounded(figure, show), tone).with_value(figure.value, "")
}

/// `46 of 60`.
pub(super) fn of_all(some: usize, all: usize) -> String {
    format!("{} of {}", integer(some as f64), integer(all as f64))
}

/// Explains the lower bounds of a table, if it has any.
pub(super) fn note_bounds(table: &mut Table) {
    if table.rows.iter().flatten().any(|cell| cell.text.contains('>')) {
        table.notes.push(BOUND.to_string());
    }
}

/// Explains the figures of instances in a table of `cells`, if those were searched with several seeds.
pub(super) fn note_seeds<'a>(table: &mut Table, cells: impl IntoIterator<Item = &'a Cell>) {
    if is_seeded(cells) {
        table.notes.push(MEDIAN_OF_SEEDS.to_string());
    }
}
