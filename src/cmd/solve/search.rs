//! The workers. They take batches, search them, have every solution verified, and send answers and notes.

use super::answer::Answer;
use super::arguments::{Form, Question};
use super::job::{Job, Label};
use super::lines::LineAnswers;
use super::output::{BatchOutput, NoticeKind, Writer};
use super::problem::{Searched, Solvable};
use super::progress::Search;
use super::read::{Batch, Puzzles};
use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::record::Status;
use coverlab_model::{Outcome, Progress, Session, Stop, Task, Violation};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Maximum number of bytes of solutions that wait for the answers to earlier puzzles.
const MAX_WAITING_BYTES: usize = 1 << 20;

/// A worker. Its methods return `None` when it should end.
pub(super) struct Worker<'a, P: Solvable> {
    job: &'a Job<'a, P>,
    session: Box<dyn Session<P>>,
    /// The fast path for plain lines, if the strategy has one.
    lines: Option<LineAnswers<'a>>,
    /// Outcomes of the last batch, whose memory is reused.
    outcomes: Vec<Outcome<P>>,
    /// Notes made so far, by their kind.
    notes: [u64; NoticeKind::COUNT],
}

/// The solutions that a search lists.
#[derive(Default)]
struct Listing {
    /// The solutions, for a JSON object.
    listed: Vec<String>,
    /// The error in a wrong solution.
    violation: Option<Violation>,
}

