//! The figures of README.md and FINDINGS.md are those of the committed results, and the commands exist.

use std::path::Path;
use std::process::Command;

fn coverlab(arguments: &[&str]) -> std::process::Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_coverlab"));
    command.args(arguments).current_dir(folder).output().expect("the program starts")
}

#[test]
fn no_figure_is_stale() {
    for file in ["README.md", "FINDINGS.md"] {
        let checked = coverlab(&["report", "--splice", file, "--check"]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn its_commands_exist() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.trim().strip_prefix("cargo run --release -- "))
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 5, "{commands:?}");
    for command in commands {
        let help = coverlab(&["help", command]);
        assert!(help.status.success(), "`{command}` is no command");
    }
}
