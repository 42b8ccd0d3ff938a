//! Reads the record of a run. Beside it only the puzzles of built-in corpora are read, so a report can be
//! rebuilt anywhere.

use super::error::Error;
use super::rows::{Rows, unreadable};
use coverlab_bench::atomic_file;
use coverlab_bench::error::quoted;
use coverlab_bench::experiment::{CorpusUse, Experiment};
use coverlab_bench::input::{self, Accept};
use coverlab_bench::output;
use coverlab_bench::record::{self, RunInfo, Table, Tally};
use coverlab_bench::statistics::{Fold, Folded};
use std::path::{Path, PathBuf};

/// The record of an experiment, as its folder holds it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its folder.
    pub dir: PathBuf,
    /// `experiment.toml`.
    pub experiment: Experiment,
    /// `run.json`.
    pub run: RunInfo,
    /// `trials.csv`, folded.
    pub trials: Folded,
}

impl Record {
    /// The names of the built-in corpora among its corpora.
    pub(super) fn builtin(&self) -> Vec<String> {
        self.experiment.corpora.iter().filter_map(|corpus| corpus.name.clone()).collect()
    }
}

/// Reads the three files in `dir`, and of trials the measures `columns` beside those of claims. If a run has left its trials in the journal alone, `trials.csv` is
/// written first.
pub(super) fn load(dir: &Path, columns: impl Iterator<Item = &'static str>) -> Result<Record, Error> {
    let run = run_with_table(dir)?;
    let experiment = experiment(&dir.join("experiment.toml"))?;
    let trials = trials(&dir.join("trials.csv"), &experiment, &run, columns)?;
    Ok(Record { dir: dir.to_path_buf(), experiment, run, trials })
}

/// Reads `run.json` of the record in `dir`, and writes `trials.csv` if it is missing.
pub(super) fn run_with_table(dir: &Path) -> Result<RunInfo, Error> {
    if is_unfinished(dir) {
        let folder = quoted(&dir.to_string_lossy());
        let help = format!(
            "wait for it, or continue it where it was: coverlab run EXPERIMENT --out {folder}; its trials so \
             far, as a table: coverlab export {folder}"
        );
        let what = "the run has not ended: it has a journal, but no run.json, which is written at the end";
        return Err(Error::new(dir, 0, what, help));
    }
    let run = run_info(&dir.join("run.json"))?;
    if !dir.join("trials.csv").exists() && record::has_journal(dir) {
        let path = dir.join("trials.csv");
        let (_, complaints) = expand(dir, &path, Format::Csv, run.parts)?;
        if let Some(first) = complaints.into_iter().next() {
            // A table that does not have all trials must not be taken for one that has.
            std::fs::remove_file(&path).map_err(|why| Error::new(&path, 0, why.to_string(), ""))?;
            let folder = quoted(&dir.to_string_lossy());
            let help = format!(
                "run what is missing: coverlab run EXPERIMENT --out {folder}; what is left, as a table: \
                 coverlab export {folder}"
            );
            return Err(Error::new(dir, 0, format!("the journal does not say all: {first}"), help));
        }
    }
    Ok(run)
}

/// Whether a run has begun in `dir` and never ended: it was killed, or is still at work.
fn is_unfinished(dir: &Path) -> bool {
    record::has_journal(dir) && !dir.join("run.json").exists()
}

/// The record that a table was made of.
pub struct Exported {
    /// How its rows came out.
    pub tally: Tally,
    /// Whether the run has ended, so that these are its trials, and not just those so far.
    pub ended: bool,
    /// What of its journal cannot be read.
    pub complaints: Vec<String>,
}

/// A format of the table of trials.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values
    Csv,
    /// Apache Parquet: typed columns, a tenth of the size
    Parquet,
}

impl Format {
    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
        }
    }

    fn begin(self, path: &Path) -> Result<Table, coverlab_bench::error::Error> {
        match self {
            Format::Csv => Table::new(path),
            Format::Parquet => Table::parquet(path),
        }
    }
}

/// Writes the table of the trials that the journal in `dir` has to the file `path`. Of a record without its journal
/// the CSV is put into another format.
///
/// # Errors
/// The journal does not say all, or a file cannot be read or written.
pub fn export(dir: &Path, path: &Path, format: Format) -> Result<Exported, Error> {
    if !record::has_journal(dir) {
        if format != Format::Csv && dir.join("trials.csv").is_file() {
            return copy(dir, path, format);
        }
        let help = "a run leaves one in the folder of its results; start it again, or take its trials.csv";
        return Err(Error::new(dir, 0, "there is no journal", help));
    }
    let ended = !is_unfinished(dir);
    let parts = if ended {
        run_info(&dir.join("run.json"))?.parts
    } else {
        record::parts(dir).map_err(|why| of_record(dir, why))?
    };
    expand(dir, path, format, parts).map(|(tally, complaints)| Exported { tally, ended, complaints })
}

