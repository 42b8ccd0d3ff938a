//! A thread that runs trials of a corpus: pilots, then streamed blocks and single searches.
//!
//! The *pilot* of a strategy searches blocks, each many times larger than the one before, until one takes a millisecond.
//! Nothing of it is recorded: it is the strategy's first search, in cold caches, and it takes the last instances, so that
//! none is searched twice in a short time. A mean below [`FAST_BELOW_NS`] makes the strategy *streamed*: clocks are read per
//! block. Otherwise each search is timed by itself, and so is every search of a small corpus.
//!
//! A second search of an instance by the same code, or by a sibling of it, finds caches and the branch predictor trained:
//! Heller's program then took 0.60 to 0.85 of the time. So a strategy has a piece of the instances to itself before the next
//! one comes, with another piece (`units`).
//!
//! A mean hides an instance that takes a thousand times longer than the others. So a strategy whose block takes much longer
//! than expected is timed one by one from then on; the block itself counts. To solve such blocks again had doubled the cost
//! of a run. Only a block in which a trial may have passed its limits, or in which the strategy panicked, is not recorded:
//! its instances are searched again one by one, each under the limits of a trial.

use super::corpus_run::{CorpusRun, Pace};
use super::panics;
use super::sessions::Sessions;
use super::shared::Shared;
use super::trial_template::{Spent, TrialTemplate};
use super::units::{LARGEST_BLOCK, LEAST_BLOCK_NS, STREAM_FROM, Unit};
use super::workload::Gathered;
use crate::corpus::generator;
use crate::kind::Kind;
use crate::record::{MAX_SHOWN, Mode, RowWriter};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Cost, Fault, FaultKind, Outcome, ProcessFacts, Stop, Task};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::slice;
use std::time::{Duration, Instant};

/// Below this mean time a strategy is timed by the block.
const FAST_BELOW_NS: u64 = 100_000;
/// A streamed block is searched in batches of this many instances: few enough that their outcomes are still in the cache
/// when the referee checks them, and enough that a search of many side by side is not often short of work.
const BATCH: usize = 1024;
/// Single searches share a block until it is this old.
const MAX_BLOCK_AGE: Duration = Duration::from_millis(250);
/// A streamed block that takes this many times the expected time has an outlier in it.
const OUTLIER: u64 = 4;
/// No search of a pilot takes longer: a strategy that needs more is slow.
const MAX_PILOT_SEARCH: Duration = Duration::from_millis(20);
/// A strategy whose mean within a block with an outlier is above this is not streamed any more.
const STOP_STREAMING_ABOVE_NS: u64 = 20_000;

/// A thread that runs trials of a corpus.
pub(super) struct Worker<'a, P: Kind> {
    id: usize,
    shared: &'a Shared<'a>,
    run: &'a CorpusRun<'a, P>,
    random: Pcg64Mcg,
    sessions: Sessions<P>,
    /// By strategy.
    templates: Vec<TrialTemplate>,
    rows: RowWriter,
    /// The outcomes of a block, by batch.
    outcomes: Vec<Vec<Outcome<P>>>,
    gathered: Gathered<'a, P>,
}

/// Why a block of several instances has to be searched one by one.
enum Unfit {
    /// A search in it may have passed the limits of a trial.
    Limit,
    /// The strategy panicked, or its process had a fault.
    Fault,
    /// The run is stopping: not at all.
    Stopping,
}

impl<'a, P: Kind> Worker<'a, P> {
    pub(super) fn new(id: usize, shared: &'a Shared<'a>, run: &'a CorpusRun<'a, P>) -> Self {
        let contenders = &run.plan.contenders;
        let template = |contender| TrialTemplate::new(shared.plan, run.plan, contender, shared.host);
        Worker {
            id,
            shared,
            run,
            random: generator(&["worker", &id.to_string()], shared.plan.seed),
            sessions: Sessions::new(
                contenders.len(),
                shared.plan.limits.memory.is_none(),
                generator(&["memory", &id.to_string()], shared.plan.seed),
            ),
            templates: contenders.iter().map(template).collect(),
            rows: RowWriter::new(),
            outcomes: Vec::new(),
            gathered: Gathered::new(run.workload),
        }
    }

