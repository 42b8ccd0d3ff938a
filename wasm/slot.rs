//! A trace in memory, and the requests of a page about it.

use coverlab_trace::{Line, Trace, event_phrase, letter, line_after};
use serde_json::{Map, Value, json};

/// A recorded trace.
#[derive(Debug)]
pub(crate) struct Slot {
    trace: Trace,
    /// For each event, the line of the pseudo-code at which the search is.
    lines: Vec<Option<usize>>,
}

impl Slot {
    pub(crate) fn new(trace: Trace) -> Slot {
        let script = &trace.head().script;
        let line = |at: &mut Option<usize>, event: &Line| {
            *at = line_after(script, *at, event.kind());
            Some(*at)
        };
        let lines = trace.events().iter().scan(None, line).collect();
        Slot { trace, lines }
    }

    /// The first and the last line of the trace, and one letter per event that gives its kind.
    pub(crate) fn show(&self) -> Value {
        let kinds = self.trace.kinds();
        let letters: Map<String, Value> = coverlab_trace::EVENT_KINDS
            .iter()
            .enumerate()
            .filter(|(kind, _)| kinds.contains(letter(*kind)))
            .map(|(kind, name)| (letter(kind).to_string(), json!(name)))
            .collect();
        json!({
            "head": self.trace.head(),
            "stats": self.trace.stats(),
            "events": self.trace.events().len(),
            "kinds": kinds,
            "letters": letters,
        })
    }

    /// The events from `from` to `to` (exclusive), each with its sentence as a phrase.
    pub(crate) fn events(&self, from: usize, to: usize) -> Value {
        let to = to.min(self.trace.events().len());
        json!({ "events": (from.min(to)..to).map(|at| self.event(at)).collect::<Vec<_>>() })
    }

    fn event(&self, at: usize) -> Value {
        let event = &self.trace.events()[at];
        json!({ "line": event, "sentence": event_phrase(event, self.trace.head()), "script": self.lines[at].map(|line| line + 1) })
    }

    /// The events that led to the state after `at` events, with their numbers.
    pub(crate) fn path(&self, at: usize) -> Value {
        let path = self.trace.path(at);
        json!({ "events": path.iter().map(|&at| self.event(at)).collect::<Vec<_>>(), "numbers": path })
    }

    pub(crate) fn state(&self, at: usize) -> Value {
        self.trace.state(at)
    }

    /// The search tree, column by column.
    pub(crate) fn tree(&self) -> Value {
        let nodes = self.trace.tree().nodes;
        json!({
            "id": nodes.iter().map(|node| node.id).collect::<Vec<_>>(),
            "parent": nodes.iter().map(|node| node.parent).collect::<Vec<_>>(),
            "depth": nodes.iter().map(|node| node.depth).collect::<Vec<_>>(),
            "status": nodes.iter().map(|node| node.end.name()).collect::<Vec<_>>(),
            "event": nodes.iter().map(|node| node.event).collect::<Vec<_>>(),
            "label": nodes.iter().map(|node| &*node.label).collect::<Vec<_>>(),
        })
    }
}
