//! A journal read against a plan: the rows that belong, each in its place.

use super::journal::{self, Corpus, Record, Start};
use super::{Block, Head, Machine, Row, Status};
use crate::error::Error;
use crate::plan::{CorpusPlan, Limits, Plan};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The rows of a plan that a journal holds.
///
/// Blocks are kept as they are in their files, and rows decoded when they are asked for: a trial takes the few
/// bytes of its columns that vary.
#[derive(Default)]
pub struct Ledger {
    /// Per stage and slot, see [`crate::plan::CorpusPlan::slot`].
    places: Vec<Vec<Option<Place>>>,
    /// How many places are taken.
    recorded: usize,
    blocks: Vec<Block>,
    /// By block, an index into `machines`.
    wrote: Vec<usize>,
    /// The machines whose processes wrote.
    pub machines: Vec<Machine>,
    /// Other machines of the same record, from which these must be told apart.
    pub other_machines: Vec<Machine>,
    /// The plan of the last process: of the one that began last, and of several of the same second the one that is
    /// read last. `expand::plan` takes the same.
    pub last_plan: Option<Plan>,
    /// When that process began.
    pub last_start: u64,
    /// Whether the journal has all lists of instances of the plan.
    pub has_lists: bool,
    /// The processes that wrote: seconds since 1970-01-01 UTC, and host.
    pub starts: Vec<(u64, String)>,
    /// The place in the order of execution that the next trial takes.
    pub next_order: u64,
    /// Trials recorded that are not in the plan, by why.
    pub foreign: BTreeMap<Foreign, u64>,
    /// Trials recorded only under other limits, which must be run again.
    pub outdated: HashSet<(usize, usize)>,
    /// The faults of the files.
    pub complaints: Vec<String>,
    /// Per file, the length of the part to keep.
    pub good: HashMap<PathBuf, u64>,
}

/// Where a row is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    block: u32,
    row: u32,
}

/// The facts that a trial shares with others, and its error.
pub(super) struct Circumstances<'a> {
    /// The head of its block.
    pub(super) head: &'a Head,
    /// The number of its machine.
    pub(super) machine: usize,
    /// The place of the first trial of the block in the order of execution.
    pub(super) first_order: u64,
    /// The error.
    pub(super) error: Option<&'a str>,
}

/// Why a trial is not in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Foreign {
    /// No corpus of the plan has that name, or it does not have that instance.
    Instance,
    /// The corpus is not for that strategy, with those parameters and that task.
    Strategy,
    /// The plan has fewer repetitions.
    Repetition,
    /// It was run with another seed.
    Seed,
}

impl Foreign {
    /// The description of such trials.
    pub fn words(self) -> &'static str {
        match self {
            Foreign::Instance => "of other instances",
            Foreign::Strategy => "of other strategies or tasks",
            Foreign::Repetition => "of further repetitions",
            Foreign::Seed => "of another seed",
        }
    }
}

