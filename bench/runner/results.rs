//! The results folder: one run at a time, and the files in it at the end.

use super::{Monitor, Options, Prepared, Totals, machine};
use crate::atomic_file;
use crate::error::Error;
use crate::record::{Machine, RunInfo, TRIALS, Tally, TrialFile, UNUSED, recover};
use serde::Serialize;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// A table without checksums, while a run replaces it.
const REPLACED: &str = "trials.replaced.csv";

/// A results folder, locked for as long as this value lives.
pub struct Folder {
    path: PathBuf,
    lock: File,
}

/// A record that is complete.
pub(super) struct Recorded {
    /// Its trials by how they came out.
    pub(super) tally: Tally,
    /// The machines that ran them.
    pub(super) machines: Vec<Machine>,
    /// The processes that ran them: seconds since 1970-01-01 UTC, and host.
    pub(super) processes: Vec<(u64, String)>,
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
        fs::create_dir_all(path).map_err(|e| Error::file("create", path, &e))?;
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
        recover(&path.join(TRIALS))?;
        let folder = Folder { path: path.to_path_buf(), lock };
        if fresh {
            folder.clear()?;
        }
        Ok(folder)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn clear(&self) -> Result<(), Error> {
        for table in [TRIALS, UNUSED] {
            // The checksums last: a table without them would be put aside.
            let names = [table.to_string(), sums(table), sums(table) + ".new"];
            names.iter().try_for_each(|name| self.remove(name))?;
        }
        ["run.json", "experiment.toml"].iter().try_for_each(|name| self.remove(name))
    }

    /// Renames a table that has no checksums, which is not continued. It is removed when this run has ended.
    pub(super) fn put_unchecked_table_aside(&self, monitor: &dyn Monitor) -> Result<(), Error> {
        let table = self.path.join(TRIALS);
        if TrialFile::open(&table)?.has_sums || !table.exists() {
            return Ok(());
        }
        monitor.note(&format!(
            "{} has no checksums, {}: its trials are run again",
            table.display(),
            sums(TRIALS)
        ));
        fs::rename(&table, self.path.join(REPLACED)).map_err(|e| Error::file("rename", &table, &e))
    }

    /// Removes the file `name` if it is there.
    pub(super) fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file("remove", &path, &e)),
            _ => Ok(()),
        }
    }

    /// Writes `run.json`, once the trials are recorded.
    pub(super) fn conclude(
        &self,
        prepared: &Prepared,
        options: &Options,
        recorded: Recorded,
        totals: &Totals,
    ) -> Result<Summary, Error> {
        self.write("experiment.toml", prepared.text.as_bytes())?;
        let info = run_info(prepared, options, &recorded);
        self.write_json("run.json", &info)?;
        let tally = recorded.tally;
        if tally.rows == prepared.trials() {
            self.remove(REPLACED)?;
        }
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

/// The name of the checksums of `table`.
fn sums(table: &str) -> String {
    table.replace(".csv", ".sums")
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Closing the file would do, but for a process that was forked off just now and still has
        // a copy of it. If this fails, closing does it.
        let _ = self.lock.unlock();
    }
}

fn run_info(prepared: &Prepared, options: &Options, recorded: &Recorded) -> RunInfo {
    let now = machine::now();
    RunInfo {
        experiment: prepared.experiment.clone(),
        plan_hash: prepared.hash(),
        machine: options.machine(prepared.shard),
        machines: several(&recorded.machines),
        seed: prepared.seed,
        memory_limit: prepared.memory,
        started_utc: recorded.processes.iter().map(|(started, _)| *started).min().unwrap_or(now),
        finished_utc: now,
        starts: recorded.processes.len() as u32,
        left_out: prepared.left_out.clone(),
        misread: prepared.misread,
        programs: prepared.programs.clone(),
        trials: prepared.trials(),
        recorded: recorded.tally.rows,
    }
}

/// The machines, if they are several hosts or processors: seconds of one are not those of another.
fn several(machines: &[Machine]) -> Vec<Machine> {
    let kind = |machine: &Machine| (machine.host.clone(), machine.cpu.clone());
    match machines {
        [first, rest @ ..] if rest.iter().any(|machine| kind(machine) != kind(first)) => machines.to_vec(),
        _ => Vec::new(),
    }
}
