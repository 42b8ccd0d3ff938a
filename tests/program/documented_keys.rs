//! Checks that docs/FORMAT.md names every key of the objects that `--json` prints.

use crate::common::coverlab;
use serde_json::Value;
use std::path::Path;

const PUZZLE: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// Commands whose objects are described, one of each form.
const COMMANDS: [&[&str]; 20] = [
    &["solve", "--json", "--limit", "2", PUZZLE],
    &["solve", "--json", "queens:6"],
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

/// Commands, and the key of an object that counts things by their names.
const COUNTS: [(&str, &str); 3] = [("solve", "counters"), ("explain", "techniques"), ("rate", "used")];

#[test]
fn the_keys_of_json_objects_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMAT.md");
    let format = std::fs::read_to_string(path).unwrap();
    for command in COMMANDS {
        let printed = coverlab(command);
        assert!(!printed.out.is_empty(), "{command:?}: {}", printed.err);
        let described = description(&format, command[0]);
        for object in serde_json::Deserializer::from_str(&printed.out).into_iter::<Value>() {
            for key in keys(command[0], &object.unwrap()) {
                let is_described = described.contains(&format!("`{key}`"));
                assert!(is_described, "{command:?}: its part of docs/FORMAT.md lacks `{key}`");
            }
        }
    }
}

/// The part of `format` on the objects that `command` prints: the beginning of its section, and its own paragraphs.
fn description(format: &str, command: &str) -> String {
    let start = format!("\n`coverlab {command} ");
    let section = format.split("\n## ").find(|section| section.contains(&start)).expect(command);
    let [introduction, own] = [section, section.split_once(&start).unwrap().1]
        .map(|text| text.split("\n`coverlab ").next().unwrap());
    format!("{introduction}{own}")
}

/// The keys in `value`, which `command` printed, except names of what is counted.
fn keys<'a>(command: &str, value: &'a Value) -> Vec<&'a str> {
    match value {
        Value::Array(values) => values.iter().flat_map(|value| keys(command, value)).collect(),
        Value::Object(fields) => {
            let inner = fields.iter().filter(|(key, _)| !COUNTS.contains(&(command, key)));
            let inner = inner.flat_map(|(_, value)| keys(command, value));
            fields.keys().map(String::as_str).chain(inner).collect()
        }
        _ => Vec::new(),
    }
}
