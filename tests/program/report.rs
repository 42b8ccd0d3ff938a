//! Reports on synthetic records: structure, escaping, and equal bytes for equal records.

use crate::committed::recompute;
use crate::common::{Run, program};
use crate::records::{BROKEN, LARGE, TestRecord, read, synthetic};
use coverlab::experiment::ClaimKind;
use coverlab::record::Status;
use coverlab::report;
use std::path::Path;

/// Runs the program beside the folder `results` of the tests.
fn coverlab(arguments: &[&str]) -> Run {
    let mut command = program();
    let output = command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    Run::new(&command, output)
}

#[test]
fn plots_are_well_formed_and_name_every_strategy() {
    let (record, summary) = &*LARGE;
    let svgs: Vec<_> = summary.plots.iter().filter(|path| path.extension().unwrap() == "svg").collect();
    assert!(svgs.len() >= 3 + 12, "{svgs:?}");
    for path in svgs {
        let text = read(path);
        let svg = roxmltree::Document::parse(&text).unwrap();
        let words: Vec<&str> = svg.descendants().filter_map(|node| node.text()).collect();
        let is_pair = path.file_name().unwrap().to_str().unwrap().starts_with("pair-");
        for label in record.experiment.strategies.iter().filter(|_| !is_pair) {
            assert!(words.iter().any(|word| word.contains(label)), "{label} in {}", path.display());
        }
        assert!(!text.contains("NaN") && !text.contains("inf"), "{}", path.display());
    }
    let png =
        std::fs::read(summary.plots.iter().find(|path| path.extension().unwrap() == "png").unwrap()).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn nothing_is_drawn_outside_a_picture() {
    let summary = &*BROKEN;
    for path in summary.plots.iter().filter(|path| path.extension().unwrap() == "svg") {
        let text = read(path);
        let svg = roxmltree::Document::parse(&text).unwrap();
        let view = svg.root_element().attribute("viewBox").unwrap();
        let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
        let is_inside = |x: f64, y: f64| (0.0..=view[2]).contains(&x) && (0.0..=view[3]).contains(&y);
        for node in svg.root_element().descendants().skip(1).filter(roxmltree::Node::is_element) {
            let at = |name| node.attribute(name).map_or(0.0, |value| value.parse::<f64>().unwrap());
            let (x, y) = (at("x") + at("cx"), at("y") + at("cy"));
            let mut corners = vec![(x, y), (x + at("width"), y + at("height"))];
            for point in node.attribute("points").unwrap_or_default().split_whitespace() {
                let (x, y) = point.split_once(',').unwrap();
                corners.push((x.parse().unwrap(), y.parse().unwrap()));
            }
            assert!(corners.iter().all(|&(x, y)| is_inside(x, y)), "{node:?} in {}", path.display());
        }
    }
}

#[test]
fn the_same_record_gives_the_same_bytes() {
    let record = synthetic(5, &[("some", 9)], 2, 3);
    let bytes = |name: &str| {
        let summary = record.report(name);
        let paths = summary.plots.iter().chain(&summary.exports).chain([&summary.page, &summary.tables]);
        paths.map(|path| std::fs::read(path).unwrap()).collect::<Vec<_>>()
    };
    assert!(bytes("bytes-a") == bytes("bytes-b"));
}

#[test]
fn a_wrong_answer_is_counted_shown_first_and_the_exit_code() {
    let summary = &*BROKEN;
    let counts = summary.counts;
    assert_eq!((counts.wrong, counts.incomplete), (1, 1));
    let page = read(&summary.page);
    let verdict = page.find("<ul class=\"verdict bad\"").unwrap();
    assert!(verdict < page.find("<table").unwrap());
    assert!(page.contains("1 WRONG ANSWER"));
    assert!(page.contains("row 3 holds two 7s") && page.contains("panicked at | &lt;b&gt;"));
    let again = synthetic(3, &[("c", 4)], 1, 7).broken().write("broken-again");
    let shown = coverlab(&["report", again.to_str().unwrap()]);
    shown.answers(1, &[]);
    assert!(shown.out.lines().nth(1).unwrap().contains("1 WRONG ANSWER"), "{}", shown.out);
}

#[test]
fn a_strategy_without_answers_has_a_row_in_tables_by_corpus() {
    let mut record = synthetic(4, &[("one", 3), ("two", 3)], 1, 7);
    record.edit("bird-bits", |trial| trial.status = Status::Unsupported);
    record.edit("dancing-cells", |trial| {
        (trial.status, trial.solve_cpu_ns, trial.nodes) = (Status::Memout, Some(0), Some(0));
    });
    record.edit("cdcl", |trial| trial.nodes = None);
    record.experiment.baseline = Some("dlx".to_string());
    let tables = report_and_recompute(&record, "without-answers");
    let row = |title: &str, strategy: &str| {
        let (_, table) = tables.split_once(&format!("### {title}, by corpus\n")).unwrap();
        let table = table.split_once("\n#").map_or(table, |(table, _)| table);
        let row = table.lines().find(|line| line.starts_with(&format!("| {strategy} ")));
        row.map(|row| row.split('|').skip(2).map(str::trim).collect::<Vec<_>>().join(" "))
    };
    for title in ["Median nodes", "Most nodes of an instance divided by the fewest"] {
        for strategy in ["bird-bits", "dancing-cells"] {
            assert_eq!(row(title, strategy).as_deref(), Some("– – "), "{title}, {strategy}");
        }
        assert_eq!(row(title, "cdcl"), None, "{title}");
    }
    let title = "Instances answered and median CPU time";
    assert_eq!(row(title, "bird-bits").as_deref(), Some("– – "));
    assert_eq!(row(title, "dancing-cells").as_deref(), Some("0 of 3 0 of 3 "));
    assert_eq!(row("Work and CPU time relative to dlx", "bird-bits").as_deref(), Some("– – "));
}

/// Writes the record and its report, recomputes all figures, and returns the tables.
fn report_and_recompute(record: &TestRecord, name: &str) -> String {
    let tables = record.report(name).tables;
    recompute(&tables.display().to_string(), &[tables.parent().unwrap().parent().unwrap().to_path_buf()]);
    read(&tables)
}

#[test]
fn a_record_that_lacks_trials_decides_no_claim() {
    let mut record = synthetic(15, &[("some", 4)], 1, 7).with_claims();
    let planned = record.trials.len();
    record.trials.pop();
    let summary = record.report("gap");
    let tables = read(&summary.tables);
    let gap = format!("1 of {planned} trials is missing");
    assert!(tables.matches(&gap).count() >= 4, "{tables}");
    assert!(!tables.contains("| holds ") && !tables.contains("**FAILS**"), "{tables}");
    assert!(tables.contains("hold 0, fail 0"), "{tables}");
}

#[test]
fn claims_hold_fail_or_stay_undecided() {
    let (_, summary) = &*LARGE;
    let tables = read(&summary.tables);
    let line = |words: &str| tables.lines().find(|line| line.contains(words)).unwrap().to_string();
    assert!(line("longer than dancing links").contains("| holds"));
    assert!(line("thousand times").contains("**FAILS**"));
    assert!(line("Nobody knows").contains("undecided"));
    let times = "Claims about time, reproduced on this machine: hold 1, fail 1, undecided 1";
    assert!(line(times).starts_with("- **!**"));
    assert!(line("Claims about counts, reproduced: hold 1, fail 0, undecided 0").starts_with("- Claims"));
    assert!(line("longer than dancing links").contains(r"| “much longer” \[1\] table 1 |"));
    assert!(tables.contains("An invented table, 1999") && line("| easy-1 ").contains("2.00×"));
    let place = |words: &str| tables.find(words).unwrap_or_else(|| panic!("no {words}"));
    let agreement = place("- Published ratios to easy-0 that ours match");
    assert!(agreement < place("- Claims about") && place("## Published") < place("## Claims"));
    let (counts, times) = (place("### Claims about counts"), place("### Claims about time"));
    assert!(counts < place("cost what they cost") && place("cost what they cost") < times);
}

#[test]
fn extensions_are_questions_and_own_claims_are_expectations() {
    let shown = |record: &TestRecord, name: &str| {
        let dir = record.write(name);
        let tables = read(&report::write(&dir).unwrap().tables);
        let json = coverlab(&["report", dir.to_str().unwrap(), "--to", "json"]).out;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["corpora"]["some"].as_array().unwrap().len(), 15);
        let words = json["checks"].as_array().unwrap().iter().map(|check| {
            format!(
                "{} {}",
                check["claim_kind"].as_str().unwrap_or("law"),
                check["outcome_word"].as_str().unwrap()
            )
        });
        (tables, words.collect::<Vec<_>>())
    };
    let record = synthetic(15, &[("some", 4)], 1, 7).with_claims().of_kind(Some(ClaimKind::Extension));
    let (tables, words) = shown(&record, "extended");
    let head = "\n- Claims extended to other algorithms or instances: yes 2, no 1, open 1\n";
    assert!(
        tables.contains(head) && tables.contains("### Extensions: ") && !tables.contains("FAILS"),
        "{tables}"
    );
    assert!(tables.contains(r"| “much longer” \[1\] table 1 |"), "{tables}");
    assert_eq!(words, ["extension yes", "extension no", "extension open", "extension yes", "law holds"]);

    let (tables, words) = shown(&record.of_kind(None), "own");
    let head = "\n- **!** Expectations of our own: as expected 2, not as expected 1, open 1\n";
    assert!(tables.contains(head) && tables.contains("| **not as expected** |"), "{tables}");
    assert_eq!(
        words,
        ["ours as expected", "ours not as expected", "ours open", "ours as expected", "law holds"]
    );
}

