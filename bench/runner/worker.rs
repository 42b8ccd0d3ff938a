//! A thread that runs trials of a corpus: pilots first, then streamed blocks and single searches.
//!
//! The *pilot* of a strategy searches blocks of increasing size until one takes a millisecond. Its searches are not
//! recorded, because they find cold caches. It takes the last instances of the order, so that no instance is searched twice
//! in a short time. If the mean time is below [`FAST_BELOW_NS`], the strategy can be *streamed*: clocks are read once per
//! block. Otherwise each search is timed separately, and so is every search of a small corpus.
//!
//! A second search of an instance by the same or similar code finds caches and the branch predictor trained: Heller's
//! program then took 0.60 to 0.85 of the time. So each strategy searches a piece of the instances before the next strategy
//! searches another piece (`schedule`).
//!
//! A mean hides an instance that takes a thousand times as long as the others. So if a block takes much longer than
//! expected, the following searches of the strategy are timed separately. The block itself is recorded, because searching
//! such blocks again doubled the cost of a run. A block is not recorded if a trial in it may have exceeded its limits or the
//! strategy panicked. Its instances are searched again separately, each under the limits of a trial.

use super::corpus_run::{CorpusRun, Pace};
use super::panics;
use super::run_state::RunState;
use super::schedule::{MAX_BLOCK, MIN_BLOCK_NS, STREAM_FROM, Unit};
use super::sessions::Sessions;
use super::trial_template::{SearchTime, TrialTemplate};
use super::workload::Gatherer;
use crate::kind::Kind;
use crate::record::{MAX_SHOWN, Mode, RowWriter};
use crate::seeded_random::seeded_random;
use coverlab_model::clock::{ThreadTime, nanoseconds};
use coverlab_model::{Cancel, Cost, Fault, FaultKind, Outcome, ProcessFacts, Stop, Task};
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use std::slice;
use std::time::{Duration, Instant};

/// Maximum mean time, in nanoseconds, of a strategy that is timed by the block.
const FAST_BELOW_NS: u64 = 100_000;
/// Number of instances in a batch of a streamed block: few enough for their outcomes to be in the cache when the referee
/// checks them, and enough for a strategy that searches many instances at once to rarely run out of work.
const BATCH_SIZE: usize = 1024;
/// Maximum age of a block to which single searches are added.
const MAX_BLOCK_AGE: Duration = Duration::from_millis(250);
/// A streamed block that takes this many times as long as expected contains an outlier.
const OUTLIER_FACTOR: u64 = 4;
/// Time limit of a search in a pilot. A strategy that needs more time is slow.
const MAX_PILOT_SEARCH: Duration = Duration::from_millis(20);
/// If the mean time in a block with an outlier is above this, in nanoseconds, the strategy is not streamed any more.
const STOP_STREAMING_ABOVE_NS: u64 = 20_000;

/// A thread that runs trials of a corpus.
pub(super) struct Worker<'a, P: Kind> {
    id: usize,
    state: &'a RunState<'a>,
    run: &'a CorpusRun<'a, P>,
    random: Pcg64Mcg,
    sessions: Sessions<P>,
    /// By strategy.
    templates: Vec<TrialTemplate>,
    rows: RowWriter,
    /// The outcomes of the last block, by batch.
    outcomes: Vec<Vec<Outcome<P>>>,
    gatherer: Gatherer<'a, P>,
}

/// Why a block is not recorded.
enum NotRecorded {
    /// A search may have exceeded the limits of a trial.
    Limit,
    /// The strategy panicked, or its process had a fault.
    Fault,
    /// The run is stopping.
    Stopping,
}

impl<'a, P: Kind> Worker<'a, P> {
    pub(super) fn new(id: usize, state: &'a RunState<'a>, run: &'a CorpusRun<'a, P>) -> Self {
        let contenders = &run.plan.contenders;
        let template = |contender| TrialTemplate::new(state.plan, run.plan, contender, state.host);
        Worker {
            id,
            state,
            run,
            random: seeded_random(&["worker", &id.to_string()], state.plan.seed),
            sessions: Sessions::new(
                contenders.len(),
                state.plan.limits.memory.is_none(),
                seeded_random(&["memory", &id.to_string()], state.plan.seed),
            ),
            templates: contenders.iter().map(template).collect(),
            rows: RowWriter::new(),
            outcomes: Vec::new(),
            gatherer: Gatherer::new(run.workload),
        }
    }

