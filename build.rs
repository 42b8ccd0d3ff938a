//! Tells the program which commit, compiler and profile it was built with.

use std::process::Command;

fn main() {
    println!("cargo::rustc-env=COVERLAB_COMMIT={}", commit());
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    println!("cargo::rustc-env=COVERLAB_RUSTC={}", output(&compiler, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=COVERLAB_PROFILE={}", std::env::var("PROFILE").unwrap_or_default());
    for path in ["Cargo.toml", "model", "strategies", "src", "experiments"] {
        println!("cargo::rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The commit's first twelve digits, with `+` if the tree has changes; empty outside a repository.
fn commit() -> String {
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else { return String::new() };
    let changes = output("git", &["status", "--porcelain", "--untracked-files=no"]);
    if changes.is_some_and(|c| !c.is_empty()) { commit + "+" } else { commit }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
