//! The common plan of several folders, with the instances that their rows name.

use super::source::SourceFolder;
use crate::error::Error;
use crate::plan::{CorpusPlan, Design, Plan};
use crate::record::{Tables, TrialFile, TrialIndex};

/// The plan of all folders, without instances. The size of a corpus is the sum of those in the folders.
///
/// # Errors
/// The folders differ in more than their instances.
pub(super) fn common_plan(sources: &[SourceFolder], tables: &Tables) -> Result<Plan, Error> {
    let plan = |file: &TrialFile| file.origins.last().map(|origin| origin.plan.clone());
    let plans: Vec<Plan> = tables.files.iter().filter_map(plan).collect();
    for (plan, source) in plans.iter().zip(sources) {
        compare((plan, &source.name), (&plans[0], &sources[0].name))?;
    }
    let mut plan = plans[0].clone();
    for (number, corpus) in plan.corpora.iter_mut().enumerate() {
        corpus.size = plans.iter().map(|plan| plan.corpora[number].size).sum();
        for other in plans.iter().map(|plan| &plan.corpora[number]) {
            for (known, contender) in corpus.contenders.iter_mut().zip(&other.contenders) {
                // Machines may have different builds of a program, so no checksum holds for all trials.
                if !known.changed_files(contender).is_empty() {
                    known.files.clear();
                }
            }
        }
    }
    Ok(plan)
}

/// Sets the size of each corpus of the common plan: the number of instances that rows name, which `plan` has, and of planned ones
/// that no row names.
pub(super) fn set_sizes(common: &mut Plan, plan: &Plan, index: &TrialIndex) {
    for (number, corpus) in common.corpora.iter_mut().enumerate() {
        let unseen = corpus.size.saturating_sub(index.named_instances[number]);
        corpus.size = plan.corpora[number].instances.len() + unseen;
    }
}

/// Checks that two folders, given by their plans and names, have the same plan except for the instances.
fn compare((plan, name): (&Plan, &str), (first, first_name): (&Plan, &str)) -> Result<(), Error> {
    let strategies = |plan: &Plan| {
        let keys = |corpus: &CorpusPlan| corpus.contenders.iter().map(|c| c.key.clone()).collect::<Vec<_>>();
        plan.corpora.iter().map(|corpus| (corpus.name.clone(), keys(corpus))).collect::<Vec<_>>()
    };
    let (own, common) = (&plan.design, &first.design);
    let numbers = |design: &Design| (design.repetitions, design.seeds);
    let differences = [
        ("experiments", own.experiment != common.experiment),
        ("tasks", own.solutions != common.solutions),
        ("seeds", own.seed != common.seed),
        ("limits", own.limits != common.limits),
        ("numbers of repetitions or seeds", numbers(own) != numbers(common)),
        ("strategies or corpora", strategies(plan) != strategies(first)),
    ];
    let Some((what, _)) = differences.into_iter().find(|(_, differs)| *differs) else { return Ok(()) };
    Err(Error::new(format!("{first_name} and {name} have different {what}")).help(
        "only runs of one plan are merged, such as its shards; name all strategies in one experiment, or compare the runs: \
         `coverlab diff`",
    ))
}
