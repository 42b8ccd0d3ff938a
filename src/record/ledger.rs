//! A journal read against a plan: the rows that belong, each in its place.

use super::frame::Frame;
use super::journal::{self, FORMAT, OLDEST, Record, SHORT_ANSWERS};
use super::roll::Roll;
use super::slots::{Blocks, Slot, Slots, Whole};
use super::{Block, Ending, Mode, Status};
use crate::error::Error;
use crate::plan::{Limits, Plan, Stage};
use coverlab_model::Event;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the journal knows of one trial.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub(super) status: Status,
    pub(super) ending: Ending,
    pub(super) mode: Mode,
    /// Index into [`Ledger::hosts`].
    pub(super) host: u16,
    pub(super) order: u64,
    pub(super) started: u64,
    pub(super) cpu: u64,
    pub(super) wall: u64,
    pub(super) encode: u64,
    pub(super) decode: u64,
    pub(super) solutions: u64,
    pub(super) proven: u64,
    pub(super) answer: u64,
    pub(super) nodes: u64,
    pub(super) depth: u64,
    pub(super) events: [u64; Event::ALL.len()],
    pub(super) filled: i64,
}

/// The rows of a plan that a journal holds.
///
/// Blocks are kept as they were read, by columns; a row is put together when somebody asks for it.
/// So a trial takes the few bytes of its columns that vary, and a run of millions fits in memory.
#[derive(Default)]
pub struct Ledger {
    /// Where the row of each trial is.
    slots: Slots,
    /// What was read, each with an index into `hosts`.
    blocks: Blocks,
    /// Which blocks are plain, see [`Block::is_plain`].
    plain: Vec<bool>,
    /// What went wrong, by stage and slot.
    pub errors: HashMap<(usize, usize), String>,
    /// The machines that rows are from.
    pub hosts: Vec<String>,
    /// The commit of the last process.
    pub last_commit: Option<String>,
    /// What the last process said that the run is.
    pub last_frame: Option<Frame>,
    /// The processes that wrote: host, and seconds since 1970-01-01 UTC.
    pub starts: Vec<(String, u64)>,
    /// The place in the order of execution that the next trial takes.
    pub next_order: u64,
    /// Trials recorded that are not in the plan.
    pub foreign: u64,
    /// Trials recorded only under other limits, which must be run again.
    pub outdated: HashSet<(usize, usize)>,
    /// Records that are not good.
    pub complaints: Vec<String>,
    /// Per file, the length of the part to keep.
    pub good: HashMap<PathBuf, u64>,
}

impl Ledger {
    /// Reads the journal in `folder`. Of several records of a trial the last one counts.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(plan: &Plan, folder: &Path) -> Result<Ledger, Error> {
        let mut reader = Reader::new(plan, Ledger::empty(plan), false);
        for path in journal::files(folder)? {
            reader.rolls.clear();
            let found = journal::read(&path, |record| reader.take(record))?;
            let name = path.display();
            let lines = found.corrupt.iter();
            reader
                .ledger
                .complaints
                .extend(lines.map(|n| format!("{name}: line {n} is damaged; its trials are run again")));
            reader.ledger.good.insert(path, found.good);
        }
        Ok(reader.end())
    }

    /// Adds `records`, which this process has appended to the journal since it was read: with them
    /// it is what reading all of it again would give. No trial is among them twice.
    pub fn extend(&mut self, plan: &Plan, records: impl IntoIterator<Item = Record>) {
        let begins = self.recorded() == 0;
        let mut reader = Reader::new(plan, std::mem::take(self), begins);
        records.into_iter().for_each(|record| reader.take(record));
        *self = reader.end();
    }

    /// The ledger of no journal.
    fn empty(plan: &Plan) -> Ledger {
        let slots = Slots::new(plan.stages.iter().map(|stage| stage.trials(plan.repetitions)).collect());
        Ledger { slots, hosts: vec![String::new()], ..Ledger::default() }
    }

    /// How many trials the plan has.
    pub fn planned(&self) -> usize {
        self.slots.sizes().iter().sum()
    }

    /// How many trials of the plan are recorded.
    pub fn recorded(&self) -> usize {
        self.slots.recorded().iter().sum()
    }

    /// Whether the trial in `slot` of stage `s` is recorded.
    pub fn has(&self, s: usize, slot: usize) -> bool {
        self.slots(s)[slot].is_some()
    }

    /// The row of the trial in `slot` of stage `s`.
    pub fn row(&self, s: usize, slot: usize) -> Option<Row> {
        let slot = self.slots(s)[slot]?;
        let (block, host) = &self.blocks[slot.number()];
        Some(row(block, slot.trial(), *host))
    }

    /// Where the rows of stage `s` are.
    fn slots(&self, s: usize) -> &[Option<Slot>] {
        self.slots.of(&self.blocks, s)
    }

    /// Whether every trial that was read is plain, see [`Block::is_plain`].
    pub(super) fn is_plain(&self) -> bool {
        self.plain.iter().all(|plain| *plain)
    }

    /// How many trials of stage `s` are recorded.
    pub fn recorded_of(&self, s: usize) -> usize {
        self.slots.recorded()[s]
    }

    /// Whether the trials in `slots` of stage `s`, repetitions of `repetitions` each, are all recorded,
    /// plain and of one answer, and repetitions of one search did the same work.
    pub(super) fn is_agreed(&self, s: usize, slots: Range<usize>, repetitions: usize) -> bool {
        let slots = &self.slots(s)[slots];
        let is_plain = |slot: &Option<Slot>| slot.is_some_and(|slot| self.plain[slot.number()]);
        if !slots.iter().all(is_plain) {
            return false;
        }
        let found = |slot: &Option<Slot>| slot.map(|slot| (&self.blocks[slot.number()].0, slot.trial()));
        let answer = |slot| found(slot).map(|(block, k)| block.answer.get(k));
        if let [first, others @ ..] = slots
            && others.iter().any(|other| answer(other) != answer(first))
        {
            return false;
        }
        let work = |slot| {
            found(slot).map(|(block, k)| {
                (block.nodes.get(k), block.depth.get(k), block.events.each_ref().map(|column| column.get(k)))
            })
        };
        slots.chunks(repetitions).all(|lane| lane[1..].iter().all(|other| work(other) == work(&lane[0])))
    }
}

