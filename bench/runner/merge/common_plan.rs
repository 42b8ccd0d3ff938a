//! The common plan of several folders, with the instances that their rows name.

use super::source::SourceFolder;
use crate::error::Error;
use crate::plan::{CorpusPlan, Design, PartPlan, Plan};
use crate::record::{Tables, TrialFile, TrialIndex};

/// The plan of all folders, and how many of its instances their rows name.
pub(super) struct CommonPlan {
    pub(super) plan: Plan,
    /// By corpus, the number of instances that rows of the parts added so far name, and the number of planned instances that no
    /// row of their folder names.
    seen: Vec<(usize, usize)>,
}

impl CommonPlan {
    /// The plan of all folders.
    ///
    /// # Errors
    /// The folders differ in more than their instances.
    pub(super) fn of(sources: &[SourceFolder], tables: &Tables) -> Result<CommonPlan, Error> {
        let plan = |file: &TrialFile| file.origins.last().map(|origin| origin.plan.clone());
        let plans: Vec<Plan> = tables.files.iter().filter_map(plan).collect();
        for (plan, source) in plans.iter().zip(sources) {
            compare((plan, &source.name), (&plans[0], &sources[0].name))?;
        }
        let mut plan = plans[0].clone();
        let corpora = plan.corpora.iter_mut().enumerate();
        let seen = corpora.map(|(number, corpus)| {
            let same = || plans.iter().map(|plan| &plan.corpora[number]);
            for other in same() {
                for (known, contender) in corpus.contenders.iter_mut().zip(&other.contenders) {
                    // Machines may have different builds of a program, so no checksum holds for all trials.
                    if !known.changed_files(contender).is_empty() {
                        known.files.clear();
                    }
                }
            }
            (0, same().map(|corpus| corpus.size).sum())
        });
        Ok(CommonPlan { seen: seen.collect(), plan })
    }

    /// Counts the instances of a part, whose plan is `plan`.
    pub(super) fn add(&mut self, plan: &PartPlan, index: &TrialIndex) {
        let counts = self.seen.iter_mut().zip(&plan.corpora).zip(&index.named_instances);
        for (((seen, unseen), corpus), named) in counts {
            *seen += corpus.instances.len();
            *unseen = unseen.saturating_sub(*named);
        }
    }

    /// The number of trials in the plan, and the corpora with the number of instances that no row names, if there are any. Call
    /// it after all parts were added.
    pub(super) fn planned(&self) -> (u64, Vec<(&str, usize)>) {
        let rounds = self.plan.design.rounds() as usize;
        let trials = |(corpus, (seen, unseen)): (&CorpusPlan, &(usize, usize))| {
            ((seen + unseen) * corpus.contenders.len() * rounds) as u64
        };
        let corpora = || self.plan.corpora.iter().zip(&self.seen);
        let unseen = corpora().map(|(corpus, (_, unseen))| (&*corpus.name, *unseen));
        (corpora().map(trials).sum(), unseen.filter(|(_, unseen)| *unseen > 0).collect())
    }

    /// The plan for the merged record.
    pub(super) fn finished(self) -> Plan {
        let mut plan = self.plan;
        for (corpus, (seen, unseen)) in plan.corpora.iter_mut().zip(self.seen) {
            corpus.size = seen + unseen;
        }
        plan
    }
}

/// Checks that two folders, given by their plans and names, have the same plan except for the instances.
fn compare((plan, name): (&Plan, &str), (first, first_name): (&Plan, &str)) -> Result<(), Error> {
    let strategies = |plan: &Plan| {
        let keys = |corpus: &CorpusPlan| corpus.contenders.iter().map(|c| c.key.clone()).collect::<Vec<_>>();
        plan.corpora.iter().map(|corpus| (corpus.name.clone(), keys(corpus))).collect::<Vec<_>>()
    };
    // The instances of a large file are matched within its parts.
    let parts = |plan: &Plan| {
        plan.corpora.iter().map(|corpus| (corpus.large_file.clone(), corpus.part)).collect::<Vec<_>>()
    };
    let (own, common) = (&plan.design, &first.design);
    let numbers = |design: &Design| (design.repetitions, design.seeds, design.isomorphs);
    let differences = [
        ("experiments", own.experiment != common.experiment),
        ("tasks", own.solutions != common.solutions),
        ("seeds", own.seed != common.seed),
        ("limits", own.limits != common.limits),
        ("numbers of repetitions, seeds or images", numbers(own) != numbers(common)),
        ("strategies or corpora", strategies(plan) != strategies(first)),
        ("files of a large corpus, or divide it into different parts", parts(plan) != parts(first)),
    ];
    let Some((what, _)) = differences.into_iter().find(|(_, differs)| *differs) else { return Ok(()) };
    Err(Error::new(format!("{first_name} and {name} have different {what}")).help(
        "only runs of one plan are merged, such as its shards; name all strategies in one experiment, or compare the runs: \
         `coverlab diff`",
    ))
}
