//! Reports as Markdown. Columns are aligned in the source, so that diffs are readable.

use super::findings::Findings;
use super::section::Section;
use super::table::{Align, Table, Tone};
use coverlab_bench::output::safe;
use std::fmt::Write;

/// All tables of a report, after its verdict.
pub fn document(findings: &Findings) -> String {
    let experiment = &findings.record.experiment;
    let mut text = format!("# {}\n\n{}\n", escape(&experiment.name), escape(&experiment.question));
    for line in &findings.verdict {
        let _ =
            write!(text, "\n- {}{}", if line.tone == Tone::Bad { "**!** " } else { "" }, escape(&line.text));
    }
    text.push('\n');
    for Section { title, tables, .. } in findings.sections.iter().filter(|section| !section.tables.is_empty())
    {
        let _ = write!(text, "\n## {}\n", escape(title));
        for table in tables {
            let _ = write!(text, "\n### {}\n\n{}", escape(&table.title), self::table(table));
        }
    }
    text
}

/// A table and its notes.
pub(super) fn table(table: &Table) -> String {
    let header: Vec<String> = table.columns.iter().map(|(name, _)| escape(name)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.chain([header[at].chars().count(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = line(&header, &widths, table);
    for ((_, align), width) in table.columns.iter().zip(&widths) {
        let rule = "-".repeat(width - 1);
        let _ = write!(
            text,
            "| {} ",
            if *align == Align::Right { format!("{rule}:") } else { format!(":{rule}") }
        );
    }
    text.push_str("|\n");
    rows.iter().for_each(|row| text.push_str(&line(row, &widths, table)));
    for note in &table.notes {
        // At the beginning of a line, this sign would quote it.
        let sign = if note.starts_with('>') { "\\" } else { "" };
        let _ = write!(text, "\n{sign}{}\n", escape(note));
    }
    text
}

fn line(cells: &[String], widths: &[usize], table: &Table) -> String {
    let mut text = String::new();
    for ((cell, &width), (_, align)) in cells.iter().zip(widths).zip(&table.columns) {
        let _ = match align {
            Align::Left => write!(text, "| {cell:<width$} "),
            Align::Right => write!(text, "| {cell:>width$} "),
        };
    }
    text + "|\n"
}

fn cell(cell: &super::table::Text) -> String {
    let text = escape(&cell.text);
    match cell.tone {
        Tone::Bad if !text.is_empty() => format!("**{text}**"),
        _ => text,
    }
}

/// Escapes `text` from data, so that it cannot be markup or end a row.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in safe(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '~' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TableOf, Text};

    #[test]
    fn columns_are_aligned_and_data_is_inert() {
        let rows = [("a|b\nc", Text::toned("1 ms", Tone::Bad)), ("<script>", Text::plain("12 ms"))];
        let mut table = TableOf::new("t", "t", &rows)
            .left("strategy", |(strategy, _)| Text::plain(*strategy))
            .right("time", |(_, time)| time.clone())
            .done();
        table.notes.extend(["A note.", ">: a bound."].map(String::from));
        let expected = "\
| strategy    |     time |
| :---------- | -------: |
| a\\|b c      | **1 ms** |
| &lt;script> |    12 ms |

A note.

\\>: a bound.
";
        assert_eq!(super::table(&table), expected);
    }
}
