//! The record of a run in progress: the trials recorded so far, the table to which more are appended, and the sorted table
//! that replaces it at the end.

use super::earlier_modes::EarlierModes;
use super::part::Part;
use super::results::{ResultsFolder, RunSummary, run_info};
use super::{PreparedExperiment, RunCallbacks, RunnerOptions, machine};
use crate::build_info;
use crate::error::Error;
use crate::experiment::claims_checksum;
use crate::plan::PartPlan;
use crate::record::{
    Appender, EXPERIMENT, NamedMachines, Origin, RUN, SortedTable, TRIALS, Tables, TrialIndex, judge,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};
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
    sorted: SortedTable,
    /// The origin of the rows that this process appends.
    origin: Origin,
    /// The origin of the rows in the sorted table, which unites those of all processes that appended rows.
    sorted_origin: Origin,
    /// The table to which trials are appended. `None` until a trial has to run.
    appender: Option<Mutex<Appender<File>>>,
    /// The table of trials that the experiment no longer contains, and the number of the first new origin in it.
    unused: Option<(Appender<File>, usize)>,
    /// The parts whose rows are in the sorted table.
    sorted_parts: BTreeSet<usize>,
    /// The number of trials recorded by earlier starts, in the parts opened so far, and how these were timed.
    reused: u64,
    pub(super) earlier_modes: EarlierModes,
    /// The number of trials recorded by this process, in the parts completed so far.
    pub(super) added: u64,
    /// The `order_index` of the next trial.
    pub(super) next_order: u64,
    /// Messages that the user has already seen.
    notes: HashSet<String>,
}

