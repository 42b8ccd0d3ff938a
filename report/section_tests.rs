//! Every section is shown by some committed record, in each format.

use super::escape::html;
use super::findings::Findings;
use super::markdown::{self, escape};
use super::section::{Content, SMALL_CORPUS, Section, SectionInput};
use super::sections::{CORPUS_BY_CORPUS, SECTIONS, SIDE_BY_SIDE};
use super::{FILE_PREFIXES, RelatedPages, csv, findings, load, page};
use coverlab_bench::record::{Machine, Status, TRIALS, Verdict};
use coverlab_bench::statistics::fixtures::trial;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

/// Larger tables of trials, in bytes, are not committed.
const MAX_COMMITTED: u64 = 20_000_000;

/// The reports on all committed records, made once for all tests.
pub(crate) static COMMITTED: LazyLock<Vec<Findings>> = LazyLock::new(|| {
    let results = std::fs::read_dir("../results").unwrap().map(|entry| entry.unwrap().path());
    let size = |dir: &Path| std::fs::metadata(dir.join(TRIALS)).map(|file| file.len());
    let mut dirs: Vec<_> = results.filter(|dir| size(dir).is_ok_and(|size| size < MAX_COMMITTED)).collect();
    dirs.sort();
    assert!(dirs.len() > 30, "{} records", dirs.len());
    on_threads(&dirs, |dir| findings(load(dir).unwrap()))
});

