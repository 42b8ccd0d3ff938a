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
        let what = String::from_utf8_lossy(&checked.stderr);
        let why = "do the records in results/ come from a run of yours? `git status results` tells";
        assert!(checked.status.success(), "{what}\n{why}");
    }
}

/// Pictures and tables that are linked are committed, and so is the text of every report.
#[test]
fn what_is_linked_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for file in ["README.md", "FINDINGS.md", "METHOD.md", "ARCHITECTURE.md", "results/README.md"] {
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        for rest in text.split("](").skip(1) {
            let link = rest.split(')').next().unwrap().split('#').next().unwrap();
            if !link.is_empty() && !link.contains("://") {
                assert!(path.parent().unwrap().join(link).exists(), "{file} links to {link}");
                links += 1;
            }
        }
    }
    assert!(links >= 5, "{links} links");
    for experiment in std::fs::read_dir(folder.join("results")).unwrap().map(|entry| entry.unwrap().path()) {
        let report = experiment.join("report/table.md");
        assert!(!experiment.is_dir() || report.exists(), "{} is missing", report.display());
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