impl<'a> Recording<'a> {
    /// Opens the record in `folder` to resume it, or begins one.
    pub(super) fn open(
        folder: &'a ResultsFolder,
        prepared: &'a PreparedExperiment,
        options: &'a RunnerOptions,
        callbacks: &'a dyn RunCallbacks,
    ) -> Result<Recording<'a>, Error> {
        folder.put_unchecked_table_aside(callbacks)?;
        let mut tables = Tables::of_run(folder.path())?;
        let own = options.machine(prepared.shard);
        let NamedMachines { machines, own: name, hosts } = tables.machines(Some(&own));
        let trials = tables.trials();
        if folder.path().join(RUN).exists() {
            trials.report_unchecked_rows()?;
        }
        let sorted_origin = Origin {
            number: 0,
            plan: prepared.plan.clone(),
            processes: trials.origins.iter().flat_map(|origin| origin.processes.clone()).collect(),
            machines,
            claims: trials.claims().cloned().collect(),
        };
        let origin = Origin {
            number: trials.next_origin,
            plan: prepared.plan.clone(),
            processes: vec![(machine::now(), own.host.clone())],
            machines: vec![(name, own)],
            claims: BTreeSet::from([claims_checksum(&prepared.text)]),
        };
        Ok(Recording {
            folder,
            prepared,
            options,
            callbacks,
            sorted: SortedTable::begin(&folder.path().join(TRIALS), hosts)?,
            origin,
            sorted_origin,
            tables,
            appender: None,
            unused: None,
            sorted_parts: BTreeSet::new(),
            reused: 0,
            earlier_modes: EarlierModes::default(),
            added: 0,
            next_order: 0,
            notes: HashSet::new(),
        })
    }

    /// Whether trials of a part from `number` on are recorded.
    pub(super) fn has_part_from(&mut self, number: usize) -> bool {
        self.tables.trials().parts().last().is_some_and(|last| *last >= number)
    }

    /// The number of trials that this process has to run, as far as the parts opened so far show.
    pub(super) fn remaining(&self) -> u64 {
        self.prepared.trials() - self.reused
    }

    /// Finds the trials of a part that earlier starts recorded, and counts them.
    pub(super) fn index_before(&mut self, plan: &PartPlan) -> Result<TrialIndex, Error> {
        let index = TrialIndex::read(&mut self.tables, plan)?;
        self.show_notes(&index);
        self.reused += index.recorded as u64;
        self.earlier_modes.add(plan, &index);
        self.next_order = self.next_order.max(index.next_order);
        Ok(index)
    }

    /// Finds the recorded trials of a part after it ran. `before` are those recorded by earlier starts.
    pub(super) fn index_after(&mut self, plan: &PartPlan, before: &TrialIndex) -> Result<TrialIndex, Error> {
        self.tables.trials().read_sums()?;
        let index = TrialIndex::read(&mut self.tables, plan)?;
        self.added += (index.recorded - before.recorded) as u64;
        self.next_order = self.next_order.max(index.next_order);
        Ok(index)
    }

    /// The path of the table of trials.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(TRIALS)
    }

    /// Opens the table to which new trials are appended, unless it is open. From then on, the folder is that of a run that has
    /// not ended. Returns the table and the name of this machine in the record.
    pub(super) fn begin_appending(&mut self) -> Result<(&Mutex<Appender<File>>, &str), Error> {
        if self.appender.is_none() {
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
            self.appender = Some(Mutex::new(appender));
        }
        let appender = self.appender.as_ref().expect("it was just opened");
        Ok((appender, &self.origin.machines[0].0))
    }

    /// Adds the rows of a part to the sorted table, with their verdicts.
    pub(super) fn add_to_sorted(&mut self, part: &Part, index: &TrialIndex) -> Result<(), Error> {
        self.sorted_parts.insert(part.plan.number);
        self.set_aside(part.plan.number, index)?;
        let cancel = &self.options.cancel;
        self.sorted.add(&part.plan, index, &mut self.tables, |(corpus, instance), _, trials| {
            let count = part.plan.corpora[corpus].instances[instance].count;
            judge(trials, count, |trial, solutions| part.recount(corpus, instance, trial, solutions, cancel));
        })
    }

    /// Copies the rows of part `number` that the experiment no longer contains to the table of unused trials.
    fn set_aside(&mut self, number: usize, index: &TrialIndex) -> Result<(), Error> {
        let mut by_origin: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (row, origin) in &index.newly_unused {
            by_origin.entry(*origin).or_default().push(*row);
        }
        for (origin, rows) in by_origin {
            let text = self.tables.text(&rows)?;
            if self.unused.is_none() {
                let file = &self.tables.files[0];
                self.unused = Some((file.appender()?, file.next_origin));
            }
            let known = self.tables.trials().origins.iter().find(|known| known.number == origin);
            let (Some(known), Some((unused, first))) = (known, &mut self.unused) else { continue };
            let copy = Origin { number: *first + origin, ..known.clone() };
            let written = unused.set_origin(&copy).and_then(|()| unused.append(number, &text, rows.len()));
            written.map_err(|e| Error::file("write", self.tables.files[0].path(), &e))?;
        }
        Ok(())
    }

    /// Replaces the table with the sorted one, and writes the other files of the folder.
    pub(super) fn finish(mut self) -> Result<RunSummary, Error> {
        // Trials of parts that the experiment no longer has are unused.
        let design = self.origin.plan.design.clone();
        let mut plan = PartPlan { number: 0, design, corpora: Vec::new() };
        for number in self.tables.trials().parts() {
            if !self.sorted_parts.contains(&number) {
                plan.number = number;
                let index = TrialIndex::read(&mut self.tables, &plan)?;
                self.show_notes(&index);
                self.set_aside(number, &index)?;
            }
        }
        if let Some((unused, _)) = &mut self.unused {
            unused.sync().map_err(|e| Error::file("write", self.tables.files[0].path(), &e))?;
        }
        let Recording { folder, prepared, options, sorted, sorted_origin: mut origin, reused, .. } = self;
        origin.machines.retain(|(name, _)| sorted.used_hosts().contains(name));
        // Windows does not replace an open file.
        drop((self.tables, self.appender));
        let counts = sorted.finish(origin.clone())?;
        folder.write(EXPERIMENT, prepared.text.as_bytes())?;
        folder.write(RUN, run_info(prepared, options, &origin, &counts).text().as_bytes())?;
        folder.conclude(prepared, counts, reused)
    }

    /// Reports damage, and recorded trials that are not used.
    fn show_notes(&mut self, index: &TrialIndex) {
        let mut lines: Vec<String> =
            self.tables.files.iter().flat_map(|file| file.damage.iter().cloned()).collect();
        lines.extend(index.notes("run again"));
        let this = build_info::get().commit;
        let mut commits = self.sorted_origin.machines.iter().map(|(_, machine)| &machine.commit);
        if let Some(commit) = commits.find(|commit| **commit != this && !commit.is_empty()) {
            let what = "trials recorded so far are from commit";
            lines.push(format!("{what} {commit}, this program from {this}; --fresh starts over"));
        }
        for line in lines {
            if self.notes.insert(line.clone()) {
                self.callbacks.note(&line);
            }
        }
    }
}