    /// Finds the paces of strategies until all are known.
    pub(super) fn pilot(&mut self) {
        while let Some(strategy) = self.run.next_pilot() {
            if let Some(pace) = self.find_pace(strategy) {
                self.run.set_pace(strategy, pace);
            }
        }
    }

    /// Runs trials until all are recorded or the run stops.
    pub(super) fn work(&mut self) {
        while !self.shared.is_stopping()
            && let Some(unit) = self.run.next_unit()
        {
            match unit.mode {
                Mode::Stream => self.streamed_unit(unit),
                Mode::Between | Mode::Single => self.single_unit(unit),
            }
        }
    }

    /// The pace of a strategy, unless it is known or nothing is to be run.
    fn find_pace(&mut self, strategy: usize) -> Option<Pace> {
        let run = self.run;
        if run.plan.contenders[strategy].profile.is_guarded() {
            // A program is started for a search, or for a block of them: its definition says which.
            let is_fast = run.workload.is_batched(strategy);
            return Some(Pace { mean_ns: nanoseconds(MAX_PILOT_SEARCH), is_fast });
        }
        if run.strategies[strategy].has_pace() {
            return None;
        }
        let mut pending = Vec::new();
        let round = (0..run.orders.len() as u32).find(|&round| {
            run.pending(strategy, round, 0..run.plan.instances.len(), &mut pending);
            !pending.is_empty()
        })?;
        pending.reverse();
        Some(self.measure_pace(strategy, round, &pending))
    }

    /// The pace of a strategy, by searches of some of `pending`.
    fn measure_pace(&mut self, strategy: usize, round: u32, pending: &[u32]) -> Pace {
        // A block that takes longer than the limit of one trial has to be searched again.
        let limit = self.shared.plan.limits.cpu_ns;
        let is_roomy = limit.is_none_or(|limit| limit > 2 * OUTLIER * LEAST_BLOCK_NS);
        let is_large = self.run.plan.instances.len() >= STREAM_FROM;
        let mut task = self.task(round);
        task.time = Some(task.time.map_or(MAX_PILOT_SEARCH, |limit| limit.min(MAX_PILOT_SEARCH)));
        let (mut done, mut pace) = (0, Pace { mean_ns: nanoseconds(MAX_PILOT_SEARCH), is_fast: false });
        while done < pending.len() && !self.shared.is_stopping() {
            let next = if is_large { after_pilot_block(done).min(pending.len()) } else { 1 };
            let block = &pending[done..next];
            let spent = self.search(strategy, block, BATCH, &task);
            if self.outcomes(block.len(), BATCH).any(|outcome| outcome.fault().is_some()) {
                // A strategy that panics here does so again where it is recorded.
                return pace;
            }
            pace.mean_ns = spent.cpu_ns / block.len() as u64;
            pace.is_fast = is_large && is_roomy && pace.mean_ns < FAST_BELOW_NS;
            done = next;
            if spent.cpu_ns >= LEAST_BLOCK_NS || !is_large {
                break;
            }
        }
        pace
    }

    /// The streamed strategies, or the others, in random order.
    fn strategies(&mut self, streamed: bool) -> Vec<usize> {
        let states = self.run.strategies.iter().enumerate();
        let mut chosen: Vec<usize> =
            states.filter(|(_, state)| state.is_streamed() == streamed).map(|(number, _)| number).collect();
        chosen.shuffle(&mut self.random);
        chosen
    }

    /// Every streamed strategy over the same instances, one after the other.
    fn streamed_unit(&mut self, unit: &Unit) {
        let mut pending = Vec::new();
        for strategy in self.strategies(true) {
            self.run.pending(strategy, unit.round, unit.range.clone(), &mut pending);
            if !pending.is_empty() && !self.shared.is_stopping() {
                self.sessions.move_on(strategy, &*self.run.workload.backends[strategy]);
                self.streamed(strategy, unit.round, &pending);
            }
        }
    }

