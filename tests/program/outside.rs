//! Folders with external solvers, and experiments that run them.

use crate::common::{Run, empty_folder, program};
use crate::support::{EASY, trials};
use coverlab::record::Trial;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Creates an empty folder for a test.
pub(crate) fn folder(test: &str) -> PathBuf {
    empty_folder(&format!("solvers/{test}"))
}

/// Runs the program in `folder`, with empty standard input and a separate folder for temporary files.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let temporary = folder.join("temporary");
    let mut command = program();
    if !arguments.contains(&"doctor") {
        std::fs::create_dir_all(&temporary).unwrap();
        command.env("TMPDIR", &temporary);
    }
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    Run::new(&command, output)
}

/// Runs an experiment on one puzzle with these strategies and solver definitions. Returns its trials too.
pub(crate) fn experiment(folder: &Path, strategies: &str, solvers: &str, more: &str) -> (Run, Vec<Trial>) {
    std::fs::write(folder.join("one.txt"), format!("{EASY}\n")).unwrap();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = {strategies}\ncorpora = [{{ path = \"one.txt\" }}]\n{more}\n{solvers}"
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    let trials =
        if folder.join("out/trials.csv").exists() { trials(&folder.join("out")) } else { Vec::new() };
    (run, trials)
}

/// Whether `program` is on the path.
pub(crate) fn has(program: &str) -> bool {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .any(|folder| folder.join(program).is_file())
}
