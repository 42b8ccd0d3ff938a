//! The plan of several folders: the union of their corpora, strategies and instances.

use super::Allow;
use super::source::SourceFolder;
use crate::error::Error;
use crate::plan::{CorpusPlan, Plan};
use crate::record::{Index, Tables, TrialFile};
use std::collections::BTreeSet;

/// The plan that has the corpora and strategies of all folders.
pub(super) struct Union {
    /// The plan, without its instances, which are in the rows.
    pub(super) plan: Plan,
    /// By corpus, the number of instances that rows of the parts added so far name, and the number of planned instances that no
    /// row of their folder names.
    seen: Vec<(usize, usize)>,
}

impl Union {
    /// The plan of all folders.
    pub(super) fn of(sources: &[SourceFolder], tables: &Tables, allow: Allow) -> Result<Union, Error> {
        let plan = |file: &TrialFile| file.last_origin().map(|origin| origin.plan.clone());
        let plans: Vec<Plan> = tables.files.iter().filter_map(plan).collect();
        let first = (&plans[0], &*sources[0].name);
        for (plan, source) in plans.iter().zip(sources) {
            compare(plan, &source.name, first, allow)?;
        }
        for (k, one) in plans.iter().enumerate() {
            for (source, other) in sources[k..].iter().zip(&plans[k..]) {
                compare_files(other, &source.name, one, &sources[k].name)?;
            }
        }
        let plan = united(&plans);
        let planned = |corpus: &CorpusPlan| {
            let same = plans.iter().flat_map(|plan| &plan.corpora).filter(|other| other.name == corpus.name);
            (0, same.map(|corpus| corpus.size).sum())
        };
        Ok(Union { seen: plan.corpora.iter().map(planned).collect(), plan })
    }

    /// Counts the instances of a part, whose plan is `plan`.
    pub(super) fn add(&mut self, plan: &Plan, index: &Index) {
        let counts = self.seen.iter_mut().zip(&plan.corpora).zip(&index.named_instances);
        for (((seen, unseen), corpus), named) in counts {
            *seen += corpus.size;
            *unseen = unseen.saturating_sub(*named);
        }
    }

    /// The number of trials in the plan, and the corpora with the number of instances that no row names, if there are any. Call
    /// it after all parts were added.
    pub(super) fn planned(&self) -> (u64, Vec<(&str, usize)>) {
        let rounds = self.plan.rounds() as usize;
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

/// Checks that the plan of the folder `name` agrees with that of the first folder.
fn compare(plan: &Plan, name: &str, (first, first_name): (&Plan, &str), allow: Allow) -> Result<(), Error> {
    let refuse = |what: &str, word: &str| {
        let what = format!("{name} has {what} than {first_name}");
        Err(Error::new(what).help(format!("to merge them anyway, use --allow {word}")))
    };
    if plan.experiment != first.experiment {
        let (one, other) = (&plan.experiment, &first.experiment);
        return Err(Error::new(format!(
            "{name} is a run of the experiment {one}, others are runs of {other}"
        )));
    }
    if plan.solutions != first.solutions {
        return Err(Error::new(format!("{name} was run for another task")));
    }
    if plan.seed != first.seed && !allow.seed {
        return refuse(&format!("another seed, {},", plan.seed), "seed");
    }
    if allow.plan {
        return Ok(());
    }
    if plan.limits != first.limits {
        return refuse("other limits", "plan");
    }
    if (plan.seeds, plan.isomorphs) != (first.seeds, first.isomorphs) {
        return refuse("other numbers of seeds or images,", "plan");
    }
    if plan.repetitions != first.repetitions {
        return refuse(&format!("another number of repetitions, {},", plan.repetitions), "plan");
    }
    let names = |plan: &Plan| -> Vec<_> {
        let keys = |corpus: &CorpusPlan| {
            corpus.contenders.iter().map(|contender| contender.key.clone()).collect::<Vec<_>>()
        };
        plan.corpora.iter().map(|corpus| (corpus.name.clone(), keys(corpus))).collect()
    };
    if names(plan) != names(first) {
        return refuse("other strategies or corpora", "plan");
    }
    Ok(())
}

/// Checks that two folders have the same files of large corpora, and the same numbers of parts, because instances are matched
/// within a part.
fn compare_files(plan: &Plan, name: &str, other: &Plan, other_name: &str) -> Result<(), Error> {
    for corpus in &plan.corpora {
        let Some(known) = other.corpora.iter().find(|known| known.name == corpus.name) else { continue };
        let corpus_name = &corpus.name;
        let help = "a large file is merged part by part, and only with itself: see `run --shard`";
        return Err(match (&corpus.large_file, &known.large_file) {
            (Some(one), Some(two)) if one != two => Error::new(format!(
                "{name} and {other_name} have different files of the corpus {corpus_name}"
            ))
            .help(help),
            (Some(_), None) | (None, Some(_)) => Error::new(format!(
                "only one of {name} and {other_name} has parts of a large file as the corpus {corpus_name}"
            ))
            .help(help),
            _ if corpus.part != known.part => Error::new(format!(
                "{name} divides the corpus {corpus_name} into other parts than {other_name}"
            ))
            .help("run both with the same corpora in the experiment, and with one version of this program"),
            _ => continue,
        });
    }
    Ok(())
}

/// The union of `plans`: all corpora, strategies, repetitions and seeds.
fn united(plans: &[Plan]) -> Plan {
    let mut plan = Plan { corpora: Vec::new(), ..plans[0].clone() };
    let most = |of: fn(&Plan) -> u32| plans.iter().map(of).max().unwrap_or(1);
    plan.repetitions = most(|plan| plan.repetitions);
    plan.seeds = most(|plan| plan.seeds);
    plan.isomorphs = most(|plan| plan.isomorphs);
    let seeds: BTreeSet<u64> =
        plans.iter().map(|other| other.seed).filter(|seed| *seed != plan.seed).collect();
    plan.other_seeds = seeds.into_iter().collect();
    for corpus in plans.iter().flat_map(|plan| &plan.corpora) {
        match plan.corpora.iter_mut().find(|known| known.name == corpus.name) {
            None => plan.corpora.push(corpus.clone()),
            Some(known) => {
                for contender in &corpus.contenders {
                    match known.contenders.iter_mut().find(|known| known.key == contender.key) {
                        None => known.contenders.push(contender.clone()),
                        // Machines may have different builds of a program, so no checksum holds for all trials.
                        Some(known) if !known.changed_files(contender).is_empty() => known.files.clear(),
                        Some(_) => {}
                    }
                }
            }
        }
    }
    plan
}
