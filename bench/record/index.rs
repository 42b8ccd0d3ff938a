//! Finds the row of each trial of a plan.

use super::sums::Origin;
use super::{Place, Status, Tables, Trial};
use crate::error::Error;
use crate::plan::{Contender, CorpusPlan, Plan, PlannedInstance};
use smol_str::{SmolStr, format_smolstr};
use std::borrow::Cow;
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
    /// Per corpus, how many instances the tables name, each counted in every table, if the plan got its instances from them.
    pub(crate) names: Vec<usize>,
    /// The place in the order of execution that the next trial takes.
    pub(crate) next_order: u64,
    /// The number of rows that are not of the plan, by reason.
    pub(crate) foreign: BTreeMap<Foreign, u64>,
    /// Trials that are run again because their recorded rows are outdated, by corpus and slot.
    pub(crate) outdated: HashMap<(usize, usize), Outdated>,
    /// Rows that are not of the plan, or are outdated, with the numbers of their origins.
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

/// Why a recorded trial of the plan is run again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outdated {
    /// It was run under other limits.
    Limits,
    /// These files of an external solver have changed since.
    Files(Vec<String>),
}

/// Finds the trials of rows in a plan.
struct Lookup<'a> {
    plan: Cow<'a, Plan>,
    /// Whether the plan gets the instances of rows that it does not have.
    adds_instances: bool,
    /// The instances of each corpus.
    instances: Vec<KnownInstances>,
}

/// The instances of a corpus.
#[derive(Default)]
struct KnownInstances {
    /// By content, the numbers of the instances that have it.
    numbers: HashMap<u64, Vec<u32>>,
    /// By table and content, the names in rows.
    in_rows: HashMap<(u16, u64), Vec<NameInRows>>,
    /// The names of instances that were added.
    added: HashSet<(SmolStr, u32)>,
}

/// The name of an instance in rows.
struct NameInRows {
    name: SmolStr,
    isomorph: u32,
    /// The number of the instance.
    number: u32,
}

impl<'a> Lookup<'a> {
    fn new(plan: Cow<'a, Plan>, adds_instances: bool) -> Lookup<'a> {
        let instances = |corpus: &CorpusPlan| {
            let mut numbers: HashMap<u64, Vec<u32>> = HashMap::with_capacity(corpus.instances.len());
            for (number, instance) in corpus.instances.iter().enumerate() {
                numbers.entry(instance.content).or_default().push(number as u32);
            }
            KnownInstances { numbers, ..KnownInstances::default() }
        };
        Lookup { instances: plan.corpora.iter().map(instances).collect(), plan, adds_instances }
    }

    /// The corpus and the slot of a trial, and why it is run again, if it is. The error says why it is not in the plan.
    fn locate(
        &mut self,
        table: u16,
        origin: &Origin,
        trial: &Trial,
    ) -> Result<(usize, usize, Option<Outdated>), Foreign> {
        let of_name = |corpus: &CorpusPlan| corpus.name == trial.corpus;
        let s = self.plan.corpora.iter().position(of_name).ok_or(Foreign::Instance)?;
        let instance = self.instance(table, s, trial).ok_or(Foreign::Instance)?;
        let (plan, corpus) = (&*self.plan, &self.plan.corpora[s]);
        let recorded = contender_of(&origin.plan, trial).ok_or(Foreign::Strategy)?;
        let of_key = |contender: &Contender| contender.key == recorded.key;
        let contender = corpus.contenders.iter().position(of_key).ok_or(Foreign::Strategy)?;
        let is_further = trial.repeat >= plan.repetitions;
        let why = if is_further { Foreign::Repetition } else { Foreign::Seed };
        let round = plan.round(trial.seed, trial.repeat).ok_or(why)?;
        let changed = corpus.contenders[contender].changed_files(recorded);
        let outdated = match changed.is_empty() {
            false => Some(Outdated::Files(changed)),
            true => (!is_valid_under(trial, plan)).then_some(Outdated::Limits),
        };
        Ok((s, corpus.slot(plan.rounds(), instance, contender, round), outdated))
    }

    /// The number of the instance of a trial. Of instances with equal content, the name decides; if they were renamed, their
    /// order.
    fn instance(&mut self, table: u16, s: usize, trial: &Trial) -> Option<usize> {
        let content = u64::from_str_radix(&trial.instance_hash, 16).ok()?;
        let known = &mut self.instances[s];
        let numbers = known.numbers.get(&content).map_or(&[][..], Vec::as_slice);
        if numbers.len() < 2 && !self.adds_instances {
            return numbers.first().map(|number| *number as usize);
        }
        let is_of_row = |name: &SmolStr, isomorph: u32| *name == trial.instance && isomorph == trial.isomorph;
        let in_rows = known.in_rows.entry((table, content)).or_default();
        if let Some(known) = in_rows.iter().find(|known| is_of_row(&known.name, known.isomorph)) {
            return Some(known.number as usize);
        }
        let is_free = |number: &&u32| in_rows.iter().all(|known| known.number != **number);
        let has_name = |number: &&u32| {
            let instance = &self.plan.corpora[s].instances[**number as usize];
            is_of_row(&instance.name, instance.isomorph)
        };
        // A run that was continued after its instances were renamed has rows with both names.
        let of_name = numbers.iter().find(has_name).filter(|number| !self.adds_instances || is_free(number));
        let number = match of_name.or_else(|| numbers.iter().find(is_free)) {
            Some(number) => *number,
            None if self.adds_instances => known.add(&mut self.plan.to_mut().corpora[s], content, trial),
            None => return None,
        };
        let name = NameInRows { name: SmolStr::from(&trial.instance), isomorph: trial.isomorph, number };
        known.in_rows.entry((table, content)).or_default().push(name);
        Some(number as usize)
    }
}

impl KnownInstances {
    /// Adds the instance of a row to `corpus`; its number. If another instance has its name, the hash becomes part of it.
    fn add(&mut self, corpus: &mut CorpusPlan, content: u64, trial: &Trial) -> u32 {
        let (number, isomorph) = (corpus.instances.len() as u32, trial.isomorph);
        let numbers = self.numbers.entry(content).or_default();
        numbers.push(number);
        let mut name = SmolStr::from(&trial.instance);
        if !self.added.insert((name.clone(), isomorph)) {
            let copy = if numbers.len() > 1 { format!(", {}", numbers.len()) } else { String::new() };
            name = format_smolstr!("{name} ({content:016x}{copy})");
            self.added.insert((name.clone(), isomorph));
        }
        corpus.instances.push(PlannedInstance { name, isomorph, content, count: None });
        corpus.size = corpus.instances.len();
        number
    }
}

/// The contender of a trial in the plan by which it was run.
fn contender_of<'a>(plan: &'a Plan, trial: &Trial) -> Option<&'a Contender> {
    let corpus = plan.corpora.iter().find(|corpus| corpus.name == trial.corpus)?;
    let columns = [&*trial.strategy, &*trial.params, &*trial.via];
    corpus.contenders.iter().find(|contender| contender.columns() == columns)
}