/// Where an instance of the plan stands: stage and place.
type Seat = (usize, usize);

/// Where the instances of a corpus stand.
enum Seats {
    /// They are those of this stage, so many.
    Stage(usize, usize),
    /// One by one.
    Each(Vec<Option<Seat>>),
}

impl Seats {
    fn len(&self) -> usize {
        match self {
            Seats::Stage(_, instances) => *instances,
            Seats::Each(seats) => seats.len(),
        }
    }

    fn of(&self, instance: usize) -> Option<Seat> {
        match self {
            Seats::Stage(s, _) => Some((*s, instance)),
            Seats::Each(seats) => seats[instance],
        }
    }
}

struct Reader<'a> {
    plan: &'a Plan,
    /// By instance key; made when a roll is met that is not that of a stage.
    seats: Option<HashMap<u64, Seat>>,
    lanes: HashMap<(usize, u64), usize>,
    /// By digest, the seats of a corpus's instances.
    rolls: HashMap<String, Seats>,
    host: u16,
    /// The version of the records of the process whose turn it is.
    format: u32,
    /// Whether what is read was just run, and nothing before.
    begins: bool,
    ledger: Ledger,
}

impl<'a> Reader<'a> {
    /// A reader that adds to `ledger`.
    fn new(plan: &'a Plan, ledger: Ledger, begins: bool) -> Self {
        let lanes = |(s, stage): (usize, &'a Stage)| {
            stage.lanes.iter().enumerate().map(move |(l, lane)| ((s, lane.key), l))
        };
        let lanes = plan.stages.iter().enumerate().flat_map(lanes).collect();
        Reader { plan, seats: None, lanes, rolls: HashMap::new(), host: 0, format: FORMAT, begins, ledger }
    }

    fn end(self) -> Ledger {
        let mut ledger = self.ledger;
        let mut outdated = std::mem::take(&mut ledger.outdated);
        outdated.retain(|&(s, slot)| !ledger.has(s, slot));
        ledger.outdated = outdated;
        ledger
    }

    fn take(&mut self, record: Record) {
        match record {
            Record::Start(start) => {
                if !(OLDEST..=FORMAT).contains(&start.format) {
                    let what = format!("the journal has records of version {}", start.format);
                    let known = format!("this program knows versions {OLDEST} to {FORMAT}");
                    self.ledger.complaints.push(format!("{what}; {known}"));
                }
                let ledger = &mut self.ledger;
                self.format = start.format;
                ledger.starts.push((start.host.clone(), start.started));
                ledger.last_commit = Some(start.commit);
                ledger.last_frame = start.frame;
                self.host = ledger.hosts.iter().position(|h| *h == start.host).unwrap_or_else(|| {
                    ledger.hosts.push(start.host);
                    ledger.hosts.len() - 1
                }) as u16;
            }
            Record::Corpus(roll) => {
                let seats = self.seats(&roll);
                self.rolls.insert(roll.digest, seats);
            }
            Record::Block(block) if self.format < SHORT_ANSWERS => self.block(block.renewed()),
            Record::Block(block) => self.block(*block),
        }
    }

    /// Where the instances of `roll` stand in the plan.
    fn seats(&mut self, roll: &Roll) -> Seats {
        let stages = &self.plan.stages;
        if let Some(s) = stages.iter().position(|stage| stage.digest == roll.digest) {
            return Seats::Stage(s, stages[s].instances.len());
        }
        let seats = self.seats.get_or_insert_with(|| {
            let seats =
                |s: usize| stages[s].instances.keys().iter().enumerate().map(move |(i, &key)| (key, (s, i)));
            (0..stages.len()).flat_map(seats).collect()
        });
        Seats::Each(roll.keys().iter().map(|key| seats.get(key).copied()).collect())
    }