#[test]
fn only_reproductions_hold_or_fail_in_the_tally() {
    let row = |kind: Option<ClaimKind>| {
        let name = format!("tally-{kind:?}");
        let mut record = synthetic(15, &[("some", 4)], 1, 7).with_claims().of_kind(kind);
        record.experiment.name = name.clone();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("results")).unwrap();
        std::fs::rename(record.write(&name), folder.join("results").join(&name)).unwrap();
        let file = folder.join("TALLY.md");
        std::fs::write(&file, "<!-- splice claims -->\n<!-- /splice -->\n").unwrap();
        coverlab(&["report", "--splice", file.to_str().unwrap()]).answers(0, &[]);
        let text = read(&file);
        let line = text.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
        line.split('|').skip(2).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_string()
    };
    assert_eq!(row(Some(ClaimKind::Reproduction)), "1 2 1 1 – – – – – – 1");
    assert_eq!(row(Some(ClaimKind::Extension)), "1 – – – 2 1 1 – – – 1");
    assert_eq!(row(None), "– – – – – – – 2 1 1 1");
}

#[test]
fn a_failed_claim_with_a_note_is_no_warning() {
    let mut record = synthetic(15, &[("some", 4)], 1, 7).with_claims();
    record.experiment.claims.iter_mut().for_each(|check| check.note = Some("Bits are <fast>.".into()));
    let tables = read(&record.report("noted").tables);
    let line = |words: &str| tables.lines().find(|line| line.contains(words)).unwrap().to_string();
    assert!(line("Claims about time").starts_with("- Claims"), "{tables}");
    assert!(line("Claims about time").contains("fail 1 (the notes say why)"));
    assert!(line("**FAILS**").contains("than bits ¹") && tables.contains("\n¹ Bits are &lt;fast>.\n"));
}

