//! Tables as CSV for programs: exact values, with units in the names of columns.

use super::findings::Findings;
use super::table::{Table, Text, as_csv};

/// A table. The unit of a column's values follows its name; a bound keeps its `≥` or `>`.
pub(super) fn table(table: &Table) -> String {
    let unit = |at: usize| table.rows.iter().find_map(|row| row[at].value.map(|value| value.unit));
    let name = |(at, (name, _)): (usize, &(String, _))| match unit(at) {
        None | Some("") => name.clone(),
        Some(unit) => format!("{name} [{unit}]"),
    };
    let header: Vec<String> = table.columns.iter().enumerate().map(name).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(field).collect()).collect();
    as_csv([&header].into_iter().chain(&rows))
}

fn field(cell: &Text) -> String {
    let bound = cell.text.chars().next().filter(|c| matches!(c, '≥' | '>')).map(String::from);
    match cell.value {
        Some(value) => format!("{}{}", bound.unwrap_or_default(), value.number),
        None if *cell == Text::missing() => String::new(),
        None => super::units::plain_units(&cell.text),
    }
}

/// All tables of a report, each after a line with its id and title.
pub fn document(findings: &Findings) -> String {
    let tables = findings.sections.iter().flat_map(|section| &section.tables);
    let named = |table: &Table| {
        let title: String = table.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("# {}: {}\n{}", table.id, super::units::plain_units(&title), self::table(table))
    };
    tables.map(named).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back_as_they_are() {
        let mut table = Table::new("t", "t").left(["strategy"]).right(["time"]).left(["note"]);
        let nasty = "a,\"b\"\nc";
        table.rows.push(vec![
            Text::plain(nasty),
            Text::plain("1.23\u{202f}ms").with_value(1_234_567.0, "ns"),
            Text::plain("é"),
        ]);
        table.rows.push(vec![
            Text::plain("d"),
            Text::plain("≥\u{202f}2.00\u{202f}s").with_value(2e9, "ns"),
            Text::missing(),
        ]);
        let written = super::table(&table);
        let mut reader = csv::Reader::from_reader(written.as_bytes());
        assert_eq!(reader.headers().unwrap(), ["strategy", "time [ns]", "note"].as_slice());
        let rows: Vec<Vec<String>> = reader.deserialize().map(|row| row.unwrap()).collect();
        assert_eq!(rows, [[nasty, "1234567", "é"], ["d", "≥2000000000", ""]]);
    }
}
