//! Embeds the files of folders in `web/`.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web");
    if let Err(why) = embed() {
        println!("cargo::error={why}");
    }
}

/// Writes the sources of the pages for `bundle.rs`, and the pages of techniques for `lesson/technique.rs`.
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
