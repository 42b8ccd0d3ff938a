//! Certificates: an independent checker accepts the files, and a second program confirms what the clauses mean.

use crate::common::{coverlab as run, program};
use std::fs;
#[cfg(unix)]
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
#[cfg(unix)]
use std::{process::Stdio, time::Duration};

const NONE: &str = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("certify-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs `examples/certificates.py`, which checks that the clauses are those of the puzzle. `None` if Python
/// is missing.
fn recheck(folder: &Path) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/certificates.py");
    Command::new("python3").arg(script).arg(folder).output().ok()
}

#[test]
fn the_checker_accepts_certificates_and_rejects_changed_ones() {
    let out = folder("all");
    let run = run(&[
        "certify",
        "unique-4x4",
        "unique-6x6",
        "none-9x9",
        NONE,
        "clues-22",
        "--out",
        out.to_str().unwrap(),
    ]);
    run.answers(0, &["101 certified to have none"]);
    let rows = fs::read_to_string(out.join("index.csv")).unwrap().lines().count() - 1;
    let Some(found) = recheck(&out) else { return eprintln!("SKIPPED: there is no python3") };
    let words = String::from_utf8_lossy(&found.stdout);
    assert!(
        words.starts_with(&format!("{rows} certificates mean what they say")),
        "{words}{:?}",
        found.stderr
    );
    // A clause that another solution violates would make any proof worthless.
    let path = out.join("000/000001.cnf");
    let formula = fs::read_to_string(&path).unwrap();
    let clause = formula.lines().find(|line| line.starts_with('-') && line.split(' ').count() == 3).unwrap();
    let literal = clause.split(' ').next().unwrap();
    fs::write(&path, formula.replace(clause, &format!("{literal} 0"))).unwrap();
    let found = recheck(&out).unwrap();
    assert!(!found.status.success() && String::from_utf8_lossy(&found.stderr).contains("000001.cnf"));
}

#[test]
fn certificates_of_complete_and_wide_boards_mean_what_they_say() {
    let out = folder("complete");
    // Boards above side 35 are written in numbers. Every seventh cell is open.
    let digit = |cell: usize| (cell / 36 % 6 * 6 + cell / 216 + cell % 36) % 36 + 1;
    let wide = (0..36 * 36).map(|cell| if cell % 7 == 0 { 0 } else { digit(cell) }.to_string());
    let wide = wide.collect::<Vec<_>>().join(",");
    assert_eq!(run(&["certify", "1234341221434321", &wide, "--out", out.to_str().unwrap()]).code, Some(0));
    let Some(found) = recheck(&out) else { return eprintln!("SKIPPED: there is no python3") };
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
}

#[test]
fn the_certificates_of_a_board_with_unusual_boxes_mean_what_they_say() {
    let out = folder("shape");
    let puzzles = run(&["generate", "-n", "2", "--shape", "3x2", "--seed", "1"]).out;
    let path = crate::common::file("certify-input", "puzzles.txt", &puzzles);
    let input = path.to_str().unwrap();
    run(&["certify", "--shape", "3x2", input, "--out", out.to_str().unwrap()]).answers(0, &["2 certified"]);
    let formula = fs::read_to_string(out.join("000/000001.cnf")).unwrap();
    assert!(formula.contains("\nc shape 3x2\n"), "{formula}");
    let Some(found) = recheck(&out) else { return eprintln!("SKIPPED: there is no python3") };
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let found = recheck(Path::new("nowhere")).unwrap();
    assert!(String::from_utf8_lossy(&found.stderr).starts_with("nowhere has no index.csv"), "{found:?}");
}

#[cfg(unix)]
#[test]
fn an_interruption_is_reported_after_the_summary() {
    let out = folder("interrupted");
    let mut command = program();
    command.args(["certify", "-", "--out", out.to_str().unwrap()]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{NONE}").unwrap();
    // The index is created with the first certificate.
    while !out.join("index.csv").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(100));
    writeln!(input, "{NONE}").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(err.starts_with("error: interrupted: ") && output.status.code() == Some(130), "{err}");
    assert!(out.contains(" puzzle"), "{out}");
}