impl Index {
    /// The trials of `plan`, which is that of part `part`, in `tables`.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn read(tables: &mut Tables, part: usize, plan: &Plan) -> Result<Index, Error> {
        let lookup = Lookup::new(Cow::Borrowed(plan), false);
        Index::of_rows(tables, part, lookup, |_, _| {}).map(|(index, _)| index)
    }

    /// The trials of part `part` in `tables`, and the plan of the part: `plan`, which has no instances, with
    /// those of the rows. `visit` gets
    /// each row, with the number of its table.
    ///
    /// # Errors
    /// A table cannot be read.
    pub(crate) fn with_instances(
        tables: &mut Tables,
        part: usize,
        mut plan: Plan,
        visit: impl FnMut(u16, &Trial),
    ) -> Result<(Index, Plan), Error> {
        plan.corpora.iter_mut().for_each(|corpus| corpus.size = 0);
        let (mut index, lookup) = Index::of_rows(tables, part, Lookup::new(Cow::Owned(plan), true), visit)?;
        let names = |instances: &KnownInstances| instances.in_rows.values().map(Vec::len).sum();
        index.names = lookup.instances.iter().map(names).collect();
        Ok((index, lookup.plan.into_owned()))
    }

    fn of_rows<'a>(
        tables: &mut Tables,
        part: usize,
        mut lookup: Lookup<'a>,
        mut visit: impl FnMut(u16, &Trial),
    ) -> Result<(Index, Lookup<'a>), Error> {
        let rounds = lookup.plan.rounds();
        let places = lookup.plan.corpora.iter().map(|corpus| vec![None; corpus.trials(rounds)]).collect();
        let mut index = Index { places, ..Index::default() };
        tables.each_row(part, |origin, place, trial| {
            visit(place.table, trial);
            index.add(&mut lookup, origin, place, trial);
        })?;
        // Instances that were added have a slot for each trial, whether a row of it followed or not.
        for (places, corpus) in index.places.iter_mut().zip(&lookup.plan.corpora) {
            places.resize(corpus.trials(rounds), None);
        }
        Ok((index, lookup))
    }

    /// Adds a row.
    fn add(&mut self, lookup: &mut Lookup<'_>, origin: &Origin, place: Place, trial: &Trial) {
        self.next_order = self.next_order.max(trial.order_index.saturating_add(1));
        match lookup.locate(place.table, origin, trial) {
            Ok((s, slot, None)) => {
                let places = &mut self.places[s];
                places.resize(places.len().max(slot + 1), None);
                if let Some(before) = places[slot].replace(place) {
                    self.earlier.entry((s, slot)).or_default().push(before);
                } else {
                    self.recorded += 1;
                }
                self.outdated.remove(&(s, slot));
                return;
            }
            Ok((s, slot, Some(why))) => {
                if !self.has(s, slot) {
                    self.outdated.insert((s, slot), why);
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
        self.place(s, slot).is_some()
    }

    /// The place of the row of the trial in `slot` of corpus `s`.
    pub(crate) fn place(&self, s: usize, slot: usize) -> Option<Place> {
        self.places[s].get(slot).copied().flatten()
    }

    /// The number of trials that are run again, by reason.
    pub(crate) fn outdated_by_reason(&self) -> BTreeMap<&Outdated, u64> {
        let mut counts = BTreeMap::new();
        self.outdated.values().for_each(|why| *counts.entry(why).or_default() += 1);
        counts
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
