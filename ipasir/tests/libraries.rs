//! Loads a library that is a solver, and files that are not.

use coverlab_ipasir::{Answer, Library};
use coverlab_model::Cnf;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the solver beside this file.
fn tiny() -> PathBuf {
    let (source, out) = (
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/tiny.rs"),
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("libtiny-{}.so", std::process::id())),
    );
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "cdylib", "-C", "panic=abort", "-o"])
        .args([&out, &source])
        .status();
    assert!(compiled.unwrap().success());
    out
}

fn formula(variables: usize, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    clauses.iter().for_each(|clause| cnf.clause(clause));
    cnf
}

#[test]
#[allow(unsafe_code, reason = "the library is ours")]
fn a_library_answers_and_other_files_are_rejected() {
    let path = tiny();
    // SAFETY: the library implements the interface.
    let library = unsafe { Library::load(&path) }.unwrap();
    assert_eq!(library.signature(), "tiny 1");
    let Answer::Model(model) = library.solve(&formula(5, &[&[1, 2], &[-1], &[-2, 3]])) else {
        panic!("there is a model")
    };
    assert_eq!(model.values(), [false, true, true, false, false]);
    assert_eq!(library.solve(&formula(1, &[&[1], &[-1]])), Answer::None);
    assert_eq!(library.solve(&formula(1, &[&[]])), Answer::None);
    assert_eq!(library.solve(&formula(0, &[])), Answer::Model(coverlab_model::Model::new(Vec::new())));
    assert_eq!(library.solve(&formula(21, &[&[21]])), Answer::Unknown);
    for (path, says) in [
        (Path::new("/nowhere/lib.so"), "/nowhere/lib.so cannot be loaded"),
        (&std::env::current_exe().unwrap(), "cannot be loaded"),
    ] {
        // SAFETY: loading fails for each of these.
        let error = unsafe { Library::load(path) }.err().unwrap();
        assert!(error.contains(says), "{error}");
    }
}
