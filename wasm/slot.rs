//! A trace that is held, and what a page asks of it.

use coverlab_trace::{Trace, letter, sentence};
use serde_json::{Map, Value, json};

/// A trace.
#[derive(Debug)]
pub(crate) struct Slot {
    trace: Trace,
}

impl Slot {
    pub(crate) fn new(trace: Trace) -> Slot {
        Slot { trace }
    }

    /// Its first and its last line, and a letter for the kind of each event.
    pub(crate) fn show(&self) -> Value {
        let kinds = self.trace.kinds();
        let letters: Map<String, Value> = coverlab_trace::KINDS
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

    /// The events `from` to `to`, without `to`, each with its sentence.
    pub(crate) fn events(&self, from: usize, to: usize) -> Value {
        let to = to.min(self.trace.events().len());
        let lines = &self.trace.events()[from.min(to)..to];
        let told = |line| json!({ "line": line, "sentence": sentence(line, self.trace.head()) });
        json!({ "events": lines.iter().map(told).collect::<Vec<_>>() })
    }

    pub(crate) fn state(&self, at: usize) -> Value {
        self.trace.state(at)
    }

    /// The search tree, column by column.
    pub(crate) fn tree(&self) -> Value {
        let nodes = self.trace.tree().nodes;
        json!({
            "parent": nodes.iter().map(|node| node.parent).collect::<Vec<_>>(),
            "depth": nodes.iter().map(|node| node.depth).collect::<Vec<_>>(),
            "status": nodes.iter().map(|node| node.end.name()).collect::<Vec<_>>(),
            "event": nodes.iter().map(|node| node.event).collect::<Vec<_>>(),
            "label": nodes.iter().map(|node| &*node.label).collect::<Vec<_>>(),
        })
    }
}
