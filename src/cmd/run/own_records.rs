//! Protects the project's own records: a program built from modified files must not change them.

use coverlab_bench::error::{Error, quoted};
use std::path::{Component, Path, PathBuf};

/// The commit this program was built from, with `+` if its sources had changes; empty if unknown.
pub(in crate::cmd) const COMMIT: &str = crate::BUILD.commit;

/// Checks that a program built from `commit` may write to `folder`.
pub(in crate::cmd) fn check_writable(folder: &Path, commit: &str) -> Result<(), Error> {
    let Some(project) = project_of(folder).filter(|_| commit.is_empty() || commit.ends_with('+')) else {
        return Ok(());
    };
    let built = match commit.strip_suffix('+') {
        Some(commit) => format!("from commit {commit} with changes"),
        None => "from an unknown commit".to_string(),
    };
    let what = format!(
        "{} holds the project's own records, and this program was built {built}",
        project.join("results").display()
    );
    let other = quoted(&Path::new("target").join(folder.file_name().unwrap_or_default()).to_string_lossy());
    Err(Error::new(what).help(format!(
        "commit the changes and build again, so that the records name their program; or write elsewhere with \
         --out {other}; or write there anyway with --dirty"
    )))
}

/// The checkout of this project whose results contain `folder`, which need not exist yet.
fn project_of(folder: &Path) -> Option<PathBuf> {
    let folder = resolved(folder);
    let results = folder.ancestors().filter(|above| above.file_name().is_some_and(|name| name == "results"));
    results.filter_map(Path::parent).find(|root| is_project(root)).map(Path::to_path_buf)
}

/// `path` as an absolute path, without links as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let mut absolute = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).components() {
        match part {
            Component::ParentDir => drop(absolute.pop()),
            part => absolute.push(part),
        }
    }
    let exists = absolute.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match exists {
        Some((above, real)) => real.join(absolute.strip_prefix(above).unwrap_or(Path::new(""))),
        None => absolute,
    }
}

/// Whether `root` is the root of a checkout of this project.
fn is_project(root: &Path) -> bool {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let name = format!("name = \"{}\"", env!("CARGO_PKG_NAME"));
    root.join(".git").exists() && manifest.lines().any(|line| line.trim() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder that looks like a checkout of the project called `name`.
    fn checkout(folder: &str, name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("coverlab-own-{folder}-{}", std::process::id()));
        std::fs::create_dir_all(root.join(".git")).unwrap();
        std::fs::create_dir_all(root.join("results")).unwrap();
        std::fs::write(root.join("Cargo.toml"), format!("[package]\nname = \"{name}\"\n")).unwrap();
        root
    }

    #[test]
    fn only_a_program_of_a_commit_may_write_own_records() {
        let root = checkout("project", "coverlab");
        let own = root.join("results/sources");
        assert!(check_writable(&own, "0123456789ab").is_ok());
        let why = check_writable(&own, "0123456789ab+").unwrap_err().to_string();
        assert!(
            why.contains("commit 0123456789ab with changes") && why.contains("--out target/sources"),
            "{why}"
        );
        assert!(
            check_writable(&own, "").is_err()
                && check_writable(&root.join("target/../results/a"), "+").is_err()
        );
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn every_program_may_write_other_folders() {
        let (root, other) = (checkout("own", "coverlab"), checkout("foreign", "other"));
        for folder in [root.join("target/sources"), root.join("resultsets/a"), other.join("results/sources")]
        {
            assert!(check_writable(&folder, "0123456789ab+").is_ok(), "{}", folder.display());
        }
        std::fs::remove_dir(root.join(".git")).unwrap();
        assert!(check_writable(&root.join("results/sources"), "+").is_ok(), "a copy that is no checkout");
        for folder in [root, other] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}
