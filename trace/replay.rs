//! A trace in memory, whose state can be computed at any event.

use crate::fold::Fold;
use crate::head::{Head, RecordOptions, TraceSubject};
use crate::line::{EVENT_KINDS, Line, Stats};
use crate::reading::{Rejection, read};
use crate::recorder::Recorder;
use crate::tree::Tree;
use coverlab_model::step::Instance;
use coverlab_model::{Outcome, Problem, Task};
use coverlab_strategies::Configured;
use serde_json::Value;
use std::io::BufRead;

/// The number of events between two saved states.
const STATE_INTERVAL: usize = 1000;

/// A complete trace.
#[derive(Clone, Debug)]
pub struct Trace {
    head: Head,
    events: Vec<Line>,
    stats: Stats,
    /// The state before every event whose index is a multiple of [`STATE_INTERVAL`].
    kept: Vec<Fold>,
}

impl Trace {
    /// Creates a trace from its parts.
    ///
    /// # Errors
    /// If the head's instance is malformed.
    pub fn new(head: Head, events: Vec<Line>, stats: Stats) -> Result<Trace, String> {
        let mut fold = Fold::new(&head)?;
        let mut kept = Vec::with_capacity(events.len() / STATE_INTERVAL + 1);
        for (at, event) in events.iter().enumerate() {
            if at % STATE_INTERVAL == 0 {
                kept.push(fold.clone());
            }
            fold.apply(event);
        }
        if events.is_empty() {
            kept.push(fold);
        }
        Ok(Trace { head, events, stats, kept })
    }

    /// Records a search of `problem`, named `name`, by `configured`; also returns its outcome. `None`
    /// if the strategy does not report steps.
    ///
    /// # Errors
    /// If a line cannot be written, or the instance is malformed.
    pub fn record<P: Problem + Into<Instance>>(
        name: String,
        problem: &P,
        configured: &Configured<P>,
        task: &Task,
        bounds: RecordOptions,
    ) -> Option<Result<(Trace, Outcome<P>), String>> {
        let shown = TraceSubject::of(name, problem, configured);
        let (mut head, mut events) = (None, Vec::new());
        let mut write = |line: &Line, _: &Head| {
            match line {
                Line::Head(first) => head = Some((**first).clone()),
                Line::Stats(_) => return Ok(0),
                event => events.push(event.clone()),
            }
            Ok(serde_json::to_vec(line)?.len() as u64 + 1)
        };
        let mut recorder = Recorder::new(&shown, bounds, &mut write);
        let outcome =
            configured.backend.session().trace(problem, task, &mut |event| recorder.record(event))?;
        let stats = recorder.end(outcome.stop, &outcome.counters).map_err(|error| error.to_string());
        let trace = stats.and_then(|stats| {
            let head = head.ok_or_else(|| format!("{} reported no steps", configured.spec))?;
            Trace::new(head, events, stats)
        });
        Some(trace.map(|trace| (trace, outcome)))
    }

    /// Reads a trace. Only its syntax is checked; [`check`](crate::check) verifies the rest.
    ///
    /// # Errors
    /// The first malformed line, or a missing head or footer.
    pub fn read(trace: impl BufRead) -> Result<Trace, Rejection> {
        let begin = |head: Head| Ok((head, Vec::new()));
        let add = |(_, events): &mut (Head, Vec<Line>), event| {
            events.push(event);
            Ok(())
        };
        let ((head, events), stats) = read(trace, begin, add, |_, _| Ok(()))?;
        let malformed = |why| Rejection { line: 1, what: "the instance is malformed".to_string(), why };
        Trace::new(head, events, stats).map_err(malformed)
    }

    /// The first line.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// All lines between the first and the last.
    pub fn events(&self) -> &[Line] {
        &self.events
    }

    /// The last line.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The state after the first `at` events, or after all of them if there are fewer.
    pub fn state(&self, at: usize) -> Value {
        self.fold(at).show(&self.head)
    }

    /// The events that led to the state after the first `at` events. On boards they include
    /// the nodes on the path.
    pub fn path(&self, at: usize) -> Vec<usize> {
        self.fold(at).path().into_iter().map(|event| event as usize).collect()
    }

    fn fold(&self, at: usize) -> Fold {
        let at = at.min(self.events.len());
        let from = (at / STATE_INTERVAL).min(self.kept.len() - 1);
        let mut fold = self.kept[from].clone();
        self.events[from * STATE_INTERVAL..at].iter().for_each(|event| fold.apply(event));
        fold
    }

    /// The search tree.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::new(self.head.clone());
        self.events.iter().enumerate().for_each(|(at, event)| tree.add(at, event));
        tree
    }

    /// One letter per event for its kind; see [`letter`].
    pub fn kinds(&self) -> String {
        self.events.iter().filter_map(Line::index).map(letter).collect()
    }
}

/// The letter for the kind with this index in [`EVENT_KINDS`].
pub fn letter(kind: usize) -> char {
    const { assert!(EVENT_KINDS.len() <= 52) };
    let (first, at) = if kind < 26 { (b'a', kind) } else { (b'A', kind - 26) };
    char::from(first + at as u8)
}
