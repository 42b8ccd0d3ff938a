//! Reads the record of a run: `experiment.toml`, `run.json`, and `trials.csv` with its checksums.

use super::error::in_file;
use super::record::Record;
use super::rows::{Rows, unreadable};
use coverlab_bench::atomic_file::{self, AtomicFile};
use coverlab_bench::error::{Error, check_not_cancelled, quoted};
use coverlab_bench::experiment::{CorpusEntry, Experiment, parse_toml};
use coverlab_bench::input::{self, Accept};
use coverlab_bench::output;
use coverlab_bench::record::{COLUMNS, EXPERIMENT, RUN, RunInfo, SUMS, TRIALS, TrialFile};
use coverlab_bench::statistics::{FoldedTrials, TrialFold};
use coverlab_model::Cancel;
use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

/// Reads the record in `dir`. From the trials it keeps the measures `columns`, and those that claims and published tables
/// need.
pub(super) fn load(dir: &Path, columns: &[&str]) -> Result<Record, Error> {
    let run = load_run(dir)?;
    let (experiment, _) = load_experiment(dir)?;
    let changes = changes(dir, &run, &TrialFile::open(&dir.join(TRIALS))?);
    let trials = trials(&dir.join(TRIALS), &experiment, &run, columns)?;
    let dir = dir.to_path_buf();
    let (measured, claim_results, published) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    Ok(Record { dir, experiment, changes, run, trials, measured, claim_results, published })
}

/// Reads `experiment.toml` in the folder `dir`, and its text.
pub(super) fn load_experiment(dir: &Path) -> Result<(Experiment, String), Error> {
    let path = dir.join(EXPERIMENT);
    let text = read(&path)?;
    Ok((parse_toml(&text, &path.display().to_string())?, text))
}

/// Reads `run.json` in the folder `dir`.
pub(super) fn load_run(dir: &Path) -> Result<RunInfo, Error> {
    if is_unfinished(dir) {
        let folder = quoted(&dir.to_string_lossy());
        let help = format!(
            "wait for it, or continue it where it was: coverlab run EXPERIMENT --out {folder}; its trials so \
             far, checked: coverlab check {folder} --out FILE.csv"
        );
        let what = "the run has not ended: it has trials, but no run.json, which is written at the end";
        return Err(in_file(dir, 0, what, help));
    }
    run_info(&dir.join(RUN))
}

/// Whether a run in `dir` has begun and not ended: it was killed, or still runs.
fn is_unfinished(dir: &Path) -> bool {
    dir.join(SUMS).exists() && !dir.join(RUN).exists()
}

/// The result of [`export`].
pub struct ExportResult {
    /// The number of trials that match their checksums.
    pub trials: u64,
    /// Whether the run has ended. Otherwise these are its trials so far.
    pub ended: bool,
    /// Messages about what does not match: parts of the table, or the experiment.
    pub damage: Vec<String>,
}

/// Compares the trials in `dir` with their checksums, and copies those that match to the file `path`, if given.
///
/// # Errors
/// If a file cannot be read or written, there are no checksums, or `cancel` is raised.
pub fn export(dir: &Path, path: Option<&Path>, cancel: &Cancel) -> Result<ExportResult, Error> {
    let table = dir.join(TRIALS);
    let mut file = TrialFile::open(&table)?;
    if !table.exists() {
        let help = "restore it from a copy, or run the experiment again into an empty folder";
        return Err(in_file(dir, 0, format!("{TRIALS} is missing"), help));
    }
    if !file.has_sums {
        let help = "a run leaves them beside its trials; without them trials.csv is read as it is";
        return Err(in_file(dir, 0, format!("there are no checksums, {SUMS}"), help));
    }
    let unwritable = |why: std::io::Error| Error::file("write", path.unwrap_or(dir), &why);
    let mut to = path.map(AtomicFile::begin).transpose().map_err(unwritable)?;
    let mut write = |bytes: &[u8]| match &mut to {
        Some((_, to)) => to.write_all(bytes).map_err(unwritable),
        None => Ok(()),
    };
    write((COLUMNS.join(",") + "\n").as_bytes())?;
    let mut trials = 0;
    for block in file.blocks().to_vec() {
        check_not_cancelled(cancel)?;
        if let Some(bytes) = file.bytes_of(&block)? {
            trials += block.rows;
            write(&bytes)?;
        }
    }
    if let Some((file, to)) = to {
        file.commit(&to).map_err(unwritable)?;
    }
    let ended = !is_unfinished(dir);
    if ended {
        file.report_unchecked_rows()?;
        let damage = match load_run(dir) {
            Ok(run) => damage(dir, &run, &file, trials),
            Err(damaged) => vec![damaged.to_string()],
        };
        file.damage.extend(damage);
    }
    Ok(ExportResult { trials, ended, damage: std::mem::take(&mut file.damage) })
}

