//! Outcomes of searches become answers, if the referee has no objection.

use super::answer::{Answer, Question};
use super::others::Others;
use super::render::Form;
use super::show::Show;
use super::work::Work;
use coverlab_bench::record::Status;
use coverlab_model::{Natural, Outcome, Stop, Violation};
use std::time::Duration;

impl<P: Show> Work<'_, P> {
    /// The answer to a puzzle that was searched by itself: a puzzle without others gets more remarks. `None`:
    /// cancelled.
    pub(super) fn answer(&self, problem: &P, outcome: &Outcome<P>, cpu: Duration) -> Option<Answer> {
        let mut answer = self.refereed(problem, outcome, cpu)?;
        let remark = match (answer.status, outcome.kept.first()) {
            _ if self.words.question == Question::Count || self.words.form == Form::Json => None,
            (Some(Status::None), _) if self.is_alone() => problem.contradiction(&self.style),
            (Some(Status::Solved), Some(found)) if self.is_alone() => problem.another(found, &self.style),
            _ => None,
        };
        answer.remark = remark.or(answer.remark);
        Some(answer)
    }

    /// Whether no other puzzle waits, so that a closer look at an answer is worth its time.
    fn is_alone(&self) -> bool {
        self.words.shared.others.wait() != Others::Puzzles
    }

    /// The answer that `outcome` is, if the referee has no objection. `None`: cancelled.
    pub(super) fn refereed(&self, problem: &P, outcome: &Outcome<P>, cpu: Duration) -> Option<Answer> {
        if let Err(violation) = outcome.verify(problem) {
            return Some(self.refused(problem, &violation));
        }
        let mut answer = self.of_outcome(problem, outcome, outcome.kept.first())?;
        answer.cpu = cpu;
        if let [one, other, ..] = &outcome.kept[..] {
            answer.remark =
                Some(format!("first difference: {}", problem.difference(one, other, &self.style)));
        }
        Some(answer)
    }

    /// The answer without a look at the solutions.
    pub(super) fn of_outcome(
        &self,
        problem: &P,
        outcome: &Outcome<P>,
        solution: Option<&P::Solution>,
    ) -> Option<Answer> {
        let style = &self.style;
        let drawing = || match (&outcome.partial, self.words.question) {
            (Some(partial), _) => partial.drawing(None, style),
            (None, Question::All) if outcome.solutions > 0 => String::new(),
            (None, _) => problem.drawing(solution, style),
        };
        let status = Status::of(outcome.stop, outcome.solutions);
        // The count so far is an answer; a solution that was not found is none.
        if status.is_none() && self.words.question != Question::Count {
            return None;
        }
        Some(Answer {
            status,
            stop: outcome.stop,
            solutions: outcome.count(),
            puzzle: self.record(problem),
            solution: solution.map(|solution| problem.solution_line(solution, style)),
            drawing: if self.words.form == Form::Pretty { drawing() } else { String::new() },
            remark: outcome.partial.as_deref().map(Show::progress).or_else(|| self.refusal(problem, outcome)),
            nodes: self.configured.about.counts_nodes().then_some(outcome.counters.nodes),
            choice: outcome.choice,
            cpu: Duration::ZERO,
        })
    }

    /// Why the strategy did not take the instance, if it did not.
    fn refusal(&self, problem: &P, outcome: &Outcome<P>) -> Option<String> {
        let refused = matches!(outcome.stop, Some(Stop::Unsupported | Stop::Memory));
        let why = self.configured.backend.accepts(problem).err().filter(|_| refused)?;
        Some(format!("{} {why}", self.configured.about.name))
    }

    /// The instance in one line, for records alone.
    fn record(&self, problem: &P) -> String {
        if self.words.form == Form::Json {
            problem.line(&self.words.source, &self.style)
        } else {
            String::new()
        }
    }

    pub(super) fn refused(&self, problem: &P, violation: &Violation) -> Answer {
        let what = format!("the referee rejects what the strategy found: {violation}");
        self.failed(problem, Status::Error, what)
    }

    pub(super) fn failed(&self, problem: &P, status: Status, what: String) -> Answer {
        Answer {
            status: Some(status),
            stop: None,
            solutions: Natural::default(),
            puzzle: self.record(problem),
            solution: None,
            drawing: String::new(),
            remark: Some(what),
            nodes: None,
            choice: None,
            cpu: Duration::ZERO,
        }
    }
}
