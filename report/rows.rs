//! Reads and validates the rows of `trials.csv`. Other programs may have edited the table, so without checksums any field
//! may be wrong.

use super::error::in_file;
use coverlab_bench::error::Error;
use coverlab_bench::input::{self, Accept, BoundedLines};
use coverlab_bench::record::{COLUMNS, Trial, verified};
use coverlab_model::Stop;
use csv::StringRecord;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};

/// An iterator over the trials of a table. It checks that no trial is repeated, and that the trials of an instance are
/// contiguous.
pub(super) struct Rows {
    path: PathBuf,
    reader: csv::Reader<TableText>,
    /// The names of the columns. `None`: they are [`COLUMNS`] in order, and looking them up would double the time of reading.
    columns: Option<StringRecord>,
    /// The fields of the last row.
    fields: StringRecord,
    /// The hash of the instance of the last row.
    instance: Option<u64>,
    /// The hashes of the trials of this instance so far.
    trials: HashSet<u64>,
    /// The hashes of earlier instances, which may have no more trials.
    finished: HashSet<u64>,
}

impl Rows {
    /// Opens the table at `path`.
    pub(super) fn open(path: &Path) -> Result<Rows, Error> {
        let mut reader = open_table(path)?;
        let columns = reader.headers().map_err(|why| bad_row(path, None, &why))?.clone();
        let columns = Some(columns).filter(|columns| *columns != COLUMNS[..]);
        let (fields, trials, finished) = (StringRecord::new(), HashSet::new(), HashSet::new());
        Ok(Rows { path: path.to_path_buf(), reader, columns, fields, instance: None, trials, finished })
    }

    fn check(&mut self, line: u64, trial: Trial) -> Result<Trial, Error> {
        let bad = |what: String| in_file(&self.path, line as usize, what, REBUILD);
        validate(&trial).map_err(bad)?;
        let instance = hash((&trial.corpus, &trial.instance));
        if self.instance != Some(instance) {
            self.trials.clear();
            self.finished.extend(self.instance.replace(instance));
            if self.finished.contains(&instance) {
                let Trial { instance, corpus, .. } = &trial;
                let what = "do not follow each other: the next one is here";
                return Err(bad(format!("the trials of `{instance}` in `{corpus}` {what}")));
            }
        }
        let strategy = (&trial.strategy, &trial.params, &trial.via);
        let is_new =
            self.trials.insert(hash((strategy, trial.seed, trial.repeat, trial.task_solutions, &trial.host)));
        if !is_new {
            return Err(bad(format!("duplicate trial of `{}` on `{}`", trial.label(), trial.instance)));
        }
        Ok(trial)
    }
}

impl Iterator for Rows {
    type Item = Result<Trial, Error>;

    fn next(&mut self) -> Option<Result<Trial, Error>> {
        let line = self.reader.position().line();
        let row = match self.reader.read_record(&mut self.fields) {
            Ok(false) => return None,
            Ok(true) => self.fields.deserialize(self.columns.as_ref()),
            Err(why) => Err(why),
        };
        let row = row.map_err(|why| bad_row(&self.path, self.reader.headers().ok(), &why));
        Some(row.and_then(|trial| self.check(line, trial)))
    }
}

/// Checks the fields that have a type more general than their values. The error names the first invalid column.
fn validate(trial: &Trial) -> Result<(), String> {
    let Trial { instance_hash, answer_hash, stop, noise, .. } = trial;
    let is_hash =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hash(instance_hash, 16) {
        return Err(format!("column instance_hash: `{instance_hash}` is not 16 hexadecimal digits"));
    }
    if !answer_hash.is_empty() && !is_hash(answer_hash, 8) {
        return Err(format!("column answer_hash: `{answer_hash}` is not 8 hexadecimal digits"));
    }
    if !stop.is_empty() && Stop::of_name(stop).is_none() {
        return Err(format!("column stop: `{stop}` is not a reason to end a search"));
    }
    match noise {
        Some(noise) if !(noise.is_finite() && *noise >= 0.0) => {
            Err(format!("column noise: {noise} is not a ratio of times"))
        }
        _ => Ok(()),
    }
}

fn hash(key: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// The text of a table in lines of bounded length. If the table has checksums, it matches them.
type TableText = BoundedLines<Box<dyn Read>>;

/// Opens a table and checks that it has all columns.
fn open_table(path: &Path) -> Result<csv::Reader<TableText>, Error> {
    let file = input::open(path, Accept::Files).map_err(|why| unreadable(path, &why))?;
    let text = verified(path, file).map_err(|why| why.help(REBUILD))?;
    let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(BoundedLines::new(text));
    let header = reader.headers().map_err(|why| bad_row(path, None, &why))?;
    // Otherwise a missing column would read like a column of missing values.
    let missing = COLUMNS.iter().find(|column| header.iter().all(|known| known != **column));
    match missing.filter(|_| !header.is_empty()) {
        Some(column) => Err(in_file(path, 1, format!("missing column `{column}`"), REBUILD)),
        None => Ok(reader),
    }
}

const REBUILD: &str = "start the run again: it runs what cannot be read; or restore the file from a copy";

/// The error for an unreadable row of a table with this header, if it has been read.
fn bad_row(path: &Path, header: Option<&StringRecord>, why: &csv::Error) -> Error {
    let line = why.position().map_or(0, csv::Position::line) as usize;
    match why.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let field = err.field().and_then(|field| header?.get(field as usize));
            let column = field.map_or(String::new(), |name| format!("column {name}: "));
            in_file(path, line, format!("{column}{}", err.kind()), REBUILD)
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            in_file(path, line, format!("{len} fields, but the header names {expected_len}"), REBUILD)
        }
        _ => in_file(path, line, why, REBUILD),
    }
}

/// The error for an unreadable file of a record.
pub(super) fn unreadable(path: &Path, why: &std::io::Error) -> Error {
    let help = "a run leaves experiment.toml, run.json and trials.csv in the folder of its results";
    Error::file("read", path, why).help(help)
}
