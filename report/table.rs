//! Tables, independent of their output format.

use crate::units::{integer, multiple};
use coverlab_bench::statistics::BoundedValue;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// The emphasis of a cell or line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// No emphasis.
    #[default]
    Plain,
    /// A title, or the summary.
    Strong,
    /// A missing value or a lower bound.
    Faint,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
}

/// The text of a cell or line, with its emphasis.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text {
    pub text: String,
    pub tone: Tone,
    /// The exact quantities that the text shows, for programs.
    pub values: Vec<Quantity>,
}

/// A quantity. In CSV, each part and each unit of a column has a column of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// The part of the text that shows it; empty for the main quantity.
    pub part: &'static str,
    /// The unit; empty if the number has none.
    pub unit: &'static str,
    pub number: f64,
    /// The sign of a lower bound, `≥` or `>`.
    pub bound: Option<char>,
}

/// The unit of a cost divided by another, in a column that also has costs.
pub(crate) const RATIO: &str = "ratio";

impl Text {
    /// Text without emphasis.
    pub(crate) fn plain(text: impl Into<String>) -> Text {
        Text::toned(text, Tone::Plain)
    }

    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Text {
        Text { text: text.into(), tone, values: Vec::new() }
    }

    /// The text that `show` makes of a value; a missing value has the cell [`Text::missing`].
    pub(crate) fn optional<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> Text {
        value.map_or_else(Text::missing, |value| Text::plain(show(value)))
    }

    /// Text; an empty text has the cell [`Text::missing`].
    pub(crate) fn known(text: &str) -> Text {
        if text.is_empty() { Text::missing() } else { Text::plain(text) }
    }

    /// Like [`Text::optional`], with the quantity itself for programs.
    pub(crate) fn quantity(
        value: impl Into<Option<f64>>,
        unit: &'static str,
        show: impl FnOnce(f64) -> String,
    ) -> Text {
        let value = value.into();
        value.map_or_else(Text::missing, |value| Text::plain(show(value)).with_value(value, unit))
    }

    /// Adds the main quantity that the text shows.
    pub(crate) fn with_value(mut self, number: f64, unit: &'static str) -> Text {
        let bound = self.text.chars().next().filter(|c| matches!(c, '≥' | '>'));
        self.values.push(Quantity { part: "", unit, number, bound });
        self
    }

    /// Adds another quantity that the text shows. In CSV, the name of its column is that of the cell's column and `part`.
    pub(crate) fn with_part(mut self, part: &'static str, number: f64, unit: &'static str) -> Text {
        self.values.push(Quantity { part, unit, number, bound: None });
        self
    }

    /// Like [`Text::with_part`], for a quantity that may be only a lower bound.
    pub(crate) fn with_bounded_part(
        mut self,
        part: &'static str,
        figure: BoundedValue,
        unit: &'static str,
    ) -> Text {
        let bound = figure.lower_bound.then_some('>');
        self.values.push(Quantity { part, unit, number: figure.value, bound });
        self
    }

    /// The interval of a factor: `1.98× to 2.05×`. An end of 0 or ∞ is open: `≥ 1.98×`.
    pub(crate) fn interval(ends: Option<(f64, f64)>) -> Text {
        let Some((lower, upper)) = ends else { return Text::missing() };
        let [low, high] = [lower, upper].map(multiple);
        let text = Text::plain(match ends {
            Some((_, f64::INFINITY)) => format!("≥\u{202f}{low}"),
            Some((0.0, _)) => format!("≤\u{202f}{high}"),
            _ => format!("{low} to {high}"),
        });
        let text =
            if upper == f64::INFINITY || lower > 0.0 { text.with_part("lower", lower, "") } else { text };
        if upper < f64::INFINITY { text.with_part("upper", upper, "") } else { text }
    }

    /// The cell of a missing value: a dash.
    pub(crate) fn missing() -> Text {
        Text::toned("–", Tone::Faint)
    }
}

/// A titled table with notes under it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The id in splice markers and links, such as `corpus-17clue`.
    pub id: String,
    pub title: String,
    /// Titles and alignments of the columns.
    pub columns: Vec<(String, Align)>,
    /// The rows, each with a cell per column.
    pub rows: Vec<Vec<Text>>,
    /// Further rows, which only its CSV has.
    pub more_rows: Vec<Vec<Text>>,
    pub notes: Vec<String>,
    /// Whether the figures cover all instances of a corpus even if other tables show a sample.
    pub covers_all_instances: bool,
}

impl Table {
    /// Shows only the first `count` rows, with a note that the CSV has the others.
    pub(crate) fn show_at_most(&mut self, count: usize) {
        self.more_rows = self.rows.split_off(count.min(self.rows.len()));
        let more = integer(self.more_rows.len() as f64);
        self.note_if(!self.more_rows.is_empty(), format!("And {more} more, in table-{}.csv.", self.id));
    }

    /// Adds a note, if it applies.
    pub(crate) fn note_if(&mut self, applies: bool, note: impl Into<String>) {
        if applies {
            self.notes.push(note.into());
        }
    }

