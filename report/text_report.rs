//! Reports as text: with colors and rules on a terminal, plain in a pipe.

use super::column_layout::{self, Block, ColumnWidths};
use super::findings::Findings;
use super::table::{Align, Table, Text, Tone};
use super::units::plain_units;
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;

/// The layout of text on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLayout {
    /// Whether to use colors and rules.
    pub rich: bool,
    /// The maximum width of a line in columns of the terminal; `None`: unlimited.
    pub width: Option<usize>,
}

impl TextLayout {
    /// The layout for `terminal`.
    pub fn of(terminal: &Terminal) -> TextLayout {
        TextLayout { rich: terminal.color, width: terminal.width }
    }

    /// `text`, cleaned and wrapped to lines that leave `margin` columns free.
    fn lines(self, text: &str, margin: usize) -> Vec<String> {
        match self.width {
            None => vec![self.clean(text)],
            Some(width) => {
                let width = width.saturating_sub(margin);
                // The name of an instance may be longer than a line.
                let is_long = text.split(' ').any(|word| text::width(word) > width);
                let lines = if is_long { text::wrap_name(text, width) } else { text::wrap(text, width) };
                lines.iter().map(|line| self.clean(line)).collect()
            }
        }
    }

    /// `text`, wrapped and painted.
    fn paragraph(self, text: &str, tone: Tone) -> String {
        self.lines(text, 0).iter().map(|line| self.paint(line, tone) + "\n").collect()
    }

