//! Records the commit, compiler and profile of the build.

use std::path::Path;
use std::process::Command;

/// The files that the program is built from. Changes elsewhere, such as in records or documents, do not change it.
const SOURCES: [&str; 14] = [
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "model",
    "strategies",
    "techniques",
    "trace",
    "wasm",
    "web",
    "bench",
    "report",
    "page",
    "src",
    "experiments",
];

/// The file in which cargo records the commit of a package.
const PACKAGE_INFO: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rustc-env=COVERLAB_COMMIT={}", commit());
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    println!("cargo::rustc-env=COVERLAB_RUSTC={}", output(&compiler, &["--version"]).unwrap_or_default());
    println!("cargo::rustc-env=COVERLAB_PROFILE={}", std::env::var("PROFILE").unwrap_or_default());
    // A package lacks some of these paths. Cargo would run this script at every build for a missing one.
    for path in SOURCES.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The first twelve digits of the commit, with `+` if the sources have changes. Empty if neither a package nor a
/// repository names it. A package takes precedence, because it may lie within the repository of another project.
fn commit() -> String {
    if let Ok(info) = std::fs::read_to_string(PACKAGE_INFO) {
        return packaged_commit(&info);
    }
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else { return String::new() };
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let changes = output("git", &[&status[..], &SOURCES[..]].concat());
    if changes.is_some_and(|c| !c.is_empty()) { commit + "+" } else { commit }
}

/// The commit in the text of [`PACKAGE_INFO`], `{"git": {"sha1": "…", "dirty": true}, …}`.
fn packaged_commit(info: &str) -> String {
    let digits = info.split_once("\"sha1\": \"").map_or("", |(_, rest)| rest.split('"').next().unwrap_or(""));
    let changed = info.contains("\"dirty\": true");
    digits.chars().take(12).collect::<String>() + if changed { "+" } else { "" }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
