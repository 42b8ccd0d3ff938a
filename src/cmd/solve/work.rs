//! The workers: they take puzzles in input order, search, have every solution refereed, and send
//! what there is to say.

use super::answer::{Answer, Question, status};
use super::show::{Show, Style};
use crate::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::{Cancel, Outcome, Session, Stop, Task, Violation};
use coverlab_strategies::Configured;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

/// A puzzle to solve.
#[derive(Debug)]
pub(super) struct Instance<P> {
    pub(super) name: String,
    pub(super) problem: P,
}

/// Something to say of the puzzle of this index.
pub(super) struct Message {
    pub(super) index: usize,
    pub(super) part: Part,
}

/// What there is to say.
pub(super) enum Part {
    /// A solution, as soon as it is found.
    Solution(String),
    /// All is said.
    Done(Box<Answer>),
    /// The search was cancelled; nothing follows.
    Cancelled,
}

/// What the workers share.
pub(super) struct Work<'a, P: Show> {
    pub(super) instances: &'a [Instance<P>],
    pub(super) configured: &'a Configured<P>,
    pub(super) question: Question,
    pub(super) task: Task,
    pub(super) style: Style,
    /// Whether drawings are wanted.
    pub(super) draw: bool,
    /// Whether it is worth the time to say why there is no solution.
    pub(super) explain: bool,
    next: AtomicUsize,
}

impl<'a, P: Show> Work<'a, P> {
    pub(super) fn new(
        instances: &'a [Instance<P>],
        configured: &'a Configured<P>,
        question: Question,
        task: Task,
        style: Style,
        draw: bool,
        explain: bool,
    ) -> Self {
        Work { instances, configured, question, task, style, draw, explain, next: AtomicUsize::new(0) }
    }

    pub(super) fn cancel(&self) -> &Cancel {
        &self.task.cancel
    }

