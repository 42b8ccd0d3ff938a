//! The record of a run while it is continued: what was recorded, where more is appended, and the sorted table that takes
//! its place at the end.

use super::part::Part;
use super::results::{Folder, Recorded};
use super::{Monitor, Options, Prepared, machine};
use crate::build_info;
use crate::error::Error;
use crate::plan::Plan;
use crate::record::{
    Appender, Index, Locations, Machine, NamedMachines, Origin, SortedTable, TRIALS, Tables, judge,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::sync::Mutex;

/// The record of a run in progress.
pub(super) struct Recording<'a> {
    folder: &'a Folder,
    monitor: &'a dyn Monitor,
    tables: Tables,
    sorted: SortedTable,
    /// This process. Its machine has the name that records call it by.
    origin: Origin,
    /// Where trials are appended, once some are to be run.
    appender: Option<Mutex<Appender<File>>>,
    /// Where trials are put that the experiment does not ask for any more, and the number of the first origin there.
    unused: Option<(Appender<File>, usize)>,
    /// The parts whose rows are in the sorted table.
    sorted_parts: BTreeSet<usize>,
    /// Machines that ran trials, by their names.
    machines: Vec<(String, Machine)>,
    /// Processes that appended trials: seconds since 1970-01-01 UTC, and host.
    processes: Vec<(u64, String)>,
    told: HashSet<String>,
}

