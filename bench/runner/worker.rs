//! A thread at work on a stage: pilots, streamed blocks, single solves.
//!
//! The *pilot* of a lane streams blocks, each many times larger than the one before, until one takes a
//! millisecond. Nothing of it is recorded: it is the strategy's first search, in cold caches, and its
//! instances are the last ones, so that nothing is searched twice in a short time. A mean below
//! [`STREAM_BELOW_NS`] makes the lane *streamed*: clocks are read per block. Otherwise each solve is timed by
//! itself, and so is every solve of a small corpus.
//!
//! A search of the same instance by the same code, or by a sibling of it, finds caches and branch predictor
//! trained: the second run of Heller's program on an instance took 0.60 to 0.85 of the first. So a strategy has a piece of
//! the instances to itself before the next one comes, with another piece (`units`).
//!
//! A mean hides an instance that takes a thousand times longer than the others. So a lane that
//! turns out to be heavy-tailed (a block takes much longer than its mean has led to expect) is
//! timed one by one from then on; the block itself stands. Solving such blocks again had doubled
//! the cost of a run. Only a block in which a trial may have passed its limits, or the strategy
//! panicked, is not recorded: its instances are solved again one by one, each under the limits of
//! a trial.

use super::gathered::Gathered;
use super::guard;
use super::lane_rows::{LaneRows, Spent};
use super::referee::{self, Answer};
use super::sessions::Sessions;
use super::shared::Shared;
use super::stage::{BATCH, Pace, Running, STREAM_BELOW_NS};
use super::units::{LARGEST_BLOCK, LEAST_BLOCK_NS, STREAM_FROM, Unit};
use crate::corpus::generator;
use crate::kind::Kind;
use crate::record::{MAX_SHOWN, Mode, Status};
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Cost, Counters, FaultKind, Outcome, Stop, Task};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

/// Single solves are written together until the oldest has waited this long.
const FLUSH_AFTER: Duration = Duration::from_millis(250);
/// A streamed block that takes this many times the expected time has an outlier in it.
const OUTLIER: u64 = 4;
/// No search of a pilot takes longer: a strategy that needs more is slow, and the pilot has to tell no more.
const PILOT_SEARCH: Duration = Duration::from_millis(20);
/// A lane whose mean within a block with an outlier is above this is not streamed any more.
const STOP_STREAMING_ABOVE_NS: u64 = 20_000;

/// One thread's part in a stage.
pub(super) struct Worker<'a, P: Kind> {
    id: usize,
    shared: &'a Shared<'a>,
    running: &'a Running<'a, P>,
    random: Pcg64Mcg,
    sessions: Sessions<P>,
    /// By lane.
    rows: Vec<LaneRows>,
    /// The outcomes of the batches of a block.
    outcomes: Vec<Vec<Outcome<P>>>,
    gathered: Gathered<'a, P>,
}

/// Why a streamed block has to be solved one by one.
enum Unfit {
    /// A search in it may have passed the limits of a trial.
    Limit,
    /// The strategy panicked, or its process had a fault.
    Fault,
    /// The run is stopping: not at all.
    Stopping,
}

impl<'a, P: Kind> Worker<'a, P> {
    pub(super) fn new(id: usize, shared: &'a Shared<'a>, running: &'a Running<'a, P>) -> Self {
        let lanes = &running.stage.lanes;
        let rows = |lane| LaneRows::new(shared.plan, running.stage, lane, shared.host);
        Worker {
            id,
            shared,
            running,
            random: generator(&["worker", &id.to_string()], shared.plan.seed),
            sessions: Sessions::new(
                lanes.len(),
                shared.plan.limits.memory.is_none(),
                generator(&["memory", &id.to_string()], shared.plan.seed),
            ),
            rows: lanes.iter().map(rows).collect(),
            outcomes: vec![Vec::new()],
            gathered: Gathered::new(running.bench),
        }
    }

    /// Works until the stage is done or the run stops.
    pub(super) fn work(&mut self) {
        while let Some((lane, _flight)) = self.running.next_pilot() {
            self.pilot(lane);
        }
        self.running.wait_for_pilots();
        while !self.shared.is_stopping()
            && let Some(unit) = self.running.next_unit()
        {
            match unit.mode {
                Mode::Stream => self.streamed_unit(unit),
                Mode::Between | Mode::Single => self.single_unit(unit),
            }
        }
    }

