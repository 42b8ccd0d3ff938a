//! Decides verdicts: compares each answer with the count that the corpus knows, the solutions that the referee accepted,
//! and the answers of other strategies.
//!
//! A solution is its own proof, which the referee has checked. That there are no more solutions, or none at all, is only a
//! claim. It is correct if the corpus knows the count, or if a strategy of another name makes the same claim. Searches that
//! found more solutions than a complete one are repeated, and show all of their solutions. If the referee accepts them, every
//! complete answer with fewer is refuted. If no proof decides, all answers that differ are wrong, because nothing shows which
//! one is right.

use super::{COUNTERS, Status, Trial, Verdict};
use crate::corpus::Count;
use std::cmp::Reverse;

/// Maximum number of solutions that a trial shows to the referee: enough to prove that there is more than one, and so few
/// that building them takes almost no time.
pub(crate) const MAX_SHOWN: u64 = 2;

/// Maximum number of solutions of a recount, which keeps all of them in memory.
const MAX_RECOUNT: u64 = 10_000;

/// Sets the verdicts of the trials of one instance, which are in the order of strategy, seed and repetition. `count` is the
/// number of solutions that the corpus knows. `recount` repeats a search that found more solutions than a complete one, and
/// returns whether the strategy finds that many different solutions, all accepted by the referee.
pub(crate) fn judge(trials: &mut [Trial], count: Option<Count>, recount: impl FnMut(&Trial, u64) -> bool) {
    for trial in trials.iter_mut().filter(|trial| is_judged_wrong(trial)) {
        trial.error.clear();
    }
    let mut judging = Judging { count, wrong: vec![None; trials.len()], trials };
    judging.against_evidence();
    judging.against_recount(recount);
    judging.between_strategies();
    judging.between_repetitions();
    let confirmed = judging.confirmed();
    let wrong = judging.wrong;
    for ((trial, wrong), confirmed) in trials.iter_mut().zip(wrong).zip(confirmed) {
        trial.verdict = match (&wrong, confirmed) {
            (Some(_), _) => Verdict::Wrong,
            (None, true) => Verdict::Correct,
            (None, false) => Verdict::Unverified,
        };
        if trial.error.is_empty() {
            trial.error = wrong.unwrap_or_default();
        }
    }
}

/// The recount of trials that cannot be searched again.
pub(crate) fn no_recount(_: &Trial, _: u64) -> bool {
    false
}

/// Sets the verdicts of the trials of one instance that come from several records, and were judged within each of them. The
/// count that the corpus knows is inferred from these verdicts.
pub(crate) fn judge_merged(trials: &mut [Trial]) {
    let mut others: Vec<Trial> = trials.iter().filter(|trial| !is_judged_wrong(trial)).cloned().collect();
    let confirmed = others.iter().find(|trial| trial.verdict == Verdict::Correct && is_complete(trial));
    let count = confirmed.map(|trial| Count::Exactly(found(trial)));
    judge(&mut others, count, no_recount);
    for (trial, judged) in trials.iter_mut().filter(|trial| !is_judged_wrong(trial)).zip(others) {
        // A count in a corpus may have confirmed this answer.
        if (trial.verdict, judged.verdict) != (Verdict::Correct, Verdict::Unverified) {
            *trial = judged;
        }
    }
}

/// Whether a possible answer was found to be wrong by comparison.
fn is_judged_wrong(trial: &Trial) -> bool {
    trial.verdict == Verdict::Wrong && trial.status != Status::Error
}

/// The trials of one instance while they are judged.
struct Judging<'a> {
    /// The number of solutions that the corpus knows.
    count: Option<Count>,
    trials: &'a [Trial],
    /// By trial, the error that makes it wrong.
    wrong: Vec<Option<String>>,
}

