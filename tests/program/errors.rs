//! Errors that a new user may cause, with the complete output: standard output, standard error, exit code.
//!
//! Each message contains the error, its position, the reason and a remedy.

mod commands;
mod inputs;

use crate::common::{file, program};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;

/// The files, the command, its standard output and its standard error. `NOTATIONS` is replaced by the list of
/// notation names.
struct Case {
    name: &'static str,
    files: &'static [(&'static str, &'static [u8])],
    arguments: &'static [&'static str],
    out: &'static str,
    err: &'static str,
    code: i32,
}

#[test]
fn every_error_says_what_where_why_and_what_to_do() {
    let notations: Vec<&str> = NOTATIONS.iter().map(Notation::name).collect();
    for case in inputs::CASES.iter().chain(commands::CASES) {
        let folder = format!("errors/{}", case.name);
        let here = file(&folder, ".here", "").parent().expect("a file is in a folder").to_path_buf();
        for (name, content) in case.files {
            file(&folder, name, content);
        }
        let output = program().args(case.arguments).current_dir(here).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("messages are text");
        let found = (text(output.stdout), text(output.stderr), output.status.code());
        let expected =
            (case.out.to_string(), case.err.replace("NOTATIONS", &notations.join(", ")), Some(case.code));
        assert_eq!(found, expected, "{}\n{}", case.name, found.1);
    }
}
