//! The final table of trials, in the order of the plan and with the final verdicts. It replaces the table of the run.
//!
//! The new table and its checksums are written to temporary files. Once the new checksums are complete, the table is
//! replaced, and then its checksums. After a kill at any moment, `TrialFile::open` still finds checksums that match the
//! table.

use super::appender::{Appender, RowWriter};
use super::checksums::{Origin, SumsLine, path_of};
use super::trial_file::new_sums;
use super::{RowLocation, Tables, Trial, TrialCounts, TrialIndex};
use crate::atomic_file::{self, AtomicFile};
use crate::error::Error;
use crate::plan::{Plan, PlannedInstance};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Number of rows that are read at once, or all rows of an instance if it has more.
const READ_ROWS: usize = 512;

/// A sorted table that is being written.
pub(crate) struct SortedTable {
    path: PathBuf,
    /// The temporary file of the table.
    file: AtomicFile,
    appender: Appender<Vec<u8>>,
    /// Maps the number of a source table and the name of a machine in its rows to the name in this table.
    hosts: HashMap<(u16, String), String>,
    /// The names of the machines in rows so far.
    used_hosts: BTreeSet<String>,
    counts: TrialCounts,
    rows: RowWriter,
    /// Whether `order_index` is renumbered, so that the runs of the source tables follow one another.
    is_renumbered: bool,
}

impl SortedTable {
    /// Begins a table to replace the file `path`. `hosts` maps the number of a source table and the name of a machine in
    /// its rows to the name in this table.
    pub(crate) fn begin(path: &Path, hosts: HashMap<(u16, String), String>) -> Result<SortedTable, Error> {
        let begun = || {
            let (file, table) = AtomicFile::begin(path)?;
            let mut appender = Appender::new(table, Vec::new(), 0);
            appender.write_header()?;
            std::io::Result::Ok((file, appender))
        };
        let (file, appender) = begun().map_err(|e| Error::file("write", path, &e))?;
        let (path, used_hosts, counts) = (path.to_path_buf(), BTreeSet::new(), TrialCounts::default());
        let rows = RowWriter::new();
        Ok(SortedTable { path, file, appender, hosts, used_hosts, counts, rows, is_renumbered: false })
    }

    /// Numbers the runs of the source tables one after the other in `order_index` and `block`, so that two runs have no
    /// block in common.
    pub(crate) fn numbered(self) -> SortedTable {
        SortedTable { is_renumbered: true, ..self }
    }

    /// Adds the rows of a run. Calls `judge` for each instance to set the verdicts of its trials. The arguments
    /// are the numbers of the corpus and the instance in the plan, the locations of the recorded rows, and the trials.
    pub(crate) fn add(
        &mut self,
        plan: &Plan,
        index: &TrialIndex,
        tables: &mut Tables,
        mut judge: impl FnMut((usize, usize), &[RowLocation], &mut [Trial]),
    ) -> Result<(), Error> {
        let shifts = self.shifts(index);
        for (corpus_number, corpus) in plan.corpora.iter().enumerate() {
            let slots = plan.per_instance(corpus_number);
            let at_once = (READ_ROWS / slots.max(1)).max(1);
            for (chunk, instances) in corpus.instances.chunks(at_once).enumerate() {
                let first = chunk * at_once;
                let of_instance = |number: usize| -> Vec<RowLocation> {
                    let slots = number * slots..(number + 1) * slots;
                    slots.filter_map(|slot| index.location(corpus_number, slot)).collect()
                };
                let locations: Vec<_> = (first..first + instances.len()).map(of_instance).collect();
                let mut trials = tables.read(&locations.concat())?;
                let mut rest = &mut trials[..];
                for (number, (instance, locations)) in (first..).zip(instances.iter().zip(&locations)) {
                    let own;
                    (own, rest) = rest.split_at_mut(locations.len());
                    for (trial, location) in own.iter_mut().zip(locations) {
                        self.rename(trial, location.table, &plan.design.experiment, instance);
                        let shift = shifts.get(&location.table).copied().unwrap_or(0);
                        trial.order_index = trial.order_index.wrapping_add(shift);
                        trial.block = trial.block.map(|block| block.wrapping_add(shift));
                    }
                    judge((corpus_number, number), locations, own);
                }
                self.write(&trials)?;
            }
        }
        Ok(())
    }

    /// The number to add to each `order_index` of a source table, modulo 2^64.
    fn shifts(&self, index: &TrialIndex) -> BTreeMap<u16, u64> {
        let mut next = 0_u64;
        let shift = |(table, orders): (&u16, &RangeInclusive<u64>)| {
            let shift = next.wrapping_sub(*orders.start());
            next = shift.wrapping_add(*orders.end()).wrapping_add(1);
            (*table, shift)
        };
        index.orders.iter().filter(|_| self.is_renumbered).map(shift).collect()
    }

    /// Gives a recorded trial the names that the plan and this table have for its experiment, instance and machine. The
    /// limits under which it ran stay.
    fn rename(&mut self, trial: &mut Trial, table: u16, experiment: &str, instance: &PlannedInstance) {
        experiment.clone_into(&mut trial.experiment);
        trial.instance = instance.name.to_string();
        let host = (table, std::mem::take(&mut trial.host));
        trial.host.clone_from(self.hosts.get(&host).unwrap_or(&host.1));
        if !self.used_hosts.contains(&trial.host) {
            self.used_hosts.insert(trial.host.clone());
        }
    }

    fn write(&mut self, trials: &[Trial]) -> Result<(), Error> {
        for trial in trials {
            self.rows.push(trial);
            self.counts.add(trial);
        }
        let text = self.rows.take();
        self.appender.append(&text, trials.len()).map_err(|e| Error::file("write", &self.path, &e))
    }

    /// The names of the machines that ran the trials in the table so far.
    pub(crate) fn used_hosts(&self) -> &BTreeSet<String> {
        &self.used_hosts
    }

    /// Replaces the old table and its checksums. All rows get the origin `origin`.
    pub(crate) fn finish(self, origin: Origin) -> Result<TrialCounts, Error> {
        let SortedTable { path, file, appender, counts, .. } = self;
        let replaced = || {
            let (table, blocks) = appender.finish()?;
            let mut sums = SumsLine::Origin(Box::new(Origin { number: 0, ..origin })).encode().into_bytes();
            sums.extend_from_slice(&blocks);
            let new = new_sums(&path);
            atomic_file::write(&new, &sums)?;
            file.commit(&table)?;
            fs::rename(&new, path_of(&path))
        };
        replaced().map(|()| counts).map_err(|e| Error::file("write", &path, &e))
    }
}