/// Damage of the record in `dir`, which has `trials` intact trials, where it disagrees with its `run.json`.
fn damage(dir: &Path, run: &RunInfo, table: &TrialFile, trials: u64) -> Vec<String> {
    let recorded = run.recorded;
    let differ =
        (trials != recorded).then(|| format!("run.json says {recorded} trials, but {trials} are intact"));
    let all = differ.into_iter().chain(changes(dir, run, table));
    all.map(|what| format!("{}: {what}", dir.display())).collect()
}

/// The changes to the record in `dir` since trials were recorded, one sentence each.
fn changes(dir: &Path, run: &RunInfo, table: &TrialFile) -> Vec<String> {
    let mut changes = Vec::new();
    match read(&dir.join(EXPERIMENT)) {
        Err(_) => changes.push(format!("{EXPERIMENT} is missing or unreadable")),
        Ok(text) if run.is_experiment_edited(&text) || table.has_other_claims(&text) => {
            let what = "was changed after trials were recorded, so its claims may differ from those that were stated before";
            changes.push(format!("{EXPERIMENT} {what}"));
        }
        Ok(_) => {}
    }
    if read(&dir.join(RUN)).is_ok_and(|text| RunInfo::is_edited(&text)) {
        let what = "was changed after the run, so what it says of machines and programs may be wrong";
        changes.push(format!("{RUN} {what}"));
    }
    changes
}

fn run_info(path: &Path) -> Result<RunInfo, Error> {
    let text = read(path)?;
    let bad = |why: serde_json::Error| {
        let help = "start the run again: it continues and writes the file anew";
        in_file(path, why.line(), why, help)
    };
    let mut values = serde_json::from_str(&text).map_err(bad)?;
    make_safe(&mut values);
    serde_json::from_value(values).map_err(bad)
}

/// Makes every string in `value` safe for a terminal.
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
    columns: &[&str],
) -> Result<FoldedTrials, Error> {
    let rows = Rows::open(path)?;
    let claimed = experiment.claims_and_laws().flat_map(|(claim, _)| claim.measures());
    let published = experiment.published.iter().map(|table| &table.measure);
    let needed = claimed.chain(published).map(String::as_str);
    let mut fold = TrialFold::new(needed.chain(columns.iter().copied()))
        .by_processor(run.processors())
        .with_claims_of(experiment);
    for row in rows {
        fold.push(row?);
    }
    let corpora: Vec<String> = experiment.corpora.iter().filter_map(CorpusEntry::recorded_name).collect();
    let strategies: Vec<String> = experiment.strategies.iter().chain(&experiment.optional).cloned().collect();
    Ok(fold.finish(&corpora, &strategies))
}

fn read(path: &Path) -> Result<String, Error> {
    input::read_text(path, Accept::Files).map_err(|why| unreadable(path, &why))
}

/// Writes `text` to `path` atomically, made safe for a terminal.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), Error> {
    write_atomic(path, output::safe(text).as_bytes())
}

/// Writes `content` to `path` atomically.
pub(crate) fn write_atomic(path: &Path, content: &[u8]) -> Result<(), Error> {
    atomic_file::write(path, content).map_err(|why| Error::file("write", path, &why))
}
