//! Reads what a run left behind. Nothing else is read, so a report can be rebuilt anywhere.

use super::Error;
use crate::experiment::Experiment;
use crate::record::{RunInfo, Trial};
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
    /// `trials.csv`.
    pub trials: Vec<Trial>,
}

/// Reads the three files in `dir`.
pub fn load(dir: &Path) -> Result<Record, Error> {
    Ok(Record {
        dir: dir.to_path_buf(),
        experiment: experiment(&dir.join("experiment.toml"))?,
        run: run_info(&dir.join("run.json"))?,
        trials: trials(&dir.join("trials.csv"))?,
    })
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
    serde_json::from_str(&read(path)?).map_err(|why| {
        let help = "start the run again: it continues and writes the file anew";
        Error::new(path, why.line(), why.to_string(), help)
    })
}

fn trials(path: &Path) -> Result<Vec<Trial>, Error> {
    let text = read(path)?;
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.map_err(|why| bad_row(path, &why))).collect()
}

fn bad_row(path: &Path, why: &csv::Error) -> Error {
    let line = why.position().map_or(0, csv::Position::line) as usize;
    let rebuild = "trials.csv is derived: start the run again and it is rebuilt from the journal";
    match why.kind() {
        csv::ErrorKind::Deserialize { err, .. } if err.to_string().contains("missing field") => {
            let column = err.to_string().replace("missing field", "missing column");
            Error::new(path, 1, column, rebuild)
        }
        csv::ErrorKind::Deserialize { err, .. } => {
            let field = err.field().and_then(|field| header(path, field as usize));
            let column = field.map_or(String::new(), |name| format!("column {name}: "));
            Error::new(path, line, format!("{column}{}", err.kind()), rebuild)
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Error::new(path, line, format!("{len} fields, but the header names {expected_len}"), rebuild)
        }
        _ => Error::new(path, line, why.to_string(), rebuild),
    }
}

fn header(path: &Path, field: usize) -> Option<String> {
    let mut reader = csv::Reader::from_path(path).ok()?;
    reader.headers().ok()?.get(field).map(str::to_string)
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|why| {
        let help = "a run leaves experiment.toml, run.json and trials.csv in the folder of its results";
        Error::new(path, 0, why.to_string(), help)
    })
}

/// Writes `content` to `path` at once or not at all.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Error> {
    let fail = |why: std::io::Error| Error::new(path, 0, why.to_string(), "can the folder be written to?");
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    std::fs::write(&part, content).map_err(fail)?;
    std::fs::rename(&part, path).map_err(fail)
}
