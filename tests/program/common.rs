//! Running the command line and reading its output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Run {
    #[expect(dead_code, reason = "messages of failed tests show it")]
    command: String,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Run {
    /// The result of `command`, which gave `output`.
    pub(crate) fn new(command: &Command, output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        Run { command: format!("{command:?}"), out, err, code: output.status.code() }
    }

    /// Asserts the exit code, and that standard error contains each of `texts`.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, texts: &[&str]) {
        let is_expected = self.code == Some(code) && texts.iter().all(|text| self.err.contains(text));
        assert!(is_expected, "{self:#?}\ninstead of {code} with {texts:#?}");
    }

    /// Asserts the exit code, and that standard output contains each of `texts`.
    #[track_caller]
    pub(crate) fn answers(&self, code: i32, texts: &[&str]) {
        let is_expected = self.code == Some(code) && texts.iter().all(|text| self.out.contains(text));
        assert!(is_expected, "{self:#?}\ninstead of {code} with {texts:#?}");
    }
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
    Run::new(&command, child.wait_with_output().unwrap())
}

/// Runs the program with `arguments` in an address space of `mebibytes` MiB.
#[cfg(unix)]
pub(crate) fn with_limited_memory(mebibytes: u64, arguments: &[&str]) -> Run {
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", mebibytes * 1024);
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(program().get_program()).args(arguments);
    let output = command.env("NO_COLOR", "1").stdin(Stdio::null()).output().unwrap();
    Run::new(&command, output)
}

/// The output, the errors and the exit code of a program that is interrupted after one second of CPU time.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = program();
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // If the CPU time is unknown, wait for a few seconds of wall time.
    let used = |id: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<u64>().ok()
    };
    let tick = std::time::Duration::from_millis(20);
    let mut ticks = 0;
    while used(child.id()).map_or(ticks < 150, |used| used < 100) {
        std::thread::sleep(tick);
        ticks += 1;
        assert!(ticks < 10_000, "{arguments:?} uses no CPU time");
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Creates an empty folder with this name in the temporary folder of the build.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes `content` to a file in a folder named after the test.
pub(crate) fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Writes an executable script into `folder`. Another process writes it, because a file that is open for
/// writing cannot be executed, and child processes of concurrent tests inherit open files.
#[cfg(unix)]
pub(crate) fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(folder.join(format!("{name}.text")), text).unwrap();
    let copy = "cat \"$0.text\" > \"$0\" && chmod 755 \"$0\"";
    let copied = Command::new("sh").args(["-c", copy]).arg(&path).status().unwrap();
    assert!(copied.success(), "cannot write {name}");
    path.to_str().unwrap().to_string()
}

/// Writes a script for `sh` into `folder`.
#[cfg(unix)]
pub(crate) fn shell_script(folder: &Path, name: &str, text: &str) -> String {
    script(folder, name, &format!("#!/bin/sh\n{text}\n"))
}
