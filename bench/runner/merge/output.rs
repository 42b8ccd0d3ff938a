//! The folder that a merger writes: copies of the journals, the plan of all, and `run.json`.
//!
//! The journal is made beside the place of the old one and then takes its place, so that a merger that is killed leaves
//! the old one, or none. An earlier merger of the same folders is replaced: all that is in it is in them.

use super::{Source, Union, machine};
use crate::error::Error;
use crate::plan::Plan;
use crate::record::journal::{self, Start, Writer};
use crate::record::{self, ProgramInfo, RunInfo};
use crate::runner::results::Folder;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The file with the plan of the merged journals.
const UNION: &str = "merged";

/// Refuses the folder `out` if its journal has anything that the journals of `sources` do not have.
pub(super) fn refuse(out: &Path, sources: &[Source]) -> Result<(), Error> {
    if !record::has_journal(out) {
        return Ok(());
    }
    let later = journal::parts(out)?;
    for (number, folder) in [(0, journal::folder(out, 0))].iter().chain(&later) {
        for path in entries(folder)? {
            let is_part = *number == 0 && later.iter().any(|(_, part)| *part == path);
            if !is_part && !is_copy(&path, *number, sources)? {
                let what = format!("there is a journal in {} already", out.display());
                let why = format!("{} is not what a merger takes from these folders", path.display());
                return Err(Error::new(what).help(format!("choose a folder without results, for {why}")));
            }
        }
    }
    Ok(())
}

/// Whether `path`, of part `number` of the output, holds only blocks that a merger took from one of
/// `sources`.
fn is_copy(path: &Path, number: usize, sources: &[Source]) -> Result<bool, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if *name == *union_name() {
        return Ok(true);
    }
    let Some((_, original)) = name.split_once('-').filter(|(k, _)| k.parse::<usize>().is_ok()) else {
        return Ok(false);
    };
    for source in sources {
        let original = journal::folder(&source.path, number).join(original);
        let begins =
            original.is_file() && begins_with(&original, path).map_err(|e| Error::file("read", path, &e))?;
        if begins {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the file `whole` begins with all of the file `part`.
fn begins_with(whole: &Path, part: &Path) -> std::io::Result<bool> {
    let (mut whole, mut part) = (File::open(whole)?, File::open(part)?);
    if whole.metadata()?.len() < part.metadata()?.len() {
        return Ok(false);
    }
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    loop {
        for (file, bytes) in [(&mut part, &mut expected), (&mut whole, &mut found)] {
            bytes.clear();
            file.take(1 << 16).read_to_end(bytes)?;
        }
        if !found.starts_with(&expected) {
            return Ok(false);
        }
        if expected.is_empty() {
            return Ok(true);
        }
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let list = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    list().map_err(|e| Error::file("list", folder, &e))
}

fn union_name() -> String {
    format!("{UNION}.{}", journal::ENDING)
}

impl Union<'_> {
    /// Writes the folder.
    pub(super) fn write(&self, out: &Path, plans: &[Option<Plan>], first: &Plan) -> Result<(), Error> {
        let folder = Folder::open(out, false)?;
        // Another one may have been at work meanwhile.
        refuse(out, self.sources)?;
        let new = out.join("journal.new");
        remove(&new)?;
        for (number, plan) in plans.iter().enumerate() {
            let Some(plan) = plan else { continue };
            let to = journal::part_of(&new, number);
            fs::create_dir_all(&to).map_err(|e| Error::file("create", &to, &e))?;
            for (k, source) in self.sources.iter().enumerate() {
                for path in journal::files(&journal::folder(&source.path, number))? {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    if let Some(&good) = self.good.get(&path).filter(|good| **good > 0) {
                        copy(&path, &to.join(format!("{:04}-{name}", k + 1)), good)?;
                    }
                }
            }
            self.write_plan(plan, &to)?;
        }
        // Files derived from the old journal are removed first.
        for name in ["run.json", "trials.csv"] {
            remove(&out.join(name))?;
        }
        replace(&new, out)?;
        let experiment = self.sources.iter().find_map(|source| source.experiment.as_ref());
        if let Some(text) = experiment {
            folder.write("experiment.toml", text.as_bytes())?;
        }
        folder.write_json("run.json", &self.run_info(plans.len(), first))
    }

    fn write_plan(&self, plan: &Plan, folder: &Path) -> Result<(), Error> {
        let path = folder.join(union_name());
        let machine = machine::machine(0, None);
        // It is the last, whatever the clocks of the machines said.
        let last = self.starts.last().map_or(0, |(started, _)| *started);
        let started_utc = machine::now().max(last.saturating_add(1));
        let mut blocks = Vec::new();
        let start =
            Start { started_utc, machine, merged: self.machines.clone(), plan: plan.without_instances() };
        journal::encode_start(&start, &mut blocks);
        plan.stages.iter().for_each(|stage| journal::encode_corpus(stage, &mut blocks));
        let mut writer = Writer::open(&path, 0)?;
        writer.append(&blocks).and_then(|()| writer.sync()).map_err(|e| Error::file("write", &path, &e))
    }

    fn run_info(&self, parts: usize, first: &Plan) -> RunInfo {
        let runs = || self.sources.iter().filter_map(|source| source.run.as_ref());
        let mut left_out: Vec<String> = Vec::new();
        let missing = self.merged.missing.iter().map(|what| format!("missing: {what}"));
        for line in
            runs().flat_map(|run| run.left_out.clone()).chain(missing).chain(self.merged.notes.clone())
        {
            if !left_out.contains(&line) {
                left_out.push(line);
            }
        }
        let started_utc = self.starts.first().map_or(0, |(started, _)| *started);
        let mut programs: Vec<ProgramInfo> = Vec::new();
        for program in runs().flat_map(|run| &run.programs) {
            if !programs.contains(program) {
                programs.push(program.clone());
            }
        }
        RunInfo {
            experiment: first.experiment.clone(),
            plan_hash: first.hash(),
            machine: self.machines.first().cloned().unwrap_or_default(),
            machines: self.machines.clone(),
            seed: first.seed,
            memory_limit: first.limits.memory,
            started_utc,
            finished_utc: runs().map(|run| run.finished_utc).max().unwrap_or(started_utc),
            starts: self.starts.len() as u32,
            left_out,
            misread: runs().map(|run| run.misread).max().unwrap_or(0),
            programs,
            trials: self.merged.trials,
            recorded: self.merged.recorded,
            parts,
        }
    }
}

/// Copies the first `length` bytes of the file `from`: the bytes behind them are torn.
fn copy(from: &Path, to: &Path, length: u64) -> Result<(), Error> {
    let copy = || {
        let mut to = File::create(to)?;
        std::io::copy(&mut File::open(from)?.take(length), &mut to)?;
        to.sync_data()
    };
    copy().map_err(|e| Error::file("copy", from, &e))
}

/// Puts the journal `new` into the place of that of `out`.
fn replace(new: &Path, out: &Path) -> Result<(), Error> {
    let (journal, old) = (journal::folder(out, 0), out.join("journal.old"));
    remove(&old)?;
    fs::rename(&journal, &old).map_err(|e| Error::file("rename", &journal, &e))?;
    fs::rename(new, &journal).map_err(|e| Error::file("rename", new, &e))?;
    remove(&old)
}

/// Removes a file or folder that may not be there.
fn remove(path: &Path) -> Result<(), Error> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file("remove", path, &e)),
        _ => Ok(()),
    }
}
