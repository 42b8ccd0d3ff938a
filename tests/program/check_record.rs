//! Checks the trials of a run against their checksums, and the table that a run writes whatever was recorded
//! before.

use crate::common::coverlab;
use crate::support::{EASY, HARD, Notes, Scratch, experiment, images, run, run_with, timeless, trials};
use coverlab::record::{COLUMNS, Verdict};
use coverlab::runner::RunSummary;
use std::path::Path;

/// Counts the trials and their verdicts in the table of `folder`.
fn counts(folder: &Path) -> (usize, [usize; 3]) {
    let trials = trials(folder);
    let of = |verdict| trials.iter().filter(|trial| trial.verdict == verdict).count();
    (trials.len(), [Verdict::Correct, Verdict::Wrong, Verdict::Unverified].map(of))
}

/// Whether the summary of a run counts what its table contains.
fn counts_match(summary: &RunSummary, folder: &Path) -> bool {
    let summed = &summary.counts;
    let counts = counts(folder);
    counts
        == (
            summed.rows as usize,
            [summed.correct, summed.wrong, summed.unverified].map(|count| count as usize),
        )
}

/// Runs the experiment `text` twice and checks that the second run changes nothing.
fn check_second_run_changes_nothing(name: &str, text: &str, folder: &Path) {
    let files = || ["trials.csv", "trials.sums"].map(|name| std::fs::read(folder.join(name)).unwrap());
    let first = run(text, folder);
    let written = files();
    assert!(counts_match(&first, folder), "{name}");
    let second = run(text, folder);
    assert_eq!((second.counts, second.reused), (first.counts, first.trials), "{name}");
    assert!(files() == written, "{name}: the second run changed the table");
}