    fn block(&mut self, block: Block) {
        if !self.rolls.get(&block.corpus).is_some_and(|roll| block.is_sound(roll.len())) {
            self.ledger.complaints.push(format!(
                "{} trials of {} refer to a list of instances that is lost; they are run again",
                block.len(),
                block.strategy
            ));
            return;
        }
        let last = block.order_of(block.len() - 1);
        self.ledger.next_order = self.ledger.next_order.max(last + 1);
        let seen = Seen {
            lane: u64::from_str_radix(&block.lane, 16).unwrap_or(0),
            number: self.ledger.blocks.len(),
            standing: stands_whole(&block, &self.plan.limits),
        };
        if !self.plan_whole(&block, &seen) {
            (0..block.len()).for_each(|k| self.trial(&block, &seen, k));
        }
        self.ledger.plain.push(block.is_plain());
        self.ledger.blocks.push((block, self.host));
    }

    /// Notes all trials of a block that belongs to one stage as a whole and in which nothing went wrong,
    /// as nearly every block is. `false`: that has to be looked at trial by trial.
    fn plan_whole(&mut self, block: &Block, seen: &Seen) -> bool {
        let Some(&Seats::Stage(s, _)) = self.rolls.get(&block.corpus) else { return false };
        let Some(&lane) = self.lanes.get(&(s, seen.lane)) else { return false };
        let odd = !block.errors.is_empty() || !self.ledger.errors.is_empty();
        if odd || !seen.standing || block.repeat >= self.plan.repetitions {
            return false;
        }
        let slot = |instance| self.plan.stages[s].slot(self.plan.repetitions, instance, lane, block.repeat);
        let whole = Whole { number: seen.number, stage: s, first: slot(0), step: slot(1) - slot(0) };
        let Ledger { slots, blocks, .. } = &mut self.ledger;
        slots.put_whole(blocks, block, whole, self.begins);
        true
    }

    fn trial(&mut self, block: &Block, seen: &Seen, k: usize) {
        let seat = self.rolls.get(&block.corpus).and_then(|seats| seats.of(block.instance.get(k) as usize));
        let lane = seat.and_then(|(s, _)| self.lanes.get(&(s, seen.lane)).copied());
        let (Some((s, i)), Some(lane), true) = (seat, lane, block.repeat < self.plan.repetitions) else {
            self.ledger.foreign += 1;
            return;
        };
        let slot = self.plan.stages[s].slot(self.plan.repetitions, i, lane, block.repeat);
        if !seen.standing && !stands(block, &row(block, k, self.host), &self.plan.limits) {
            self.ledger.outdated.insert((s, slot));
            return;
        }
        let Ledger { slots, blocks, .. } = &mut self.ledger;
        slots.put(blocks, s, slot, Slot::new(seen.number, k));
        if !self.ledger.errors.is_empty() {
            self.ledger.errors.remove(&(s, slot));
        }
        if let Some((_, words)) = block.errors.iter().find(|(at, _)| *at as usize == k) {
            self.ledger.errors.insert((s, slot), words.clone());
        }
    }
}

/// What goes for all trials of a block.
struct Seen {
    /// The key of its lane.
    lane: u64,
    /// Its number.
    number: usize,
    /// Whether it was run under the limits of the plan.
    standing: bool,
}

fn row(block: &Block, k: usize, host: u16) -> Row {
    Row {
        status: block.status.get(k),
        ending: block.ending.get(k),
        mode: block.mode,
        host,
        order: block.order_of(k),
        started: block.started,
        cpu: block.time(&block.cpu, k),
        wall: block.time(&block.wall, k),
        encode: block.time(&block.encode, k),
        decode: block.time(&block.decode, k),
        solutions: block.solutions.get(k),
        proven: block.proven.get(k),
        answer: block.answer.get(k),
        nodes: block.nodes.get(k),
        depth: block.depth.get(k),
        events: std::array::from_fn(|e| block.events[e].get(k)),
        filled: block.filled.get(k),
    }
}

/// Whether a block was run under `limits`.
fn stands_whole(block: &Block, limits: &Limits) -> bool {
    block.limit_cpu == limits.time_ns() && block.limit_nodes == limits.nodes
}

/// Whether a trial that was run under other limits would have come out the same under `limits`.
fn stands(block: &Block, row: &Row, limits: &Limits) -> bool {
    let time = block.limit_cpu == limits.time_ns()
        || row.status != Status::Timeout && limits.time_ns().is_none_or(|limit| row.cpu <= limit);
    let nodes = block.limit_nodes == limits.nodes
        || row.status != Status::NodeLimit && limits.nodes.is_none_or(|limit| row.nodes <= limit);
    time && nodes
}
