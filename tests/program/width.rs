//! Lines fit the terminal. If the output is a pipe, the width is `COLUMNS`.

use crate::common::{coverlab as run, program};
use std::path::Path;

/// The standard output at a width of `columns` columns.
fn output_at(columns: usize, arguments: &[&str]) -> String {
    let output = program().args(arguments).env("COLUMNS", columns.to_string()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn check_fits(columns: usize, arguments: &[&str]) {
    let text = output_at(columns, arguments);
    let long = text.lines().find(|line| coverlab::text::width(line) > columns);
    assert_eq!(long, None, "{columns} columns: {arguments:?}");
    assert!(!text.is_empty());
}

#[test]
fn lists_fit_the_terminal() {
    for columns in [60, 80] {
        for arguments in [
            &["list", "families"][..],
            &["list", "corpora"],
            &["list", "corpora", "minimal-9x9"],
            &["list", "strategies"],
            &["list", "solvers"],
            &["list", "experiments"],
        ] {
            check_fits(columns, arguments);
        }
    }
    // Examples are printed as they must be typed, so they are tested only at 80 columns.
    check_fits(80, &["help", "experiment"]);
    let records = run(&["list", "strategies", "--json"]).out;
    for record in records.lines() {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        check_fits(80, &["list", "strategies", record["name"].as_str().unwrap()]);
    }
}

#[test]
fn a_run_fits_the_terminal() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("width");
    std::fs::create_dir_all(&folder).unwrap();
    let shown = |columns: &str| {
        let mut command = program();
        command
            .args(["run", "sources", "--out", "out", "--fresh"])
            .env("COLUMNS", columns)
            .current_dir(&folder);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let text = shown("80");
    assert!(
        text.contains("Claims about counts, reproduced")
            && text.lines().all(|line| coverlab::text::width(line) <= 80),
        "{text}"
    );
}

#[test]
fn a_comparison_fits_the_terminal() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join("sizes");
    let record = record.to_str().unwrap();
    for columns in [60, 80] {
        check_fits(columns, &["diff", record, record]);
    }
}

#[test]
fn help_texts_fit_the_terminal() {
    let commands = [
        "solve", "sat", "convert", "certify", "check", "run", "submit", "report", "merge", "diff",
        "generate", "list", "doctor", "help",
    ];
    for columns in [60, 80, 120] {
        check_fits(columns, &["--help"]);
        for command in commands {
            for flag in ["-h", "--help"] {
                check_fits(columns, &[command, flag]);
            }
        }
    }
    assert!(!run(&["run", "--help"]).out.contains("[default: ]"));
    assert!(!run(&["run", "--help"]).out.contains("[default: \"\"]"));
    assert_eq!(run(&["help", "run"]).out, run(&["run", "--help"]).out);
}
