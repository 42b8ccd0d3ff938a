//! The words of the command line, for commands that repeat or resume themselves.

use coverlab_bench::error::quoted;
use std::ffi::OsString;
use std::sync::OnceLock;

/// The words, from the program's name on: those of the process unless [`set_words`] sets others.
static WORDS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The words of the command line, from the program's name on.
pub(crate) fn words() -> Vec<OsString> {
    WORDS.get_or_init(|| std::env::args_os().collect()).clone()
}

/// Sets the words of the command line, unless they were set or read before.
pub(crate) fn set_words(words: Vec<OsString>) {
    let _ = WORDS.set(words);
}

/// The command line, quoted for a shell, without `option` and its value, if it takes one.
pub(crate) fn without(option: &str, takes_value: bool) -> String {
    let mut text = "coverlab".to_string();
    let mut words = words().into_iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        if word == option {
            let _ = takes_value.then(|| words.next());
        } else if !word.strip_prefix(option).is_some_and(|value| value.starts_with('=')) {
            text += " ";
            text += &quoted(&word);
        }
    }
    text
}
