//! Tables for papers: LaTeX with the rules of the package `booktabs` and nothing else.

use super::findings::Findings;
use super::table::{Align, Table, Text, Tone};
use super::units::SUPERSCRIPT;
use std::fmt::Write;

/// A table as a float, to be read by `\input`.
pub(super) fn table(table: &Table) -> String {
    let sides = table.columns.iter().map(|(_, align)| if *align == Align::Right { 'r' } else { 'l' });
    let sides: String = sides.collect();
    let names: Vec<String> = table.columns.iter().map(|(name, _)| escape(name)).collect();
    let mut text = format!(
        "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
         \\begin{{tabular}}{{{sides}}}\n\\toprule\n{} \\\\\n\\midrule\n",
        escape(&table.title),
        table.id,
        names.join(" & ")
    );
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(text, "{} \\\\", cells.join(" & "));
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    for note in &table.notes {
        let _ = writeln!(text, "\n\\par\\smallskip\\footnotesize {}", escape(note));
    }
    text + "\\end{table}\n"
}

fn cell(cell: &Text) -> String {
    let text = escape(&cell.text);
    match cell.tone {
        Tone::Best | Tone::Bad if !text.is_empty() => format!("\\textbf{{{text}}}"),
        _ => text,
    }
}

/// All tables, one after the other.
pub(crate) fn document(findings: &Findings) -> String {
    let tables = findings.sections.iter().flat_map(|section| &section.tables);
    tables.map(table).collect::<Vec<_>>().join("\n")
}

/// Text that comes from data, inert: no command, no new cell, no mathematics. Brackets and stars
/// are wrapped because a row that began with one would be an argument of the row's end before it.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '_' | '%' | '&' | '#' | '$' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '-' if before != '-' => escaped.push('-'),
            '[' | ']' | '*' | '-' | '\'' | '`' | '"' => escaped.extend(['{', c, '}']),
            '\u{202f}' => escaped.push_str("\\,"),
            'µ' => escaped.push_str("$\\mu$"),
            '≥' => escaped.push_str("$\\geq$"),
            '×' => escaped.push_str("$\\times$"),
            '−' => escaped.push_str("$-$"),
            '·' => escaped.push_str("$\\cdot$"),
            c if SUPERSCRIPT.contains(&c) => {
                let digit = SUPERSCRIPT.iter().position(|raised| *raised == c).unwrap_or_default();
                escaped.push_str(&format!("$^{digit}$"));
            }
            '∞' => escaped.push_str("$\\infty$"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut table = Table::new("c", "On c & d", &[("strategy", Align::Left), ("time", Align::Right)]);
        table.rows.push(vec![Text::plain("bird_bits"), Text::toned("1\u{202f}ms", Tone::Best)]);
        table.notes.push("n = 1.".into());
        let expected = "\
% Needs \\usepackage{booktabs}.
\\begin{table}
\\centering
\\caption{On c \\& d}
\\label{tab:c}
\\begin{tabular}{lr}
\\toprule
strategy & time \\\\
\\midrule
bird\\_bits & \\textbf{1\\,ms} \\\\
\\bottomrule
\\end{tabular}

\\par\\smallskip\\footnotesize n = 1.
\\end{table}
";
        assert_eq!(super::table(&table), expected);
    }
}
