//! The results folder: one run at a time, and the files in it at the end.

use super::{Options, Prepared, Totals, machine};
use crate::atomic_file;
use crate::error::Error;
use crate::record::{RunInfo, Table, Tally, journal};
use serde::Serialize;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The tables of trials.
const CSV: &str = "trials.csv";
const PARQUET: &str = "trials.parquet";

/// A results folder, locked for as long as this value lives.
pub struct Folder {
    path: PathBuf,
    lock: File,
}

/// How a run came out.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The experiment's name.
    pub experiment: String,
    /// The results folder.
    pub folder: PathBuf,
    /// Trials planned.
    pub trials: u64,
    /// Trials that an earlier start had recorded.
    pub reused: u64,
    /// Places in corpora that are not understood.
    pub misread: u64,
    /// Whether trials are missing because the run was stopped.
    pub interrupted: bool,
    /// The trials by how they came out.
    #[serde(flatten)]
    pub tally: Tally,
}

impl Folder {
    /// Creates and locks the folder `path`. `fresh` removes the record of an earlier run.
    ///
    /// # Errors
    /// Another process is at work in it, or it cannot be written.
    pub fn open(path: &Path, fresh: bool) -> Result<Folder, Error> {
        let journal = path.join("journal");
        fs::create_dir_all(&journal).map_err(|e| Error::file("create", &journal, &e))?;
        let lock_path = path.join(".lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|e| Error::file("open", &lock_path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let what = format!("another run is at work in {}", path.display());
                return Err(Error::new(what).help("wait for it, or choose another folder with --out"));
            }
            Err(TryLockError::Error(e)) => return Err(Error::file("lock", &lock_path, &e)),
        }
        atomic_file::remove_leftovers(path);
        let folder = Folder { path: path.to_path_buf(), lock };
        if fresh {
            folder.clear()?;
        }
        Ok(folder)
    }

    /// Where the journal of the run's part `number` is.
    pub(super) fn journal(&self, number: usize) -> PathBuf {
        journal::folder(&self.path, number)
    }

    /// Whether there is a journal of a part from `number` on.
    pub(super) fn has_journal_from(&self, number: usize) -> Result<bool, Error> {
        Ok(number == 0 || journal::parts(&self.path)?.iter().any(|(part, _)| *part >= number))
    }

    fn clear(&self) -> Result<(), Error> {
        let mut folders = vec![self.journal(0)];
        folders.extend(journal::parts(&self.path)?.into_iter().map(|(_, part)| part));
        let mut paths = Vec::new();
        for folder in folders {
            paths.extend(journal::files(&folder)?);
            paths.extend(journal::outdated_files(&folder)?);
        }
        paths.extend([CSV, PARQUET, "run.json", "experiment.toml"].map(|name| self.path.join(name)));
        paths.iter().try_for_each(|path| remove(path))
    }

    /// The table that the run makes. One in another format is older than the journal.
    pub(super) fn table(&self) -> Result<Table, Error> {
        remove(&self.path.join(PARQUET))?;
        Table::new(&self.path.join(CSV))
    }

    /// Removes tables that are older than the journal.
    pub(super) fn drop_tables(&self) -> Result<(), Error> {
        [CSV, PARQUET].iter().try_for_each(|name| remove(&self.path.join(name)))
    }

    /// Writes `run.json`, once the trials are recorded.
    pub(super) fn conclude(
        &self,
        prepared: &Prepared,
        options: &Options,
        tally: Tally,
        totals: &Totals,
    ) -> Result<Summary, Error> {
        self.write("experiment.toml", prepared.text.as_bytes())?;
        let info = run_info(prepared, options, totals);
        self.write_json("run.json", &info)?;
        Ok(Summary {
            experiment: prepared.experiment.clone(),
            folder: self.path.clone(),
            trials: prepared.trials(),
            reused: totals.reused,
            misread: prepared.misread,
            interrupted: tally.rows < prepared.trials(),
            tally,
        })
    }

    /// Writes the file `name`, all of it or nothing.
    pub(super) fn write_json(&self, name: &str, content: &impl Serialize) -> Result<(), Error> {
        let mut json = serde_json::to_vec_pretty(content).expect("plain data");
        json.push(b'\n');
        self.write(name, &json)
    }

    /// Writes the file `name`, all of it or nothing.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.path.join(name);
        atomic_file::write(&path, bytes).map_err(|e| Error::file("write", &path, &e))
    }
}

/// Removes a file if it is there.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file("remove", path, &e)),
        _ => Ok(()),
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Closing the file would do, but for a process that was forked off just now and still has
        // a copy of it. If this fails, closing does it.
        let _ = self.lock.unlock();
    }
}

fn run_info(prepared: &Prepared, options: &Options, totals: &Totals) -> RunInfo {
    let now = machine::now();
    RunInfo {
        experiment: prepared.experiment.clone(),
        plan_hash: prepared.hash(),
        machine: options.machine(prepared.shard),
        machines: totals.machines(),
        seed: prepared.seed,
        memory_limit: prepared.memory,
        started_utc: totals.first_start().unwrap_or(now),
        finished_utc: now,
        starts: totals.starts(),
        left_out: prepared.left_out.clone(),
        misread: prepared.misread,
        programs: prepared.programs.clone(),
        trials: prepared.trials(),
        recorded: totals.recorded,
        parts: totals.parts,
    }
}
