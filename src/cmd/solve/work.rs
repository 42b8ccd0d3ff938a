//! The workers: they take batches, search, have every solution verified, and send answers and notes.

use super::answer::{Answer, Context};
use super::arguments::Question;
use super::batch::{Batch, Batches, Label, Puzzles};
use super::lines::{LineAnswers, LineReader, LineReaders};
use super::problem::{Engine, Solvable, Style};
use super::progress::UnderWay;
use super::results::{Notice, NoticeKind, Output};
use super::writer::{BatchResults, Writer};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_model::{Outcome, Progress, Session, Task};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The settings that all workers of one input share.
pub(super) struct Work<'a, P: Solvable> {
    pub(super) engine: &'a Engine<P>,
    pub(super) context: &'a Context<'a>,
    pub(super) style: Style<'a>,
    /// Makes a reader of plain lines for each worker.
    pub(super) lines: Option<LineReaders<'a, P>>,
}

impl<P: Solvable> Work<'_, P> {
    /// Works until no batch is left, or the search is cancelled.
    pub(super) fn run(&self, batches: &Mutex<Batches<'_, P>>, writer: &Writer<'_>) {
        let mut worker = Worker {
            work: self,
            session: self.engine.configured.backend.session(),
            lines: self.lines.as_ref().map(|make| make()),
            outcomes: Vec::new(),
            notes: [0; NoticeKind::COUNT],
        };
        while let Some((mut results, batch)) = writer.take(batches) {
            let ended = worker.batch(batch, &mut results);
            if ended.is_none() {
                results.push(Output::Cancelled);
            }
            results.end();
            if ended.is_none() {
                return;
            }
        }
    }

    /// Whether one call of the session is to search all of `problems`. A time limit is one puzzle's own, so then
    /// each is searched alone.
    fn is_side_by_side(&self, problems: &[P]) -> bool {
        let together = |problem| self.engine.configured.backend.side_by_side(problem);
        problems.len() > 1
            && self.context.question != Question::All
            && self.engine.task.time.is_none()
            && problems.iter().all(together)
    }

    /// The task of a search, which is under way until the sign that comes with it is dropped.
    fn begin(&self, name: impl FnOnce() -> Option<String>) -> (Cow<'_, Task>, Option<UnderWay<'_>>) {
        let (searches, counts_depths) = (self.context.searches.as_ref(), self.engine.cover.counts_depths);
        if searches.is_none() && !counts_depths {
            return (Cow::Borrowed(&self.engine.task), None);
        }
        let progress = if counts_depths { Progress::with_depths() } else { Progress::default() };
        let under_way = searches.map(|searches| searches.begin(name(), &progress));
        (Cow::Owned(Task { progress: Some(progress), ..self.engine.task.clone() }), under_way)
    }

    /// `None` when the search is cancelled.
    pub(super) fn goes_on(&self) -> Option<()> {
        if self.engine.task.cancel.is_raised() { None } else { Some(()) }
    }
}

/// A worker. Its methods return `None` when it should end.
struct Worker<'w, 'a, P: Solvable> {
    work: &'w Work<'a, P>,
    session: Box<dyn Session<P>>,
    lines: Option<Box<dyn LineReader<P> + 'a>>,
    /// Outcomes of the last batch, whose memory is used again.
    outcomes: Vec<Outcome<P>>,
    /// Notes made so far, by their kind.
    notes: [u64; NoticeKind::COUNT],
}

impl<P: Solvable> Worker<'_, '_, P> {
    fn batch(&mut self, batch: Batch<P>, out: &mut BatchResults<'_, '_>) -> Option<()> {
        let (text, line) = match batch {
            Batch::Puzzles(puzzles) => return self.puzzles(puzzles, out),
            Batch::Lines { text, line } => (text, line),
        };
        for answers in self.lines.as_mut()?.read(&text, line) {
            match answers {
                LineAnswers::Text(text) => out.push(Output::Text(text)),
                LineAnswers::Puzzles(puzzles) => self.puzzles(puzzles, out)?,
            }
            out.send_if_due();
        }
        self.work.goes_on()
    }

    fn puzzles(&mut self, puzzles: Puzzles<P>, out: &mut BatchResults<'_, '_>) -> Option<()> {
        let clock = Instant::now();
        let Puzzles { labels, problems, notices } = puzzles;
        let together = self.search_together(&problems);
        let mut notices = notices.into_iter().peekable();
        for (index, (label, problem)) in labels.iter().zip(&problems).enumerate() {
            while let Some((_, notice)) = notices.next_if(|(before, _)| *before <= index) {
                out.push(Output::Notice(notice));
            }
            let answer = match together {
                Some(share) => self.work.verified(problem, &self.outcomes[index], share),
                None => self.search_alone(label, problem, out),
            };
            self.write(label, &answer?, out);
            out.send_if_due();
            self.work.goes_on()?;
        }
        notices.for_each(|(_, notice)| out.push(Output::Notice(notice)));
        if !problems.is_empty() {
            self.work.context.shared.batch_size.adapt(problems.len(), clock.elapsed());
        }
        Some(())
    }

    fn write(&mut self, label: &Label, answer: &Answer, out: &mut BatchResults<'_, '_>) {
        let context = self.work.context;
        if let Some(note) = answer.cover.as_ref().and_then(|cover| cover.note)
            && !context.terminal.quiet
        {
            out.push(Output::Notice(Notice::new(NoticeKind::Always, Diagnostic::note(note))));
        }
        context.write(label, answer, out.text(answer.choice));
        if let Some(note) = context.note(label, answer, &mut self.notes) {
            out.push(Output::Notice(note));
        }
    }

    /// Searches puzzles side by side; returns the CPU time of each. `None` where each is to be searched alone, also
    /// after a panic, so that it costs only the puzzle that caused it.
    fn search_together(&mut self, problems: &[P]) -> Option<Duration> {
        let work = self.work;
        if !work.is_side_by_side(problems) {
            return None;
        }
        let (session, outcomes) = (&mut self.session, &mut self.outcomes);
        let (task, _under_way) = work.begin(|| None);
        let cost = catch_unwind(AssertUnwindSafe(|| session.run(problems, &task, outcomes)));
        let Ok(cost) = cost else {
            self.session = work.engine.configured.backend.session();
            return None;
        };
        Some(cost.total() / problems.len() as u32)
    }

    fn search_alone(&mut self, label: &Label, problem: &P, out: &mut BatchResults<'_, '_>) -> Option<Answer> {
        let Worker { work, session, .. } = self;
        let (task, _under_way) = work.begin(|| Some(label.name(&work.context.source)));
        let answer = catch_unwind(AssertUnwindSafe(|| match work.context.question {
            Question::All => work.list(&mut **session, problem, &task, out),
            _ => work.answer(&mut **session, problem, &task),
        }));
        answer.unwrap_or_else(|panic| {
            *session = work.engine.configured.backend.session();
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Some(work.failed(problem, Status::Crash, format!("the strategy panicked: {message}")))
        })
    }
}

#[cfg(test)]
mod tests;