/// Maps each of `values` with `map` on a thread of its own.
pub(crate) fn on_threads<T: Sync, U: Send>(values: &[T], map: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let map = &map;
    thread::scope(|scope| {
        let threads: Vec<_> = values.iter().map(|value| scope.spawn(move || map(value))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// The first committed record with a wrong answer, a crash and a second machine added, and of its first corpus with one
/// instance alone.
fn damaged() -> Findings {
    let mut record = load(&COMMITTED[0].record.dir).unwrap();
    let trials = &mut record.trials;
    let first = trials.results[0].clone();
    trials.results.retain(|result| result.group != first.group || result.instance == first.instance);
    for (status, verdict) in [(Status::Solved, Verdict::Wrong), (Status::Crash, Verdict::Unverified)] {
        let mut failure = trial("s", "i", 1);
        (failure.status, failure.verdict) = (status, verdict);
        if verdict == Verdict::Wrong { &mut trials.wrong } else { &mut trials.broken }.push(failure);
    }
    let run = &mut record.run;
    run.machines = vec![run.machine.clone(), Machine { host: "another".to_string(), ..run.machine.clone() }];
    findings(record)
}

/// Checks that the report has what a section shows, and that a later report recognizes the files of its plots. Returns whether
/// the section shows anything.
fn is_shown(content: &Content, found: &Findings) -> bool {
    for table in &content.tables {
        assert!(found.tables().any(|shown| shown.title == table.title), "{}: {}", name(found), table.title);
    }
    for plot in &content.plots {
        assert!(found.plots().any(|shown| shown.caption == plot.caption), "{}: {}", name(found), plot.id);
        let is_known = FILE_PREFIXES.iter().any(|prefix| plot.id.starts_with(prefix));
        assert!(is_known, "no prefix of {}", plot.id);
    }
    !content.tables.is_empty() || !content.plots.is_empty()
}

fn name(found: &Findings) -> &str {
    found.record.name()
}

fn is_linked_and_written(found: &Findings) {
    let (page, text) = (page::render(found, RelatedPages::default()), markdown::document(found));
    let csv = csv::document(found);
    for section in &found.sections {
        let (id, title) = (html(&section.id), html(&section.title));
        assert!(page.contains(&format!("<section id=\"{id}\">\n<h2>{title}</h2>")), "{id}");
        let link = format!("<a href=\"#{id}\">{title}</a>");
        assert!(found.sections.len() < 2 || page.contains(&link), "{link} in {}", name(found));
        let is_headed = text.contains(&format!("\n## {}\n", escape(&section.title)));
        assert_eq!(is_headed, !section.tables.is_empty(), "{id} in {}", name(found));
        for table in &section.tables {
            assert!(page.contains(&format!("id=\"table-{}\"", html(&table.id))), "{}", table.id);
            assert!(csv.contains(&format!("# {}: ", table.id)), "{}", table.id);
        }
        let figure = |id: &str| format!("id=\"{}\"", html(id));
        assert!(section.plots.iter().all(|plot| page.contains(&figure(&plot.id))), "{id}");
    }
}

#[test]
fn every_section_is_shown_by_some_record_and_wherever_it_has_something_to_say() {
    let mut sections = vec![false; SECTIONS.len()];
    let (mut beside, mut by_corpus) = (vec![false; SIDE_BY_SIDE.len()], vec![false; CORPUS_BY_CORPUS.len()]);
    let damaged = damaged();
    for found in COMMITTED.iter().chain([&damaged]) {
        let input = SectionInput::of(&found.record);
        for (section, shown) in SECTIONS.iter().zip(&mut sections) {
            for Section { title, tables, plots, .. } in section(&input) {
                assert!(found.sections.iter().any(|section| section.title == title), "{title}");
                is_shown(&Content { tables, plots }, found);
                *shown = true;
            }
        }
        for (content, shown) in SIDE_BY_SIDE.iter().zip(&mut beside) {
            *shown |= is_shown(&content(&input), found);
        }
        for (content, shown) in CORPUS_BY_CORPUS.iter().zip(&mut by_corpus) {
            let large = input.corpora.iter().filter(|corpus| corpus.instances() >= SMALL_CORPUS);
            large.for_each(|corpus| *shown |= is_shown(&content(&input, corpus), found));
        }
        is_linked_and_written(found);
    }
    for shown in [sections, beside, by_corpus] {
        let missing: Vec<_> = (0..shown.len()).filter(|&at| !shown[at]).collect();
        assert!(missing.is_empty(), "places in a list that no record shows: {missing:?}");
    }
}

/// The kind of unit of the figure at the start of a cell.
fn unit_kind(text: &str) -> &'static str {
    let figure = text.split([' ', ',']).next().unwrap_or_default();
    let unit: String = figure.chars().rev().take_while(|c| c.is_alphabetic() || "×%".contains(*c)).collect();
    match &*unit.chars().rev().collect::<String>() {
        "ns" | "µs" | "ms" | "s" | "min" | "h" => "time",
        "×" => "×",
        "%" => "%",
        _ => "",
    }
}

/// Every column of the CSV with figures has one unit, and a column whose name has a unit has only figures.
#[test]
fn every_column_of_the_csv_has_one_unit() {
    for table in COMMITTED.iter().flat_map(Findings::tables) {
        for at in 0..table.columns.len() {
            let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
            for cell in table.rows.iter().map(|row| &row[at]).filter(|cell| cell.text != "0") {
                for value in cell.values.iter().filter(|value| value.part.is_empty()) {
                    let kind = unit_kind(&cell.text);
                    assert_eq!(*kinds.entry(value.unit).or_insert(kind), kind, "{}: {}", table.id, cell.text);
                    assert_eq!(kind == "time", value.unit == "ns", "{}: {}", table.id, cell.text);
                }
            }
        }
        let csv = csv::table(table);
        let mut reader = ::csv::Reader::from_reader(csv.as_bytes());
        let header = reader.headers().unwrap().clone();
        for row in reader.records() {
            for (name, field) in header.iter().zip(&row.unwrap()).filter(|(name, _)| name.ends_with(']')) {
                let number = field.trim_start_matches(['≥', '>']);
                assert!(field.is_empty() || number.parse::<f64>().is_ok(), "{}: {name}: {field}", table.id);
            }
        }
    }
}
