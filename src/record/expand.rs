//! `trials.csv` from the journal alone: no experiment, corpus or strategy is asked.

use super::frame::Frame;
use super::journal::{self, Record};
use super::{Ledger, Roll, Table, Tally};
use crate::error::Error;
use crate::plan::{Plan, Stage};
use std::path::Path;

/// Adds to `table` the rows that the journals in the results folder `results` have of the first
/// `parts` parts of a run, and puts it in its place.
///
/// # Errors
/// There is no journal, it does not say what run it is of, or a file cannot be read or written.
pub fn expand(results: &Path, parts: usize, mut table: Table) -> Result<Tally, Error> {
    for number in 0..parts {
        let folder = journal::folder(results, number);
        if journal::files(&folder)?.is_empty() {
            continue;
        }
        let plan = plan(&folder)?;
        table.add(&plan, &Ledger::read(&plan, &folder)?)?;
    }
    table.finish()
}

/// How many parts the run whose journal is in the results folder `results` has come to. A run says itself
/// how many there are, in `run.json`, but only at its end.
///
/// # Errors
/// The journal cannot be read.
pub fn parts(results: &Path) -> Result<usize, Error> {
    let begun = journal::parts(results)?.into_iter().map(|(number, _)| number);
    let mut parts = begun.max().map_or(1, |last| last + 1);
    // A run that was killed while it began a part may not have come to say what it is of.
    while parts > 1 && !has_trials(&journal::folder(results, parts - 1))? {
        parts -= 1;
    }
    Ok(parts)
}

/// Whether the journal in `folder` has got as far as trials.
fn has_trials(folder: &Path) -> Result<bool, Error> {
    for path in journal::files(folder)? {
        if journal::has_block(&path)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether there is a journal in the results folder `results`.
pub fn has_journal(results: &Path) -> bool {
    journal::files(&journal::folder(results, 0)).is_ok_and(|files| !files.is_empty())
}

/// What the last process that wrote the journal in `folder` was to run.
fn plan(folder: &Path) -> Result<Plan, Error> {
    let mut last: Option<(u64, Option<Frame>, Vec<Roll>)> = None;
    for path in journal::files(folder)? {
        let mut current = None;
        let mut close = |current: &mut Option<(u64, Option<Frame>, Vec<Roll>)>| {
            let later = |one: &(u64, _, _)| last.as_ref().is_none_or(|other| one.0 >= other.0);
            if let Some(current) = current.take().filter(later) {
                last = Some(current);
            }
        };
        journal::read_heads(&path, |record| match record {
            Record::Start(start) => {
                close(&mut current);
                current = Some((start.started, start.frame, Vec::new()));
            }
            Record::Corpus(roll) => current.iter_mut().for_each(|(_, _, rolls)| rolls.push(roll.clone())),
            Record::Block(_) => {}
        })?;
        close(&mut current);
    }
    let unsaid = || {
        let what = format!("the journal in {} does not say what run it is of", folder.display());
        Error::new(what).help("start the run again: it continues, and writes that down")
    };
    let (_, frame, rolls) = last.ok_or_else(unsaid)?;
    frame.ok_or_else(unsaid)?.plan(|name, digest, lanes| {
        let roll = rolls.iter().find(|roll| roll.digest == digest);
        let instances = roll.and_then(Roll::subjects).ok_or_else(unsaid)?;
        let stage = Stage::new(name, instances, lanes);
        if stage.digest == digest { Ok(stage) } else { Err(unsaid()) }
    })
}
