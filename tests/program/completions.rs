//! Shell completions. The script of `coverlab help completions bash` runs in bash; for the other shells, the
//! tests send the requests of their scripts.

use crate::common::{coverlab, program};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;
use std::path::Path;
use std::process::Command;

/// The completions that bash offers for the last of `words`, which are the words of `line` as readline splits
/// them.
fn bash(line: &str, words: &[&str]) -> Vec<String> {
    let script = coverlab(&["help", "completions", "bash"]).out;
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, folder) = (words.len() - 1, Path::new(env!("CARGO_BIN_EXE_coverlab")).parent().unwrap());
    let text = format!(
        "{script}\nCOMP_LINE='{line}' COMP_POINT={} COMP_CWORD={last}\nCOMP_WORDS=({})\n\
         _coverlab coverlab '' ''\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        line.len(),
        quoted.join(" ")
    );
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash").args(["-c", &text]).env("PATH", path).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_names_that_the_program_knows() {
    assert_eq!(bash("coverlab list strateg", &["coverlab", "list", "strateg"]), ["strategies"]);
    assert_eq!(bash("coverlab solve unique-9", &["coverlab", "solve", "unique-9"]), ["unique-9x9"]);
    assert_eq!(bash("coverlab check clues-4", &["coverlab", "check", "clues-4"]), ["clues-40"]);
    assert_eq!(bash("coverlab run knuth", &["coverlab", "run", "knuth"]), ["knuth-workloads"]);
    assert!(
        bash("coverlab list strategies delo", &["coverlab", "list", "strategies", "delo"])
            .contains(&"delord".to_string())
    );
    let strategies = bash("coverlab solve -s bird-b", &["coverlab", "solve", "-s", "bird-b"]);
    assert_eq!(strategies, ["bird-bits", "bird-bits:"]);
    let families = bash("coverlab solve --family pent", &["coverlab", "solve", "--family", "pent"]);
    assert_eq!(families, ["pentominoes:", "pentominoes:6x10"]);
    let notations = bash("coverlab convert --to ", &["coverlab", "convert", "--to", ""]);
    assert_eq!(notations, NOTATIONS.iter().map(Notation::name).chain(["cnf", "dlx"]).collect::<Vec<_>>());
    let records = bash("coverlab diff sourc", &["coverlab", "diff", "sourc"]);
    assert!(records.contains(&"sources".to_string()), "{records:?}");
    let options = bash("coverlab solve --uni", &["coverlab", "solve", "--uni"]);
    assert_eq!(options, ["--unique"]);
}

#[cfg(unix)]
#[test]
fn bash_completes_parameters_though_it_cuts_words_at_colons() {
    let line = "coverlab solve -s bird-bits:pru";
    assert_eq!(bash(line, &["coverlab", "solve", "-s", "bird-bits", ":", "pru"]), ["prune="]);
    let line = "coverlab solve -s bird-bits:prune=fi";
    let words = ["coverlab", "solve", "-s", "bird-bits", ":", "prune", "=", "fi"];
    assert_eq!(bash(line, &words), ["fixpoint"]);
    let line = "coverlab solve -s nothing:x";
    assert_eq!(bash(line, &["coverlab", "solve", "-s", "nothing", ":", "x"]), [""]);
    let line = "coverlab solve -s bird-bits:";
    assert!(bash(line, &["coverlab", "solve", "-s", "bird-bits", ":"]).contains(&"prune=".to_string()));
    let line = "coverlab solve --strategy=dlx-";
    let found = bash(line, &["coverlab", "solve", "--strategy", "=", "dlx-"]);
    assert!(!found.is_empty() && found.iter().all(|word| word.starts_with("dlx-")), "{found:?}");
}

#[test]
fn zsh_and_fish_are_offered_the_same() {
    for shell in ["zsh", "fish"] {
        let script = coverlab(&["help", "completions", shell]);
        assert!(script.out.contains("COVERLAB_COMPLETE") && script.code == Some(0), "{}", script.out);
        for (words, expected) in [
            (&["solve", "unique-25"][..], "unique-25x25"),
            (&["run", "tdoku-s"], "tdoku-suite"),
            (&["solve", "-s", "bird-bits:prune=fix"], "prune=fixpoint"),
            (&["solve", "-s", "sat:solver=batsat,enc"], "batsat,encoding="),
            (&["generate", "langford-r"], "langford-reduced"),
        ] {
            let mut command = program();
            command.env("COVERLAB_COMPLETE", shell).env("_CLAP_IFS", "\n");
            command.env("_CLAP_COMPLETE_INDEX", words.len().to_string()).args(["--", "coverlab"]).args(words);
            let offered = String::from_utf8(command.output().unwrap().stdout).unwrap();
            assert!(offered.contains(expected), "{shell} {words:?}: {offered}");
        }
    }
}