#[test]
fn a_changed_experiment_file_is_noticed() {
    let folder = Scratch::new("edited");
    let claims =
        "[[corpora]]\nname = \"sources\"\n[[claim]]\nsays = \"c\"\nmeasure = \"nodes\"\nof = {}\nat_most = 1";
    let (out, path) = (folder.0.join("out"), folder.0.join("out/experiment.toml"));
    let run = |claims: &str| run(&experiment(&["fewest-first"], claims, ""), &folder.0.join("out"));
    run(claims);
    let out = out.display().to_string();
    let check = || coverlab(&["check", &out]);
    let report = || coverlab(&["report", &out, "--to", "markdown"]).out;
    assert_eq!((check().code, check().err.as_str()), (Some(0), ""));
    assert!(!report().contains("changed after"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("at_most = 1", "at_most = 1000000")).unwrap();
    let changed = "experiment.toml was changed after trials were recorded";
    check().fails(3, &[changed]);
    assert!(report().contains(changed), "{}", report());
    // The next run keeps the trials. It may add a note.
    run(&format!("{claims}\nnote = \"why\""));
    assert_eq!(check().code, Some(0), "{}", check().err);
    assert_eq!(run(&claims.replace("at_most = 1", "at_most = 1000000")).reused, 8);
    check().fails(3, &[changed]);
    assert!(report().contains(changed), "{}", report());
    std::fs::remove_file(&path).unwrap();
    check().fails(3, &["experiment.toml is missing"]);
    coverlab(&["merge", &out, "--out", &format!("{out}-merged")]).fails(3, &["has an experiment.toml"]);
}

#[test]
fn a_changed_description_of_a_run_is_noticed() {
    let folder = Scratch::new("edited-run");
    let text = experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", "");
    run(&text, &folder.0);
    let path = folder.0.join("run.json");
    let written = std::fs::read_to_string(&path).unwrap();
    let record = folder.0.display().to_string();
    assert_eq!(coverlab(&["check", &record]).code, Some(0));
    for (key, value) in [("threads", "1"), ("seed", "0"), ("starts", "1")] {
        let edited = written.replacen(&format!("\"{key}\": {value}"), &format!("\"{key}\": 9"), 1);
        assert_ne!(edited, written, "{key}");
        std::fs::write(&path, edited).unwrap();
        let changed = "run.json was changed after the run";
        coverlab(&["check", &record]).fails(3, &[changed]);
        coverlab(&["report", &record, "--to", "markdown"]).answers(0, &[changed]);
    }
    // Another layout is no change.
    let values: serde_json::Value = serde_json::from_str(&written).unwrap();
    std::fs::write(&path, values.to_string()).unwrap();
    assert_eq!(coverlab(&["check", &record]).code, Some(0));
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = Scratch::new("expand");
    let corpus = folder.0.join("corpus.txt");
    std::fs::write(&corpus, images("easy", EASY, 300) + &images("hard", HARD, 20)).unwrap();
    let unknown = folder.0.join("unknown.txt");
    std::fs::write(&unknown, images("easy", EASY, 700).replace(":1 #", " #")).unwrap();
    let path = |path: &Path| format!("[[corpora]]\npath = {:?}\n", path.display().to_string());
    let (known, unknown) = (path(&corpus), path(&unknown));
    let sources = "[[corpora]]\nname = \"sources\"\n";
    let all = ["fewest-first", "fewest-last", "liar", "denier", "panics", "stuck", "moody"];
    for (name, strategies, corpora, more) in [
        ("one-strategy", &all[..1], &known, "task = \"unique\""),
        ("unknown-counts", &all[..1], &unknown, "task = \"unique\""),
        ("confirmed", &all[..2], &unknown, "task = \"unique\"\nrepetitions = 2"),
        ("all", &all[..], &(known.clone() + &unknown + sources), "task = \"unique\"\nrepetitions = 3"),
        ("one-solution", &all[..3], &(unknown.clone() + sources), "task = \"first\""),
    ] {
        let out = Scratch::new(&format!("expand-{name}"));
        check_second_run_changes_nothing(name, &experiment(strategies, corpora, more), &out.0);
    }
}

#[test]
fn a_record_without_its_trials_is_recognized() {
    let folder = Scratch::new("no-trials");
    std::fs::write(folder.0.join("trials.sums"), "").unwrap();
    coverlab(&["check", &folder.0.display().to_string()]).fails(3, &["trials.csv is missing"]);
}

#[test]
fn the_columns_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMAT.md");
    let format = std::fs::read_to_string(path).unwrap();
    let rows = format.lines().skip_while(|line| !line.starts_with("| column | type | unit |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with("| `"));
    let documented: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(documented, COLUMNS, "docs/FORMAT.md should have a row for each column");
}

#[test]
fn every_reader_notices_damage_and_a_run_repairs_it() {
    let folder = Scratch::new("damaged");
    let text = experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", "");
    run(&text, &folder.0);
    let (results, whole) = (folder.0.to_str().unwrap(), timeless(&folder.0));
    let [table, sums] = ["trials.csv", "trials.sums"].map(|name| folder.0.join(name));
    let [rows, lines] = [&table, &sums].map(|path| std::fs::read(path).unwrap());
    let last = rows[..rows.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    let appended = [&rows[..], &rows[last..]].concat();
    // One digit is another, so the row still looks like a trial.
    let is_digit = |at: &usize| rows[*at - 1..=*at].iter().all(u8::is_ascii_digit);
    let at = (rows.len() / 2..rows.len()).find(is_digit).unwrap();
    let mut changed = rows.clone();
    changed[at] ^= 1;
    let renamed = String::from_utf8_lossy(&rows).replacen("nodes,backtracks", "backtracks,nodes", 1);
    let names = "the names of the columns are damaged";
    let lost = "run.json says 50 trials, but 0 are intact";
    let unchecked = "have no checksum";
    let again = "are damaged; their trials must be run again";
    for (rows, lines, checked, read) in [
        (&changed[..], &lines[..], again, "are not as they were recorded"),
        (renamed.as_bytes(), &lines, names, names),
        (&appended, &lines, unchecked, unchecked),
        (&rows[..900], &lines, lost, unchecked),
        (&rows, &lines[..0], lost, unchecked),
    ] {
        std::fs::write(&table, rows).unwrap();
        std::fs::write(&sums, lines).unwrap();
        let commands = [&["check", results][..], &["report", results], &["diff", results, results]];
        for (command, words) in commands.into_iter().zip([checked, read, read]) {
            coverlab(command).fails(3, &[words]);
        }
        let notes = Notes::default();
        run_with(&text, &folder.0, &notes);
        assert!(timeless(&folder.0) == whole && coverlab(&["check", results]).code == Some(0), "{checked}");
        let notes = notes.0.into_inner().unwrap();
        assert!(checked == lost || notes[0].contains(checked), "{checked}: {notes:?}");
    }
    // A run that has not ended may have a torn block.
    std::fs::write(&table, &appended).unwrap();
    std::fs::write(&sums, &lines).unwrap();
    std::fs::remove_file(folder.0.join("run.json")).unwrap();
    assert_eq!(coverlab(&["check", results]).code, Some(0));
}

#[test]
fn check_and_merge_agree_about_damage() {
    let folder = Scratch::new("damage-agreed");
    let [out, merged] = ["out", "merged"].map(|name| folder.0.join(name).display().to_string());
    run(&experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", ""), Path::new(&out));
    let at = |name: &str| Path::new(&out).join(name);
    let both = |checked: (&str, &str), words: &str, code: i32| {
        let check = coverlab(&["check", &out]);
        check.fails(3, &[checked.1]);
        check.answers(3, &[checked.0]);
        let merge = coverlab(&["merge", &out, "--out", &merged]);
        assert!(merge.code == Some(code) && (merge.out + &merge.err).contains(words), "{words}: {code}");
        std::fs::remove_dir_all(&merged).unwrap_or_default();
    };
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let whole = std::fs::read(at(name)).unwrap();
        let mut damaged = whole.clone();
        change(&mut damaged);
        std::fs::write(at(name), damaged).unwrap();
        whole
    };
    let whole = damage("trials.sums", &|bytes| bytes[0] ^= 1);
    both((": 0 trials", "the description of run 0 is damaged"), "none of its trials can be read", 3);
    std::fs::write(at("trials.sums"), whole).unwrap();
    let whole = damage("trials.csv", &|bytes| bytes.extend(b"garbage\n"));
    both((": 50 trials", "have no checksum"), "have no checksum", 0);
    std::fs::write(at("trials.csv"), whole).unwrap();
    damage("run.json", &|bytes| bytes.truncate(90));
    both((": 50 trials", "run.json, line "), "run.json cannot be read", 0);
}
