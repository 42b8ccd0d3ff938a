//! The report on a corpus with more instances than the report keeps individually.

use std::path::{Path, PathBuf};
use std::process::Command;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A few more than 65 536, the maximum number of instances that the report keeps individually.
const INSTANCES: usize = 66_000;

fn coverlab(folder: &Path, arguments: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_coverlab");
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The `number`-th permutation of the digits.
fn permuted(mut number: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (b'1'..=b'9').collect();
    let mut digits = Vec::new();
    while !left.is_empty() {
        digits.push(left.remove(number % left.len()));
        number /= left.len() + 1;
    }
    digits
}

/// A puzzle with its digits renamed differently for each instance, so that all are equally hard.
fn corpus() -> String {
    let mut text = String::new();
    for number in 0..INSTANCES {
        let digits = permuted(number);
        let name = |c: char| c.to_digit(10).map_or(c, |d| char::from(digits[d as usize - 1]));
        text.extend(PUZZLE.chars().map(name));
        text.push('\n');
    }
    text
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sampled");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn counts_cover_all_instances_and_plots_a_sample() {
    let folder = folder();
    std::fs::write(folder.join("many.txt"), corpus()).unwrap();
    let experiment = format!(
        "name = \"sampled\"\nquestion = \"Are all counted?\"\nstrategies = [\"lockstep\", \"digit-lanes\"]\n\
         baseline = \"lockstep\"\ntask = \"unique\"\nseed = 1\n\n[[corpora]]\npath = \"many.txt\"\n\n\
         [[claim]]\nsays = \"all are answered\"\nmeasure = \"solved\"\nof = {{ strategy = \"lockstep\" }}\n\
         at_least = {INSTANCES}\nat_most = {INSTANCES}\n"
    );
    std::fs::write(folder.join("sampled.toml"), experiment).unwrap();
    coverlab(&folder, &["run", "sampled.toml", "--out", "record", "--no-report"]);
    let markdown = coverlab(&folder, &["report", "record", "--to", "markdown"]);
    let sampled = "a sample of 65\u{202f}536 of the 66\u{202f}000 instances of many";
    let tables: Vec<&str> = markdown.split("\n### ").collect();
    let table = |title: &str| *tables.iter().find(|table| table.starts_with(title)).expect(title);
    assert!(table("Expectations of our own").contains("| as expected |"), "{markdown}");
    assert!(table("Strategies on many").matches("66\u{202f}000 of 66\u{202f}000").count() == 2, "{markdown}");
    assert!(!table("Strategies on many (66\u{202f}000 instances)").contains(sampled), "{markdown}");
    assert!(!table("Speed and guesses on many").contains(sampled), "{markdown}");
    assert!(table("Costs relative to lockstep on many").contains(sampled), "{markdown}");
    assert!(table("Spread over many (66\u{202f}000 instances)").contains(sampled), "{markdown}");
}
