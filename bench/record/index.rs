//! Finds the row of each trial of a plan.

use super::sums::Origin;
use super::{Place, Status, Tables, Trial};
use crate::error::Error;
use crate::plan::{CorpusPlan, Plan};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// The places of the rows of a plan's trials.
#[derive(Default)]
pub(crate) struct Index {
    /// Per corpus, by slot (see [`CorpusPlan::slot`]), the row that counts: the last one.
    places: Vec<Vec<Option<Place>>>,
    /// By corpus and slot, the rows before it.
    earlier: HashMap<(usize, usize), Vec<Place>>,
    /// The number of recorded trials.
    pub(crate) recorded: usize,
    /// The place in the order of execution that the next trial takes.
    pub(crate) next_order: u64,
    /// The number of rows that are not of the plan, by reason.
    pub(crate) foreign: BTreeMap<Foreign, u64>,
    /// Trials that are recorded only under other limits, and are run again.
    pub(crate) outdated: HashSet<(usize, usize)>,
    /// Rows that are not of the plan, or were run under other limits, with the numbers of their origins.
    pub(crate) unused: Vec<(Place, usize)>,
    /// Fingerprints of such rows that are in the table of unused trials already.
    set_aside: HashSet<u64>,
}

/// Why a recorded trial is not of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Foreign {
    /// No corpus of the plan has this name and this instance.
    Instance,
    /// The corpus has no such strategy, with these parameters and this task.
    Strategy,
    /// The plan has fewer repetitions.
    Repetition,
    /// The plan has another seed.
    Seed,
}

impl Foreign {
    /// The description of such trials.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Foreign::Instance => "of other instances",
            Foreign::Strategy => "of other strategies or tasks",
            Foreign::Repetition => "of further repetitions",
            Foreign::Seed => "of another seed",
        }
    }
}

/// The instances of a plan by their contents.
struct Contents<'a> {
    plan: &'a Plan,
    /// Per corpus, by content, the numbers of the instances that have it.
    numbers: Vec<HashMap<u64, Vec<u32>>>,
    /// By table, corpus and content: recorded names that none of several instances with this content has.
    renamed: HashMap<(u16, usize, u64), Vec<(String, u32)>>,
}

impl<'a> Contents<'a> {
    fn new(plan: &'a Plan) -> Contents<'a> {
        let numbers = |corpus: &CorpusPlan| {
            let mut numbers: HashMap<u64, Vec<u32>> = HashMap::with_capacity(corpus.instances.len());
            for (number, instance) in corpus.instances.iter().enumerate() {
                numbers.entry(instance.content).or_default().push(number as u32);
            }
            numbers
        };
        Contents { plan, numbers: plan.corpora.iter().map(numbers).collect(), renamed: HashMap::new() }
    }

    /// The corpus and the slot of a trial, or why the plan does not have it.
    fn locate(&mut self, table: u16, origin: &Origin, trial: &Trial) -> Result<(usize, usize), Foreign> {
        let plan = self.plan;
        let s =
            plan.corpora.iter().position(|corpus| corpus.name == trial.corpus).ok_or(Foreign::Instance)?;
        let corpus = &plan.corpora[s];
        let instance = self.instance(table, s, trial).ok_or(Foreign::Instance)?;
        let key = key_of(&origin.plan, trial).ok_or(Foreign::Strategy)?;
        let contender =
            corpus.contenders.iter().position(|contender| contender.key == key).ok_or(Foreign::Strategy)?;
        let is_further = trial.repeat >= plan.repetitions;
        let why = if is_further { Foreign::Repetition } else { Foreign::Seed };
        let round = plan.round(trial.seed, trial.repeat).ok_or(why)?;
        Ok((s, corpus.slot(plan.rounds(), instance, contender, round)))
    }

    /// The number of the instance of a trial. Of instances of equal content, the name decides; if they were renamed, their
    /// order.
    fn instance(&mut self, table: u16, s: usize, trial: &Trial) -> Option<usize> {
        let content = u64::from_str_radix(&trial.instance_hash, 16).ok()?;
        let numbers = self.numbers[s].get(&content)?;
        if let [only] = numbers[..] {
            return Some(only as usize);
        }
        let instances = &self.plan.corpora[s].instances;
        let has_name = |number: &&u32| {
            let instance = &instances[**number as usize];
            instance.name == trial.instance && instance.isomorph == trial.isomorph
        };
        if let Some(number) = numbers.iter().find(has_name) {
            return Some(*number as usize);
        }
        let names = self.renamed.entry((table, s, content)).or_default();
        let is_known = |name: &(String, u32)| name.0 == trial.instance && name.1 == trial.isomorph;
        let at = names.iter().position(is_known).unwrap_or_else(|| {
            names.push((trial.instance.clone(), trial.isomorph));
            names.len() - 1
        });
        numbers.get(at).map(|number| *number as usize)
    }
}

/// The key of the strategy of a trial in the plan by which it was run.
fn key_of<'a>(plan: &'a Plan, trial: &Trial) -> Option<&'a str> {
    let corpus = plan.corpora.iter().find(|corpus| corpus.name == trial.corpus)?;
    let is_contender = |contender: &&crate::plan::Contender| {
        contender.strategy == trial.strategy && contender.params == trial.params && contender.via == trial.via
    };
    corpus.contenders.iter().find(is_contender).map(|contender| &*contender.key)
}