    /// All other strategies, each with a piece in turn: every one begins with another piece.
    fn single_unit(&mut self, unit: &Unit) {
        let run = self.run;
        let strategies = self.strategies(false);
        let pieces = unit.pieces();
        let first = |turn: usize| turn * pieces.len() / strategies.len();
        let mut turns: Vec<(usize, usize)> =
            strategies.iter().enumerate().map(|(turn, strategy)| (*strategy, first(turn))).collect();
        let mut pending = Vec::new();
        for step in 0..pieces.len() {
            turns.shuffle(&mut self.random);
            for &(strategy, first) in &turns {
                let piece = pieces[(first + step) % pieces.len()].clone();
                run.pending(strategy, unit.round, piece, &mut pending);
                self.sessions.move_on(strategy, &*run.workload.backends[strategy]);
                self.one_by_one(strategy, unit.round, &pending);
            }
        }
    }

    /// Runs the trials at the places in `block` as one, or one by one if that does not fit them.
    fn streamed(&mut self, strategy: usize, round: u32, block: &[u32]) {
        let state = &self.run.strategies[strategy];
        if block.len() == 1 || state.has_outliers() {
            return self.one_by_one(strategy, round, block);
        }
        let (count, expected) = (block.len() as u64, state.mean());
        self.templates[strategy].begin_block(self.shared.plan.seed_and_repetition(round), Mode::Stream);
        let (cpu, has_outlier, failed) = match self.run_block(strategy, round, block, Mode::Stream) {
            Ok(cpu) => {
                (cpu, expected.is_some_and(|mean| cpu > OUTLIER * (mean * count).max(LEAST_BLOCK_NS)), false)
            }
            Err(Unfit::Stopping) => return,
            Err(unfit) => {
                let before = state.spent();
                self.one_by_one(strategy, round, block);
                (state.spent() - before, true, matches!(unfit, Unfit::Fault))
            }
        };
        let is_batched = self.run.workload.is_batched(strategy);
        if failed || !is_batched && has_outlier && cpu / count > STOP_STREAMING_ABOVE_NS {
            state.stop_streaming();
        }
    }

    /// Runs the trials at `places`, each timed by itself.
    fn one_by_one(&mut self, strategy: usize, round: u32, places: &[u32]) {
        let mut is_first = true;
        for place in places {
            if self.shared.is_stopping() {
                return;
            }
            let template = &mut self.templates[strategy];
            if is_first || template.block_age() > MAX_BLOCK_AGE {
                template.begin_block(self.shared.plan.seed_and_repetition(round), Mode::Between);
                is_first = false;
            }
            // A single search is unfit only if it was cancelled, since the run stops.
            let _ = self.run_block(strategy, round, slice::from_ref(place), Mode::Between);
        }
    }

    /// Searches the instances at the places in `block`, timed together, and records them; their CPU time.
    fn run_block(&mut self, strategy: usize, round: u32, block: &[u32], mode: Mode) -> Result<u64, Unfit> {
        let (run, shared) = (self.run, self.shared);
        // A process for a block has the time of all its instances, and is killed if it takes more.
        let is_batched = mode == Mode::Stream && run.workload.is_batched(strategy);
        let is_streamed = mode == Mode::Stream && !is_batched;
        let batch = if is_batched { block.len() } else { BATCH };
        let mut task = self.task(round);
        if is_streamed {
            (task.cancel, task.time) = (Cancel::default(), None);
            shared.enter_stream(self.id, &task.cancel);
        }
        let spent = self.search(strategy, block, batch, &task);
        if is_streamed {
            shared.leave_stream(self.id);
        }
        let outcomes = || self.outcomes(block.len(), batch);
        if outcomes().any(|outcome| outcome.stop == Some(Stop::Cancelled)) {
            return Err(if shared.is_stopping() { Unfit::Stopping } else { Unfit::Limit });
        }
        if block.len() > 1 && outcomes().any(|outcome| outcome.fault().is_some()) {
            return Err(Unfit::Fault);
        }
        if is_streamed && shared.plan.limits.cpu_ns.is_some_and(|limit| spent.cpu_ns > limit) {
            return Err(Unfit::Limit);
        }
        let order = shared.order(block.len());
        for (k, (&place, outcome)) in block.iter().zip(self.outcomes.iter().flatten()).enumerate() {
            let share = spent.share(k, block.len());
            let trial = self.templates[strategy].fill(&run.case(place), outcome, order + k as u64, share);
            self.rows.push(trial);
        }
        shared.append(&self.rows.take(), block.len());
        run.strategies[strategy].add(block.len(), spent.cpu_ns);
        Ok(spent.cpu_ns)
    }