    /// Finds out how fast a lane is, unless an earlier part of the corpus has told.
    fn pilot(&mut self, lane: usize) {
        let running = self.running;
        if running.stage.lanes[lane].profile.is_guarded() {
            // A program is started for a search, or for a block of them: its definition says which.
            let streamed = running.bench.is_batched(lane);
            running.found(lane, Pace { mean_ns: nanoseconds(PILOT_SEARCH), streamed });
            return;
        }
        if running.lanes[lane].has_pace() {
            return;
        }
        let mut pending = Vec::new();
        for round in 0..running.orders.len() as u32 {
            running.pending(lane, round, 0..running.stage.instances.len(), &mut pending);
            if !pending.is_empty() {
                pending.reverse();
                running.found(lane, self.pace(lane, round, &pending));
                return;
            }
        }
    }

    /// The pace of a lane, by searches of some of `pending`.
    fn pace(&mut self, lane: usize, round: u32, pending: &[u32]) -> Pace {
        // A block that takes longer than the limit of one trial has to be solved again.
        let limit = self.shared.plan.limits.cpu_ns;
        let roomy = limit.is_none_or(|limit| limit > 2 * OUTLIER * LEAST_BLOCK_NS);
        let is_large = self.running.stage.instances.len() >= STREAM_FROM;
        let time = self.task(round).time.map_or(PILOT_SEARCH, |limit| limit.min(PILOT_SEARCH));
        let task = Task { cancel: self.shared.halt.clone(), time: Some(time), ..self.task(round) };
        let (mut done, mut pace) = (0, Pace { mean_ns: nanoseconds(PILOT_SEARCH), streamed: false });
        while done < pending.len() && !self.shared.is_stopping() {
            let next = if is_large { after_pilot_block(done).min(pending.len()) } else { 1 };
            let block = &pending[done..next];
            let mut cpu_ns = 0;
            for places in block.chunks(BATCH) {
                self.gathered.gather(places);
                // A strategy that panics here does so again where it is recorded.
                let Ok(spent) = self.solve(lane, Batch::Gathered, 0, &task) else { return pace };
                cpu_ns += spent.cpu_ns;
            }
            pace.mean_ns = cpu_ns / block.len() as u64;
            pace.streamed = is_large && roomy && pace.mean_ns < STREAM_BELOW_NS;
            done = next;
            if cpu_ns >= LEAST_BLOCK_NS || !is_large {
                break;
            }
        }
        pace
    }

    /// Every streamed lane over the same instances, one after the other in random order.
    fn streamed_unit(&mut self, unit: &Unit) {
        let mut lanes: Vec<usize> =
            (0..self.rows.len()).filter(|&l| self.running.lanes[l].in_streams()).collect();
        lanes.shuffle(&mut self.random);
        let mut pending = Vec::new();
        for lane in lanes {
            self.running.pending(lane, unit.round, unit.range.clone(), &mut pending);
            if !pending.is_empty() && !self.shared.is_stopping() {
                self.sessions.move_on(lane, &*self.running.bench.backends[lane]);
                self.streamed(lane, unit.round, &pending);
            }
        }
    }

    /// All other lanes, each with a piece in turn, in random order: every one begins with another piece.
    fn single_unit(&mut self, unit: &Unit) {
        let running = self.running;
        let mut lanes: Vec<usize> =
            (0..self.rows.len()).filter(|&l| !running.lanes[l].in_streams()).collect();
        lanes.shuffle(&mut self.random);
        let pieces = unit.pieces();
        let first = |turn: usize| turn * pieces.len() / lanes.len();
        let mut turns: Vec<(usize, usize)> =
            lanes.iter().enumerate().map(|(turn, lane)| (*lane, first(turn))).collect();
        let mut pending = Vec::new();
        for step in 0..pieces.len() {
            turns.shuffle(&mut self.random);
            for &(lane, first) in &turns {
                let piece = pieces[(first + step) % pieces.len()].clone();
                running.pending(lane, unit.round, piece, &mut pending);
                self.sessions.move_on(lane, &*running.bench.backends[lane]);
                self.one_by_one(lane, unit.round, &pending);
            }
        }
    }

