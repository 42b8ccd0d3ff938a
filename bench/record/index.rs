//! Finds the recorded row of each trial of a plan.

use super::checksums::Origin;
use super::reuse::{self, Outdated};
use super::{RowLocation, Tables, TimingMode, Trial};
use crate::error::Error;
use crate::plan::{Contender, CorpusPlan, Design, Plan, PlannedInstance};
use crate::text::counted;
use smol_str::{SmolStr, format_smolstr};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

/// A trial of a plan: the index of its corpus, and its slot there (see [`Plan::slot`]).
type TrialSlot = (usize, usize);

/// Where the trials of a plan are recorded.
#[derive(Default)]
pub(crate) struct TrialIndex {
    /// By corpus and slot, the row that counts, which is the last one.
    locations: Vec<Vec<Option<RowLocation>>>,
    /// The rows that later ones supersede.
    earlier: HashMap<TrialSlot, Vec<RowLocation>>,
    /// The number of recorded trials.
    pub(crate) recorded: usize,
    /// By corpus, the number of instances that the tables name, summed over the tables. Only for
    /// [`with_instances`](Self::with_instances).
    pub(crate) named_instances: Vec<usize>,
    /// The range of `order_index` and `block` of the rows of each table.
    pub(crate) orders: BTreeMap<u16, RangeInclusive<u64>>,
    /// The `order_index` of the next trial.
    pub(crate) next_order: u64,
    /// By corpus and contender, the recorded trials by the way of timing.
    pub(crate) timed: Vec<Vec<TimedTrials>>,
    /// The number of rows that are not in the plan, by reason.
    pub(super) unplanned: BTreeMap<Unplanned, u64>,
    /// Trials that have to be run again, because their recorded rows are outdated.
    pub(super) outdated: HashMap<TrialSlot, Outdated>,
}

/// Numbers of recorded trials by the way of timing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimedTrials {
    pub(crate) streamed: u64,
    pub(crate) alone: u64,
}

impl TimedTrials {
    fn add(&mut self, mode: TimingMode) {
        match mode {
            TimingMode::Stream => self.streamed += 1,
            TimingMode::Alone => self.alone += 1,
        }
    }
}

/// Why a recorded trial is not in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unplanned {
    /// The plan has another task or memory limit.
    Task,
    /// The plan has no corpus of this name with this instance.
    Instance,
    /// The corpus has no strategy with this name and these parameters.
    Strategy,
    /// The plan has fewer repetitions.
    Repetition,
    /// The plan has another seed.
    Seed,
}

impl Unplanned {
    fn phrase(self) -> &'static str {
        match self {
            Unplanned::Task => "of another task or memory limit",
            Unplanned::Instance => "on other instances",
            Unplanned::Strategy => "of other strategies",
            Unplanned::Repetition => "of further repetitions",
            Unplanned::Seed => "with other seeds",
        }
    }
}

/// Finds the trial of a row in a plan.
struct TrialLookup<'a> {
    /// An owned plan gets the instances of rows that it lacks.
    plan: Cow<'a, Plan>,
    /// The instances of each corpus.
    instances: Vec<KnownInstances>,
}

/// The instances of a corpus.
#[derive(Default)]
struct KnownInstances {
    /// By hash of the content, the numbers of the instances.
    numbers: HashMap<u64, Vec<u32>>,
    /// By table and hash of the content, the names that rows have for these instances.
    in_rows: HashMap<(u16, u64), Vec<NameInRows>>,
    /// The names of instances that were added.
    added: HashSet<SmolStr>,
}

/// The name that the rows of a table have for an instance.
struct NameInRows {
    name: SmolStr,
    /// The number of the instance in the plan.
    number: u32,
}

