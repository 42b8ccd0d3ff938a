//! Verdicts: each trial's answer held against what is known of the instance, what the referee
//! accepted, and what the other strategies say.
//!
//! A solution proves itself: the referee has seen it. That there are no more, or none, is a claim
//! about all that was searched, and is taken as correct only if the corpus knows the count or a
//! strategy of another name says the same. Where complete answers differ and no proof decides
//! between them, all of them are wrong, because nothing tells which is right.

use super::{Row, Status, Verdict};
use crate::corpus::Count;
use crate::plan::Contender;

/// The judgement on one trial: a verdict, and words where it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    pub(super) words: Option<String>,
}

impl Default for Judgement {
    fn default() -> Judgement {
        Judgement { verdict: Verdict::Unverified, words: None }
    }
}

impl Judgement {
    fn wrong(&mut self, words: impl FnOnce() -> String) {
        self.verdict = Verdict::Wrong;
        self.words.get_or_insert_with(words);
    }

    fn is_wrong(&self) -> bool {
        self.verdict == Verdict::Wrong
    }
}

/// The trials of one instance: rows by lane, seed and repetition.
pub(super) struct Comparison<'a> {
    /// How many solutions the instance is known to have.
    pub(super) count: Option<Count>,
    pub(super) lanes: &'a [Contender],
    pub(super) rows: &'a [Option<Row>],
    /// Repetitions with all seeds.
    pub(super) rounds: usize,
    /// Repetitions with a seed.
    pub(super) repetitions: usize,
}

impl Comparison<'_> {
    /// The judgement on each row.
    pub(super) fn judge(&self) -> Vec<Judgement> {
        let mut judgements = vec![Judgement::default(); self.rows.len()];
        self.against_evidence(&mut judgements);
        self.between_strategies(&mut judgements);
        if self.repetitions > 1 {
            self.between_repetitions(&mut judgements);
        }
        self.confirm(&mut judgements);
        judgements
    }

    fn present(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().enumerate().filter_map(|(k, row)| Some((k, row.as_ref()?)))
    }

    fn lane(&self, k: usize) -> &Contender {
        &self.lanes[k / self.rounds]
    }

    /// The known count, and solutions that the referee accepted.
    fn against_evidence(&self, judgements: &mut [Judgement]) {
        let best = self.present().max_by_key(|(_, row)| row.proven);
        let (witness, proven) = best.map_or((0, 0), |(k, row)| (k, u64::from(row.proven)));
        for (k, row) in self.present() {
            let (found, all) = (row.solutions, row.is_complete());
            if row.status == Status::Error {
                judgements[k].wrong(|| "the answer cannot be".to_string());
            }
            let fits = match self.count {
                Some(Count::Exactly(n)) => found <= n && (!all || found == n),
                Some(Count::AtLeast(n)) => !all || found >= n,
                None => true,
            };
            if !fits {
                judgements[k].wrong(|| format!("{}, but the corpus says {}", claim(row), known(self.count)));
            }
            if all && found < proven {
                judgements[k].wrong(|| {
                    let who = &self.lane(witness).label;
                    format!("{}, but the referee accepts {proven} that {who} found", claim(row))
                });
            }
        }
    }

    /// Complete answers must be the same, and no search may find more than a complete one.
    fn between_strategies(&self, judgements: &mut [Judgement]) {
        let good: Vec<(usize, &Row)> = self
            .present()
            .filter(|(k, row)| !judgements[*k].is_wrong() && (row.is_complete() || row.status.is_answer()))
            .collect();
        let Some(&(_, first)) = good.iter().find(|(_, row)| row.is_complete()) else { return };
        if good.iter().all(|(_, row)| is_compatible(first, row)) {
            return;
        }
        for &(k, row) in &good {
            let other = good.iter().find(|(_, other)| !is_compatible(row, other));
            if let Some(&(j, other)) = other {
                judgements[k].wrong(|| {
                    if row.solutions == other.solutions {
                        format!("another set of solutions than that of {}", self.lane(j).label)
                    } else {
                        format!("{}, but {} says: {}", claim(row), self.lane(j).label, claim(other))
                    }
                });
            }
        }
    }

    /// The same search with the same seed does the same work.
    fn between_repetitions(&self, judgements: &mut [Judgement]) {
        for (at, rows) in self.rows.chunks(self.repetitions).enumerate() {
            let from = at * self.repetitions;
            let answered = |row: &&Row| row.status.is_answer();
            let Some((at, first)) =
                rows.iter().enumerate().find_map(|(r, row)| Some((r, row.as_ref().filter(answered)?)))
            else {
                continue;
            };
            for (r, row) in rows.iter().enumerate().skip(at + 1) {
                let Some(row) = row.as_ref().filter(answered) else { continue };
                if row.work() != first.work() {
                    judgements[from + r].wrong(|| {
                        format!(
                            "{} nodes, but repetition {at} had {}: the same search differs",
                            row.nodes, first.nodes
                        )
                    });
                }
            }
        }
    }

    fn confirm(&self, judgements: &mut [Judgement]) {
        for (k, row) in self.present() {
            if judgements[k].is_wrong() {
                continue;
            }
            let confirmed = match row.status {
                Status::Solved => row.proven > 0,
                Status::Multiple if !row.is_complete() => {
                    u64::from(row.proven) >= row.solutions
                        || matches!(self.count, Some(Count::Exactly(n) | Count::AtLeast(n)) if n >= row.solutions)
                        || self.is_seconded(k, judgements, |other| other.solutions >= row.solutions)
                }
                // A number that no column holds can be neither known nor seconded.
                Status::Multiple if row.solutions == u64::MAX => false,
                Status::Unique | Status::None | Status::Multiple => {
                    matches!(self.count, Some(Count::Exactly(_)))
                        || self.is_seconded(k, judgements, Row::is_complete)
                }
                _ => false,
            };
            judgements[k].verdict = if confirmed { Verdict::Correct } else { Verdict::Unverified };
        }
    }

    /// Whether a strategy of another name has an answer, not wrong, that passes `test`.
    fn is_seconded(&self, k: usize, judgements: &[Judgement], test: impl Fn(&Row) -> bool) -> bool {
        let name = &self.lane(k).strategy;
        self.present()
            .any(|(j, row)| test(row) && !judgements[j].is_wrong() && self.lane(j).strategy != *name)
    }
}

