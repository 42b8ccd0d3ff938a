//! Errors that a new user may cause, with the complete output: standard output, standard error, exit code.
//!
//! Each message contains the error, its position, the reason and a remedy.

use crate::common::{Run, empty_folder, program};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;

/// The bytes of `text`, which may contain `\n` and `\xff`.
fn unescaped(text: &str) -> Vec<u8> {
    let text = text.replace("\\n", "\n");
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().expect("a first part").as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

/// Runs a case of `errors.txt`: the command in a folder with the files.
fn check(case: &str) {
    let (name, case) = case.split_once('\n').expect("a name");
    let (files, case) = case.split_once("$ coverlab ").expect("a command");
    let (command, answer) = case.split_once('\n').expect("an answer");
    let (answer, code) = answer.trim_end().rsplit_once('[').expect("an exit code");
    let messages = ["error: ", "warning: ", "note: "].iter().filter_map(|word| answer.find(word)).min();
    let expected = answer.split_at(messages.unwrap_or(answer.len()));

    let folder = empty_folder(&format!("errors/{name}"));
    for line in files.lines() {
        let (name, content) = line.trim_start_matches("> ").split_once(':').expect("a file");
        std::fs::write(folder.join(name), unescaped(content.trim_start())).expect("the file is written");
    }
    let output = program().args(command.split(' ')).current_dir(folder).output().expect("the program runs");
    let Run { out, err, code: found, .. } = Run::new(&program(), output);
    assert!(
        (out.as_str(), err.as_str()) == expected && found == code.trim_end_matches(']').parse().ok(),
        "{name}: expected\n{answer}[{code}\nfound\n{out}{err}[{found:?}]"
    );
}

#[test]
fn every_error_says_what_where_why_and_what_to_do() {
    let notations: Vec<&str> = NOTATIONS.iter().map(Notation::name).collect();
    let cases = include_str!("errors.txt").replace("NOTATIONS", &notations.join(", "));
    let cases: Vec<&str> = cases.split("\n\n# ").skip(1).collect();
    assert!(cases.len() > 50, "{} cases are found", cases.len());
    cases.into_iter().for_each(check);
}
