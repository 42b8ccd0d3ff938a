//! Shell completions. The script of `coverlab help completions bash` runs in bash; for the other shells, the
//! tests send the requests of their scripts.

use crate::common::{coverlab, program};
use coverlab_model::format::notation::Notation;
use coverlab_model::format::notations::NOTATIONS;
use std::path::Path;
use std::process::Command;

/// The completions that bash offers for the last word of `line`.
fn bash(line: &str) -> Vec<String> {
    let script = coverlab(&["help", "completions", "bash"]).out;
    let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
    let folder = Path::new(env!("CARGO_BIN_EXE_coverlab")).parent().unwrap();
    let text = format!(
        "{script}\nCOMP_CWORD={}\nCOMP_WORDS=({})\n_clap_complete_coverlab coverlab {} ''\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.len() - 1,
        words.join(" "),
        words[words.len() - 1]
    );
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash").args(["-c", &text]).env("PATH", path).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_names_that_the_program_knows() {
    assert_eq!(bash("coverlab list strateg"), ["strategies"]);
    assert_eq!(bash("coverlab solve unique-9"), ["unique-9x9"]);
    assert_eq!(bash("coverlab check clues-4"), ["clues-40"]);
    assert_eq!(bash("coverlab run knuth"), ["knuth-workloads"]);
    assert!(bash("coverlab list strategies delo").contains(&"delord".to_string()));
    let strategies = bash("coverlab solve -s bird-b");
    assert_eq!(strategies, ["bird-bits"]);
    let families = bash("coverlab solve --family pent");
    assert_eq!(families, ["pentominoes:", "pentominoes:6x10"]);
    let notations = bash("coverlab convert --to ");
    assert_eq!(notations, NOTATIONS.iter().map(Notation::name).chain(["cnf", "dlx"]).collect::<Vec<_>>());
    let records = bash("coverlab diff sourc");
    assert!(records.contains(&"sources".to_string()), "{records:?}");
    assert_eq!(bash("coverlab explain --without trial,sword"), ["trial,swordfish"]);
    assert_eq!(bash("coverlab lesson swordf"), ["swordfish"]);
    assert_eq!(bash("coverlab lesson dancing-links-"), ["dancing-links-de"]);
    assert_eq!(bash("coverlab generate --symmetry half-turn,dia"), ["half-turn,diagonal"]);
    assert_eq!(bash("coverlab help com"), ["compare", "completions"]);
    let options = bash("coverlab solve --uni");
    assert_eq!(options, ["--unique"]);
}

#[test]
fn zsh_and_fish_are_offered_the_same() {
    for shell in ["zsh", "fish"] {
        let script = coverlab(&["help", "completions", shell]);
        assert!(script.out.contains("COVERLAB_COMPLETE") && script.code == Some(0), "{}", script.out);
        for (words, expected) in [
            (&["solve", "unique-25"][..], "unique-25x25"),
            (&["run", "tdoku-s"], "tdoku-suite"),
            (&["solve", "-s", "bird-b"], "bird-bits"),
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
