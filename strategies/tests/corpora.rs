//! Every text of the public collections is read, and `dlx` finds the counts they state. They are
//! not part of the project: the tests look for them in `COVERLAB_CORPORA`, or in
//! `shared/corpora` beside the repository, and end at once where there are none.

use coverlab_model::{ExactCover, Stop, Task, format};
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora");
    let root = std::env::var_os("COVERLAB_CORPORA").map_or(beside, PathBuf::from);
    Some(root.join(name)).filter(|folder| folder.is_dir())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// "…; 92 solutions" or "solutions: 92" in the first line.
fn stated(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.lines().next()?.split_whitespace().collect();
    let at = words.iter().position(|w| w.trim_end_matches([':', ';', ',']).starts_with("solution"))?;
    let number = |k: usize| words.get(k)?.parse().ok();
    number(at + 1).or_else(|| number(at.checked_sub(1)?))
}

/// Whether `dlx` finds so many solutions within its node limit; then everyone else who accepts the
/// instance must find as many, or reach a limit.
fn everyone_counts(name: &str, cover: &ExactCover, count: u64) -> bool {
    let by = |strategy: &str, nodes: u64| {
        let strategy = coverlab_strategies::exact_cover(&strategy.parse().unwrap()).unwrap();
        strategy.backend.accepts(cover).ok()?;
        let mut outcomes = Vec::new();
        let task = Task { nodes, ..Task::count() };
        strategy.backend.session().run(std::slice::from_ref(cover), &task, &mut outcomes);
        let (stop, found) = (outcomes[0].stop, outcomes[0].solutions);
        assert!(stop == Some(Stop::NodeLimit) || (stop, found) == (None, count), "{name}: {stop:?} {found}");
        Some(stop.is_none())
    };
    if by("dlx", 300_000) != Some(true) {
        return false;
    }
    for entry in coverlab_strategies::EXACT_COVER {
        // Naive nodes are slow ones.
        by(entry.about.name, if entry.about.name == "algorithm-x" { 5_000 } else { 1_000_000 });
    }
    true
}

#[test]
fn exact_covers_have_as_many_solutions_as_stated() {
    let Some(folder) = folder("exact-cover") else { return };
    let table = std::fs::read_to_string(folder.join("COUNTS.tsv")).unwrap_or_default();
    let listed = |name: &str| {
        let row = table.lines().find(|line| line.split('\t').next() == Some(name))?;
        row.split('\t').nth(1)?.parse().ok()
    };
    let dlx = coverlab_strategies::exact_cover(&"dlx".parse().unwrap()).unwrap();
    let (mut right, mut unfinished) = (0, Vec::new());
    for path in files(&folder).into_iter().chain(files(&folder.join("libexact"))) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() || name.ends_with(".tsv") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let extension = path.extension().map_or_else(String::new, |e| e.to_string_lossy().into_owned());
        let cover = format::read_cover(&extension, &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        if name.contains(".dlx3") {
            // `mcc` is tested on families of its own; these would take it hours.
            assert!(dlx.backend.accepts(&cover).is_err(), "{name}: dlx has no multiplicities");
            continue;
        }
        // What the file says goes before the table, which lists simple_4.xc as read by a program
        // that takes its comments for items.
        let Some(count) = stated(&String::from_utf8_lossy(&bytes)).or_else(|| listed(&name)) else {
            continue;
        };
        if everyone_counts(&name, &cover, count) {
            right += 1;
        } else {
            unfinished.push(name);
        }
    }
    println!("{right} counts right, beyond the node limit: {unfinished:?}");
    assert!(right >= 40, "only {right}");
}

#[test]
fn every_formula_is_read_and_read_again() {
    let Some(folder) = folder("cnf") else { return };
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
