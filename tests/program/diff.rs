//! `coverlab diff`: equal results, regressions, and the exit code.

use crate::common::{Run, coverlab};
use crate::records::{TestRecord, committed_folder};
use coverlab::experiment::Claim;
use coverlab::record::{Status, Trial, Verdict};
use serde_json::Value;

fn sources() -> String {
    committed_folder("sources").display().to_string()
}

/// The folder of a changed copy of the committed record of `sources`.
fn record(name: &str, change: impl FnOnce(&mut TestRecord)) -> String {
    copy_of("sources", name, change)
}

fn copy_of(committed: &str, name: &str, change: impl FnOnce(&mut TestRecord)) -> String {
    let mut record = TestRecord::committed(committed);
    change(&mut record);
    record.write(&format!("diff-{name}")).display().to_string()
}

/// Changes every trial.
fn edit_all(record: &mut TestRecord, change: impl FnMut(&mut Trial)) {
    record.trials.iter_mut().for_each(change);
}

fn another_processor(record: &mut TestRecord) {
    record.run.machine.cpu = "another processor".into();
}

/// Compares the committed record of `sources` with `after`.
fn diff(after: &str, more: &[&str]) -> Run {
    coverlab(&[&["diff", &sources(), after], more].concat())
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
    let same = record("same", |_| {});
    let run = diff(&same, &[]);
    assert_eq!((run.code, regressions(&run).len(), run.err.as_str()), (Some(0), 0, ""));
    assert_eq!(last_line(&run), format!("{ALL_NODES}, 120 of 120 verdicts equal, times ×1.00"));
    assert!(!run.out.contains("Conditions that differ") && !run.out.contains("Differences"), "{}", run.out);

    // The output marks times of a busy machine.
    let busy = record("busy", |record| edit_all(record, |trial| trial.noise = Some(2.5)));
    let run = diff(&busy, &[]);
    run.answers(0, &[" times CPU time before, and 2.50 times after"]);

    // In another order, some instances have to be held until their counterparts are read.
    let reversed = record("reversed", |record| record.trials.reverse());
    let run = diff(&reversed, &[]);
    assert_eq!((run.code, last_line(&run).contains(ALL_NODES)), (Some(0), true), "{}", run.out);
}

