//! The workers: they take batches, search, have every solution refereed, and send what there is to
//! say.

use super::answer::{Answer, Question};
use super::batch::{Batch, Content, Label, Notice, Others, Shared, Supply};
use super::gauge::{Gauge, UnderWay};
use super::lines::{Lines, Maker, Piece, Text};
use super::print::Form;
use super::show::{Show, Style};
use crate::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Outcome, Progress, Session, Stop, Task, Violation};
use coverlab_strategies::Configured;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Answers are sent so often at least, unless a search takes longer.
const REST: Duration = Duration::from_millis(5);
/// So many bytes of solutions wait at most for the puzzles before theirs.
const WAITING: usize = 1 << 20;

/// Something to say of the batch of this number.
pub(super) struct Message {
    pub(super) number: u64,
    pub(super) parts: Vec<Part>,
    /// How many bytes of the input hold this batch and all before it, if there is no more to say
    /// of it.
    pub(super) end: Option<u64>,
}

/// What there is to say, in the order of the puzzles.
pub(super) enum Part {
    /// Of a place in the input.
    Notice(Notice),
    /// Solutions as they were found.
    Solutions(String),
    /// Puzzles that a line each answers.
    Lines(Text),
    /// All is said of a puzzle.
    Done(Label, Box<Answer>),
    /// The search was cancelled; nothing follows.
    Cancelled,
}

/// Where messages go. `None`: nobody listens.
pub(super) type Deliver<'a> = &'a (dyn Fn(Message) -> Option<()> + Sync);

/// What the workers share.
pub(super) struct Work<'a, P: Show> {
    pub(super) shared: &'a Shared<P>,
    pub(super) configured: &'a Configured<P>,
    pub(super) question: Question,
    pub(super) task: Task,
    pub(super) style: Style,
    pub(super) form: Form,
    /// The name of the input.
    pub(super) source: String,
    /// What solves plain lines.
    pub(super) lines: Option<Maker<P>>,
    /// Where to say what is searched, if that is shown.
    pub(super) gauge: Option<&'a Gauge>,
}

impl<P: Show> Work<'_, P> {
    /// One worker: until nothing is left, or nobody listens.
    pub(super) fn run(&self, supply: &dyn Supply<P>, deliver: Deliver<'_>) {
        let session = self.configured.backend.session();
        let lines = self.lines.as_ref().map(|make| make(self.cancel()));
        let out = Outbox { deliver, number: 0, parts: Vec::new(), sent: Instant::now() };
        let mut worker = Worker { work: self, session, lines, out, outcomes: Vec::new() };
        while let Some(batch) = supply.next() {
            if worker.batch(batch).is_none() {
                return;
            }
        }
    }

    /// Whether one call of the session is to search all of `problems`. A time limit is one puzzle's
    /// own, so then each goes alone.
    fn side_by_side(&self, problems: &[P]) -> bool {
        let together = |problem| self.configured.backend.side_by_side(problem);
        self.task.time.is_none() && problems.iter().all(together)
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
}

/// Where a worker leaves what it has to say.
struct Outbox<'a> {
    deliver: Deliver<'a>,
    number: u64,
    parts: Vec<Part>,
    sent: Instant,
}

impl Outbox<'_> {
    /// Says `part`, now or soon. `None`: nobody listens.
    fn say(&mut self, part: Part) -> Option<()> {
        self.parts.push(part);
        if self.sent.elapsed() < REST { Some(()) } else { self.send(None) }
    }

    fn send(&mut self, end: Option<u64>) -> Option<()> {
        let message = Message { number: self.number, parts: std::mem::take(&mut self.parts), end };
        let heard = (self.deliver)(message);
        self.sent = Instant::now();
        heard
    }
}

/// A worker. What its methods return is `None` when it should end.
struct Worker<'a, P: Show> {
    work: &'a Work<'a, P>,
    session: Box<dyn Session<P>>,
    lines: Option<Box<dyn Lines<P>>>,
    out: Outbox<'a>,
    /// Those of the last batch, whose memory is used again.
    outcomes: Vec<Outcome<P>>,
}

