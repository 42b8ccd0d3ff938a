//! The workers: they take batches, search, have every solution refereed, and send answers and notes.

use super::answer::{Answer, Question};
use super::batch::{Batches, Content, Label, Puzzles};
use super::gauge::{Gauge, UnderWay};
use super::lines::{Lines, Maker, Piece};
use super::outbox::{Outbox, Results};
use super::print::Part;
use super::render::{Form, Noted, Words};
use super::show::{Show, Style};
use super::text::Text;
use coverlab_bench::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Outcome, Progress, Session, Stop, Task, Violation};
use coverlab_strategies::Configured;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most bytes of solutions that wait for the puzzles before theirs.
const WAITING: usize = 1 << 20;

/// The state that the workers share.
pub(super) struct Work<'a, P: Show> {
    pub(super) configured: &'a Configured<P>,
    pub(super) task: Task,
    pub(super) words: Words<'a>,
    pub(super) style: Style,
    /// Takes plain lines.
    pub(super) lines: Option<Maker<P>>,
    /// Where to say what is searched, if that is shown.
    pub(super) gauge: Option<&'a Gauge>,
}

impl<P: Show> Work<'_, P> {
    /// One worker: until no batch is left, or the search is cancelled.
    pub(super) fn run(&self, batches: &Mutex<Batches<'_, P>>, results: &Results, write: &(dyn Fn() + Sync)) {
        let mut worker = Worker {
            work: self,
            session: self.configured.backend.session(),
            lines: self.lines.as_ref().map(|make| make(self.cancel())),
            outcomes: Vec::new(),
            noted: Noted::default(),
        };
        while let Some((ticket, batch)) = results.take(batches) {
            let mut out = Outbox::new(ticket, write);
            let ended = worker.batch(batch.content, &mut out);
            if ended.is_none() {
                out.push(Part::Cancelled);
            }
            out.end(batch.position);
            if ended.is_none() {
                return;
            }
        }
    }

    /// Whether one call of the session is to search all of `problems`. A time limit is one puzzle's
    /// own, so then each goes alone.
    fn side_by_side(&self, problems: &[P]) -> bool {
        let together = |problem| self.configured.backend.side_by_side(problem);
        problems.len() > 1
            && self.words.question != Question::All
            && self.task.time.is_none()
            && problems.iter().all(together)
    }

    /// The task of a search, and a sign that it is under way until it is dropped.
    fn begin(&self, name: impl FnOnce() -> Option<String>) -> (Cow<'_, Task>, Option<UnderWay<'_>>) {
        let Some(gauge) = self.gauge else { return (Cow::Borrowed(&self.task), None) };
        let progress = Progress::default();
        let under_way = gauge.begin(name(), &progress);
        (Cow::Owned(Task { progress: Some(progress), ..self.task.clone() }), Some(under_way))
    }

    fn cancel(&self) -> &Cancel {
        &self.task.cancel
    }

    /// `None` when the search is cancelled.
    fn going(&self) -> Option<()> {
        if self.cancel().is_raised() { None } else { Some(()) }
    }
}

/// A worker. Its methods return `None` when it should end.
struct Worker<'a, P: Show> {
    work: &'a Work<'a, P>,
    session: Box<dyn Session<P>>,
    lines: Option<Box<dyn Lines<P>>>,
    /// Outcomes of the last batch, whose memory is used again.
    outcomes: Vec<Outcome<P>>,
    noted: Noted,
}

