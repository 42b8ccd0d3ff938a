//! The journal of a run suffices: the table made from it equals the one that the run would have
//! written.

use crate::common::coverlab;
use crate::support::{EASY, HARD, Scratch, experiment, images, prepare, run, trials};
use coverlab::record::{FIELDS, Field, Table, Tally, expand};
use coverlab::report;
use coverlab::runner::{self, Options, Silent, Summary};
use std::path::Path;

/// Runs the experiment `text` without writing a table.
fn record(text: &str, folder: &Path) -> Summary {
    let options = Options { table: false, ..Options::default() };
    let prepared = prepare(text).unwrap_or_else(|e| panic!("{e}"));
    runner::execute(&prepared, folder, &options, &Silent).unwrap_or_else(|e| panic!("{e}"))
}

/// The table made from the journal in `folder`, and its totals.
fn expanded(folder: &Path, parts: usize) -> (Vec<u8>, Tally) {
    let path = folder.join("expanded.csv");
    let table = Table::new(&path).unwrap();
    let (tally, complaints) = expand(folder, parts, table).unwrap_or_else(|e| panic!("{e}"));
    assert!(complaints.is_empty(), "{complaints:?}");
    (std::fs::read(path).unwrap(), tally)
}

/// Runs `text`, and again without a table; both results must be equal.
fn same_either_way(name: &str, text: &str, folder: &Path) {
    let table = folder.join("trials.csv");
    let first = run(text, folder);
    let written = std::fs::read(&table).unwrap();
    let (bytes, tally) = expanded(folder, 1);
    assert!(bytes == written, "{name}: the tables differ");
    assert_eq!(tally, first.tally, "{name}");
    let second = record(text, folder);
    assert_eq!((second.tally, second.reused), (first.tally, first.trials), "{name}");
    assert!(!table.exists(), "{name}: a table that nobody keeps up to date");
    assert!(expanded(folder, 1).0 == written, "{name}: the tables differ after another start");
}

#[test]
fn the_journal_alone_makes_the_table() {
    let folder = Scratch::new("expand");
    let corpus = folder.0.join("corpus.txt");
    std::fs::write(&corpus, images("easy", EASY, 300) + &images("hard", HARD, 20)).unwrap();
    let unknown = folder.0.join("unknown.txt");
    std::fs::write(&unknown, images("easy", EASY, 700).replace(":1 #", " #")).unwrap();
    let path = |path: &Path| format!("[[corpora]]\npath = {:?}\n", path.display().to_string());
    let (known, unknown) = (path(&corpus), path(&unknown));
    let sources = "[[corpora]]\nname = \"sources\"\n";
    let all = ["fewest-first", "fewest-last", "liar", "denier", "panics", "stuck"];
    for (name, strategies, corpora, more) in [
        ("alone", &all[..1], &known, "task = \"unique\""),
        ("nobody-knows", &all[..1], &unknown, "task = \"unique\""),
        ("seconded", &all[..2], &unknown, "task = \"unique\"\nrepetitions = 2"),
        ("all", &all[..], &(known.clone() + &unknown + sources), "task = \"unique\"\nrepetitions = 3"),
        ("one-solution", &all[..3], &(unknown.clone() + sources), "task = \"first\""),
    ] {
        let out = Scratch::new(&format!("expand-{name}"));
        same_either_way(name, &experiment(strategies, corpora, more), &out.0);
    }
}

#[test]
fn repetitions_that_differ_are_wrong_without_a_table_too() {
    let folder = Scratch::new("expand-moody");
    let corpus = folder.0.join("corpus.txt");
    std::fs::write(&corpus, images("easy", EASY, 300)).unwrap();
    let corpora = format!("[[corpora]]\npath = {:?}", corpus.display().to_string());
    let text = experiment(&["moody"], &corpora, "task = \"unique\"\nrepetitions = 2");
    let summary = record(&text, &folder.0);
    assert!(summary.tally.wrong > 0, "{:?}", summary.tally);
    assert_eq!(expanded(&folder.0, 1).1, summary.tally);
}

#[test]
fn a_report_makes_the_table_that_it_reads() {
    let folder = Scratch::new("expand-report");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    let summary = record(&text, &folder.0);
    assert!(!folder.0.join("trials.csv").exists());
    let report = report::write(&folder.0).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((report.counts.trials as u64, summary.tally.rows), (8, 8));
    assert_eq!(trials(&folder.0).len(), 8);
}

