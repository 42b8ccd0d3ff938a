//! Lines fit the terminal. If the output is a pipe, the width is `COLUMNS`.

use crate::common::{coverlab as run, program};

fn check_fits(arguments: &[&str]) {
    let output = program().args(arguments).env("COLUMNS", "80").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let long = text.lines().find(|line| coverlab::text::width(line) > 80);
    assert_eq!(long, None, "{arguments:?}");
    assert!(!text.is_empty());
}

#[test]
fn lists_and_help_texts_fit_the_terminal() {
    check_fits(&["--help"]);
    check_fits(&["help", "experiment"]);
    for list in ["families", "corpora", "strategies"] {
        check_fits(&["list", list]);
    }
    for command in [
        "solve", "sat", "convert", "certify", "check", "run", "submit", "report", "merge", "diff",
        "generate", "list", "doctor", "help",
    ] {
        check_fits(&[command, "--help"]);
    }
    assert!(!run(&["run", "--help"]).out.contains("[default: ]"));
    assert!(!run(&["run", "--help"]).out.contains("[default: \"\"]"));
    assert_eq!(run(&["help", "run"]).out, run(&["run", "--help"]).out);
}
