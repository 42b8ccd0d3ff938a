//! A folder to be merged, and the rows of an earlier merger.

use crate::error::Error;
use crate::input::{self, Accept};
use crate::record::{RunInfo, TRIALS, Tables, TrialFile, fingerprint};
use std::collections::HashSet;
use std::path::Path;

/// A folder to be merged.
pub(super) struct Source {
    pub(super) name: String,
    /// Its `run.json`, which is there if the run has ended.
    pub(super) run: Option<RunInfo>,
    /// Its `experiment.toml`.
    pub(super) experiment: Option<String>,
}

impl Source {
    /// The folder `path`, and its table of trials.
    pub(super) fn open(path: &Path) -> Result<(Source, TrialFile), Error> {
        let (name, table) = (path.display().to_string(), TrialFile::open(&path.join(TRIALS))?);
        if !table.has_sums {
            let help =
                "a run leaves trials.csv and trials.sums in the folder of its results, `run --out DIR`";
            return Err(Error::new(format!("there is no {TRIALS} with checksums in {name}")).help(help));
        }
        let text = |name| input::read_text(&path.join(name), Accept::Files).ok();
        let run = text("run.json").and_then(|text| serde_json::from_str(&text).ok());
        Ok((Source { name, run, experiment: text("experiment.toml") }, table))
    }

    /// How many trials there were when the run ended.
    pub(super) fn recorded(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.recorded)
    }
}

/// The fingerprints of the trials in the folder `out`, which a merger replaces.
pub(super) fn fingerprints(out: &Path) -> Result<HashSet<u64>, Error> {
    let path = out.join(TRIALS);
    let table = TrialFile::open(&path)?;
    if !table.has_sums && path.exists() {
        let what = format!("there is a {TRIALS} without checksums in {}", out.display());
        return Err(Error::new(what).help("choose a folder without results"));
    }
    let (parts, mut found) = (table.parts(), HashSet::new());
    let mut tables = Tables { files: vec![table] };
    for part in parts {
        tables.each_row(part, |_, _, trial| _ = found.insert(fingerprint(trial)))?;
    }
    Ok(found)
}
