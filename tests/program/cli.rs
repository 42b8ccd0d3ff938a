//! Rules for every command: it notices failed output, and writes no control character from a file.

use crate::common::{Run, coverlab, file, program};
use crate::support::EASY;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
#[test]
fn failed_output_exits_with_3_and_a_closed_pipe_with_0() {
    let puzzles = file("unwritten", "puzzles.txt", format!("{EASY}\n").repeat(3));
    let experiment = puzzles.with_file_name("short.toml");
    let design =
        "strategies = [\"dlx\", \"heller\"]\ncorpora = [{ path = \"puzzles.txt\" }]\ntask = \"unique\"";
    std::fs::write(
        &experiment,
        format!("name = \"short\"\nquestion = \"Are write errors noticed?\"\n{design}\n"),
    )
    .unwrap();
    let results = puzzles.with_file_name("results");
    let [puzzles, experiment, results] = [&puzzles, &experiment, &results].map(|path| path.to_str().unwrap());
    assert_eq!(coverlab(&["run", experiment, "--out", results, "--no-report", "--fresh"]).code, Some(0));
    for arguments in [
        &["solve", puzzles][..],
        &["convert", "--to=cnf", EASY],
        &["generate", "--puzzles", "1"],
        &["run", experiment, "--out", results, "--json"],
        &["report", results],
        &["help", "completions", "bash"],
        &["--help"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = crate::common::program().args(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {err}");
        assert!(err.contains("error: results cannot be written: No space left"), "{arguments:?}: {err}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = crate::common::program().args(arguments).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), err.contains("cannot be written")),
            (Some(0), false),
            "{arguments:?}: {err}"
        );
    }
}

/// Several kinds of control characters: escape sequences for a color and a window title, a one-byte control
/// sequence, and a switch to right-to-left text.
const HOSTILE: &str = "\u{1b}[31m\u{1b}]0;t\u{7}\u{9b}2J\u{202e}x";

/// The first character of `text` that a terminal would interpret as a command.
fn first_control_character(text: &str) -> Option<char> {
    text.chars().find(|&c| c.is_control() && !"\n\t".contains(c) || "\u{202e}\u{2066}".contains(c))
}

/// All files in `folder` and its subfolders except pictures.
fn output_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_binary = path.extension().is_some_and(|ending| ending == "png");
        match path.is_dir() {
            _ if is_binary => {}
            true => files.extend(output_files(&path)),
            false => files.push(path),
        }
    }
    files
}

