//! The threads that search. They take batches, search them, have every solution verified, and send answers and notes.

mod lines;

use super::answer::PuzzleAnswer;
use super::arguments::{AnswerForm, Question};
use super::job::{InputContext, InputJob, PuzzleLabel, SolveCommand};
use super::output::{BatchOutput, MAX_NOTES, OrderedWriter};
use super::problem::Solvable;
use super::progress::{RunningSearch, SearchProgress};
use super::read::{InputBatch, Puzzles};
use crate::support::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::panic_message;
use coverlab_model::{Cost, Fault, FaultKind, Flow, Outcome, Progress, Session, Stop, Task};
pub(super) use lines::Lines;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A thread that searches. Its methods return `None` when it should end.
pub(super) struct SearchThread<'a, P: Solvable> {
    job: &'a InputJob<'a, P>,
    session: Box<dyn Session<P>>,
    /// The fast path for plain lines, if the strategy has one.
    lines: Option<Lines<P>>,
    /// Outcomes of the last batch, whose memory is reused.
    outcomes: Vec<Outcome<P>>,
    /// Messages on answers so far.
    messages: u64,
}

impl<'a, P: Solvable> SearchThread<'a, P> {
    pub(super) fn new(job: &'a InputJob<'a, P>, lines: Option<Lines<P>>) -> SearchThread<'a, P> {
        let session = job.configured.backend.session();
        SearchThread { job, session, lines, outcomes: Vec::new(), messages: 0 }
    }

    /// Works until no batch is left, or the search is cancelled.
    pub(super) fn run<B: Iterator<Item = InputBatch<P>>>(
        &mut self,
        batches: &Mutex<B>,
        writer: &OrderedWriter<'_>,
    ) {
        while let Some((mut out, batch)) = writer.take(batches) {
            let ended = match batch {
                InputBatch::Puzzles(puzzles) => self.puzzles(&puzzles, &mut out),
                InputBatch::Lines { text, line } => self.lines(&text, line, &mut out),
                InputBatch::Error(error) => {
                    out.counts.worst = Exit::Input;
                    out.message(error);
                    Some(())
                }
            };
            out.end(ended.is_none());
            if ended.is_none() {
                return;
            }
        }
    }

    fn puzzles(&mut self, (labels, problems): &Puzzles<P>, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let (clock, job) = (Instant::now(), self.job);
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let together = self.search_together(problems, &mut outcomes);
        for (index, (label, problem)) in labels.iter().zip(problems).enumerate() {
            if let Some(warning) = &label.warning {
                out.note(Diagnostic::clone(warning));
            }
            match together {
                Some(share) => {
                    let answer = PuzzleAnswer::new(job, label, problem, &outcomes[index], share)?;
                    self.write(&answer, out);
                }
                None => self.search_one(label, problem, out)?,
            }
            out.send_if_due();
            job.context.unless_cancelled()?;
        }
        self.outcomes = outcomes;
        job.context.state.adapt_batch_size(problems.len(), clock.elapsed());
        Some(())
    }

    /// Whether fewer notes were made than are shown.
    fn may_note(&self) -> bool {
        self.messages < MAX_NOTES
    }

    fn write(&mut self, answer: &PuzzleAnswer<'_, P>, out: &mut BatchOutput<'_, '_>) {
        answer.write(&mut out.text);
        answer.count(&mut out.counts);
        if (answer.has_failed() || self.may_note())
            && let Some(message) = answer.message()
        {
            self.messages += 1;
            out.message(message);
        }
    }

    /// The task of a search, of one puzzle if it has a `label`. Its progress is shown until the second value is dropped.
    fn begin(&self, label: Option<&PuzzleLabel>) -> (Task, Option<Arc<RunningSearch>>) {
        let InputContext { task, searches, source, .. } = &self.job.context;
        let progress = searches.is_some().then(Progress::default);
        let name = || label.map(|label| label.name(source));
        let begin =
            |(searches, progress): (&SearchProgress, &Progress)| searches.begin(name(), progress.clone());
        let shown = searches.as_ref().zip(progress.as_ref()).map(begin);
        (Task { progress, ..task.clone() }, shown)
    }

    /// Searches the puzzles side by side, and returns the CPU time of each. Returns `None` if each must be searched alone:
    /// if the strategy gains nothing, if there is a time limit, which applies to one puzzle, or after a panic, so that
    /// only the puzzle that caused it is lost.
    fn search_together(&mut self, problems: &[P], outcomes: &mut Vec<Outcome<P>>) -> Option<Duration> {
        let InputJob { context, configured, .. } = self.job;
        let is_together = problems.len() > 1
            && context.command.question != Question::All
            && context.task.time.is_none()
            && problems.iter().all(|problem| configured.backend.side_by_side(problem));
        if !is_together {
            return None;
        }
        let (task, _shown) = self.begin(None);
        let cost = self.catch_panic(|session| session.run(problems, &task, outcomes)).ok()?;
        Some(cost.total() / problems.len() as u32)
    }

    fn search_one(&mut self, label: &PuzzleLabel, problem: &P, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let (job, SolveCommand { question, form, titled, .. }) = (self.job, self.job.context.command);
        let is_list = question == Question::All;
        let has_heading = titled && form == AnswerForm::Line && question != Question::Count;
        if let Some(comment) = P::COMMENT.filter(|_| has_heading) {
            let name = label.name(&job.context.source);
            out.text.extend_from_slice(format!("{comment}{name}\n").as_bytes());
        }
        let (task, _shown) = self.begin(Some(label));
        let mut listed = Vec::new();
        let searched = if is_list {
            self.list(problem, &task, &mut listed, out)
        } else if P::IS_COVER && task.keep > 0 {
            self.catch_panic(|session| session.stream(problem, &task, &mut |_| Flow::Continue(())))
        } else {
            self.catch_panic(|session| session.run_one(problem, &task))
        };
        let (outcome, cost) = searched.unwrap_or_else(|fault| (Outcome::failed(fault), Cost::default()));
        if let Some(first) = outcome.kept.first() {
            job.first.get_or_init(|| first.clone());
        }
        let mut answer = PuzzleAnswer::new(job, label, problem, &outcome, cost.total())?;
        answer.listed = (is_list && form == AnswerForm::Json).then_some(listed);
        self.write(&answer, out);
        Some(())
    }

    /// Writes each solution as soon as it is found and the answers to earlier puzzles are written. For a JSON object, the
    /// solutions are `listed` instead.
    fn list(
        &mut self,
        problem: &P,
        task: &Task,
        listed: &mut Vec<String>,
        out: &mut BatchOutput<'_, '_>,
    ) -> Result<(Outcome<P>, Cost), Fault> {
        let (context, mut wrong) = (&self.job.context, None);
        let mut list = |solution: &P::Solution| {
            if let Err(violation) = problem.verify(solution) {
                wrong = Some(Fault::rejected(&violation));
                return Flow::Break(Stop::Cancelled);
            }
            let text = match context.command.form {
                AnswerForm::Json => {
                    listed.push(problem.solution_line(solution, context));
                    return Flow::Continue(());
                }
                AnswerForm::Drawing => problem.drawing(Some(solution), context),
                AnswerForm::Line => {
                    problem.solution_line(solution, context) + P::COMMENT.map_or("", |_| "\n")
                }
            };
            out.text.extend_from_slice(text.as_bytes());
            out.text.push(b'\n');
            out.send_in_turn().map_or(Flow::Break(Stop::Cancelled), Flow::Continue)
        };
        let (outcome, cost) = self.catch_panic(|session| session.stream(problem, task, &mut list))?;
        Ok((wrong.into_iter().fold(outcome, Outcome::with_fault), cost))
    }

    /// Calls `search`. A panic becomes a fault, and the strategy gets a new session.
    fn catch_panic<T>(&mut self, search: impl FnOnce(&mut dyn Session<P>) -> T) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(|| search(&mut *self.session))).map_err(|panic| {
            self.session = self.job.configured.backend.session();
            let message = panic_message(&*panic).unwrap_or("no message");
            Fault::new(FaultKind::Crash, format!("the strategy panicked: {message}"))
        })
    }
}