#[test]
fn a_cactus_of_streamed_trials_says_that_steps_are_blocks() {
    let cactus = |name: &str, streamed: usize| {
        let mut record = synthetic(2, &[("c", 4)], 1, 7);
        let trials = record.trials.iter_mut().take(streamed);
        trials.for_each(|trial| trial.mode = coverlab::record::TimingMode::Stream);
        let dir = record.write(name);
        report::write(&dir).unwrap();
        read(&dir.join("report/cactus-c.svg"))
    };
    assert!(cactus("streamed", 8).contains("so a step is a block"));
    assert!(cactus("mixed", 2).contains("some were timed in blocks"));
    assert!(!cactus("between", 0).contains("block"));
}

#[test]
fn an_experiment_without_trials_says_so() {
    let mut record = synthetic(3, &[("none", 3)], 1, 1);
    record.trials.clear();
    let summary = record.report("empty");
    assert!(read(&summary.page).contains("No trial has been recorded"));
    assert_eq!((summary.counts.trials, summary.counts.incomplete, summary.plots.len()), (0, 9, 0));
}

#[test]
fn few_and_equal_values_can_be_drawn() {
    for (name, strategies, size) in [("one", 1, 1), ("equal", 2, 3), ("many", 20, 30)] {
        let mut record = synthetic(strategies, &[("c", size)], 3, 5);
        if name == "equal" {
            record.trials.iter_mut().for_each(|trial| (trial.solve_cpu_ns, trial.nodes) = (Some(0), Some(0)));
        }
        let summary = record.report(name);
        let page = read(&summary.page);
        let page = page.split("<script").next().unwrap();
        assert!(!page.contains("NaN") && !page.contains("Single repetition"), "{name}");
        assert!(page.contains("Medians over 3 repetitions"), "{name}");
    }
}

