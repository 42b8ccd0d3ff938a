//! The tables of trials that a run or a merge reads.

use super::sums::Origin;
use super::trial_file::{Place, TrialFile};
use super::{Machine, TRIALS, Trial, UNUSED};
use crate::error::Error;
use csv::StringRecord;
use std::collections::HashMap;
use std::path::Path;

/// Machines with their names in a record.
pub(crate) struct NamedMachines {
    /// Those that ran trials.
    pub(crate) machines: Vec<(String, Machine)>,
    /// The name of this one.
    pub(crate) own: String,
    /// By table and the machine's name in its rows, the machine's name.
    pub(crate) hosts: HashMap<(u16, String), String>,
}

/// Several tables of trials.
pub(crate) struct Tables {
    pub(crate) files: Vec<TrialFile>,
}

impl Tables {
    /// The tables in the results folder `folder`: unused trials, then those of the experiment, which count first.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn of_run(folder: &Path) -> Result<Tables, Error> {
        let files = [UNUSED, TRIALS].into_iter().map(|name| TrialFile::open(&folder.join(name)));
        Ok(Tables { files: files.collect::<Result<_, _>>()? })
    }

    /// The trials of the experiment.
    pub(crate) fn trials(&mut self) -> &mut TrialFile {
        self.files.last_mut().expect("there are two tables")
    }

    /// Calls `visit` with all rows of part `part` of the run.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn each_row(
        &mut self,
        part: usize,
        mut visit: impl FnMut(&Origin, Place, &Trial),
    ) -> Result<(), Error> {
        for (number, file) in self.files.iter_mut().enumerate() {
            for at in 0..file.blocks.len() {
                let block = file.blocks[at];
                if block.part == part {
                    file.rows_of(number as u16, &block, &mut visit)?;
                }
            }
        }
        Ok(())
    }

    /// The machines that ran the trials, and `own`, which may run some.
    pub(crate) fn machines(&self, own: Option<&Machine>) -> NamedMachines {
        let known = || {
            self.files.iter().zip(0..).flat_map(|(file, number)| {
                let of = move |(name, machine): &(String, Machine)| (number, name.clone(), machine.clone());
                file.origins().iter().flat_map(move |origin| origin.machines.iter().map(of))
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
            hosts: known().map(|(number, name, machine)| ((number, name), machine.label(&all))).collect(),
        }
    }

    /// The text of the rows at `places`, one behind the other.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn text(&mut self, places: &[Place]) -> Result<Vec<u8>, Error> {
        let mut text = Vec::new();
        // Rows that follow each other are read together.
        let follows = |one: &Place, next: &Place| {
            one.table == next.table && one.at.get() + u64::from(one.bytes) == next.at.get()
        };
        for run in places.chunk_by(follows) {
            let from = text.len();
            text.resize(from + run.iter().map(|place| place.bytes as usize).sum::<usize>(), 0);
            self.files[run[0].table as usize].read_at(run[0].at.get(), &mut text[from..])?;
        }
        Ok(text)
    }

    /// The trials at `places`.
    ///
    /// # Errors
    /// A table cannot be read, or was changed since its checksums were compared.
    pub(crate) fn read(&mut self, places: &[Place]) -> Result<Vec<Trial>, Error> {
        let text = self.text(places)?;
        let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
        let trial = |record: csv::Result<StringRecord>| record?.deserialize(None);
        let trials: csv::Result<Vec<Trial>> = rows.records().map(trial).collect();
        trials.ok().filter(|trials| trials.len() == places.len()).ok_or_else(|| {
            let path = self.files[places[0].table as usize].path().display().to_string();
            Error::new(format!("{path} changes while it is read")).help("does another program write it?")
        })
    }
}