fn is_compatible(a: &Row, b: &Row) -> bool {
    match (a.is_complete(), b.is_complete()) {
        (true, true) => {
            a.solutions == b.solutions && (a.answer == b.answer || a.answer == 0 || b.answer == 0)
        }
        (true, false) => b.solutions <= a.solutions,
        (false, true) => a.solutions <= b.solutions,
        (false, false) => true,
    }
}

fn claim(row: &Row) -> String {
    let solutions = match row.solutions {
        0 => "no solution".to_string(),
        1 => "1 solution".to_string(),
        u64::MAX => return format!("{} solutions or more", u64::MAX),
        n => format!("{n} solutions"),
    };
    if row.is_complete() && row.solutions > 0 { format!("exactly {solutions}") } else { solutions }
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
    use crate::plan::Profile;
    use coverlab_model::{About, Stop};

    static ABOUT: About = About {
        name: "x",
        sentence: "",
        source: "",
        node: "",
        purpose: coverlab_model::Purpose::Learn,
        complete: true,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    };

    fn lane(label: &str) -> Contender {
        let strategy = label.split(':').next().unwrap().to_string();
        Contender {
            label: label.into(),
            strategy,
            params: String::new(),
            via: String::new(),
            profile: Profile::of(&ABOUT, ""),
            key: String::new(),
        }
    }

    /// A row that found `solutions`, of which the referee accepted `proven`.
    fn row(status: Status, stop: Option<Stop>, solutions: u64, proven: u8, answer: u32) -> Option<Row> {
        Some(Row { status, stop, solutions, proven, answer, nodes: 7, ..Row::default() })
    }

    fn unique() -> Option<Row> {
        row(Status::Unique, None, 1, 1, 5)
    }

    fn none() -> Option<Row> {
        row(Status::None, None, 0, 0, 0)
    }

    fn rule(
        count: Option<Count>,
        labels: &[&str],
        repetitions: usize,
        rows: &[Option<Row>],
    ) -> Vec<Judgement> {
        let lanes: Vec<Contender> = labels.iter().map(|l| lane(l)).collect();
        Comparison { count, lanes: &lanes, rows, rounds: repetitions, repetitions }.judge()
    }

    fn verdicts(count: Option<Count>, labels: &[&str], rows: &[Option<Row>]) -> Vec<Verdict> {
        rule(count, labels, 1, rows).into_iter().map(|r| r.verdict).collect()
    }

    use Verdict::{Correct, Unverified, Wrong};

    #[test]
    fn a_claim_needs_the_corpus_or_another_name() {
        assert_eq!(verdicts(None, &["a"], &[unique()]), [Unverified]);
        assert_eq!(verdicts(None, &["a:x=1", "a:x=2"], &[unique(), unique()]), [Unverified, Unverified]);
        assert_eq!(verdicts(None, &["a", "b"], &[unique(), unique()]), [Correct, Correct]);
        assert_eq!(verdicts(Some(Count::Exactly(1)), &["a"], &[unique()]), [Correct]);
        assert_eq!(verdicts(Some(Count::AtLeast(0)), &["a"], &[none()]), [Unverified]);
        assert_eq!(
            verdicts(None, &["a"], &[row(Status::Timeout, Some(Stop::Deadline), 0, 0, 0)]),
            [Unverified]
        );
    }

    #[test]
    fn the_known_count_and_accepted_solutions_decide() {
        assert_eq!(verdicts(Some(Count::Exactly(0)), &["a"], &[unique()]), [Wrong]);
        assert_eq!(verdicts(Some(Count::Exactly(1)), &["a"], &[none()]), [Wrong]);
        assert_eq!(verdicts(Some(Count::AtLeast(2)), &["a"], &[unique()]), [Wrong]);
        let solved = row(Status::Solved, Some(Stop::Enough), 1, 1, 5);
        assert_eq!(verdicts(None, &["a", "b"], &[solved, none()]), [Correct, Wrong]);
        let two = row(Status::Multiple, Some(Stop::Enough), 2, 2, 5);
        assert_eq!(verdicts(None, &["a", "b"], &[two, unique()]), [Correct, Wrong]);
    }

    #[test]
    fn without_proof_all_who_disagree_are_wrong() {
        let hundred = row(Status::Multiple, None, 100, 2, 0);
        let ninety = row(Status::Multiple, None, 90, 2, 0);
        assert_eq!(verdicts(None, &["a", "b"], &[hundred, ninety]), [Wrong, Wrong]);
        assert_eq!(verdicts(Some(Count::Exactly(90)), &["a", "b"], &[hundred, ninety]), [Wrong, Correct]);
        let other = row(Status::Unique, None, 1, 1, 6);
        assert_eq!(verdicts(None, &["a", "b"], &[unique(), other]), [Wrong, Wrong]);
        let judgements = rule(None, &["a", "b"], 1, &[hundred, ninety]);
        assert_eq!(
            judgements[0].words.as_deref(),
            Some("exactly 100 solutions, but b says: exactly 90 solutions")
        );
    }

    #[test]
    fn repetitions_must_do_the_same_work() {
        let mut other = unique();
        other.as_mut().unwrap().nodes = 8;
        let judgements = rule(Some(Count::Exactly(1)), &["a"], 3, &[unique(), unique(), other]);
        let verdicts: Vec<_> = judgements.iter().map(|r| r.verdict).collect();
        assert_eq!(verdicts, [Correct, Correct, Wrong]);
    }
}
