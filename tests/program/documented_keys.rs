//! Checks that docs/FORMAT.md names every key of the objects that `--json` prints.

use crate::common::coverlab;
use serde_json::Value;
use std::path::Path;

const PUZZLE: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// Commands whose objects are described, one of each form.
const COMMANDS: [&[&str]; 20] = [
    &["solve", "--json", "--limit", "2", PUZZLE],
    &["solve", "--json", "--depths", "queens:6"],
    &["solve", "--json", "--random", "queens:6"],
    &["check", "--json", "examples/puzzles.txt"],
    &["convert", "--json", "--to", "sdk", PUZZLE],
    &["explain", "--json", PUZZLE],
    &["explain", "--json", "--next=where", PUZZLE],
    &["explain", "--json", "--next=rule", PUZZLE],
    &["explain", "--json", "--next", "12..34..21..43.."],
    &["rate", "--json", PUZZLE],
    &["rate", "--json", "................"],
    &["generate", "--json", "--seed", "1"],
    &["sat", "--json", "pigeonhole:3"],
    &["list", "strategies", "--json"],
    &["list", "techniques", "--json"],
    &["list", "families", "--json"],
    &["list", "solvers", "--json"],
    &["list", "corpora", "--json"],
    &["list", "experiments", "--json"],
    &["list", "strategies", "dlx", "--json"],
];

#[test]
fn the_keys_of_json_objects_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMAT.md");
    let format = std::fs::read_to_string(path).unwrap();
    for command in COMMANDS {
        let printed = coverlab(command);
        assert!(!printed.out.is_empty(), "{command:?}: {}", printed.err);
        for object in serde_json::Deserializer::from_str(&printed.out).into_iter::<Value>() {
            for key in object.unwrap().as_object().unwrap().keys() {
                assert!(format.contains(&format!("`{key}`")), "{command:?}: docs/FORMAT.md lacks `{key}`");
            }
        }
    }
}
