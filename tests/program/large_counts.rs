//! Claims about counts of solutions that no float holds exactly, or that are too large to record.

use crate::common::coverlab;
use crate::support::{Scratch, experiment};

/// A claim or law about the number of solutions.
fn claim(kind: &str, says: &str, rest: &str) -> String {
    format!("\n[[{kind}]]\nsays = \"{says}\"\nmeasure = \"solutions\"\n{rest}\n")
}

#[test]
fn large_counts_are_compared_digit_by_digit_and_the_largest_are_bounds() {
    let folder = Scratch::new("large-counts");
    let twelve = |rest: &str| format!("of = {{ corpus = \"dominoes:12x12\" }}\n{rest}");
    let endless = "of = { corpus = \"dominoes:14x14\" }";
    let claims = [
        claim("claim", "exactly", &twelve("at_least = 53060477521960000\nat_most = 53060477521960000")),
        claim("claim", "one more", &twelve("at_least = 53060477521960001")),
        claim("claim", "one less", &twelve("at_most = 53060477521959999")),
        claim("claim", "unknown", &format!("{endless}\nat_most = 1e20")),
        claim(
            "claim",
            "ratio",
            &format!("{endless}\nagainst = {{ corpus = \"dominoes:16x16\" }}\nat_least = 1"),
        ),
        claim("law", "three less", &twelve("at_least = 53060477521959997\nat_most = 53060477521959997")),
    ];
    let corpora =
        ["12x12", "14x14", "16x16"].map(|size| format!("[[corpora]]\nname = \"dominoes:{size}\"\n"));
    let path = folder.0.join("dominoes.toml").display().to_string();
    let text = experiment(&["zdd-cover"], &(corpora.concat() + &claims.concat()), "task = \"all\"");
    std::fs::write(&path, text).unwrap();
    let out = folder.0.join("out").display().to_string();
    let run = coverlab(&["run", &path, "--out", &out, "--no-report"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let tables = coverlab(&["report", &out, "--to", "markdown"]).out.replace('\u{202f}', " ");
    let row = |says: &str| {
        let row = tables.lines().find(|line| line.contains(&format!("| {says} "))).unwrap_or(&tables);
        row.split('|').map(|cell| cell.trim().to_string()).filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(row("exactly")[..3], ["as expected", "exactly", "5.31 × 10¹⁶"]);
    let more =
        ["**not as expected**", "one more", "53 060 477 521 960 000", "at least 53 060 477 521 960 001"];
    assert_eq!(row("one more")[..4], more);
    assert_eq!(row("one less")[3], "at most 53 060 477 521 959 999");
    assert_eq!(row("three less")[0], "**FAILS**");
    let unknown = row("unknown");
    assert_eq!(unknown[..3], ["open", "unknown", "≥ 1.84 × 10¹⁹"]);
    assert!(unknown[4].starts_with("a count is too large to record"), "{unknown:?}");
    assert_eq!(row("ratio")[0], "open");
}