impl Judging<'_> {
    fn set_wrong(&mut self, k: usize, words: String) {
        self.wrong[k].get_or_insert(words);
    }

    /// Compares answers with the known count, and with the solutions that the referee accepted.
    fn against_evidence(&mut self) {
        let witness = self.trials.iter().max_by_key(|trial| proven(trial));
        let most = witness.map_or(0, proven);
        for (k, trial) in self.trials.iter().enumerate() {
            let (found, all) = (found(trial), is_complete(trial));
            if trial.status == Status::Error {
                self.set_wrong(k, "the answer is impossible".to_string());
            }
            let fits = match self.count {
                Some(Count::Exactly(n)) => found <= n && (!all || found == n),
                Some(Count::AtLeast(n)) => !all || found >= n,
                None => true,
            };
            if !fits {
                self.set_wrong(
                    k,
                    format!("{}, but the corpus says {}", claim(trial), count_phrase(self.count)),
                );
            }
            if let Some(witness) = witness.filter(|_| all && found < most) {
                self.set_wrong(k, refuted_by(witness, most, trial));
            }
        }
    }

    /// The indices of the answers that nothing contradicts yet.
    fn uncontradicted(&self) -> Vec<usize> {
        let is_uncontradicted = |k: &usize| self.wrong[*k].is_none() && self.trials[*k].status.is_answer();
        (0..self.trials.len()).filter(is_uncontradicted).collect()
    }

    /// If searches found more solutions than a complete one, repeats them in descending order of these numbers. The first
    /// that finds its number again refutes all complete answers with fewer.
    fn against_recount(&mut self, mut recount: impl FnMut(&Trial, u64) -> bool) {
        let (trials, answers) = (self.trials, self.uncontradicted());
        let complete = || answers.iter().copied().filter(|k| is_complete(&trials[*k]));
        let Some(least) = complete().map(|k| found(&trials[k])).min() else { return };
        let claims_more = |trial: &&Trial| found(trial) > least && found(trial) <= MAX_RECOUNT;
        let mut claims: Vec<&Trial> = answers.iter().map(|k| &trials[*k]).filter(claims_more).collect();
        // Another seed or repetition of the same strategy adds no evidence.
        claims.dedup_by_key(|trial| (strategy_key(trial), found(trial)));
        claims.sort_by_key(|trial| Reverse(found(trial)));
        let Some(witness) = claims.into_iter().find(|trial| recount(trial, found(trial))) else { return };
        for k in complete().filter(|k| found(&trials[*k]) < found(witness)) {
            self.set_wrong(k, refuted_by(witness, found(witness), &trials[k]));
        }
    }

    /// Checks that complete answers are equal, and that no search finds more than a complete one.
    fn between_strategies(&mut self) {
        let (trials, answers) = (self.trials, self.uncontradicted());
        // All answers are compatible with each other if they are compatible with a complete one that has a hash.
        let complete = || answers.iter().map(|&k| &trials[k]).filter(|trial| is_complete(trial));
        let hashed = complete().find(|trial| !trial.answer_hash.is_empty());
        let Some(first) = hashed.or_else(|| complete().next()) else { return };
        if answers.iter().all(|&k| is_compatible(first, &trials[k])) {
            return;
        }
        for &k in &answers {
            let trial = &trials[k];
            let other = answers.iter().map(|&j| &trials[j]).find(|other| !is_compatible(trial, other));
            if let Some(other) = other {
                let words = if found(trial) == found(other) {
                    format!("another set of solutions than that of {}", other.label())
                } else {
                    format!("{}, but {} says: {}", claim(trial), other.label(), claim(other))
                };
                self.set_wrong(k, words);
            }
        }
    }

    /// Checks that repetitions of a search with the same seed have equal results and counters. A counter that one of them did
    /// not report is not compared.
    fn between_repetitions(&mut self) {
        let trials = self.trials;
        let mut from = 0;
        for repetitions in trials.chunk_by(|trial, next| search_key(trial) == search_key(next)) {
            let mut answered = repetitions.iter().enumerate().filter(|(_, trial)| trial.status.is_answer());
            if let Some((_, first)) = answered.next() {
                for (at, trial) in answered {
                    let Some((name, now, had)) = difference(trial, first) else { continue };
                    let repeat = first.repeat;
                    let words =
                        format!("{now} {name}, but repetition {repeat} had {had}: the same search differs");
                    self.set_wrong(from + at, words);
                }
            }
            from += repetitions.len();
        }
    }

    /// By trial, whether its answer is confirmed.
    fn confirmed(&self) -> Vec<bool> {
        (0..self.trials.len()).map(|k| self.wrong[k].is_none() && self.is_confirmed(k)).collect()
    }

    /// Whether the answer of trial `k`, which nothing contradicts, is confirmed.
    fn is_confirmed(&self, k: usize) -> bool {
        let (trial, claimed) = (&self.trials[k], found(&self.trials[k]));
        match trial.status {
            Status::Solved => proven(trial) > 0,
            Status::Multiple if !is_complete(trial) => {
                proven(trial) >= claimed
                    || matches!(self.count, Some(Count::Exactly(n) | Count::AtLeast(n)) if n >= claimed)
                    || self.another_strategy(k, |other| found(other) >= claimed)
            }
            // The column holds no larger number, so the exact one can be neither known nor compared.
            Status::Multiple if claimed == u64::MAX => false,
            Status::Unique | Status::None | Status::Multiple => {
                matches!(self.count, Some(Count::Exactly(_))) || self.another_strategy(k, is_complete)
            }
            _ => false,
        }
    }

    /// Whether a trial of a strategy with another name than that of trial `k` is not wrong and passes `test`.
    fn another_strategy(&self, k: usize, test: impl Fn(&Trial) -> bool) -> bool {
        let name = &self.trials[k].strategy;
        self.trials
            .iter()
            .zip(&self.wrong)
            .any(|(other, wrong)| wrong.is_none() && other.strategy != *name && test(other))
    }
}