impl<P: Show> Worker<'_, P> {
    fn batch(&mut self, content: Content<P>, out: &mut Outbox<'_>) -> Option<()> {
        let (text, line) = match content {
            Content::Puzzles(puzzles) => return self.puzzles(puzzles, out),
            Content::Lines { text, line } => (text, line),
        };
        for piece in self.lines.as_mut()?.take(&text, line) {
            match piece {
                Piece::Answered(text) => out.push(Part::Text(text)),
                Piece::Left(puzzles) => self.puzzles(puzzles, out)?,
            }
            out.rest();
        }
        self.work.going()
    }

    fn puzzles(&mut self, puzzles: Puzzles<P>, out: &mut Outbox<'_>) -> Option<()> {
        let clock = Instant::now();
        let Puzzles { labels, problems, notices } = puzzles;
        let together = self.together(&problems);
        let mut notices = notices.into_iter().peekable();
        for (index, (label, problem)) in labels.iter().zip(&problems).enumerate() {
            while let Some((_, notice)) = notices.next_if(|(before, _)| *before <= index) {
                out.push(Part::Notice(notice));
            }
            let answer = match together {
                Some(share) => self.work.refereed(problem, &self.outcomes[index], share),
                None => self.alone(label, problem, out),
            };
            self.say(label, &answer?, out);
            out.rest();
            self.work.going()?;
        }
        notices.for_each(|(_, notice)| out.push(Part::Notice(notice)));
        if !problems.is_empty() {
            self.work.words.shared.pace.learn(problems.len(), clock.elapsed());
        }
        Some(())
    }

    fn say(&mut self, label: &Label, answer: &Answer, out: &mut Outbox<'_>) {
        let words = &self.work.words;
        words.write(label, answer, out.text(answer.choice));
        if let Some(notice) = words.note(label, answer, &mut self.noted) {
            out.push(Part::Notice(notice));
        }
    }

    /// Searches puzzles side by side; returns the CPU time of each. `None` where each is to be searched
    /// alone, also after a panic, so that it costs only the puzzle that it is about.
    fn together(&mut self, problems: &[P]) -> Option<Duration> {
        let work = self.work;
        if !work.side_by_side(problems) {
            return None;
        }
        let (session, outcomes) = (&mut self.session, &mut self.outcomes);
        let (task, _under_way) = work.begin(|| None);
        let cost = catch_unwind(AssertUnwindSafe(|| session.run(problems, &task, outcomes)));
        let Ok(cost) = cost else {
            self.session = work.configured.backend.session();
            return None;
        };
        Some(cost.total() / problems.len() as u32)
    }

    /// `None`: cancelled.
    fn alone(&mut self, label: &Label, problem: &P, out: &mut Outbox<'_>) -> Option<Answer> {
        let Worker { work, session, outcomes, .. } = self;
        let (task, _under_way) = work.begin(|| Some(label.name(&work.words.source)));
        let answer = catch_unwind(AssertUnwindSafe(|| match work.words.form {
            _ if work.words.question == Question::All => work.stream(&mut **session, problem, &task, out),
            // A line does not tell the time.
            Form::Line => work.answer(problem, &session.untimed(problem, &task), Duration::ZERO),
            Form::Pretty | Form::Json => {
                let cost = session.run(std::slice::from_ref(problem), &task, outcomes);
                work.answer(problem, &outcomes[0], cost.total())
            }
        }));
        answer.unwrap_or_else(|panic| {
            *session = work.configured.backend.session();
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
            Some(work.failed(problem, Status::Crash, format!("the strategy panicked: {words}")))
        })
    }
}

impl<P: Show> Work<'_, P> {
    /// Sends each solution as it is found, or as soon as those of the puzzles before are. `None`:
    /// cancelled.
    fn stream(
        &self,
        session: &mut dyn Session<P>,
        problem: &P,
        task: &Task,
        out: &mut Outbox<'_>,
    ) -> Option<Answer> {
        let mut violation: Option<Violation> = None;
        let mut waiting = Vec::new();
        let clock = ThreadTime::now();
        let outcome = session.stream(problem, task, &mut |solution| {
            if let Err(found) = problem.verify(solution) {
                violation = Some(found);
                return ControlFlow::Break(Stop::Cancelled);
            }
            self.list(problem, solution, &mut waiting);
            if !out.is_next() && waiting.len() < WAITING {
                return ControlFlow::Continue(());
            }
            out.push(found(&mut waiting));
            if !out.wait() {
                return ControlFlow::Break(Stop::Cancelled);
            }
            out.send();
            if self.going().is_some() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(Stop::Cancelled)
            }
        });
        let cpu = clock.elapsed();
        out.push(found(&mut waiting));
        if let Some(violation) = violation {
            return Some(self.refused(problem, &violation));
        }
        Some(Answer { cpu, ..self.of_outcome(problem, &outcome, None)? })
    }

    /// Writes one of several solutions.
    fn list(&self, problem: &P, solution: &P::Solution, text: &mut Vec<u8>) {
        if self.words.form == Form::Pretty {
            text.extend_from_slice(problem.drawing(Some(solution), &self.style).as_bytes());
            text.push(b'\n');
        } else {
            // Where a solution takes several lines, something has to stand between two.
            let line = problem.solution_line(solution, &self.style);
            text.extend_from_slice(line.as_bytes());
            text.extend_from_slice(if line.contains('\n') { b"\n\n" } else { b"\n" });
        }
    }
}

