//! `coverlab diff`: equal results, regressions, and the exit code.

use crate::common::{Run, coverlab};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A table, by columns, with a row per trial.
struct Table {
    header: csv::StringRecord,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn column(&self, name: &str) -> usize {
        self.header.iter().position(|column| column == name).unwrap()
    }

    /// Changes the column `name` in the rows of one strategy.
    fn edit(&mut self, strategy: &str, name: &str, change: impl Fn(&str) -> String) {
        let (column, of, params) = (self.column(name), self.column("strategy"), self.column("params"));
        for row in self.rows.iter_mut().filter(|row| row[of] == strategy && row[params].is_empty()) {
            row[column] = change(&row[column]);
        }
    }

    fn edit_all(&mut self, name: &str, value: &str) {
        let column = self.column(name);
        self.rows.iter_mut().for_each(|row| row[column] = value.to_string());
    }
}

fn committed_record(experiment: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(experiment)
}

fn sources() -> PathBuf {
    committed_record("sources")
}

/// A copy of the committed record of `sources` with a changed table and `run.json`.
fn record(name: &str, change: impl FnOnce(&mut Table), describe: impl FnOnce(&mut Value)) -> String {
    copy_of(&sources(), name, change, describe)
}

fn copy_of(
    committed: &Path,
    name: &str,
    change: impl FnOnce(&mut Table),
    describe: impl FnOnce(&mut Value),
) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut reader = csv::Reader::from_path(committed.join("trials.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect();
    let mut table = Table { header, rows };
    change(&mut table);
    let mut writer = csv::Writer::from_path(folder.join("trials.csv")).unwrap();
    writer.write_record(&table.header).unwrap();
    table.rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.flush().unwrap();
    let mut run: Value =
        serde_json::from_str(&std::fs::read_to_string(committed.join("run.json")).unwrap()).unwrap();
    describe(&mut run);
    std::fs::write(folder.join("run.json"), run.to_string()).unwrap();
    folder.display().to_string()
}

/// Compares the committed record of `sources` with `after`.
fn diff(after: &str, more: &[&str]) -> Run {
    let before = sources().display().to_string();
    coverlab(&[&["diff", &before, after], more].concat())
}

fn last_line(run: &Run) -> &str {
    run.out.lines().last().unwrap()
}

/// The lines about regressions.
fn regressions(run: &Run) -> Vec<&str> {
    run.out.lines().filter_map(|line| line.strip_prefix("Worse: ")).collect()
}

const ALL_NODES: &str = "1721060552 of 1721060552 nodes equal";

#[test]
fn equal_records_have_no_regressions() {
    let same = record("same", |_| {}, |_| {});
    let run = diff(&same, &[]);
    assert_eq!((run.code, regressions(&run).len(), run.err.as_str()), (Some(0), 0, ""));
    assert_eq!(last_line(&run), format!("{ALL_NODES}, 120 of 120 verdicts equal, times ×1.00"));
    assert!(!run.out.contains("Other circumstances") && !run.out.contains("Differences"), "{}", run.out);

    // The output marks times of a busy machine.
    let busy = record("busy", |table| table.edit_all("noise", "2.500"), |_| {});
    let run = diff(&busy, &[]);
    run.answers(0, &[" times CPU time before, and 2.50 times after"]);

    // In another order, some instances have to be held until their counterparts are read.
    let reversed = record("reversed", |table| table.rows.reverse(), |_| {});
    let run = diff(&reversed, &[]);
    assert_eq!((run.code, last_line(&run).contains(ALL_NODES)), (Some(0), true), "{}", run.out);
}

#[test]
fn a_changed_bound_is_listed_with_the_outcome_that_it_changes() {
    let text = std::fs::read_to_string(sources().join("experiment.toml")).unwrap();
    let with = |name: &str, bound: &str| {
        let folder = record(name, |_| {}, |_| {});
        let law = "[[law]]\nsays = \"Few nodes\"\nmeasure = \"nodes\"\nof = { strategy = \"dlx\" }\n";
        let path = Path::new(&folder).join("experiment.toml");
        std::fs::write(path, format!("{text}\n{law}at_most = {bound}\n")).unwrap();
        folder
    };
    let (loose, tight) = (with("loose", "1000000000"), with("tight", "0"));
    let run = coverlab(&["diff", &loose, &tight, "--markdown"]);
    assert_eq!(run.code, Some(0));
    let rows: Vec<Vec<&str>> = run
        .out
        .lines()
        .filter(|line| line.starts_with("| Few nodes"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 2, "{}", run.out);
    assert_eq!(rows[0][2..5], ["at\\_most", "1000000000", "0"]);
    assert_eq!(rows[1][2..5], ["outcome", "holds", "FAILS"]);
    let same = coverlab(&["diff", &loose, &loose, "--json"]);
    let same: Value = serde_json::from_str(&same.out).unwrap();
    assert_eq!(same["claims"].as_array().map(Vec::len), Some(0));
}

#[test]
fn another_counter_is_a_regression_unless_the_seed_differs() {
    let more = |table: &mut Table| {
        table.edit("dlx", "nodes", |nodes| (nodes.parse::<u64>().unwrap() + 1).to_string());
    };
    let changed = record("counter", more, |_| {});
    let run = diff(&changed, &[]);
    assert_eq!(
        (run.code, regressions(&run)),
        (Some(1), vec!["dlx on sources: 8 trials have different counters"])
    );
    assert!(last_line(&run).starts_with("1721057660 of 1721060552 nodes equal, 120 of 120"), "{}", run.out);
    let listed = run.out.lines().filter(|line| line.contains("dlx") && line.contains("  nodes  ")).count();
    assert_eq!(listed, 8, "{}", run.out);

    let reseeded = record(
        "seed",
        |table| {
            more(table);
            table.edit_all("seed", "7");
        },
        |run| run["seed"] = 7.into(),
    );
    let run = diff(&reseeded, &[]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(last_line(&run).starts_with("another seed, so no counters, 120 of 120 verdicts"), "{}", run.out);
    assert!(run.out.contains("counters are not compared"), "{}", run.out);
}

#[test]
fn wrong_changed_and_missing_answers_are_regressions() {
    let wrong = record("wrong", |table| table.edit("heller", "verdict", |_| "wrong".to_string()), |_| {});
    let run = diff(&wrong, &[]);
    assert_eq!(regressions(&run), ["heller on sources: 8 answers are newly wrong"]);
    assert!(run.code == Some(1) && last_line(&run).contains("112 of 120 verdicts equal"), "{}", run.out);
    let before = sources().display().to_string();
    let back = coverlab(&["diff", &wrong, &before]);
    assert_eq!((back.code, regressions(&back).len()), (Some(0), 0), "{}", back.out);

    let other = record("other", |table| table.edit("heller", "answer_hash", |_| "0badc0de".into()), |_| {});
    let run = diff(&other, &[]);
    assert_eq!((run.code, regressions(&run)), (Some(1), vec!["heller on sources: 8 answers changed"]));
    assert!(run.out.contains("set 0badc0de") && last_line(&run).contains("8 other answers"), "{}", run.out);

    let lost = |table: &mut Table| table.edit("heller", "status", |_| "timeout".into());
    let lost_here = record("lost", lost, |_| {});
    let run = diff(&lost_here, &[]);
    let words = "heller on sources: 8 answers were lost";
    assert_eq!((run.code, regressions(&run)), (Some(1), vec![words]), "{}", run.out);
    // Times on different processors cannot be compared.
    let elsewhere = record("lost-elsewhere", lost, |run| run["cpu"] = "another".into());
    let run = diff(&elsewhere, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    assert!(run.out.contains("8 lost"), "{}", run.out);
    // Another node limit excuses an answer that is lost to it, another time limit does not.
    for (limit, code) in [("limit_nodes", 0), ("limit_cpu_ns", 1)] {
        let ended = |table: &mut Table| {
            table.edit("heller", "status", |_| "node-limit".into());
            table.edit_all(limit, "7");
        };
        let elsewhere = record(&format!("lost-{limit}"), ended, |run| run["cpu"] = "another".into());
        assert_eq!(diff(&elsewhere, &[]).code, Some(code), "{limit}");
    }
}

#[test]
fn significantly_longer_times_are_regressions_on_the_same_processor() {
    // Each instance is timed by itself. In the committed record they share two pieces.
    let alone = |table: &mut Table| table.edit_all("block", "");
    let before = record("alone", alone, |_| {});
    let diff = |after: &str, more: &[&str]| coverlab(&[&["diff", &before, after], more].concat());
    let slower = |table: &mut Table| {
        alone(table);
        table.edit("delord", "solve_cpu_ns", |time| (time.parse::<u64>().unwrap() * 5 / 4).to_string());
    };
    let slow = record("slow", slower, |_| {});
    let run = diff(&slow, &[]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert_eq!(regressions(&run), ["delord on sources: times ×1.25 [1.25, 1.25], all above ×1.1"]);
    assert_eq!(diff(&slow, &["--fail-above", "1.3"]).code, Some(0));
    assert_eq!(coverlab(&["diff", &slow, &before]).code, Some(0));

    for (name, value) in [("cpu", "another processor"), ("profile", "debug")] {
        let elsewhere = record(&format!("slow-{name}"), slower, |run| run[name] = value.into());
        let run = diff(&elsewhere, &[]);
        assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
        assert!(run.out.contains(value) && run.out.contains("do not count as regressions"), "{}", run.out);
        assert!(last_line(&run).ends_with(" on another processor or build"), "{}", run.out);
        assert_eq!(diff(&elsewhere, &["--across-processors"]).code, Some(1));
    }

    // Four instances are too few for a conclusion.
    let few = record(
        "few",
        |table| {
            slower(table);
            let instance = table.column("instance");
            let mut names: Vec<String> = table.rows.iter().map(|row| row[instance].clone()).collect();
            names.dedup();
            table.rows.retain(|row| names[..4].contains(&row[instance]));
        },
        |_| {},
    );
    let run = diff(&few, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    let too_few = "Ratios over fewer than 5 instances, or blocks";
    assert!(run.out.contains(too_few), "{}", run.out);

    // Eight instances in two pieces are two observations.
    let committed = sources().display().to_string();
    let run = coverlab(&["diff", &committed, &slow]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    assert!(run.out.contains(too_few) && run.out.contains("One pair of runs cannot"), "{}", run.out);
}

#[test]
fn trials_in_only_one_record_are_counted() {
    let fewer = record(
        "fewer",
        |table| {
            table.edit("dlx", "repeat", |_| "1".to_string());
            let strategy = table.column("strategy");
            table.rows.retain(|row| row[strategy] != "heller");
        },
        |run| run["recorded"] = 112.into(),
    );
    let run = diff(&fewer, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    let line = last_line(&run);
    assert!(line.contains("104 of 104 verdicts equal, 16 trials only before, 8 trials only after"), "{line}");
    assert!(run.out.contains("0 of 16") && run.out.contains("0 of 8"), "{}", run.out);

    let nothing = record("nothing", |table| table.edit_all("corpus", "another"), |_| {});
    let run = diff(&nothing, &[]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.contains("no trial is both here and in ") && run.err.contains("help: "), "{}", run.err);
}

#[test]
fn json_and_text_report_the_same() {
    let slow = record(
        "json",
        |table| {
            table.edit("heller", "verdict", |_| "wrong".to_string());
        },
        |run| run["commit"] = "0123456789ab".into(),
    );
    let run = diff(&slow, &["--json"]);
    assert_eq!(run.code, Some(1));
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["circumstances"][0]["after"], "0123456789ab");
    assert_eq!(json["regressions"].as_array().unwrap().len(), 1, "{}", run.out);
    assert_eq!((&json["all"]["paired"], &json["all"]["same_verdicts"]), (&120.into(), &112.into()));
    let heller =
        json["groups"].as_array().unwrap().iter().find(|group| group["strategy"] == "heller").unwrap();
    assert_eq!((&heller["newly_wrong"], &heller["ratio"]["pairs"]), (&8.into(), &2.into()));
    assert!((heller["ratio"]["ratio"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert_eq!(json["different"]["count"], 8);

    let review = diff(&slow, &["--markdown"]);
    assert_eq!(review.code, Some(1));
    assert!(review.out.contains("### By strategy, on sources\n\n| strategy "), "{}", review.out);
    assert!(review.out.contains("**Worse: heller on sources: 8 answers are newly wrong**"), "{}", review.out);
    let sentence = json["summary"].as_str().unwrap();
    let plain = review.out.replace('\u{202f}', "");
    assert!(plain.trim_end().ends_with(&format!("**{}**", sentence.replace('[', "\\[").replace(']', "\\]"))));
    assert_eq!(last_line(&diff(&slow, &[])), sentence);
    assert!(sentence.contains(" nodes equal, 112 of 120 verdicts"), "{sentence}");

    for bad in ["0.9", "nan", "inf", "x"] {
        let run = diff(&slow, &["--fail-above", bad]);
        assert!(run.code == Some(2) && run.err.contains("--fail-above"), "{bad}: {}", run.err);
    }
}

/// The ten seeds, from 1, have the same repetition number: rows are matched by seed, in any order.
#[test]
fn each_seed_is_compared_with_itself_and_named() {
    let seeded = committed_record("gomes-selman-1997");
    let before = seeded.display().to_string();
    let change = |table: &mut Table| {
        let (seed, strategy, nodes) = (table.column("seed"), table.column("strategy"), table.column("nodes"));
        // Without the second seed of the first search, all later rows change their positions.
        table.rows.remove(1);
        let is_fifth = |row: &&mut Vec<String>| row[seed] == "5" && row[strategy] == "dlx";
        let row = table.rows.iter_mut().find(is_fifth).unwrap();
        row[nodes] = "1234567".to_string();
    };
    let run = coverlab(&["diff", &before, &copy_of(&seeded, "seeds", change, |_| {})]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    let words = "dlx:ties=random on quasigroup:10:60:1..3: 1 trial has a different counter";
    assert_eq!(regressions(&run), [words], "{}", run.out);
    let listed = run.out.lines().find(|line| line.ends_with("1234567")).unwrap();
    let fields: Vec<&str> = listed.split_whitespace().collect();
    assert_eq!(fields[3..6], ["5", "0", "nodes"], "{listed}");
    assert!(last_line(&run).ends_with("1 trial only before, times ×1.00 [1.00, 1.00]"), "{}", run.out);
    let run = coverlab(&["diff", &before, &copy_of(&seeded, "seeds-order", |t| t.rows.reverse(), |_| {})]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
}

#[test]
fn another_status_is_a_regression_unless_it_is_excused() {
    let ended = |name: &str, of: &'static str, status: &'static str, change: fn(&mut Table, &str)| {
        let edit = |table: &mut Table| {
            let column = table.column("status");
            let of_status = |row: &&mut Vec<String>| row[column] == of;
            table.rows.iter_mut().filter(of_status).for_each(|row| row[column] = status.to_string());
            change(table, status);
        };
        let run = diff(&record(name, edit, |_| {}), &[]);
        let changed =
            regressions(&run).into_iter().any(|line| line.contains("changed") || line.contains("newly fail"));
        (run.code, changed, run.out.contains("Differences"))
    };
    // These depend only on the search.
    assert_eq!(ended("stuck", "node-limit", "stuck", |_, _| {}), (Some(1), true, true));
    assert_eq!(ended("gained", "stuck", "solved", |_, _| {}), (Some(1), true, true));
    assert_eq!(ended("gained-nodes", "node-limit", "solved", |_, _| {}), (Some(1), true, true));
    assert_eq!(ended("crash", "stuck", "crash", |_, _| {}), (Some(1), true, true));
    // The clock may stop a search at another point, and another node limit is a different limit.
    assert_eq!(ended("clock", "node-limit", "timeout", |_, _| {}), (Some(0), false, true));
    let limit = |table: &mut Table, _: &str| table.edit_all("limit_nodes", "7");
    assert_eq!(ended("gained-limit", "node-limit", "solved", limit), (Some(0), false, true));
    // Without a hash, sets of solutions cannot be compared.
    let none = record("no-hash", |table| table.edit("heller", "answer_hash", |_| String::new()), |_| {});
    let run = diff(&none, &[]);
    assert_eq!((run.code, regressions(&run)), (Some(1), vec!["heller on sources: 8 answers changed"]));
    let other = record("count", |table| table.edit("heller", "solutions", |_| "2".into()), |_| {});
    assert_eq!(diff(&other, &[]).code, Some(1));
}