/// The error of a complete answer `trial`, if `witness` found `solutions` solutions that the referee accepted.
fn refuted_by(witness: &Trial, solutions: u64, trial: &Trial) -> String {
    format!("{}, but the referee accepts {solutions} that {} found", claim(trial), witness.label())
}

/// The number of solutions that a trial found.
fn found(trial: &Trial) -> u64 {
    trial.solutions.unwrap_or(0)
}

/// The number of different solutions that the referee accepted. A trial that did not show all that it had to has the status
/// `Error`.
fn proven(trial: &Trial) -> u64 {
    match trial.status {
        Status::Error | Status::Crash => 0,
        _ => found(trial).min(trial.task_solutions.unwrap_or(u64::MAX)).min(MAX_SHOWN),
    }
}

/// Whether the trial answered its task by searching everything.
fn is_complete(trial: &Trial) -> bool {
    trial.stop.is_empty() && trial.status.is_answer()
}

/// A key that is equal for all trials of a configured strategy.
fn strategy_key(trial: &Trial) -> (&str, &str, &str) {
    (&trial.strategy, &trial.params, &trial.via)
}

/// A key that is equal for all repetitions of a search.
fn search_key(trial: &Trial) -> ((&str, &str, &str), u64) {
    (strategy_key(trial), trial.seed)
}

/// The first result of a search that differs between two trials, although it does not depend on the machine: its name, and
/// its values in `trial` and in `other`.
fn difference(trial: &Trial, other: &Trial) -> Option<(&'static str, u64, u64)> {
    let results = |trial: &Trial| std::iter::once(trial.solutions).chain(trial.counters());
    let names = std::iter::once("solutions").chain(COUNTERS);
    let mut known =
        names.zip(results(trial).zip(results(other))).filter_map(|(name, (a, b))| Some((name, a?, b?)));
    known.find(|(_, a, b)| a != b)
}

/// Whether two answers about the same instance can both be right.
fn is_compatible(a: &Trial, b: &Trial) -> bool {
    match (is_complete(a), is_complete(b)) {
        (true, true) => {
            let is_hash_equal =
                a.answer_hash == b.answer_hash || a.answer_hash.is_empty() || b.answer_hash.is_empty();
            found(a) == found(b) && is_hash_equal
        }
        (true, false) => found(b) <= found(a),
        (false, true) => found(a) <= found(b),
        (false, false) => true,
    }
}

fn claim(trial: &Trial) -> String {
    let solutions = match found(trial) {
        0 => "no solution".to_string(),
        1 => "1 solution".to_string(),
        u64::MAX => return format!("{} solutions or more", u64::MAX),
        n => format!("{n} solutions"),
    };
    if is_complete(trial) && found(trial) > 0 { format!("exactly {solutions}") } else { solutions }
}

