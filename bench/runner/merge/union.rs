//! The plan of several folders: the union of their corpora, strategies and instances.

use super::Allow;
use super::source::Source;
use crate::error::Error;
use crate::plan::{CorpusPlan, Plan, PlannedInstance};
use crate::record::{Tables, Trial};
use smol_str::{SmolStr, format_smolstr};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The plan that has the corpora and strategies of all folders.
pub(super) struct Union {
    /// Without its instances, which are those of the rows.
    pub(super) plan: Plan,
    /// Per stage, how many instances the rows of all parts so far name, and how many each folder was to have beside those that
    /// its own rows name.
    seen: Vec<(usize, usize)>,
}

impl Union {
    /// The plan of all folders.
    ///
    /// # Errors
    /// They do not belong together.
    pub(super) fn of(sources: &[Source], tables: &Tables, allow: Allow) -> Result<Union, Error> {
        let plan = |file: &crate::record::TrialFile| file.last_origin().map(|origin| origin.plan.clone());
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
        let planned = |stage: &CorpusPlan| {
            let same =
                plans.iter().flat_map(|plan| &plan.stages).filter(|other| other.corpus == stage.corpus);
            (0, same.map(|stage| stage.size).sum())
        };
        Ok(Union { seen: plan.stages.iter().map(planned).collect(), plan })
    }

    /// The plan of part `part`, with the instances that rows of it name; `visit` gets each row with the number of its folder.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(super) fn part(
        &mut self,
        part: usize,
        tables: &mut Tables,
        mut visit: impl FnMut(u16, &Trial),
    ) -> Result<Plan, Error> {
        let mut lists: Vec<Instances> = self.plan.stages.iter().map(|_| Instances::default()).collect();
        tables.each_row(part, |_, place, trial| {
            let table = place.table;
            visit(table, trial);
            if let Some(s) = self.plan.stages.iter().position(|stage| stage.corpus == trial.corpus)
                && lists[s].add(table, trial)
            {
                self.seen[s].1 = self.seen[s].1.saturating_sub(1);
            }
        })?;
        let mut plan = self.plan.clone();
        for ((stage, list), (seen, _)) in plan.stages.iter_mut().zip(lists).zip(&mut self.seen) {
            *seen += list.list.len();
            let lanes = std::mem::take(&mut stage.lanes);
            *stage = CorpusPlan::new(stage.corpus.clone(), list.list, lanes);
        }
        plan.stages.retain(|stage| stage.size > 0);
        Ok(plan)
    }

    /// How many trials there are in the plan, once all parts were looked at, and per corpus how many instances no row names.
    pub(super) fn planned(&self) -> (u64, Vec<(&str, usize)>) {
        let rounds = self.plan.rounds() as usize;
        let trials = |(stage, (seen, unseen)): (&CorpusPlan, &(usize, usize))| {
            ((seen + unseen) * stage.lanes.len() * rounds) as u64
        };
        let stages = || self.plan.stages.iter().zip(&self.seen);
        let unseen = stages().map(|(stage, (_, unseen))| (&*stage.corpus, *unseen));
        (stages().map(trials).sum(), unseen.filter(|(_, unseen)| *unseen > 0).collect())
    }

    /// The plan for the merged record.
    pub(super) fn finished(self) -> Plan {
        let mut plan = self.plan;
        for (stage, (seen, unseen)) in plan.stages.iter_mut().zip(self.seen) {
            stage.size = seen + unseen;
        }
        plan
    }
}

/// The instances of a corpus that rows name, each content as often as the folder has it that has it most often.
#[derive(Default)]
struct Instances {
    list: Vec<PlannedInstance>,
    /// By content, how many instances of the list have it.
    contents: HashMap<u64, usize>,
    names: HashSet<(SmolStr, u32)>,
    /// By folder and content, the names that its rows have.
    met: HashMap<(u16, u64), Vec<(SmolStr, u32)>>,
}

