//! Tables as LaTeX for papers, in the style of the package `booktabs`.

use super::escape::tex as escape;
use super::findings::Findings;
use super::table::{Align, Table, Text, Tone};
use std::fmt::Write;

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

/// A table as a float for `\input`.
pub(super) fn table(table: &Table) -> String {
    let columns = column_spec(table);
    let array = if columns.contains('p') { ",array" } else { "" };
    let names: Vec<String> = table.columns.iter().map(|(name, _)| escape(name)).collect();
    let mut text = format!(
        "% Needs \\usepackage{{booktabs,graphicx{array}}}.\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
         {SHRINK_TO_LINE}\\begin{{tabular}}{{{columns}}}\n\\toprule\n{} \\\\\n\\midrule\n",
        escape(&table.title),
        table.id,
        names.join(" & ")
    );
    for row in &table.rows {
        let _ = writeln!(text, "{} \\\\", row.iter().map(cell).collect::<Vec<_>>().join(" & "));
    }
    text.push_str("\\bottomrule\n\\end{tabular}}\n");
    for note in &table.notes {
        let _ = writeln!(text, "\n\\par\\smallskip\\footnotesize {}", escape(note));
    }
    text + "\\end{table}\n"
}

/// The text of a cell, in bold if it is bad news.
fn cell(cell: &Text) -> String {
    let text = escape(&cell.text);
    match cell.tone {
        Tone::Bad if !text.is_empty() => format!("\\textbf{{{text}}}"),
        _ => text,
    }
}

/// All tables of a report.
pub fn document(findings: &Findings) -> String {
    findings.tables().map(table).collect::<Vec<_>>().join("\n")
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
            .right("time", |time| Text::toned(*time, Tone::Bad))
            .done();
        table.notes.push("n = 1.".into());
        let expected = "\
% Needs \\usepackage{booktabs,graphicx}.
\\begin{table}
\\centering
\\caption{On c \\& d}
\\label{tab:c}
\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%
\\begin{tabular}{lr}
\\toprule
strategy & time \\\\
\\midrule
bird\\_bits & \\textbf{1\\,ms} \\\\
\\bottomrule
\\end{tabular}}

\\par\\smallskip\\footnotesize n = 1.
\\end{table}
";
        assert_eq!(super::table(&table), expected);
    }
}