impl<'a> Recording<'a> {
    /// The record in `folder`, to be continued.
    pub(super) fn open(
        folder: &'a Folder,
        prepared: &Prepared,
        options: &Options,
        monitor: &'a dyn Monitor,
    ) -> Result<Recording<'a>, Error> {
        folder.put_unchecked_table_aside(monitor)?;
        let mut tables = Tables::of_run(folder.path())?;
        let own = options.machine(prepared.shard);
        let NamedMachines { machines, own: name, hosts } = tables.machines(Some(&own));
        let number = tables.trials().next_origin();
        let (plan, processes) = (prepared.plan(), vec![(machine::now(), own.host.clone())]);
        let before = tables.trials().origins().iter().flat_map(|origin| origin.processes.clone()).collect();
        Ok(Recording {
            folder,
            monitor,
            sorted: SortedTable::begin(&folder.path().join(TRIALS), hosts)?,
            origin: Origin { number, plan, machines: vec![(name, own)], processes },
            tables,
            appender: None,
            unused: None,
            sorted_parts: BTreeSet::new(),
            machines,
            processes: before,
            told: HashSet::new(),
        })
    }

    /// Whether trials of a part from `number` on are recorded.
    pub(super) fn has_part_from(&mut self, number: usize) -> bool {
        self.tables.trials().parts().last().is_some_and(|last| *last >= number)
    }

    /// The trials of part `number` that are recorded, and how many blocks of the tables were read.
    pub(super) fn index(
        &mut self,
        number: usize,
        locations: &mut Locations<'_>,
        plan: &Plan,
    ) -> Result<(Index, Vec<usize>), Error> {
        let mut index = Index::new(plan);
        let seen = self.tables.index(number, locations, &mut index, &[])?;
        self.tell(&index);
        Ok((index, seen))
    }

    /// Where the trials that are run now are appended, and the name of this machine in the record.
    pub(super) fn appender(&mut self) -> Result<(&Mutex<Appender<File>>, &str), Error> {
        if self.appender.is_none() {
            // The record has not ended any more.
            self.folder.remove("run.json")?;
            let mut appender = self.tables.trials().append()?;
            let path = self.folder.path().join(TRIALS);
            appender.origin(&self.origin).map_err(|e| Error::file("write", &path, &e))?;
            self.processes.extend(self.origin.processes.iter().cloned());
            self.machines.retain(|known| *known != self.origin.machines[0]);
            self.machines.push(self.origin.machines[0].clone());
            self.appender = Some(Mutex::new(appender));
        }
        let appender = self.appender.as_ref().expect("it was just opened");
        Ok((appender, &self.origin.machines[0].0))
    }

    /// Adds the trials to `index` that were appended since it was made.
    pub(super) fn extend(
        &mut self,
        number: usize,
        locations: &mut Locations<'_>,
        index: &mut Index,
        seen: &[usize],
    ) -> Result<(), Error> {
        self.tables.trials().refresh()?;
        self.tables.index(number, locations, index, seen).map(drop)
    }

    /// Writes the rows of part `number` in their order.
    pub(super) fn sort(&mut self, number: usize, part: &Part, index: &Index) -> Result<(), Error> {
        self.sorted_parts.insert(number);
        self.set_aside(number, index)?;
        self.sorted.add(number, &part.plan, index, &mut self.tables, |instance, _, trials| {
            judge(trials, instance.count);
        })
    }

    /// Copies rows that are not of the experiment any more to the table of such rows.
    fn set_aside(&mut self, number: usize, index: &Index) -> Result<(), Error> {
        let mut by_origin: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (place, origin) in &index.unused {
            by_origin.entry(*origin).or_default().push(*place);
        }
        for (origin, places) in by_origin {
            let text = self.tables.text(&places)?;
            if self.unused.is_none() {
                let file = &self.tables.files[0];
                self.unused = Some((file.append()?, file.next_origin()));
            }
            let known = self.tables.trials().origins().iter().find(|known| known.number == origin);
            let (Some(known), Some((unused, first))) = (known, &mut self.unused) else { continue };
            let copy = Origin { number: *first + origin, ..known.clone() };
            let written = unused.origin(&copy).and_then(|()| unused.append(number, &text, places.len()));
            written.map_err(|e| Error::file("write", self.tables.files[0].path(), &e))?;
        }
        Ok(())
    }

    /// Puts the sorted table into its place.
    pub(super) fn finish(mut self) -> Result<Recorded, Error> {
        // Trials of parts that the run no longer has go to the table of unused trials.
        let plan = Plan { stages: Vec::new(), ..self.origin.plan.clone() };
        for number in self.tables.trials().parts() {
            if !self.sorted_parts.contains(&number) {
                let (index, _) = self.index(number, &mut Locations::new(&plan), &plan)?;
                self.set_aside(number, &index)?;
            }
        }
        if let Some((unused, _)) = &mut self.unused {
            unused.sync().map_err(|e| Error::file("write", self.tables.files[0].path(), &e))?;
        }
        let used = self.sorted.hosts();
        self.machines.retain(|(name, _)| used.contains(name));
        let (processes, machines) = (self.processes, self.machines);
        let origin = Origin { number: 0, plan: self.origin.plan, machines, processes };
        // Where a file that is open cannot be replaced, the old table must not be.
        drop((self.tables, self.appender));
        let machines = origin.machines.iter().map(|(_, machine)| machine.clone()).collect();
        let processes = origin.processes.clone();
        Ok(Recorded { tally: self.sorted.finish(origin)?, machines, processes })
    }

    /// Reports oddities of the tables.
    fn tell(&mut self, index: &Index) {
        let mut lines: Vec<String> =
            self.tables.files.iter().flat_map(|file| file.complaints.iter().cloned()).collect();
        let foreign: u64 = index.foreign.values().sum();
        if foreign > 0 {
            let kinds: Vec<&str> = index.foreign.keys().map(|why| why.words()).collect();
            let what = "recorded trials do not belong to the experiment as it is now; they are left out";
            lines.push(format!("{foreign} {what}: they are {}", kinds.join(", ")));
        }
        if !index.outdated.is_empty() {
            lines.push(format!("{} trials are run again under the new limits", index.outdated.len()));
        }
        let this = build_info::get().commit;
        let mut commits = self.machines.iter().map(|(_, machine)| &machine.commit);
        if let Some(commit) = commits.find(|commit| **commit != this && !commit.is_empty()) {
            let what = "trials recorded so far are from commit";
            lines.push(format!("{what} {commit}, this program from {this}; --fresh starts over"));
        }
        for line in lines {
            if !self.told.contains(&line) {
                self.monitor.note(&line);
                self.told.insert(line);
            }
        }
    }
}
