//! Folders with external solvers, and experiments that run them.

use crate::common::{Run, program};
use coverlab::record::Trial;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Creates a folder for a test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solvers").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in `folder`, with empty standard input and a separate folder for temporary files.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let temporary = folder.join("temporary");
    let mut command = program();
    if !arguments.contains(&"doctor") {
        std::fs::create_dir_all(&temporary).unwrap();
        command.env("TMPDIR", &temporary);
    }
    let output = command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Writes a program into `folder`. Another process writes it, because a file that is open for writing cannot
/// be executed, and child processes of concurrent tests inherit open files.
pub(crate) fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::write(path.with_extension("text"), text).unwrap();
    let copy = "cat \"$0\" > \"$1\" && chmod 755 \"$1\"";
    let copied = Command::new("sh").args(["-c", copy]).arg(path.with_extension("text")).arg(&path).status();
    assert!(copied.unwrap().success(), "{name} is not written");
}

pub(crate) fn trials(results: &Path) -> Vec<Trial> {
    let mut reader = csv::Reader::from_path(results.join("trials.csv")).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Runs an experiment on one puzzle with these strategies and solver definitions.
pub(crate) fn experiment(folder: &Path, strategies: &str, solvers: &str, more: &str) -> (Run, Vec<Trial>) {
    std::fs::write(folder.join("one.txt"), format!("{PUZZLE}\n")).unwrap();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = {strategies}\ncorpora = [{{ path = \"one.txt\" }}]\n{more}\n{solvers}"
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    let trials =
        if folder.join("out/trials.csv").exists() { trials(&folder.join("out")) } else { Vec::new() };
    (run, trials)
}