impl<'a> TrialLookup<'a> {
    fn new(plan: Cow<'a, Plan>) -> TrialLookup<'a> {
        let instances = |corpus: &CorpusPlan| {
            let mut numbers: HashMap<u64, Vec<u32>> = HashMap::with_capacity(corpus.instances.len());
            for (number, instance) in corpus.instances.iter().enumerate() {
                numbers.entry(instance.content_hash).or_default().push(number as u32);
            }
            KnownInstances { numbers, ..KnownInstances::default() }
        };
        TrialLookup { instances: plan.corpora.iter().map(instances).collect(), plan }
    }

    /// The slot of a trial, and whether its row is outdated. The error is why the trial is not in the plan.
    fn locate(
        &mut self,
        table: u16,
        origin: &Origin,
        trial: &Trial,
    ) -> Result<(TrialSlot, Option<Outdated>), Unplanned> {
        let task = |design: &Design| (design.solutions, design.limits.memory);
        if task(&origin.plan.design) != task(&self.plan.design) {
            return Err(Unplanned::Task);
        }
        let has_name = |corpus: &CorpusPlan| corpus.name == trial.corpus;
        let corpus_number = self.plan.corpora.iter().position(has_name).ok_or(Unplanned::Instance)?;
        let instance = self.instance(table, corpus_number, trial).ok_or(Unplanned::Instance)?;
        let (design, corpus) = (&self.plan.design, &self.plan.corpora[corpus_number]);
        let recorded = contender_of(&origin.plan, trial).ok_or(Unplanned::Strategy)?;
        let is_recorded = |contender: &Contender| trial.is_of(contender);
        let strategy = corpus.contenders.iter().position(is_recorded).ok_or(Unplanned::Strategy)?;
        let is_repetition_missing = trial.repeat >= design.repetitions;
        let why = if is_repetition_missing { Unplanned::Repetition } else { Unplanned::Seed };
        let round = design.round(trial.seed, trial.repeat).ok_or(why)?;
        let outdated = reuse::outdated(trial, recorded, &corpus.contenders[strategy], design.limits);
        Ok(((corpus_number, self.plan.slot(corpus_number, instance, strategy, round)), outdated))
    }

    /// The number of the instance of a trial in corpus `corpus`. Instances with equal content are distinguished by name or, if
    /// they were renamed, by their order.
    fn instance(&mut self, table: u16, corpus: usize, trial: &Trial) -> Option<usize> {
        let content_hash = u64::from_str_radix(&trial.instance_hash, 16).ok()?;
        let (known, adds_instances) = (&mut self.instances[corpus], matches!(self.plan, Cow::Owned(_)));
        let numbers = known.numbers.get(&content_hash).map_or(&[][..], Vec::as_slice);
        if numbers.len() < 2 && !adds_instances {
            return numbers.first().map(|number| *number as usize);
        }
        let in_rows = known.in_rows.entry((table, content_hash)).or_default();
        if let Some(known) = in_rows.iter().find(|known| known.name == trial.instance) {
            return Some(known.number as usize);
        }
        let is_free = |number: &&u32| in_rows.iter().all(|known| known.number != **number);
        let has_name =
            |number: &&u32| self.plan.corpora[corpus].instances[**number as usize].name == trial.instance;
        // A run that was resumed after its instances were renamed has rows with both names.
        let by_name = numbers.iter().find(has_name).filter(|number| !adds_instances || is_free(number));
        let number = match by_name.or_else(|| numbers.iter().find(is_free)) {
            Some(number) => *number,
            None if adds_instances => known.add(&mut self.plan.to_mut().corpora[corpus], content_hash, trial),
            None => return None,
        };
        let name = NameInRows { name: SmolStr::from(&trial.instance), number };
        known.in_rows.entry((table, content_hash)).or_default().push(name);
        Some(number as usize)
    }
}

impl KnownInstances {
    /// Adds the instance of a row to `corpus`, and returns its number. If another instance has its name, its hash is
    /// appended to the name.
    fn add(&mut self, corpus: &mut CorpusPlan, content_hash: u64, trial: &Trial) -> u32 {
        let number = corpus.instances.len() as u32;
        let numbers = self.numbers.entry(content_hash).or_default();
        numbers.push(number);
        let mut name = SmolStr::from(&trial.instance);
        if !self.added.insert(name.clone()) {
            let copy = if numbers.len() > 1 { format!(", {}", numbers.len()) } else { String::new() };
            name = format_smolstr!("{name} ({content_hash:016x}{copy})");
            self.added.insert(name.clone());
        }
        corpus.instances.push(PlannedInstance { name, content_hash, count: None });
        number
    }
}

/// The contender of a trial in `plan`, the plan of the run that recorded it.
fn contender_of<'a>(plan: &'a Plan, trial: &Trial) -> Option<&'a Contender> {
    let corpus = plan.corpora.iter().find(|corpus| corpus.name == trial.corpus)?;
    corpus.contenders.iter().find(|contender| trial.is_of(contender))
}

impl TrialIndex {
    /// Finds the trials of a plan in `tables`.
    pub(crate) fn read(tables: &mut Tables, plan: &Plan) -> Result<TrialIndex, Error> {
        let lookup = TrialLookup::new(Cow::Borrowed(plan));
        TrialIndex::of_rows(tables, lookup).map(|(index, _)| index)
    }