    /// Solves `block`, some places, as one, or one by one if it does not lend itself to that.
    fn streamed(&mut self, lane: usize, round: u32, block: &[u32]) {
        let state = &self.running.lanes[lane];
        if block.len() == 1 || !state.is_streamed() {
            return self.one_by_one(lane, round, block);
        }
        let (count, expected) = (block.len() as u64, state.mean());
        let (cpu, outlier, failed) = match self.stream(lane, round, block) {
            Ok(cpu) => {
                (cpu, expected.is_some_and(|mean| cpu > OUTLIER * (mean * count).max(LEAST_BLOCK_NS)), false)
            }
            Err(Unfit::Stopping) => return,
            Err(unfit) => {
                let before = state.spent();
                self.one_by_one(lane, round, block);
                (state.spent() - before, true, matches!(unfit, Unfit::Fault))
            }
        };
        let batched = self.running.bench.is_batched(lane);
        if failed || !batched && outlier && cpu / count > STOP_STREAMING_ABOVE_NS {
            state.stop_streaming();
        }
    }

    fn one_by_one(&mut self, lane: usize, round: u32, block: &[u32]) {
        block.iter().for_each(|&place| self.single(lane, round, place));
        self.flush(lane);
    }

    fn stream(&mut self, lane: usize, round: u32, block: &[u32]) -> Result<u64, Unfit> {
        let batched = self.running.bench.is_batched(lane);
        self.rows[lane].begin(self.shared.plan.of_round(round), Mode::Stream);
        // The process of a batched program has the time of all its instances, and is killed where it takes more.
        let size = if batched { block.len() } else { BATCH };
        let spent = if batched {
            let task = Task { cancel: self.shared.halt.clone(), ..self.task(round) };
            self.stream_batches(lane, block, size, &task)
        } else {
            let cancel = Cancel::default();
            let task = Task { cancel: cancel.clone(), time: None, ..self.task(round) };
            self.shared.enter_stream(self.id, &cancel);
            let spent = self.stream_batches(lane, block, size, &task);
            self.shared.leave_stream(self.id);
            spent
        };
        let spent = spent?;
        if !batched && self.shared.plan.limits.cpu_ns.is_some_and(|limit| spent.cpu_ns > limit) {
            return Err(Unfit::Limit);
        }
        let order = self.shared.order(block.len());
        for (k, &place) in block.iter().enumerate() {
            let share = spent.share(k, block.len());
            self.add(lane, place, (k / size, k % size), order + k as u64, share);
        }
        self.running.lanes[lane].note(block.len(), spent.cpu_ns);
        self.flush(lane);
        Ok(spent.cpu_ns)
    }

    /// Solves a block batch by batch; the outcomes are in `self.outcomes`.
    fn stream_batches(
        &mut self,
        lane: usize,
        block: &[u32],
        size: usize,
        task: &Task,
    ) -> Result<Spent, Unfit> {
        let mut spent = Spent::default();
        for (batch, places) in block.chunks(size).enumerate() {
            self.gathered.gather(places);
            spent.add(self.solve(lane, Batch::Gathered, batch, task).map_err(|_| Unfit::Fault)?);
            let is_cancelled = |outcome: &Outcome<P>| outcome.stop == Some(Stop::Cancelled);
            if task.cancel.is_raised() && self.outcomes[batch].iter().any(is_cancelled) {
                return Err(if self.shared.is_stopping() { Unfit::Stopping } else { Unfit::Limit });
            }
            if self.outcomes[batch].iter().any(|outcome| outcome.fault().is_some()) {
                return Err(Unfit::Fault);
            }
        }
        Ok(spent)
    }

    /// Solves one instance by itself, which lies at `place`.
    fn single(&mut self, lane: usize, round: u32, place: u32) {
        if self.shared.is_stopping() {
            return;
        }
        let task = Task { cancel: self.shared.halt.clone(), ..self.task(round) };
        if self.rows[lane].is_empty() {
            // The search counts in its age, so that a long one is written as it ends.
            self.rows[lane].begin(self.shared.plan.of_round(round), Mode::Between);
        }
        let clock = ThreadTime::now();
        let solved = self.solve(lane, Batch::One(place as usize), 0, &task);
        if self.outcomes[0].iter().any(|o| o.stop == Some(Stop::Cancelled)) {
            return;
        }
        let order = self.shared.order(1);
        let spent = match solved {
            Ok(spent) => {
                self.add(lane, place, (0, 0), order, spent);
                spent
            }
            Err((status, words)) => {
                let cpu_ns = nanoseconds(clock.elapsed());
                let spent = Spent { cpu_ns, wall_ns: cpu_ns, ..Spent::default() };
                let answer = Answer { status, error: Some(words), ..Answer::default() };
                let instance = &self.running.stage.instances[self.instance_at(place)];
                self.rows[lane].add(instance, answer, &Counters::default(), order, spent);
                spent
            }
        };
        self.running.lanes[lane].note(1, spent.cpu_ns);
        if self.rows[lane].age() > FLUSH_AFTER {
            self.flush(lane);
        }
    }

