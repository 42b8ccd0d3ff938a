//! Committed tables and pictures are those that `report` makes of the committed trials, byte for byte.

use coverlab::report::{self, Beside};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pictures that documents show, as paths from the root: other pictures of reports are not committed.
fn pictures() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for document in ["README.md", "FINDINGS.md"] {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        let words = text.split(['(', ')', '"', ' ', '\n']);
        let shown = words.filter(|word| word.starts_with("results/") && word.ends_with(".svg"));
        found.extend(shown.map(PathBuf::from));
    }
    found
}

/// The records whose trials are committed, and into which no run writes meanwhile.
fn records() -> Vec<PathBuf> {
    let results = std::fs::read_dir(root().join("results")).unwrap().map(|entry| entry.unwrap().path());
    let mut records: Vec<PathBuf> =
        results.filter(|dir| dir.join("trials.csv").is_file() && !dir.join("journal").exists()).collect();
    records.sort();
    records
}

#[test]
fn committed_tables_and_pictures_are_those_of_the_committed_trials() {
    let (pictures, records) = (pictures(), records());
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let compare = || {
        while let Some(record) = records.get(next.fetch_add(1, Relaxed)) {
            compared.fetch_add(compare(record, &pictures), Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(compare)));
    let compared = compared.into_inner();
    assert!(compared >= 20 + pictures.len().min(5), "{compared} files");
}

/// Draws the report of `record` again. How many files of it are committed; each is what was drawn.
fn compare(record: &Path, pictures: &[PathBuf]) -> usize {
    let name = record.file_name().unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("committed").join(name);
    report::write_to(&out, record, Beside::default()).unwrap();
    let of_record = Path::new("results").join(name).join("report");
    let shown = pictures.iter().filter(|path| path.starts_with(&of_record)).cloned();
    let files: Vec<PathBuf> = shown.chain([of_record.join("table.md")]).collect();
    for path in &files {
        let drawn = std::fs::read(out.join(path.file_name().unwrap())).unwrap();
        let committed = std::fs::read(root().join(path)).unwrap();
        assert!(drawn == committed, "{}: coverlab report {}", path.display(), name.display());
    }
    files.len()
}
