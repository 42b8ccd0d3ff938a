//! Running the command line and reading its output.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// The program, with colors disabled in any environment.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coverlab"));
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

/// Runs the program with `arguments`.
pub(crate) fn coverlab(arguments: &[&str]) -> Run {
    with_input(arguments, b"")
}

/// Runs the program with `arguments` and with `input` on standard input.
pub(crate) fn with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that reads no input may already have ended.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Writes `content` to a file in a folder named after the test.
pub(crate) fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Writes a shell script `text` to a folder named after the test.
#[cfg(unix)]
pub(crate) fn script(test: &str, name: &str, text: &str) -> String {
    let path = file(test, &format!("{name}.text"), format!("#!/bin/sh\n{text}\n")).with_extension("");
    // A file that is open for writing cannot be executed, and child processes of concurrent tests inherit
    // open files. So another process writes the file.
    let copied =
        Command::new("sh").args(["-c", "cat \"$0.text\" > \"$0\" && chmod 755 \"$0\""]).arg(&path).status();
    assert!(copied.unwrap().success(), "{name} is not written");
    path.to_str().unwrap().to_string()
}
