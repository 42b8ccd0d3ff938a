//! Shell completions: what the script for bash offers in bash, and the scripts for the other shells.

use crate::common::coverlab;
use std::process::Command;

/// The completions that bash offers for the last word of `line`.
fn bash(line: &str) -> Vec<String> {
    let script = coverlab(&["help", "completions", "bash"]).out;
    let words: Vec<&str> = line.split(' ').collect();
    let [.., previous, current] = words[..] else { panic!("{line} has no second word") };
    let text = format!(
        "{script}\nCOMP_CWORD={}\nCOMP_WORDS=({line})\n_coverlab coverlab '{current}' '{previous}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.len() - 1
    );
    let output = Command::new("bash").args(["-c", &text]).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_their_values() {
    assert_eq!(bash("coverlab com"), ["compare"]);
    assert_eq!(bash("coverlab list strateg"), ["strategies"]);
    assert_eq!(bash("coverlab solve --uni"), ["--unique"]);
    assert_eq!(bash("coverlab sat --proof-format l"), ["lrat"]);
    assert_eq!(bash("coverlab separate"), [""], "a hidden command");
}

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = coverlab(&["help", "completions", shell]);
        assert!(script.out.contains("proof-format") && script.code == Some(0), "{shell}: {}", script.out);
    }
}
