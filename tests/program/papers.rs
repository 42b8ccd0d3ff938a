//! The tables of a report as LaTeX.

use crate::records::{LARGE, read};
use std::path::Path;
use std::process::Command;

/// The start and the end of a LaTeX document that includes the files of a report.
const PREAMBLE: &str = "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{booktabs,array,graphicx}\n\\begin{document}\n";

#[test]
fn tables_for_papers_have_as_many_cells_in_each_row_as_columns() {
    let (_, summary) = &*LARGE;
    let tables = summary.exports.iter().filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("table-") && name.ends_with(".tex")
    });
    let mut wide = 0;
    for path in tables {
        let text = read(path);
        check_balanced(&text, path);
        let columns = text.lines().find(|line| line.starts_with("\\begin{tabular}")).unwrap();
        wide += columns.matches("p{").count();
        let plain = columns.replace(">{\\raggedright\\arraybackslash}", "");
        let letters = plain.trim_start_matches("\\begin{tabular}{").chars();
        let paragraphs = plain.matches("linewidth").count();
        // The word `linewidth` contains an l, which is not a column.
        let count = letters.filter(|c| "lrp".contains(*c)).count() - paragraphs;
        let rows = text.lines().filter(|line| line.ends_with("\\\\"));
        for row in rows {
            assert_eq!(row.replace("\\&", "").matches(" & ").count() + 1, count, "{row}");
        }
    }
    assert!(wide > 0, "no wide columns");
}

/// Checks that braces and environments are balanced, apart from escaped braces.
fn check_balanced(text: &str, path: &Path) {
    let mut depth = 0i32;
    let plain = text.replace("\\\\", "").replace("\\{", "").replace("\\}", "");
    for c in plain.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        assert!(depth >= 0, "{}", path.display());
    }
    assert_eq!(depth, 0, "{}", path.display());
    let ends = |word: &str| plain.matches(&format!("\\{word}{{")).count();
    assert_eq!(ends("begin"), ends("end"), "{}", path.display());
}

/// Compiles the files if TeX is installed.
#[test]
fn files_for_papers_compile_with_tex() {
    let tex =
        ["tectonic", "pdflatex"].into_iter().find(|tex| Command::new(tex).arg("--version").output().is_ok());
    let Some(tex) = tex else { return println!("skipped: there is no TeX here") };
    let (_, summary) = &*LARGE;
    let dir = summary.page.parent().unwrap();
    let files = summary.exports.iter().filter(|path| path.extension().unwrap() == "tex");
    let inputs: Vec<String> = files
        .map(|path| format!("\\input{{{}}}\n\\clearpage\n", path.file_name().unwrap().to_string_lossy()))
        .collect();
    let document = format!("{PREAMBLE}{}\\end{{document}}\n", inputs.join(""));
    std::fs::write(dir.join("paper.tex"), document).unwrap();
    let mut command = Command::new(tex);
    if tex == "pdflatex" {
        command.args(["-interaction=nonstopmode", "-halt-on-error"]);
    }
    let output = command.arg("paper.tex").current_dir(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