    /// The outcomes of `count` searches in batches of `batch`.
    fn outcomes(&self, count: usize, batch: usize) -> impl Iterator<Item = &Outcome<P>> {
        self.outcomes.iter().take(count.div_ceil(batch)).flatten()
    }

    fn task(&self, round: u32) -> Task {
        let plan = self.shared.plan;
        let solutions = plan.solutions.unwrap_or(u64::MAX);
        Task {
            solutions,
            keep: solutions.min(MAX_SHOWN) as usize,
            nodes: plan.limits.nodes.unwrap_or(u64::MAX),
            time: plan.limits.time(),
            seed: plan.seed_and_repetition(round).0,
            cancel: self.shared.halt.clone(),
            progress: None,
        }
    }

    /// Searches the instances at the places in `block`, in batches of `batch`. After a panic, which is the fault of all
    /// outcomes of a batch, the strategy gets a new session.
    fn search(&mut self, strategy: usize, block: &[u32], batch: usize, task: &Task) -> Spent {
        let workload = self.run.workload;
        let batches = block.len().div_ceil(batch);
        self.outcomes.resize_with(batches.max(self.outcomes.len()), Vec::new);
        let mut all = Spent::default();
        for (places, outcomes) in block.chunks(batch).zip(&mut self.outcomes) {
            let problems = self.gathered.gather(places);
            let sessions = &mut self.sessions;
            let start = ThreadTime::now();
            let searched = panics::catch(|| {
                let backend = &*workload.backends[strategy];
                let session = sessions.of(strategy, backend, workload.problems(), task);
                let (wall, cpu) = (Instant::now(), ThreadTime::now());
                let cost = session.run(problems, task, outcomes);
                let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
                assert_eq!(outcomes.len(), problems.len(), "the strategy did not answer for every instance");
                sessions.spent(strategy, wall);
                // A process of its own reports its wall time, without the work around it.
                let processes = outcomes.iter().filter_map(|outcome| outcome.process.as_ref());
                match processes.map(|process| process.wall).reduce(|sum, wall| sum + wall) {
                    Some(wall) => spent(cost, cost.solve, wall),
                    None => spent(cost, cpu, wall),
                }
            });
            all.add(searched.unwrap_or_else(|message| {
                self.sessions.discard(strategy);
                outcomes.clear();
                outcomes.resize_with(problems.len(), || crashed(&message));
                let cpu_ns = nanoseconds(start.elapsed());
                Spent { cpu_ns, wall_ns: cpu_ns, ..Spent::default() }
            }));
        }
        all
    }
}

/// The outcome of a search that panicked with `message`.
fn crashed<P: Kind>(message: &str) -> Outcome<P> {
    let fault = Some(Fault::new(FaultKind::Crash, message));
    let process = Some(Box::new(ProcessFacts { fault, ..ProcessFacts::default() }));
    Outcome { stop: None, process, ..Outcome::unsearched(Stop::Stuck) }
}

/// How many instances a pilot has had after its next block: one at first, for it may take hours, and soon whole
/// batches, which leaves whole batches to the blocks behind. A search of many side by side is short of work at the
/// end of every block, so there are few.
fn after_pilot_block(done: usize) -> usize {
    if done < BATCH { (done * 16).clamp(1, BATCH) } else { done + (3 * done).min(LARGEST_BLOCK) }
}

/// The wall time of the searches is what remains of the call's without the CPU time of everything else in it.
fn spent(cost: Cost, cpu: Duration, wall: Duration) -> Spent {
    let translation = cpu.saturating_sub(cost.solve);
    Spent {
        cpu_ns: nanoseconds(cost.solve),
        wall_ns: nanoseconds(wall.saturating_sub(translation)),
        encode_ns: nanoseconds(cost.encode),
        decode_ns: nanoseconds(cost.decode),
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_pilot_end_where_batches_do() {
        let ends: Vec<usize> =
            std::iter::successors(Some(0), |&done| Some(after_pilot_block(done))).take(8).collect();
        assert_eq!(ends, [0, 1, 16, 256, 1024, 3072, 5120, 7168]);
    }
}