impl Index {
    /// The trials of `plan`, which is that of part `part`, in `tables`.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn read(tables: &mut Tables, part: usize, plan: &Plan) -> Result<Index, Error> {
        let places = plan.corpora.iter().map(|corpus| vec![None; corpus.trials(plan.rounds())]).collect();
        let mut index = Index { places, ..Index::default() };
        let mut contents = Contents::new(plan);
        tables.each_row(part, |origin, place, trial| index.add(&mut contents, origin, place, trial))?;
        Ok(index)
    }

    /// Adds a row.
    fn add(&mut self, contents: &mut Contents<'_>, origin: &Origin, place: Place, trial: &Trial) {
        self.next_order = self.next_order.max(trial.order_index.saturating_add(1));
        match contents.locate(place.table, origin, trial) {
            Ok((s, slot)) if is_valid_under(trial, contents.plan) => {
                if let Some(before) = self.places[s][slot].replace(place) {
                    self.earlier.entry((s, slot)).or_default().push(before);
                } else {
                    self.recorded += 1;
                }
                self.outdated.remove(&(s, slot));
                return;
            }
            Ok((s, slot)) => {
                if self.places[s][slot].is_none() {
                    self.outdated.insert((s, slot));
                }
            }
            Err(why) => *self.foreign.entry(why).or_default() += 1,
        }
        // The first table is the one of unused trials.
        match place.table {
            0 => _ = self.set_aside.insert(fingerprint(trial)),
            _ if self.set_aside.contains(&fingerprint(trial)) => {}
            _ => self.unused.push((place, origin.number)),
        }
    }

    /// Whether the trial in `slot` of corpus `s` is recorded.
    pub(crate) fn has(&self, s: usize, slot: usize) -> bool {
        self.places[s][slot].is_some()
    }

    /// The place of the row of the trial in `slot` of corpus `s`.
    pub(crate) fn place(&self, s: usize, slot: usize) -> Option<Place> {
        self.places[s][slot]
    }

    /// The corpora and slots of trials that are recorded several times, with all places, in order.
    pub(crate) fn repeated(&self) -> Vec<((usize, usize), Vec<Place>)> {
        let all = |(&at, earlier): (&(usize, usize), &Vec<Place>)| {
            (at, earlier.iter().copied().chain(self.place(at.0, at.1)).collect())
        };
        let mut repeated: Vec<_> = self.earlier.iter().map(all).collect();
        repeated.sort_by_key(|(at, _)| *at);
        repeated
    }
}

/// Whether a trial would have the same result under the limits of `plan`.
fn is_valid_under(trial: &Trial, plan: &Plan) -> bool {
    let now = plan.limits;
    let time = trial.limit_cpu_ns == now.cpu_ns
        || trial.status != Status::Timeout
            && now.cpu_ns.is_none_or(|limit| trial.solve_cpu_ns.is_none_or(|spent| spent <= limit));
    let nodes = trial.limit_nodes == now.nodes
        || trial.status != Status::NodeLimit
            && now.nodes.is_none_or(|limit| trial.nodes.is_none_or(|nodes| nodes <= limit));
    time && nodes
}

/// A number that two rows share only if they record one execution of one trial.
pub(crate) fn fingerprint(trial: &Trial) -> u64 {
    let search = (&trial.corpus, &trial.instance_hash, &trial.strategy, &trial.params, &trial.via);
    let execution = (trial.seed, trial.repeat, trial.order_index, trial.started_utc, trial.solve_cpu_ns);
    BuildHasherDefault::<DefaultHasher>::new().hash_one((search, execution))
}
