//! Embeds the files of folders in `web/`, and records the commit, compiler and profile of the build.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that the program is built from. Changes elsewhere, such as in records or documents, do not change it.
const SOURCES: [&str; 13] = [
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
    "src",
    "experiments",
];

/// The file in which cargo records the commit of a package.
const PACKAGE_INFO: &str = ".cargo_vcs_info.json";

fn main() {
    if let Err(why) = embed() {
        println!("cargo::error={why}");
    }
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

/// Writes the sources of the pages for `src/page/bundle.rs`, and the pages of techniques for `src/lesson/technique.rs`.
fn embed() -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("there is no OUT_DIR")?);
    let pages: (_, &[&str]) = ("web", &["html", "css", "js"]);
    for (name, (folder, endings)) in [("pages.rs", pages), ("techniques.rs", ("web/techniques", &["md"]))] {
        let path = out.join(name);
        let written = std::fs::write(&path, files(Path::new(folder), endings)?);
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// The files in `folder` with these endings as a Rust expression: pairs of a name and a text. Names lack `.md`.
fn files(folder: &Path, endings: &[&str]) -> Result<String, String> {
    let files =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    let pair = |path: &PathBuf| {
        let absolute = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".md").unwrap_or(&name);
        Ok(format!("({name:?}, include_str!({:?})),\n", absolute.to_string_lossy()))
    };
    let pairs = paths.iter().map(pair).collect::<Result<String, String>>()?;
    Ok(format!("&[\n{pairs}]"))
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
