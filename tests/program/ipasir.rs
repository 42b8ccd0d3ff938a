//! A shared library as a strategy, and the error if the feature is missing.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
#[cfg(feature = "ipasir")]
use std::process::Command;

/// Creates a folder with the definition of a solver in a shared library.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("tiny.toml"), "name = \"tiny\"\nlibrary = \"libtiny.so\"\n").unwrap();
    folder
}

fn solver_test(folder: &Path) -> std::process::Output {
    crate::common::program().current_dir(folder).args(["doctor", "./tiny.toml"]).output().unwrap()
}

#[cfg(feature = "ipasir")]
#[test]
fn a_library_answers_and_a_missing_one_is_reported() {
    let folder = folder("ipasir");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("ipasir/tests/library/tiny.rs");
    let compiled = Command::new("rustc")
        .args(["--edition", "2024", "--crate-type", "cdylib", "-C", "panic=abort", "-o"])
        .args([&folder.join("libtiny.so"), &source])
        .status();
    assert!(compiled.unwrap().success());
    let run = solver_test(&folder);
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && out.ends_with("4 of 4 answers are right\n"), "{out}{err}");
    let signature = crate::common::program().arg("ipasir").arg(folder.join("libtiny.so")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&signature.stdout), "tiny 1\n");
    std::fs::remove_file(folder.join("libtiny.so")).unwrap();
    let run = solver_test(&folder);
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && err.contains("libtiny.so"), "{err}");
}

#[cfg(not(feature = "ipasir"))]
#[test]
fn without_the_feature_the_error_names_it() {
    let run = solver_test(&folder("no-ipasir"));
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && err.contains("--features ipasir"), "{err}");
}