impl Ledger {
    /// Reads the journal in `folder`. Of several records of a trial the last one counts.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(plan: &Plan, folder: &Path) -> Result<Ledger, Error> {
        let mut reader = Reader::new(plan);
        for path in journal::files(folder)? {
            reader.machine = None;
            let found = journal::read(&path, |record| reader.take(record))?;
            let name = path.display();
            let damaged =
                |at| format!("{name}: the block at byte {at} is damaged; its trials are to be run again");
            reader.ledger.complaints.extend(found.damaged.iter().map(damaged));
            reader.ledger.good.insert(path, found.good);
        }
        for path in journal::outdated_files(folder)? {
            let name = path.display();
            reader
                .ledger
                .complaints
                .push(format!("{name} is of an earlier format; its trials are to be run again"));
        }
        Ok(reader.end())
    }

    /// How many trials the plan has.
    pub fn planned(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    /// How many trials of the plan are recorded.
    pub fn recorded(&self) -> usize {
        self.recorded
    }

    /// Whether the trial in `slot` of stage `s` is recorded.
    pub fn has(&self, s: usize, slot: usize) -> bool {
        self.places[s][slot].is_some()
    }

    /// The row of the trial in `slot` of stage `s`.
    pub fn row(&self, s: usize, slot: usize) -> Option<Row> {
        self.row_at(self.places[s][slot]?)
    }

    /// The row at `place`.
    pub(crate) fn row_at(&self, place: Place) -> Option<Row> {
        self.blocks[place.block as usize].row(place.row as usize)
    }

    /// Takes out, per stage and slot, where its row is. No slot can be asked for any more.
    pub(crate) fn take_places(&mut self) -> Vec<Vec<Option<Place>>> {
        self.recorded = 0;
        std::mem::take(&mut self.places)
    }

    /// The machines that trials are from.
    pub(crate) fn writers(&self) -> impl Iterator<Item = &Machine> {
        let is_writer = |at: &usize| self.wrote.contains(at);
        (0..self.machines.len()).filter(is_writer).map(|at| &self.machines[at])
    }

    /// The seed of the trial at `place`.
    pub(crate) fn seed_at(&self, place: Place) -> u64 {
        self.blocks[place.block as usize].head.seed
    }

    /// The circumstances of the trial in `slot` of stage `s`.
    pub(super) fn circumstances(&self, s: usize, slot: usize) -> Option<Circumstances<'_>> {
        let place = self.places[s][slot]?;
        let (at, k) = (place.block as usize, place.row as usize);
        let block = &self.blocks[at];
        let first_order = block.row(0)?.order;
        Some(Circumstances { head: &block.head, machine: self.wrote[at], first_order, error: block.error(k) })
    }
}

/// Where the instances of a list are in the plan.
struct Located {
    stage: Option<usize>,
    /// By number in the list, the number in the stage.
    instances: Vec<Option<u32>>,
}

impl Located {
    /// Where the `count` instances of stage `stage` itself are.
    fn all(stage: usize, count: usize) -> Located {
        Located { stage: Some(stage), instances: (0..count as u32).map(Some).collect() }
    }
}

struct Reader<'a> {
    plan: &'a Plan,
    /// By digest, the lists of instances of the plan and of all files: one that is damaged may stand elsewhere.
    lists: HashMap<String, Located>,
    /// Digests of the lists that were read.
    read: HashSet<String>,
    /// Of the process that wrote last to the file, an index into the ledger's machines.
    machine: Option<usize>,
    /// Blocks whose list is not known yet, with their machines.
    waiting: Vec<(Block, usize)>,
    ledger: Ledger,
}

impl<'a> Reader<'a> {
    fn new(plan: &'a Plan) -> Self {
        let places = plan.stages.iter().map(|stage| vec![None; stage.trials(plan.rounds())]).collect();
        let own =
            |(s, stage): (usize, &CorpusPlan)| (stage.digest.clone(), Located::all(s, stage.instances.len()));
        Reader {
            plan,
            lists: plan.stages.iter().enumerate().map(own).collect(),
            read: HashSet::new(),
            machine: None,
            waiting: Vec::new(),
            ledger: Ledger { places, ..Ledger::default() },
        }
    }

    fn end(mut self) -> Ledger {
        for (block, machine) in std::mem::take(&mut self.waiting) {
            match self.lists.contains_key(&block.head.corpus) {
                true => self.trials(block, machine),
                false => self.lost(&block, "refer to a list of instances that is lost"),
            }
        }
        let mut outdated = std::mem::take(&mut self.ledger.outdated);
        outdated.retain(|&(s, slot)| !self.ledger.has(s, slot));
        let has_lists = self.plan.stages.iter().all(|stage| self.read.contains(&stage.digest));
        Ledger { outdated, has_lists, ..self.ledger }
    }

    fn take(&mut self, record: Record) {
        match record {
            Record::Start(start) => self.start(*start),
            Record::Corpus(corpus) => {
                if !self.lists.contains_key(&corpus.digest) {
                    let located = self.locate(&corpus);
                    self.lists.insert(corpus.digest.clone(), located);
                }
                self.read.insert(corpus.digest);
            }
            Record::Trials(block) => match self.machine {
                None => self.lost(&block, "stand before anything that says what ran them"),
                Some(machine) if self.lists.contains_key(&block.head.corpus) => self.trials(*block, machine),
                Some(machine) => self.waiting.push((*block, machine)),
            },
        }
    }

