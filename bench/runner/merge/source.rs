//! Opens a folder to be merged.

use crate::error::Error;
use crate::input::{self, Accept};
use crate::record::{EXPERIMENT, Machine, RUN, RunInfo, TRIALS, TrialFile};
use std::path::Path;

/// A folder to be merged.
pub(super) struct SourceFolder {
    pub(super) name: String,
    /// Whether there is a `run.json`, which a run writes at its end.
    pub(super) has_ended: bool,
    /// The content of `run.json`, if it can be read.
    pub(super) run: Option<RunInfo>,
    /// Whether `run.json` was changed after the run.
    pub(super) is_edited: bool,
    /// The text of `experiment.toml`.
    pub(super) experiment: Option<String>,
}

impl SourceFolder {
    /// Opens the folder `path` and its table of trials.
    pub(super) fn open(path: &Path) -> Result<(SourceFolder, TrialFile), Error> {
        let (name, mut table) = (path.display().to_string(), TrialFile::open(&path.join(TRIALS))?);
        if !table.has_sums {
            let help = "name the results folder of a run: `run --out DIR` writes trials.csv and trials.sums into DIR";
            return Err(Error::new(format!("there is no {TRIALS} with checksums in {name}")).help(help));
        }
        let text = |name| input::read_text(&path.join(name), Accept::Files).ok();
        let has_ended = path.join(RUN).exists();
        if has_ended {
            table.report_unchecked_rows()?;
        }
        let run = text(RUN);
        let is_edited = run.as_deref().is_some_and(RunInfo::is_edited);
        let run = run.and_then(|text| serde_json::from_str(&text).ok());
        Ok((SourceFolder { name, has_ended, run, is_edited, experiment: text(EXPERIMENT) }, table))
    }

    /// The number of recorded trials when the run ended.
    pub(super) fn recorded(&self) -> u64 {
        self.run.as_ref().map_or(0, |run| run.recorded)
    }

    /// The machine of a shard that has ended and has no instances.
    pub(super) fn empty_shard(&self) -> Option<&Machine> {
        let run = self.run.as_ref().filter(|run| run.trials == 0)?;
        Some(&run.machine).filter(|machine| machine.shard.is_some())
    }
}
