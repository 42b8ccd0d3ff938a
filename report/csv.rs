//! Tables as CSV for programs: exact values, with units in the names of columns.

use super::findings::Findings;
use super::table::{Quantity, Table, Text, as_csv, is_missing};
use std::collections::BTreeSet;

/// A table. The unit of a column's values follows its name, and a bound keeps its `≥` or `>`. A column of a table with
/// several quantities or units becomes several columns, so that every value of a column has its unit. If several
/// columns share a title, each is prefixed with the title of the column before it: `typical 95 %`.
pub(super) fn table(table: &Table) -> String {
    let columns: Vec<Column> = (0..table.columns.len()).flat_map(|at| Column::all(table, at)).collect();
    let header: Vec<String> = columns.iter().map(Column::name).collect();
    let rows = rows_of(table).map(|row| columns.iter().map(|column| column.field(row)).collect());
    as_csv([header].into_iter().chain(rows))
}

/// All rows, shown or not.
fn rows_of(table: &Table) -> impl Iterator<Item = &Vec<Text>> {
    table.rows.iter().chain(&table.more_rows)
}

/// A column of the CSV, for one quantity in a column of a table.
struct Column {
    title: String,
    /// The index of the table's column.
    at: usize,
    /// The part and the unit of its values. Cells without a value belong to the column where both are empty.
    quantity: (&'static str, &'static str),
}

impl Column {
    /// The columns for the column `at` of `table`.
    fn all(table: &Table, at: usize) -> Vec<Column> {
        let cells = || rows_of(table).map(|row| &row[at]);
        let values = cells().flat_map(|cell| &cell.values);
        let mut quantities: BTreeSet<_> = values.map(|value| (value.part, value.unit)).collect();
        if quantities.is_empty() || cells().any(|cell| cell.values.is_empty() && !is_missing(cell)) {
            quantities.insert(("", ""));
        }
        let titles: Vec<&str> = table.columns.iter().map(|(title, _)| title.as_str()).collect();
        let is_repeated = titles.iter().filter(|title| **title == titles[at]).count() > 1;
        let title =
            if is_repeated && at > 0 { titles[at - 1..=at].join(" ") } else { titles[at].to_string() };
        quantities.into_iter().map(|quantity| Column { title: title.clone(), at, quantity }).collect()
    }

    fn name(&self) -> String {
        let (part, unit) = self.quantity;
        let mut name = self.title.clone();
        if !part.is_empty() {
            name += &format!(" {part}");
        }
        if !unit.is_empty() {
            name += &format!(" [{unit}]");
        }
        name
    }

    fn field(&self, row: &[Text]) -> String {
        let cell = &row[self.at];
        let is_own = |value: &&Quantity| (value.part, value.unit) == self.quantity;
        match cell.values.iter().find(is_own) {
            Some(Quantity { number, bound, .. }) => {
                format!("{}{number}", bound.map_or_else(String::new, String::from))
            }
            None if cell.values.is_empty() && self.quantity == ("", "") && !is_missing(cell) => {
                super::units::plain_units(&cell.text)
            }
            None => String::new(),
        }
    }
}

/// All tables of a report, each after a line with its id and title.
pub fn document(findings: &Findings) -> String {
    let tables = findings.tables();
    let named = |table: &Table| {
        let title: String = table.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("# {}: {}\n{}", table.id, super::units::plain_units(&title), self::table(table))
    };
    tables.map(named).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableOf;

    #[test]
    fn values_are_read_back_as_they_are() {
        let nasty = "a,\"b\"\nc";
        let time = |text: &str, ns| Text::plain(text).with_value(ns, "ns");
        let rows = [
            (nasty, time("1.23\u{202f}ms", 1_234_567.0), Text::plain("é")),
            ("d", time("≥\u{202f}2.00\u{202f}s", 2e9), Text::missing()),
        ];
        let table = TableOf::new("t", "t", &rows)
            .left("strategy", |(strategy, ..)| Text::plain(*strategy))
            .right("time", |(_, time, _)| time.clone())
            .left("note", |(.., note)| note.clone())
            .done();
        let written = super::table(&table);
        let mut reader = csv::Reader::from_reader(written.as_bytes());
        assert_eq!(reader.headers().unwrap(), ["strategy", "time [ns]", "note"].as_slice());
        let rows: Vec<Vec<String>> = reader.deserialize().map(|row| row.unwrap()).collect();
        assert_eq!(rows, [[nasty, "1234567", "é"], ["d", "≥2000000000", ""]]);
    }

    #[test]
    fn quantities_units_and_words_of_a_column_are_separate_columns() {
        let cells = [
            Text::plain("2.00×").with_value(2.0, "ratio"),
            Text::plain("≥\u{202f}1.00\u{202f}µs at 8").with_value(1000.0, "ns").with_part("size", 8.0, ""),
            Text::missing(),
            Text::plain("stuck"),
        ];
        let table = TableOf::new("t", "t", &cells).right("cost", Text::clone).done();
        let expected = "cost,cost [ns],cost [ratio],cost size\n,,2,\n,≥1000,,8\n,,,\nstuck,,,\n";
        assert_eq!(super::table(&table), expected);
    }

    #[test]
    fn columns_with_the_same_title_are_named_by_the_columns_before_them() {
        let mut table = TableOf::new("t", "t", &[2.0]);
        for title in ["typical", "total"] {
            table = table.right(title, |ratio| Text::quantity(*ratio, "", |value| value.to_string()));
            table = table.right("95 %", |ratio| Text::interval(Some((ratio - 1.0, ratio + 1.0))));
        }
        let names = "typical,typical 95 % lower,typical 95 % upper,total,total 95 % lower,total 95 % upper";
        assert_eq!(super::table(&table.done()), format!("{names}\n2,1,3,2,1,3\n"));
    }
}
