//! Compares two trials of the same search.

use super::join::DiffTrial;
use coverlab_bench::record::{Status, Trial, Verdict};
use coverlab_bench::statistics::{ClusterKey, block_hash};

/// How the answers of two searches compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerChange {
    /// The answers agree, or both searches ended in the same way without one.
    Same,
    /// The searches should have ended in the same way, but did not.
    Other,
    /// Only the first search has an answer.
    Lost,
    /// Only the second search has an answer: a limit or a crash ended the first.
    Gained,
    /// Neither search has an answer. They ended differently, which may depend on the machine.
    OtherEnd,
}

/// A trial in both records.
#[derive(Clone, Copy)]
pub(super) struct TrialPair<'a> {
    pub(super) before: &'a DiffTrial,
    pub(super) after: &'a DiffTrial,
}

impl<'a> TrialPair<'a> {
    /// The trials before and after.
    pub(super) fn trials(self) -> [&'a Trial; 2] {
        [&self.before.trial, &self.after.trial]
    }

    fn both(self, is: impl Fn(&Trial) -> bool) -> bool {
        self.trials().into_iter().all(is)
    }

    /// Whether both trials have the same value.
    fn have_same<T: PartialEq>(self, value: impl Fn(&'a Trial) -> T) -> bool {
        let [before, after] = self.trials().map(value);
        before == after
    }

    /// Whether the answer is wrong, and was not before.
    pub(super) fn is_newly_wrong(self) -> bool {
        let [before, after] = self.trials();
        before.verdict != Verdict::Wrong && after.verdict == Verdict::Wrong
    }

    pub(super) fn has_same_verdict(self) -> bool {
        self.have_same(|trial| trial.verdict)
    }

    pub(super) fn answer(self) -> AnswerChange {
        let [before, after] = self.trials();
        match (before.status.is_answer(), after.status.is_answer()) {
            (true, true) if self.has_same_answer() => AnswerChange::Same,
            (true, true) => AnswerChange::Other,
            (false, false) if before.status == after.status => AnswerChange::Same,
            (true, false) => AnswerChange::Lost,
            _ if self.is_decided() => AnswerChange::Other,
            (false, true) => AnswerChange::Gained,
            (false, false) => AnswerChange::OtherEnd,
        }
    }

    /// Whether both searches must end in the same way: they have the same seed, and neither was ended by a time limit, a memory
    /// limit, a crash, or a node limit that differs.
    fn is_decided(self) -> bool {
        let undecided =
            |trial: &Trial| matches!(trial.status, Status::Timeout | Status::Memout | Status::Crash);
        self.have_same(|trial| trial.seed)
            && self.both(|trial| !undecided(trial))
            && (self.have_same(|trial| trial.limit_nodes)
                || self.both(|trial| trial.status != Status::NodeLimit))
    }

    /// Whether the search ended in an error or a crash, and did not before.
    pub(super) fn is_newly_broken(self) -> bool {
        let is_broken = |trial: &Trial| matches!(trial.status, Status::Error | Status::Crash);
        self.trials().map(is_broken) == [false, true]
    }

    /// Whether the answers agree. With another seed a search may find other solutions, but must find as many; an exhaustive
    /// search must find the same ones.
    fn has_same_answer(self) -> bool {
        let is_exhaustive = self.both(|trial| trial.stop.is_empty());
        let is_decided = self.have_same(|trial| trial.seed) || is_exhaustive;
        self.have_same(|trial| (trial.status, trial.solutions))
            && (!is_decided || self.have_same(|trial| &trial.answer_hash))
    }

    /// Whether the second search ended at a limit that depends on the machine or differs from that of the first.
    pub(super) fn is_lost_to_a_limit(self) -> bool {
        match self.after.trial.status {
            Status::Timeout | Status::Memout => true,
            Status::NodeLimit => !self.have_same(|trial| trial.limit_nodes),
            _ => false,
        }
    }

    /// The index in [`COUNTERS`](coverlab_bench::record::COUNTERS) and the values of each counter, if they must be equal.
    pub(super) fn counters(self) -> impl Iterator<Item = (usize, u64, u64)> {
        let [before, after] = self.trials().map(Trial::counters);
        let known = before.into_iter().zip(after).enumerate().filter(move |_| self.is_decided());
        known.filter_map(|(k, (before, after))| Some((k, before?, after?)))
    }

    /// The first counter that differs.
    pub(super) fn differing_counter(self) -> Option<(usize, u64, u64)> {
        self.counters().find(|(_, before, after)| before != after)
    }

    /// Both CPU times in nanoseconds, if both searches finished with the same status, timed in the same mode.
    pub(super) fn times(self) -> Option<(f64, f64)> {
        let ended = |trial: &Trial| trial.status.is_answer() || trial.status == Status::Stuck;
        let time = |trial: &Trial| trial.solve_cpu_ns.map(|ns| (ns as f64).max(1.0));
        let alike = self.have_same(|trial| (trial.status, trial.mode)) && self.both(ended);
        let [before, after] = self.trials().map(time);
        before.zip(after).filter(|_| alike)
    }

    /// The blocks in which both were timed.
    pub(super) fn blocks(self) -> impl Iterator<Item = ClusterKey> {
        let [before, after] = self.trials().map(block_hash);
        before.map(ClusterKey::Block).into_iter().chain(after.map(ClusterKey::LaterBlock))
    }

    /// Whether processors and build profiles are equal, so that times are comparable.
    pub(super) fn has_same_machine(self) -> bool {
        self.before.machine.is_some() && self.before.machine == self.after.machine
    }
}