    /// Whether a row or a column has the name `strategy`.
    pub(crate) fn shows(&self, strategy: &str) -> bool {
        self.rows.iter().any(|row| row[0].text == strategy)
            || self.columns.iter().any(|(title, _)| title == strategy)
    }

    /// Removes the column `name`, if it exists.
    pub(crate) fn remove_column(&mut self, name: &str) {
        let Some(at) = self.columns.iter().position(|(title, _)| title == name) else { return };
        self.columns.remove(at);
        self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    }

    /// The cell in the row that begins with `row`, under the title `column`.
    pub(crate) fn cell(&self, row: &str, column: &str) -> Option<&Text> {
        let at = self.columns.iter().position(|(name, _)| name == column)?;
        self.rows.iter().find(|cells| cells[0].text == row)?.get(at)
    }
}

/// A table that is made column by column, with a row for each of some values.
pub(crate) struct TableOf<'a, R> {
    table: Table,
    rows: &'a [R],
}

impl<'a, R> TableOf<'a, R> {
    pub(crate) fn new(id: impl Into<String>, title: impl Into<String>, rows: &'a [R]) -> TableOf<'a, R> {
        let table = Table {
            id: id.into(),
            title: title.into(),
            columns: Vec::new(),
            rows: vec![Vec::new(); rows.len()],
            more_rows: Vec::new(),
            notes: Vec::new(),
            covers_all_instances: false,
        };
        TableOf { table, rows }
    }

    /// Adds a left-aligned column, for words.
    pub(crate) fn left(self, title: impl Into<String>, cell: impl FnMut(&'a R) -> Text) -> TableOf<'a, R> {
        self.with(title.into(), Align::Left, cell)
    }

    /// Adds a right-aligned column, for figures.
    pub(crate) fn right(self, title: impl Into<String>, cell: impl FnMut(&'a R) -> Text) -> TableOf<'a, R> {
        self.with(title.into(), Align::Right, cell)
    }

    fn with(mut self, title: String, align: Align, cell: impl FnMut(&'a R) -> Text) -> TableOf<'a, R> {
        self.table.columns.push((title, align));
        self.table.rows.iter_mut().zip(self.rows.iter().map(cell)).for_each(|(row, cell)| row.push(cell));
        self
    }

    pub(crate) fn done(self) -> Table {
        self.table
    }
}

/// A name as a part of ids: lower-case letters, digits and hyphens.
pub(super) fn slug(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "unnamed".to_string() } else { slug }
}

/// Makes ids unique by appending a number to repeated ones.
pub(super) fn make_unique<'a>(ids: impl Iterator<Item = &'a mut String>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let name = id.clone();
        let mut number = 1;
        while !seen.insert(id.clone()) {
            number += 1;
            *id = format!("{name}-{number}");
        }
    }
}

/// Whether a cell shows a missing value.
pub(crate) fn is_missing(cell: &Text) -> bool {
    cell.text == Text::missing().text
}

/// Removes the column `name` if no row has a value there.
pub(crate) fn drop_empty_column(table: &mut Table, name: &str) {
    let at = table.columns.iter().position(|(title, _)| title == name);
    if at.is_some_and(|at| table.rows.iter().all(|row| row[at] == Text::missing())) {
        table.remove_column(name);
    }
}

/// Rows as CSV, the first with the names of columns. Escapes fields that a spreadsheet would take for formulas.
pub(super) fn as_csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        let cells = row.iter().map(|cell| inert_cell(cell).into_owned().into_bytes());
        writer.write_record(cells).expect("writing into memory cannot fail");
    }
    let bytes = writer.into_inner().expect("writing into memory cannot fail");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Makes a cell safe for spreadsheets: text that looks like a formula gets an apostrophe. Numbers are unchanged.
fn inert_cell(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Table {
        /// The texts of its cells, with ordinary spaces.
        pub(crate) fn texts(&self) -> Vec<Vec<String>> {
            let text = |cell: &Text| cell.text.replace('\u{202f}', " ");
            self.rows.iter().map(|row| row.iter().map(text).collect()).collect()
        }
    }

    #[test]
    fn fields_of_csv_are_no_formulas_and_numbers_stay() {
        let row = |fields: &[&str]| fields.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = [row(&["=1+2", "+x", "-rf", "@SUM(A1)"]), row(&["-1.5", "+2e3", "a-b", "≥-1"])];
        assert_eq!(as_csv(rows), "'=1+2,'+x,'-rf,'@SUM(A1)\n-1.5,+2e3,a-b,≥-1\n");
    }

    #[test]
    fn slugs() {
        assert_eq!(slug("17 clues: all"), "17-clues-all");
        assert_eq!(slug("../x/<y>"), "x-y");
        assert_eq!(slug("///"), "unnamed");
    }

    #[test]
    fn equal_ids_are_numbered_past_those_that_are_taken() {
        let mut ids = ["a", "a-2", "a", "a"].map(String::from);
        make_unique(ids.iter_mut());
        assert_eq!(ids, ["a", "a-2", "a-3", "a-4"]);
    }
}
