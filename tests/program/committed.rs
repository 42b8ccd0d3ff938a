//! Checks of the committed records: programs built from a commit wrote them, and their tables and pictures equal, byte for
//! byte, what `report` draws from their trials.

use coverlab::report::{self, RelatedPages};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pictures that documents show, as paths from the root. Other pictures of reports are not committed.
fn pictures() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for document in ["README.md", "docs/FINDINGS.md"] {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        let words = text.split(['(', ')', '"', ' ', '\n']);
        let shown = words.filter(|word| word.starts_with("results/") && word.ends_with(".svg"));
        found.extend(shown.map(PathBuf::from));
    }
    found
}

/// The records with committed trials to which no run is writing.
fn records() -> Vec<PathBuf> {
    let results = std::fs::read_dir(root().join("results")).unwrap().map(|entry| entry.unwrap().path());
    let mut records: Vec<PathBuf> =
        results.filter(|dir| dir.join("trials.csv").is_file() && dir.join("run.json").is_file()).collect();
    records.sort();
    records
}

/// A folder with a report of each record, drawn once for all tests.
static DRAWN: LazyLock<PathBuf> = LazyLock::new(|| {
    let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join("committed");
    let (records, next) = (records(), AtomicUsize::new(0));
    let draw = || {
        while let Some(record) = records.get(next.fetch_add(1, Relaxed)) {
            let out = drawn.join(record.file_name().unwrap());
            let findings = report::findings(report::load(record).unwrap());
            report::write_to(&out, &findings, RelatedPages::default()).unwrap();
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(draw)));
    drawn
});

#[test]
fn committed_records_name_the_commit_of_their_program() {
    let folders = std::fs::read_dir(root().join("results")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        folders.map(|folder| folder.join("run.json")).filter(|file| file.is_file()).collect();
    assert!(files.len() >= 40, "{} records", files.len());
    for file in files {
        let run: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let commit = run["commit"].as_str().unwrap();
        // A `+` marks uncommitted changes.
        assert!(!commit.is_empty() && !commit.ends_with('+'), "{}: commit `{commit}`", file.display());
    }
}

#[test]
fn committed_tables_and_pictures_are_those_of_the_committed_trials() {
    let pictures = pictures();
    let compared: usize = records().iter().map(|record| compare(record, &pictures)).sum();
    assert!(compared >= 20 + pictures.len().min(5), "{compared} files");
}

/// Recomputes every cell of every table of `records` from their trials with Python. `tables` is the path of a table, with {}
/// for the name of its record. `.ci/run` installs numpy and SciPy beside the test folder if Python lacks them.
pub(crate) fn recompute(tables: &str, records: &[PathBuf]) {
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("python");
    let others = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let packages = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&others))).unwrap();
    let python = || {
        let mut python = Command::new("python3");
        python.current_dir(root()).env("PYTHONPATH", &packages).env("PYTHONDONTWRITEBYTECODE", "1");
        python
    };
    let found = python().args(["-c", "import numpy, scipy, tomllib"]).output();
    if !found.is_ok_and(|found| found.status.success()) {
        eprintln!("SKIPPED: python3 with numpy and SciPy is not here, so no figure is recomputed");
        return;
    }
    let run =
        python().args(["tests/recompute/recompute.py", "--tables", tables]).args(records).output().unwrap();
    let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(run.status.success(), "{out}{err}");
}

#[test]
fn python_recomputes_every_figure_from_the_trials() {
    recompute(&format!("{}/{{}}/table.md", DRAWN.display()), &records());
}

/// Compares the committed files of the report of `record` with those drawn. Returns their number.
fn compare(record: &Path, pictures: &[PathBuf]) -> usize {
    let name = record.file_name().unwrap();
    let out = DRAWN.join(name);
    let of_record = Path::new("results").join(name).join("report");
    let shown = pictures.iter().filter(|path| path.starts_with(&of_record)).cloned();
    let files: Vec<PathBuf> = shown.chain([of_record.join("table.md")]).collect();
    for path in &files {
        let drawn = std::fs::read(out.join(path.file_name().unwrap())).unwrap();
        let committed = std::fs::read(root().join(path)).unwrap();
        let [new, old] = [&drawn, &committed].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let other = new.lines().zip(old.lines()).find(|(new, old)| new != old);
        assert!(drawn == committed, "{}: coverlab report {}: {other:?}", path.display(), name.display());
    }
    files.len()
}
