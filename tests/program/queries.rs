//! Checks that the queries in docs/FORMAT.md agree with plain Python and with the printed table of pairs.
//! They run if DuckDB and pandas are installed.

#![expect(clippy::disallowed_methods, reason = "a passing test does not show the output of macros")]

use crate::common::coverlab;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A committed record with some wrong answers added.
fn record() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("queries");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let from = root().join("results").join("sizes");
    for file in ["experiment.toml", "run.json"] {
        std::fs::copy(from.join(file), folder.join(file)).unwrap();
    }
    let table = std::fs::read_to_string(from.join("trials.csv")).unwrap();
    let spoil = |(k, line): (usize, &str)| match k % 7 {
        0 => line.replace(",correct,", ",wrong,") + "\n",
        _ => line.to_string() + "\n",
    };
    let spoiled: String = table.lines().enumerate().map(spoil).collect();
    assert!(spoiled.matches(",wrong,").count() > 20);
    std::fs::write(folder.join("trials.csv"), spoiled).unwrap();
    folder
}

/// The code blocks of `language` in the section on queries.
fn blocks(language: &str) -> Vec<String> {
    let format = std::fs::read_to_string(root().join("docs/FORMAT.md")).unwrap();
    let queries = format.split_once("### Queries").unwrap().1.split("\n## ").next().unwrap();
    let fence = format!("```{language}\n");
    queries.split(&fence).skip(1).map(|rest| rest.split("\n```").next().unwrap().to_string()).collect()
}

/// Runs the queries in `language` on a file, if Python has the modules.
fn check_queries(modules: &str, language: &str) {
    let import = Command::new("python3").args(["-c", &format!("import {modules}")]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        let why = format!("skipped: {language} queries of docs/FORMAT.md (python3 has no {modules})\n");
        std::io::stderr().write_all(why.as_bytes()).unwrap();
        return;
    }
    let folder = record();
    let report = coverlab(&["report", folder.to_str().unwrap(), "--to", "csv"]);
    assert_eq!(report.code, Some(1), "the wrong answers: {}", report.err);
    std::fs::write(folder.join("pairs.csv"), report.out).unwrap();
    let queries = blocks(language);
    assert_eq!(queries.len(), 7, "{queries:?}");
    assert!(queries.iter().all(|query| !query.contains('\n')), "{queries:?}");
    let script = root().join("tests/program/queries.py");
    let output = Command::new("python3")
        .arg(script)
        .args([language, "pairs.csv"])
        .args(&queries)
        .current_dir(&folder)
        .output();
    let output = output.unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(printed.matches("equal").count(), 7, "{printed}");
}

/// Both queries write to the same folder, so they share a test.
#[test]
fn the_queries_agree_with_the_csv() {
    check_queries("duckdb", "sql");
    check_queries("pandas", "python");
}