#[test]
fn the_journal_describes_the_last_start() {
    let folder = Scratch::new("expand-limits");
    let text = |nodes: u64| {
        let corpora = format!("[[corpora]]\nname = \"sources\"\n[limits]\nnodes = {nodes}");
        experiment(&["fewest-first"], &corpora, "")
    };
    for nodes in [300, 10_000_000, 300] {
        let summary = run(&text(nodes), &folder.0);
        let (bytes, tally) = expanded(&folder.0, 1);
        assert!(bytes == std::fs::read(folder.0.join("trials.csv")).unwrap(), "{nodes}");
        assert_eq!(tally, summary.tally);
    }
}

#[test]
fn a_journal_without_its_start_is_rejected() {
    let folder = Scratch::new("expand-old");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"sources\"", "");
    record(&text, &folder.0);
    let [journal] = &coverlab::record::journal::files(&folder.0.join("journal")).unwrap()[..] else {
        panic!("one writer")
    };
    let bytes = std::fs::read(journal).unwrap();
    let magic = coverlab::record::journal::MAGIC;
    let is_start = |at: &usize| bytes[*at..].starts_with(&magic);
    let starts: Vec<usize> = (0..bytes.len()).filter(is_start).collect();
    let without_list = [&bytes[..starts[1]], &bytes[starts[2]..]].concat();
    for (torn, words) in [
        (&bytes[starts[1]..], "does not say what run it is of (start the run again"),
        (&without_list, "has lost the list of the instances of sources (start the run again"),
        (&bytes[..starts[1]], "does not say what run it is of (start the run again"),
    ] {
        std::fs::write(journal, torn).unwrap();
        let error = expand(&folder.0, 1, Table::new(&folder.0.join("t.csv")).unwrap()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    // That is the remedy: nothing runs twice.
    std::fs::write(journal, &without_list).unwrap();
    assert_eq!(record(&text, &folder.0).reused, 8);
    assert_eq!(expanded(&folder.0, 1).1.rows, 8);
}

#[test]
fn a_damaged_list_of_instances_may_be_found_in_another_file() {
    let folder = Scratch::new("expand-list");
    let text = |repetitions: u32| {
        let more = format!("task = \"unique\"\nrepetitions = {repetitions}");
        experiment(&["fewest-first"], "[[corpora]]\nname = \"sources\"", &more)
    };
    record(&text(1), &folder.0);
    record(&text(2), &folder.0);
    let whole = expanded(&folder.0, 1);
    let [journal] = &coverlab::record::journal::files(&folder.0.join("journal")).unwrap()[..] else {
        panic!("one writer")
    };
    let bytes = std::fs::read(journal).unwrap();
    let list = br#"{"kind":"corpus""#;
    let lists: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(list)).collect();
    assert_eq!(lists.len(), 2, "one of each start");
    for at in &lists {
        let mut damaged = bytes.clone();
        damaged[at + 10] ^= 1;
        std::fs::write(journal, &damaged).unwrap();
        assert_eq!(expanded(&folder.0, 1), whole);
        // Another process wrote the other list, to a separate file that is read later.
        std::fs::write(journal, &damaged[..lists[1] + 10]).unwrap();
        let other = journal.with_file_name("zzz.journal");
        std::fs::write(&other, &bytes[lists[1] - 16..]).unwrap();
        assert_eq!(record(&text(2), &folder.0).reused, 8);
        std::fs::remove_file(other).unwrap();
    }
}

