//! The final table of trials, in the order of the plan and with the final verdicts. It replaces the table of the run.
//!
//! Table and checksums are written beside the old ones. First the new checksums are complete, then the table is replaced,
//! then the checksums are: after a kill at any moment, `TrialFile::open` finds a table with its own checksums.

use super::appender::{Appender, RowWriter};
use super::sums::{Line, Origin, path_of};
use super::trial_file::new_sums;
use super::{Index, Place, Tables, Trial, TrialCounts};
use crate::atomic_file::{self, AtomicFile};
use crate::error::Error;
use crate::plan::{Plan, PlannedInstance};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// Number of rows that are read at once; more if an instance has more.
const READ_ROWS: usize = 512;

/// A sorted table that is being written.
pub(crate) struct SortedTable {
    path: PathBuf,
    place: AtomicFile,
    appender: Appender<Vec<u8>>,
    /// By table of the source and name of a machine there, its name here.
    hosts: HashMap<(u16, String), String>,
    /// The machines that ran the trials.
    used: BTreeSet<String>,
    counts: TrialCounts,
    rows: RowWriter,
}

impl SortedTable {
    /// Begins the table that replaces the file `path`. `hosts` are the names of machines.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn begin(path: &Path, hosts: HashMap<(u16, String), String>) -> Result<SortedTable, Error> {
        let begun = || {
            let (place, file) = AtomicFile::begin(path)?;
            let mut appender = Appender::new(file, Vec::new(), 0);
            appender.header()?;
            std::io::Result::Ok((place, appender))
        };
        let (place, appender) = begun().map_err(|e| Error::file("write", path, &e))?;
        let (path, used, counts) = (path.to_path_buf(), BTreeSet::new(), TrialCounts::default());
        Ok(SortedTable { path, place, appender, hosts, used, counts, rows: RowWriter::new() })
    }

    /// Adds the rows of part `part` of the run, whose plan is `plan`. `judge` sets the verdicts of the trials of an instance,
    /// given by its numbers of corpus and instance in the plan. It also gets the places of their rows.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(crate) fn add(
        &mut self,
        part: usize,
        plan: &Plan,
        index: &Index,
        tables: &mut Tables,
        mut judge: impl FnMut((usize, usize), &[Place], &mut [Trial]),
    ) -> Result<(), Error> {
        for (s, corpus) in plan.corpora.iter().enumerate() {
            let slots = corpus.contenders.len() * plan.rounds() as usize;
            let at_once = (READ_ROWS / slots.max(1)).max(1);
            for (chunk, instances) in corpus.instances.chunks(at_once).enumerate() {
                let first = chunk * at_once * slots;
                let places: Vec<Vec<Place>> = (0..instances.len())
                    .map(|k| first + k * slots)
                    .map(|from| (from..from + slots).filter_map(|slot| index.place(s, slot)).collect())
                    .collect();
                let mut trials = tables.read(&places.concat())?;
                let mut rest = &mut trials[..];
                for (i, (instance, places)) in instances.iter().zip(&places).enumerate() {
                    let own;
                    (own, rest) = rest.split_at_mut(places.len());
                    for (trial, place) in own.iter_mut().zip(places) {
                        self.adapt(trial, place.table, plan, instance);
                    }
                    judge((s, chunk * at_once + i), places, own);
                }
                self.write(part, &trials)?;
            }
        }
        Ok(())
    }

    /// Gives a trial the names of the run, which do not change its result. It keeps the limits under which it ran.
    fn adapt(&mut self, trial: &mut Trial, table: u16, plan: &Plan, instance: &PlannedInstance) {
        trial.experiment.clone_from(&plan.experiment);
        trial.instance = instance.name.to_string();
        trial.isomorph = instance.isomorph;
        let host = (table, std::mem::take(&mut trial.host));
        trial.host.clone_from(self.hosts.get(&host).unwrap_or(&host.1));
        if !self.used.contains(&trial.host) {
            self.used.insert(trial.host.clone());
        }
    }

    fn write(&mut self, part: usize, trials: &[Trial]) -> Result<(), Error> {
        for trial in trials {
            self.rows.push(trial);
            self.counts.add(trial);
        }
        let text = self.rows.take();
        self.appender.append(part, &text, trials.len()).map_err(|e| Error::file("write", &self.path, &e))
    }

    /// The names of the machines that ran the trials so far.
    pub(crate) fn hosts(&self) -> &BTreeSet<String> {
        &self.used
    }

    /// Puts the table and its checksums into their places. All its rows get this origin.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn finish(self, origin: Origin) -> Result<TrialCounts, Error> {
        let SortedTable { path, place, appender, counts, .. } = self;
        let placed = || {
            let (file, blocks) = appender.finish()?;
            let mut sums = Line::Origin(Box::new(Origin { number: 0, ..origin })).encode().into_bytes();
            sums.extend_from_slice(&blocks);
            let new = new_sums(&path);
            atomic_file::write(&new, &sums)?;
            place.commit(&file)?;
            fs::rename(&new, path_of(&path))
        };
        placed().map(|()| counts).map_err(|e| Error::file("write", &path, &e))
    }
}
