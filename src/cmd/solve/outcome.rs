//! From a search to its answer: outcomes that the referee accepts become answers, and solutions that are listed are
//! sent as they are found. Where a method returns `None`, the search was cancelled.

use super::answer::Answer;
use super::arguments::{Form, Question};
use super::problem::Solvable;
use super::results::{Output, Text};
use super::work::Work;
use super::writer::BatchResults;
use coverlab_bench::record::Status;
use coverlab_model::{Outcome, Session, Stop, Task, Violation};
use std::ops::ControlFlow;
use std::time::Duration;

/// Most bytes of solutions that wait for the puzzles before theirs.
const MAX_WAITING_BYTES: usize = 1 << 20;

impl<P: Solvable> Work<'_, P> {
    /// Searches a puzzle by itself. One without others gets more remarks.
    pub(super) fn answer(&self, session: &mut dyn Session<P>, problem: &P, task: &Task) -> Option<Answer> {
        let (outcome, cpu) = problem.search(self.engine, session, task, None);
        let mut answer = self.verified(problem, &outcome, cpu)?;
        answer.cover = problem.facts(self.engine, &outcome, task);
        let is_alone = || !self.context.shared.input.is_several();
        let remark = match (answer.status, outcome.kept.first()) {
            _ if self.context.question == Question::Count || self.context.form == Form::Json => None,
            (Some(Status::None), _) if is_alone() => problem.contradiction(&self.style),
            (Some(Status::Solved), Some(found)) if is_alone() => problem.another(found, &self.style),
            _ => None,
        };
        answer.remark = remark.or(answer.remark);
        Some(answer)
    }

    /// Sends each solution as it is found, or as soon as those of the puzzles before are.
    pub(super) fn list(
        &self,
        session: &mut dyn Session<P>,
        problem: &P,
        task: &Task,
        out: &mut BatchResults<'_, '_>,
    ) -> Option<Answer> {
        let mut violation: Option<Violation> = None;
        let (mut waiting, mut listed) = (Vec::new(), Vec::new());
        let (outcome, cpu) = problem.search(
            self.engine,
            session,
            task,
            Some(&mut |solution| {
                if let Err(found) = problem.verify(solution) {
                    violation = Some(found);
                    return ControlFlow::Break(Stop::Cancelled);
                }
                if self.context.form == Form::Json {
                    listed.push(problem.solution_line(solution, &self.style));
                    return ControlFlow::Continue(());
                }
                self.write_solution(problem, solution, &mut waiting);
                if !out.is_next() && waiting.len() < MAX_WAITING_BYTES {
                    return ControlFlow::Continue(());
                }
                out.push(text_of(&mut waiting));
                if !out.wait() {
                    return ControlFlow::Break(Stop::Cancelled);
                }
                out.send();
                if self.goes_on().is_some() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(Stop::Cancelled)
                }
            }),
        );
        out.push(text_of(&mut waiting));
        if let Some(violation) = violation {
            return Some(self.refuted(problem, &violation));
        }
        let mut answer = Answer { cpu, ..self.unverified(problem, &outcome, None)? };
        answer.cover = problem.facts(self.engine, &outcome, task);
        answer.listed = (self.context.form == Form::Json).then_some(listed);
        Some(answer)
    }

    /// Writes one of several solutions.
    fn write_solution(&self, problem: &P, solution: &P::Solution, text: &mut Vec<u8>) {
        if self.context.form == Form::Drawing {
            text.extend_from_slice(problem.drawing(Some(solution), &self.style).as_bytes());
            text.push(b'\n');
        } else {
            text.extend_from_slice(problem.solution_line(solution, &self.style).as_bytes());
            text.extend_from_slice(if P::IS_MULTILINE { b"\n\n" } else { b"\n" });
        }
    }

    /// The answer that `outcome` is, if the referee accepts it.
    pub(super) fn verified(&self, problem: &P, outcome: &Outcome<P>, cpu: Duration) -> Option<Answer> {
        if let Err(violation) = outcome.verify(problem) {
            return Some(self.refuted(problem, &violation));
        }
        let mut answer = Answer { cpu, ..self.unverified(problem, outcome, outcome.kept.first())? };
        if let [one, other, ..] = &outcome.kept[..] {
            let difference = problem.difference(one, other, &self.style);
            answer.remark = Some(format!("first difference: {difference}"));
        }
        Some(answer)
    }

    /// The answer that `outcome` is, where its solutions were verified already.
    fn unverified(
        &self,
        problem: &P,
        outcome: &Outcome<P>,
        solution: Option<&P::Solution>,
    ) -> Option<Answer> {
        let (style, question) = (&self.style, self.context.question);
        let drawing = || match &outcome.partial {
            Some(partial) => partial.drawing(None, style),
            None if question == Question::All && outcome.solutions > 0 => String::new(),
            None => problem.drawing(solution, style),
        };
        let status = Status::of(outcome.stop, outcome.solutions);
        // The count so far is an answer; a solution that was not found is none.
        if status.is_none() && question != Question::Count {
            return None;
        }
        let about = self.engine.configured.about;
        Some(Answer {
            status,
            stop: outcome.stop,
            solutions: outcome.count(),
            puzzle: self.line(problem),
            solution: solution.map(|solution| problem.solution_line(solution, style)),
            drawing: if self.context.form == Form::Drawing { drawing() } else { String::new() },
            remark: match &outcome.partial {
                Some(partial) => Some(partial.progress()),
                None if status == Some(Status::None) => problem.plain_contradiction(),
                None => self.refusal(problem, outcome),
            },
            nodes: about.counts_nodes().then_some(outcome.counters.nodes),
            choice: outcome.choice,
            ..Answer::default()
        })
    }

    /// Why the strategy did not take the instance, if it did not.
    fn refusal(&self, problem: &P, outcome: &Outcome<P>) -> Option<String> {
        let refused = matches!(outcome.stop, Some(Stop::Unsupported | Stop::Memory));
        let configured = &self.engine.configured;
        let why = configured.backend.accepts(problem).err().filter(|_| refused)?;
        Some(format!("{} {why}", configured.about.name))
    }

    /// The instance in one line, for records alone.
    fn line(&self, problem: &P) -> String {
        match self.context.form {
            Form::Json => problem.line(&self.context.source, &self.style),
            Form::Line | Form::Drawing => String::new(),
        }
    }

    fn refuted(&self, problem: &P, violation: &Violation) -> Answer {
        let what = format!("the referee rejects what the strategy found: {violation}");
        self.failed(problem, Status::Error, what)
    }

    pub(super) fn failed(&self, problem: &P, status: Status, what: String) -> Answer {
        let puzzle = self.line(problem);
        Answer { status: Some(status), puzzle, remark: Some(what), ..Answer::default() }
    }
}

/// The text of solutions that were found.
fn text_of(bytes: &mut Vec<u8>) -> Output {
    Output::Text(Text { bytes: std::mem::take(bytes), ..Text::default() })
}