#[test]
fn claims_with_other_outcomes_are_listed() {
    let with = |name: &str, bound: f64| {
        let law = "says = \"Few nodes\"\nmeasure = \"nodes\"\nof = { strategy = \"dlx\" }\n";
        let law = Claim { at_most: Some(bound.into()), ..toml::from_str(law).unwrap() };
        record(name, |record| record.experiment.laws.push(law))
    };
    let (loose, tight) = (with("loose", 1e9), with("tight", 0.0));
    let run = coverlab(&["diff", &loose, &tight]);
    assert_eq!(run.code, Some(0));
    let row = run.out.lines().find(|line| line.starts_with("Few nodes")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Few", "nodes", "holds", "FAILS"]);
    let alone = coverlab(&["diff", &sources(), &loose]);
    let row = alone.out.lines().find(|line| line.starts_with("Few nodes")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Few", "nodes", "–", "holds"]);
    let same = coverlab(&["diff", &loose, &loose, "--json"]);
    let same: Value = serde_json::from_str(&same.out).unwrap();
    assert_eq!(same["claims"].as_array().map(Vec::len), Some(0));
}

#[test]
fn another_counter_is_a_regression_unless_the_seed_differs() {
    let more = |record: &mut TestRecord| record.edit("dlx", |trial| *trial.nodes.as_mut().unwrap() += 1);
    let changed = record("counter", more);
    let run = diff(&changed, &[]);
    assert_eq!(
        (run.code, regressions(&run)),
        (Some(1), vec!["dlx on sources: 8 trials have different counters"])
    );
    assert!(last_line(&run).starts_with("1721057660 of 1721060552 nodes equal, 120 of 120"), "{}", run.out);
    let listed = run.out.lines().filter(|line| line.contains("dlx") && line.contains("  nodes  ")).count();
    assert_eq!(listed, 8, "{}", run.out);

    let reseeded = record("seed", |record| {
        more(record);
        edit_all(record, |trial| trial.seed = 7);
        record.run.seed = 7;
    });
    let run = diff(&reseeded, &[]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(last_line(&run).starts_with("another seed, so no counters, 120 of 120 verdicts"), "{}", run.out);
    assert!(run.out.contains("counters are not compared"), "{}", run.out);
}

#[test]
fn wrong_changed_and_missing_answers_are_regressions() {
    let wrong = |record: &mut TestRecord| record.edit("heller", |trial| trial.verdict = Verdict::Wrong);
    let wrong = record("wrong", wrong);
    let run = diff(&wrong, &[]);
    assert_eq!(regressions(&run), ["heller on sources: 8 answers are newly wrong"]);
    assert!(run.code == Some(1) && last_line(&run).contains("112 of 120 verdicts equal"), "{}", run.out);
    let back = coverlab(&["diff", &wrong, &sources()]);
    assert_eq!((back.code, regressions(&back).len()), (Some(0), 0), "{}", back.out);

    let other =
        |record: &mut TestRecord| record.edit("heller", |trial| trial.answer_hash = "0badc0de".into());
    let other = record("other", other);
    let run = diff(&other, &[]);
    assert_eq!((run.code, regressions(&run)), (Some(1), vec!["heller on sources: 8 answers changed"]));
    assert!(run.out.contains("set 0badc0de") && last_line(&run).contains("8 other answers"), "{}", run.out);

    let lost = |record: &mut TestRecord| record.edit("heller", |trial| trial.status = Status::Timeout);
    let lost_here = record("lost", lost);
    let run = diff(&lost_here, &[]);
    let words = "heller on sources: 8 answers were lost";
    assert_eq!((run.code, regressions(&run)), (Some(1), vec![words]), "{}", run.out);
    // Times on different processors cannot be compared.
    let elsewhere = record("lost-elsewhere", |record| {
        lost(record);
        another_processor(record);
    });
    let run = diff(&elsewhere, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    assert!(run.out.contains("8 lost"), "{}", run.out);
    // Another node limit excuses an answer that is lost to it, another time limit does not.
    type Change = fn(&mut Trial);
    let limits: [(&str, Change, i32); 2] = [
        ("nodes", |trial| trial.limit_nodes = Some(7), 0),
        ("time", |trial| trial.limit_cpu_ns = Some(7), 1),
    ];
    for (limit, change, code) in limits {
        let elsewhere = record(&format!("lost-{limit}"), |record| {
            record.edit("heller", |trial| trial.status = Status::NodeLimit);
            edit_all(record, change);
            another_processor(record);
        });
        assert_eq!(diff(&elsewhere, &[]).code, Some(code), "{limit}");
    }
}

#[test]
fn significantly_longer_times_are_regressions_on_the_same_processor() {
    // Each instance is timed by itself. In the committed record they share two pieces.
    let alone = |record: &mut TestRecord| edit_all(record, |trial| trial.block = None);
    let before = record("alone", alone);
    let diff = |after: &str, more: &[&str]| coverlab(&[&["diff", &before, after], more].concat());
    let slower = |record: &mut TestRecord| {
        alone(record);
        record.edit("delord", |trial| trial.solve_cpu_ns = trial.solve_cpu_ns.map(|time| time * 5 / 4));
    };
    let slow = record("slow", slower);
    let run = diff(&slow, &[]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert_eq!(regressions(&run), ["delord on sources: times ×1.25 [1.25, 1.25], all above ×1.1"]);
    assert_eq!(diff(&slow, &["--fail-above", "1.3"]).code, Some(0));
    assert_eq!(coverlab(&["diff", &slow, &before]).code, Some(0));

    type Change = fn(&mut TestRecord);
    let others: [(&str, Change); 2] = [
        ("another processor", another_processor),
        ("debug", |record| record.run.machine.profile = "debug".into()),
    ];
    for (value, change) in others {
        let elsewhere = record(&format!("slow-{value}"), |record| {
            slower(record);
            change(record);
        });
        let run = diff(&elsewhere, &[]);
        assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
        assert!(run.out.contains(value) && run.out.contains("do not count as regressions"), "{}", run.out);
        assert!(last_line(&run).ends_with(" on another processor or build"), "{}", run.out);
        assert_eq!(diff(&elsewhere, &["--across-processors"]).code, Some(1));
    }

    // Four instances are too few for a conclusion.
    let few = record("few", |record| {
        slower(record);
        let mut names: Vec<String> = record.trials.iter().map(|trial| trial.instance.clone()).collect();
        names.dedup();
        record.trials.retain(|trial| names[..4].contains(&trial.instance));
    });
    let run = diff(&few, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    let too_few = "Ratios over fewer than 5 instances, or blocks";
    assert!(run.out.contains(too_few), "{}", run.out);

    // Eight instances in two pieces are two observations.
    let run = coverlab(&["diff", &sources(), &slow]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    assert!(run.out.contains(too_few) && run.out.contains("One pair of runs cannot"), "{}", run.out);
}

#[test]
fn trials_in_only_one_record_are_counted() {
    let fewer = record("fewer", |record| {
        record.edit("dlx", |trial| trial.repeat = 1);
        record.trials.retain(|trial| trial.strategy != "heller");
        record.run.recorded = 112;
    });
    let run = diff(&fewer, &[]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
    let line = last_line(&run);
    assert!(line.contains("104 of 104 verdicts equal, 16 trials only before, 8 trials only after"), "{line}");
    assert!(run.out.contains("0 of 16") && run.out.contains("0 of 8"), "{}", run.out);

    let nothing = record("nothing", |record| edit_all(record, |trial| trial.corpus = "another".into()));
    let run = diff(&nothing, &[]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.contains("no trial is both here and in ") && run.err.contains("help: "), "{}", run.err);
}

#[test]
fn json_and_text_report_the_same() {
    let wrong = record("json", |record| {
        record.edit("heller", |trial| trial.verdict = Verdict::Wrong);
        record.run.machine.commit = "0123456789ab".into();
    });
    let run = diff(&wrong, &["--json"]);
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

    let sentence = json["summary"].as_str().unwrap();
    assert_eq!(last_line(&diff(&wrong, &[])), sentence);
    assert!(sentence.contains(" nodes equal, 112 of 120 verdicts"), "{sentence}");

    for bad in ["0.9", "nan", "inf", "x"] {
        let run = diff(&wrong, &["--fail-above", bad]);
        assert!(run.code == Some(2) && run.err.contains("--fail-above"), "{bad}: {}", run.err);
    }
}

/// The ten seeds, from 1, have the same repetition number: rows are matched by seed, in any order.
#[test]
fn each_seed_is_compared_with_itself_and_named() {
    let seeded = "gomes-selman-1997";
    let before = committed_folder(seeded).display().to_string();
    let change = |record: &mut TestRecord| {
        // Without the second seed of the first search, all later rows change their positions.
        record.trials.remove(1);
        let is_fifth = |trial: &&mut Trial| trial.seed == 5 && trial.strategy == "dlx";
        record.trials.iter_mut().find(is_fifth).unwrap().nodes = Some(1_234_567);
    };
    let run = coverlab(&["diff", &before, &copy_of(seeded, "seeds", change)]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    let words = "dlx:ties=random on quasigroup:10:60:1..3: 1 trial has a different counter";
    assert_eq!(regressions(&run), [words], "{}", run.out);
    let listed = run.out.lines().find(|line| line.ends_with("1234567")).unwrap();
    let fields: Vec<&str> = listed.split_whitespace().collect();
    assert_eq!(fields[3..6], ["5", "1", "nodes"], "{listed}");
    assert!(last_line(&run).ends_with("1 trial only before, times ×1.00 [1.00, 1.00]"), "{}", run.out);
    let run = coverlab(&["diff", &before, &copy_of(seeded, "seeds-order", |record| record.trials.reverse())]);
    assert_eq!((run.code, regressions(&run).len()), (Some(0), 0), "{}", run.out);
}

#[test]
fn another_status_is_a_regression_unless_it_is_excused() {
    let ended = |name: &str, of: Status, status: Status, limit_nodes: Option<u64>| {
        let edit = |trial: &mut Trial| {
            trial.status = if trial.status == of { status } else { trial.status };
            trial.limit_nodes = limit_nodes.or(trial.limit_nodes);
        };
        let run = diff(&record(name, |record| edit_all(record, edit)), &[]);
        let changed =
            regressions(&run).into_iter().any(|line| line.contains("changed") || line.contains("newly fail"));
        (run.code, changed, run.out.contains("Differences"))
    };
    // These depend only on the search.
    assert_eq!(ended("stuck", Status::NodeLimit, Status::Stuck, None), (Some(1), true, true));
    assert_eq!(ended("gained", Status::Stuck, Status::Solved, None), (Some(1), true, true));
    assert_eq!(ended("gained-nodes", Status::NodeLimit, Status::Solved, None), (Some(1), true, true));
    assert_eq!(ended("crash", Status::Stuck, Status::Crash, None), (Some(1), true, true));
    // The clock may stop a search at another point, and another node limit is a different limit.
    assert_eq!(ended("clock", Status::NodeLimit, Status::Timeout, None), (Some(0), false, true));
    assert_eq!(ended("gained-limit", Status::NodeLimit, Status::Solved, Some(7)), (Some(0), false, true));
    // Without a hash, sets of solutions cannot be compared.
    let none = record("no-hash", |record| record.edit("heller", |trial| trial.answer_hash.clear()));
    let run = diff(&none, &[]);
    assert_eq!((run.code, regressions(&run)), (Some(1), vec!["heller on sources: 8 answers changed"]));
    let other = record("count", |record| record.edit("heller", |trial| trial.solutions = Some(2)));
    assert_eq!(diff(&other, &[]).code, Some(1));
}
