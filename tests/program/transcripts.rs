//! Sessions at a command line with their complete output. `transcripts/` has a file for each command.
//!
//! A section of a file is a session in an empty folder. `sh` runs the text after `$ `, which lines after `> ` continue. The
//! answer is standard output, standard error (from the first line with `error: `, `warning: ` or `note: `) and the exit code in
//! brackets, unless it is 0. In an answer, `[..]` stands for any part of a line, and a line `...` for any lines.
//!
//! A line that starts with `{"` must be valid JSON, also where the file has a wildcard.
//!
//! `COVERLAB_BLESS=1 cargo test --test program transcripts` writes the answers that differ into the files. Read them
//! before you commit them.

#![cfg(unix)]

use crate::common::{Run, empty_folder, program};
use std::path::Path;
use std::process::{Command, Stdio};

macro_rules! transcripts {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                run_sessions(stringify!($name));
            }
        )*
    };
}

transcripts! {
    certify check compare convert errors exact_covers explain generate help inputs lesson list merge page rate report run sat solve trace
}

#[test]
fn every_transcript_is_run() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_string()).collect();
    found.sort();
    assert_eq!(found, NAMES);
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/transcripts"))
}

/// Runs the sessions of a file and compares the answers.
fn run_sessions(name: &str) {
    let path = folder().join(format!("{name}.md"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut found, mut differences) = (Vec::<String>::new(), String::new());
    let mut session = empty_folder(&format!("transcripts/{name}"));
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        found.push(line.to_string());
        if line.starts_with("## ") {
            session = empty_folder(&format!("transcripts/{name}/{}", found.len()));
        }
        let Some(start) = line.strip_prefix("$ ") else { continue };
        let mut command = start.to_string();
        while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
            found.push(line.to_string());
            command += &format!("\n{}", &line[2..]);
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            expected.push(line);
        }
        let number = found.len();
        let answer = answer(&command, &session);
        if matches(&expected, &answer.lines().collect::<Vec<_>>()) {
            found.extend(expected.into_iter().map(str::to_string));
        } else {
            differences += &format!("\n{name}.md:{number}: $ {command}\n{answer}");
            found.extend(answer.lines().map(str::to_string));
        }
    }
    if std::env::var_os("COVERLAB_BLESS").is_some() {
        std::fs::write(path, found.join("\n") + "\n").unwrap();
    } else {
        assert!(differences.is_empty(), "other answers than in the file:{differences}");
    }
}

/// The answer to `command` in `folder`, as in a file.
fn answer(command: &str, folder: &Path) -> String {
    let programs = Path::new(program().get_program()).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    shell
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .env("PATH", path);
    let output = shell.output().unwrap();
    let Run { out, err, code, .. } = Run::new(&shell, output);
    let is_message =
        |line: &str| ["error: ", "warning: ", "note: "].iter().any(|word| line.starts_with(word));
    assert!(!out.lines().any(is_message), "{command}: a message on standard output: {out}");
    assert!(err.is_empty() || is_message(&err), "{command}: no message on standard error: {err}");
    assert!(out.is_empty() || out.ends_with('\n'), "{command}: an incomplete last line: {out}");
    for object in out.lines().filter(|line| line.starts_with("{\"")) {
        let parsed = serde_json::from_str::<serde_json::Value>(object);
        assert!(parsed.is_ok(), "{command}: {parsed:?}: {object}");
    }
    match code {
        Some(0) => out + &err,
        Some(code) => format!("{out}{err}[{code}]\n"),
        None => panic!("{command}: ended by a signal"),
    }
}

/// Whether lines match `pattern`, in which a line `...` stands for any lines.
fn matches(pattern: &[&str], lines: &[&str]) -> bool {
    match (pattern, lines) {
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        ([first, pattern @ ..], [line, lines @ ..]) => line_matches(first, line) && matches(pattern, lines),
        _ => pattern.is_empty() && lines.is_empty(),
    }
}

/// Whether a line matches `pattern`, in which `[..]` stands for any text.
fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((start, pattern)) = pattern.split_once("[..]") else { return pattern == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    (0..=line.len()).any(|at| line.get(at..).is_some_and(|rest| line_matches(pattern, rest)))
}

#[test]
fn the_help_of_a_command_has_its_exit_codes() {
    for name in NAMES {
        let text = std::fs::read_to_string(folder().join(format!("{name}.md"))).unwrap();
        let mut command = None;
        for line in text.lines() {
            if let Some(shell) = line.strip_prefix("$ ").or(line.strip_prefix("> ")) {
                // The exit code is that of the last program.
                let last = shell.rsplit(" | ").next().and_then(|last| last.split_once("coverlab "));
                command = last.and_then(|(_, words)| coverlab::support::exit_codes(words.split(' ').next()?));
            }
            let code = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            if let (Some(codes), Some(code)) = (&command, code.filter(|code| code.parse::<u8>().is_ok())) {
                assert!(codes.contains(&format!("\n  {code:5}")), "{name}.md: {code} is not in {codes}");
            }
        }
    }
}

#[test]
fn wildcards_stand_for_any_text() {
    let is_match = |pattern: &str, text: &str| {
        matches(&pattern.lines().collect::<Vec<_>>(), &text.lines().collect::<Vec<_>>())
    };
    for (pattern, text) in [
        ("a\n...\nd", "a\nb\nc\nd"),
        ("...", ""),
        ("a\n...", "a"),
        ("[..] = [..]!", "x = 3!"),
        ("a[..]", "a"),
    ] {
        assert!(is_match(pattern, text), "{pattern}: {text}");
    }
    for (pattern, text) in [("a\n...\nd", "a\nb\nc"), ("a[..]c", "ab"), ("a", "a\nb"), ("a\nb", "a")] {
        assert!(!is_match(pattern, text), "{pattern}: {text}");
    }
}
