//! Checks that shards of a run on several machines, merged, equal the run on one machine.

use crate::committed::recompute;
use crate::common::coverlab;
use crate::support::{EASY, Fakes, HARD, Scratch, experiment, images, run, timeless, trials};
use coverlab::error::Error;
use coverlab::experiment::LoadedExperiment;
use coverlab::record::{Trial, Verdict};
use coverlab::report;
use coverlab::runner::{self, MergeSummary, NoCallbacks, Overrides, RunSummary, RunnerOptions, merge};
use coverlab_model::Cancel;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run_shard(text: &str, folder: &Path, shard: &str) -> RunSummary {
    let loaded = LoadedExperiment::parse(text.to_string(), "test.toml", PathBuf::new()).unwrap();
    let overrides = Overrides { shard: Some(shard.parse().unwrap()), ..Overrides::default() };
    let prepared = runner::PreparedExperiment::new(&loaded, overrides, &Fakes).unwrap();
    runner::execute(&prepared, folder, &RunnerOptions::default(), &NoCallbacks).unwrap()
}

fn corpora(path: &Path) -> String {
    format!("[[corpora]]\npath = {:?}", path.display().to_string())
}

/// The trials of a merged folder, sorted so that they do not depend on the order of merging.
fn sorted(folder: &Path) -> Vec<Trial> {
    let mut trials = timeless(folder);
    trials.sort_by_key(|t| (t.corpus.clone(), t.instance.clone(), t.strategy.clone(), t.repeat));
    trials
}