#[test]
fn a_report_without_any_answer_is_drawn() {
    let mut record = synthetic(2, &[("c", 4)], 1, 5);
    for trial in &mut record.trials {
        trial.status = coverlab::record::Status::Timeout;
        trial.verdict = coverlab::record::Verdict::Unverified;
    }
    let summary = record.report("nobody");
    let page = read(&summary.page);
    assert!(page.contains("No instance was solved.") && page.contains("&gt;\u{202f}2\u{202f}s"));
}

#[test]
fn a_bad_record_is_an_error_with_file_and_line() {
    let dir = synthetic(2, &[("c", 2)], 1, 1).write("bad");
    let csv = dir.join("trials.csv");
    let good = read(&csv);
    let lines: Vec<&str> = good.lines().collect();
    let with = |column: &str, value: &str| {
        let place = lines[0].split(',').position(|name| name == column).unwrap();
        let mut fields: Vec<&str> = lines[1].split(',').collect();
        fields[place] = value;
        good.replacen(lines[1], &fields.join(","), 1)
    };
    let cases = [
        (
            good.replacen("nodes,", "nodez,", 2).replacen("limit_nodez", "limit_nodes", 1),
            1,
            "missing column `nodes`",
        ),
        (good.replacen(",unique,", ",unheard-of,", 1), 2, "unheard-of"),
        (good.clone() + "x,y\n", 6, "2 fields"),
        (good.clone() + lines[4] + "\n", 6, "duplicate trial of"),
        ([lines[0], lines[2], lines[3], lines[4], lines[1], ""].join("\n"), 5, "do not follow each other"),
        (with("stop", "tired"), 2, "`tired` is not a reason"),
        (with("instance_hash", "0123"), 2, "column instance_hash"),
        (with("answer_hash", "wxyz0123"), 2, "column answer_hash"),
        (with("noise", "NaN"), 2, "column noise"),
        (with("repeat", "often"), 2, "column repeat"),
    ];
    for (text, line, what) in cases {
        std::fs::write(&csv, text).unwrap();
        let why = report::write(&dir).unwrap_err();
        let (why, place) = (why.to_string(), format!("{}, line {line}: ", csv.display()));
        assert!(why.starts_with(&place) && why.contains(what) && why.ends_with(')'), "{why}");
    }
    std::fs::remove_file(&csv).unwrap();
    assert!(report::write(&dir).unwrap_err().to_string().contains("trials.csv"));
    coverlab(&["report", "no-such-experiment"]).fails(3, &[]);
}

