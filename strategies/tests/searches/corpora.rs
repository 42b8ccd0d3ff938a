//! Reads every file of the public collections, and compares the count of every strategy with the one stated
//! in the file. The collections are not part of the project: without them, these tests check nothing.

use crate::common::{collection, on_all_processors, search};
use coverlab_model::{ExactCover, Stop, Task, TextKind, format};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The count stated in the first line, as "…; 92 solutions" or "solutions: 92".
fn stated(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.lines().next()?.split_whitespace().collect();
    let at = words.iter().position(|w| w.trim_end_matches([':', ';', ',']).starts_with("solution"))?;
    let number = |k: usize| words.get(k)?.parse().ok();
    number(at + 1).or_else(|| number(at.checked_sub(1)?))
}

/// The results of one strategy on the instances.
#[derive(Default)]
struct Record(Mutex<Made>);

#[derive(Default)]
struct Made {
    right: usize,
    /// Names of instances beyond the limit.
    unfinished: Vec<String>,
    /// Names of refused instances, by reason.
    refused: BTreeMap<String, Vec<String>>,
}

impl Record {
    fn add(&self, one: impl FnOnce(&mut Made)) {
        one(&mut self.0.lock().unwrap());
    }
}

/// An empty record for each strategy.
fn records() -> Vec<Record> {
    coverlab_strategies::EXACT_COVER.iter().map(|_| Record::default()).collect()
}

/// Every strategy that accepts the instance must find this many solutions or reach a limit; returns whether
/// any strategy found them all.
fn everyone_counts(name: &str, cover: &ExactCover, count: u64, records: &[Record]) -> bool {
    let (mut counted, mut by_links) = (false, false);
    for (entry, record) in coverlab_strategies::EXACT_COVER.iter().zip(records) {
        let strategy = coverlab_strategies::exact_cover(&entry.about.name.parse().unwrap()).unwrap();
        if let Err(lacks) = strategy.backend.accepts(cover) {
            record.add(|made| made.refused.entry(lacks.to_string()).or_default().push(name.to_string()));
            continue;
        }
        // A strategy without limits runs only if a similar one has finished.
        if !entry.about.counts_nodes() && !by_links {
            record.add(|made| made.unfinished.push(name.to_string()));
            continue;
        }
        // Nodes of the naive strategy are slow.
        let nodes = if entry.about.name == "algorithm-x" { 20_000 } else { 1_500_000 };
        let outcome = search(&*strategy.backend, cover, &Task { nodes, ..Task::count() });
        let (stop, found) = (outcome.stop, outcome.solutions);
        let who = entry.about.name;
        match stop {
            Some(Stop::NodeLimit) => {
                assert!(found <= count, "{who} on {name}: {found} of {count}");
                record.add(|made| made.unfinished.push(name.to_string()));
            }
            _ => {
                assert_eq!((stop, found), (None, count), "{who} on {name}");
                record.add(|made| made.right += 1);
                (counted, by_links) = (true, by_links || who == "dlx");
            }
        }
    }
    counted
}

#[test]
fn exact_covers_have_as_many_solutions_as_stated() {
    let Some(folder) = collection("exact-cover") else { return };
    let table = std::fs::read_to_string(folder.join("COUNTS.tsv")).unwrap_or_default();
    let listed = |name: &str| {
        let row = table.lines().find(|line| line.split('\t').next() == Some(name))?;
        row.split('\t').nth(1)?.parse().ok()
    };
    let (mut known, mut without) = (Vec::new(), Vec::new());
    for path in files(&folder).into_iter().chain(files(&folder.join("libexact"))) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() || name.ends_with(".tsv") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let is_ec = path.extension().is_some_and(|extension| extension == "ec");
        let kind = if is_ec { TextKind::EcCover } else { TextKind::KnuthCover };
        let cover = format::read_cover(kind, &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        // The count in the file takes precedence over the table, which lists simple_4.xc as read by a
        // program that mistakes its comments for items.
        let Some(count) = stated(&String::from_utf8_lossy(&bytes)).or_else(|| listed(&name)) else {
            without.push(name);
            continue;
        };
        known.push((name, cover, count));
    }
    let (records, right) = (records(), AtomicUsize::new(0));
    on_all_processors(&known, |(name, cover, count)| {
        right.fetch_add(usize::from(everyone_counts(name, cover, *count, &records)), Relaxed);
    });
    let right = right.into_inner();
    println!("{right} of {} counts come out right; no count is stated for {without:?}", known.len());
    for (entry, record) in coverlab_strategies::EXACT_COVER.iter().zip(records) {
        let Made { right, unfinished, refused } = record.0.into_inner().unwrap();
        println!("{}: {right} right; beyond its limit {unfinished:?}; refused {refused:?}", entry.about.name);
        assert!(right >= 30, "{}: only {right}", entry.about.name);
    }
    assert!(right >= 40, "only {right}");
}

/// The counts that the literature gives for well-known workloads, by every strategy that finishes in time.
#[test]
fn workloads_have_as_many_solutions_as_known() {
    const KNOWN: [(&str, u64); 11] = [
        ("queens:8", 92),
        ("queens:12", 14_200),
        ("pentominoes:3x20", 8),
        ("pentominoes:8x8", 520),
        ("langford:8", 300),
        ("langford:11", 35_584),
        ("latin-reduced:6", 9408),
        ("latin:5", 161_280),
        ("soma", 11_520),
        ("dominoes:8x8", 12_988_816),
        ("dominating-queens:8x5", 4860),
    ];
    let records = records();
    on_all_processors(&KNOWN, |&(spec, count)| {
        let problem = coverlab_model::family::parse(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
        assert!(everyone_counts(spec, &problem, count, &records), "nobody is done with {spec}");
    });
}

#[test]
fn every_formula_is_read_and_read_again() {
    let Some(folder) = collection("cnf") else { return };
    let mut count = 0;
    for path in files(&folder).iter().flat_map(|family| files(family)) {
        let name = path.display();
        let cnf =
            format::dimacs::read(std::fs::read(&path).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = format::dimacs::read(format::dimacs::write(&cnf, &["again"]));
        assert_eq!(again, Ok(cnf), "{name}");
        count += 1;
    }
    assert!(count > 100, "only {count}");
}
