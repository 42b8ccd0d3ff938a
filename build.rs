//! Bundles the page, and records the commit, compiler and profile of the build.

#[path = "src/page/bundle.rs"]
#[allow(unreachable_pub)]
mod bundle;

use std::collections::BTreeMap;
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
    if let Err(why) = bundle_pages() {
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

/// Bundles the page and the page around a lesson, for `src/page.rs` and `src/lesson.rs`.
fn bundle_pages() -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("there is no OUT_DIR")?);
    let write = |name: &str, text: &str| {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    let sources = sources()?;
    for (prefix, entry) in [("", bundle::PAGE), ("lesson-", bundle::LESSON)] {
        let (begin, end) = bundle::bundle(&sources, &entry)?;
        write(&format!("{prefix}begin.html"), &begin)?;
        write(&format!("{prefix}end.html"), &end)?;
    }
    write("techniques.rs", &technique_pages()?)
}

/// The files of `web/techniques/` as a Rust expression, for `src/lesson/technique.rs`: pairs of a name and a text.
fn technique_pages() -> Result<String, String> {
    let folder = Path::new("web/techniques");
    let files =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.sort();
    let pair = |path: &PathBuf| {
        let absolute = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(format!("({name:?}, include_str!({:?})),\n", absolute.to_string_lossy()))
    };
    let pairs = paths.iter().map(pair).collect::<Result<String, String>>()?;
    Ok(format!("&[\n{pairs}]"))
}

/// The sources of the page by name.
fn sources() -> Result<BTreeMap<String, String>, String> {
    let folder = std::fs::read_dir("web").map_err(|error| format!("cannot read web: {error}"))?;
    let is_source = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ["html", "css", "js"].iter().any(|known| ending == *known))
    };
    let files = folder.flatten().map(|file| file.path()).filter(is_source);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text))
    };
    files.map(read).collect()
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
