//! `coverlab compare`: compares strategies on inputs of any kind with one command.

use crate::common::{Run, coverlab, file, with_input};
use std::path::{Path, PathBuf};

/// Runs `coverlab compare` with `words` and checks that it succeeds.
fn compare(words: &[&str]) -> Run {
    let run = coverlab(&[&["compare"], words].concat());
    assert_eq!(run.code, Some(0), "{words:?}: {}{}", run.out, run.err);
    run
}

/// The path of a folder for a test, which does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// The words of each line of `text` that starts with one of `names`.
fn rows<'a>(text: &'a str, names: &[&str]) -> Vec<Vec<&'a str>> {
    let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.filter(|words| words.first().is_some_and(|word| names.contains(word))).collect()
}

#[test]
fn strategies_are_compared_over_all_inputs() {
    let cover = file("compare_inputs", "one.dlx", "a b c\na\nb c\na b\nc\n");
    let inputs = ["queens:{5..7}", "langford:{3,4}", cover.to_str().unwrap()];
    let run = compare(&[&["dlx", "bit-cover", "--repetitions", "1"], &inputs[..]].concat());
    let rows = rows(&run.out, &["dlx", "bit-cover"]);
    assert_eq!(rows.len(), 3, "{}", run.out);
    for row in &rows[..2] {
        assert_eq!(row[1..4], ["6", "of", "6"], "{}", run.out);
    }
    let ratio = &rows[2];
    assert!(ratio[0] == "bit-cover" && ratio[1].ends_with('×'), "{}", run.out);
    assert!(["faster", "slower", "shown", "tell"].contains(ratio.last().unwrap()), "{}", run.out);
    assert!(run.out.contains("No wrong answer in 12 trials; 12 confirmed"), "{}", run.out);
    assert!(run.out.contains("CPU time relative to dlx"), "{}", run.out);
}

#[test]
fn the_experiment_that_is_printed_runs_the_same_trials() {
    let (printed, direct) = (folder("printed"), folder("direct"));
    let words = ["dancing-cells:ties={first,random}", "dlx", "queens:{4..6}", "unique-4x4"];
    let options = ["--time-limit", "3s", "--repetitions", "2", "--seed", "5", "--unique"];
    let experiment =
        file("compare_toml", "x.toml", compare(&[&words[..], &options, &["--toml"]].concat()).out);
    let out = printed.to_str().unwrap();
    let run = coverlab(&["run", experiment.to_str().unwrap(), "--out", out, "--no-report"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    compare(&[&words[..], &options, &["--out", direct.to_str().unwrap()]].concat());
    // The columns before the status contain no times.
    let trials = |folder: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(folder.join("trials.csv")).unwrap();
        let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let at = |name: &str| head.iter().position(|column| *column == name).unwrap();
        let columns =
            ["corpus", "instance", "strategy", "params", "seed", "repeat", "status", "nodes"].map(at);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let row = |row: csv::StringRecord| columns.map(|at| row[at].to_string()).join(" ");
        reader.records().map(|record| row(record.unwrap())).collect()
    };
    let found = trials(&printed);
    assert_eq!((found.len(), &found), ((50 + 3) * 3 * 2, &trials(&direct)));
    assert_eq!(
        std::fs::read_to_string(direct.join("experiment.toml")).unwrap(),
        std::fs::read_to_string(experiment).unwrap()
    );
}

#[test]
fn a_folder_and_standard_input_are_inputs() {
    let formula = file("compare_folder", "a.cnf", "p cnf 2 2\n1 2 0\n-1 0\n");
    file("compare_folder", "b.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let words = ["compare", "cdcl", "sat", formula.parent().unwrap().to_str().unwrap(), "--json"];
    let run = with_input(&[&words[..], &["-", "random-sat:3:8:{20,24}:1"]].concat(), b"p cnf 1 1\n1 0\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["baseline"], &json["instances"]), (&"cdcl".into(), &5.into()), "{json}");
    assert_eq!(json["counts"]["wrong"], 0);
    assert_eq!(json["comparisons"][0]["strategy"], "sat");
    assert!(json["comparisons"][0]["typical"]["ratio"].as_f64().unwrap() > 0.0, "{json}");
}

#[test]
fn the_report_is_written_where_the_record_is_kept() {
    let out = folder("report");
    let run = compare(&["dlx", "bit-cover", "queens:{4..8}", "--out", out.to_str().unwrap(), "--report"]);
    assert!(
        run.out.ends_with("report/index.html\n") && out.join("report/index.html").is_file(),
        "{}",
        run.out
    );
    let again = compare(&["dlx", "bit-cover", "queens:{4..8}", "--out", out.to_str().unwrap()]);
    let tables =
        |run: &Run| rows(&run.out, &["dlx", "bit-cover"]).iter().map(|row| row.join(" ")).collect::<Vec<_>>();
    assert_eq!(tables(&again), tables(&run), "the recorded trials are reused");
}
