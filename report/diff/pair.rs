//! Compares two trials of the same search.

use super::join::TrialFacts;
use coverlab_bench::record::{COUNTERS, Status, Verdict};
use coverlab_bench::statistics::ClusterKey;

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
    pub(super) before: &'a TrialFacts,
    pub(super) after: &'a TrialFacts,
}

impl TrialPair<'_> {
    fn both(self, is: impl Fn(&TrialFacts) -> bool) -> bool {
        is(self.before) && is(self.after)
    }

    /// Whether the answer is wrong, and was not before.
    pub(super) fn is_newly_wrong(self) -> bool {
        self.before.verdict != Verdict::Wrong && self.after.verdict == Verdict::Wrong
    }

    pub(super) fn has_same_verdict(self) -> bool {
        self.before.verdict == self.after.verdict
    }

    fn has_same_seed(self) -> bool {
        self.before.seed == self.after.seed
    }

    pub(super) fn answer(self) -> AnswerChange {
        match (self.before.status.is_answer(), self.after.status.is_answer()) {
            (true, true) if self.has_same_answer() => AnswerChange::Same,
            (true, true) => AnswerChange::Other,
            (false, false) if self.before.status == self.after.status => AnswerChange::Same,
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
            |trial: &TrialFacts| matches!(trial.status, Status::Timeout | Status::Memout | Status::Crash);
        let has_same_limit = self.before.limits.nodes == self.after.limits.nodes;
        self.has_same_seed()
            && self.both(|trial| !undecided(trial))
            && (has_same_limit || self.both(|trial| trial.status != Status::NodeLimit))
    }

    /// Whether the search ended in an error or a crash, and did not before.
    pub(super) fn is_newly_broken(self) -> bool {
        let is_broken = |trial: &TrialFacts| matches!(trial.status, Status::Error | Status::Crash);
        !is_broken(self.before) && is_broken(self.after)
    }

    /// Whether the answers agree. With another seed a search may find other solutions, but must find as many; an exhaustive
    /// search must find the same ones.
    fn has_same_answer(self) -> bool {
        let is_decided = self.has_same_seed() || self.both(|trial| trial.exhausted);
        self.before.status == self.after.status
            && self.before.solutions == self.after.solutions
            && (!is_decided || self.before.answer == self.after.answer)
    }

    /// Whether the second search ended at a limit that depends on the machine or differs from that of the first.
    pub(super) fn is_lost_to_a_limit(self) -> bool {
        matches!(self.after.status, Status::Timeout | Status::Memout)
            || self.after.status == Status::NodeLimit && self.before.limits.nodes != self.after.limits.nodes
    }

    /// The index in [`COUNTERS`] and the values of each counter, if they must be equal.
    pub(super) fn counters(self) -> impl Iterator<Item = (usize, u64, u64)> {
        let comparable = self.is_decided();
        let counter =
            move |k: usize| Some((k, self.before.counter(k)?, self.after.counter(k)?)).filter(|_| comparable);
        (0..COUNTERS.len()).filter_map(counter)
    }

    /// The first counter that differs.
    pub(super) fn differing_counter(self) -> Option<(usize, u64, u64)> {
        self.counters().find(|(_, before, after)| before != after)
    }

    /// Both CPU times in nanoseconds, if both searches finished with the same status.
    pub(super) fn times(self) -> Option<(f64, f64)> {
        let ended = |trial: &TrialFacts| trial.status.is_answer() || trial.status == Status::Stuck;
        let time = |trial: &TrialFacts| trial.cpu_ns.filter(|ns| *ns > 0).map(|ns| ns as f64);
        let alike = self.before.status == self.after.status && self.both(ended);
        time(self.before).zip(time(self.after)).filter(|_| alike)
    }

    /// The blocks in which both were timed.
    pub(super) fn blocks(self) -> impl Iterator<Item = ClusterKey> {
        let before = self.before.block.map(ClusterKey::Block);
        let after = self.after.block.map(ClusterKey::LaterBlock);
        before.into_iter().chain(after)
    }

    /// Whether processors and build profiles are equal, so that times are comparable.
    pub(super) fn has_same_machine(self) -> bool {
        self.before.machine.is_some() && self.before.machine == self.after.machine
    }
}
