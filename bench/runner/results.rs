//! The results folder: locks it for one run at a time, and writes its files.

use super::{PreparedExperiment, RunnerOptions, machine};
use crate::atomic_file;
use crate::corpus::checksum;
use crate::error::Error;
use crate::record::{
    EXPERIMENT, Machine, Origin, RUN, RunInfo, SUMS, TRIALS, TrialCounts, new_sums, recover,
};
use serde::Serialize;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The name of the file that a run locks.
pub(super) const LOCK: &str = ".lock";

/// A results folder, locked for as long as this value lives.
pub struct ResultsFolder {
    path: PathBuf,
    lock: File,
}

/// A summary of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunSummary {
    /// The experiment's name.
    pub experiment: String,
    /// The results folder.
    pub folder: PathBuf,
    /// The number of planned trials.
    pub trials: u64,
    /// The number of trials recorded by earlier starts.
    pub reused: u64,
    /// Whether trials are missing because the run was stopped.
    pub interrupted: bool,
    /// The number of trials by result.
    #[serde(flatten)]
    pub counts: TrialCounts,
}

impl ResultsFolder {
    /// Locks the folder `path`, and creates it if it is missing. `fresh` removes an earlier record.
    ///
    /// # Errors
    /// Another process has locked the folder, or it cannot be written.
    pub fn open(path: &Path, fresh: bool) -> Result<ResultsFolder, Error> {
        fs::create_dir_all(path).map_err(|e| Error::file("create", path, &e))?;
        let lock_path = path.join(LOCK);
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|e| Error::file("open", &lock_path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let what = format!("another run is at work in {}", path.display());
                return Err(Error::new(what).help("wait for it to end, or choose another folder"));
            }
            Err(TryLockError::Error(e)) => return Err(Error::file("lock", &lock_path, &e)),
        }
        atomic_file::remove_leftovers(path);
        recover(&path.join(TRIALS))?;
        let folder = ResultsFolder { path: path.to_path_buf(), lock };
        if fresh {
            folder.clear()?;
        }
        Ok(folder)
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the folder has no other file than the lock.
    pub(super) fn check_empty(&self) -> Result<(), Error> {
        let entries = fs::read_dir(&self.path).map_err(|e| Error::file("read", &self.path, &e))?;
        if entries.flatten().all(|entry| entry.file_name() == LOCK) {
            return Ok(());
        }
        let what = format!("the folder {} is not empty", self.path.display());
        Err(Error::new(what).help("choose a new folder"))
    }

    fn clear(&self) -> Result<(), Error> {
        // The table is removed first, because a table without checksums cannot be resumed.
        let new_sums = new_sums(Path::new(TRIALS));
        [TRIALS, SUMS, RUN, EXPERIMENT].iter().try_for_each(|name| self.remove(name))?;
        self.remove(new_sums)
    }

    /// Removes the file `name` if it exists.
    pub(super) fn remove(&self, name: impl AsRef<Path>) -> Result<(), Error> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file("remove", &path, &e)),
            _ => Ok(()),
        }
    }

    /// The summary of a run whose files are written.
    pub(super) fn summary(
        &self,
        prepared: &PreparedExperiment,
        counts: TrialCounts,
        reused: u64,
    ) -> RunSummary {
        RunSummary {
            experiment: prepared.plan.design.experiment.clone(),
            folder: self.path.clone(),
            trials: prepared.trials(),
            reused,
            interrupted: counts.rows < prepared.trials(),
            counts,
        }
    }

    /// Writes the file `name` atomically.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.path.join(name);
        atomic_file::write(&path, bytes).map_err(|e| Error::file("write", &path, &e))
    }
}

impl Drop for ResultsFolder {
    fn drop(&mut self) {
        // Closing the file unlocks it too, unless a process that was just forked still has a copy of it.
        let _ = self.lock.unlock();
    }
}

/// The content of `run.json`.
pub(super) fn run_info(
    prepared: &PreparedExperiment,
    options: &RunnerOptions,
    origin: &Origin,
    counts: &TrialCounts,
) -> RunInfo {
    let now = machine::now();
    let last = origin.machines.last().map(|(_, machine)| machine.clone());
    let machine = last.unwrap_or_else(|| options.machine(prepared.shard));
    RunInfo {
        experiment: prepared.plan.design.experiment.clone(),
        experiment_checksum: Some(checksum(prepared.text.as_bytes())),
        machine: Machine { shard: prepared.shard, ..machine },
        machines: several(&origin.machines),
        seed: prepared.plan.design.seed,
        memory_limit: prepared.plan.design.limits.memory,
        started_utc: origin.processes.iter().map(|(started, _)| *started).min().unwrap_or(now),
        finished_utc: now,
        starts: origin.processes.len() as u32,
        left_out: prepared.left_out.clone(),
        solvers: prepared.solvers.clone(),
        trials: prepared.trials(),
        recorded: counts.rows,
    }
}

/// The machines, if they are several hosts or processors, so that their times must not be compared; else none.
fn several(machines: &[(String, Machine)]) -> Vec<Machine> {
    let machines: Vec<&Machine> = machines.iter().map(|(_, machine)| machine).collect();
    let is_alike = |a: &Machine, b: &Machine| a.host == b.host && a.cpu == b.cpu;
    if machines.iter().all(|machine| is_alike(machine, machines[0])) {
        return Vec::new();
    }
    machines.into_iter().cloned().collect()
}