fn count_phrase(count: Option<Count>) -> String {
    match count {
        Some(Count::Exactly(n)) => format!("exactly {n}"),
        Some(Count::AtLeast(n)) => format!("at least {n}"),
        None => "nothing".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Correct, Unverified, Wrong};

    /// A trial that found `solutions`, whose set has the hash `answer`.
    fn trial(status: Status, stop: &str, solutions: u64, answer: &str) -> Trial {
        let (stop, answer_hash) = (stop.to_string(), answer.to_string());
        Trial { status, stop, solutions: Some(solutions), answer_hash, nodes: Some(7), ..Trial::default() }
    }

    fn unique() -> Trial {
        trial(Status::Unique, "", 1, "00000005")
    }

    fn none() -> Trial {
        trial(Status::None, "", 0, "")
    }

    /// The trials, as those of the strategies `labels`, after judging. Judging twice changes nothing.
    fn judged(count: Option<Count>, labels: &[&str], trials: &[Trial]) -> Vec<Trial> {
        let named = |(label, trial): (&&str, &Trial)| {
            let (strategy, params) = label.split_once(':').unwrap_or((label, ""));
            Trial { strategy: strategy.to_string(), params: params.to_string(), ..trial.clone() }
        };
        let mut trials: Vec<Trial> = labels.iter().zip(trials).map(named).collect();
        judge(&mut trials, count, no_recount);
        let once = trials.clone();
        judge(&mut trials, count, no_recount);
        assert_eq!(trials, once, "judging again changes the verdicts");
        trials
    }

    fn verdicts(count: Option<Count>, labels: &[&str], trials: &[Trial]) -> Vec<Verdict> {
        judged(count, labels, trials).iter().map(|trial| trial.verdict).collect()
    }

    #[test]
    fn a_claim_needs_the_corpus_or_another_name() {
        assert_eq!(verdicts(None, &["a"], &[unique()]), [Unverified]);
        assert_eq!(verdicts(None, &["a:x=1", "a:x=2"], &[unique(), unique()]), [Unverified, Unverified]);
        assert_eq!(verdicts(None, &["a", "b"], &[unique(), unique()]), [Correct, Correct]);
        assert_eq!(verdicts(Some(Count::Exactly(1)), &["a"], &[unique()]), [Correct]);
        assert_eq!(verdicts(Some(Count::AtLeast(0)), &["a"], &[none()]), [Unverified]);
        assert_eq!(verdicts(None, &["a"], &[trial(Status::Timeout, "deadline", 0, "")]), [Unverified]);
    }

    #[test]
    fn the_known_count_and_accepted_solutions_decide() {
        assert_eq!(verdicts(Some(Count::Exactly(0)), &["a"], &[unique()]), [Wrong]);
        assert_eq!(verdicts(Some(Count::Exactly(1)), &["a"], &[none()]), [Wrong]);
        assert_eq!(verdicts(Some(Count::AtLeast(2)), &["a"], &[unique()]), [Wrong]);
        let solved = Trial { task_solutions: Some(1), ..trial(Status::Solved, "enough", 1, "00000005") };
        assert_eq!(verdicts(None, &["a", "b"], &[solved, none()]), [Correct, Wrong]);
        let two = Trial { task_solutions: Some(2), ..trial(Status::Multiple, "enough", 2, "00000005") };
        assert_eq!(verdicts(None, &["a", "b"], &[two, unique()]), [Correct, Wrong]);
    }

    #[test]
    fn without_proof_all_who_disagree_are_wrong() {
        let (hundred, ninety) = (trial(Status::Multiple, "", 100, ""), trial(Status::Multiple, "", 90, ""));
        let both = [hundred, ninety];
        let disagreed = judged(None, &["a", "b"], &both);
        assert_eq!(disagreed.iter().map(|trial| trial.verdict).collect::<Vec<_>>(), [Wrong, Wrong]);
        assert_eq!(disagreed[0].error, "exactly 100 solutions, but b says: exactly 90 solutions");
        assert_eq!(verdicts(Some(Count::Exactly(90)), &["a", "b"], &both), [Wrong, Correct]);
        let other = trial(Status::Unique, "", 1, "00000006");
        assert_eq!(verdicts(None, &["a", "b"], &[unique(), other.clone()]), [Wrong, Wrong]);
        // The first answer has no hash, so it contradicts neither of the others.
        let unhashed = trial(Status::Unique, "", 1, "");
        let all = [unhashed, unique(), other];
        assert_eq!(verdicts(None, &["a", "b", "c"], &all), [Unverified, Wrong, Wrong]);
    }

    #[test]
    fn solutions_that_are_shown_again_refute_smaller_numbers_only() {
        let of = |solutions| trial(Status::Multiple, "", solutions, "");
        let trials = [("a", 13), ("b", 13), ("c", 12), ("d", 14), ("e", 11)]
            .map(|(name, solutions)| Trial { strategy: name.to_string(), ..of(solutions) });
        let judged_by = |shows: fn(&Trial, u64) -> bool| {
            let mut trials = trials.to_vec();
            judge(&mut trials, None, shows);
            trials
        };
        // `d` claims 14 and cannot show them.
        let judged = judged_by(|trial, solutions| solutions <= 13 && trial.strategy == "b");
        let wrong: Vec<&str> = judged.iter().map(|trial| &*trial.error).collect();
        assert_eq!(wrong[2], "exactly 12 solutions, but the referee accepts 13 that b found");
        assert_eq!(wrong[4], "exactly 11 solutions, but the referee accepts 13 that b found");
        // Between 13 and 14 nothing decides.
        assert_eq!(wrong[0], "exactly 13 solutions, but d says: exactly 14 solutions");
        let judged = judged_by(|_, _| true);
        assert!(judged.iter().all(|trial| (trial.verdict == Wrong) == (trial.strategy != "d")), "{judged:?}");
        let judged = judged_by(|_, _| false);
        assert!(judged.iter().all(|trial| trial.verdict == Wrong), "{judged:?}");
        // No search is repeated if the corpus knows the count, or if the answers agree.
        let never = |_: &Trial, _| -> bool { panic!("searched again") };
        judge(&mut trials.clone(), Some(Count::Exactly(13)), never);
        judge(&mut trials[..2].to_vec(), None, never);
    }

    #[test]
    fn a_count_that_is_too_large_to_record_is_judged() {
        let endless = trial(Status::Multiple, "", u64::MAX, "");
        assert_eq!(verdicts(None, &["a"], std::slice::from_ref(&endless)), [Unverified]);
        assert_eq!(verdicts(None, &["a", "b"], &[endless.clone(), endless]), [Unverified, Unverified]);
    }

    #[test]
    fn repetitions_must_do_the_same_work() {
        let other = Trial { nodes: Some(8), repeat: 2, ..unique() };
        let found = judged(Some(Count::Exactly(1)), &["a"; 3], &[unique(), unique(), other]);
        assert_eq!(found.iter().map(|trial| trial.verdict).collect::<Vec<_>>(), [Correct, Correct, Wrong]);
        assert_eq!(found[2].error, "8 nodes, but repetition 0 had 7: the same search differs");
        let more = Trial { conflicts: Some(5), ..unique() };
        let found =
            judged(Some(Count::Exactly(1)), &["a"; 2], &[more, Trial { conflicts: Some(6), ..unique() }]);
        assert_eq!(found[1].error, "6 conflicts, but repetition 0 had 5: the same search differs");
        let unknown = Trial { nodes: None, ..unique() };
        assert_eq!(verdicts(Some(Count::Exactly(1)), &["a"; 2], &[unique(), unknown]), [Correct, Correct]);
    }

    #[test]
    fn what_a_corpus_knew_is_known_where_records_are_merged() {
        let alone = |name: &str, count, trial| judged(count, &[name], &[trial]).remove(0);
        let known = Some(Count::Exactly(1));
        let mut trials = vec![
            alone("a", known, unique()),
            alone("b", known, none()),
            alone("c", None, none()),
            alone("d", None, unique()),
        ];
        judge_merged(&mut trials);
        let found: Vec<_> = trials.iter().map(|trial| (&*trial.error, trial.verdict)).collect();
        let wrong = ("no solution, but the corpus says exactly 1", Wrong);
        assert_eq!(found, [("", Correct), wrong, wrong, ("", Correct)]);
    }
}
