//! Tells the program which commit, compiler and profile it was built with.

use std::process::Command;

/// The program is built from these; changes elsewhere, in records or prose, do not make another program.
const SOURCES: [&str; 7] =
    ["Cargo.toml", "Cargo.lock", "build.rs", "model", "strategies", "src", "experiments"];

fn main() {
    println!("cargo::rustc-env=COVERLAB_COMMIT={}", commit());
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    println!("cargo::rustc-env=COVERLAB_RUSTC={}", output(&compiler, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=COVERLAB_PROFILE={}", std::env::var("PROFILE").unwrap_or_default());
    for path in SOURCES {
        println!("cargo::rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The commit's first twelve digits, with `+` if the sources have changes; empty outside a repository.
fn commit() -> String {
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else { return String::new() };
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = output("git", &[&status[..], &SOURCES[..]].concat());
    if changes.is_some_and(|c| !c.is_empty()) { commit + "+" } else { commit }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
