//! Verdicts: the answer of each trial compared with what is known of the instance, what the referee accepted, and what
//! the other strategies found.
//!
//! A solution proves itself: the referee has seen it. That there are no more, or none, is a claim
//! about all that was searched, and is taken as correct only if the corpus knows the count or a
//! strategy of another name says the same. Where complete answers have different numbers of solutions, the strategy with
//! the largest number searches again and shows them all: those that the referee accepts refute every smaller number.
//! Where no proof decides, all answers that differ are wrong, because no evidence shows which is right.

use super::{COUNTERS, Status, Trial, Verdict};
use crate::corpus::Count;
use std::cmp::Reverse;

/// The most solutions that the referee is shown: enough to prove that there is more than one, and few enough that
/// building them costs the search next to nothing.
pub(crate) const MAX_SHOWN: u64 = 2;

/// The most solutions of a recount, which are all in memory at once.
const MAX_RECOUNT: u64 = 10_000;

/// Sets the verdicts of the trials of one instance, in the order of strategy, seed and repetition. `count` is the number of
/// solutions that the corpus knows.
fn judge(trials: &mut [Trial], count: Option<Count>) {
    judge_with_recount(trials, count, |_, _| false);
}

/// Like [`judge`], but `recount` searches again if answers differ. It returns whether the strategy of a trial finds this
/// number of different solutions that the referee accepts.
pub(crate) fn judge_with_recount(
    trials: &mut [Trial],
    count: Option<Count>,
    recount: impl FnMut(&Trial, u64) -> bool,
) {
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

/// Sets the verdict of a trial without a comparison with other trials.
pub(crate) fn judge_alone(trial: &mut Trial, count: Option<Count>) {
    judge(std::slice::from_mut(trial), count);
}

/// Sets the verdicts of the trials of one instance that were judged before, but apart from each other. What the corpus knows
/// is in these verdicts.
pub(crate) fn judge_merged(trials: &mut [Trial]) {
    let mut others: Vec<Trial> = trials.iter().filter(|trial| !is_judged_wrong(trial)).cloned().collect();
    let confirmed = others.iter().find(|trial| trial.verdict == Verdict::Correct && is_complete(trial));
    let count = confirmed.map(|trial| Count::Exactly(found(trial)));
    judge(&mut others, count);
    for (trial, judged) in trials.iter_mut().filter(|trial| !is_judged_wrong(trial)).zip(others) {
        // A verdict that a corpus confirmed stays.
        if (trial.verdict, judged.verdict) != (Verdict::Correct, Verdict::Unverified) {
            *trial = judged;
        }
    }
}

/// Whether a trial is wrong by comparison: its own answer is possible.
fn is_judged_wrong(trial: &Trial) -> bool {
    trial.verdict == Verdict::Wrong && trial.status != Status::Error
}

/// Trials of one instance, and what is wrong with each.
struct Judging<'a> {
    count: Option<Count>,
    trials: &'a [Trial],
    wrong: Vec<Option<String>>,
}

