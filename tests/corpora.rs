//! The generated corpora are what the generator makes: each begins with its command, and the
//! command makes the same bytes.
//!
//! `COVERLAB_BLESS=1 cargo test --test corpora` writes them anew. To add one, write a file with
//! the first line alone, `# coverlab generate …`, and bless it.

mod common;

use common::coverlab;
use std::fs;
use std::path::{Path, PathBuf};

const COMMAND: &str = "# coverlab ";

/// Every corpus that says which command made it, with the command's arguments.
fn generated() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/corpora");
    let mut found: Vec<(PathBuf, Vec<String>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter_map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let command = text.lines().next()?.strip_prefix(COMMAND)?;
            Some((path, command.split(' ').map(str::to_string).collect()))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn the_generator_makes_the_committed_corpora() {
    let bless = std::env::var_os("COVERLAB_BLESS").is_some();
    let corpora = generated();
    let names: Vec<_> = corpora.iter().map(|(path, _)| path.file_stem().unwrap().to_str().unwrap()).collect();
    let expected = [
        "clues-22",
        "clues-24",
        "clues-28",
        "clues-32",
        "clues-40",
        "isomorphs-delord",
        "many-9x9",
        "none-9x9",
        "unique-12x12",
        "unique-16x16",
        "unique-25x25",
        "unique-4x4",
        "unique-6x6",
        "unique-9x9",
    ];
    assert_eq!(names, expected);
    for (path, arguments) in corpora {
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        arguments.extend(["--threads", "2"]);
        let run = coverlab(&arguments);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{}", path.display());
        if bless {
            fs::write(&path, &run.out).unwrap();
        }
        assert!(run.out == fs::read_to_string(&path).unwrap(), "{} is not what it says", path.display());
    }
}