impl<P: Show> Worker<'_, P> {
    fn batch(&mut self, batch: Batch<P>) -> Option<()> {
        let Batch { number, content, position } = batch;
        self.out.number = number;
        let ended = match content {
            Content::Puzzles { labels, problems, notices } => self.puzzles(labels, &problems, notices),
            Content::Lines { text, line } => self.lines(&text, line),
        };
        if ended.is_none() {
            self.out.parts.push(Part::Cancelled);
        }
        self.out.send(Some(position))?;
        ended
    }

    fn lines(&mut self, text: &[u8], line: usize) -> Option<()> {
        let pieces = self.lines.as_mut()?.solve(text, line);
        let (mut labels, mut problems, mut notices) = (Vec::new(), Vec::new(), Vec::new());
        for piece in pieces {
            match piece {
                Piece::Left { label, problem, clash } => {
                    notices.extend(clash.map(|clash| (problems.len(), clash)));
                    labels.push(label);
                    problems.push(problem);
                }
                Piece::Answered(text) => {
                    let left = (std::mem::take(&mut labels), std::mem::take(&mut problems));
                    self.puzzles(left.0, &left.1, std::mem::take(&mut notices))?;
                    self.out.say(Part::Lines(text))?;
                }
            }
        }
        self.puzzles(labels, &problems, notices)?;
        if self.work.cancel().is_raised() { None } else { Some(()) }
    }

    fn puzzles(&mut self, labels: Vec<Label>, problems: &[P], notices: Vec<(usize, Notice)>) -> Option<()> {
        let clock = Instant::now();
        let mut together = self.together(problems).map(Vec::into_iter);
        let mut notices = notices.into_iter().peekable();
        for (index, (label, problem)) in labels.into_iter().zip(problems).enumerate() {
            while let Some((_, notice)) = notices.next_if(|(before, _)| *before <= index) {
                self.out.say(Part::Notice(notice))?;
            }
            let answer = match together.as_mut().and_then(Iterator::next) {
                Some(answer) => answer,
                None => self.alone(&label, problem),
            };
            self.out.say(Part::Done(label, Box::new(answer?)))?;
            if self.work.cancel().is_raised() {
                return None;
            }
        }
        notices.try_for_each(|(_, notice)| self.out.say(Part::Notice(notice)))?;
        if !problems.is_empty() {
            self.work.shared.pace.learn(problems.len(), clock.elapsed());
        }
        Some(())
    }

    /// The answers to puzzles that are searched side by side; `None` where each is to be searched
    /// alone, also after a panic, so that it costs only the puzzle that it is about.
    fn together(&mut self, problems: &[P]) -> Option<Vec<Option<Answer>>> {
        let work = self.work;
        if problems.len() < 2 || work.question == Question::All || !work.side_by_side(problems) {
            return None;
        }
        let (session, outcomes) = (&mut self.session, &mut self.outcomes);
        let (task, _under_way) = work.begin(|| None);
        let cost = catch_unwind(AssertUnwindSafe(|| session.run(problems, &task, outcomes)));
        let Ok(cost) = cost else {
            self.session = work.configured.backend.session();
            return None;
        };
        let share = cost.solve / problems.len() as u32;
        let answer = |(problem, outcome)| work.refereed(problem, outcome, share);
        Some(problems.iter().zip(&self.outcomes).map(answer).collect())
    }

    /// `None`: cancelled.
    fn alone(&mut self, label: &Label, problem: &P) -> Option<Answer> {
        let Worker { work, session, out, .. } = self;
        let (task, _under_way) = work.begin(|| Some(label.name(&work.source)));
        let answer = catch_unwind(AssertUnwindSafe(|| match work.question {
            Question::All => work.stream(&mut **session, problem, &task, out),
            _ => work.answer(&mut **session, problem, &task),
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
    /// `None`: cancelled.
    fn answer(&self, session: &mut dyn Session<P>, problem: &P, task: &Task) -> Option<Answer> {
        let mut outcomes = Vec::with_capacity(1);
        let cost = session.run(std::slice::from_ref(problem), task, &mut outcomes);
        let outcome = outcomes.pop().expect("one outcome an instance");
        let mut answer = self.refereed(problem, &outcome, cost.solve)?;
        let remark = match (answer.status, outcome.kept.first()) {
            _ if self.question == Question::Count || self.form == Form::Json => None,
            (Some(Status::None), _) if self.is_alone() => problem.contradiction(&self.style),
            (Some(Status::Solved), Some(found)) if self.is_alone() => problem.another(found, &self.style),
            _ => None,
        };
        answer.remark = remark.or(answer.remark);
        Some(answer)
    }

    /// Whether nothing else waits, so that a closer look at an answer is worth its time.
    fn is_alone(&self) -> bool {
        self.shared.company.others() != Others::Puzzles
    }

    /// The answer that `outcome` is, if the referee has no objection. `None`: cancelled.
    fn refereed(&self, problem: &P, outcome: &Outcome<P>, cpu: Duration) -> Option<Answer> {
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
        let mut waiting = String::new();
        let queue = &self.shared.queue;
        let clock = ThreadTime::now();
        let outcome = session.stream(problem, task, &mut |solution| {
            if let Err(found) = problem.verify(solution) {
                violation = Some(found);
                return ControlFlow::Break(Stop::Cancelled);
            }
            if self.form == Form::Pretty {
                waiting += &problem.drawing(Some(solution), &self.style);
                waiting.push('\n');
            } else {
                // Where a solution takes several lines, something has to stand between two.
                let text = problem.solution_line(solution, &self.style);
                let end = if text.contains('\n') { "\n\n" } else { "\n" };
                waiting += &text;
                waiting += end;
            }
            if !queue.is_first(out.number) && waiting.len() < WAITING {
                return ControlFlow::Continue(());
            }
            out.parts.push(Part::Solutions(std::mem::take(&mut waiting)));
            let heard = queue.wait_for_turn(out.number) && out.send(None).is_some();
            if heard { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Cancelled) }
        });
        let cpu = clock.elapsed();
        if !waiting.is_empty() {
            out.parts.push(Part::Solutions(waiting));
        }
        if let Some(violation) = violation {
            return Some(self.refused(problem, &violation));
        }
        Some(Answer { cpu, ..self.of_outcome(problem, &outcome, None)? })
    }

    fn of_outcome(
        &self,
        problem: &P,
        outcome: &Outcome<P>,
        solution: Option<&P::Solution>,
    ) -> Option<Answer> {
        let style = &self.style;
        let drawing = || match (&outcome.partial, self.question) {
            (Some(partial), _) => partial.drawing(None, style),
            (None, Question::All) if outcome.solutions > 0 => String::new(),
            (None, _) => problem.drawing(solution, style),
        };
        let status = Status::of(outcome.stop, outcome.solutions);
        // The count so far is an answer; a solution that was not found is none.
        if status.is_none() && self.question != Question::Count {
            return None;
        }
        Some(Answer {
            status,
            stop: outcome.stop,
            solutions: outcome.solutions,
            puzzle: self.record(problem),
            solution: solution.map(|solution| problem.solution_line(solution, style)),
            drawing: if self.form == Form::Pretty { drawing() } else { String::new() },
            remark: outcome.partial.as_deref().map(Show::progress).or_else(|| self.refusal(problem, outcome)),
            nodes: self.configured.about.counts_nodes().then_some(outcome.counters.nodes),
            choice: outcome.choice,
            cpu: Duration::ZERO,
        })
    }

    /// Why the strategy did not take the instance, if it did not.
    fn refusal(&self, problem: &P, outcome: &Outcome<P>) -> Option<String> {
        let refused = matches!(outcome.stop, Some(Stop::Stuck | Stop::Memory));
        let why = self.configured.backend.accepts(problem).err().filter(|_| refused)?;
        Some(format!("{} {why}", self.configured.about.name))
    }

    /// The instance as records have it; nobody else asks.
    fn record(&self, problem: &P) -> String {
        if self.form == Form::Json { problem.line(&self.source, &self.style) } else { String::new() }
    }

    fn refused(&self, problem: &P, violation: &Violation) -> Answer {
        let what = format!("the referee rejects what the strategy found: {violation}");
        self.failed(problem, Status::Error, what)
    }

    fn failed(&self, problem: &P, status: Status, what: String) -> Answer {
        Answer {
            status: Some(status),
            stop: None,
            solutions: 0,
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

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{About, Flow, Grid, Observer, Shape, Strategy, Sudoku};
    use std::sync::{Arc, Mutex};

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

    fn statuses(question: Question) -> Vec<(usize, Status, String)> {
        let configured = Configured {
            spec: "liar".parse().unwrap(),
            via: None,
            about: &Liar::ABOUT,
            backend: Arc::new(Liar),
        };
        let empty = Sudoku::empty(Shape::NINE);
        let content = Content::Puzzles {
            labels: (1..=3).map(|line| Label { title: None, line }).collect(),
            problems: vec![empty.clone(), empty.with(0, 1), empty],
            notices: Vec::new(),
        };
        let shared = Shared::new(1);
        assert!(shared.queue.push(Batch { number: 0, content, position: 0 }));
        shared.queue.complete();
        let work = Work {
            shared: &shared,
            configured: &configured,
            question,
            task: Task { keep: 1, ..Task::default() },
            style: Style::default(),
            form: Form::Line,
            source: "a puzzle".to_string(),
            lines: None,
            gauge: None,
        };
        let messages = Mutex::new(Vec::new());
        let deliver = |message| {
            messages.lock().unwrap().push(message);
            Some(())
        };
        work.run(&shared.queue, &deliver);
        let done = |part: Part| match part {
            Part::Done(label, answer) => {
                Some((label.line, answer.status.unwrap(), answer.remark.unwrap_or_default()))
            }
            _ => None,
        };
        messages
            .into_inner()
            .unwrap()
            .into_iter()
            .flat_map(|message: Message| message.parts)
            .filter_map(done)
            .collect()
    }

    #[test]
    fn a_wrong_answer_and_a_panic_are_caught_and_work_goes_on() {
        for question in [Question::First, Question::All] {
            let lie = "the referee rejects what the strategy found: 1 twice in row 1, columns 1 and 2";
            let found = statuses(question);
            assert_eq!(found.len(), 3);
            assert_eq!(found[0], (1, Status::Error, lie.to_string()));
            assert_eq!((found[1].0, found[1].1), (2, Status::Crash));
            assert!(found[1].2.contains("a clue is too much"), "{}", found[1].2);
            assert_eq!(found[2], (3, Status::Error, lie.to_string()));
        }
    }
}