#[cfg(unix)]
#[test]
fn no_command_writes_a_control_character_from_a_file() {
    // A puzzle that every requested technique explains quickly.
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let base = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = std::fs::remove_dir_all(&base);
    let (inputs, out) = (base.join("in"), base.join("out"));
    let corpus = inputs.join("covers");
    for folder in [&corpus, &out] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let input = |name: &str, text: &str| {
        let path = inputs.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let of = |name: &str| out.join(name).to_str().unwrap().to_string();
    let puzzles = input(
        &format!("p{HOSTILE}.txt"),
        &format!(
            "{PUZZLE}:1 # n{HOSTILE}\n{PUZZLE}:3 # m{HOSTILE}\n{HOSTILE}12.3\n11..............: # c{HOSTILE}\n"
        ),
    );
    let h = HOSTILE;
    let cover = input("c.dlx", &format!("a{h} =b{h} | s{h}\na{h} s{h}\n=b{h}\na{h} =b{h} s{h}\n"));
    let bad_cover = input("bad.dlx", &format!("a b\nc{h}\n"));
    let bad_formula = input("bad.cnf", &format!("p cnf 1 1\n{h} 0\n"));
    std::fs::copy(&cover, corpus.join(format!("c{h}.dlx"))).unwrap();
    let design =
        "strategies = [\"dlx\", \"dlx:heuristic=first\"]\ntask = \"all\"\ncorpora = [{ path = \"covers\" }]";
    let experiment = input("covers.toml", &format!("name = \"hostile\"\nquestion = \"Which?\"\n{design}\n"));
    let (trace, record) = (of("t.jsonl"), of("record"));
    let missing = format!("no{h}.txt");
    let [converted, drawn, certificates, merged] = ["c.csv", "t.dot", "certificates", "merged"].map(of);
    let runs: [&[&str]; 15] = [
        &["solve", &puzzles],
        &["solve", "--json", &puzzles],
        &["solve", &bad_cover],
        &["solve", &missing],
        &["sat", &bad_formula],
        &["explain", &puzzles],
        &["convert", "--to", "csv", &puzzles, "--out", &converted],
        &["trace", "dlx", &cover, "--words"],
        &["trace", "dlx", &cover, "--all", "--out", &trace],
        &["trace", "export", "--out", &drawn, &trace],
        &["list", "strategies", h],
        &["run", &experiment, "--out", &record],
        &["report", &record],
        &["certify", "--out", &certificates, &puzzles],
        &["merge", "--out", &merged, &record],
    ];
    let mut shown = 0;
    for run in runs {
        let Run { out, err, code, .. } = coverlab(run);
        for (stream, text) in [("output", &out), ("errors", &err)] {
            assert_eq!(first_control_character(text), None, "{stream} of {run:?}: {text:?}");
        }
        shown += usize::from(out.contains("\\u001b") || err.contains("\\u001b"));
        assert!(
            code.is_some_and(|code| code != 101) && !(out.is_empty() && err.is_empty() && run.len() < 4),
            "{run:?}"
        );
    }
    assert!(shown > 4, "names were shown by {shown} commands only");
    // A crafted record may contain these characters as well.
    let crafted = |name: &str, change: &dyn Fn(String) -> String| {
        let path = Path::new(&record).join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let changed = change(text.clone());
        assert_ne!(changed, text, "{name}");
        std::fs::write(path, changed).unwrap();
    };
    // Without this, the changed table would be rejected by its checksums.
    std::fs::remove_file(Path::new(&record).join("trials.sums")).unwrap();
    crafted("trials.csv", &|text| text.replace("c\\u001b", &format!("c{h}")));
    crafted("run.json", &|text| text.replace("\"cpu\": \"", "\"cpu\": \"\\u001b[31m\\u202e"));
    let Run { out: printed, err, code, .. } = coverlab(&["report", &record]);
    assert_eq!(
        (code, first_control_character(&printed), first_control_character(&err)),
        (Some(0), None, None),
        "{printed:?} {err:?}"
    );
    for path in output_files(&out) {
        if let Ok(text) = std::fs::read_to_string(&path)
            && !path.ends_with("record/trials.csv")
            && !path.ends_with("record/run.json")
        {
            assert_eq!(first_control_character(&text), None, "{}", path.display());
        }
    }
}

#[test]
fn a_closed_pipe_keeps_the_exit_code_of_an_answer() {
    let wrong = format!("1...............:1:{}", "1".repeat(16));
    let wrong = file("closed-pipe", "wrong.txt", wrong);
    let formula = file("closed-pipe", "formula.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let none = file("closed-pipe", "none.txt", "11..............\n1...............\n");
    let mixed = file("closed-pipe", "mixed.txt", "1..\n1...............\n1...............\n");
    for (command, path, options, code) in [
        ("check", &wrong, &[][..], 1),
        ("check", &wrong, &["--json"], 1),
        ("sat", &formula, &[], 20),
        ("sat", &formula, &["--json"], 20),
        ("solve", &none, &[], 1),
        ("solve", &none, &["queens:3", "--json"], 1),
        ("solve", &mixed, &[], 3),
        ("solve", &mixed, &["queens:8", "--all"], 3),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = program().arg(command).arg(path).args(options).stdout(writer).spawn().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{command} {options:?}");
    }
}

#[test]
fn every_list_has_named_objects() {
    for list in ["strategies", "techniques", "corpora", "families", "solvers", "experiments"] {
        let run = coverlab(&["list", list, "--json"]);
        let objects = run.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let objects: Vec<_> = objects.collect();
        let least = if list == "techniques" { 21 } else { 2 };
        assert!(objects.len() >= least, "{list}: {}", objects.len());
        assert!(objects.iter().all(|object| object["name"].is_string()), "{list}: {}", run.out);
    }
}
