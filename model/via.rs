//! [`Via`]: runs a strategy for one kind of problem on another kind, through an [`Encoding`].

use crate::backend::{Backend, Session};
use crate::clock::ThreadTime;
use crate::memory::{Extent, fits};
use crate::outcome::{Cost, Listener, Outcome, Sink};
use crate::strategy::{About, Script};
use crate::task::Task;
use crate::{Flow, Problem, Refusal, Stop};
use std::collections::HashSet;
use std::sync::Arc;

/// A translation between two kinds of problem. Solutions correspond one to one, unless [`Self::merges`] is
/// true.
pub trait Encoding: Clone + Send + Sync + 'static {
    /// The kind of problem that is translated.
    type From: Problem;
    /// The kind of problem into which it is translated.
    type To: Problem;
    /// The encoding's kebab-case name, as shown in the column `via`.
    const NAME: &'static str;

    /// The size of the result of [`Self::encode`], or an upper bound, computed in a fraction of its time and
    /// memory.
    fn bound(&self, problem: &Self::From) -> <Self::To as Problem>::Size;

    /// Translates an instance. The caller first checks with [`Self::bound`] that the result fits into memory.
    fn encode(&self, problem: &Self::From) -> Self::To;

    /// Translates a solution of `encode(problem)` back.
    fn decode(
        &self,
        problem: &Self::From,
        solution: &<Self::To as Problem>::Solution,
    ) -> <Self::From as Problem>::Solution;

    /// Whether several solutions of `encode(problem)` may decode to the same solution of `problem`.
    fn merges(&self, _problem: &Self::From) -> bool {
        false
    }

    /// The part of a solution that distinguishes it: solutions with equal keys are the same one. Called only
    /// if [`Self::merges`] is true; an encoding that merges must override it.
    fn key(&self, _problem: &Self::From, _solution: &<Self::From as Problem>::Solution) -> Vec<bool> {
        Vec::new()
    }
}

/// A backend for `E::To`, used on `E::From`. Encoding, solving and decoding are timed separately.
#[derive(Clone)]
pub struct Via<E: Encoding> {
    encoding: E,
    backend: Arc<dyn Backend<E::To>>,
}

impl<E: Encoding> Via<E> {
    /// Runs `backend` through `encoding`.
    pub fn new(encoding: E, backend: impl Into<Arc<dyn Backend<E::To>>>) -> Self {
        Via { encoding, backend: backend.into() }
    }

    /// Estimates the bytes of the translated instance and its search.
    fn need(&self, problem: &E::From) -> (u64, <E::To as Problem>::Size) {
        let size = self.encoding.bound(problem);
        (size.bytes().saturating_add(self.backend.bytes(size)), size)
    }
}

impl<E: Encoding> Backend<E::From> for Via<E> {
    fn about(&self) -> &'static About {
        self.backend.about()
    }

    fn script(&self) -> Script {
        self.backend.script()
    }

    fn accepts(&self, problem: &E::From) -> Result<(), Refusal> {
        let (bytes, size) = self.need(problem);
        Ok(fits(bytes, size)?)
    }

    fn refusal(&self, problem: &E::From) -> Option<Refusal> {
        let own = self.accepts(problem).err();
        own.or_else(|| self.backend.refusal(&self.encoding.encode(problem)))
    }

    fn session(&self) -> Box<dyn Session<E::From>> {
        let via = Via { encoding: self.encoding.clone(), backend: self.backend.clone() };
        Box::new(EncodedSession { via, session: self.backend.session(), outcomes: Vec::new() })
    }
}

struct EncodedSession<E: Encoding> {
    via: Via<E>,
    session: Box<dyn Session<E::To>>,
    outcomes: Vec<Outcome<E::To>>,
}