/// Writes the trials in `trials.csv` in another format.
fn copy(dir: &Path, path: &Path, format: Format) -> Result<Exported, Error> {
    let from = dir.join("trials.csv");
    let rows = Rows::open(&from)?;
    let failed = |why| of_record(dir, why);
    let mut table = format.begin(path).map_err(failed)?;
    table.of_run(&run_info(&dir.join("run.json"))?);
    for row in rows {
        table.copy(&row?).map_err(failed)?;
    }
    table.finish().map(|tally| Exported { tally, ended: true, complaints: Vec::new() }).map_err(failed)
}

fn expand(dir: &Path, path: &Path, format: Format, parts: usize) -> Result<(Tally, Vec<String>), Error> {
    let expanded = format.begin(path).and_then(|table| record::expand(dir, parts, table));
    expanded.map_err(|why| of_record(dir, why))
}

/// The error of the journal in `dir`, or of the table made of it.
fn of_record(dir: &Path, why: coverlab_bench::error::Error) -> Error {
    match why {
        coverlab_bench::error::Error::Other { what, help } => Error::new(dir, 0, what, help),
        other @ coverlab_bench::error::Error::Input { .. } => Error::new(dir, 0, other.to_string(), ""),
    }
}

fn experiment(path: &Path) -> Result<Experiment, Error> {
    let text = read(path)?;
    toml::from_str(&text).map_err(|why| {
        let before = why.span().map_or("", |span| text.get(..span.start).unwrap_or(""));
        let line = if why.span().is_some() { before.matches('\n').count() + 1 } else { 0 };
        Error::new(
            path,
            line,
            why.message(),
            "the file should be a verbatim copy of the experiment that was run",
        )
    })
}

fn run_info(path: &Path) -> Result<RunInfo, Error> {
    let text = read(path)?;
    let bad = |why: serde_json::Error| {
        let help = "start the run again: it continues and writes the file anew";
        Error::new(path, why.line(), why.to_string(), help)
    };
    // Read once more to make its texts safe: only the text itself gives the lines of errors.
    let _: RunInfo = serde_json::from_str(&text).map_err(bad)?;
    let mut values = serde_json::from_str(&text).map_err(bad)?;
    make_safe(&mut values);
    serde_json::from_value(values).map_err(bad)
}

/// Makes every text in `value` safe for a terminal.
fn make_safe(value: &mut serde_json::Value) {
    use serde_json::Value;
    match value {
        Value::String(text) => *text = output::safe(text).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(make_safe),
        Value::Object(fields) => fields.values_mut().for_each(make_safe),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn trials(
    path: &Path,
    experiment: &Experiment,
    run: &RunInfo,
    counted: impl Iterator<Item = &'static str>,
) -> Result<Folded, Error> {
    let rows = Rows::open(path)?;
    let checked =
        experiment.checks().flat_map(|(check, _)| [Some(&check.measure), check.against_measure.as_ref()]);
    let published = experiment.published.iter().map(|table| Some(&table.measure));
    let wanted = checked.chain(published).flatten().map(String::as_str);
    let counted = counted.map(|column| -> &str { column });
    let mut fold = Fold::new(wanted.chain(counted)).by_processor(run.processors()).deciding(experiment);
    for row in rows {
        fold.push(row?);
    }
    let corpora: Vec<String> = experiment.corpora.iter().filter_map(CorpusUse::called).collect();
    let strategies: Vec<String> = experiment.strategies.iter().chain(&experiment.optional).cloned().collect();
    Ok(fold.finish(&corpora, &strategies))
}

fn read(path: &Path) -> Result<String, Error> {
    input::settings(path, Accept::Files).map_err(|why| unreadable(path, &why))
}

/// Writes a text to `path` atomically, safe for a terminal.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    write_atomic(path, output::safe(text).as_bytes())
}

/// Writes `content` to `path` atomically.
pub(crate) fn write_atomic(path: &Path, content: &[u8]) -> Result<(), Error> {
    let fail = |why: std::io::Error| Error::new(path, 0, why.to_string(), "can the folder be written to?");
    atomic_file::write(path, content).map_err(fail)
}
