//! Tables as LaTeX for papers, in the style of the package `booktabs`. Each figure is a macro, so that a paper can use it in
//! its text.

use super::escape::tex as escape;
use super::findings::Findings;
use super::table::{Align, Table, Text, Tone};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The macro names in use. They are unique in a report.
#[derive(Default)]
pub(super) struct Macros(BTreeSet<String>);

impl Macros {
    /// A new name for the figure in a row and a column, such as `\CovTotalCPUDlxEasy`.
    fn name(&mut self, table: &Table, column: &str, row: &str) -> String {
        let id = table.id.strip_prefix("corpus-").unwrap_or(&table.id);
        let name = format!("\\Cov{}{}{}", letters(column), letters(row), letters(id));
        let numbered = (2..).map(|number: usize| format!("{name}{}", letters(&number.to_string())));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| self.0.insert(name.clone())).expect("there are more numbers than names in use")
    }
}

/// `name` in letters, since macros allow no others. Words begin with a capital, and digits become words.
fn letters(name: &str) -> String {
    const DIGITS: [&str; 10] =
        ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let (mut letters, mut begins) = (String::new(), true);
    for c in name.chars() {
        match c.to_digit(10) {
            Some(digit) => letters.push_str(DIGITS[digit as usize]),
            None if c.is_ascii_alphabetic() && begins => letters.push(c.to_ascii_uppercase()),
            None if c.is_ascii_alphabetic() => letters.push(c),
            None => {}
        }
        begins = !c.is_ascii_alphabetic();
    }
    letters
}

/// A column is set in paragraphs if a cell has words and more characters than this.
const MAX_UNWRAPPED: usize = 24;
/// The approximate number of characters in a line of a paper.
const LINE: f64 = 80.0;

/// The column specification of `tabular`. Columns of paragraphs share the width that the others leave.
fn column_spec(table: &Table) -> String {
    let texts = |at: usize| table.rows.iter().map(move |row| &*row[at].text);
    let longest = |at: usize| texts(at).chain([&*table.columns[at].0]).map(|text| text.chars().count()).max();
    let length = |at: usize| longest(at).unwrap_or(0);
    let wide = |at: usize| {
        let words = texts(at).any(|text| text.chars().count() > MAX_UNWRAPPED && text.contains(' '));
        table.columns[at].1 == Align::Left && words
    };
    let (wides, others): (Vec<usize>, Vec<usize>) = (0..table.columns.len()).partition(|&at| wide(at));
    let taken: usize = others.iter().map(|&at| length(at) + 2).sum();
    let room = (1.0 - taken as f64 / LINE).max(0.3);
    let all: f64 = wides.iter().map(|&at| length(at).min(LINE as usize) as f64).sum();
    let column = |(at, (_, align)): (usize, &(String, Align))| {
        if wides.contains(&at) {
            let share = room * length(at).min(LINE as usize) as f64 / all;
            return format!(">{{\\raggedright\\arraybackslash}}p{{{share:.2}\\linewidth}}");
        }
        if *align == Align::Right { "r" } else { "l" }.to_string()
    };
    table.columns.iter().enumerate().map(column).collect()
}

/// Shrinks the content of the braces that it opens to the width of a line, if it is wider.
const SHRINK_TO_LINE: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";

fn is_figure(align: Align, cell: &Text) -> bool {
    align == Align::Right && !cell.text.is_empty() && *cell != Text::missing()
}

/// A table as a float for `\input`, after the macros of its figures.
pub(super) fn table(table: &Table, macros: &mut Macros) -> String {
    let (mut commands, mut body) = (String::new(), String::new());
    for row in &table.rows {
        let mut cells = Vec::new();
        for (cell, (column, align)) in row.iter().zip(&table.columns) {
            let text = escape(&cell.text);
            if !is_figure(*align, cell) {
                cells.push(toned(cell, text));
                continue;
            }
            let name = macros.name(table, column, &row[0].text);
            let _ = writeln!(commands, "\\newcommand{{{name}}}{{{text}}}");
            cells.push(toned(cell, name));
        }
        let _ = writeln!(body, "{} \\\\", cells.join(" & "));
    }
    let usage = "% Each figure has a name; the text may use it after this file is read: \\CovName{}.\n";
    let columns = column_spec(table);
    let array = if columns.contains('p') { ",array" } else { "" };
    let names: Vec<String> = table.columns.iter().map(|(name, _)| escape(name)).collect();
    let mut text = format!(
        "% Needs \\usepackage{{booktabs,graphicx{array}}}.\n{}{commands}\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
         {SHRINK_TO_LINE}\\begin{{tabular}}{{{columns}}}\n\\toprule\n{} \\\\\n\\midrule\n",
        if commands.is_empty() { "" } else { usage },
        escape(&table.title),
        table.id,
        names.join(" & ")
    );
    text.push_str(&body);
    text.push_str("\\bottomrule\n\\end{tabular}}\n");
    for note in &table.notes {
        let _ = writeln!(text, "\n\\par\\smallskip\\footnotesize {}", escape(note));
    }
    text + "\\end{table}\n"
}

/// The text of a cell, in bold if its tone requires it.
fn toned(cell: &Text, text: String) -> String {
    match cell.tone {
        Tone::Best | Tone::Bad if !text.is_empty() => format!("\\textbf{{{text}}}"),
        _ => text,
    }
}

/// All tables of a report.
pub fn document(findings: &Findings) -> String {
    let tables = findings.tables();
    let mut macros = Macros::default();
    tables.map(|one| table(one, &mut macros)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableOf;

    #[test]
    fn every_special_character_is_inert() {
        assert_eq!(
            escape("_%&#${}~^\\"),
            "\\_\\%\\&\\#\\$\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
        assert_eq!(escape("[1]\n*"), "{[}1{]} {*}");
        assert_eq!(escape("a-b--c"), "a-b-{-}c");
        assert_eq!(escape("3\u{202f}µs ≥ 2×"), "3\\,$\\mu$s $\\geq$ 2$\\times$");
    }

    #[test]
    fn a_table_has_the_rules_of_booktabs() {
        let mut table = TableOf::new("c", "On c & d", &["1\u{202f}ms"])
            .left("strategy", |_| Text::plain("bird_bits"))
            .right("time", |time| Text::toned(*time, Tone::Best))
            .done();
        table.notes.push("n = 1.".into());
        let expected = "\
% Needs \\usepackage{booktabs,graphicx}.
% Each figure has a name; the text may use it after this file is read: \\CovName{}.
\\newcommand{\\CovTimeBirdBitsC}{1\\,ms}
\\begin{table}
\\centering
\\caption{On c \\& d}
\\label{tab:c}
\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%
\\begin{tabular}{lr}
\\toprule
strategy & time \\\\
\\midrule
bird\\_bits & \\textbf{\\CovTimeBirdBitsC} \\\\
\\bottomrule
\\end{tabular}}

\\par\\smallskip\\footnotesize n = 1.
\\end{table}
";
        assert_eq!(super::table(&table, &mut Macros::default()), expected);
    }
}