    /// The number of the instance that lies at `place`.
    fn instance_at(&self, place: u32) -> usize {
        self.running.bench.instances()[place as usize] as usize
    }

    /// How many solutions are asked for.
    fn wanted(&self) -> u64 {
        self.shared.plan.solutions.unwrap_or(u64::MAX)
    }

    fn task(&self, round: u32) -> Task {
        let (plan, solutions) = (self.shared.plan, self.wanted());
        Task {
            solutions,
            keep: solutions.min(MAX_SHOWN) as usize,
            nodes: plan.limits.nodes.unwrap_or(u64::MAX),
            time: plan.limits.time(),
            seed: plan.of_round(round).0,
            cancel: Cancel::default(),
            progress: None,
        }
    }

    /// Runs the searches; their outcomes are those of batch `at` in `self.outcomes`. After a panic the lane begins with
    /// fresh memory.
    fn solve(
        &mut self,
        lane: usize,
        batch: Batch,
        at: usize,
        task: &Task,
    ) -> Result<Spent, (Status, String)> {
        let bench = self.running.bench;
        if self.outcomes.len() <= at {
            self.outcomes.resize_with(at + 1, Vec::new);
        }
        let problems = match batch {
            Batch::Gathered => self.gathered.problems(),
            Batch::One(place) => std::slice::from_ref(&bench.problems()[place]),
        };
        let (sessions, outcomes) = (&mut self.sessions, &mut self.outcomes[at]);
        let result = guard::catch(|| {
            let session = sessions.of(lane, &*bench.backends[lane], bench.problems(), task);
            let (wall, cpu) = (Instant::now(), ThreadTime::now());
            let cost = session.run(problems, task, outcomes);
            let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
            assert_eq!(outcomes.len(), problems.len(), "the strategy did not answer for every instance");
            sessions.spent(lane, wall);
            // A process of its own reports its wall time, without the work around it.
            let processes = outcomes.iter().filter_map(|outcome| outcome.process.as_ref());
            match processes.map(|process| process.wall).reduce(|sum, wall| sum + wall) {
                Some(wall) => spent(cost, cost.solve, wall),
                None => spent(cost, cpu, wall),
            }
        });
        if result.is_err() {
            self.sessions.discard(lane);
            self.outcomes[at].clear();
        }
        result
    }

    /// Adds a trial to the rows of a lane: the search of the instance at `place`, whose outcome is number `k` of a batch.
    fn add(&mut self, lane: usize, place: u32, (batch, k): (usize, usize), order: u64, spent: Spent) {
        let (bench, instance) = (self.running.bench, self.instance_at(place));
        let (problem, outcome) = (&bench.problems()[place as usize], &self.outcomes[batch][k]);
        let known = bench.known(instance as u32);
        let mut answer = referee::examine(problem, known, self.wanted(), outcome);
        if let Some(process) = &outcome.process {
            answer.peak_rss = Some(process.peak_memory).filter(|bytes| *bytes > 0);
        }
        if let Some(fault) = outcome.fault() {
            (answer.status, answer.error) = (status(fault.kind), Some(fault.what.clone()));
        }
        let instance = &self.running.stage.instances[instance];
        self.rows[lane].add(instance, answer, &outcome.counters, order, spent);
    }

    fn flush(&mut self, lane: usize) {
        if !self.rows[lane].is_empty() {
            let (text, rows) = self.rows[lane].take();
            self.shared.append(&text, rows);
        }
    }
}

/// How many instances a pilot has had after its next block: one at first, for it may take hours, and soon whole
/// batches, which leaves whole batches to the blocks behind. A search of many side by side is short of work at the
/// end of every block, so there are few.
fn after_pilot_block(done: usize) -> usize {
    if done < BATCH { (done * 16).clamp(1, BATCH) } else { done + (3 * done).min(LARGEST_BLOCK) }
}

/// The instances to solve.
#[derive(Clone, Copy)]
enum Batch {
    /// The gathered problems.
    Gathered,
    /// The one at this place.
    One(usize),
}

/// The status of a trial whose process had such a fault.
fn status(kind: FaultKind) -> Status {
    match kind {
        FaultKind::Crash => Status::Crash,
        FaultKind::WrongAnswer => Status::Error,
        FaultKind::Unsupported => Status::Unsupported,
    }
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