    fn paint(self, text: &str, tone: Tone) -> String {
        let code = match tone {
            Tone::Strong => "1",
            Tone::Faint => "2",
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Plain => "",
        };
        if self.rich && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Replaces control characters in text from data.
    fn clean(self, text: &str) -> String {
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let text = if self.rich { text.to_string() } else { plain_units(text) };
        text.chars().map(visible).collect()
    }
}

/// All tables of a report, after its verdict.
pub fn document(findings: &Findings, layout: TextLayout) -> String {
    let mut text = verdict(findings, layout);
    for table in findings.tables() {
        text.push('\n');
        text.push_str(&self::table(table, layout));
    }
    text
}

fn verdict(findings: &Findings, layout: TextLayout) -> String {
    let experiment = &findings.record.experiment;
    let title = format!("{}: {}", experiment.name, experiment.question);
    let line = |line: &Text| {
        let mark = if line.tone == Tone::Bad { "! " } else { "  " };
        let lines = layout.lines(&line.text, 2).into_iter().map(|text| layout.paint(&text, line.tone));
        format!("{mark}{}\n", lines.collect::<Vec<_>>().join("\n  "))
    };
    layout.paragraph(&title, Tone::Strong) + &findings.verdict.iter().map(line).collect::<String>()
}

/// A line, wrapped.
pub(crate) fn paragraph(line: &Text, layout: TextLayout) -> String {
    layout.paragraph(&line.text, line.tone)
}

/// `text` as a pipe shows it.
pub(super) fn plain(text: &str) -> String {
    TextLayout { rich: false, width: None }.clean(text)
}

/// A table and its notes.
pub(crate) fn table(table: &Table, layout: TextLayout) -> String {
    let columns: Vec<ColumnWidths> =
        (0..table.columns.len()).map(|at| column_widths(table, at, layout)).collect();
    let blocks = column_layout::blocks(&columns, layout.width);
    let blocks: Vec<String> = blocks.iter().map(|block| self::block(table, block, layout)).collect();
    let notes: String = table.notes.iter().map(|note| layout.paragraph(note, Tone::Faint)).collect();
    layout.paragraph(&table.title, Tone::Strong) + &blocks.join("\n") + &notes
}

/// The width to which columns of text may be narrowed; narrower ones are hard to read.
const MIN_TEXT_WIDTH: usize = 20;

/// The widths of the column `at`. Titles and text may be wrapped, figures may not.
fn column_widths(table: &Table, at: usize, layout: TextLayout) -> ColumnWidths {
    let (title, align) = &table.columns[at];
    let (title, cells) = (layout.clean(title), table.rows.iter().map(|row| layout.clean(&row[at].text)));
    let word = title.split(' ').map(text::width).max().unwrap_or(0);
    let (mut natural, mut min) = (text::width(&title), word);
    for cell in cells {
        let width = text::width(&cell);
        natural = natural.max(width);
        min = min.max(match align {
            Align::Left => text::longest_piece(&cell).max(width.min(MIN_TEXT_WIDTH)),
            Align::Right => width,
        });
    }
    ColumnWidths { natural, min }
}

/// A block of columns as text.
fn block(table: &Table, block: &Block, layout: TextLayout) -> String {
    let cell = |at: usize, width, clean: String, tone| {
        let lines = if text::width(&clean) <= width { vec![clean] } else { text::wrap_name(&clean, width) };
        WrappedCell { lines, width, align: table.columns[at].1, tone }
    };
    let titles =
        block.iter().map(|&(at, width)| cell(at, width, layout.clean(&table.columns[at].0), Tone::Faint));
    let mut text = row(&titles.collect::<Vec<_>>(), layout);
    if layout.rich {
        let width: usize = block.iter().map(|(_, width)| width + column_layout::COLUMN_GAP).sum();
        text +=
            &(layout.paint(&"─".repeat(width.saturating_sub(column_layout::COLUMN_GAP)), Tone::Faint) + "\n");
    }
    for cells in &table.rows {
        let cells =
            block.iter().map(|&(at, width)| cell(at, width, layout.clean(&cells[at].text), cells[at].tone));
        text += &row(&cells.collect::<Vec<_>>(), layout);
    }
    text
}

/// A cell, wrapped to lines.
struct WrappedCell {
    lines: Vec<String>,
    width: usize,
    align: Align,
    tone: Tone,
}

impl WrappedCell {
    fn line(&self, number: usize, layout: TextLayout) -> String {
        let text = self.lines.get(number).map_or("", String::as_str);
        let room = " ".repeat(self.width.saturating_sub(text::width(text)));
        let padded = match self.align {
            Align::Left => format!("{text}{room}"),
            Align::Right => format!("{room}{text}"),
        };
        layout.paint(&padded, self.tone)
    }
}

/// A row, on as many lines as its longest cell takes.
fn row(cells: &[WrappedCell], layout: TextLayout) -> String {
    let mut text = String::new();
    for number in 0..cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(0) {
        let line: Vec<String> = cells.iter().map(|cell| cell.line(number, layout)).collect();
        text += line.join(&" ".repeat(column_layout::COLUMN_GAP)).trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section_tests::{COMMITTED, on_threads};
    use crate::table::TableOf;

    fn sample() -> Table {
        let rows = [("a\x1b[31mb", "12\u{202f}345"), ("c", "1.00\u{202f}ms")];
        TableOf::new("t", "Title", &rows)
            .left("strategy", |(strategy, _)| Text::plain(*strategy))
            .right("nodes", |(_, nodes)| Text::plain(*nodes))
            .done()
    }

    #[test]
    fn plain_text_has_whole_numbers_and_nothing_a_terminal_obeys() {
        let mut table = sample();
        table.notes.push("a note".to_string());
        let text = super::table(&table, TextLayout { rich: false, width: None });
        assert_eq!(text, "Title\nstrategy    nodes\na [31mb     12345\nc         1.00 ms\na note\n");
    }

    #[test]
    fn a_narrow_table_has_its_columns_below_each_other_and_whole_figures() {
        let mut table = sample();
        table.rows[1][0] = Text::plain("sat:encoding=augmented,amo=product,clues=reduced");
        table.notes.push("a note that is longer than a line of thirty columns".to_string());
        let text = super::table(&table, TextLayout { rich: false, width: Some(30) });
        assert!(text.lines().all(|line| text::width(line) <= 30), "{text}");
        assert!(text.contains("12345") && text.contains("1.00 ms"), "{text}");
    }

    /// The figures of a text: digits with what joins them.
    fn figures(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = text
            .split(|c: char| !(c.is_ascii_digit() || ".,".contains(c)))
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .map(|word| word.trim_end_matches(['.', ',']))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn no_line_of_a_committed_report_is_longer_than_the_terminal_and_no_figure_is_cut() {
        on_threads(&COMMITTED, |findings| {
            let name = findings.record.name();
            let wide = document(findings, TextLayout { rich: false, width: None });
            for (rich, width) in [(false, 80), (true, 80), (false, 60)] {
                let text = document(findings, TextLayout { rich, width: Some(width) });
                if rich {
                    let plain = unpainted(&text);
                    assert!(plain.lines().all(|line| text::width(line) <= width), "{name}");
                    continue;
                }
                let long = text.lines().find(|line| text::width(line) > width);
                assert_eq!(long, None, "{name}");
                assert_eq!(figures(&text), figures(&wide), "{name}");
            }
        });
    }

    /// `text` without the codes that paint it.
    fn unpainted(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    #[test]
    fn rich_text_is_painted_but_data_is_not() {
        let text = table(&sample(), TextLayout { rich: true, width: None });
        assert!(text.contains("\x1b[1m") && !text.contains("\x1b[31m"), "{text:?}");
    }
}
