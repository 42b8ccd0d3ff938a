//! Experiments on encodings: sizes of formulas, guesses, and claims about both.

use crate::common::{coverlab, file};
use std::fs;

const EXPERIMENT: &str = r#"
name = "small-encodings"
question = "How large are the formulas of small boards?"
strategies = ["sat", "sat:clues=reduced", "sat:solver=batsat", "sat:solver=batsat,first=true", "dlx"]
corpora = [{ name = "unique-4x4", sample = 3 }, { name = "unique-6x6", sample = 3 }]
task = "unique"
instance_measures = ["blanks", "variables", "clauses"]

[[claim]]
says = "A 4x4 has 64 variables."
measure = "variables"
of = { strategy = "sat", corpus = "unique-4x4" }
against = { corpus = "unique-4x4" }
against_measure = "instances"
at_least = 64
at_most = 64

[[claim]]
says = "Reduced formulas have less than half of the clauses."
measure = "clauses"
of = { strategy = "sat:clues=reduced" }
against = { strategy = "sat" }
at_most = 0.5

[[claim]]
says = "Ten clauses are enough."
measure = "clauses"
of = { strategy = "sat" }
at_most = 10

[[claim]]
says = "Dancing links have clauses."
measure = "clauses"
of = { strategy = "dlx" }
at_least = 1
"#;

#[test]
fn covers_have_no_tables_by_size_of_the_board() {
    let text = "name = \"covers\"\nquestion = \"q\"\nstrategies = [\"dlx\", \"dancing-cells\"]\ncorpora = [\"queens:{4..6}\"]\n\
                task = \"first\"\ninstance_measures = [\"variables\"]\n";
    let experiment = file("encodings", "covers.toml", text);
    let out = experiment.with_extension("results");
    let _ = fs::remove_dir_all(&out);
    let run = coverlab(&["run", experiment.to_str().unwrap(), "--out", out.to_str().unwrap(), "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = fs::read_to_string(out.join("report/table.md")).unwrap();
    assert!(text.contains("Strategies on queens:{4..6}") && !text.contains("by size of the board"), "{text}");
}

#[test]
fn formulas_are_measured_and_guesses_counted() {
    let experiment = file("encodings", "small-encodings.toml", EXPERIMENT);
    let out = experiment.with_extension("results");
    let _ = fs::remove_dir_all(&out);
    let (experiment, folder) = (experiment.to_str().unwrap(), out.to_str().unwrap());
    let run = coverlab(&["run", experiment, "--out", folder, "--quiet"]);
    assert!(run.code == Some(0) || run.code == Some(1), "{}", run.err);

    let report = out.join("report/table.md");
    let text = fs::read_to_string(&report).unwrap();
    assert!(text.contains("Expectations of our own: as expected 2, not as expected 1, open 1"), "{text}");
    assert!(text.contains("is not known"), "dancing links have no formula: {text}");
    for table in [
        "| strategy                     | 4x4 | 6x6 |
| :--------------------------- | --: | --: |
| sat                          |  64 | 216 |",
        "| strategy                     | 4x4 |  6x6 |
| :--------------------------- | --: | ---: |
| sat                          | 452 | 2314 |",
        "### CPU time to encode, median by size of the board",
        "### CPU time to load and solve, median by size of the board",
    ] {
        assert!(text.contains(table), "{table}: {text}");
    }
    assert!(text.contains("Share answered without a guess"), "{text}");
    let guesses = text.split("Share answered without a guess").nth(1).unwrap().split("###").next().unwrap();
    assert!(guesses.contains("sat:solver=batsat,first=true") && !guesses.contains("dlx"), "{guesses}");
    assert!(
        !guesses.lines().any(|line| line.starts_with("| sat  ")),
        "varisat does not count guesses: {guesses}"
    );

    let plot = fs::read_to_string(report.with_file_name("by-size-clauses.csv")).unwrap();
    assert!(plot.starts_with("strategy,side,clauses\n"), "{plot}");
    assert!(
        fs::read_to_string(report.with_file_name("by-size-encode.svg"))
            .unwrap()
            .contains("side of the board")
    );
}