/// Solutions that were found, as a part to be sent.
fn found(bytes: &mut Vec<u8>) -> Part {
    Part::Text(Text { bytes: std::mem::take(bytes), ..Text::default() })
}

#[cfg(test)]
mod tests {
    use super::super::batch::{Batch, Notice, Shared};
    use super::super::others::Others;
    use super::*;
    use coverlab_bench::terminal::Terminal;
    use coverlab_model::pool::ChannelCapacity;
    use coverlab_model::{About, Flow, Grid, Observer, Shape, Strategy, Sudoku};
    use std::sync::Arc;

    /// Calls a board of ones a solution, and panics over a puzzle that has a clue.
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
            purpose: coverlab_model::Purpose::Learn,
            complete: false,
            interruptible: true,
            events: &[],
            parameters: &[],
            note: "",
        };

        fn solve(&self, puzzle: &Sudoku, _: u64, (): &mut (), observer: &mut impl Observer<Sudoku>) -> Flow {
            assert_eq!(puzzle.clue_count(), 0, "a clue is too much");
            observer.solution(|| Grid::new(puzzle.shape(), &vec![1; puzzle.shape().cells()]).unwrap())
        }
    }

    fn parts(question: Question) -> Vec<Part> {
        let configured = Configured {
            spec: "liar".parse().unwrap(),
            via: None,
            about: &Liar::ABOUT,
            backend: Arc::new(Liar),
        };
        let empty = Sudoku::empty(Shape::NINE);
        let mut puzzles = Puzzles::default();
        for (k, puzzle) in [empty.clone(), empty.with(0, 1), empty].into_iter().enumerate() {
            puzzles.push(Label { title: None, line: k + 1 }, puzzle);
        }
        let shared = Shared::default();
        shared.others.settle(Others::Puzzles);
        let terminal = Terminal::SILENT;
        let (strategy, source) = ("liar".to_string(), "a puzzle".to_string());
        let words = Words {
            form: Form::Line,
            question,
            strategy,
            terminal: &terminal,
            source,
            titled: false,
            shared: &shared,
        };
        let task = Task { keep: 1, ..Task::default() };
        let work =
            Work { configured: &configured, task, words, style: Style::default(), lines: None, gauge: None };
        let batch = Batch { content: Content::Puzzles(puzzles), position: 0 };
        let batches: Mutex<Batches<'_, _>> = Mutex::new(Box::new(std::iter::once(batch)));
        let results = Results::new(ChannelCapacity { items: 2, results: 9 });
        work.run(&batches, &results, &|| ());
        std::iter::from_fn(|| results.try_receive()).flatten().collect()
    }

    #[test]
    fn a_wrong_answer_and_a_panic_are_caught_and_work_goes_on() {
        for question in [Question::First, Question::All] {
            let (mut written, mut said) = (Vec::new(), Vec::new());
            for part in parts(question) {
                match part {
                    Part::Text(text) => written.extend(text.bytes),
                    Part::Notice(Notice::Answer(diagnostic)) => said.push(format!("{diagnostic:?}")),
                    Part::Notice(_) | Part::Cancelled => panic!("nothing else happened"),
                    Part::Reached(_) => {}
                }
            }
            let lie = "the referee rejects what the strategy found: 1 twice in row 1, columns 1 and 2";
            assert_eq!(String::from_utf8(written).unwrap(), "error\ncrash\nerror\n");
            let lines = [(1, lie), (2, "the strategy panicked: "), (3, lie)];
            assert_eq!(said.len(), 3);
            for ((line, what), said) in lines.into_iter().zip(&said) {
                assert!(said.contains(&format!("a puzzle:{line}: {what}")), "{said}");
            }
            assert!(said[1].contains("a clue is too much"), "{}", said[1]);
        }
    }
}