impl<E: Encoding> Session<E::From> for EncodedSession<E> {
    fn run(&mut self, problems: &[E::From], task: &Task, outcomes: &mut Vec<Outcome<E::From>>) -> Cost {
        let bytes = |problem: &E::From| self.via.need(problem).0;
        let merges = problems.iter().any(|problem| self.via.encoding.merges(problem));
        if !merges && fits(problems.iter().map(bytes).fold(0, u64::saturating_add), "a batch").is_ok() {
            return self.run_batch(problems, task, outcomes);
        }
        outcomes.clear();
        if let [problem] = problems {
            let (outcome, cost) = self.stream(problem, task, &mut |_| Flow::Continue(()));
            outcomes.push(outcome);
            return cost;
        }
        let (mut cost, mut alone) = (Cost::default(), Vec::with_capacity(1));
        for problem in problems {
            cost += self.run(std::slice::from_ref(problem), task, &mut alone);
            outcomes.append(&mut alone);
        }
        cost
    }

    fn stream(
        &mut self,
        problem: &E::From,
        task: &Task,
        sink: Sink<'_, E::From>,
    ) -> (Outcome<E::From>, Cost) {
        if let Err(refusal) = self.via.accepts(problem) {
            return (Outcome::unsearched(refusal.stop()), Cost::default());
        }
        let encoding = &self.via.encoding;
        let clock = ThreadTime::now();
        let encoded = encoding.encode(problem);
        let encode = clock.elapsed();
        let merges = encoding.merges(problem);
        // If solutions merge, the search may need more of them than the task asks for.
        let solutions = if merges { u64::MAX } else { task.solutions };
        let inner = Task { keep: 0, solutions, ..task.clone() };
        let (mut kept, mut seen) = (Vec::new(), HashSet::new());
        let (mut outcome, cost) = self.session.stream(&encoded, &inner, &mut |solution| {
            let solution = encoding.decode(problem, solution);
            if merges && !seen.insert(encoding.key(problem, &solution)) {
                return Flow::Continue(());
            }
            let flow = sink(&solution);
            if kept.len() < task.keep {
                kept.push(solution);
            }
            if merges && seen.len() as u64 >= task.solutions { Flow::Break(Stop::Enough) } else { flow }
        });
        if merges {
            (outcome.solutions, outcome.beyond) = (seen.len() as u64, None);
        }
        (outcome.with_kept(kept), Cost { encode, ..cost })
    }

    fn trace(&mut self, problem: &E::From, task: &Task, listener: Listener<'_>) -> Option<Outcome<E::From>> {
        if let Err(refusal) = self.via.accepts(problem) {
            return Some(Outcome::unsearched(refusal.stop()));
        }
        let encoding = &self.via.encoding;
        let merges = encoding.merges(problem);
        let keep = if merges { usize::MAX } else { task.keep };
        let own = Task { keep, ..task.clone() };
        let mut outcome = self.session.trace(&encoding.encode(problem), &own, listener)?;
        let mut kept: Vec<_> = outcome.kept.iter().map(|s| encoding.decode(problem, s)).collect();
        if merges {
            let mut seen = HashSet::new();
            kept.retain(|solution| seen.insert(encoding.key(problem, solution)));
            (outcome.solutions, outcome.beyond) = (kept.len() as u64, None);
            kept.truncate(task.keep);
        }
        Some(outcome.with_kept(kept))
    }
}

impl<E: Encoding> EncodedSession<E> {
    /// Searches a batch that fits into memory. The clock is read once a batch, as for strategies without encoding: a reading
    /// for each instance would count as time of the search.
    fn run_batch(&mut self, problems: &[E::From], task: &Task, outcomes: &mut Vec<Outcome<E::From>>) -> Cost {
        let encoding = &self.via.encoding;
        let clock = ThreadTime::now();
        let encoded: Vec<E::To> = problems.iter().map(|problem| encoding.encode(problem)).collect();
        let encode = clock.elapsed();
        let mut cost = self.session.run(&encoded, task, &mut self.outcomes);
        let clock = ThreadTime::now();
        outcomes.clear();
        outcomes.extend(problems.iter().zip(&mut self.outcomes).map(|(problem, outcome)| {
            let kept = outcome.kept.iter().map(|solution| encoding.decode(problem, solution)).collect();
            outcome.with_kept(kept)
        }));
        cost.encode += encode;
        cost.decode += clock.elapsed();
        cost
    }
}