fn merged(folders: &[&Path], out: &Path) -> MergeSummary {
    let folders: Vec<PathBuf> = folders.iter().map(|path| path.to_path_buf()).collect();
    merge(&folders, out, false, &Cancel::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn merge_error(folders: &[&Path], out: &Path) -> String {
    let folders: Vec<PathBuf> = folders.iter().map(|path| path.to_path_buf()).collect();
    merge(&folders, out, false, &Cancel::default()).unwrap_err().to_string()
}

#[test]
fn a_cancelled_merge_or_copy_leaves_nothing_behind() {
    let folder = Scratch::new("cancelled");
    let [part, out] = ["part", "out"].map(|name| folder.0.join(name));
    run(&experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", ""), &part);
    let cancel = Cancel::default();
    cancel.raise();
    let error = merge(std::slice::from_ref(&part), &out, false, &cancel).unwrap_err();
    assert_eq!((matches!(error, Error::Interrupted), out.exists()), (true, false));
    let copied = report::export(&part, Some(&folder.0.join("copy.csv")), &cancel);
    assert!(copied.is_err_and(|error| matches!(error, Error::Interrupted)));
    // Another error is not taken for the interruption.
    let missing = merge(&[folder.0.join("missing")], &out, false, &cancel).unwrap_err();
    assert!(matches!(missing, Error::Other { .. }), "{missing}");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn shards_merge_into_the_whole_run() {
    let folder = Scratch::new("shards");
    let path = folder.0.join("corpus.txt");
    // Some puzzles occur twice.
    let text = images("easy", EASY, 300) + &images("hard", HARD, 20) + &images("again", EASY, 9);
    std::fs::write(&path, text).unwrap();
    let both = format!("{}\n[[corpora]]\nname = \"sources\"", corpora(&path));
    let text = experiment(&["fewest-first", "denier"], &both, "task = \"unique\"\nrepetitions = 2");
    let whole = run(&text, &folder.0.join("whole"));
    let shards: Vec<PathBuf> = (1..=3).map(|k| folder.0.join(format!("shard-{k}"))).collect();
    let mut trials = 0;
    for (k, shard) in shards.iter().enumerate() {
        let summary = run_shard(&text, shard, &format!("{}/3", k + 1));
        assert!(!summary.interrupted && summary.trials < whole.trials / 2, "{summary:?}");
        trials += summary.trials;
    }
    assert_eq!(trials, whole.trials);
    let out = folder.0.join("out");
    let all: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
    let sum = merged(&all, &out);
    assert_eq!((sum.recorded, sum.trials, sum.twice), (whole.trials, whole.trials, 0));
    assert_eq!((sum.missing, sum.contradictions), (vec![], vec![]));
    assert!(sorted(&out) == sorted(&folder.0.join("whole")), "the tables differ");
    let numbers: BTreeSet<u64> = crate::support::trials(&out).iter().map(|trial| trial.order_index).collect();
    assert_eq!(
        numbers.len() as u64,
        whole.trials,
        "runs share numbers, and their blocks may be taken for one"
    );

    let some = folder.0.join("some");
    assert_eq!(merged(&all[..2], &some).missing, ["shards 3/3"]);
    let gap = |record: &Path| {
        let report = coverlab(&["report", &record.display().to_string(), "--to", "json"]).out;
        serde_json::from_str::<serde_json::Value>(&report).unwrap()["gap"].clone()
    };
    assert_eq!(gap(&some), "shard 3/3 is missing");
    assert!(gap(&out).is_null(), "{}", gap(&out));

    let other = folder.0.join("other");
    run_shard(&text, &other, "2/2");
    let [again, mixed] = [[&some, &shards[2]], [&shards[0], &other]]
        .map(|folders| merge_error(&folders.map(PathBuf::as_path), &folder.0.join("none")));
    assert!(again.contains("some has trials of several shards"), "{again}");
    assert!(mixed.contains("shard-1 is shard 1/3 and ") && mixed.contains("other is shard 2/2"), "{mixed}");
}

#[test]
fn a_shard_without_instances_is_not_missing() {
    let folder = Scratch::new("empty-shard");
    let path = folder.0.join("corpus.txt");
    std::fs::write(&path, images("easy", EASY, 1)).unwrap();
    let claim = "[[claim]]\nsays = \"c\"\nmeasure = \"nodes\"\nof = {}\nat_least = 1";
    let text = experiment(&["fewest-first"], &format!("{}\n{claim}", corpora(&path)), "");
    let (one, two, out) = (folder.0.join("one"), folder.0.join("two"), folder.0.join("out"));
    assert_eq!(run_shard(&text, &one, "1/2").trials + run_shard(&text, &two, "2/2").trials, 1);
    assert_eq!(merged(&[&one, &two], &out).missing, [] as [&str; 0]);
    let report = coverlab(&["report", &out.display().to_string(), "--to", "json"]).out;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&report["gap"], &report["checks"][0]["outcome"]),
        (&serde_json::Value::Null, &"holds".into())
    );
}

#[test]
fn a_merge_needs_an_empty_folder() {
    let folder = Scratch::new("repeated");
    let path = folder.0.join("corpus.txt");
    std::fs::write(&path, images("easy", EASY, 60)).unwrap();
    let text = experiment(&["fewest-first"], &corpora(&path), "task = \"unique\"");
    let path_of = |name: &str| folder.0.join(name);
    let (one, two, out) = (path_of("one"), path_of("two"), path_of("out"));
    run_shard(&text, &one, "1/2");
    run_shard(&text, &two, "2/2");
    // A killed merge leaves a folder like this.
    std::fs::create_dir_all(&out).unwrap();
    std::fs::write(out.join(".coverlab-0123456789.tmp"), "half").unwrap();
    let sum = merged(&[&one, &two], &out);
    assert_eq!((sum.recorded, sum.trials, sum.twice), (60, 60, 0));
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 5, "a temporary file is left");
    merged(&[&two, &one], &path_of("reversed"));
    assert_eq!(sorted(&out), sorted(&path_of("reversed")));
    for (out, why) in [(&out, "is not empty"), (&one, "would be both read and written")] {
        let bytes = std::fs::read(out.join("trials.csv")).unwrap();
        let error = merge_error(&[&one, &two], out);
        assert!(error.contains(why), "{error}");
        assert!(std::fs::read(out.join("trials.csv")).unwrap() == bytes, "a refused merge changed the table");
    }
    // A run continues in the merged folder.
    let more = experiment(&["fewest-first", "fewest-last"], &corpora(&path), "task = \"unique\"");
    assert_eq!(run(&more, &out).reused, 60);
}

#[test]
fn a_shard_killed_at_its_start_is_missing_but_not_an_error() {
    let folder = Scratch::new("begun");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    let (one, two) = (folder.0.join("one"), folder.0.join("two"));
    let recorded = run_shard(&text, &one, "1/2").trials;
    run_shard(&text, &two, "2/2");
    let [table, sums] = ["trials.csv", "trials.sums"].map(|name| two.join(name));
    let (rows, lines) = (std::fs::read(&table).unwrap(), std::fs::read(&sums).unwrap());
    let header = rows.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let blocks = lines.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    // This folder has a summary, which a killed run does not write, so its missing trials are an error.
    std::fs::write(&table, &rows[..header]).unwrap();
    let sum = merged(&[&two, &one], &folder.0.join("lost"));
    assert!(
        sum.more_trials && sum.missing[1].ends_with("two: 4 of 4 trials can no longer be read"),
        "{sum:?}"
    );
    assert_eq!(sum.lost, 4);
    let [from, with, to] = [&two, &one, &folder.0.join("lost-again")].map(|path| path.display().to_string());
    let merge = coverlab(&["merge", &from, &with, "--out", &to]);
    assert!(merge.code == Some(3) && merge.out.starts_with("4 of at least "), "{}{}", merge.out, merge.err);
    let mut damaged = rows.clone();
    damaged[header + 9] ^= 1;
    for rows in [&rows[..header], &damaged] {
        std::fs::write(&table, rows).unwrap();
        let error = merge_error(&[&two], &folder.0.join("all-lost"));
        assert!(error.contains("two: the record is damaged"), "{error}");
        assert!(!folder.0.join("all-lost").exists());
    }
    std::fs::remove_file(two.join("run.json")).unwrap();
    // No table, incomplete headers, a header without rows, an incomplete row, rows without a checksum, and an
    // incomplete checksum.
    for (row_end, line_end) in [
        (0, 0),
        (0, 3),
        (3, blocks),
        (header, blocks),
        (header + 40, blocks),
        (rows.len(), blocks),
        (rows.len(), blocks + 20),
    ] {
        let torn = format!("{row_end} bytes of rows, {line_end} of checksums");
        let out = folder.0.join(format!("out-{row_end}-{line_end}"));
        std::fs::write(&table, &rows[..row_end]).unwrap();
        std::fs::write(&sums, &lines[..line_end]).unwrap();
        let sum = merged(&[&two, &one], &out);
        assert_eq!((sum.recorded, sum.missing), (recorded, vec!["shards 2/2".to_string()]), "{torn}");
        let has_only_begun = |note: &String| note.ends_with("two: the run has only begun");
        assert!(sum.notes.iter().any(has_only_begun), "{:?}", sum.notes);
        assert_eq!(sorted(&out).len() as u64, recorded);
        let error = merge_error(&[&two], &folder.0.join("alone"));
        assert!(error.contains("nothing to merge"), "{error}");
        // The shard is completed, and a new merge includes it.
        run_shard(&text, &two, "2/2");
        let sum = merged(&[&two, &one], &out.with_extension("again"));
        assert_eq!((sum.recorded, sum.missing), (8, vec![]), "{torn}");
        std::fs::remove_file(two.join("run.json")).unwrap();
    }
}

#[test]
fn halves_of_a_file_merge_and_a_run_of_the_whole_file_reuses_them() {
    let folder = Scratch::new("halves");
    let lines = images("easy", EASY, 300).lines().map(|l| format!("{}\n", &l[..81])).collect::<Vec<_>>();
    let file = |name: &str, lines: &[String]| {
        std::fs::create_dir_all(folder.0.join(name)).unwrap();
        let path = folder.0.join(name).join("corpus.txt");
        std::fs::write(&path, lines.concat()).unwrap();
        experiment(&["fewest-first", "fewest-last"], &corpora(&path), "task = \"unique\"")
    };
    let (one, two) = (folder.0.join("one"), folder.0.join("two"));
    run(&file("head", &lines[..120]), &one);
    run(&file("tail", &lines[100..]), &two);
    let out = folder.0.join("out");
    let sum = merged(&[&one, &two], &out);
    // Twenty lines occur in both.
    assert_eq!((sum.recorded, sum.trials, sum.twice), (600, 600, 40));
    assert_eq!((sum.missing, sum.notes.len()), (vec![], 1), "{:?}", sum.notes);
    assert!(sum.notes[0].contains("files differ"), "{:?}", sum.notes);
    let names: std::collections::HashSet<String> = sorted(&out).into_iter().map(|t| t.instance).collect();
    assert_eq!(names.len(), 300, "each instance has its own name");
    let again = run(&file("whole", &lines), &out);
    assert_eq!((again.trials, again.reused), (600, 600));
}

#[test]
fn duplicate_trials_must_agree() {
    let folder = Scratch::new("twice");
    let text = experiment(&["moody"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    let (one, two, out) = (folder.0.join("one"), folder.0.join("two"), folder.0.join("out"));
    run(&text, &one);
    run(&text, &two);
    let sum = merged(&[&one, &two], &out);
    assert_eq!((sum.twice, sum.contradictions.len()), (8, 8));
    assert!(sum.contradictions[0].starts_with("moody on d_easy of sources: nodes is "), "{sum:?}");
    assert!(!out.exists(), "contradictory trials were written");
}

#[test]
fn a_run_and_a_resume_find_answers_that_contradict_each_other() {
    let folder = Scratch::new("contradict");
    let path = folder.0.join("corpus.txt");
    // The corpus does not say how many solutions there are.
    std::fs::write(&path, images("easy", EASY, 3).replace(":1 #", " #")).unwrap();
    let text = |strategies: &[&str]| experiment(strategies, &corpora(&path), "task = \"unique\"");
    let path_of = |name: &str| folder.0.join(name);
    run(&text(&["fewest-first", "denier"]), &path_of("run"));
    assert_eq!(run(&text(&["denier"]), &path_of("alone")).counts.wrong, 0);
    run(&text(&["fewest-first"]), &path_of("resumed"));
    assert_eq!(run(&text(&["fewest-first", "denier"]), &path_of("resumed")).reused, 3);
    for name in ["run", "resumed"] {
        let wrong: Vec<Trial> =
            trials(&path_of(name)).into_iter().filter(|trial| trial.verdict == Verdict::Wrong).collect();
        assert_eq!(wrong.len(), 3, "{name}: {wrong:?}");
        for trial in wrong {
            let error = "no solution, but the referee accepts 1 that fewest-first found";
            assert_eq!((&*trial.strategy, &*trial.error), ("denier", error), "{name}");
        }
        let report = coverlab(&["report", path_of(name).to_str().unwrap()]);
        report.answers(1, &["3 WRONG ANSWERS in 6 trials"]);
    }
}

#[test]
fn another_plan_is_rejected() {
    let folder = Scratch::new("allow");
    let text = |strategies: &[&str], more: &str| {
        experiment(strategies, &format!("[[corpora]]\nname = \"sources\"\n{more}"), "task = \"unique\"")
    };
    let path_of = |name: &str| folder.0.join(name);
    run(&text(&["fewest-first"], ""), &path_of("one"));
    run(&text(&["fewest-last"], ""), &path_of("other-strategy"));
    run(&text(&["fewest-first"], "[limits]\nnodes = 9"), &path_of("other-limit"));
    let seeded = text(&["fewest-first"], "").replace("question", "seed = 8\nquestion");
    run(&seeded, &path_of("other-seed"));
    for (name, words) in [
        ("other-strategy", "other-strategy have different strategies or corpora"),
        ("other-limit", "other-limit have different limits"),
        ("other-seed", "other-seed have different seeds"),
        ("nowhere", "there is no trials.csv with checksums in"),
    ] {
        let error = merge_error(&[&path_of("one"), &path_of(name)], &path_of("out"));
        assert!(error.contains(words), "{error}");
    }
}

/// Changes the record in `folder` so that it seems to come from `processor`.
fn set_processor(folder: &Path, processor: &str) {
    let sums = folder.join("trials.sums");
    let text = std::fs::read_to_string(&sums).unwrap();
    let (origin, blocks) = text.split_once('\n').unwrap();
    let mut origin: serde_json::Value = serde_json::from_str(origin.split_once(' ').unwrap().1).unwrap();
    origin["origin"]["machines"][0][1]["cpu"] = processor.into();
    let origin = origin.to_string();
    let crc = crc32fast::hash(origin.as_bytes());
    std::fs::write(sums, format!("{crc:08x} {origin}\n{blocks}")).unwrap();
}

#[test]
fn times_of_different_processors_are_never_pooled() {
    let folder = Scratch::new("processors");
    let path = folder.0.join("corpus.txt");
    std::fs::write(&path, images("easy", EASY, 40)).unwrap();
    let check = "[[claim]]\nsays = \"quick\"\nmeasure = \"solve_cpu_ns\"\nof = {}\nat_most = 1000.0\n\
                 [[claim]]\nsays = \"small\"\nmeasure = \"nodes\"\nof = { corpus = \"corpus\" }\nat_least = 1.0";
    let more = "task = \"unique\"\nbaseline = \"fewest-first\"\nlimits = { nodes = 50 }";
    let text = experiment(&["fewest-first", "fewest-last"], &format!("{}\n{check}", corpora(&path)), more);
    let (one, two, out) = (folder.0.join("one"), folder.0.join("two"), folder.0.join("out"));
    run_shard(&text, &one, "1/2");
    run_shard(&text, &two, "2/2");
    set_processor(&one, "Abacus 9000");
    set_processor(&two, "Slide Rule");
    let sum = merged(&[&one, &two], &out);
    assert_eq!((sum.machines.len(), sum.missing), (2, vec![]));
    report::write(&out).unwrap_or_else(|e| panic!("{e}"));
    let shown = coverlab(&["report", &out.display().to_string(), "--to", "markdown"]).out;
    for words in ["corpus on Abacus 9000", "corpus on Slide Rule", "### Machines", "times of different"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let report = coverlab(&["report", &out.display().to_string(), "--to", "json"]).out;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let corpora: Vec<&String> = report["corpora"].as_object().unwrap().keys().collect();
    assert_eq!(corpora, ["corpus on Abacus 9000", "corpus on Slide Rule"]);
    recompute(&out.join("report/table.md").display().to_string(), &[out]);
}

/// The first block of Python code in docs/FORMAT.md.
fn checker() -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMAT.md")).unwrap();
    let (_, code) = text.split_once("```python\n").unwrap();
    code.split_once("```").unwrap().0.to_string()
}

#[test]
fn the_program_in_the_format_document_compares_the_checksums() {
    let folder = Scratch::new("python");
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let path = folder.0.join("corpus.txt");
    std::fs::write(&path, images("easy", EASY, 600)).unwrap();
    let text = experiment(&["fewest-first", "stuck"], &corpora(&path), "repetitions = 2");
    let out = folder.0.join("out");
    run(&text, &out);
    assert!(checker().lines().count() <= 30, "{} lines", checker().lines().count());
    let script = folder.0.join("checker.py");
    std::fs::write(&script, checker()).unwrap();
    let check = || {
        let output = Command::new("python3").arg(&script).arg(out.join("trials")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(check(), "2400 trials are intact\n");
    let table = out.join("trials.csv");
    let mut rows = std::fs::read(&table).unwrap();
    let middle = rows.len() / 2;
    rows[middle] ^= 1;
    std::fs::write(&table, rows).unwrap();
    let printed = check();
    assert!(printed.starts_with("damaged: bytes ") && printed.contains(" trials are intact"), "{printed}");
}