impl<'a, P: Solvable> Worker<'a, P> {
    pub(super) fn new(job: &'a Job<'a, P>) -> Worker<'a, P> {
        Worker {
            job,
            session: job.configured.backend.session(),
            lines: P::line_answers(job),
            outcomes: Vec::new(),
            notes: [0; NoticeKind::COUNT],
        }
    }

    /// Works until no batch is left, or the search is cancelled.
    pub(super) fn run<B: Iterator<Item = Batch<P>>>(&mut self, batches: &Mutex<B>, writer: &Writer<'_>) {
        while let Some((mut out, batch)) = writer.take(batches) {
            let ended = match batch {
                Batch::Puzzles(puzzles) => self.puzzles(puzzles, &mut out),
                Batch::Lines { text, line } => self.lines(&text, line, &mut out),
            };
            out.end(ended.is_none());
            if ended.is_none() {
                return;
            }
        }
    }

    /// Answers plain lines. Puzzles without a verified answer are searched like any others.
    fn lines(&mut self, text: &[u8], first: usize, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let context = &self.job.context;
        let mut lines = self.lines.take()?;
        let cpu = lines.solve(text);
        out.text().reserve(text.len());
        let (mut unanswered, mut answered) = (Puzzles::default(), 0);
        for line in lines.solved(text, first) {
            let is_several = line.is_several(context.question);
            let shown = self.notes[NoticeKind::Several as usize];
            let has_note = is_several && context.has_notes() && shown < NoticeKind::Several.limit();
            if !has_note && line.is_verified() {
                self.search_rest(&mut unanswered, out)?;
                lines.write(&line, cpu, out.text());
                out.counts().add_answer(if is_several { Exit::No } else { Exit::Answered }, is_several);
                answered += 1;
            } else if let Some((problem, warning)) = P::of_line(line.cells, line.number, context) {
                unanswered.note(NoticeKind::EqualClues, warning);
                unanswered.push(Label { title: None, line: line.number }, problem);
                if has_note {
                    self.search_rest(&mut unanswered, out)?;
                }
            }
        }
        self.search_rest(&mut unanswered, out)?;
        out.counts().add_choice(lines.choice, answered);
        self.lines = Some(lines);
        context.unless_cancelled()
    }

    fn search_rest(&mut self, puzzles: &mut Puzzles<P>, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        if puzzles.is_empty() { Some(()) } else { self.puzzles(std::mem::take(puzzles), out) }
    }

    fn puzzles(&mut self, puzzles: Puzzles<P>, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let (clock, job) = (Instant::now(), self.job);
        let Puzzles { labels, problems, notices } = puzzles;
        let together = self.search_together(&problems);
        let outcomes = std::mem::take(&mut self.outcomes);
        let mut notices = notices.into_iter().peekable();
        for (index, (label, problem)) in labels.iter().zip(&problems).enumerate() {
            while let Some((_, notice)) = notices.next_if(|(before, _)| *before <= index) {
                out.note(notice);
            }
            match together {
                Some(share) => {
                    let answer = Answer::new(job, label, problem, &outcomes[index], share, false);
                    self.write(&answer, out)?;
                }
                None => self.search_alone(label, problem, out)?,
            }
            out.send_if_due();
            job.context.unless_cancelled()?;
        }
        notices.for_each(|(_, notice)| out.note(notice));
        self.outcomes = outcomes;
        if !problems.is_empty() {
            job.context.state.batch_size.adapt(problems.len(), clock.elapsed());
        }
        Some(())
    }

    fn write(&mut self, answer: &Answer<'_, P>, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        if answer.is_missing() {
            return None;
        }
        let note = answer.facts.as_ref().and_then(|facts| facts.note);
        if let Some(note) = note.filter(|_| !self.job.context.terminal.quiet) {
            out.note((NoticeKind::Always, Diagnostic::note(note)));
        }
        answer.write(out.text());
        answer.count(out.counts());
        if let Some(notice) = answer.note(&self.notes) {
            self.notes[notice.0 as usize] += 1;
            out.note(notice);
        }
        Some(())
    }

    /// The task of a search. Its progress is shown until the second value is dropped.
    fn begin(&self, name: impl FnOnce() -> Option<String>) -> (Cow<'a, Task>, Option<Arc<Search>>) {
        let context = &self.job.context;
        let counts_depths = context.arguments.cover.depths;
        if context.searches.is_none() && !counts_depths {
            return (Cow::Borrowed(&context.task), None);
        }
        let progress = if counts_depths { Progress::with_depths() } else { Progress::default() };
        let shown = context.searches.as_ref().map(|searches| searches.begin(name(), progress.clone()));
        (Cow::Owned(Task { progress: Some(progress), ..context.task.clone() }), shown)
    }

    /// Searches the puzzles side by side, and returns the CPU time of each. Returns `None` if each must be searched alone:
    /// if the strategy gains nothing, if there is a time limit, which applies to one puzzle, or after a panic, so that
    /// only the puzzle that caused it is lost.
    fn search_together(&mut self, problems: &[P]) -> Option<Duration> {
        let Job { context, configured, .. } = self.job;
        let is_together = problems.len() > 1
            && context.question != Question::All
            && context.task.time.is_none()
            && problems.iter().all(|problem| configured.backend.side_by_side(problem));
        if !is_together {
            return None;
        }
        let (task, _shown) = self.begin(|| None);
        let (session, outcomes) = (&mut self.session, &mut self.outcomes);
        let cost = catch_unwind(AssertUnwindSafe(|| session.run(problems, &task, outcomes)));
        let Ok(cost) = cost else {
            self.session = configured.backend.session();
            return None;
        };
        Some(cost.total() / problems.len() as u32)
    }

    fn search_alone(&mut self, label: &Label, problem: &P, out: &mut BatchOutput<'_, '_>) -> Option<()> {
        let job = self.job;
        let context = &job.context;
        let is_list = context.question == Question::All;
        let has_heading = context.titled && context.form == Form::Line && context.question != Question::Count;
        if let Some(comment) = P::COMMENT.filter(|_| has_heading) {
            out.text().extend_from_slice(format!("{comment}{}\n", label.name(&context.source)).as_bytes());
        }
        let (task, _shown) = self.begin(|| Some(label.name(&context.source)));
        let mut listing = Listing::default();
        let searched = catch_unwind(AssertUnwindSafe(|| match is_list {
            true => self.list(problem, &task, out, &mut listing),
            false => problem.search(job, &mut *self.session, &task, None),
        }));
        let (outcome, cpu) = match searched {
            Ok(searched) => searched,
            Err(panic) => {
                self.session = job.configured.backend.session();
                let message = panic.downcast_ref::<String>().map(String::as_str);
                let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                let outcome = Outcome::unsearched(Stop::Stuck);
                let answer = Answer::new(job, label, problem, &outcome, Duration::ZERO, false);
                let what = format!("the strategy panicked: {message}");
                return self.write(&answer.failed(Status::Crash, what), out);
            }
        };
        if let Some(first) = outcome.kept.first() {
            job.first.get_or_init(|| first.clone());
        }
        let is_alone = !is_list && !context.state.is_several();
        let mut answer = Answer::new(job, label, problem, &outcome, cpu, is_alone);
        match &listing.violation {
            Some(violation) => answer = answer.rejected(violation),
            None => answer.facts = problem.facts(job, &outcome, &task),
        }
        answer.listed = (is_list && context.form == Form::Json).then_some(listing.listed);
        self.write(&answer, out)
    }

    /// Sends each solution as it is found, or as soon as the answers to earlier puzzles are written.
    fn list(
        &mut self,
        problem: &P,
        task: &Task,
        out: &mut BatchOutput<'_, '_>,
        Listing { listed, violation }: &mut Listing,
    ) -> Searched<P> {
        let (job, context) = (self.job, &self.job.context);
        let mut sink = |solution: &P::Solution| {
            if let Err(found) = problem.verify(solution) {
                *violation = Some(found);
                return ControlFlow::Break(Stop::Cancelled);
            }
            job.first.get_or_init(|| solution.clone());
            if context.form == Form::Json {
                listed.push(problem.solution_line(solution, context));
                return ControlFlow::Continue(());
            }
            let text = out.text();
            if context.form == Form::Drawing {
                text.extend_from_slice(problem.drawing(Some(solution), context).as_bytes());
            } else {
                text.extend_from_slice(problem.solution_line(solution, context).as_bytes());
                text.extend_from_slice(if P::COMMENT.is_some() { b"\n" } else { b"" });
            }
            text.push(b'\n');
            let is_short = text.len() < MAX_WAITING_BYTES;
            if is_short && !out.is_next() {
                return ControlFlow::Continue(());
            }
            if !out.wait() {
                return ControlFlow::Break(Stop::Cancelled);
            }
            out.send();
            context.unless_cancelled().map_or(ControlFlow::Break(Stop::Cancelled), ControlFlow::Continue)
        };
        let (mut outcome, cpu) = problem.search(job, &mut *self.session, task, Some(&mut sink));
        outcome.kept.clear();
        (outcome, cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments;
    use super::super::job::Context;
    use super::*;
    use crate::cmd::bar::Bar;
    use coverlab_bench::terminal::Terminal;
    use coverlab_model::pool::lock;
    use coverlab_model::{About, Flow, Grid, Observer, Purpose, Shape, Strategy, Sudoku};
    use coverlab_strategies::Configured;
    use std::io::{self, Write};
    use std::sync::OnceLock;

    /// Reports a board of ones as a solution, and panics if a puzzle has a clue.
    #[derive(Clone, Default)]
    struct Liar;

    impl Strategy for Liar {
        type Problem = Sudoku;
        type Scratch = ();
        const ABOUT: About = About {
            name: "liar",
            sentence: "Lies",
            source: "nobody",
            node: "none",
            purpose: Purpose::Learn,
            complete: false,
            interruptible: true,
            events: &[],
            parameters: &[],
            note: "",
        };

        fn solve(&self, puzzle: &Sudoku, _: u64, (): &mut (), observer: &mut impl Observer<Sudoku>) -> Flow {
            assert_eq!(puzzle.clue_count(), 0, "the puzzle has a clue");
            observer.solution(|| Grid::new(puzzle.shape(), &vec![1; puzzle.shape().cells()]).unwrap())
        }
    }

    /// A writer whose clones share one buffer.
    #[derive(Clone, Default)]
    struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for SharedBuffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            lock(&self.0).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Does `work` with a job of [`Liar`], and returns the output and the number of answers in it.
    fn output_of(question: &str, work: impl FnOnce(&Job<'_, Sudoku>, &Writer<'_>)) -> (String, u64) {
        let arguments = arguments::parse_for_test(&["-", question]);
        let (spec, about) = ("liar".parse().unwrap(), &Liar::ABOUT);
        let configured = Configured { spec, via: None, about, backend: Arc::new(Liar) };
        let context = Context::new(&arguments, &Terminal::SILENT, &configured, "a puzzle");
        let (job, buffer) = (Job { context, configured, first: OnceLock::new() }, SharedBuffer::default());
        let bar = Bar::of_search(&Terminal::SILENT);
        let writer = Writer::new(1, &job.context, bar, Box::new(buffer.clone()));
        work(&job, &writer);
        let counts = writer.end().unwrap();
        (String::from_utf8(lock(&buffer.0).clone()).unwrap(), counts.answered)
    }

    #[test]
    fn wrong_answers_and_panics_are_reported_and_the_work_continues() {
        let empty = Sudoku::empty(Shape::NINE);
        let puzzles = [empty.clone(), empty.with(0, 1), empty];
        for question in ["--unique", "--all"] {
            let output = output_of(question, |job, writer| {
                let mut batch = Puzzles::default();
                puzzles.iter().for_each(|puzzle| batch.push(Label::default(), puzzle.clone()));
                let batches = Mutex::new(std::iter::once(Batch::Puzzles(batch)));
                Worker::new(job).run(&batches, writer);
            });
            assert_eq!(output, ("error\ncrash\nerror\n".to_string(), 3));
        }
        output_of("--unique", |job, _| {
            let (label, outcome) =
                (Label::default(), job.configured.backend.session().untimed(&puzzles[0], &job.context.task));
            let answer = Answer::new(job, &label, &puzzles[0], &outcome, Duration::ZERO, false);
            let (_, note) = answer.note(&[0; NoticeKind::COUNT]).unwrap();
            let lie =
                "a puzzle: the referee rejects what the strategy found: 1 twice in row 1, columns 1 and 2";
            assert!(note.render(false).contains(lie), "{}", note.render(false));
        });
    }

    #[test]
    fn nothing_is_written_after_a_cancelled_search() {
        let output = output_of("--count", |_, writer| {
            let batches = Mutex::new(0..2);
            let [(mut first, _), (mut second, _)] = [(); 2].map(|()| writer.take(&batches).unwrap());
            // A later batch may be finished first.
            second.text().extend_from_slice(b"never\n");
            second.counts().add_answer(Exit::Answered, false);
            second.end(false);
            first.text().extend_from_slice(b"first\n");
            first.counts().add_answer(Exit::Answered, false);
            first.end(true);
        });
        assert_eq!(output, ("first\n".to_string(), 1));
    }
}
