//! Dispatches requests.

use crate::error::Error;
use crate::puzzle::{self, Assumption, ExpectedKind, Puzzle};
use crate::search::{self, TraceRequest};
use crate::slot::Slot;
use crate::{human, strategies};
use coverlab_techniques::json::Grade;
use coverlab_trace::{Level, Trace};
use serde::Deserialize;
use serde_json::{Value, json};

/// The state of the module: two traces, kept between requests.
#[derive(Debug, Default)]
pub struct Module {
    slots: [Option<Slot>; 2],
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    Strategies {},
    Read {
        text: String,
        expected: Option<ExpectedKind>,
    },
    Trace {
        slot: usize,
        strategy: String,
        text: String,
        #[serde(default)]
        level: Level,
        solutions: Option<u64>,
        nodes: Option<u64>,
        events: Option<u64>,
        bytes: Option<u64>,
        #[serde(default)]
        seed: u64,
        #[serde(default)]
        assume: Vec<Assumption>,
    },
    Load {
        slot: usize,
        text: String,
    },
    Events {
        slot: usize,
        from: usize,
        to: usize,
    },
    State {
        slot: usize,
        at: usize,
    },
    Path {
        slot: usize,
        at: usize,
    },
    Tree {
        slot: usize,
    },
    Explain {
        text: String,
        techniques: Option<Vec<String>>,
        until: Option<String>,
    },
    Hint {
        text: String,
        #[serde(default)]
        grade: Grade,
        techniques: Option<Vec<String>>,
    },
    Count {
        strategy: String,
        text: String,
        limit: u64,
        nodes: Option<u64>,
        #[serde(default)]
        seed: u64,
    },
}

impl Module {
    /// Answers a request. Both are JSON objects: the request is `{"ask": NAME, …}`; the answer to a failed
    /// request is `{"error": {…}}`.
    pub fn ask(&mut self, request: &str) -> String {
        let read = serde_json::from_str::<Request>(request);
        let read = read.map_err(|error| Error::new(format!("this is not a request: {error}")));
        let answer = read.and_then(|request| self.answer(request));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn answer(&mut self, request: Request) -> Result<Value, Error> {
        match request {
            Request::Strategies {} => Ok(strategies::strategies()),
            Request::Read { text, expected } => Ok(puzzle::show(&Puzzle::read_as(&text, expected)?)),
            Request::Trace { slot, strategy, text, level, solutions, nodes, events, bytes, seed, assume } => {
                let (puzzle, spec) = (Puzzle::read(&text)?, strategy.parse::<coverlab_model::Spec>()?);
                let wanted = TraceRequest { level, solutions, nodes, events, bytes, seed };
                let trace = search::trace(puzzle.assuming(&assume)?, &spec, &wanted)?;
                Ok(self.put(slot, trace)?.show())
            }
            Request::Load { slot, text } => {
                Ok(self.put(slot, Trace::read(text.trim_end().as_bytes())?)?.show())
            }
            Request::Events { slot, from, to } => Ok(self.slot(slot)?.events(from, to)),
            Request::State { slot, at } => Ok(self.slot(slot)?.state(at)),
            Request::Path { slot, at } => Ok(self.slot(slot)?.path(at)),
            Request::Tree { slot } => Ok(self.slot(slot)?.tree()),
            Request::Explain { text, techniques, until } => {
                human::explain(&text, techniques.as_deref(), until.as_deref())
            }
            Request::Hint { text, grade, techniques } => human::hint(&text, grade, techniques.as_deref()),
            Request::Count { strategy, text, limit, nodes, seed } => {
                search::count(&Puzzle::read(&text)?, &strategy.parse()?, limit, nodes, seed)
            }
        }
    }

    fn slot(&self, slot: usize) -> Result<&Slot, Error> {
        let held = self.slots.get(slot).ok_or_else(|| no_slot(slot))?;
        held.as_ref().ok_or_else(|| {
            Error::new(format!("there is no trace in slot {slot}")).help("ask for `trace` or `load` first")
        })
    }

    fn put(&mut self, slot: usize, trace: Trace) -> Result<&Slot, Error> {
        let place = self.slots.get_mut(slot).ok_or_else(|| no_slot(slot))?;
        Ok(place.insert(Slot::new(trace)))
    }
}

fn no_slot(slot: usize) -> Error {
    Error::new(format!("there is no slot {slot}")).help("slots are 0 and 1")
}