impl Instances {
    /// Adds the instance of a row, unless it is there; whether it is the first of it in its folder. A name that another
    /// instance has already gets its hash as well.
    fn add(&mut self, table: u16, trial: &Trial) -> bool {
        let Ok(content) = u64::from_str_radix(&trial.instance_hash, 16) else { return false };
        let met = self.met.entry((table, content)).or_default();
        if met.iter().any(|(name, isomorph)| *name == trial.instance && *isomorph == trial.isomorph) {
            return false;
        }
        let mut name = SmolStr::from(&trial.instance);
        met.push((name.clone(), trial.isomorph));
        let listed = self.contents.entry(content).or_default();
        if met.len() <= *listed {
            return true;
        }
        *listed += 1;
        if !self.names.insert((name.clone(), trial.isomorph)) {
            let number = if *listed > 1 { format!(", {listed}") } else { String::new() };
            name = format_smolstr!("{name} ({content:016x}{number})");
            self.names.insert((name.clone(), trial.isomorph));
        }
        self.list.push(PlannedInstance { name, isomorph: trial.isomorph, content, count: None });
        true
    }
}

/// Refuses another plan or seed than that of the first folder.
fn compare(plan: &Plan, name: &str, (first, first_name): (&Plan, &str), allow: Allow) -> Result<(), Error> {
    let refuse = |what: &str, word: &str| {
        let what = format!("{name} has {what} than {first_name}");
        Err(Error::new(what).help(format!("to merge them all the same: --allow {word}")))
    };
    if plan.experiment != first.experiment {
        let (one, other) = (&plan.experiment, &first.experiment);
        return Err(Error::new(format!("{name} is of the experiment {one}, others are of {other}")));
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
        let keys = |stage: &CorpusPlan| stage.lanes.iter().map(|lane| lane.key.clone()).collect::<Vec<_>>();
        plan.stages.iter().map(|stage| (stage.corpus.clone(), keys(stage))).collect()
    };
    if names(plan) != names(first) {
        return refuse("other strategies or corpora", "plan");
    }
    Ok(())
}

/// Refuses parts of another file of a corpus that is too large to be held in memory, and parts with other numbers: instances
/// are known by their contents within a part.
fn compare_files(plan: &Plan, name: &str, other: &Plan, other_name: &str) -> Result<(), Error> {
    for stage in &plan.stages {
        let Some(known) = other.stages.iter().find(|known| known.corpus == stage.corpus) else { continue };
        let corpus = &stage.corpus;
        return Err(match (&stage.large_file, &known.large_file) {
            (Some(one), Some(two)) if one != two => {
                Error::new(format!("{name} has another file of the corpus {corpus} than {other_name}"))
                    .help("a large file is merged part by part, and only with itself: see `run --shard`")
            }
            (Some(_), None) | (None, Some(_)) => Error::new(format!(
                "only one of {name} and {other_name} has parts of a large file as the corpus {corpus}"
            ))
            .help("a large file is merged part by part, and only with itself: see `run --shard`"),
            _ if stage.part != known.part => Error::new(format!(
                "{name} divides the corpus {corpus} into other parts than {other_name}"
            ))
            .help("run both with the same corpora in the experiment, and with one version of this program"),
            _ => continue,
        });
    }
    Ok(())
}

/// The plan that has the corpora, strategies, repetitions and seeds of all.
fn united(plans: &[Plan]) -> Plan {
    let mut plan = Plan { stages: Vec::new(), ..plans[0].clone() };
    let most = |of: fn(&Plan) -> u32| plans.iter().map(of).max().unwrap_or(1);
    plan.repetitions = most(|plan| plan.repetitions);
    plan.seeds = most(|plan| plan.seeds);
    plan.isomorphs = most(|plan| plan.isomorphs);
    let seeds: BTreeSet<u64> =
        plans.iter().map(|other| other.seed).filter(|seed| *seed != plan.seed).collect();
    plan.other_seeds = seeds.into_iter().collect();
    for stage in plans.iter().flat_map(|plan| &plan.stages) {
        match plan.stages.iter_mut().find(|known| known.corpus == stage.corpus) {
            None => plan.stages.push(stage.clone()),
            Some(known) => {
                for lane in &stage.lanes {
                    if !known.lanes.iter().any(|known| known.key == lane.key) {
                        known.lanes.push(lane.clone());
                    }
                }
            }
        }
    }
    plan
}
