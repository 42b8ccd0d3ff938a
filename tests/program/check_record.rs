//! Checks the trials of a run against their checksums, and the table that a run writes whatever was recorded
//! before.

use crate::common::coverlab;
use crate::support::{EASY, HARD, Notes, Scratch, experiment, images, run, run_with, timeless, trials};
use coverlab::record::{COLUMNS, Verdict};
use coverlab::report;
use coverlab::runner::Summary;
use std::path::Path;

/// Counts the trials and their verdicts in the table of `folder`.
fn counts(folder: &Path) -> (usize, [usize; 3]) {
    let trials = trials(folder);
    let of = |verdict| trials.iter().filter(|trial| trial.verdict == verdict).count();
    (trials.len(), [Verdict::Correct, Verdict::Wrong, Verdict::Unverified].map(of))
}

/// Whether the summary of a run counts what its table contains.
fn counts_match(summary: &Summary, folder: &Path) -> bool {
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
    let claim =
        "[[corpora]]\nname = \"sources\"\n[[claim]]\nsays = \"c\"\nmeasure = \"nodes\"\nof = {}\nat_most = 1";
    let (out, path) = (folder.0.join("out"), folder.0.join("out/experiment.toml"));
    run(&experiment(&["fewest-first"], claim, ""), &out);
    let out = out.display().to_string();
    let check = || coverlab(&["check", &out]);
    let report = || coverlab(&["report", &out, "--to", "markdown"]).out;
    assert_eq!((check().code, check().err.as_str()), (Some(0), ""));
    assert!(!report().contains("changed after the run"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("at_most = 1", "at_most = 1000000")).unwrap();
    assert!(
        check().code == Some(3) && check().err.contains("experiment.toml was changed after the run"),
        "{}",
        check().err
    );
    assert!(report().contains("experiment.toml was changed after the run"), "{}", report());
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
fn a_run_without_a_report_is_reported_and_copied_on_demand() {
    let folder = Scratch::new("expand-command");
    let toml = folder.0.join("small.toml");
    let text = experiment(&["heller", "dlx"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    std::fs::write(&toml, text).unwrap();
    let (toml, out) = (toml.display().to_string(), folder.0.join("out").display().to_string());
    let run = coverlab(&["run", &toml, "--out", &out, "--no-report"]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.starts_with("test: 16 of 16 trials, 16 correct\n"), "{}", run.out);
    let table = folder.0.join("out").join("trials.csv");
    assert!(!folder.0.join("out").join("report").exists());
    let counts = report::write(Path::new(&out)).unwrap_or_else(|e| panic!("{e}")).counts;
    assert_eq!(counts.trials, 16);

    let elsewhere = folder.0.join("t.csv").display().to_string();
    let export = coverlab(&["check", &out, "--out", &elsewhere]);
    assert_eq!((export.out, export.code), (format!("{elsewhere}: 16 trials\n"), Some(0)));
    assert_eq!(std::fs::read(&table).unwrap(), std::fs::read(&elsewhere).unwrap());
    let link = folder.0.join("link.csv");
    std::fs::hard_link(&table, &link).unwrap();
    for name in ["trials.csv", "../out/trials.csv", "trials.sums", "run.json", "../link.csv"] {
        let file = folder.0.join("out").join(name);
        let before = std::fs::read(&file).unwrap();
        let export = coverlab(&["check", &out, "--out", file.to_str().unwrap()]);
        assert!(export.code == Some(2) && export.err.contains("is both read and written"), "{}", export.err);
        assert!(std::fs::read(&file).unwrap() == before, "{name} has changed");
    }
    let export = coverlab(&["check", &out]);
    assert_eq!((export.out, export.code), (format!("{}: 16 trials\n", table.display()), Some(0)));
}

#[test]
fn without_checksums_there_is_nothing_to_compare() {
    let folder = Scratch::new("expand-nothing");
    std::fs::write(folder.0.join("trials.csv"), "").unwrap();
    let export = coverlab(&["check", &folder.0.display().to_string()]);
    export.fails(3, &["there are no checksums, trials.sums"]);
}

#[test]
fn an_unfinished_run_exports_its_trials_so_far() {
    let folder = Scratch::new("expand-unfinished");
    let toml = folder.0.join("small.toml");
    let text = experiment(&["heller"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    std::fs::write(&toml, text).unwrap();
    let results = folder.0.join("the results");
    let (toml, out) = (toml.display().to_string(), results.display().to_string());
    let run = ["run", &toml, "--out", &out, "--no-report"];
    assert_eq!(coverlab(&run).code, Some(0));
    assert_eq!(coverlab(&["check", &out]).err, "");
    let table = results.join("trials.csv");
    let complete = std::fs::read(&table).unwrap();

    // A killed run leaves the record like this.
    for name in ["run.json", "experiment.toml"] {
        std::fs::remove_file(results.join(name)).unwrap();
    }
    std::fs::write(&table, [&complete[..], b"half a ro"].concat()).unwrap();
    let continues = format!("coverlab run EXPERIMENT --out '{out}'");
    let report = coverlab(&["report", &out]);
    report.prints(3, "");
    report.fails(3, &["the run has not ended", &continues]);
    let copy = folder.0.join("copy.csv");
    let export = ["check", &out, "--out", &copy.display().to_string()];
    let exported = coverlab(&export);
    assert_eq!((exported.out, exported.code), (format!("{}: 8 trials\n", copy.display()), Some(0)));
    assert!(exported.err.starts_with("note: ") && exported.err.contains("has not ended"), "{}", exported.err);
    assert!(exported.err.contains(&continues), "{}", exported.err);
    assert!(std::fs::read(&copy).unwrap() == complete, "the tables differ");
    assert_eq!(coverlab(&[&export[..], &["--quiet"]].concat()).err, "");

    assert_eq!(coverlab(&run).code, Some(0));
    let report = coverlab(&["report", &out]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    assert!(std::fs::read(&table).unwrap() == complete, "the tables differ");
    std::fs::remove_file(results.join("trials.sums")).unwrap();
    std::fs::remove_file(results.join("run.json")).unwrap();
    let report = coverlab(&["report", &out]);
    assert!(report.code == Some(3) && report.err.contains("run.json: "), "{}", report.err);
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

#[cfg(unix)]
#[test]
fn a_table_goes_through_a_link_and_into_a_pipe() {
    let folder = Scratch::new("links");
    run(&experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", ""), &folder.0);
    let (results, target, link) = (folder.0.to_str().unwrap(), folder.0.join("table"), folder.0.join("link"));
    std::fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink("table", &link).unwrap();
    let exported = coverlab(&["check", results, "--out", link.to_str().unwrap()]);
    assert_eq!(exported.code, Some(0), "{}", exported.err);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let table = std::fs::read_to_string(&target).unwrap();
    assert!(table.contains("fewest-first"), "{table}");
    let piped = coverlab(&["check", results, "--out", "/dev/stdout"]);
    assert!(piped.code == Some(0) && piped.out.contains(&table), "{}{}", piped.out, piped.err);
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
    let lost = "run.json says 50 trials, but 0 are as they were recorded";
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
