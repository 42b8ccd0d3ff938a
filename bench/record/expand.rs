//! `trials.csv` from the journal alone: no experiment, corpus or strategy is asked.

use super::journal::{self, Corpus, Record};
use super::{Ledger, Table, Tally};
use crate::error::Error;
use crate::plan::{CorpusPlan, Plan};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Adds to `table` the rows that the journals in the results folder `results` have of the first
/// `parts` parts of a run, and puts it in its place. Returns how they came out and, if trials are missing,
/// what of the journals cannot be read.
///
/// # Errors
/// There is no journal, it does not say what run it is of, or a file cannot be read or written.
pub fn expand(results: &Path, parts: usize, mut table: Table) -> Result<(Tally, Vec<String>), Error> {
    let (mut begun, mut complaints) = (false, Vec::new());
    for number in 0..parts {
        let folder = journal::folder(results, number);
        if let Some(plan) = plan(&folder)? {
            let mut ledger = Ledger::read(&plan, &folder)?;
            if ledger.recorded() < ledger.planned() {
                complaints.append(&mut ledger.complaints);
            }
            table.add(&plan, &ledger)?;
            begun = true;
        }
    }
    if !begun && has_journal(results) {
        return Err(unsaid(&journal::folder(results, 0), UNKNOWN));
    }
    table.finish().map(|tally| (tally, complaints))
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

/// The plan of the last process that wrote the journal in `folder`, with its instances: of the one that began last, and of
/// several of the same second the one that is read last. `None`: nothing is recorded yet, and what there is of a header
/// does not say all. A process that was killed as it wrote its header did nothing else, so the one before it counts.
pub fn plan(folder: &Path) -> Result<Option<Plan>, Error> {
    let (mut plans, mut lists, mut used) = (Vec::<(u64, Plan)>::new(), HashMap::new(), HashSet::new());
    for path in journal::files(folder)? {
        journal::read(&path, |record| match record {
            Record::Start(start) => match plans.last_mut() {
                Some((time, plan)) if *plan == start.plan => *time = start.started_utc.max(*time),
                _ => plans.push((start.started_utc, start.plan)),
            },
            Record::Corpus(Corpus { name, digest, instances }) => {
                lists.entry((name, digest)).or_insert(instances);
            }
            Record::Trials(block) => _ = used.insert(block.head.corpus),
        })?;
    }
    plans.sort_by_key(|(time, _)| *time);
    let key = |stage: &CorpusPlan| (stage.corpus.clone(), stage.digest.clone());
    while let Some((_, mut plan)) = plans.pop() {
        let lost: Vec<&CorpusPlan> =
            plan.stages.iter().filter(|stage| !lists.contains_key(&key(stage))).collect();
        if let Some(stage) = lost.iter().find(|stage| used.contains(&stage.digest)) {
            let what = format!("has lost the list of the instances of {}", stage.corpus);
            return Err(unsaid(folder, &what));
        }
        if lost.is_empty() {
            for stage in &mut plan.stages {
                stage.instances = lists.remove(&key(stage)).unwrap_or_default();
            }
            return Ok(Some(plan));
        }
    }
    match used.is_empty() {
        true => Ok(None),
        false => Err(unsaid(folder, UNKNOWN)),
    }
}

const UNKNOWN: &str = "does not say what run it is of";

fn unsaid(folder: &Path, what: &str) -> Error {
    Error::new(format!("the journal in {} {what}", folder.display()))
        .help("start the run again: it continues, and writes that down")
}