#[test]
fn tables_and_the_values_of_plots_are_read_back() {
    let (record, summary) = &*LARGE;
    let dir = summary.page.parent().unwrap();
    for path in summary.exports.iter().filter(|path| path.extension().unwrap() == "csv") {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        assert!(!rows.is_empty(), "{}", path.display());
    }
    let times = |file: &str, at: usize, name: &str| -> Vec<f64> {
        let mut reader = csv::Reader::from_path(dir.join(file)).unwrap();
        let rows = reader.records().map(|row| row.unwrap()).filter(|row| &row[0] == name);
        rows.map(|row| row[at].parse().unwrap()).collect()
    };
    let recorded = record.trials.iter().filter(|trial| trial.corpus == "easy" && trial.strategy == "dlx");
    let plain = recorded.filter(|trial| trial.params.is_empty() && trial.status.is_answer());
    let mut recorded: Vec<f64> = plain.map(|trial| trial.solve_cpu_ns.unwrap() as f64).collect();
    recorded.sort_by(f64::total_cmp);
    assert_eq!(times("cactus-easy.csv", 2, "dlx"), recorded);
    assert_eq!(times("table-corpus-easy.csv", 3, "dlx")[0], recorded.iter().sum::<f64>());
    let latex = read(&dir.join("table-corpus-easy.tex"));
    assert!(latex.contains("\\toprule") && latex.contains("\ndlx & "), "{latex}");
    let ends = latex.lines().filter(|line| line.ends_with(r"\\")).count();
    assert_eq!(ends, 1 + record.experiment.strategies.len());
}

#[test]
fn a_report_is_shown_for_papers_and_for_spreadsheets() {
    synthetic(3, &[("c_1", 4)], 1, 1).write("shown");
    let latex = coverlab(&["report", "shown", "--to", "latex"]);
    latex.answers(0, &["\\caption{Strategies on c\\_1 (4 instances"]);
    assert!(!latex.out.contains("c_1"), "{}", latex.out);
    let csv = coverlab(&["report", "shown", "--to", "csv"]);
    csv.answers(0, &["# corpus-c-1: Strategies on c_1", "\nstrategy,solved,"]);
}

#[test]
fn files_of_an_earlier_report_are_removed() {
    let dir = synthetic(2, &[("c", 4)], 1, 1).write("stale").join("report");
    std::fs::create_dir_all(&dir).unwrap();
    for name in ["pair-99-a-b.csv", "cactus-old.png", "table-old.tex", "notes.tex"] {
        std::fs::write(dir.join(name), "old").unwrap();
    }
    report::write(dir.parent().unwrap()).unwrap();
    let exists = |name: &str| dir.join(name).exists();
    assert!(
        !exists("pair-99-a-b.csv")
            && !exists("cactus-old.png")
            && !exists("table-old.tex")
            && exists("notes.tex")
    );
}

#[test]
fn figures_are_spliced_and_staleness_is_found() {
    synthetic(3, &[("c", 4)], 1, 1).write("spliced");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("SPLICED.md");
    let before = "# Title\n\n<!-- splice spliced#corpus-c -->\n<!-- /splice -->\n\n\
                  dlx solved <!-- splice spliced#corpus-c/dlx/solved -->?<!-- /splice -->.\n";
    std::fs::write(&file, before).unwrap();
    let run = |check: bool| {
        let mut arguments = vec!["report", "--splice", "SPLICED.md"];
        arguments.extend(check.then_some("--check"));
        coverlab(&arguments).code
    };
    assert_eq!(run(true), Some(1));
    assert_eq!(read(&file), before, "--check changes nothing");
    assert_eq!(run(false), Some(0));
    let after = read(&file);
    assert!(after.contains("| dlx ") && after.contains("dlx/solved -->4 of 4<!-- /splice -->."), "{after}");
    assert_eq!((run(true), run(false)), (Some(0), Some(0)));
    assert_eq!(read(&file), after);
    std::fs::write(&file, "\n<!-- splice spliced#corpus-x -->\n<!-- /splice -->\n").unwrap();
    coverlab(&["report", "--splice", "SPLICED.md"]).fails(3, &["line 2", "corpus-c"]);
}
