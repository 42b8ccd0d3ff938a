//! Generated corpora are reproducible: each file starts with the command that generates it, byte for byte.
//!
//! `COVERLAB_BLESS=1 cargo test --test program corpora::` regenerates them. To add a corpus, write a file
//! with only the first line, `# coverlab generate …`, and run this.

use crate::common::coverlab;
use std::fs;
use std::path::{Path, PathBuf};

const COMMAND: &str = "# coverlab ";

/// An option in the commands of older corpora, and its current name. The files are never edited, because
/// records contain their checksums.
const OLD_OPTION: &str = " --count ";
const NEW_OPTION: &str = " --puzzles ";

/// Every corpus that contains its command, with the arguments of the command.
fn generated() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/corpora");
    let mut found: Vec<(PathBuf, Vec<String>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter_map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let command = text.lines().next()?.strip_prefix(COMMAND)?.replacen(OLD_OPTION, NEW_OPTION, 1);
            Some((path, command.split(' ').map(str::to_string).collect()))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn the_generator_reproduces_the_committed_corpora() {
    let bless = std::env::var_os("COVERLAB_BLESS").is_some();
    let corpora = generated();
    let names: Vec<_> = corpora.iter().map(|(path, _)| path.file_stem().unwrap().to_str().unwrap()).collect();
    let expected = [
        "clues-22",
        "clues-24",
        "clues-28",
        "clues-32",
        "clues-40",
        "images-easy",
        "images-hard",
        "images-worst1",
        "images-worst2",
        "images-worst3",
        "images-worst4",
        "many-9x9",
        "minimal-12x12",
        "minimal-16x16",
        "minimal-25x25",
        "minimal-36x36",
        "minimal-9x9",
        "none-9x9",
        "unique-12x12",
        "unique-16x16",
        "unique-25x25",
        "unique-4x4",
        "unique-6x6",
        "unique-9x9",
    ];
    assert_eq!(names, expected);
    for (path, mut arguments) in corpora {
        let text = fs::read_to_string(&path).unwrap().replacen(OLD_OPTION, NEW_OPTION, 1);
        // A puzzle depends only on the seed and its number, so checking a few of the large puzzles suffices.
        let large = text.lines().nth(4).is_some_and(|line| line.len() > 200);
        if large && !bless {
            let count = arguments.iter().position(|word| word == "--puzzles").unwrap() + 1;
            arguments[count] = (arguments[count].parse::<usize>().unwrap() / 5).max(1).to_string();
        }
        let generated = generate(&arguments);
        if bless {
            fs::write(&path, generated).unwrap();
        } else if large {
            let few = puzzles(&generated);
            assert!(puzzles(&text).starts_with(&few) && !few.is_empty(), "{}", path.display());
        } else {
            assert!(
                without_bias(&generated).eq(without_bias(&text)),
                "{} differs from what the command in its header generates",
                path.display()
            );
        }
    }
}

/// The output of `coverlab` with these arguments.
fn generate(arguments: &[String]) -> String {
    let mut words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    words.extend(["--threads", "2"]);
    let run = coverlab(&words);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words:?}");
    run.out
}

/// The lines except the one about the bias, which the committed corpora word differently.
fn without_bias(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("# sampling ") && !line.starts_with("# bias: "))
}

/// The puzzles with their counts but without their names.
fn puzzles(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').next().unwrap()).collect()
}