    /// One worker: until nothing is left, or nobody listens.
    pub(super) fn run(&self, messages: &SyncSender<Message>) {
        let mut session = self.configured.backend.session();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(instance) = self.instances.get(index) else { return };
            let send = |part| messages.send(Message { index, part }).is_ok();
            let answer = catch_unwind(AssertUnwindSafe(|| match self.question {
                Question::All => self.stream(&mut *session, instance, |text| send(Part::Solution(text))),
                _ => self.answer(&mut *session, instance),
            }));
            let answer = answer.unwrap_or_else(|panic| {
                session = self.configured.backend.session();
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
                Some(self.failed(instance, Status::Crash, format!("the strategy panicked: {words}")))
            });
            let part = answer.map_or(Part::Cancelled, |answer| Part::Done(Box::new(answer)));
            if !send(part) || self.cancel().is_raised() {
                return;
            }
        }
    }

    /// `None`: cancelled.
    fn answer(&self, session: &mut dyn Session<P>, instance: &Instance<P>) -> Option<Answer> {
        let problem = &instance.problem;
        let mut outcomes = Vec::with_capacity(1);
        let cost = session.run(std::slice::from_ref(problem), &self.task, &mut outcomes);
        let outcome = outcomes.pop().expect("one outcome an instance");
        if let Err(violation) = outcome.verify(problem) {
            return Some(self.refused(instance, &violation));
        }
        let mut answer = self.of_outcome(instance, &outcome, outcome.kept.first())?;
        answer.cpu = cost.solve;
        if self.explain && answer.status == Status::None {
            answer.remark = problem.contradiction(&self.style);
        }
        if let [one, other, ..] = &outcome.kept[..] {
            answer.remark =
                Some(format!("first difference: {}", problem.difference(one, other, &self.style)));
        }
        Some(answer)
    }

    /// Sends each solution as it is found. `None`: cancelled.
    fn stream(
        &self,
        session: &mut dyn Session<P>,
        instance: &Instance<P>,
        send: impl Fn(String) -> bool,
    ) -> Option<Answer> {
        let problem = &instance.problem;
        let mut violation: Option<Violation> = None;
        let clock = ThreadTime::now();
        let outcome = session.stream(problem, &self.task, &mut |solution| {
            if let Err(found) = problem.verify(solution) {
                violation = Some(found);
                return ControlFlow::Break(Stop::Cancelled);
            }
            let text = if self.draw {
                problem.drawing(Some(solution), &self.style)
            } else {
                // Where a solution takes several lines, something has to stand between two.
                let text = problem.solution_line(solution, &self.style);
                let end = if text.contains('\n') { "\n\n" } else { "\n" };
                text + end
            };
            if send(text) { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Cancelled) }
        });
        let cpu = clock.elapsed();
        if let Some(violation) = violation {
            return Some(self.refused(instance, &violation));
        }
        Some(Answer { cpu, ..self.of_outcome(instance, &outcome, None)? })
    }

    fn of_outcome(
        &self,
        instance: &Instance<P>,
        outcome: &Outcome<P>,
        solution: Option<&P::Solution>,
    ) -> Option<Answer> {
        let (problem, style) = (&instance.problem, &self.style);
        let drawing = || match (&outcome.partial, self.question) {
            (Some(partial), _) => partial.drawing(None, style),
            (None, Question::All) if outcome.solutions > 0 => String::new(),
            (None, _) => problem.drawing(solution, style),
        };
        Some(Answer {
            status: status(outcome.stop, outcome.solutions)?,
            stop: outcome.stop,
            solutions: outcome.solutions,
            puzzle: problem.line(&instance.name, style),
            solution: solution.map(|solution| problem.solution_line(solution, style)),
            drawing: if self.draw { drawing() } else { String::new() },
            remark: outcome.partial.as_ref().map(Show::progress),
            nodes: self.configured.about.counts_nodes().then_some(outcome.counters.nodes),
            cpu: std::time::Duration::ZERO,
        })
    }

    fn refused(&self, instance: &Instance<P>, violation: &Violation) -> Answer {
        let what = format!("the referee rejects what the strategy found: {violation}");
        self.failed(instance, Status::Error, what)
    }

    fn failed(&self, instance: &Instance<P>, status: Status, what: String) -> Answer {
        Answer {
            status,
            stop: None,
            solutions: 0,
            puzzle: instance.problem.line(&instance.name, &self.style),
            solution: None,
            drawing: String::new(),
            remark: Some(what),
            nodes: None,
            cpu: std::time::Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_model::{About, Flow, Grid, Observer, Shape, Strategy, Sudoku};
    use std::sync::Arc;
    use std::sync::mpsc::sync_channel;

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
        let instance = |problem| Instance { name: "a puzzle".to_string(), problem };
        let instances = [instance(empty.clone()), instance(empty.with(0, 1)), instance(empty)];
        let task = Task { keep: 1, ..Task::default() };
        let work = Work::new(&instances, &configured, question, task, Style::default(), false, false);
        let (sender, receiver) = sync_channel(9);
        work.run(&sender);
        drop(sender);
        let done = |message: Message| match message.part {
            Part::Done(answer) => Some((message.index, answer.status, answer.remark.unwrap_or_default())),
            _ => None,
        };
        receiver.iter().filter_map(done).collect()
    }

    #[test]
    fn a_wrong_answer_and_a_panic_are_caught_and_work_goes_on() {
        for question in [Question::First, Question::All] {
            let lie = "the referee rejects what the strategy found: 1 twice in row 1, columns 1 and 2";
            let found = statuses(question);
            assert_eq!(found.len(), 3);
            assert_eq!(found[0], (0, Status::Error, lie.to_string()));
            assert_eq!((found[1].0, found[1].1), (1, Status::Crash));
            assert!(found[1].2.contains("a clue is too much"), "{}", found[1].2);
            assert_eq!(found[2], (2, Status::Error, lie.to_string()));
        }
    }
}
