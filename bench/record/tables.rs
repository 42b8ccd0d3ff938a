//! The tables that the trials of a run are in, and where each row is.

use super::sums::Block;
use super::trial_file::{Place, TrialFile};
use super::{Index, Locations, Machine, TRIALS, Trial, UNUSED};
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
    /// By table and the name that rows have of a machine, its name.
    pub(crate) hosts: HashMap<(u16, String), String>,
}

/// Some tables of trials.
pub(crate) struct Tables {
    pub(crate) files: Vec<TrialFile>,
}

impl Tables {
    /// The tables in the results folder `folder`. Of several records of a trial that of the last table counts.
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

    /// Adds the rows of part `part` of the run to `index`, but for the first `seen` blocks of each table, and returns how
    /// many blocks there are.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn index(
        &mut self,
        part: usize,
        locations: &mut Locations<'_>,
        index: &mut Index,
        seen: &[usize],
    ) -> Result<Vec<usize>, Error> {
        for (number, file) in self.files.iter_mut().enumerate() {
            let seen = seen.get(number).copied().unwrap_or(0);
            for at in seen..file.blocks.len() {
                let block = file.blocks[at];
                if block.part == part {
                    file.rows_of(number as u16, &block, |origin, place, trial| {
                        index.add(locations, origin, place, &trial);
                    })?;
                }
            }
        }
        Ok(self.files.iter().map(|file| file.blocks.len()).collect())
    }

    /// Hands all rows of part `part` of the run to `visit`, with the numbers of their tables.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn each_row(&mut self, part: usize, mut visit: impl FnMut(u16, &Trial)) -> Result<(), Error> {
        for (number, file) in self.files.iter_mut().enumerate() {
            let blocks: Vec<Block> = file.blocks.iter().filter(|block| block.part == part).copied().collect();
            for block in blocks {
                file.rows_of(number as u16, &block, |_, place, trial| visit(place.table, &trial))?;
            }
        }
        Ok(())
    }

    /// The machines that ran the trials, and `own`, which is to run some.
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