    /// Measures the paces of strategies until all are known.
    pub(super) fn pilot(&mut self) {
        while let Some(strategy) = self.run.next_pilot() {
            if let Some(pace) = self.find_pace(strategy) {
                self.run.set_pace(strategy, pace);
            }
        }
    }

    /// Runs units until none is left or the run stops.
    pub(super) fn work(&mut self) {
        while !self.state.is_stopping()
            && let Some(unit) = self.run.next_unit()
        {
            match unit.mode {
                Mode::Stream => self.run_streamed_unit(unit),
                Mode::Between => self.run_single_unit(unit),
            }
        }
    }

    /// The pace of a strategy. `None` if it is known already, or no trial is pending.
    fn find_pace(&mut self, strategy: usize) -> Option<Pace> {
        let run = self.run;
        if run.plan.contenders[strategy].profile.is_guarded() {
            // The definition of an external solver says whether it takes one instance or a block.
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

    /// Measures the pace of a strategy by searches of the instances at some of the places in `pending`.
    fn measure_pace(&mut self, strategy: usize, round: u32, pending: &[u32]) -> Pace {
        // A block that takes longer than the limit of one trial is not recorded, so blocks must stay well below it.
        let limit = self.state.plan.limits.cpu_ns;
        let fits_limit = limit.is_none_or(|limit| limit > 2 * OUTLIER_FACTOR * MIN_BLOCK_NS);
        let is_large = self.run.plan.instances.len() >= STREAM_FROM;
        let mut task = self.task(round);
        task.time = Some(task.time.map_or(MAX_PILOT_SEARCH, |limit| limit.min(MAX_PILOT_SEARCH)));
        let (mut done, mut pace) = (0, Pace { mean_ns: nanoseconds(MAX_PILOT_SEARCH), is_fast: false });
        while done < pending.len() && !self.state.is_stopping() {
            let next = if is_large { after_pilot_block(done).min(pending.len()) } else { 1 };
            let block = &pending[done..next];
            let time = self.search(strategy, block, BATCH_SIZE, &task);
            if self.outcomes(block.len(), BATCH_SIZE).any(|outcome| outcome.fault().is_some()) {
                // The fault will occur again in a trial, which records it.
                return pace;
            }
            pace.mean_ns = time.cpu_ns / block.len() as u64;
            pace.is_fast = is_large && fits_limit && pace.mean_ns < FAST_BELOW_NS;
            done = next;
            if time.cpu_ns >= MIN_BLOCK_NS || !is_large {
                break;
            }
        }
        pace
    }

    /// The numbers of the streamed strategies, or of the others, in random order.
    fn strategies(&mut self, streamed: bool) -> Vec<usize> {
        let states = self.run.strategies.iter().enumerate();
        let mut chosen: Vec<usize> =
            states.filter(|(_, state)| state.is_streamed() == streamed).map(|(number, _)| number).collect();
        chosen.shuffle(&mut self.random);
        chosen
    }

    /// Runs a unit of all streamed strategies, one after the other.
    fn run_streamed_unit(&mut self, unit: &Unit) {
        let mut pending = Vec::new();
        for strategy in self.strategies(true) {
            self.run.pending(strategy, unit.round, unit.range.clone(), &mut pending);
            if !pending.is_empty() && !self.state.is_stopping() {
                self.sessions.renew(strategy, &*self.run.workload.backends[strategy]);
                self.run_streamed_block(strategy, unit.round, &pending);
            }
        }
    }

    /// Runs a unit of all other strategies. They take turns, each with a different piece. If there are fewer pieces than
    /// strategies, some have the same.
    fn run_single_unit(&mut self, unit: &Unit) {
        let run = self.run;
        let strategies = self.strategies(false);
        let pieces = unit.pieces();
        let first = |turn: usize| turn * pieces.len() / strategies.len();
        let mut turns: Vec<(usize, usize)> =
            strategies.iter().enumerate().map(|(turn, strategy)| (*strategy, first(turn))).collect();
        let mut pending = Vec::new();
        for step in 0..pieces.len() {
            turns.shuffle(&mut self.random);
            spread_pieces(&mut turns);
            for &(strategy, first) in &turns {
                let piece = pieces[(first + step) % pieces.len()].clone();
                run.pending(strategy, unit.round, piece, &mut pending);
                self.sessions.renew(strategy, &*run.workload.backends[strategy]);
                self.one_by_one(strategy, unit.round, &pending);
            }
        }
    }

    /// Runs the trials at the places in `block` as one block, or one by one if the block cannot be recorded.
    fn run_streamed_block(&mut self, strategy: usize, round: u32, block: &[u32]) {
        let state = &self.run.strategies[strategy];
        if block.len() == 1 || state.has_outliers() {
            return self.one_by_one(strategy, round, block);
        }
        let (count, expected_mean) = (block.len() as u64, state.mean_ns());
        self.templates[strategy].begin_block(self.state.plan.seed_and_repetition(round), Mode::Stream);
        let (cpu_ns, has_outlier, has_fault) = match self.run_block(strategy, round, block, Mode::Stream) {
            Ok(cpu_ns) => {
                let is_outlier = |mean: u64| cpu_ns > OUTLIER_FACTOR * (mean * count).max(MIN_BLOCK_NS);
                (cpu_ns, expected_mean.is_some_and(is_outlier), false)
            }
            Err(NotRecorded::Stopping) => return,
            Err(reason) => {
                let before = state.spent_ns();
                self.one_by_one(strategy, round, block);
                (state.spent_ns() - before, true, matches!(reason, NotRecorded::Fault))
            }
        };
        let is_batched = self.run.workload.is_batched(strategy);
        if has_fault || !is_batched && has_outlier && cpu_ns / count > STOP_STREAMING_ABOVE_NS {
            state.stop_streaming();
        }
    }

    /// Runs the trials at `places`, each timed separately.
    fn one_by_one(&mut self, strategy: usize, round: u32, places: &[u32]) {
        let mut is_first = true;
        for place in places {
            if self.state.is_stopping() {
                return;
            }
            let template = &mut self.templates[strategy];
            if is_first || template.block_age() > MAX_BLOCK_AGE {
                template.begin_block(self.state.plan.seed_and_repetition(round), Mode::Between);
                is_first = false;
            }
            // A block of one is recorded unless the run stops.
            let _ = self.run_block(strategy, round, slice::from_ref(place), Mode::Between);
        }
    }

    /// Searches the instances at the places in `block`, timed together, and records their trials. Returns their CPU time in
    /// nanoseconds.
    fn run_block(
        &mut self,
        strategy: usize,
        round: u32,
        block: &[u32],
        mode: Mode,
    ) -> Result<u64, NotRecorded> {
        let (run, state) = (self.run, self.state);
        // An external solver that takes a block has the time limits of all its instances together.
        let is_batched = mode == Mode::Stream && run.workload.is_batched(strategy);
        let is_streamed = mode == Mode::Stream && !is_batched;
        let batch = if is_batched { block.len() } else { BATCH_SIZE };
        let mut task = self.task(round);
        if is_streamed {
            (task.cancel, task.time) = (Cancel::default(), None);
            state.enter_stream(self.id, &task.cancel);
        }
        let time = self.search(strategy, block, batch, &task);
        if is_streamed {
            state.leave_stream(self.id);
        }
        let outcomes = || self.outcomes(block.len(), batch);
        if outcomes().any(|outcome| outcome.stop == Some(Stop::Cancelled)) {
            return Err(if state.is_stopping() { NotRecorded::Stopping } else { NotRecorded::Limit });
        }
        if block.len() > 1 && outcomes().any(|outcome| outcome.fault().is_some()) {
            return Err(NotRecorded::Fault);
        }
        if is_streamed && state.plan.limits.cpu_ns.is_some_and(|limit| time.cpu_ns > limit) {
            return Err(NotRecorded::Limit);
        }
        let order = state.take_order(block.len());
        for (k, (&place, outcome)) in block.iter().zip(self.outcomes.iter().flatten()).enumerate() {
            let share = time.share(k, block.len());
            let trial = self.templates[strategy].fill(&run.case(place), outcome, order + k as u64, share);
            self.rows.push(trial);
        }
        state.append(&self.rows.take(), block.len());
        run.strategies[strategy].add(block.len(), time.cpu_ns);
        Ok(time.cpu_ns)
    }

    /// The outcomes of the last `count` searches, which were made in batches of `batch`.
    fn outcomes(&self, count: usize, batch: usize) -> impl Iterator<Item = &Outcome<P>> {
        self.outcomes.iter().take(count.div_ceil(batch)).flatten()
    }

    fn task(&self, round: u32) -> Task {
        let plan = self.state.plan;
        let solutions = plan.solutions.unwrap_or(u64::MAX);
        Task {
            solutions,
            keep: solutions.min(MAX_SHOWN) as usize,
            nodes: plan.limits.nodes.unwrap_or(u64::MAX),
            time: plan.limits.time(),
            seed: plan.seed_and_repetition(round).0,
            cancel: self.state.halt.clone(),
            progress: None,
        }
    }

    /// Searches the instances at the places in `block` in batches of `batch`, and stores the outcomes. A panic becomes the
    /// fault of all outcomes of its batch, and the strategy gets a new session.
    fn search(&mut self, strategy: usize, block: &[u32], batch: usize, task: &Task) -> SearchTime {
        let workload = self.run.workload;
        let batches = block.len().div_ceil(batch);
        self.outcomes.resize_with(batches.max(self.outcomes.len()), Vec::new);
        let mut total = SearchTime::default();
        for (places, outcomes) in block.chunks(batch).zip(&mut self.outcomes) {
            let problems = self.gatherer.gather(places);
            let sessions = &mut self.sessions;
            let start = ThreadTime::now();
            let searched = panics::catch(|| {
                let backend = &*workload.backends[strategy];
                let session = sessions.of(strategy, backend, workload.problems(), task);
                let (wall, cpu) = (Instant::now(), ThreadTime::now());
                let cost = session.run(problems, task, outcomes);
                let (cpu, wall) = (cpu.elapsed(), wall.elapsed());
                assert_eq!(outcomes.len(), problems.len(), "the strategy did not answer for every instance");
                sessions.add_search(strategy, wall);
                // A separate process reports its own wall time, without the work around it.
                let processes = outcomes.iter().filter_map(|outcome| outcome.process.as_ref());
                match processes.map(|process| process.wall).reduce(|sum, wall| sum + wall) {
                    Some(wall) => search_time(cost, cost.solve, wall),
                    None => search_time(cost, cpu, wall),
                }
            });
            total.add(searched.unwrap_or_else(|message| {
                self.sessions.discard(strategy);
                outcomes.clear();
                outcomes.resize_with(problems.len(), || crashed(&message));
                let cpu_ns = nanoseconds(start.elapsed());
                SearchTime { cpu_ns, wall_ns: cpu_ns, ..SearchTime::default() }
            }));
        }
        total
    }
}

/// Reorders turns, pairs of a strategy and a piece, so that few neighbors have the same piece.
fn spread_pieces(turns: &mut [(usize, usize)]) {
    for at in 1..turns.len() {
        let last = turns[at - 1].1;
        if let Some(next) = (at..turns.len()).find(|&next| turns[next].1 != last) {
            turns.swap(at, next);
        }
    }
}

/// The outcome of a search that panicked with `message`.
fn crashed<P: Kind>(message: &str) -> Outcome<P> {
    let fault = Some(Fault::new(FaultKind::Crash, message));
    let process = Some(Box::new(ProcessFacts { fault, ..ProcessFacts::default() }));
    Outcome { stop: None, process, ..Outcome::unsearched(Stop::Stuck) }
}

/// The number of instances that a pilot has searched after its next block. The first block has one instance, because a
/// search may be slow. Blocks grow quickly to whole batches, because a strategy that searches many instances at once runs
/// out of work at the end of each block.
fn after_pilot_block(done: usize) -> usize {
    if done < BATCH_SIZE { (done * 16).clamp(1, BATCH_SIZE) } else { done + (3 * done).min(MAX_BLOCK) }
}

/// The time of the searches in a call of a session that took `cpu` and `wall`. Their wall time is that of the call without
/// the CPU time of the rest of the call.
fn search_time(cost: Cost, cpu: Duration, wall: Duration) -> SearchTime {
    let translation = cpu.saturating_sub(cost.solve);
    SearchTime {
        cpu_ns: nanoseconds(cost.solve),
        wall_ns: nanoseconds(wall.saturating_sub(translation)),
        encode_ns: nanoseconds(cost.encode),
        decode_ns: nanoseconds(cost.decode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_with_the_same_piece_do_not_follow_each_other() {
        let spread = |pieces: &[usize]| {
            let mut turns: Vec<_> = pieces.iter().copied().enumerate().collect();
            spread_pieces(&mut turns);
            turns.into_iter().map(|(_, piece)| piece).collect::<Vec<_>>()
        };
        assert_eq!(spread(&[0, 0, 0, 1, 1, 1]), [0, 1, 0, 1, 0, 1]);
        assert_eq!(spread(&[2, 0, 1]), [2, 0, 1]);
        assert_eq!((spread(&[0, 0]), spread(&[])), (vec![0, 0], vec![]));
    }

    #[test]
    fn blocks_of_a_pilot_end_where_batches_do() {
        let ends: Vec<usize> =
            std::iter::successors(Some(0), |&done| Some(after_pilot_block(done))).take(8).collect();
        assert_eq!(ends, [0, 1, 16, 256, 1024, 3072, 5120, 7168]);
    }
}
