//! Reads a folder as a corpus: each file with a formula or an exact cover is an instance.

use super::names::corpus_name;
use super::{Instances, read};
use crate::error::Error;
use crate::input::{self, COVERS, FORMULAS, kind_of_file};
use coverlab_model::TextKind;
use std::fs;
use std::path::{Path, PathBuf};

/// The instances in the folder `path`, sorted by name. Hidden files, files with other
/// extensions, and subfolders are ignored.
pub(super) fn read(path: &Path) -> Result<Instances, Error> {
    let files = files(path)?;
    let is_formula = |file: &PathBuf| kind_of_file(file) == TextKind::Formula;
    let are_formulas = is_formula(&files[0]);
    if let Some(other) = files.iter().find(|file| is_formula(file) != are_formulas) {
        let (one, other) = (files[0].display(), other.display());
        let what = format!("{one} and {other} are instances of different kinds");
        return Err(Error::new(what).help("put formulas and exact covers into separate folders"));
    }
    let mut all = if are_formulas { Instances::Cnf(Vec::new()) } else { Instances::ExactCover(Vec::new()) };
    for file in &files {
        let bytes = input::read(file).map_err(|e| Error::file("read the corpus", file, &e))?;
        let one = read::instances(&corpus_name(file), kind_of_file(file), &bytes)
            .map_err(|error| Error::Input { path: file.display().to_string(), error })?;
        let is_one_kind = all.append(one);
        debug_assert!(is_one_kind, "the extension decides the kind");
    }
    Ok(all)
}

/// The files in the folder `path` that contain an instance, sorted by path; at least one.
///
/// # Errors
/// The folder cannot be read, or has no instances.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |e: std::io::Error| Error::file("read the folder", path, &e);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let is_hidden = file.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let is_instance = !matches!(kind_of_file(&file), TextKind::Sudoku | TextKind::Family);
        if is_instance && !is_hidden && !file.is_dir() {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        let extensions = [&FORMULAS[..], &COVERS].concat().join(", .");
        let what = format!("the folder {} has no instances", path.display());
        return Err(Error::new(what)
            .help(format!("the extensions of instances are .{extensions}, optionally compressed")));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::from_path;
    use super::*;

    /// Writes `files` to a folder and reads it as a corpus. Returns the names of its instances.
    fn folder(files: &[(&str, &[u8])]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deeper.cnf")).unwrap();
        for (file, bytes) in files {
            fs::write(folder.path().join(file), bytes).unwrap();
        }
        let corpus = from_path(folder.path()).map_err(|e| e.to_string())?;
        assert_eq!(corpus.name, folder.path().file_name().unwrap().to_string_lossy());
        Ok(corpus.instances.names().into_iter().map(String::from).collect())
    }

    const YES: &[u8] = b"p cnf 1 1\n1 0\n";

    #[test]
    fn each_file_is_an_instance_named_after_it() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packer, b"p cnf 2 1\n1 2 0\n").unwrap();
        let packed = packer.finish().unwrap();
        let files = [("b.cnf", YES), ("a.dimacs.gz", &packed), ("README", b"no"), (".c.cnf", b"hidden")];
        assert_eq!(folder(&files).unwrap(), ["a", "b"]);
        assert_eq!(folder(&[("x.ec", b"p ec 2\ns 1 2\n")]).unwrap(), ["x"]);
    }

    #[test]
    fn errors_name_their_file() {
        let message = |files: &[(&str, &[u8])]| folder(files).unwrap_err();
        let none = message(&[]);
        assert!(
            none.contains("has no instances (the extensions of instances are .cnf, .dimacs, .dlx"),
            "{none}"
        );
        let both = message(&[("a.cnf", YES), ("b.dlx", b"a\na\n")]);
        assert!(both.contains("b.dlx are instances of different kinds"), "{both}");
        let bad = message(&[("a.cnf", YES), ("b.cnf", b"p cnf 1 1\n2 0\n")]);
        assert!(bad.contains("b.cnf: line 2"), "{bad}");
        let twice = message(&[("a.cnf", YES), ("a.dimacs", YES)]);
        assert!(twice.contains("has two instances named `a`"), "{twice}");
    }
}
