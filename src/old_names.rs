//! Command lines in the names of the previous release: they still work, with a hint. To be removed after one release.

use std::ffi::OsString;
use std::path::Path;

/// Commands that have another name, and that name.
const COMMANDS: [(&[&str], &[&str]); 13] = [
    (&["strategies"], &["list", "strategies"]),
    (&["techniques"], &["list", "techniques"]),
    (&["corpora"], &["list", "corpora"]),
    (&["families"], &["list", "families"]),
    (&["solver", "list"], &["list", "solvers"]),
    (&["solver", "show"], &["list", "solvers"]),
    (&["solver", "test"], &["doctor"]),
    (&["run", "--list"], &["list", "experiments"]),
    (&["view"], &["page"]),
    (&["encode"], &["convert"]),
    (&["export"], &["check"]),
    (&["man"], &["help", "man"]),
    (&["completions"], &["help", "completions"]),
];

/// Options that have another name: their command, the old name, the new one.
const OPTIONS: [(&str, &str, &str); 5] = [
    ("check", "--count", "--solutions"),
    ("convert", "--output", "--out"),
    ("generate", "--count", "--puzzles"),
    ("generate", "--format", "--to"),
    ("report", "--format", "--to"),
];

/// The command line in the names of this release, and a hint for each name that is replaced.
pub(crate) fn replaced(mut words: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let mut hints = Vec::new();
    let Some(at) = place_of_command(&words) else { return (words, hints) };
    let is_at = |old: &&(&[&str], &[&str])| {
        old.0.len() <= words.len() - at && old.0.iter().zip(&words[at..]).all(|(old, word)| word == old)
    };
    if let Some((old, new)) = COMMANDS.iter().find(is_at) {
        words.splice(at..at + old.len(), new.iter().map(OsString::from));
        let rest = at + new.len();
        match old[0] {
            "encode" => select_format(&mut words, rest),
            "export" => words[rest..].iter_mut().for_each(name_folder),
            _ => {}
        }
        hints.push(format!("`coverlab {}` is now `coverlab {}`", old.join(" "), words_of(new, &words)));
    }
    let command = words[at].clone();
    for (_, old, new) in OPTIONS.iter().filter(|(of, ..)| command == *of) {
        for word in &mut words[at..] {
            let value = word.to_str().and_then(|word| word.strip_prefix(old));
            if let Some(value) = value.filter(|value| value.is_empty() || value.starts_with('=')) {
                *word = format!("{new}{value}").into();
                hints.push(format!("`{old}` is now `{new}`"));
            }
        }
    }
    (words, hints)
}

/// The new command, with the format that `encode` did not name.
fn words_of(new: &[&str], words: &[OsString]) -> String {
    let to = words.iter().filter_map(|word| word.to_str()).find(|word| word.starts_with("--to="));
    new.iter().copied().chain(to.filter(|_| new == ["convert"])).collect::<Vec<_>>().join(" ")
}

/// The place of the command: the first word after the program and its options.
fn place_of_command(words: &[OsString]) -> Option<usize> {
    let is_option = |k: usize| words[k].to_string_lossy().starts_with('-');
    (1..words.len()).find(|&k| !is_option(k) && words[k - 1] != "--color")
}

/// Adds the format that `encode` chose by its arguments, which begin at `from`.
fn select_format(words: &mut Vec<OsString>, from: usize) {
    let is_cover = |word: &OsString| {
        let word = word.to_string_lossy();
        word == "exact-cover" || word.ends_with("=exact-cover")
    };
    let is_formula = |word: &OsString| {
        let word = word.to_string_lossy();
        word.ends_with(".cnf") || coverlab_model::family::formula::is_named(&word)
    };
    let to = match words[from..].iter().position(is_cover) {
        Some(value) => {
            let (value, is_pair) = (from + value, !words[from + value].to_string_lossy().contains('='));
            words.drain(value - usize::from(is_pair)..=value);
            "--to=dlx"
        }
        None if words[from..].iter().any(is_formula) => "--to=dlx",
        None => "--to=cnf",
    };
    words.insert(from, to.into());
}

/// Completes the name of a record to its folder, as `export` did.
fn name_folder(word: &mut OsString) {
    let folder = Path::new("results").join(&word);
    if !Path::new(word).is_dir() && folder.is_dir() {
        *word = folder.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(line: &str) -> (String, usize) {
        let words = format!("coverlab {line}").split(' ').map(OsString::from).collect();
        let (words, hints) = replaced(words);
        let words: Vec<_> = words[1..].iter().map(|word| word.to_string_lossy()).collect();
        (words.join(" "), hints.len())
    }

    #[test]
    fn old_names_have_new_ones() {
        for (old, new) in [
            ("strategies bird", "list strategies bird"),
            ("--color never -q families", "--color never -q list families"),
            ("solver show kissat", "list solvers kissat"),
            ("solver test mine.toml --json", "doctor mine.toml --json"),
            ("run --list --json", "list experiments --json"),
            ("view a.jsonl --out b.html", "page a.jsonl --out b.html"),
            ("encode p.txt -e augmented", "convert --to=cnf p.txt -e augmented"),
            ("encode p.txt --encoding exact-cover --puzzle 2", "convert --to=dlx p.txt --puzzle 2"),
            ("encode --encoding=exact-cover p.txt", "convert --to=dlx p.txt"),
            ("encode f.cnf", "convert --to=dlx f.cnf"),
            ("encode pigeonhole:4", "convert --to=dlx pigeonhole:4"),
            ("convert p.txt --output=q.txt", "convert p.txt --out=q.txt"),
            ("generate --count=5", "generate --puzzles=5"),
            ("report sources --format csv", "report sources --to csv"),
        ] {
            assert_eq!(replace(old), (new.to_string(), 1), "{old}");
        }
    }

    #[test]
    fn new_names_stay() {
        for line in
            ["list strategies", "solve corpora", "run strategies", "convert p.txt --to line", "--version"]
        {
            assert_eq!(replace(line), (line.to_string(), 0));
        }
    }
}
