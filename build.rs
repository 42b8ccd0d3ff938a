//! Tells the program which commit, compiler and profile it was built with.

use std::path::Path;
use std::process::Command;

/// The program is built from these; changes elsewhere, in records or prose, do not make another program.
const SOURCES: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "model",
    "strategies",
    "techniques",
    "trace",
    "src",
    "experiments",
];

/// Where cargo says which commit a package was made of.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rustc-env=COVERLAB_COMMIT={}", commit());
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    println!("cargo::rustc-env=COVERLAB_RUSTC={}", output(&compiler, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=COVERLAB_PROFILE={}", std::env::var("PROFILE").unwrap_or_default());
    // A path that is not there, as some are not in a package, would have this run at every build.
    for path in SOURCES.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The commit's first twelve digits, with `+` if the sources have changes; empty if neither a package nor a
/// repository tells. A package comes first: it may lie within another project's repository.
fn commit() -> String {
    if let Ok(told) = std::fs::read_to_string(PACKAGED) {
        return packaged_commit(&told);
    }
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else { return String::new() };
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = output("git", &[&status[..], &SOURCES[..]].concat());
    if changes.is_some_and(|c| !c.is_empty()) { commit + "+" } else { commit }
}

/// The same from `{"git": {"sha1": "…", "dirty": true}, …}`.
fn packaged_commit(told: &str) -> String {
    let digits = told.split_once("\"sha1\": \"").map_or("", |(_, rest)| rest.split('"').next().unwrap_or(""));
    let changed = told.contains("\"dirty\": true");
    digits.chars().take(12).collect::<String>() + if changed { "+" } else { "" }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
