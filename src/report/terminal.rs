//! The report in a terminal: ruled and coloured there, plain text in a pipe.

use super::findings::Findings;
use super::table::{Align, Table, Text, Tone};
use super::units::THIN;
use std::fmt::Write;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether colours and rules are wanted.
    pub rich: bool,
}

impl Style {
    fn paint(self, text: &str, tone: Tone) -> String {
        let code = match tone {
            Tone::Best => "1",
            Tone::Faint => "2",
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Plain => "",
        };
        if self.rich && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Text that comes from data, without anything a terminal would obey.
    fn clean(self, text: &str) -> String {
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let text = if self.rich { text.to_string() } else { plain_units(text) };
        text.chars().map(visible).collect()
    }
}

/// Without narrow spaces: a unit keeps an ordinary one, the digits of a number close up.
pub(super) fn plain_units(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut plain = String::with_capacity(text.len());
    for (at, &c) in characters.iter().enumerate() {
        let before_digit = characters.get(at + 1).is_some_and(char::is_ascii_digit);
        match c {
            THIN if before_digit => {}
            THIN => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// The whole report.
pub(crate) fn document(findings: &Findings, style: Style) -> String {
    let mut text = verdict(findings, style);
    for section in &findings.sections {
        for table in &section.tables {
            text.push('\n');
            text.push_str(&self::table(table, style));
        }
    }
    text
}

fn verdict(findings: &Findings, style: Style) -> String {
    let tone = if findings.counts.wrong > 0 { Tone::Bad } else { Tone::Faint };
    let title = format!("{}: {}", style.clean(&findings.name), style.clean(&findings.question));
    let lines: Vec<Text> = findings.verdict.clone();
    let clean: Vec<String> = lines.iter().map(|line| style.clean(&line.text)).collect();
    if !style.rich {
        let mark = |line: &Text| if line.tone == Tone::Bad { "! " } else { "  " };
        let body: Vec<String> =
            lines.iter().zip(&clean).map(|(line, text)| format!("{}{text}\n", mark(line))).collect();
        return format!("{title}\n{}", body.concat());
    }
    let width = clean.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let edge =
        |left: char, right: char| style.paint(&format!("{left}{}{right}", "─".repeat(width + 2)), tone);
    let mut text = format!("{}\n{}\n", style.paint(&title, Tone::Best), edge('╭', '╮'));
    for (line, clean) in lines.iter().zip(&clean) {
        let bar = style.paint("│", tone);
        let _ = writeln!(text, "{bar} {} {bar}", style.paint(&format!("{clean:<width$}"), line.tone));
    }
    text + &edge('╰', '╯') + "\n"
}

/// A table and its notes.
pub(super) fn table(table: &Table, style: Style) -> String {
    let clean = |text: &str| style.clean(text);
    let header: Vec<String> = table.columns.iter().map(|(name, _)| clean(name)).collect();
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(|cell| clean(&cell.text)).collect()).collect();
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.chain([header[at].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = style.paint(&clean(&table.title), Tone::Best) + "\n";
    let pad = |cell: &str, at: usize| match table.columns[at].1 {
        Align::Left => format!("{cell:<width$}", width = widths[at]),
        Align::Right => format!("{cell:>width$}", width = widths[at]),
    };
    let join = |cells: Vec<String>| cells.join("  ").trim_end().to_string() + "\n";
    text +=
        &join(header.iter().enumerate().map(|(at, name)| style.paint(&pad(name, at), Tone::Faint)).collect());
    if style.rich {
        let rule = "─".repeat(widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1));
        text += &(style.paint(&rule, Tone::Faint) + "\n");
    }
    for (row, cells) in table.rows.iter().zip(&rows) {
        let paint = |(at, cell): (usize, &String)| style.paint(&pad(cell, at), row[at].tone);
        text += &join(cells.iter().enumerate().map(paint).collect());
    }
    for note in &table.notes {
        text += &(style.paint(&clean(note), Tone::Faint) + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new("t", "Title", &[("strategy", Align::Left), ("nodes", Align::Right)]);
        table.rows.push(vec![Text::plain("a\x1b[31mb"), Text::toned("12\u{202f}345", Tone::Best)]);
        table.rows.push(vec![Text::plain("c"), Text::plain("1.00\u{202f}ms")]);
        table
    }

    #[test]
    fn plain_text_has_whole_numbers_and_nothing_a_terminal_obeys() {
        let text = table(&sample(), Style { rich: false });
        assert_eq!(text, "Title\nstrategy    nodes\na [31mb     12345\nc         1.00 ms\n");
    }

    #[test]
    fn rich_text_is_painted_but_data_is_not() {
        let text = table(&sample(), Style { rich: true });
        assert!(text.contains("\x1b[1m") && !text.contains("\x1b[31m"), "{text:?}");
    }
}
