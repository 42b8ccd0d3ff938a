//! Reads tables of trials: that of one results folder, or those of folders to be merged together.

use super::checksums::Origin;
use super::trial_file::{RowLocation, TrialFile};
use super::{Machine, TRIALS, Trial};
use crate::error::{Error, check_not_cancelled};
use coverlab_model::Cancel;
use csv::StringRecord;
use std::collections::HashMap;
use std::path::Path;

/// The machines of a record, with names that distinguish them.
pub(crate) struct NamedMachines {
    /// The machines that ran trials.
    pub(crate) machines: Vec<(String, Machine)>,
    /// The name of this machine.
    pub(crate) own: String,
    /// Maps the number of a table and the name of a machine in its rows to the distinguishing name.
    pub(crate) hosts: HashMap<(u16, String), String>,
}

/// Tables of trials, numbered from 0. If a trial is in several tables, the last one counts.
pub(crate) struct Tables {
    pub(crate) files: Vec<TrialFile>,
    /// Ends reading with an error when raised.
    pub(crate) cancel: Cancel,
}

impl Tables {
    /// Opens the table in the results folder `folder`.
    pub(crate) fn of_run(folder: &Path) -> Result<Tables, Error> {
        Ok(Tables { files: vec![TrialFile::open(&folder.join(TRIALS))?], cancel: Cancel::default() })
    }

    /// The table of a results folder.
    pub(crate) fn trials(&mut self) -> &mut TrialFile {
        &mut self.files[0]
    }

    /// Calls `visit` with each row, in the order of the tables.
    pub(crate) fn each_row(
        &mut self,
        mut visit: impl FnMut(&Origin, RowLocation, &Trial),
    ) -> Result<(), Error> {
        for (table, file) in self.files.iter_mut().enumerate() {
            for number in 0..file.blocks.len() {
                check_not_cancelled(&self.cancel)?;
                let block = file.blocks[number];
                file.visit_rows(table as u16, &block, &mut visit)?;
            }
        }
        Ok(())
    }

    /// Names the machines that ran the trials, and `own`, which may run more.
    pub(crate) fn machines(&self, own: Option<&Machine>) -> NamedMachines {
        let known = || {
            self.files.iter().zip(0..).flat_map(|(file, table)| {
                let entry = move |(name, machine): &(String, Machine)| (table, name.clone(), machine.clone());
                file.origins.iter().flat_map(move |origin| origin.machines.iter().map(entry))
            })
        };
        let mut machines: Vec<Machine> = Vec::new();
        for (.., machine) in known() {
            if !machines.contains(&machine) {
                machines.push(machine);
            }
        }
        let all: Vec<Machine> = machines.iter().chain(own).cloned().collect();
        NamedMachines {
            machines: machines.into_iter().map(|machine| (machine.label(&all), machine)).collect(),
            own: own.map(|own| own.label(&all)).unwrap_or_default(),
            hosts: known().map(|(table, name, machine)| ((table, name), machine.label(&all))).collect(),
        }
    }

    /// The concatenated text of the rows at `locations`.
    pub(crate) fn text(&mut self, locations: &[RowLocation]) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        // Adjacent rows are read together.
        let is_adjacent = |row: &RowLocation, next: &RowLocation| {
            row.table == next.table && row.at.get() + u64::from(row.bytes) == next.at.get()
        };
        for rows in locations.chunk_by(is_adjacent) {
            let from = text.len();
            text.resize(from + rows.iter().map(|row| row.bytes as usize).sum::<usize>(), 0);
            self.files[rows[0].table as usize].read_at(rows[0].at.get(), &mut text[from..])?;
        }
        Ok(text)
    }

    /// The trials at `locations`.
    ///
    /// # Errors
    /// A table cannot be read, or has changed since its checksums were verified, or reading was cancelled.
    pub(crate) fn read(&mut self, locations: &[RowLocation]) -> Result<Vec<Trial>, Error> {
        check_not_cancelled(&self.cancel)?;
        let text = self.text(locations)?;
        let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
        let trial = |record: csv::Result<StringRecord>| record?.deserialize(None);
        let trials: csv::Result<Vec<Trial>> = rows.records().map(trial).collect();
        trials.ok().filter(|trials| trials.len() == locations.len()).ok_or_else(|| {
            let path = self.files[locations[0].table as usize].path().display().to_string();
            Error::new(format!("{path} changed while it was read"))
                .help("stop the program that writes it, and run again")
        })
    }
}
