//! The results folder: one run at a time, and the files in it at the end.

use super::{Monitor, Options, Prepared, machine};
use crate::atomic_file;
use crate::error::Error;
use crate::record::{Machine, Origin, RunInfo, TRIALS, TrialCounts, TrialFile, UNUSED, recover};
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

/// The result of a run.
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
    /// Messages about such places, one line each.
    #[serde(skip)]
    pub malformed: Vec<String>,
    /// Whether trials are missing because the run was stopped.
    pub interrupted: bool,
    /// The numbers of trials by result.
    #[serde(flatten)]
    pub counts: TrialCounts,
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

    /// Its path.
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

    /// The summary of a run whose files are written.
    pub(super) fn conclude(
        &self,
        prepared: &Prepared,
        counts: TrialCounts,
        reused: u64,
    ) -> Result<Summary, Error> {
        let is_complete = counts.rows == prepared.trials();
        if is_complete {
            self.remove(REPLACED)?;
        }
        Ok(Summary {
            experiment: prepared.experiment.clone(),
            folder: self.path.clone(),
            trials: prepared.trials(),
            reused,
            misread: prepared.misread.count(),
            malformed: prepared.misread.lines().collect(),
            interrupted: !is_complete,
            counts,
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

/// The content of `run.json`.
pub(super) fn run_info(
    prepared: &Prepared,
    options: &Options,
    origin: &Origin,
    counts: &TrialCounts,
) -> RunInfo {
    let now = machine::now();
    RunInfo {
        experiment: prepared.experiment.clone(),
        plan_hash: prepared.plan.hash(),
        machine: options.machine(prepared.shard),
        machines: several(&origin.machines),
        seed: prepared.plan.seed,
        memory_limit: prepared.plan.limits.memory,
        started_utc: origin.processes.iter().map(|(started, _)| *started).min().unwrap_or(now),
        finished_utc: now,
        starts: origin.processes.len() as u32,
        left_out: prepared.left_out().collect(),
        misread: prepared.misread.count(),
        programs: prepared.programs.clone(),
        trials: prepared.trials(),
        recorded: counts.rows,
    }
}

/// The machines, if they are several hosts or processors, whose times must not be compared.
fn several(machines: &[(String, Machine)]) -> Vec<Machine> {
    let machines: Vec<&Machine> = machines.iter().map(|(_, machine)| machine).collect();
    let is_alike = |a: &Machine, b: &Machine| a.host == b.host && a.cpu == b.cpu;
    if machines.iter().all(|machine| is_alike(machine, machines[0])) {
        return Vec::new();
    }
    machines.into_iter().cloned().collect()
}