#[test]
fn a_run_without_a_report_is_exported_on_demand() {
    let folder = Scratch::new("expand-command");
    let toml = folder.0.join("small.toml");
    let text = experiment(&["heller", "dlx"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    std::fs::write(&toml, text).unwrap();
    let (toml, out) = (toml.display().to_string(), folder.0.join("out").display().to_string());
    let run = coverlab(&["run", &toml, "--out", &out, "--no-report"]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.starts_with("test: 16 of 16 trials, 16 correct\n"), "{}", run.out);
    let table = folder.0.join("out").join("trials.csv");
    assert!(!table.exists() && !folder.0.join("out").join("report").exists());

    let elsewhere = folder.0.join("t.csv").display().to_string();
    let export = coverlab(&["export", &out, "--out", &elsewhere]);
    assert_eq!((export.out, export.code), (format!("{elsewhere}: 16 trials\n"), Some(0)));
    assert!(!table.exists());
    assert_eq!(coverlab(&["export", &out]).code, Some(0));
    assert_eq!(std::fs::read(&table).unwrap(), std::fs::read(&elsewhere).unwrap());
    assert_eq!(trials(&folder.0.join("out")).len(), 16);
}

#[test]
fn without_a_journal_export_fails() {
    let folder = Scratch::new("expand-nothing");
    std::fs::write(folder.0.join("trials.csv"), "").unwrap();
    let export = coverlab(&["export", &folder.0.display().to_string()]);
    assert_eq!(export.code, Some(3));
    assert!(export.err.contains("there is no journal"), "{}", export.err);
    let export = coverlab(&["export", "no-such-experiment"]);
    assert!(export.code == Some(3) && export.err.contains("there is no such folder"), "{}", export.err);
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
    assert_eq!(coverlab(&["export", &out]).err, "");
    let table = results.join("trials.csv");
    let whole = std::fs::read(&table).unwrap();

    // The state after a run was killed.
    for name in ["run.json", "experiment.toml", "trials.csv"] {
        std::fs::remove_file(results.join(name)).unwrap();
    }
    let continues = format!("coverlab run EXPERIMENT --out '{out}'");
    let report = coverlab(&["report", &out]);
    assert_eq!((report.out.as_str(), report.code), ("", Some(3)));
    assert!(
        report.err.contains("the run has not ended") && report.err.contains(&continues),
        "{}",
        report.err
    );
    let export = coverlab(&["export", &out]);
    assert_eq!((export.out, export.code), (format!("{}: 8 trials\n", table.display()), Some(0)));
    assert!(export.err.starts_with("note: ") && export.err.contains("has not ended"), "{}", export.err);
    assert!(export.err.contains(&continues), "{}", export.err);
    assert!(std::fs::read(&table).unwrap() == whole, "the tables differ");
    assert_eq!(coverlab(&["export", &out, "--quiet"]).err, "");

    // Killed at the start of its third part.
    let journal = results.join("journal");
    let [first] = &coverlab::record::journal::files(&journal).unwrap()[..] else { panic!("one writer") };
    std::fs::create_dir_all(journal.join("part-1")).unwrap();
    std::fs::copy(first, journal.join("part-1").join("host.journal")).unwrap();
    std::fs::create_dir_all(journal.join("part-2")).unwrap();
    std::fs::write(journal.join("part-2").join("host.journal"), "0123").unwrap();
    let export = coverlab(&["export", &out]);
    assert_eq!((export.out, export.code), (format!("{}: 16 trials\n", table.display()), Some(0)));
    std::fs::remove_dir_all(journal.join("part-1")).unwrap();
    std::fs::remove_dir_all(journal.join("part-2")).unwrap();

    assert_eq!(coverlab(&run).code, Some(0));
    let report = coverlab(&["report", &out]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    assert!(std::fs::read(&table).unwrap() == whole, "the tables differ");
    std::fs::remove_dir_all(&journal).unwrap();
    std::fs::remove_file(results.join("run.json")).unwrap();
    let report = coverlab(&["report", &out]);
    assert!(report.code == Some(3) && report.err.contains("run.json: "), "{}", report.err);
}

/// FORMAT.md contains the table of columns as the code defines it.
#[test]
fn the_columns_are_documented() {
    let row = |field: &Field| {
        let optional = if field.is_optional() { ", or null" } else { "" };
        format!("| `{}` | `{}`{optional} | {} | {} |\n", field.name, field.sql(), field.unit(), field.about)
    };
    let head = "| column | type | unit | what |\n|---|---|---|---|\n";
    let table = head.to_string() + &FIELDS.iter().map(row).collect::<String>();
    let format = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("FORMAT.md")).unwrap();
    assert!(format.contains(&(table.clone() + "\n")), "FORMAT.md should have this table:\n{table}");
}

#[test]
fn the_extension_parquet_selects_the_format() {
    let folder = Scratch::new("expand-parquet");
    let text = experiment(&["heller", "dlx"], "[[corpora]]\nname = \"sources\"", "task = \"unique\"");
    let toml = folder.0.join("small.toml");
    std::fs::write(&toml, text).unwrap();
    let (toml, out) = (toml.display().to_string(), folder.0.join("out").display().to_string());
    let run = ["run", &toml, "--out", &out, "--no-report"];
    assert_eq!(coverlab(&run).code, Some(0));
    let is_parquet = |path: &Path| std::fs::read(path).unwrap().starts_with(b"PAR1");

    let named = folder.0.join("t.PARQUET").display().to_string();
    let export = coverlab(&["export", &out, "--out", &named]);
    assert_eq!((export.out, export.code), (format!("{named}: 16 trials\n"), Some(0)));
    assert!(is_parquet(Path::new(&named)));
    let asked = folder.0.join("t.csv").display().to_string();
    assert_eq!(coverlab(&["export", &out, "--out", &asked, "--format", "parquet"]).code, Some(0));
    assert!(is_parquet(Path::new(&asked)));
    let unnamed = folder.0.join("out").join("trials.parquet");
    let export = coverlab(&["export", &out, "--format", "parquet"]);
    assert_eq!((export.out, export.code), (format!("{}: 16 trials\n", unnamed.display()), Some(0)));
    assert_eq!(std::fs::read(&unnamed).unwrap(), std::fs::read(&named).unwrap());
    assert!(!folder.0.join("out").join("trials.csv").exists());

    // A run that continues makes it stale.
    assert_eq!(coverlab(&run).code, Some(0));
    assert!(!unnamed.exists());

    // Without its journal, from the CSV alone.
    assert_eq!(coverlab(&["export", &out]).code, Some(0));
    std::fs::remove_dir_all(folder.0.join("out").join("journal")).unwrap();
    let export = coverlab(&["export", &out, "--format", "parquet"]);
    assert_eq!((export.err.as_str(), export.code), ("", Some(0)));
    assert_eq!(std::fs::read(&unnamed).unwrap(), std::fs::read(&named).unwrap());
    let table = folder.0.join("out").join("trials.csv");
    std::fs::write(&table, std::fs::read_to_string(&table).unwrap().replace(",unique,", ",odd,")).unwrap();
    std::fs::remove_file(&unnamed).unwrap();
    let export = coverlab(&["export", &out, "--format", "parquet"]);
    assert!(export.code == Some(3) && export.err.contains("line 2: unknown variant `odd`"), "{}", export.err);
    assert_eq!(
        std::fs::read_dir(folder.0.join("out"))
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("parquet") })
            .count(),
        0,
        "a table that was given up leaves something"
    );
}

