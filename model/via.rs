//! [`Via`]: a strategy for one kind of problem at work on another, through an [`Encoding`].

use crate::Problem;
use crate::backend::{Backend, Cost, Listener, Outcome, Session, Sink, Task};
use crate::clock::ThreadTime;
use crate::strategy::About;
use std::sync::Arc;

/// A translation between two kinds of problem that keeps the solutions one to one.
pub trait Encoding: Clone + Send + Sync + 'static {
    /// What is translated.
    type From: Problem;
    /// What it becomes.
    type To: Problem;
    /// The encoding's name, kebab-case, as `via` shows it.
    const NAME: &'static str;

    /// Translates an instance.
    fn encode(&self, problem: &Self::From) -> Self::To;

    /// Translates a solution of `encode(problem)` back.
    fn decode(
        &self,
        problem: &Self::From,
        solution: &<Self::To as Problem>::Solution,
    ) -> <Self::From as Problem>::Solution;
}

/// A backend for `E::To`, lifted to `E::From`. Encode, solve and decode are timed apart.
pub struct Via<E: Encoding> {
    encoding: E,
    backend: Arc<dyn Backend<E::To>>,
}

impl<E: Encoding> Via<E> {
    /// `backend` through `encoding`.
    pub fn new(encoding: E, backend: impl Into<Arc<dyn Backend<E::To>>>) -> Self {
        Via { encoding, backend: backend.into() }
    }
}

impl<E: Encoding> Backend<E::From> for Via<E> {
    fn about(&self) -> &'static About {
        self.backend.about()
    }

    fn session(&self) -> Box<dyn Session<E::From>> {
        Box::new(Lifted {
            encoding: self.encoding.clone(),
            session: self.backend.session(),
            outcomes: Vec::new(),
        })
    }
}

struct Lifted<E: Encoding> {
    encoding: E,
    session: Box<dyn Session<E::To>>,
    outcomes: Vec<Outcome<E::To>>,
}

impl<E: Encoding> Session<E::From> for Lifted<E> {
    fn run(&mut self, problems: &[E::From], task: &Task, outcomes: &mut Vec<Outcome<E::From>>) -> Cost {
        let clock = ThreadTime::now();
        let encoded: Vec<E::To> = problems.iter().map(|p| self.encoding.encode(p)).collect();
        let encode = clock.elapsed();

        let inner = self.session.run(&encoded, task, &mut self.outcomes);

        let clock = ThreadTime::now();
        let encoding = &self.encoding;
        let decoded = problems.iter().zip(&mut self.outcomes).map(|(problem, outcome)| Outcome {
            stop: outcome.stop,
            solutions: outcome.solutions,
            kept: outcome.kept.iter().map(|s| encoding.decode(problem, s)).collect(),
            partial: None,
            counters: outcome.counters,
        });
        outcomes.clear();
        outcomes.extend(decoded);
        Cost { encode: encode + inner.encode, solve: inner.solve, decode: inner.decode + clock.elapsed() }
    }

    fn stream(&mut self, problem: &E::From, task: &Task, sink: Sink<'_, E::From>) -> Outcome<E::From> {
        let encoded = self.encoding.encode(problem);
        let encoding = &self.encoding;
        let inner = Task { keep: 0, ..task.clone() };
        let mut kept = Vec::new();
        let outcome = self.session.stream(&encoded, &inner, &mut |solution| {
            let solution = encoding.decode(problem, solution);
            let flow = sink(&solution);
            if kept.len() < task.keep {
                kept.push(solution);
            }
            flow
        });
        let (stop, solutions, counters) = (outcome.stop, outcome.solutions, outcome.counters);
        Outcome { stop, solutions, kept, partial: None, counters }
    }

    fn trace(&mut self, problem: &E::From, task: &Task, listener: Listener<'_>) -> Option<Outcome<E::From>> {
        let outcome = self.session.trace(&self.encoding.encode(problem), task, listener)?;
        let kept = outcome.kept.iter().map(|solution| self.encoding.decode(problem, solution)).collect();
        let (stop, solutions, counters) = (outcome.stop, outcome.solutions, outcome.counters);
        Some(Outcome { stop, solutions, kept, partial: None, counters })
    }
}