    fn start(&mut self, Start { started_utc, machine, merged, plan }: Start) {
        let ledger = &mut self.ledger;
        ledger.other_machines.extend(merged);
        ledger.starts.push((started_utc, machine.host.clone()));
        if started_utc >= ledger.last_start {
            (ledger.last_start, ledger.last_plan) = (started_utc, Some(plan));
        }
        let known = ledger.machines.iter().position(|known| *known == machine).unwrap_or_else(|| {
            ledger.machines.push(machine);
            ledger.machines.len() - 1
        });
        self.machine = Some(known);
    }

    /// Finds the instances of a list in the plan by their contents. Of equal ones the first is the first.
    fn locate(&self, corpus: &Corpus) -> Located {
        let stage = self.plan.stages.iter().position(|stage| stage.corpus == corpus.name);
        let here = stage.map_or(&[][..], |s| self.plan.stages[s].instances.contents());
        let contents = corpus.instances.contents();
        let mut numbers: HashMap<u64, Vec<u32>> = HashMap::new();
        for (number, content) in here.iter().enumerate().rev() {
            numbers.entry(*content).or_default().push(number as u32);
        }
        let instances = contents.iter().map(|content| numbers.get_mut(content)?.pop()).collect();
        Located { stage, instances }
    }

    /// Takes trials over a list that is known.
    fn trials(&mut self, block: Block, machine: usize) {
        let located = &self.lists[&block.head.corpus];
        let rows: Option<Vec<Row>> = (0..block.len()).map(|k| block.row(k)).collect();
        let is_listed =
            |rows: &Vec<Row>| rows.iter().all(|row| (row.instance as usize) < located.instances.len());
        let Some(rows) = rows.filter(is_listed) else {
            return self.lost(&block, "refer to instances that their list does not have");
        };
        let ledger = &mut self.ledger;
        if let Some(last) = rows.iter().map(|row| row.order).max() {
            ledger.next_order = ledger.next_order.max(last.saturating_add(1));
        }
        let lane = located.stage.and_then(|s| {
            let lanes = &self.plan.stages[s].lanes;
            lanes.iter().position(|lane| lane.key == block.head.lane)
        });
        let number = ledger.blocks.len() as u32;
        for (k, row) in rows.iter().enumerate() {
            let instance = located.instances[row.instance as usize];
            let foreign = |why, ledger: &mut Ledger| *ledger.foreign.entry(why).or_default() += 1;
            let (Some(s), Some(instance)) = (located.stage, instance) else {
                foreign(Foreign::Instance, ledger);
                continue;
            };
            let Some(lane) = lane else {
                foreign(Foreign::Strategy, ledger);
                continue;
            };
            let Some(round) = self.plan.round(block.head.seed, block.head.repeat) else {
                let is_further = block.head.repeat >= self.plan.repetitions;
                foreign(if is_further { Foreign::Repetition } else { Foreign::Seed }, ledger);
                continue;
            };
            let slot = self.plan.stages[s].slot(self.plan.rounds(), instance as usize, lane, round);
            if !stands(&block.head.limits, row, &self.plan.limits) {
                ledger.outdated.insert((s, slot));
                continue;
            }
            let place = Place { block: number, row: k as u32 };
            ledger.recorded += usize::from(ledger.places[s][slot].replace(place).is_none());
        }
        ledger.blocks.push(block);
        ledger.wrote.push(machine);
    }

    /// Trials that cannot be told to be of the plan.
    fn lost(&mut self, block: &Block, why: &str) {
        let (trials, strategy) = (block.len(), &block.head.strategy);
        self.ledger.complaints.push(format!("{trials} trials of {strategy} {why}; they are to be run again"));
    }
}

/// Whether a trial that was run under the limits `before` would have come out the same under `now`.
fn stands(before: &Limits, row: &Row, now: &Limits) -> bool {
    let time = before.cpu_ns == now.cpu_ns
        || row.status != Status::Timeout && now.cpu_ns.is_none_or(|limit| row.cpu_ns <= limit);
    let nodes = before.nodes == now.nodes
        || row.status != Status::NodeLimit && now.nodes.is_none_or(|limit| row.nodes <= limit);
    time && nodes
}