impl Judging<'_> {
    fn set_wrong(&mut self, k: usize, words: String) {
        self.wrong[k].get_or_insert(words);
    }

    /// The known count, and solutions that the referee accepted.
    fn against_evidence(&mut self) {
        let witness = self.trials.iter().max_by_key(|trial| proven(trial));
        let most = witness.map_or(0, proven);
        for (k, trial) in self.trials.iter().enumerate() {
            let (found, all) = (found(trial), is_complete(trial));
            if trial.status == Status::Error {
                self.set_wrong(k, "the answer cannot be".to_string());
            }
            let fits = match self.count {
                Some(Count::Exactly(n)) => found <= n && (!all || found == n),
                Some(Count::AtLeast(n)) => !all || found >= n,
                None => true,
            };
            if !fits {
                self.set_wrong(k, format!("{}, but the corpus says {}", claim(trial), known(self.count)));
            }
            if all && found < most {
                let who = witness.map(Trial::label).unwrap_or_default();
                self.set_wrong(
                    k,
                    format!("{}, but the referee accepts {most} that {who} found", claim(trial)),
                );
            }
        }
    }

    /// The trials with an answer that nothing contradicts yet.
    fn good(&self) -> Vec<usize> {
        let is_good = |k: &usize| self.wrong[*k].is_none() && self.trials[*k].status.is_answer();
        (0..self.trials.len()).filter(is_good).collect()
    }

    /// If searches found more solutions than a complete one, repeats them, from the largest number on. The first that
    /// finds its number again refutes smaller complete answers.
    fn against_recount(&mut self, mut recount: impl FnMut(&Trial, u64) -> bool) {
        let (trials, good) = (self.trials, self.good());
        let complete = || good.iter().copied().filter(|k| is_complete(&trials[*k]));
        let Some(least) = complete().map(|k| found(&trials[k])).min() else { return };
        let claims_more = |trial: &&Trial| (least + 1..=MAX_RECOUNT).contains(&found(trial));
        let mut claims: Vec<&Trial> = good.iter().map(|k| &trials[*k]).filter(claims_more).collect();
        // Another seed or repetition of the same strategy adds no evidence.
        claims.dedup_by_key(|trial| (configured(trial), found(trial)));
        claims.sort_by_key(|trial| Reverse(found(trial)));
        let Some(witness) = claims.into_iter().find(|trial| recount(trial, found(trial))) else { return };
        for k in complete().filter(|k| found(&trials[*k]) < found(witness)) {
            let words = format!(
                "{}, but the referee accepts {} that {} found",
                claim(&trials[k]),
                found(witness),
                witness.label()
            );
            self.set_wrong(k, words);
        }
    }

    /// Complete answers must be the same, and no search may find more than a complete one.
    fn between_strategies(&mut self) {
        let (trials, good) = (self.trials, self.good());
        let Some(first) = good.iter().map(|&k| &trials[k]).find(|trial| is_complete(trial)) else { return };
        if good.iter().all(|&k| is_compatible(first, &trials[k])) {
            return;
        }
        for &k in &good {
            let trial = &trials[k];
            let other = good.iter().map(|&j| &trials[j]).find(|other| !is_compatible(trial, other));
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

    /// Repetitions of one search with one seed must do equal work.
    fn between_repetitions(&mut self) {
        let trials = self.trials;
        let mut from = 0;
        for repetitions in trials.chunk_by(|one, next| search(one) == search(next)) {
            let mut answered = repetitions.iter().enumerate().filter(|(_, trial)| trial.status.is_answer());
            let first = answered.next().map(|(_, first)| first);
            for (at, trial) in answered {
                let Some(first) = first.filter(|first| work(first) != work(trial)) else { continue };
                let (nodes, had) = (trial.nodes.unwrap_or(0), first.nodes.unwrap_or(0));
                let repeat = first.repeat;
                self.set_wrong(
                    from + at,
                    format!("{nodes} nodes, but repetition {repeat} had {had}: the same search differs"),
                );
            }
            from += repetitions.len();
        }
    }

    /// Which answers are confirmed.
    fn confirmed(&self) -> Vec<bool> {
        let confirmed = |(k, trial): (usize, &Trial)| {
            let found = found(trial);
            self.wrong[k].is_none()
                && match trial.status {
                    Status::Solved => proven(trial) > 0,
                    Status::Multiple if !is_complete(trial) => {
                        proven(trial) >= found
                            || matches!(self.count, Some(Count::Exactly(n) | Count::AtLeast(n)) if n >= found)
                            || self.is_seconded(k, |other| self::found(other) >= found)
                    }
                    // A number that no column holds can be neither known nor seconded.
                    Status::Multiple if found == u64::MAX => false,
                    Status::Unique | Status::None | Status::Multiple => {
                        matches!(self.count, Some(Count::Exactly(_))) || self.is_seconded(k, is_complete)
                    }
                    _ => false,
                }
        };
        self.trials.iter().enumerate().map(confirmed).collect()
    }

    /// Whether a strategy of another name has an answer, not wrong, that passes `test`.
    fn is_seconded(&self, k: usize, test: impl Fn(&Trial) -> bool) -> bool {
        let name = &self.trials[k].strategy;
        self.trials
            .iter()
            .zip(&self.wrong)
            .any(|(other, wrong)| wrong.is_none() && other.strategy != *name && test(other))
    }
}

/// The solutions that a trial found.
fn found(trial: &Trial) -> u64 {
    trial.solutions.unwrap_or(0)
}

/// Different solutions that the referee saw and accepted: all that were to be shown, or the answer is an error.
fn proven(trial: &Trial) -> u64 {
    match trial.status {
        Status::Error | Status::Crash => 0,
        _ => found(trial).min(trial.task_solutions.unwrap_or(u64::MAX)).min(MAX_SHOWN),
    }
}

/// Whether the whole space was searched.
fn is_complete(trial: &Trial) -> bool {
    trial.stop.is_empty() && trial.status.is_answer()
}

/// The key of a strategy as it was configured.
fn configured(trial: &Trial) -> (&str, &str, &str) {
    (&trial.strategy, &trial.params, &trial.via)
}

/// The key of a search, equal for all of its repetitions.
fn search(trial: &Trial) -> ((&str, &str, &str), u64) {
    (configured(trial), trial.seed)
}

/// The result of a search, equal on every machine for the same instance and seed.
fn work(trial: &Trial) -> (Option<u64>, [Option<u64>; COUNTERS.len()]) {
    (trial.solutions, trial.counters())
}

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

fn known(count: Option<Count>) -> String {
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

    /// The trials of these strategies after the judgement.
    fn judged(count: Option<Count>, labels: &[&str], trials: &[Trial]) -> Vec<Trial> {
        let named = |(label, trial): (&&str, &Trial)| {
            let (strategy, params) = label.split_once(':').unwrap_or((label, ""));
            Trial { strategy: strategy.to_string(), params: params.to_string(), ..trial.clone() }
        };
        let mut trials: Vec<Trial> = labels.iter().zip(trials).map(named).collect();
        judge(&mut trials, count);
        let once = trials.clone();
        judge(&mut trials, count);
        assert_eq!(trials, once, "judged again, the verdicts are others");
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
        assert_eq!(verdicts(None, &["a", "b"], &[unique(), other]), [Wrong, Wrong]);
    }

    #[test]
    fn solutions_that_are_shown_again_refute_smaller_numbers_only() {
        let of = |solutions| trial(Status::Multiple, "", solutions, "");
        let labels = ["a", "b", "c", "d", "e"];
        let trials: Vec<Trial> = labels
            .iter()
            .zip([13, 13, 12, 14, 11])
            .map(|(label, solutions)| Trial { strategy: (*label).to_string(), ..of(solutions) })
            .collect();
        let judged_by = |shows: fn(&Trial, u64) -> bool| {
            let mut trials = trials.clone();
            judge_with_recount(&mut trials, None, shows);
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
        // No search is repeated if the corpus knows the number, or if the answers agree.
        let never = |_: &Trial, _| -> bool { panic!("searched again") };
        judge_with_recount(&mut trials.clone(), Some(Count::Exactly(13)), never);
        judge_with_recount(&mut trials[..2].to_vec(), None, never);
    }

    #[test]
    fn repetitions_must_do_the_same_work() {
        let other = Trial { nodes: Some(8), repeat: 2, ..unique() };
        let found = judged(Some(Count::Exactly(1)), &["a"; 3], &[unique(), unique(), other]);
        let verdicts: Vec<_> = found.iter().map(|trial| trial.verdict).collect();
        assert_eq!(verdicts, [Correct, Correct, Wrong]);
        assert_eq!(found[2].error, "8 nodes, but repetition 0 had 7: the same search differs");
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