    /// Finds the trials of a plan in `tables`. `plan` has no instances; the returned plan has those of the rows.
    pub(crate) fn with_instances(tables: &mut Tables, plan: Plan) -> Result<(TrialIndex, Plan), Error> {
        let (mut index, lookup) = TrialIndex::of_rows(tables, TrialLookup::new(Cow::Owned(plan)))?;
        let named = |instances: &KnownInstances| instances.in_rows.values().map(Vec::len).sum();
        index.named_instances = lookup.instances.iter().map(named).collect();
        Ok((index, lookup.plan.into_owned()))
    }

    fn of_rows<'a>(
        tables: &mut Tables,
        mut lookup: TrialLookup<'a>,
    ) -> Result<(TrialIndex, TrialLookup<'a>), Error> {
        let corpora = 0..lookup.plan.corpora.len();
        let locations = corpora.map(|corpus| vec![None; lookup.plan.slots(corpus)]).collect();
        let untimed = |corpus: &CorpusPlan| vec![TimedTrials::default(); corpus.contenders.len()];
        let timed = lookup.plan.corpora.iter().map(untimed).collect();
        let mut index = TrialIndex { locations, timed, ..TrialIndex::default() };
        tables.each_row(|origin, location, trial| index.add(&mut lookup, origin, location, trial))?;
        // Every trial on an added instance has a slot, even if it has no row.
        for (corpus, locations) in index.locations.iter_mut().enumerate() {
            locations.resize(lookup.plan.slots(corpus), None);
        }
        Ok((index, lookup))
    }

    /// Adds a row.
    fn add(&mut self, lookup: &mut TrialLookup<'_>, origin: &Origin, location: RowLocation, trial: &Trial) {
        self.next_order = self.next_order.max(trial.order_index.saturating_add(1));
        // The first row of a block may be gone.
        let first = trial.block.unwrap_or(trial.order_index).min(trial.order_index);
        let orders = self.orders.entry(location.table).or_insert(first..=trial.order_index);
        *orders = first.min(*orders.start())..=trial.order_index.max(*orders.end());
        match lookup.locate(location.table, origin, trial) {
            Ok(((corpus, slot), None)) => {
                let locations = &mut self.locations[corpus];
                locations.resize(locations.len().max(slot + 1), None);
                if let Some(before) = locations[slot].replace(location) {
                    self.earlier.entry((corpus, slot)).or_default().push(before);
                } else {
                    self.recorded += 1;
                }
                self.outdated.remove(&(corpus, slot));
                let (_, contender) = lookup.plan.at(corpus, slot);
                self.timed[corpus][contender].add(trial.mode);
            }
            Ok(((corpus, slot), Some(why))) => {
                if !self.has(corpus, slot) {
                    self.outdated.insert((corpus, slot), why);
                }
            }
            Err(why) => *self.unplanned.entry(why).or_default() += 1,
        }
    }

    /// Whether the trial in slot `slot` of corpus `corpus` is recorded.
    pub(crate) fn has(&self, corpus: usize, slot: usize) -> bool {
        self.location(corpus, slot).is_some()
    }

    /// The row of the trial in slot `slot` of corpus `corpus`.
    pub(crate) fn location(&self, corpus: usize, slot: usize) -> Option<RowLocation> {
        self.locations[corpus].get(slot).copied().flatten()
    }

    /// Says how many recorded trials are not in the plan, and why. `None` if all are.
    pub(crate) fn unplanned(&self) -> Option<String> {
        let of_reason = |(why, trials): (&Unplanned, &u64)| {
            format!("{} {}", counted(*trials, "recorded trial", "recorded trials"), why.phrase())
        };
        let reasons: Vec<String> = self.unplanned.iter().map(of_reason).collect();
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }

    /// Says how many recorded trials are outdated, a line for each reason. `outdated_are` says what happens to them.
    pub(crate) fn notes(&self, outdated_are: &str) -> Vec<String> {
        let mut outdated: BTreeMap<&Outdated, u64> = BTreeMap::new();
        self.outdated.values().for_each(|why| *outdated.entry(why).or_default() += 1);
        let note = |(why, trials): (&Outdated, u64)| {
            let are = counted(trials, "recorded trial is", "recorded trials are");
            format!("{are} {outdated_are}: {}", why.reason())
        };
        outdated.into_iter().map(note).collect()
    }

    /// The trials that are recorded several times, in the order of their slots, each with all of its rows.
    pub(crate) fn duplicates(&self) -> Vec<(TrialSlot, Vec<RowLocation>)> {
        let all = |(&(corpus, slot), earlier): (&TrialSlot, &Vec<RowLocation>)| {
            ((corpus, slot), earlier.iter().copied().chain(self.location(corpus, slot)).collect())
        };
        let mut duplicates: Vec<_> = self.earlier.iter().map(all).collect();
        duplicates.sort_by_key(|(slot, _)| *slot);
        duplicates
    }
}