#[cfg(unix)]
#[test]
fn a_table_goes_through_a_link_and_into_a_pipe() {
    let folder = Scratch::new("links");
    run(&experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", ""), &folder.0);
    let (results, target, link) = (folder.0.to_str().unwrap(), folder.0.join("table"), folder.0.join("link"));
    std::fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink("table", &link).unwrap();
    let exported = coverlab(&["export", results, "--out", link.to_str().unwrap()]);
    assert_eq!(exported.code, Some(0), "{}", exported.err);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let table = std::fs::read_to_string(&target).unwrap();
    assert!(table.contains("fewest-first"), "{table}");
    let piped = coverlab(&["export", results, "--out", "/dev/stdout"]);
    assert!(piped.code == Some(0) && piped.out.contains(&table), "{}{}", piped.out, piped.err);
}

#[test]
fn a_damaged_journal_leaves_no_partial_table() {
    let folder = Scratch::new("damaged");
    let text = experiment(&["fewest-first"], "corpora = [{ name = \"unique-4x4\" }]", "");
    run(&text, &folder.0);
    let results = folder.0.to_str().unwrap();
    std::fs::remove_file(folder.0.join("trials.csv")).unwrap();
    let journal = std::fs::read_dir(folder.0.join("journal")).unwrap().next().unwrap().unwrap().path();
    let mut bytes = std::fs::read(&journal).unwrap();
    let second = bytes.windows(4).enumerate().filter(|(_, word)| word == b"CLJ5").nth(2).unwrap().0;
    bytes[second + 40] ^= 1;
    std::fs::write(&journal, bytes).unwrap();
    let reported = coverlab(&["report", results]);
    assert_eq!(reported.code, Some(3), "{}", reported.out);
    assert!(reported.err.contains("the journal does not say all") && reported.err.contains("is damaged"));
    assert!(!folder.0.join("trials.csv").exists());
    let exported = coverlab(&["export", results]);
    assert_eq!(exported.code, Some(3), "{}", exported.out);
    assert!(exported.err.contains("is damaged; its trials are to be run again"), "{}", exported.err);
    assert!(trials(&folder.0).len() < 50);
}
