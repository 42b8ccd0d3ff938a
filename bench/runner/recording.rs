//! The record of a run in progress: the trials recorded so far, the table to which more are appended, and the sorted table
//! that replaces it at the end.

use super::results::{ResultsFolder, RunSummary, run_info};
use super::{PreparedExperiment, RunCallbacks, RunnerOptions, machine};
use crate::build_info;
use crate::error::Error;
use crate::experiment::claims_checksum;
use crate::record::{
    Appender, EXPERIMENT, NamedMachines, Origin, RUN, SUMS, SortedTable, TRIALS, Tables, Trial, TrialIndex,
    judge,
};
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::path::PathBuf;
use std::sync::Mutex;

/// The record of a run in progress.
pub(super) struct Recording<'a> {
    folder: &'a ResultsFolder,
    prepared: &'a PreparedExperiment,
    options: &'a RunnerOptions,
    callbacks: &'a dyn RunCallbacks,
    tables: Tables,
    /// Maps the number of a table and the name of a machine in its rows to the name in the sorted table.
    hosts: HashMap<(u16, String), String>,
    /// The origin of the rows that this process appends.
    origin: Origin,
    /// The origin of the rows in the sorted table, which unites those of all processes that appended rows.
    sorted_origin: Origin,
    /// The table to which trials are appended. `None` until a trial has to run.
    appender: Option<Mutex<Appender<File>>>,
}

impl<'a> Recording<'a> {
    /// Opens the record in `folder` to resume it, or begins one.
    pub(super) fn open(
        folder: &'a ResultsFolder,
        prepared: &'a PreparedExperiment,
        options: &'a RunnerOptions,
        callbacks: &'a dyn RunCallbacks,
    ) -> Result<Recording<'a>, Error> {
        let mut tables = Tables::of_run(folder.path())?;
        let own = options.machine(prepared.shard);
        let NamedMachines { machines, own: name, hosts } = tables.machines(Some(&own));
        let trials = tables.trials();
        if !trials.has_sums && trials.path().exists() {
            return Err(not_resumable(format!("{} has no checksums, {SUMS}", trials.path().display())));
        }
        if trials.has_dropped_column {
            let path = trials.path().display();
            return Err(not_resumable(format!("an earlier version of coverlab wrote {path}")));
        }
        if folder.path().join(RUN).exists() {
            trials.report_unchecked_rows()?;
        }
        let sorted_origin = Origin {
            number: 0,
            plan: prepared.plan.without_instances(),
            processes: trials.origins.iter().flat_map(|origin| origin.processes.clone()).collect(),
            machines,
            claims: trials.claims().cloned().collect(),
        };
        let origin = Origin {
            number: trials.next_origin,
            plan: prepared.plan.without_instances(),
            processes: vec![(machine::now(), own.host.clone())],
            machines: vec![(name, own)],
            claims: BTreeSet::from([claims_checksum(&prepared.text)]),
        };
        Ok(Recording {
            folder,
            prepared,
            options,
            callbacks,
            hosts,
            origin,
            sorted_origin,
            tables,
            appender: None,
        })
    }

    /// Finds the trials that earlier starts recorded.
    ///
    /// # Errors
    /// The experiment lacks some of them.
    pub(super) fn read_index(&mut self) -> Result<TrialIndex, Error> {
        let index = TrialIndex::read(&mut self.tables, &self.prepared.plan)?;
        if let Some(trials) = index.unplanned() {
            let folder = self.folder.path().display();
            return Err(not_resumable(format!("{folder} has trials that the experiment lacks: {trials}")));
        }
        self.show_notes(&index);
        Ok(index)
    }

    /// The path of the table of trials.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(TRIALS)
    }

    /// Opens the table to which new trials are appended. From then on, the folder is that of a run that has not ended. Returns the
    /// table and the name of this machine in the record.
    pub(super) fn begin_appending(&mut self) -> Result<(&Mutex<Appender<File>>, &str), Error> {
        // A folder with this file counts as a run that has ended.
        self.folder.remove(RUN)?;
        // If the run is killed, its trials can be merged.
        self.folder.write(EXPERIMENT, self.prepared.text.as_bytes())?;
        let mut appender = self.tables.trials().appender()?;
        let path = self.path();
        appender.set_origin(&self.origin).map_err(|e| Error::file("write", &path, &e))?;
        let Origin { processes, claims, machines, .. } = &mut self.sorted_origin;
        processes.extend(self.origin.processes.iter().cloned());
        claims.extend(self.origin.claims.iter().cloned());
        machines.retain(|known| *known != self.origin.machines[0]);
        machines.push(self.origin.machines[0].clone());
        Ok((self.appender.insert(Mutex::new(appender)), &self.origin.machines[0].0))
    }

    /// Replaces the table with a sorted one that has the final verdicts, and writes the other files of the folder. `before` are
    /// the trials recorded by earlier starts.
    pub(super) fn finish(mut self, before: TrialIndex) -> Result<RunSummary, Error> {
        let (reused, plan) = (before.recorded as u64, &self.prepared.plan);
        let index = match self.appender {
            None => before,
            Some(_) => {
                drop(before);
                self.tables.trials().read_sums()?;
                TrialIndex::read(&mut self.tables, plan)?
            }
        };
        let Recording { folder, prepared, options, mut tables, hosts, sorted_origin: mut origin, .. } = self;
        let mut sorted = SortedTable::begin(&folder.path().join(TRIALS), hosts)?;
        sorted.add(plan, &index, &mut tables, |(corpus, instance), _, trials| {
            let count = plan.corpora[corpus].instances[instance].count;
            let recount = |trial: &Trial, solutions| {
                prepared.recount(corpus, instance, trial, solutions, &options.cancel)
            };
            judge(trials, count, recount);
        })?;
        origin.machines.retain(|(name, _)| sorted.used_hosts().contains(name));
        // Windows does not replace an open file.
        drop((tables, self.appender));
        let counts = sorted.finish(origin.clone())?;
        folder.write(EXPERIMENT, prepared.text.as_bytes())?;
        folder.write(RUN, run_info(prepared, options, &origin, &counts).text().as_bytes())?;
        Ok(folder.summary(prepared, counts, reused))
    }

    /// Reports damage, and recorded trials that are run again.
    fn show_notes(&self, index: &TrialIndex) {
        let mut lines: Vec<String> =
            self.tables.files.iter().flat_map(|file| file.damage.iter().cloned()).collect();
        lines.extend(index.notes("run again"));
        let this = build_info::get().commit;
        let mut commits = self.sorted_origin.machines.iter().map(|(_, machine)| &machine.commit);
        if let Some(commit) = commits.find(|commit| **commit != this && !commit.is_empty()) {
            let what = "trials recorded so far are from commit";
            lines.push(format!("{what} {commit}, this program from {this}; --fresh starts over"));
        }
        lines.iter().for_each(|line| self.callbacks.note(line));
    }
}

/// The error for a folder whose record cannot be resumed.
fn not_resumable(what: String) -> Error {
    Error::new(what).help("choose another folder with --out, or remove this record first")
}
