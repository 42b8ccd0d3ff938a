//! `trials.csv` from the journal alone: no experiment, corpus or strategy is asked.

use super::journal::{self, Corpus, Record};
use super::{Ledger, Table, Tally};
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
    // A run that was killed while it began a part may not have written its header.
    while parts > 1 && !has_trials(&journal::folder(results, parts - 1))? {
        parts -= 1;
    }
    Ok(parts)
}

/// Whether the journal in `folder` has got as far as trials.
fn has_trials(folder: &Path) -> Result<bool, Error> {
    let mut found = false;
    for path in journal::files(folder)? {
        journal::read(&path, |record| found |= matches!(record, Record::Trials(_)))?;
    }
    Ok(found)
}

/// Whether there is a journal in the results folder `results`.
pub fn has_journal(results: &Path) -> bool {
    let mut folders = vec![journal::folder(results, 0)];
    folders.extend(journal::parts(results).into_iter().flatten().map(|(_, folder)| folder));
    folders.iter().any(|folder| journal::files(folder).is_ok_and(|files| !files.is_empty()))
}

/// The plan of the last process that wrote the journal in `folder`, with its instances.
pub(crate) fn plan(folder: &Path) -> Result<Plan, Error> {
    let mut last: Option<(u64, Plan, Vec<Corpus>)> = None;
    for path in journal::files(folder)? {
        let mut current = None;
        let mut close = |current: Option<(u64, Plan, Vec<Corpus>)>| {
            let is_later = |one: &(u64, _, _)| last.as_ref().is_none_or(|other| one.0 >= other.0);
            last = current.filter(is_later).or_else(|| last.take());
        };
        journal::read(&path, |record| match record {
            Record::Start(start) => close(current.replace((start.started_utc, start.plan, Vec::new()))),
            Record::Corpus(corpus) => current.iter_mut().for_each(|(_, _, lists)| lists.push(corpus.clone())),
            Record::Trials(_) => {}
        })?;
        close(current);
    }
    let unsaid = || {
        let what = format!("the journal in {} does not say what run it is of", folder.display());
        Error::new(what).help("start the run again: it continues, and writes that down")
    };
    let (_, mut plan, mut lists) = last.ok_or_else(unsaid)?;
    let mut fill = |stage: &mut Stage| {
        let list = lists.iter_mut().find(|list| list.name == stage.corpus && list.digest == stage.digest);
        list.map(|list| stage.instances = std::mem::take(&mut list.instances))
    };
    plan.stages.iter_mut().try_for_each(|stage| fill(stage).ok_or_else(unsaid))?;
    Ok(plan)
}
