//! Experiments on formulas: families with ranges, lists, files and folders, compressed or not; external
//! solvers that may be missing; and the message for a missing corpus.

use crate::common::{Run, coverlab, file};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs an experiment with these corpora in its own folder.
fn run(test: &str, corpora: &str, more: &str) -> (Run, PathBuf) {
    let text = format!(
        "name = \"{test}\"\nquestion = \"Does it run?\"\nstrategies = [\"cdcl\", \"sat\"]\n\
         corpora = [{corpora}]\ntask = \"first\"\n{more}\n"
    );
    let path = file(test, "experiment.toml", text);
    let results = path.with_file_name("results");
    let _ = std::fs::remove_dir_all(&results);
    let run = coverlab(&["run", path.to_str().unwrap(), "--out", results.to_str().unwrap()]);
    (run, results)
}

/// The columns `corpus`, `instance`, `status` and `verdict` in the rows of one strategy.
fn rows(results: &Path, strategy: &str) -> Vec<[String; 4]> {
    let mut reader = csv::Reader::from_path(results.join("trials.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let columns = ["corpus", "instance", "status", "verdict"].map(at);
    let records = reader.records().map(Result::unwrap);
    let own = records.filter(|record| &record[at("strategy")] == strategy);
    own.map(|record| columns.map(|column| record[column].to_string())).collect()
}

#[test]
fn formulas_come_from_families_lists_files_and_folders() {
    let test = "formulas_from_everywhere";
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(b"c a comment\np cnf 2 2\n1 2 0\n-1 -2 0\n").unwrap();
    file(&format!("{test}/folder"), "b.cnf.gz", encoder.finish().unwrap());
    file(&format!("{test}/folder"), "a.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    file(&format!("{test}/folder"), "README.txt", "no formula");
    file(test, "list.families", "tseitin-even:4:3:1..2\nquasigroup:4:6:1 1+\n");
    file(test, "one.cnf", "p cnf 3 1\n1 2 3 0\n");
    let corpora = "{ name = \"pigeonhole:3..4\" }, { path = \"list.families\" }, { path = \"folder\" }, \
                   { path = \"one.cnf\" }";
    let absent = "optional = [\"absent\"]\n[[solver]]\nname = \"absent\"\nproblem = \"cnf\"\ncommand = [\"no-such-solver\"]";
    let (run, results) = run(test, corpora, absent);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let left_out = "absent is left out: no `no-such-solver` is on the path";
    assert!(run.err.contains(left_out), "{}", run.err);
    let page = std::fs::read_to_string(results.join("report/table.md")).unwrap();
    assert!(page.contains(&left_out.replace('`', r"\`")), "{page}");
    let expected = [
        ["pigeonhole:3..4", "pigeonhole:3", "none", "correct"],
        ["pigeonhole:3..4", "pigeonhole:4", "none", "correct"],
        ["list", "tseitin-even:4:3:1", "solved", "correct"],
        ["list", "tseitin-even:4:3:2", "solved", "correct"],
        ["list", "quasigroup:4:6:1", "solved", "correct"],
        ["folder", "a", "none", "correct"],
        ["folder", "b", "solved", "correct"],
        ["one", "one", "solved", "correct"],
    ];
    for strategy in ["cdcl", "sat"] {
        assert_eq!(rows(&results, strategy), expected, "{strategy}");
    }
}

#[test]
fn an_answer_that_contradicts_the_family_or_the_list_is_wrong() {
    let test = "formulas_that_lie";
    file(test, "list.families", "random-sat:3:20:20:1 0\npigeonhole:3:3\n");
    let (run, results) = run(test, "{ path = \"list.families\" }", "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let verdicts: Vec<_> = rows(&results, "cdcl").into_iter().map(|[.., verdict]| verdict).collect();
    assert_eq!(verdicts, ["wrong", "correct"]);
}

#[test]
fn a_missing_corpus_is_reported_with_a_remedy() {
    let error_for = |test: &str, corpora: &str| {
        let (run, _) = run(test, corpora, "");
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{}", run.err);
        run.err
    };
    let missing = error_for("formulas_missing", "{ path = \"../nowhere/uf20-91\" }");
    assert!(missing.contains("there is no corpus at") && missing.contains("nowhere/uf20-91"), "{missing}");
    assert!(missing.contains("relative to the experiment's file; put the corpus there"), "{missing}");
    file("formulas_near", "uf20.cnf", "p cnf 1 1\n1 0\n");
    let near = error_for("formulas_near", "{ path = \"uf21.cnf\" }");
    assert!(near.contains("did you mean") && near.contains("uf20.cnf`"), "{near}");
    let family = error_for("formulas_family", "{ name = \"random-sat:3:20\" }");
    assert!(family.contains("not 3 to 4 numbers"), "{family}");
    let range = error_for("formulas_range", "{ name = \"pigeonhole:9..3\" }");
    assert!(range.contains("`9..3` is not a range of whole numbers"), "{range}");
    let baseline = {
        let (run, _) = run("formulas_baseline", "{ name = \"pigeonhole:3\" }", "baseline = \"cdlc\"");
        run.err
    };
    assert!(baseline.contains("did you mean `cdcl`?"), "{baseline}");
}

#[test]
fn random_formulas_by_ratio_have_a_curve_and_ratios_to_a_baseline() {
    let corpora = "{ name = \"random-sat:3:20:60..120/10:1..4\" }, { name = \"pigeonhole:3..5\" }";
    let (run, results) = run("formulas_by_ratio", corpora, "baseline = \"cdcl\"\ncompare = []");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let report = results.join("report");
    let curve = std::fs::read_to_string(report.join("sweep-random-sat-3-20-60-120-10-1-4.csv")).unwrap();
    assert!(curve.starts_with("strategy,clauses per variable,median,interval_low,interval_high,"), "{curve}");
    assert_eq!(curve.lines().count(), 1 + 2 * 7, "{curve}");
    assert!(report.join("cactus-all.svg").exists());
    let mut files = std::fs::read_dir(&report).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!files.any(|name| name.to_string_lossy().starts_with("pair-")));
    let tables = std::fs::read_to_string(report.join("table.md")).unwrap();
    for title in [
        "Costs relative to cdcl on pigeonhole:3..5",
        "Work and CPU time relative to cdcl",
        "clauses per variable",
    ] {
        assert!(tables.contains(title), "{title}: {tables}");
    }
}
